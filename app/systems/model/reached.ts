// When each system knows the final cotangent of a scalar: its deliveries in a recording, one after the other.

import type { ReplayOrder } from "../../../engine/animation/replay-order.ts";
import { nth } from "../../../engine/base/nth.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";

/** The deliveries of a reverse pass, in its order: additions to waiting sums, and calls that did not wait. */
export interface Deliveries {
  readonly to: readonly number[];
  /** By scalar, the places of its deliveries, from 1; the last one makes its cotangent final. */
  readonly of: ReadonlyMap<number, readonly number[]>;
}

/** Deliveries of a recording, in the order of its steps; where calls wait, contributions count, too. */
export function deliveriesOf({ calls, contributions, waits }: ReplayOrder): Deliveries {
  const found: { readonly step: number; readonly to: number }[] = [];
  // where nothing waits, a contribution is the call that it makes
  if (waits) contributions.to.forEach((to, index) => found.push({ step: nth(contributions.step, index), to }));
  calls.number.forEach((to, index) => {
    if (calls.taken[index] === 0) found.push({ step: nth(calls.step, index), to });
  });
  found.sort((a, b) => a.step - b.step);
  const of = new Map<number, number[]>();
  found.forEach(({ to }, index) => {
    const places = of.get(to);
    if (places === undefined) of.set(to, [index + 1]);
    else places.push(index + 1);
  });
  return { to: found.map(({ to }) => to), of };
}

/** Scalars that a column has rows for. */
const MOST_SHOWN = 9;

/** Whether a scalar is one that columns are compared by: reached, and no constant. */
export function isCompared(graph: RunGraph, node: number): boolean {
  return node < graph.size && graph.reached[node] === 1 && kindIn(graph, node) !== "constant";
}

/** The scalars that are compared, the last first: all that are reached, or of many the ones that are lit, the results and the inputs. */
export function comparedScalars(graph: RunGraph, lit: readonly number[]): readonly number[] {
  const isShown = (node: number): boolean => isCompared(graph, node);
  const all: number[] = [];
  for (let node = 0; node < graph.size && all.length <= MOST_SHOWN; node++) if (isShown(node)) all.push(node);
  if (all.length <= MOST_SHOWN) return all.reverse();
  const chosen = new Set<number>();
  const add = (nodes: Iterable<number>, most: number): void => {
    for (const node of nodes) if (chosen.size < most && node < graph.size && isShown(node)) chosen.add(node);
  };
  add(lit, 3);
  add(graph.outputs, 5);
  add(all, 7);
  add(descending(graph.size), MOST_SHOWN);
  return [...chosen].sort((a, b) => b - a);
}

function* descending(size: number): Generator<number> {
  for (let node = size - 1; node >= 0; node--) yield node;
}
