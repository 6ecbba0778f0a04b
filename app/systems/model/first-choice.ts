// The choice before the reader's, a scalar of which systems keep and deliver most; and the operation that is shown of a choice.
import { nth } from "../../../engine/base/nth.ts";
import { kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
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

/** The next scalar of those that systems are compared by, or the one before; after the last comes the first. */
export function nextChoice(graph: RunGraph, scalar: number | undefined, by: 1 | -1): number | undefined {
  const { size } = graph;
  const from = scalar ?? (by === 1 ? -1 : size);
  for (let off = 1; off <= size; off++) {
    const node = (((from + by * off) % size) + size) % size;
    if (isCompared(graph, node)) return node;
  }
  return undefined;
}

/** The operation that a scalar is, or its last reached one that uses it; of no scalar, or one that is not used, the last reached operation. */
export function operationOf(graph: RunGraph, scalar: number | undefined): number | undefined {
  if (scalar !== undefined && kindIn(graph, scalar) === "operation") return scalar;
  let last: number | undefined;
  let user: number | undefined;
  for (let node = 0; node < graph.size; node++) {
    if (kindIn(graph, node) !== "operation" || !isCompared(graph, node)) continue;
    last = node;
    if (operandsIn(graph, node).some((operand) => operand.node === scalar)) user = node;
  }
  return user ?? last;
}
