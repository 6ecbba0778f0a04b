// Questions of lessons about programs: answers to queries, a run at a step, whether an exercise is solved, the effect of a fault.
import type { Budget } from "../evaluate/tasks/budget.ts";
import { type Answered, answerQuery } from "../queries/evaluate.ts";
import { QueryMistake } from "../queries/query.ts";
import { type Setting, Subject, stageNamed } from "../queries/subject.ts";
import { readVariations } from "../session/input/variations.ts";
import type { Files } from "../session/program/data.ts";
import { type CheckedProgram, checkSource } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { checkExercise, type ExerciseAsk, type ExerciseReport } from "./exercise.ts";
import { type Glimpse, type GlimpseAsk, glimpse } from "./glimpse.ts";
import { type SmallestProgram, smallestProgram } from "./smallest-program.ts";

/** A query in its setting. */
export interface QueryAsk {
  readonly query: string;
  readonly setting: Setting;
}

/** Answers queries about one program, in their order. */
export function* answers(
  checked: CheckedProgram,
  entry: string | undefined,
  asks: readonly QueryAsk[],
  budget: Budget,
): Steps<readonly Answered[]> {
  const subject = new Subject(checked, entry, budget);
  const found: Answered[] = [];
  for (const { query, setting } of asks) found.push(yield* answerQuery(subject, query, setting));
  return found;
}

/** A run at a step, or why there is none. */
export type Glimpsed =
  | { readonly tag: "glimpse"; readonly glimpse: Glimpse }
  | { readonly tag: "mistake"; readonly message: string };

/** Shows a run at a step, for a cell of a lesson. An address that does not exist is a mistake with its message; it is not thrown. */
export function* glimpsed(
  checked: CheckedProgram,
  entry: string | undefined,
  setting: Setting,
  ask: GlimpseAsk,
  budget: Budget,
): Steps<Glimpsed> {
  try {
    return { tag: "glimpse", glimpse: yield* glimpse(new Subject(checked, entry, budget), setting, ask) };
  } catch (error) {
    if (error instanceof QueryMistake) return { tag: "mistake", message: error.message };
    throw error;
  }
}

/** Whether a text solves an exercise. */
export function* exercised(
  text: string,
  reference: string,
  above: readonly string[],
  ask: ExerciseAsk,
  budget: Budget,
  files?: Files,
): Steps<ExerciseReport> {
  return yield* checkExercise(checkSource(text, above, files), checkSource(reference, above, files), ask, budget);
}

/** The smallest program that a stage with these variations gets wrong. */
export function smallest(stage: string, variations: string, budget: Budget): Steps<SmallestProgram> {
  return smallestProgram(stageNamed(stage), readVariations(variations), budget);
}
