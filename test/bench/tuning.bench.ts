// The constants that tune jobs on threads, and the code that is made: programs with each of them as it is, and with less and more, in turn.
import { test } from "vitest";
import { measuredOnThreads, type Patch } from "./child.ts";
import { quantile, type Row, report, row } from "./report.ts";
import { SHARING, THREADS_PROGRAMS, type ThreadsProgram } from "./threads-programs.ts";

const { particles, map, tree, mini } = THREADS_PROGRAMS;

/** A constant, as it is written in its file, and what else it could be. */
interface Tuned {
  readonly file: string;
  readonly name: string;
  readonly given: string;
  readonly tried: readonly string[];
  /** On which programs it is tried. */
  readonly on: readonly ThreadsProgram[];
  /** On how many threads; on two, if left out. */
  readonly threads?: number;
}

const CODE = [particles, map];

const TUNED: readonly Tuned[] = [
  { file: "parallel/profitability.js", name: "TASK", given: "0.003", tried: ["0.001", "0.01"], on: [particles, tree] },
  { file: "parallel/profitability.js", name: "MOST_TASKS", given: "256", tried: ["32", "2048"], on: [map, tree] },
  { file: "parallel/control.js", name: "SPINS", given: "2", tried: ["0.2", "20"], on: [particles, tree] },
  {
    file: "parallel/message-queue.js",
    name: "PATIENCE",
    given: "20_000",
    tried: ["2_000", "200_000"],
    on: [particles, mini],
  },
  {
    file: "parallel/message-queue.js",
    name: "MOMENT",
    given: "2_000",
    tried: ["200", "20_000"],
    on: [particles, tree],
  },
  { file: "parallel/log.js", name: "FIRST", given: "64", tried: ["16", "256"], on: [SHARING, particles] },
  { file: "parallel/log.js", name: "LARGEST", given: "65536", tried: ["1024", "1048576"], on: [SHARING] },
  { file: "codegen/driver/own-cells.ts", name: "FEW", given: "100", tried: ["10", "1000"], on: [particles, tree] },
  { file: "optimise/outlining.ts", name: "PIECE", given: "400", tried: ["100", "1600"], on: CODE, threads: 1 },
];

/** How often a program is run each way, in turn. */
const TURNS = 3;

test.each(TUNED)("tuning: $name in $file", async ({ file, name, given, tried, on, threads = 2 }) => {
  const rows: Row[] = [];
  for (const { name: program, text } of on) {
    const patches = [given, ...tried].map((value): Patch => ({ file: `compile/${file}`, name, given, value }));
    const found = patches.map(() => [] as number[]);
    for (let turn = 0; turn < TURNS; turn++)
      for (const [at, patch] of patches.entries()) {
        const { times } = await measuredOnThreads({ text, workers: threads === 1 ? [] : [threads], rounds: 12 }, patch);
        const { forward, reverse } = times.at(-1)!;
        found[at]!.push(...forward.map((time, round) => time + reverse[round]!));
      }
    const usual = quantile(found[0]!, 0.5);
    for (const [at, { value }] of patches.entries()) {
      const against = at === 0 ? {} : { against: { what: given, ratio: quantile(found[at]!, 0.5) / usual } };
      rows.push(row(`${value}, ${program}`, "µs", found[at]!, against));
    }
  }
  report(`${name} in ${file}`, rows);
});
