// The last few calls of a row of a tree in bars: before they become one, their numbers are seen, as those of a tree that is drawn call by call.

import type { Fold, TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { operandsIn } from "../../../../engine/graphs/run-graph.ts";
import { keptByKey, keptForPair } from "../../../base/kept.ts";
import { between, eased } from "../../../picture/motion.ts";
import { cot } from "../../../picture/parts.ts";
import { callsAfter } from "../../../playback/model/calls.ts";
import { type Film, foldsOver } from "../../../playback/model/film.ts";
import type { Paper, Place } from "../../model/paper.ts";
import type { Moment } from "../moment.ts";
import { drawPill } from "../pill.ts";
import { type CallsInRow, GAP, inRow, middlesOf } from "./side-by-side.ts";
import { drawPlus } from "./standing.ts";

/** Most addends shown while a row becomes one call, and the room of a + between them, in letters. */
const MOST_ADDENDS = 4;
const PLUS = 1.5;
/** The size of a +, in letters. */
const PLUS_SIZE = 1.4;
/** The part of the time until they slide at which addends have made room for a +. */
const OPENED = 0.6;

/** Addends in a row: with room for a + between them, or without where their numbers would have none then. */
function addendsIn(paper: Paper, place: Place, values: readonly number[]): CallsInRow & { readonly gap: number } {
  const gap = PLUS * paper.size;
  const told = values.map((value) => [cot(value)]);
  const row = inRow(paper, place, told, gap);
  return row.isTold ? { ...row, gap } : { ...inRow(paper, place, told), gap: 0 };
}

/** Cotangents of the calls of a scalar after some folds; undefined where they are more than are shown, or the result calls some. */
function addendsAfter(film: Film, column: TreeColumn, folds: number, number: number): readonly number[] | undefined {
  const { graph, animation } = film;
  const count = Math.round(nth(callsAfter(film, column, folds), number));
  if (count > MOST_ADDENDS) return undefined;
  const isOne = animation.folds.slice(0, folds).some((fold) => fold.number === number || fold.along.includes(number));
  if (isOne || count === 1) return [nth(graph.cotangents, number)];
  const found: number[] = [];
  for (let user = number + 1; user < graph.size; user++)
    for (const { node, edge } of operandsIn(graph, user)) {
      if (node !== number || column.total[user] === 0) continue;
      const values = addendsAfter(film, column, folds, user);
      if (values === undefined) return undefined;
      found.push(...values.map((value) => value * nth(graph.partials, edge)));
    }
  return found.length === count ? found : undefined;
}

/** How far addends have made room for a + between them, from 0 to 1. */
function opensBy({ from, slide }: Fold, t: number): number {
  return progress(t, { from, to: between(from, slide.from, OPENED) });
}

const addendsOf = keptForPair((film: Film, column: TreeColumn) => {
  const found = keptByKey<string, readonly number[] | undefined>();
  return (folds: number, number: number) =>
    found(`${folds} ${number}`, () => addendsAfter(film, column, folds, number));
});

/**
 * Draws the few remaining calls of a scalar when they become one: addends, with a + between them, that slide together; returns false and
 * draws nothing where they are more than are shown, or another scalar's turn.
 */
export function drawAddends(
  moment: Moment,
  place: Place,
  column: TreeColumn,
  number: number,
  { h, opacity }: { readonly h: number; readonly opacity: number },
): boolean {
  const { film, paper, t, y } = moment;
  const { folds } = film.animation;
  const done = foldsOver(folds, t);
  const fold = folds[done];
  if (fold === undefined || t < fold.from || (fold.number !== number && !fold.along.includes(number))) return false;
  const values = column.whole === undefined ? addendsOf(film, column)(done, number) : undefined;
  if (values === undefined || values.length < 2) return false;
  const { words, widths, gap } = addendsIn(paper, place, values);
  const [opens, u] = [opensBy(fold, t), eased(t, fold.slide)];
  const apart = middlesOf(place, widths, Math.max(gap, GAP));
  const xs = apart.map((x) => between(x, place.middle, u));
  for (const [at, x] of xs.entries()) {
    const look = { isNow: false, isFolded: false, opacity: opacity * opens };
    const pill = { x, y: y(number), w: nth(widths, at), h };
    drawPill(moment, place, `addend${place.id}${number} ${at}`, nth(words, at), pill, look);
    if (at === 0 || gap === 0 || u > 0.5) continue;
    const middle = (x - nth(widths, at) / 2 + nth(xs, at - 1) + nth(widths, at - 1) / 2) / 2;
    const seen = opacity * opens * (1 - 2 * u);
    drawPlus(moment, `addplus${place.id}${number} ${at}`, middle, y(number), {
      size: PLUS_SIZE,
      opacity: seen,
      fold: number,
    });
  }
  return true;
}
