// A tree of calls that outgrows the pixels: a bar for each row, as wide as its calls, with the counts in words.

import { t as text } from "@lingui/core/macro";
import { type Fold, foldOf, type TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { operandsIn } from "../../../../engine/graphs/run-graph.ts";
import { keptByKey, keptForPair } from "../../../base/kept.ts";
import { call } from "../../../exploration/drawn/words.ts";
import { between, eased, smooth } from "../../../picture/motion.ts";
import { cot, lengthOf, strong } from "../../../picture/parts.ts";
import { hundredths, type Path } from "../../../picture/path.ts";
import { around, LETTER, soft } from "../../../picture/shape.ts";
import { callsAfter, callsAt, callsSoFar, ROUNDING, wholeCallsAt } from "../../../playback/model/calls.ts";
import { type Film, foldsOf, foldsOver } from "../../../playback/model/film.ts";
import { otherThan } from "../../../playback/model/pieces.ts";
import { grouped } from "../../../words/numbers.ts";
import { INSET, type Paper, type Place } from "../../model/paper.ts";
import type { TreeMoment } from "../moment.ts";
import { callHeight, drawPill, pillFor } from "../pill.ts";
import { type Bar, drawFlows } from "./flows.ts";
import { type CallsInRow, ENDS, fieldOf, GAP, inRow, middlesOf } from "./rows.ts";
import { APPEARS, drawPlus } from "./standing.ts";
import { graphMorphOf } from "./to-graph.ts";

/** Sizes, in pixels on paper of scale 1 (`PX`), and in letters (`LETTERS`). */
const PX = { narrowest: 0.75, beside: 8, band: 250, told: 10 };
const LETTERS = { besides: 3, high: 0.8 };
/** Calls in a bar that are told apart: the least room of one in pixels, and the parts of that for the call, its middle, the gap, and words. */
const CALL = { least: 2.2, filled: 0.76, middle: 0.38, gap: 0.24, words: 0.7 };
/** How far the colour of a bar goes to that of a sum, in per cent. */
const SUMMED = 60;
/** From so many calls on their number is told. */
const SEVERAL = 1.5;

/** Single calls of a row below which their number stands beside them. */
const FEW = 8;

/** Flows between rows that are drawn. */
const MOST_FLOWS = 600;

/** After so much more than it has room for, in parts of it, a silhouette has zoomed out to twice the room. */
const ZOOMS_OUT = 0.25;

/** A call is no wider than this many letters are high. */
const LARGEST = 3;

/**
 * How wide a call is, in pixels, with letters of a size, where rows have `room` and the longest has `most` calls by now and `final` at the end. A row grows
 * until it takes all of the room; then the picture zooms out to half of its size, and the row grows again. At the end the longest row
 * takes all of the room.
 */
export function callWidth(room: number, most: number, final: number, size: number): number {
  const largest = LARGEST * size;
  if (most >= final || most <= 0) return Math.min(largest, room / Math.max(1, most));
  const full = final / 2 ** Math.ceil(Math.log2(final / most) - ROUNDING);
  const zoom = Math.min(1, (most / full - 1) / ZOOMS_OUT);
  const wide = Math.max(most, full * 2 ** smooth(zoom));
  return Math.min(largest, room / wide);
}

/** Draws each row as wide as its calls, and edges between them, as far as the tree has outgrown its calls, from 0 to 1. */
export function drawRowBars(moment: TreeMoment, outgrown: number): void {
  const { film, paper, picture, t, y, isSeen, place, animation: column } = moment;
  const { graph, animation } = film;
  const { scale, size } = paper;
  const made = callsSoFar(film, column, t);
  const folds = foldsOf(film, column);
  const whole = column.whole === undefined ? made : callsSoFar(present(film.whole), column.whole, t);
  // rows keep their scale when edges are cut
  const most = Math.max(1, ...whole);
  const room = fieldOf(paper, place);
  const unit = callWidth(room, most, longest(column), size);
  const h = callHeight(paper);
  const left = callsAt(film, column, t);
  const counted = wholeCallsAt(film, column, t);
  const bars = Array.from(left, (count, number) => {
    const fold = foldOf({ folds }, number);
    const u = fold === undefined ? 0 : eased(t, fold.slide);
    const { told, was } = callIn(film, number);
    const pill = Math.min(room, (lengthOf(told) + 2) * size * LETTER);
    const wide = Math.max(PX.narrowest * scale, count * unit);
    const isPill = u >= 1 || column.total[number] === 1;
    const w = u === 0 ? wide : Math.exp(between(Math.log(wide), Math.log(pill), u));
    const counts = { all: nth(whole, number), begun: nth(made, number), counted: nth(counted, number) };
    return { number, count, u, isPill, told, was, pill, w, ...counts };
  });
  const morph = graphMorphOf(moment);
  if (graph.operands.length <= MOST_FLOWS) drawFlows(moment, bars, { outgrown, morph });
  for (const bar of bars) {
    const { number, count, u, isPill, told, was, pill, w, all, begun } = bar;
    if (!isSeen(number)) continue;
    const at = y(number);
    const opacity = outgrown * (1 - u);
    // calls that are not made since edges were cut: a row as wide as all would be, behind the others
    const gone = { ...soft("err", 1), dash: "4 3", opacity, data: { gone: Math.round(all - begun) } };
    if (begun < all - ROUNDING && u < 1)
      picture.rect("edge", `gone${place.id}${number}`, around(place.middle, at, Math.max(2, all * unit), h), gone);
    if (count === 0) continue;
    if (isPill) {
      const mark = was === undefined ? undefined : "changed";
      const there = u >= 1 ? 1 : progress(count, APPEARS);
      const look = { isNow: false, isFolded: u >= 1, opacity: outgrown * there, mark } as const;
      const x = morph?.x(number, place.middle, pillFor(paper, told, pill + ENDS).w) ?? place.middle;
      drawPill(moment, `bar${place.id}${number}`, told, { x, y: at, w: pill + ENDS }, look);
      continue;
    }
    if (folds.length > 0 && drawAddends(moment, number, outgrown)) continue;
    const fill = u > 0 ? ({ mix: ["bp", "staged"], part: Math.round(100 - SUMMED * u) } as const) : "bp";
    const pitch = w / count;
    const isApart = pitch >= CALL.least && count > 1 && u === 0;
    const dash = isApart ? `${hundredths(pitch * CALL.filled)} ${hundredths(pitch * CALL.gap)}` : undefined;
    const data = { calls: Math.round(count), w: hundredths(w) };
    // single calls have outlines as long as they are wider than a line
    const line: Path = [
      ["M", place.middle - w / 2, 0],
      ["h", w],
    ];
    picture.line("node", `bar${place.id}${number}`, line, fill, h, { dy: at, opacity: outgrown, dash, data });
    drawCount(moment, bar, { unit, isApart, opacity });
  }
  if (unit < PX.told && t < animation.reverseEnd) drawScale(moment, unit);
}

/** The words of the call that all calls of a scalar become; with its number before edges were cut, where that was another. */
function callIn({ graph, whole }: Film, number: number) {
  const before = whole?.graph.cotangents[number];
  const value = nth(graph.cotangents, number);
  const was = before === undefined ? undefined : otherThan(value, before);
  return { told: call(graph, number, value, was), was };
}

/** How bars are drawn: how wide a call is, how visible bars are, and whether one tells its calls apart. */
interface BarLook {
  readonly unit: number;
  readonly opacity: number;
  readonly isApart: boolean;
}

/** Draws how many calls a bar has, in it or beside it. */
function drawCount(moment: TreeMoment, bar: Bar, { unit, opacity, isApart }: BarLook): void {
  const { paper, picture, y, place } = moment;
  const h = callHeight(paper);
  const { scale, size, small } = paper;
  const { number, count, counted, begun, all, w } = bar;
  const pitch = w / count;
  const at = y(number);
  // numbers stand over all that is drawn: those of a row that is half out of sight would stand over the head
  if (count < SEVERAL || at < paper.top) return;
  const isFewer = Math.round(begun) < Math.round(all);
  const words = `${isFewer ? `${grouped(Math.round(all))}→` : ""}${grouped(counted)}`;
  const wide = (words.length + LETTERS.besides) * size * LETTER;
  // beside a few single calls, so that it is not read as the number of one of them
  const isFew = isApart && count < FEW && place.middle + w / 2 + wide < place.right;
  const inside = w > wide && !isFew;
  // in the middle one of the calls where one is as wide as that, and before some of them otherwise
  const isInOne = isApart && pitch * CALL.words > (words.length + 1) * size * LETTER;
  const middle = isInOne ? place.middle - w / 2 + (Math.floor(count / 2) + CALL.middle) * pitch : place.middle;
  const ground = around(place.middle, at, (words.length + 1) * size * LETTER, h);
  if (inside && isApart && !isInOne) picture.rect("top", `gap${place.id}${number}`, ground, { fill: "bp", opacity });
  const parts = [strong(words, inside ? "paper" : isFewer ? "err" : "bp")];
  const x = inside ? middle : place.middle + Math.max(w, isFewer ? all * unit : 0) / 2 + PX.beside * scale;
  const letters = Math.min(size, Math.max(small, h * LETTERS.high));
  const look = { anchor: inside ? "middle" : "start", opacity } as const;
  picture.text("top", `count${place.id}${number}`, [x, at], parts, letters, look);
}

/** Draws how many calls are a pixel, or how many pixels a call is. */
function drawScale({ paper, picture, place }: TreeMoment, unit: number): void {
  const { scale, small, bandY } = paper;
  const [calls, pixels] = [1 / unit, unit].map((x) => shortReal(Number(x.toPrecision(2))));
  const words = unit < 1 ? text`1 px = ${calls} calls` : text`1 call = ${pixels} px`;
  const at = [place.right - INSET * scale, bandY + small] as const;
  if (place.w > PX.band * scale) picture.say("band", `scale${place.id}`, at, words, "ink-3", small, { anchor: "end" });
}

/** The calls of the row that has most of them, when all are made. */
export function longest({ total, whole }: TreeColumn): number {
  return Math.max(1, ...(whole?.total ?? total));
}

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
function drawAddends(moment: TreeMoment, number: number, opacity: number): boolean {
  const { film, paper, t, y, place, animation: column } = moment;
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
    const pill = { x, y: y(number), w: nth(widths, at) };
    drawPill(moment, `addend${place.id}${number} ${at}`, nth(words, at), pill, look);
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
