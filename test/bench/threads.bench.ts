// Jobs on threads: forward and reverse pass on one thread and on several, in one run, and whether the cores were free for it.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { test } from "vitest";
import { measuredOnThreads } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";
import type { ThreadsTold } from "./threads-child.ts";
import { THREADS_PROGRAMS } from "./threads-programs.ts";

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

/** Processes that a program is measured in, one after the other: how well code is compiled differs between them. */
const PROCESSES = 3;
/** Rounds in each. */
const ROUNDS = 9;

/** The times of all processes in a row, and the forks of the last one. */
async function measuredInTurn(text: string, workers: readonly number[]): Promise<ThreadsTold> {
  const told: ThreadsTold[] = [];
  for (let process = 0; process < PROCESSES; process++)
    told.push(await measuredOnThreads({ text, workers, rounds: ROUNDS }));
  const { times, ...last } = told.at(-1)!;
  return {
    ...last,
    times: times.map(({ workers }, at) => ({
      workers,
      forward: told.flatMap((one) => one.times[at]!.forward),
      reverse: told.flatMap((one) => one.times[at]!.reverse),
    })),
  };
}

test("threads", async () => {
  const most = availableParallelism();
  const workers = [2, 3, 4, 8].filter((size) => size <= Math.max(2, most));
  const free = await freeCores();
  const rows: Row[] = [
    row("two threads that share nothing, against one", "×", [free], { target: "above 1.9: the cores are free" }),
  ];
  for (const { name, text, target } of Object.values(THREADS_PROGRAMS)) {
    const before = await freeCores();
    const { times, forks } = await measuredInTurn(text, workers);
    // how free the cores are changes from program to program
    const around = (before + (await freeCores())) / 2;
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
        if (one.workers === 2)
          rows.push(
            row(`${name}, ${pass} pass, as a part of the ×${around.toFixed(2)} of threads that share nothing`, "", [
              against.ratio / around,
            ]),
          );
      }
    }
    rows.push(row(`${name}: forks handed over in a run`, "", [forks]));
  }
  report(
    free > 1.9 ? "Jobs on threads" : "Jobs on threads; the cores were not free, so the speed-ups say little",
    rows,
  );
});
