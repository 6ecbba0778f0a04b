// Jobs on threads: forward and reverse pass on one thread and on several, in one run, and whether the cores were free for it.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { test } from "vitest";
import { measuredOnThreads, programFile } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";

const LOGISTIC = `def logistic (n : Int) (r : Real) x = if n == 0 then x else logistic (n - 1) r (r * x * (1.0 - x))
`;

const SUBJECTS: readonly { readonly name: string; readonly text: string; readonly target: string }[] = [
  { name: "particles, 1000 steps", text: readFileSync(programFile("particles"), "utf8"), target: "at least 1.7" },
  // the one program of Table 3.1 of the thesis that has jobs: the others are the same code on any number of threads
  {
    name: "particles of Table 3.1, on lists",
    text: readFileSync(programFile("particles-list"), "utf8"),
    target: "at least 1.7",
  },
  {
    name: "a map of 64 jobs of 20 000 operations",
    text: `-- at: build 64 (\\i -> 0.1 + 0.01 * real i)
${LOGISTIC}def main (xs : Array Real) = sumA (parBuild (size xs) (\\i -> logistic 6667 3.7 (xs ! i)))`,
    target: "at least 1.7",
  },
  {
    name: "a tree of 16 384 small jobs",
    text: `-- at: (1.01, 14)
${LOGISTIC}def tree (n : Int) x =
  if n == 0 then logistic 3 3.7 x
  else let (a, b) = tree (n - 1) (x * 0.9) |*| tree (n - 1) (x * 0.8) in a + b * 0.5
def main (x, n : Int) = tree n x`,
    target: "at least 0.95",
  },
  {
    name: "a map of 4 jobs of 30 operations",
    text: `-- at: #[0.1, 0.2, 0.3, 0.4]
${LOGISTIC}def main (xs : Array Real) = sumA (parBuild 4 (\\i -> logistic 10 3.7 (xs ! i)))`,
    target: "at least 0.95",
  },
];

const SPIN = `const began = performance.now();
let x = 0.5;
for (let i = 0; i < 2e8; i++) x = 3.7 * x * (1 - x);
require("node:worker_threads").parentPort?.postMessage([performance.now() - began, x]);`;

/** How much faster two threads are than one at what they share nothing of: 2 where two cores are free. */
async function freeCores(): Promise<number> {
  const spin = (): Promise<number> =>
    new Promise((done) => new Worker(SPIN, { eval: true }).once("message", ([time]: [number]) => done(time)));
  const alone = await spin();
  return (2 * alone) / Math.max(...(await Promise.all([spin(), spin()])));
}

test("threads", async () => {
  const most = availableParallelism();
  const workers = [2, 3, 4, 8].filter((size) => size <= Math.max(2, most));
  const free = await freeCores();
  const rows: Row[] = [
    row("two threads that share nothing, against one", "×", [free], { target: "above 1.9: the cores are free" }),
  ];
  for (const { name, text, target } of SUBJECTS) {
    const { times, handoff, forks } = await measuredOnThreads({ text, workers, rounds: 25 });
    const [alone] = times;
    for (const pass of ["forward", "reverse"] as const) {
      rows.push(row(`${name}, ${pass} pass, 1 thread`, "µs", alone![pass]));
      for (const one of times.slice(1)) {
        // side by side: each batch against the one before it
        const ratios = one[pass].map((time, at) => alone![pass][at]! / time);
        const against = { what: "1 thread", ratio: quantile(ratios, 0.5) };
        rows.push(
          row(`${name}, ${pass} pass, ${one.workers} threads`, "µs", one[pass], {
            against: { ...against, ratio: 1 / against.ratio },
          }),
        );
        rows.push(
          row(
            `${name}, ${pass} pass, ${one.workers} threads: speed-up`,
            "×",
            ratios,
            one.workers === 2 ? { target } : {},
          ),
        );
      }
    }
    rows.push(row(`${name}: a hand-off`, "ns", [handoff]));
    rows.push(row(`${name}: forks handed over in a run`, "", [forks]));
  }
  report(
    free > 1.9 ? "Jobs on threads" : "Jobs on threads; the cores were not free, so the speed-ups say little",
    rows,
  );
});
