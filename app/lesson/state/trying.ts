// Worker requests of exercises and broken stages.
import type { RunReport } from "../../../engine/derive/gradient.ts";
import type { ExerciseReport } from "../../../engine/lessons/exercise.ts";
import type { Smallest } from "../../../engine/lessons/smallest-input.ts";
import type { SmallestProgram } from "../../../engine/lessons/smallest-program.ts";
import { followsSchedule, readVariations } from "../../../engine/session/input/variations.ts";
import type { ExerciseRequest, RunRequest } from "../../../engine/worker/protocol.ts";
import { EngineClient } from "../../client/client.ts";
import { type Schedules, schedulesOf } from "../model/schedules.ts";

const client = new EngineClient();

/** Whether a program solves an exercise; undefined where the check was stopped. */
export function askExercise(ask: ExerciseRequest): Promise<ExerciseReport | undefined> {
  return client.ask("exercise", ask);
}

/** A run, and the lines of the transformed program; undefined where there is none. */
export interface BrokenRun {
  readonly run: RunReport | undefined;
  readonly lines: readonly string[];
}

/** A program by a stage with variations. */
export async function askBroken(ask: RunRequest): Promise<BrokenRun> {
  return { run: await askRun(ask), lines: await askLines(ask) };
}

/** The lines of a program after the transformation of a stage with variations. */
export async function askLines({ text, above, entry, stage, variations }: RunRequest): Promise<readonly string[]> {
  const printed = await client.ask("transform", { text, above, entry, stage, variations, simplified: false });
  const all = [...(printed?.program ?? []), ...(printed?.added ?? [])];
  return all.filter(({ change }) => change !== "gone").map((line) => line.text);
}

/** A gradient in as many orders of its jobs; undefined where a run does not finish. */
export async function askSchedules(ask: RunRequest, count: number): Promise<Schedules | undefined> {
  const isAtomic = followsSchedule(readVariations(ask.variations ?? ""));
  const schedules = [undefined, ...Array.from({ length: count }, (_, index) => index + 1)];
  const found = await client.ask("shuffled", { ...ask, schedules, isAtomic });
  return found?.ended.tag === "done" ? schedulesOf(found.gradients, found.names) : undefined;
}

/** A program by a stage or the compiled engine, with all checks. */
export async function askRun(ask: RunRequest): Promise<RunReport | undefined> {
  const nothing = (): void => undefined;
  const end = await client.run(ask, nothing, nothing).end;
  return end.tag === "ran" ? end.run : undefined;
}

/** The smallest input of a program at which a broken stage goes wrong. */
export function askSmallestInput(ask: RunRequest): Promise<Smallest | undefined> {
  return client.ask("smallest", ask);
}

/** The smallest program that a broken stage gets wrong. */
export function askSmallestProgram(stage: string, variations: string): Promise<SmallestProgram | undefined> {
  return client.ask("breaks", { stage, variations });
}
