// Whether a stage takes a program at all.
import type { Stage } from "../../engine/algorithms/algorithm.ts";
import { fragmentFor } from "../../engine/derive/straight-run.ts";
import { preparedProgram } from "./run.ts";

/** Whether a stage transforms a program, or its run; the others refuse it with a reason. */
export function takes(stage: Stage, text: string): boolean {
  return fragmentFor(stage, preparedProgram(text)).tag !== "outside";
}
