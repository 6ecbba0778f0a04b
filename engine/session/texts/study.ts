// What an algorithm shows of a program beside its stages, for the page and the command line.

import type { Algorithm, Taken } from "../../algorithms/algorithm.ts";
import { ALGORITHMS } from "../../algorithms/index.ts";
import type { StudyAnswer, StudyChoices } from "../../algorithms/study.ts";
import { internal } from "../../base/unreachable.ts";
import { Late, watched } from "../../base/watch.ts";
import { type Budget, watchOf } from "../../evaluate/tasks/budget.ts";
import { fragmentFor, refusalOf, sourceFor } from "../derivatives/straight-run.ts";
import { prepare, type Request } from "../input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../program/program.ts";
import type { Steps } from "../run/drive.ts";
import { type Ended, endedFor } from "../run/outcome.ts";

/** The study of a program, or why there is none. */
export type Studied =
  | ({ readonly tag: "studied"; readonly fragment: Taken } & StudyAnswer)
  | Exclude<Ended, { readonly tag: "done" }>;

/** The algorithms that have a study. */
export const STUDIED: readonly Algorithm[] = ALGORITHMS.filter((one) => one.study !== undefined);

/** The algorithm of the id, which has a study; without one, the first that has. */
export function studiedAlgorithm(id?: string): Algorithm {
  return STUDIED.find((one) => id === undefined || one.id === id) ?? internal("an algorithm without a study", id);
}

/** The texts that the transformations of an algorithm make of a program, which has one. */
export function* studyOf(
  algorithm: Algorithm,
  checked: CheckedProgram,
  request: Request,
  choices: StudyChoices,
  budget: Budget,
): Steps<Studied> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag === "stopped") return { tag: "stopped", phase: "input" };
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  // the stages of an algorithm have one language
  const stage = algorithm.stages.find((one) => one.fragment !== undefined) ?? algorithm.stages[0]!;
  const watch = watchOf(budget);
  try {
    const fragment = watched(watch, () => fragmentFor(stage, prepared));
    if (fragment.tag === "outside")
      return { tag: "mistake", diagnostics: [refusalOf(stage, fragment, prepared.entry.entity.span)] };
    const source = yield* sourceFor(stage, prepared, request.variations, budget);
    // whoever watches hears that the run is over before its texts are made
    if (!(yield { phase: "graph", steps: 0, backpropagatorCalls: 0 })) throw new Late();
    const answer = withinStack(
      () => watched(watch, () => algorithm.study!(source, choices)),
      () => undefined,
    );
    return answer === undefined
      ? { tag: "mistake", diagnostics: [stackExhausted()] }
      : { tag: "studied", fragment, ...answer };
  } catch (error) {
    return endedFor(error, "compile", prepared.entry.entity.span);
  }
}

/** The study of what the reader wrote in the language of the algorithm, without a program. */
export function studyOfWritten(
  algorithm: Algorithm,
  written: string,
  recomputed: StudyChoices["recomputed"] = {},
): StudyAnswer {
  return algorithm.study!(undefined, { written, recomputed });
}
