// All that can be asked of a run.
import type { QueryKind } from "./kind.ts";
import { OF_A_STAGE } from "./of-a-stage.ts";
import { OF_A_STEP } from "./of-a-step.ts";
import { OF_A_TYPE } from "./of-a-type.ts";
import { OF_THE_GRAPH } from "./of-the-graph.ts";
import { OVER_N } from "./over-n.ts";

/** The kinds of queries, in the order in which they are listed. */
export const QUERIES: readonly QueryKind[] = [...OF_THE_GRAPH, ...OF_A_STAGE, ...OF_A_STEP, ...OF_A_TYPE, ...OVER_N];
