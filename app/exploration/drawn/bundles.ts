// The edges of a large graph, gathered into bundles between groups of its scalars.
import { addAt, nth } from "../../../engine/base/nth.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";

/** The edges from the scalars of a group to operands in another. */
export interface Bundle {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The edges of a graph between so many groups of scalars that follow each other; at most the bundles with most edges. */
export function bundlesOf({ size, starts, operands }: RunGraph, groups: number, most: number): readonly Bundle[] {
  const counts = new Float64Array(groups * groups);
  const group = (number: number): number => Math.floor((number * groups) / size);
  for (let number = 0; number < size; number++)
    for (let edge = nth(starts, number); edge < nth(starts, number + 1); edge++)
      addAt(counts, group(number) * groups + group(nth(operands, edge)), 1);
  return [...counts.entries()]
    .filter(([, count]) => count > 0)
    .map(([at, count]): Bundle => ({ from: Math.floor(at / groups), to: at % groups, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, most);
}

/** The scalars of a group, of so many that scalars are gathered in: from the first up to before the second. */
export function scalarsIn(size: number, groups: number, group: number): readonly [from: number, to: number] {
  return [Math.ceil((group * size) / groups), Math.ceil(((group + 1) * size) / groups)];
}
