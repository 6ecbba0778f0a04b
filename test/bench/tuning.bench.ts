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
  /** Whether runs count from the first on, while code is new and nothing is known of the machine; else when all is warm. */
  readonly isEarly?: boolean;
  /** On how many threads; on two, if left out. */
  readonly threads?: number;
}

const WORTH = "parallel/worth.js";
const CODE = [particles, map];

const TUNED: readonly Tuned[] = [
  { file: WORTH, name: "LONG", given: "1", tried: ["0.2", "5"], on: [map], isEarly: true },
  { file: WORTH, name: "SHORT", given: "0.008", tried: ["0.002", "0.032"], on: [mini, particles], isEarly: true },
  { file: WORTH, name: "FIRST", given: "4", tried: ["1", "16"], on: [particles, mini], isEarly: true },
  { file: WORTH, name: "GAIN", given: "0.95", tried: ["0.8", "1"], on: [particles, tree, mini] },
  { file: WORTH, name: "TRIED", given: "4", tried: ["1", "16"], on: [particles, mini] },
  { file: WORTH, name: "TRIED_AFTER", given: "512", tried: ["128", "2048"], on: [particles, mini] },
  { file: WORTH, name: "SHARE", given: "50", tried: ["12", "200"], on: [tree, mini] },
  { file: WORTH, name: "SOON", given: "10", tried: ["2", "50"], on: [particles], isEarly: true },
  { file: WORTH, name: "TIMED", given: "16", tried: ["1", "64"], on: [particles, tree] },
  { file: WORTH, name: "MANY", given: "20", tried: ["5", "80"], on: [tree, mini] },
  { file: WORTH, name: "MOST_TRIALS", given: "16", tried: ["4", "64"], on: [particles, tree] },
  { file: WORTH, name: "DOUBT", given: "1.05", tried: ["1", "1.2"], on: [particles, tree] },
  { file: "parallel/jobs.js", name: "MOST_GRAINS", given: "256", tried: ["32", "2048"], on: [map, tree] },
  { file: "parallel/jobs.js", name: "GRAIN", given: "0.005", tried: ["0.001", "0.025"], on: [particles, tree] },
  { file: "parallel/jobs.js", name: "MEASURED_SOON", given: "10", tried: ["2", "50"], on: [particles], isEarly: true },
  { file: "parallel/jobs.js", name: "MEASURED_LATE", given: "200", tried: ["50", "800"], on: [particles] },
  { file: "parallel/control.js", name: "SPINS", given: "2", tried: ["0.2", "20"], on: [particles, tree] },
  { file: "parallel/mail.js", name: "FEWEST_PINGS", given: "4", tried: ["1", "16"], on: [particles], isEarly: true },
  { file: "parallel/mail.js", name: "PATIENCE", given: "20_000", tried: ["2_000", "200_000"], on: [particles, mini] },
  { file: "parallel/mail.js", name: "MOMENT", given: "2_000", tried: ["200", "20_000"], on: [particles, tree] },
  { file: "parallel/mail.js", name: "PINGS", given: "50", tried: ["10", "250"], on: [particles], isEarly: true },
  { file: "parallel/log.js", name: "FIRST", given: "64", tried: ["16", "256"], on: [SHARING, particles] },
  { file: "parallel/log.js", name: "LARGEST", given: "65536", tried: ["1024", "1048576"], on: [SHARING] },
  { file: "parallel/quiet.ts", name: "QUIET", given: "512", tried: ["64", "4096"], on: [mini], isEarly: true },
  { file: "parallel/quiet.ts", name: "ALONE", given: "32 * QUIET", tried: ["8 * QUIET", "128 * QUIET"], on: [mini] },
  { file: "parallel/quiet.ts", name: "LONG", given: "0.02", tried: ["0.005", "0.08"], on: [particles, mini] },
  { file: "codegen/jobs-text.ts", name: "FEW", given: "100", tried: ["10", "1000"], on: [particles, tree] },
  { file: "optimise/outlining.ts", name: "PIECE", given: "400", tried: ["100", "1600"], on: CODE, threads: 1 },
];

/** How often a program is run each way, in turn. */
const TURNS = 3;

test.each(TUNED)("tuning: $name in $file", async ({ file, name, given, tried, on, isEarly = false, threads = 2 }) => {
  const rows: Row[] = [];
  for (const { name: program, text } of on) {
    const patches = [given, ...tried].map((value): Patch => ({ file: `compile/${file}`, name, given, value }));
    const found = patches.map(() => [] as number[]);
    for (let turn = 0; turn < TURNS; turn++)
      for (const [at, patch] of patches.entries()) {
        const { times } = await measuredOnThreads(
          { text, workers: threads === 1 ? [] : [threads], rounds: 12, isEarly },
          patch,
        );
        const { forward, reverse } = times.at(-1)!;
        found[at]!.push(...forward.map((time, round) => time + reverse[round]!));
      }
    const usual = quantile(found[0]!, 0.5);
    for (const [at, { value }] of patches.entries()) {
      const against = at === 0 ? {} : { against: { what: given, ratio: quantile(found[at]!, 0.5) / usual } };
      rows.push(row(`${value}, ${program}`, "µs", found[at]!, against));
    }
  }
  report(`${name} in ${file}${isEarly ? ", from the first run on" : ""}`, rows);
});
