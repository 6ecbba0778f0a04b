// Programs of megabytes, on one line and on many, beside a small one.

const LINES = 100_000;

export const PROGRAMS = {
  small: "-- at: 2.0\ndef main x = x * x\n",
  "one line": `-- at: 2.0\ndef main x = x${" + x * 1.0".repeat(400_000)}\n`,
  "many lines": `-- at: 2.0\ndef f0 x = x\n${Array.from({ length: LINES }, (_, i) => `def f${i + 1} x = f${i} x * ${i % 7}.5`).join("\n")}\ndef main x = f3 x\n`,
} as const;
