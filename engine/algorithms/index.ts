// The algorithms with their transformations; the command line, the tests and the benchmarks iterate it.
import { nth } from "../base/nth.ts";
import type { NativeOperation } from "../core/events/native.ts";
import type { Algorithm, Stage, StageId } from "./algorithm.ts";
import { inOrder } from "./folders.ts";
import { withoutPullbacks } from "./refusing.ts";

/** Every algorithm of the list. */
export const ALGORITHMS: readonly Algorithm[] = inOrder(
  import.meta.glob<Algorithm>("./*/index.ts", { eager: true, import: "algorithm" }),
  "index.ts",
).map((algorithm) => ({ ...algorithm, stages: algorithm.stages.map(withoutPullbacks) }));

/** All stages of all algorithms, in order. */
export const STAGES: readonly Stage[] = ALGORITHMS.flatMap((algorithm) => algorithm.stages);

/** The native operations of all algorithms, for programs that are read from their text. */
export const NATIVES: readonly NativeOperation[] = ALGORITHMS.flatMap(({ natives }) => natives ?? []);

/** The stage that the machine takes where none is asked for. */
export const DEFAULT_STAGE: StageId = nth(ALGORITHMS, 0).usual.run;

/** The stage of an id, as a user may have typed it. */
export function stageOf(id: string): Stage | undefined {
  return STAGES.find((stage) => stage.id === id);
}
