// Studies of a program by algorithms, beside stages, for the page and the command line.

import {
  type Algorithm,
  MOST_PRINTED,
  MOST_TRACED,
  type SourceProgram,
  type Stage,
  type Taken,
} from "../algorithms/algorithm.ts";
import { ALGORITHMS } from "../algorithms/index.ts";
import { NoStudy, type StudyAnswer, type StudyChoices } from "../algorithms/study.ts";
import { nth, present } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import { Late, watched } from "../base/watch.ts";
import { realsOf } from "../core/values/shape.ts";
import { cotangentOf } from "../derive/gradient.ts";
import { fragmentFor, refusalOf, sourceFor, sourceOf, traceOf } from "../derive/straight-run.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Prepared, prepare, type Request } from "../session/input/prepare.ts";
import { type CheckedProgram, stackExhausted, withinStack } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { type Ended, endedFor } from "../session/run/outcome.ts";
import { mistake } from "../source/diagnostic.ts";
import { ownOperations } from "./declarations.ts";

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
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  const stage = studyStage(algorithm);
  const watch = watchOf(budget);
  try {
    const fragment = watched(watch, () => fragmentFor(stage, prepared));
    if (fragment.tag === "outside")
      return {
        tag: "mistake",
        diagnostics: [refusalOf(stage, fragment, prepared.entry.entity.span)],
      };
    const plain = yield* sourceFor(stage, prepared, request.variations, budget);
    const source = hasCotangent(choices.of) ? yield* withCotangent(plain, prepared, request, budget) : plain;
    if ("tag" in source) return source;
    // report the end of the run before its texts are made
    if (!(yield { phase: "graph", steps: 0, backpropagatorCalls: 0 })) throw new Late();
    const answer = withinStack(
      () => watched(watch, () => present(algorithm.study)(source, choices)),
      () => undefined,
    );
    return answer === undefined
      ? { tag: "mistake", diagnostics: [stackExhausted()] }
      : { tag: "studied", fragment, ...answer };
  } catch (error) {
    return withoutStudy(error, prepared);
  }
}

/** The subject of a study as a program of Dual that can be run, or why there is none. */
export type InDual = { readonly tag: "text"; readonly text: string } | Exclude<Ended, { readonly tag: "done" }>;

/** Gives the subject of a study as a program of Dual whose header has the input. */
export function* inDualOf(
  algorithm: Algorithm,
  checked: CheckedProgram,
  request: Request,
  choices: StudyChoices,
  budget: Budget,
): Steps<InDual> {
  const preparation = yield* prepare(checked, request, budget);
  if (preparation.tag !== "prepared") return preparation;
  const { prepared } = preparation;
  const { of = "program" } = choices;
  const stage = studyStage(algorithm);
  try {
    const fragment = watched(watchOf(budget), () => fragmentFor(stage, prepared));
    if (fragment.tag === "outside")
      return {
        tag: "mistake",
        diagnostics: [refusalOf(stage, fragment, prepared.entry.entity.span)],
      };
    // the input and the result are known from the run, also where the program does not need it
    const trace = yield* traceOf(prepared, request.variations, budget, MOST_PRINTED);
    const plain = { ...sourceOf(prepared, trace), choices };
    const source = hasCotangent(of) ? yield* withCotangent(plain, prepared, request, budget) : plain;
    if ("tag" in source) return source;
    const text = withinStack(
      () =>
        watched(watchOf(budget), () => present(algorithm.inDual)({ ...source, trace }, of, ownOperations(prepared))),
      () => undefined,
    );
    return text === undefined ? { tag: "mistake", diagnostics: [stackExhausted()] } : { tag: "text", text };
  } catch (error) {
    return withoutStudy(error, prepared);
  }
}

/** The stage whose language the study is in: the stages of an algorithm have one. */
function studyStage({ stages }: Algorithm): Stage {
  return stages.find((one) => one.fragment !== undefined) ?? nth(stages, 0);
}

/** Whether what is studied depends on the cotangent. */
function hasCotangent(of: StudyChoices["of"]): boolean {
  return of === "gradient" || of === "second";
}

/** A source program with the cotangent that is asked for, or why there is none. The run gives the result that it has the form of. */
function* withCotangent(
  source: SourceProgram,
  prepared: Prepared,
  request: Request,
  budget: Budget,
): Steps<SourceProgram | Exclude<Ended, { readonly tag: "done" }>> {
  const { result } = source.trace ?? (yield* traceOf(prepared, request.variations, budget, MOST_TRACED));
  const found = yield* cotangentOf(prepared, request, result, budget);
  if (found.tag === "ended") return found.ended;
  return { ...source, cotangent: realsOf(prepared.resultShape, found.value, watchOf(budget)) };
}

/** How a study ended that was broken off, or that cannot be made. */
function withoutStudy(error: unknown, { entry }: Prepared): Exclude<Ended, { readonly tag: "done" }> {
  const at = entry.entity.span;
  if (!(error instanceof NoStudy)) return endedFor(error, "compile", at);
  return { tag: "mistake", diagnostics: [mistake("no-study", error.at ?? at, error.message)] };
}

/** The study of what the reader wrote in the language of the algorithm, without a program. */
export function studyOfWritten(
  algorithm: Algorithm,
  written: string,
  recomputed: StudyChoices["recomputed"] = {},
): StudyAnswer {
  return present(algorithm.study)(undefined, { written, recomputed });
}
