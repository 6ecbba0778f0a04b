// The contributions of each scalar of a glimpse: the receivers of its cotangent times a partial.
import { nth } from "../../../engine/base/nth.ts";
import type { Glimpse } from "../../../engine/lessons/glimpse.ts";

/** Where a cotangent is sent, and the partial that it is multiplied by. */
export interface Contribution {
  readonly to: number;
  readonly partial: number;
}

/** By number, a scalar's contributions. */
export function contributionsIn({ nodes, edges }: Glimpse): readonly (readonly Contribution[])[] {
  const made: Contribution[][] = nodes.map(() => []);
  for (const { from, to, partial } of edges) nth(made, to).push({ to: from, partial: partial ?? Number.NaN });
  return made;
}

/** The same without constants, which pass nothing on. */
export function passedOn(glimpse: Glimpse): readonly (readonly Contribution[])[] {
  return contributionsIn(glimpse).map((made) => made.filter(({ to }) => nth(glimpse.nodes, to).kind !== "constant"));
}

/** The cotangents that a reverse pass begins with, by number; undefined where there is none. */
export function seeded({ nodes, outputs, seeds }: Glimpse): (number | undefined)[] {
  const cells: (number | undefined)[] = nodes.map(() => undefined);
  for (const [index, output] of outputs.entries()) cells[output] = (cells[output] ?? 0) + nth(seeds, index);
  return cells;
}

/** The cotangents of the inputs, in their order. */
export function gradientIn({ nodes }: Glimpse, cotangent: (number: number) => number | undefined): readonly number[] {
  return nodes.flatMap(({ number, kind }) => (kind === "input" ? [cotangent(number) ?? 0] : []));
}
