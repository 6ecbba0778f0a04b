// The variations of a stage's transformation and of the order of its jobs that a user can ask for.
import type { StageOption, StageOptions } from "../algorithms/algorithm.ts";
import { randomSchedule, type Schedule } from "../evaluate/tasks.ts";

/** What is varied. */
export type Variation = StageOption | "schedule";

/** What a user asks for: the options of the transformation, and the seed of the order of jobs. */
export interface Variations extends StageOptions {
  /** Independent jobs run in an order that is picked at random by this whole number; as in a sequential run if left out. */
  readonly schedule?: number | undefined;
}

/** The schedule of a seed; undefined for the sequential one. */
export function scheduleOf({ schedule }: Variations): Schedule | undefined {
  return schedule === undefined ? undefined : randomSchedule(schedule);
}
