// The one list of algorithms; the app, the command line, the tests and the benchmarks iterate it.
import type { Algorithm, Stage, StageId } from "./algorithm.ts";
import { dualNumbers } from "./dual-numbers/index.ts";
import { krawiec } from "./krawiec/index.ts";

export const ALGORITHMS: readonly Algorithm[] = [dualNumbers, krawiec];

/** All stages of all algorithms, in order. */
export const STAGES: readonly Stage[] = ALGORITHMS.flatMap((algorithm) => algorithm.stages);

/** The stage that the machine takes where none is asked for. */
export const DEFAULT_STAGE: StageId = ALGORITHMS[0]!.usual.run;

/** The stage of an id, as a user may have typed it. */
export function stageOf(id: string): Stage | undefined {
  return STAGES.find((stage) => stage.id === id);
}
