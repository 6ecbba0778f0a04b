// A stage's treatment of a scalar that is used twice, not at all, and so on, as a few words from its run's counts.
import { plural, t } from "@lingui/core/macro";
import type { Visit } from "../../../engine/algorithms/algorithm.ts";
import { goesBack, isOfArrays, visitOf } from "../../../engine/algorithms/catalogue.ts";
import type { UseCounts, UseKind, UseRow } from "../../../engine/explore/linear-use.ts";
import { grouped } from "../../words/numbers.ts";

/** The title and the question of each use. */
export const USE_WORDS: Readonly<Record<UseKind, { readonly title: string; readonly question: string }>> = {
  "fan-out": { title: t`Fan-out`, question: t`a scalar that is used more than once` },
  drop: { title: t`Drop`, question: t`an input that is not used` },
  "dead-code": { title: t`Dead code`, question: t`an operation whose result is not used` },
  projection: { title: t`Projection`, question: t`the part of a pair that is not used` },
  capture: { title: t`Capture`, question: t`a variable that a function captures` },
  branch: { title: t`Branch`, question: t`the result of the branch that is taken` },
};

/** A cell of the table. */
export interface UseWords {
  readonly head: string;
  readonly rest: string;
  /** Whether a gradient has become NaN. */
  readonly isOdd: boolean;
}

/** A stage's treatment of a scalar, in words; undefined where its run is not known. */
export function wordsOfUse({ use, uses, hasInfinitePartial, counts }: UseRow, stage: string): UseWords | undefined {
  const found = counts[stage];
  if (found === undefined) return undefined;
  if (!found.isWhole) return { head: t`Not run`, rest: t`The run did not finish.`, isOdd: false };
  // a NaN has other causes, too
  if (found.zeroCalls > 0 && hasInfinitePartial && /\bnan\b/i.test(found.gradient)) {
    const gradient = found.gradient.length > LONGEST ? `${found.gradient.slice(0, LONGEST)}…` : found.gradient;
    return {
      head: t`0 × ∞ = NaN`,
      rest: t`The cotangent 0 is multiplied by an infinite partial derivative: the gradient is ${gradient}.`,
      isOdd: true,
    };
  }
  if (isOfArrays(stage))
    return {
      head: t`in an array`,
      rest: t`Cotangents are of whole arrays: no number has one of its own.`,
      isOdd: false,
    };
  const traced = found.fragment.tag === "traced" ? [t`Traced: this is the run, not the program.`] : [];
  const { head, rest } = goesBack(stage) ? backwards(found, uses, use, visitOf(stage)) : forwards(uses);
  return { head, rest: [...traced, rest].filter((part) => part !== "").join(" "), isOdd: false };
}

/** Characters of a gradient that are shown. */
const LONGEST = 60;

type Words = Pick<UseWords, "head" | "rest">;

/** Stages that send nothing back. */
function forwards(uses: number): Words {
  if (uses === 0) return { head: t`nothing reads it`, rest: t`Its derivative goes nowhere.` };
  return {
    head: plural(uses, { one: "read once", other: "read # times" }),
    rest: t`Its derivative goes forward with the value.`,
  };
}

function backwards(
  { sent, calls, zeroCalls, merges, allCalls, vectorSums }: UseCounts,
  uses: number,
  use: UseKind,
  visit: Visit | undefined,
): Words {
  // a stage with whole gradients in the duals calls nothing at all
  if (allCalls === 0 && uses > 0)
    return {
      head: plural(uses, { one: "its gradient is read once", other: "its gradient is read # times" }),
      rest: plural(vectorSums, {
        one: "The run adds # pair of whole gradients.",
        other: "The run adds # pairs of whole gradients.",
      }),
    };
  if (sent === 0) return { head: t`skipped`, rest: t`Nothing reaches it: its cotangent is 0.` };
  if (zeroCalls > 0 && zeroCalls === calls)
    return { head: t`a zero is sent`, rest: t`The cotangent 0 is made, and what follows is computed with it.` };
  if (merges > 0)
    return {
      head: mergeWords(merges),
      rest: sums(sent),
    };
  if (sent > 1)
    return {
      head: callWords(sent),
      rest: t`One for each path to it: nothing is added before.`,
    };
  // a cotangent that is a variable of the program arrives whole
  if (uses > 1 && visit === "line")
    return { head: t`dup becomes +`, rest: t`The sum is a line of the program, so it reaches the scalar whole.` };
  return {
    head: t`one contribution`,
    rest: use === "branch" ? t`From the branch that ran; the other left nothing.` : "",
  };
}

function sums(sent: number): string {
  const count = grouped(sent);
  return plural(sent, {
    one: `${count} contribution waits in one place.`,
    other: `${count} contributions meet in one place and are passed on as one sum.`,
  });
}

function callWords(calls: number): string {
  const count = grouped(calls);
  return plural(calls, { one: `${count} call`, other: `${count} calls` });
}

function mergeWords(merges: number): string {
  const count = grouped(merges);
  return plural(merges, { one: `${count} merge`, other: `${count} merges` });
}
