// Measurements of the lab beside its curves: times, work and span, checkpointing, and the constant of the bound over the examples.
import { t } from "@lingui/core/macro";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import type { CheckpointCost } from "../../../engine/measure/checkpointing.ts";
import type { Speed } from "../../../engine/measure/lab.ts";
import type { Ended } from "../../../engine/session/run/outcome.ts";
import { Question } from "../../client/question.ts";
import { EXAMPLES } from "../../document/examples.ts";
import { type Measured, partsOf } from "../model/checkpointing.ts";
import { askAt, type Subject } from "../model/curves.ts";
import { reasonOf } from "../model/ended.ts";
import { CONSTANT_STAGES, type Constant, constantOf } from "../model/lab.ts";
import { type TimedRow, timedRow } from "../model/timed.ts";

/** A program, and the n at which it is measured. */
export interface MeasureAsk {
  readonly subject: Subject;
  readonly ns: readonly number[];
}

/** Times of the compiled engine. */
export interface Times {
  readonly rows: readonly TimedRow[];
  /** The n that is measured now. */
  readonly n?: number;
  /** Why it came to an early end, unless it was stopped. */
  readonly message?: string;
}

/** The question for times of the compiled engine, n by n: nothing else runs in its worker meanwhile. */
export const timesOverN = new Question<MeasureAsk, Times>(async ({ subject, ns }, { ask, show }) => {
  let rows: readonly TimedRow[] = [];
  for (const n of ns) {
    show({ rows, n });
    const timing = await ask("time", askAt(subject, n));
    const row = timedRow(n, timing);
    if (row !== undefined) rows = [...rows, row];
    if (timing.ended.tag === "done") continue;
    const reason = reasonOf(timing.ended);
    return reason === undefined ? { rows } : { rows, message: t`It stops at n = ${n}: ${reason}.` };
  }
  return { rows };
});

/** Costs of a program with checkpoints. */
export interface Checkpointings {
  /** A cost for each part of the tape, at the largest n. */
  readonly trade: readonly CheckpointCost[];
  /** The cost of one contribution at a time, over n. */
  readonly over: readonly Measured[];
  /** Runs that are done, and that there are. */
  readonly done: number;
  readonly of: number;
  /** Why it came to an early end, unless it was stopped. */
  readonly message?: string;
}

/** No costs yet. */
export const NO_CHECKPOINTINGS: Checkpointings = { trade: [], over: [], done: 0, of: 1 };

/** The question for costs with checkpoints: parts of the tape at the largest n, then each n with one contribution at a time. */
export const checkpointings = new Question<MeasureAsk, Checkpointings>(async ({ subject, ns }, { ask, show }) => {
  const last = ns.at(-1);
  // all of it at once gives the tape's length
  const whole = await ask("checkpoint", { ...askAt(subject, last), part: Number.MAX_SAFE_INTEGER });
  const parts = partsOf(whole.cost?.operations ?? 0);
  let found: Checkpointings = { trade: [], over: [], done: 1, of: 1 + parts.length + ns.length };
  const runs = [
    ...parts.map((part) => ({ n: last, part, isTrade: true })),
    ...ns.map((n) => ({ n, part: 1, isTrade: false })),
  ];
  for (const { n, part, isTrade } of runs) {
    show(found);
    const { cost, ended } = await ask("checkpoint", { ...askAt(subject, n), part });
    if (cost === undefined) return withEnd(found, ended);
    found = { ...found, done: found.done + 1 };
    if (isTrade || n === undefined) found = { ...found, trade: [...found.trade, cost] };
    else found = { ...found, over: [...found.over, { n, cost }] };
  }
  return whole.cost === undefined ? withEnd(found, whole.ended) : found;
});

function withEnd(found: Checkpointings, ended: Ended): Checkpointings {
  const reason = reasonOf(ended);
  return reason === undefined ? found : { ...found, message: t`The run ended early: ${reason}.` };
}

/** The stage whose jobs are scheduled. */
export const SPEED_STAGE = USUAL.jobs ?? USUAL.run;

/** The question for work and span of both passes of a program at an n. */
export const workAndSpan = new Question<{ readonly subject: Subject; readonly n: number | undefined }, Speed>(
  ({ subject, n }, { ask }) => ask("speed", { ...askAt(subject, n), stage: SPEED_STAGE }),
);

/** The largest constants over the examples. */
export interface LargestConstants {
  /** By stage, with the example that has it. */
  readonly found: Readonly<Record<string, Constant & { readonly title: string }>>;
  /** Examples that are done. */
  readonly done: number;
}

/** The budget of a run for a constant, in steps. */
const STEPS = 5_000_000;

/** The question for the largest constants over all examples, by all stages that have one. */
export const constantsOverExamples = new Question<object, LargestConstants>(async (_, { ask, show, isStopped }) => {
  let found: LargestConstants["found"] = {};
  for (const [done, { title, text }] of EXAMPLES.entries()) {
    show({ found, done });
    for (const stage of CONSTANT_STAGES) {
      const program = { text, above: [], entry: undefined, at: undefined, cotangent: undefined, n: undefined };
      const { row, size } = await ask("measure", { ...program, stage, steps: STEPS });
      if (isStopped()) return { found, done };
      const c = row?.counters && row.counts !== "trace" && size && constantOf(row.counters, size);
      if (c == null || c === false || (found[stage] !== undefined && found[stage].c >= c)) continue;
      found = { ...found, [stage]: { c, n: 0, title } };
    }
  }
  return { found, done: EXAMPLES.length };
});
