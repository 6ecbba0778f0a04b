// How the calls of a tree fit on a paper, one by one: the place and the text of each. A narrow tree is as wide as its leaves. Its edges come
// first: names and then numbers are left out where they would hide passing edges, and calls move aside of these. The calls of a wider one
// stand side by side in their rows, as long as all of them have room for their numbers.

import type { TreeColumn } from "../../../../engine/animation/animation.ts";
import { groupedBy } from "../../../../engine/base/grouped-by.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { kept, keptByKey, keptForPair } from "../../../base/kept.ts";
import type { Part } from "../../../picture/shape.ts";
import type { Film } from "../../../playback/model/film.ts";
import { narrowIn, shapeIn, type TreeShape, type TreeStep } from "../../../playback/model/tree-shape.ts";
import { perColumn } from "../../model/columns.ts";
import { apart, hasWays, sideBySide } from "../../model/folding.ts";
import { BORDER, type Paper, type Place, treePlace } from "../../model/paper.ts";
import { callHeight, LOW, pillFor } from "../pill.ts";
import { longest } from "./row-bars.ts";
import {
  asideOfEdges,
  byRow,
  fieldOf,
  GAP,
  inRow,
  middlesOf,
  PLUS,
  roomBeside,
  roomInRows,
  wordsInRows,
} from "./rows.ts";
import { partsOf } from "./standing.ts";

/** Room beside a tree. */
const PAD = 14;
/** How much more is left beside a tree in low rows, where calls go aside of edges. */
const ASIDE = 2;
/** The least room of a call, in pixels on paper of scale 1, at which the calls of a row are drawn one by one. */
const LEAST = 24;

/** Where a place in widths of leaves is. */
function placeIn({ rowHeight, scale }: Paper, place: Place, leaves: number): (at: number) => number {
  const pad = (rowHeight < LOW ? ASIDE : 1) * PAD * scale;
  const unit = (place.w - 2 * pad) / leaves;
  return (at) => place.x + pad + at * unit;
}

/** The groups of a step as they fit on a paper: by group its middle, its room, its words and its width. */
export interface StepFit {
  readonly x: readonly number[];
  readonly room: readonly number[];
  readonly words: readonly (readonly Part[])[];
  readonly widths: readonly number[];
  /** The same for a call that is looked at now, and says its number even where that hides an edge. */
  readonly told: Pick<StepFit, "room" | "words" | "widths">;
  /** Where calls stand side by side: by row its groups, and by group whether it is the one that all calls of its row have become. */
  readonly inRows: { readonly rows: readonly (readonly number[])[]; readonly isOne: readonly boolean[] } | undefined;
}

/** A tree that is drawn call by call: its shape, and how the groups of its steps fit. */
export interface CallsFit {
  readonly shape: TreeShape;
  /** Whether the tree is as wide as its leaves; else calls stand side by side in their rows. */
  readonly isNarrow: boolean;
  layOut(step: TreeStep): StepFit;
}

/** By column of a film on a paper, how its calls fit there one by one; undefined where they are too many. */
export const fitsOf = keptForPair((paper: Paper, film: Film) =>
  perColumn(paper, film, (column, animation): CallsFit | undefined => {
    const [place, tree] = [treePlace(paper, column), animation as TreeColumn];
    const narrow = narrowIn(film, tree);
    if (narrow !== undefined)
      return {
        shape: narrow,
        isNarrow: true,
        layOut: kept((step: TreeStep) => leavesFit(film, paper, place, narrow, step)),
      };
    const shape = shapeIn(film, tree);
    if (shape === undefined || longest(tree) * LEAST * paper.scale > fieldOf(paper, place)) return undefined;
    return { shape, isNarrow: false, layOut: kept((step: TreeStep) => rowsFit(film, paper, place, step)) };
  }),
);

/** Side by side in their rows: a single call with its name, several with their numbers. */
function rowsFit(film: Film, paper: Paper, place: Place, { groups }: TreeStep): StepFit {
  const [x, room]: [number[], number[]] = [[], []];
  const words: (readonly Part[])[] = [];
  const isOne = groups.map(() => false);
  const indexed = groups.map((group, index) => ({ number: group.number, index, told: partsOf(film, group) }));
  const rows = [...byRow(indexed).values()];
  for (const row of rows) {
    const told = row.length === 1 ? [nth(row, 0).told] : row.map((one) => one.told.slice(-1));
    const fitted = inRow(paper, place, told);
    const middles = middlesOf(place, fitted.widths, GAP);
    for (const [at, { index }] of row.entries()) {
      x[index] = nth(middles, at);
      room[index] = nth(fitted.widths, at);
      words[index] = nth(fitted.words, at);
      isOne[index] = row.length === 1 && nth(groups, index).calls.length > 1;
    }
  }
  const widths = words.map((one, index) => pillFor(paper, one, nth(room, index)).w);
  const inRows = { rows: rows.map((row) => row.map(({ index }) => index)), isOne };
  return { ...withTold(x, { room, words, widths }), inRows };
}

/** The middles of calls side by side, where each of them has grown as far as it says, from 0 to 1. */
export function grownInRows(place: Place, { x, room, inRows }: StepFit, grown: readonly number[]): readonly number[] {
  const found = [...x];
  for (const row of inRows?.rows ?? []) {
    const middles = middlesOf(
      place,
      row.map((index) => (nth(room, index) + GAP) * nth(grown, index)),
    );
    for (const [at, index] of row.entries()) found[index] = nth(middles, at);
  }
  return found;
}

/** The room of a call that is a dot. */
const DOT = 12;

function leavesFit(film: Film, paper: Paper, place: Place, shape: TreeShape, step: TreeStep): StepFit {
  const { groups } = step;
  const x = placeIn(paper, place, shape.leaves);
  const placed = groups.map((group) => ({ number: group.number, x: x(group.x) }));
  const most = roomInRows(placed, fieldOf(paper, place));
  const told = groups.map((group) => partsOf(film, group));
  const fitted = (room: readonly number[], beside: readonly number[]) => {
    const words = wordsInRows(paper, groups, told, beside);
    return { room, words, widths: words.map((one, index) => pillFor(paper, one, nth(room, index)).w) };
  };
  // where rows are far enough apart, edges find their way around; in the end they lie as those of the graph do
  if (hasWays(paper.rowHeight, callHeight(paper)) || (shape.folds > 0 && step === shape.step(shape.folds)))
    return withTold(
      placed.map((one) => one.x),
      fitted(most, most),
    );
  const edges = groups.flatMap((group) =>
    group.callers.map(({ from }) => ({ above: group.number, below: nth(groups, from).number, x: x(group.x) })),
  );
  const field = [place.x + BORDER, place.right - BORDER] as const;
  const aside = (widths: readonly number[]) =>
    asideOfEdges(
      groups.map(({ number, callers }, index) => ({
        number,
        x: nth(placed, index).x,
        w: nth(widths, index),
        callers: callers.map(({ from }) => from),
      })),
      field,
    );
  const first = fitted(most, roomBeside(placed, most, edges));
  const { isClear, x: found } = aside(first.widths);
  // in high rows an edge finds its way around
  if (paper.rowHeight >= LOW || isClear.every((one) => one)) return withTold(found, first);
  const room = most.map((one, index) => (nth(isClear, index) ? one : Math.min(one, DOT)));
  const last = fitted(room, roomBeside(placed, room, edges));
  return withTold(aside(last.widths).x, last, first);
}

function withTold(x: readonly number[], fit: StepFit["told"], told = fit): StepFit {
  return { x, ...fit, told, inRows: undefined };
}

/** By place in the groups of a step, the number of each call of a scalar that is about to be added, and its width then. */
export type Addends = ReadonlyMap<number, { readonly words: readonly Part[]; readonly w: number }>;

/**
 * The numbers of the calls of a scalar with as many digits as all of them have room for beside each other, with a + between them; none
 * where they have no room, and without a scalar.
 */
export function addendsIn(film: Film, paper: Paper, place: Place, step: TreeStep, number: number | undefined): Addends {
  if (number === undefined) return new Map();
  return addendsFor(paper, step)(`${place.id} ${number}`, () => {
    const mine = [...step.groups.entries()].filter(([, group]) => group.number === number);
    const told = mine.map(([, group]) => partsOf(film, group).slice(-1));
    const { words, widths, isTold } = inRow(paper, place, told, PLUS * paper.size);
    if (!isTold) return new Map();
    return new Map(mine.map(([index], at) => [index, { words: nth(words, at), w: nth(widths, at) }]));
  });
}

const addendsFor = keptForPair((_paper: Paper, _step: TreeStep) => keptByKey<string, Addends>());

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
