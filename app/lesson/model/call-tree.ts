// The calls of a reverse pass as a tree, laid out in layers: a call stands above the middle of those that it made.
import { lastOf, nth } from "../../../engine/base/nth.ts";
import type { GlimpseColumn } from "../../../engine/lessons/glimpse.ts";

/** A call in the tree: its scalar, and the middle of its box in pixels. */
export interface PlacedCall {
  readonly number: number;
  /** The call that made it, as a place in the list; -1 where no other call did. */
  readonly by: number;
  readonly x: number;
  readonly y: number;
}

/** The tree with its size in pixels. */
export interface CallTree {
  readonly calls: readonly PlacedCall[];
  readonly width: number;
  readonly height: number;
}

/** Pixels from one layer to the next, and between two boxes. */
const LAYER = 46;
const GAP = 6;
/** How high the box of a call is. */
export const CALL_HEIGHT = 24;

/** Lays the calls of a column out, with boxes of one width. Calls come after those that made them. */
export function callTree({ made }: Pick<GlimpseColumn, "made">, box: number): CallTree {
  const children = made.map((): number[] => []);
  const roots: number[] = [];
  for (const [call, { by }] of made.entries()) (children[by] ?? roots).push(call);
  const places = made.map(() => ({ x: 0, y: 0 }));
  let leaves = 0;
  let deepest = 0;
  const place = (call: number, depth: number): number => {
    deepest = Math.max(deepest, depth);
    const below = nth(children, call).map((child) => place(child, depth + 1));
    const x = below.length === 0 ? box / 2 + (box + GAP) * leaves++ : (nth(below, 0) + lastOf(below)) / 2;
    places[call] = { x, y: CALL_HEIGHT / 2 + LAYER * depth };
    return x;
  };
  for (const root of roots) place(root, 0);
  return {
    calls: made.map(({ number, by }, call) => ({ number, by, ...nth(places, call) })),
    width: Math.max(0, leaves * (box + GAP) - GAP),
    height: made.length === 0 ? 0 : CALL_HEIGHT + LAYER * deepest,
  };
}
