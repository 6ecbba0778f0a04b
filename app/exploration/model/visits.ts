// The visits of the reverse pass to scalars, stage by stage, and the words for them: a backpropagator is called, a term or a binding is
// evaluated, or a cotangent is passed on.
import { plural, t } from "@lingui/core/macro";
import type { Visit } from "../../../engine/algorithms/algorithm.ts";
import { viewOf, visitOf } from "../../../engine/algorithms/catalogue.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import { countedBindings, countedCalls, countedCotangents, countedEvaluations } from "../../words/counts.ts";
import { grouped, groupedDigits } from "../../words/numbers.ts";

/** The words for visits of one kind, for texts about one scalar and about a whole run. */
export interface VisitWords {
  /** The title of a gauge, and the head of a table of how often each scalar was visited. */
  readonly gauge: string;
  readonly head: string;
  /** The name of the event, in the legend of the timeline. */
  readonly event: string;
  /** How many there were: `1 call`, `12 evaluations`. */
  counted(n: number): string;
  /** How many a whole run would have; `count` is `n` as text, of any size. */
  whole(n: number, count: string): string;
  /** Of a scalar: how many of all there were. */
  share(done: number, total: number): string;
  /** Of a scalar that is never visited: of a run that is whole, and of one that is not. */
  readonly never: string;
  readonly unseen: string;
  /** Of a scalar that is being visited, and that was. */
  readonly now: string;
  readonly once: string;
  often(n: number, at: string): string;
  /** Of a scalar that was visited, and now more waits for it. */
  before(n: number): string;
}

const CALL: VisitWords = {
  gauge: t`backpropagator calls`,
  head: t`called`,
  event: t({ message: "call", comment: "an event of a run" }),
  counted: countedCalls,
  whole: (n, count) =>
    plural(n, {
      one: `The whole run would make ${count} call.`,
      other: `The whole run would make ${count} calls.`,
    }),
  share: (done, total) => {
    const [some, all] = [done, total].map(grouped);
    return plural(total, { one: `${some} of ${all} call`, other: `${some} of ${all} calls` });
  },
  never: t`never called`,
  unseen: t`no call recorded`,
  now: t`is being called`,
  once: t`called`,
  often: (n, at) =>
    plural(n, {
      1: `called once, at ${at}`,
      2: `called twice, at ${at}`,
      other: `called ${n} times, at ${at}`,
    }),
  before: (n) =>
    plural(n, {
      1: "and called once directly",
      2: "and called twice directly",
      other: `and called ${n} times directly`,
    }),
};

const EVALUATION: Omit<VisitWords, "gauge" | "counted"> = {
  head: t`evaluated`,
  event: t({ message: "evaluation", comment: "an event of a run" }),
  whole: (n, count) =>
    plural(n, {
      one: `The whole run would make ${count} evaluation.`,
      other: `The whole run would make ${count} evaluations.`,
    }),
  share: (done, total) => {
    const [some, all] = [done, total].map(grouped);
    return plural(total, { one: `${some} of ${all} evaluation`, other: `${some} of ${all} evaluations` });
  },
  never: t`never evaluated`,
  unseen: t`no evaluation recorded`,
  now: t`is being evaluated`,
  once: t({ message: "done", comment: "a binding of a term: it was evaluated" }),
  often: (n, at) =>
    plural(n, {
      1: `evaluated once, at ${at}`,
      2: `evaluated twice, at ${at}`,
      other: `evaluated ${n} times, at ${at}`,
    }),
  before: (n) =>
    plural(n, {
      1: "and evaluated once before",
      2: "and evaluated twice before",
      other: `and evaluated ${n} times before`,
    }),
};

const LINE: VisitWords = {
  gauge: t`cotangents passed on`,
  head: t`passed on`,
  event: t({ message: "cotangent", comment: "an event of a run" }),
  counted: countedCotangents,
  whole: (n, count) =>
    plural(n, {
      one: `The whole run would pass ${count} cotangent on.`,
      other: `The whole run would pass ${count} cotangents on.`,
    }),
  share: (done, total) => {
    const [some, all] = [done, total].map(grouped);
    return plural(total, {
      one: `${some} of ${all} cotangent passed on`,
      other: `${some} of ${all} cotangents passed on`,
    });
  },
  never: t`passes nothing on`,
  unseen: t`nothing passed on so far`,
  now: t`is being passed on`,
  once: t`passed on`,
  often: (_, at) => t`passed on, at ${at}`,
  before: () => t`and passed on before`,
};

const VISIT_WORDS: Readonly<Record<Visit, VisitWords>> = {
  call: CALL,
  term: { ...EVALUATION, gauge: t`evaluations of terms`, counted: countedEvaluations },
  binding: { ...EVALUATION, gauge: t`bindings evaluated`, counted: countedBindings },
  line: LINE,
  cotangent: LINE,
};

/** The words for a stage's visits of scalars in the reverse pass; undefined where it visits none. */
export function visitWordsOf(stage: string): VisitWords | undefined {
  const visit = visitOf(stage);
  return visit && VISIT_WORDS[visit];
}

/** The size of a whole run, as its graph predicts it; nothing where it does not. */
export function wholeWords({ stage, predictedCalls }: ColumnInfo): readonly string[] {
  const visits = visitWordsOf(stage);
  if (predictedCalls === undefined || visits === undefined) return [];
  const whole = visits.whole(Number(predictedCalls), groupedDigits(predictedCalls));
  return viewOf(stage).between === "calls" ? [whole, t`That many paths lead to its scalars.`] : [whole];
}
