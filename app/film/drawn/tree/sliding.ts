// Calls of a tree that become one: where they stand apart, how they pass each other, and where they end.

import { groupedBy } from "../../../../engine/base/grouped-by.ts";
import { nth } from "../../../../engine/base/nth.ts";
import type { TreeStep } from "../../../playback/model/tree-shape.ts";
import { apart, sideBySide } from "../../model/folding.ts";
import type { Paper, Place } from "../../model/paper.ts";
import { PAD, type StepFit } from "./fit.ts";
import { callHeight, PLUS } from "./side-by-side.ts";

/** Calls above each other are this far apart, in heights of a call; below the least, they stand side by side instead. */
const ABOVE = 1.08;
const LEAST_ABOVE = 0.8;

/** Two steps of a tree, how their calls fit, and where those of the first stand, as wide as they are drawn. */
interface Sliding {
  readonly now: TreeStep;
  readonly next: TreeStep;
  readonly before: StepFit;
  readonly after: StepFit;
  readonly places: readonly number[];
  readonly widths: readonly number[];
}

/** How the calls of a step come to those of the next, by call. */
interface Slide {
  /** Where they stand with room for a + between them. */
  readonly opened: readonly number[];
  readonly ends: readonly number[];
  /** How far above or below its row a call slides along, so that none covers another on its way. */
  readonly aside: readonly number[];
}

/** Finds how calls slide into the next step while those of a scalar are folded; undefined: while none are. */
export function slideOf(paper: Paper, place: Place, sliding: Sliding, folded: number | undefined): Slide {
  const { now, next, before, after, places, widths } = sliding;
  const { size, rowHeight } = paper;
  const pad = PAD * paper.scale;
  const h = callHeight(paper);
  const field = [place.x + pad, place.right - pad] as const;
  const opened = [...places];
  const ends = now.groups.map((group) => nth(after.x, nth(next.of, nth(group.calls, 0))));
  const aside = now.groups.map(() => 0);
  if (folded === undefined) return { opened, ends, aside };
  const mine = [...now.groups.keys()].filter((index) => nth(now.groups, index).number === folded);
  mine.sort((a, b) => nth(opened, a) - nth(opened, b));
  const apartAt = apart(
    mine.map((index) => nth(opened, index)),
    mine.map((index) => nth(widths, index)),
    size * PLUS,
    field,
  );
  for (const [at, index] of mine.entries()) opened[index] = nth(apartAt, at);
  for (const together of sharing(now, next, before.x)) {
    const { number } = nth(now.groups, nth(together, 0));
    const step = Math.min(ABOVE * h, (rowHeight - h) / (together.length - 1));
    if (folded !== number && step >= LEAST_ABOVE * h) {
      for (const [at, index] of together.entries()) aside[index] = (at - (together.length - 1) / 2) * step;
      continue;
    }
    const side = sideBySide(
      together.map((index) => nth(widths, index)),
      nth(ends, nth(together, 0)),
      folded === number
        ? place.w - 2 * pad
        : nth(after.room, nth(next.of, nth(nth(now.groups, nth(together, 0)).calls, 0))),
      folded === number ? size * PLUS : 0,
    );
    for (const [at, index] of together.entries()) ends[index] = nth(side, at);
  }
  return { opened, ends, aside };
}

/** The groups that become one in the next step, from left to right. */
function sharing(now: TreeStep, next: TreeStep, x: readonly number[]): readonly (readonly number[])[] {
  const byTarget = groupedBy(now.groups.keys(), (index) => nth(next.of, nth(nth(now.groups, index).calls, 0)));
  return [...byTarget.values()]
    .filter(({ length }) => length > 1)
    .map((together) => together.toSorted((a, b) => nth(x, a) - nth(x, b)));
}
