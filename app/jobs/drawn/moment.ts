// A moment of a run of jobs, and the picture that is made of it.
import { Picture } from "../../picture/shape.ts";
import type { JobsPaper } from "../model/paper.ts";
import type { Chosen, JobsRun } from "../model/run.ts";
import type { Timing } from "../model/timing.ts";

/** Parameters of one picture: the run, the layout, the timing, the time, the choice, and the picture for shapes. */
export interface JobsMoment {
  readonly run: JobsRun;
  readonly paper: JobsPaper;
  readonly timing: Timing;
  readonly picture: Picture;
  /** On the time of both passes. */
  readonly t: number;
  readonly chosen: Chosen | undefined;
}

/** Puts a moment together, with an empty picture. */
export function momentAt(
  run: JobsRun,
  paper: JobsPaper,
  timing: Timing,
  t: number,
  chosen: Chosen | undefined,
): JobsMoment {
  return { run, paper, timing, picture: new Picture(), t, chosen };
}
