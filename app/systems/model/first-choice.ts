// The choice before the reader's: a scalar of which systems keep and deliver most.
import { nth } from "../../../engine/base/nth.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { usesIn } from "../../exploration/model/scalar.ts";
import { isCompared } from "./reached.ts";

/**
 * The scalar that is used most often, for its cotangent is a sum; of several the first. The last one where none is used twice, and undefined
 * where none is reached.
 */
export function firstChoice(graph: RunGraph): number | undefined {
  const { starts } = usesIn(graph);
  let best: number | undefined;
  let most = 1;
  for (let node = 0; node < graph.size; node++) {
    if (!isCompared(graph, node)) continue;
    const count = nth(starts, node + 1) - nth(starts, node);
    if (count > most) [best, most] = [node, count];
    else if (most === 1) best = node;
  }
  return best;
}
