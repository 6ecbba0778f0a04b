// What an algorithm shows of a program beside its stages, for the page and the command line.
import type { Fragment } from "../../algorithms/algorithm.ts";
import { ALGORITHMS } from "../../algorithms/index.ts";
import type { RecomputedNames, Study } from "../../algorithms/study.ts";
import { internal } from "../../base/unreachable.ts";
import type { Budget } from "../../evaluate/tasks/budget.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { fragmentFor, sourceFor } from "../derivatives/straight-run.ts";
import { prepare, type Request } from "../input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../program/program.ts";
import type { Steps } from "../run/drive.ts";
import { endedFor } from "../run/outcome.ts";

/** The study of a program, or why there is none. */
export type Studied =
  | { readonly tag: "studied"; readonly fragment: Fragment; readonly study: Study }
  | { readonly tag: "mistake"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly tag: "stopped" };

/** The texts that the transformations of an algorithm make of a program, which has one. */
export function* studyOf(
  checked: CheckedProgram,
  request: Request,
  recomputed: RecomputedNames,
  budget: Budget,
): Steps<Studied> {
  const algorithm = ALGORITHMS.find((one) => one.study !== undefined) ?? internal("no algorithm has a study");
  const preparation = yield* prepare(checked, request, budget);
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
    const ended = endedFor(error, "compile", prepared.entry.entity.span);
    return ended.tag === "stopped" ? { tag: "stopped" } : { tag: "mistake", diagnostics: [ended.diagnostic] };
  }
}
