// What an algorithm shows of a program beside its stages, for the page and the command line.
import type { Algorithm, Fragment } from "../../algorithms/algorithm.ts";
import { ALGORITHMS } from "../../algorithms/index.ts";
import type { RecomputedNames, Study } from "../../algorithms/study.ts";
import { internal } from "../../base/unreachable.ts";
import type { Budget } from "../../evaluate/tasks/budget.ts";
import { fragmentFor, sourceFor } from "../derivatives/straight-run.ts";
import { prepare, type Request } from "../input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../program/program.ts";
import type { Steps } from "../run/drive.ts";
import { type Ended, endedFor } from "../run/outcome.ts";

/** The study of a program, or why there is none. */
export type Studied =
  | { readonly tag: "studied"; readonly fragment: Fragment; readonly study: Study }
  | Exclude<Ended, { readonly tag: "done" }>;

/** The algorithm that has a study. */
export function studiedAlgorithm(): Algorithm {
  return ALGORITHMS.find((one) => one.study !== undefined) ?? internal("no algorithm has a study");
}

/** The texts that the transformations of an algorithm make of a program, which has one. */
export function* studyOf(
  checked: CheckedProgram,
  request: Request,
  recomputed: RecomputedNames,
  budget: Budget,
): Steps<Studied> {
  const algorithm = studiedAlgorithm();
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag === "stopped") return { tag: "stopped", phase: "input" };
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  const stage = algorithm.stages.at(-1)!;
  const fragment = fragmentFor(stage, prepared);
  try {
    const source = yield* sourceFor(stage, prepared, request.variations, budget);
    const study = withinStack(
      () => algorithm.study!(source, recomputed),
      () => undefined,
    );
    return study === undefined
      ? { tag: "mistake", diagnostics: [stackExhausted()] }
      : { tag: "studied", fragment, study };
  } catch (error) {
    return endedFor(error, "compile", prepared.entry.entity.span);
  }
}
