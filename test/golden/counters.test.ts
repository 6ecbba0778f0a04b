// Golden counters: every counter of every pass by every stage, on programs small enough to be counted by hand.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STAGES } from "../../engine/algorithms/index.ts";
import { COUNTERS } from "../../engine/core/events/counters.ts";
import { gradientOf } from "../support/run.ts";

const file = new URL("counters.txt", import.meta.url);

const PROGRAMS: Readonly<Record<string, string>> = {
  "the running example": "-- at: (12.0, 13.0)\ndef main (x, y) = let z = x + y in x * z",
  "a list": "-- at: [1.0, 2.0, 3.0]\ndef main xs = sum (map (\\x -> x * x) xs)",
  "an array": "-- at: #[1.0, 2.0, 3.0]\ndef main a = mapA (\\x -> x * 2.0) a",
  "a fork": "-- at: (2.0, 3.0)\ndef main (x, y) = let (a, b) = (x * y) |*| (x + y) in a * b",
};

test("counters are the golden ones", () => {
  const lines: string[] = [];
  for (const [name, text] of Object.entries(PROGRAMS)) {
    lines.push(`==== ${name}`, text, "");
    for (const stage of STAGES) {
      const { cost } = gradientOf(text, stage);
      for (const phase of ["primal", "forward", "reverse"] as const) {
        const counts = COUNTERS.filter((counter) => cost[phase][counter] > 0);
        const shown = counts.map((counter) => `${counter} ${cost[phase][counter]}`).join(", ");
        if (phase !== "primal" || stage.id === "forward") lines.push(`${stage.id}, ${phase}: ${shown}`);
      }
    }
    lines.push("");
  }
  const found = lines.join("\n");
  if (process.env.DUALSCOPE_WRITE_GOLDEN === "1") {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, found);
  }
  expect(found).toBe(readFileSync(file, "utf8"));
});
