// How the calls of a small tree fit on a paper: the place and the text of each. Edges come first: names and then numbers are left out where
// they would hide passing edges, and calls move aside of these.

import type { TreeColumn } from "../../../../engine/animation/animation.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import { kept, keptByKey, keptForPair } from "../../../base/kept.ts";
import { withDigits } from "../../../picture/parts.ts";
import type { Part } from "../../../picture/shape.ts";
import type { Film } from "../../../playback/model/film.ts";
import { shapeIn, type TreeShape, type TreeStep } from "../../../playback/model/tree-shape.ts";
import { perColumn } from "../../model/columns.ts";
import { hasWays } from "../../model/folding.ts";
import { type Paper, type Place, treePlace } from "../../model/paper.ts";
import { pillFor } from "../pill.ts";
import { partsOf } from "./call-text.ts";
import { asideOfEdges, roomBeside, roomInRows, wordsInRows } from "./rows.ts";

/** Room beside a tree, and the height below which rows are low. */
export const PAD = 14;
const LOW = 40;
/** How much more is left beside a tree in low rows, where calls go aside of edges. */
const ASIDE = 2;

/** How high calls are drawn. */
export function callHeight({ size, rowHeight }: Pick<Paper, "size" | "rowHeight">): number {
  return Math.min(size * 1.65, rowHeight * (rowHeight < LOW ? 0.8 : 0.6));
}

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
}

/** By column of a film on a paper, how the groups of its steps fit there. */
export const fitsOf = keptForPair((paper: Paper, film: Film) =>
  perColumn(paper, film, (column, animation) => {
    const place = treePlace(paper, column);
    const shape = present(shapeIn(film, animation as TreeColumn));
    return kept((step: TreeStep) => stepFit(film, paper, place, shape, step));
  }),
);

/** The room of a call that is a dot. */
const DOT = 12;

function stepFit(film: Film, paper: Paper, place: Place, shape: TreeShape, step: TreeStep): StepFit {
  const { groups } = step;
  const h = callHeight(paper);
  const x = placeIn(paper, place, shape.leaves);
  const placed = groups.map((group) => ({ number: group.number, x: x(group.x) }));
  const most = roomInRows(placed, place.w - 28 * paper.scale);
  const told = groups.map((group) => partsOf(film, group));
  const pill = (words: readonly Part[], w: number) => pillFor(paper, words, { w, h });
  const fitted = (room: readonly number[], beside: readonly number[]) => {
    const isRoomFor = (one: readonly Part[], index: number): boolean => pill(one, nth(beside, index)).text === one;
    const words = wordsInRows(groups, told, isRoomFor) as typeof told;
    return { room, words, widths: words.map((one, index) => pill(one, nth(room, index)).w) };
  };
  // where rows are far enough apart, edges find their way around
  if (hasWays(paper.rowHeight, h))
    return withTold(
      placed.map((one) => one.x),
      fitted(most, most),
    );
  // in the end edges lie as those of the graph do
  if (shape.steps.length > 1 && step === shape.steps.at(-1))
    return withTold(
      placed.map((one) => one.x),
      fitted(most, most),
    );
  const edges = groups.flatMap((group) =>
    group.callers.map(({ from }) => ({ above: group.number, below: nth(groups, from).number, x: x(group.x) })),
  );
  const field = [place.x + 3, place.right - 3] as const;
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
  return { x, ...fit, told };
}

/** The numbers of a scalar's calls that are about to be added, and their widths then. */
export interface Addends {
  /** By place in the groups of the step. */
  readonly words: ReadonlyMap<number, readonly Part[]>;
  readonly widths: ReadonlyMap<number, number>;
}

/**
 * The numbers of the calls of a scalar with as many digits as all of them have room for beside each other, with a + between them; none
 * where two digits are too many.
 */
export function addendsIn(
  film: Film,
  paper: Paper,
  place: Place,
  step: TreeStep,
  number: number,
  plus: number,
): Addends {
  return addendsFor(paper, step)(`${place.id} ${number}`, () => fittingAddends(film, paper, place, step, number, plus));
}

function fittingAddends(film: Film, paper: Paper, place: Place, step: TreeStep, number: number, plus: number): Addends {
  const mine = [...step.groups.entries()].filter(([, group]) => group.number === number);
  const told = mine.map(([, group]) => partsOf(film, group).slice(-1));
  const h = callHeight(paper);
  const field = place.w - 2 * PAD * paper.scale;
  const forms = [told, ...[3, 2].map((digits) => told.map((one) => withDigits(one, digits)))];
  const fitting = forms
    .map((words) => ({ words, widths: words.map((one) => pillFor(paper, one, { w: field, h }).w) }))
    .find(({ widths }) => widths.reduce((sum, one) => sum + one + plus, -plus) <= field);
  return {
    words: new Map(fitting?.words.map((one, at) => [nth(mine, at)[0], one])),
    widths: new Map(fitting?.widths.map((one, at) => [nth(mine, at)[0], one])),
  };
}

const addendsFor = keptForPair((_paper: Paper, _step: TreeStep) => keptByKey<string, Addends>());
