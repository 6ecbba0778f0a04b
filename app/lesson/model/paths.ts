// The paths of a picture's graph, from a scalar on to the result.
import type { Glimpse } from "../../../engine/lessons/glimpse.ts";

/** The edges that lead on from a scalar, as places in the list, and the scalars that they lead to, itself among them. */
export interface WayOn {
  readonly edges: ReadonlySet<number>;
  readonly nodes: ReadonlySet<number>;
}

/** All edges and nodes that a scalar flows into. */
export function wayOnFrom({ edges }: Pick<Glimpse, "edges">, scalar: number): WayOn {
  const nodes = new Set([scalar]);
  const on = new Set<number>();
  // a set that grows is gone through to its end
  for (const node of nodes)
    for (const [place, { from, to }] of edges.entries())
      if (from === node) {
        on.add(place);
        nodes.add(to);
      }
  return { edges: on, nodes };
}

/** The paths from a scalar to the results, each as its edges; undefined where there are more than so many. */
export function pathsFrom(
  { edges, outputs }: Pick<Glimpse, "edges" | "outputs">,
  scalar: number,
  most: number,
): readonly (readonly number[])[] | undefined {
  const ends = new Set(outputs);
  // off the ways to a result there is no path
  const reaching = new Set(outputs);
  for (const node of reaching) for (const { from, to } of edges) if (to === node) reaching.add(from);
  const found: (readonly number[])[] = [];
  const follow = (node: number, path: readonly number[]): void => {
    if (ends.has(node)) found.push(path);
    for (const [place, { from, to }] of edges.entries())
      if (from === node && reaching.has(to) && found.length <= most) follow(to, [...path, place]);
  };
  if (reaching.has(scalar)) follow(scalar, []);
  return found.length > most ? undefined : found;
}
