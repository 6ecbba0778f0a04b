// A tree in bars of which no row has many calls: each call with its number, as in a tree that is drawn call by call.

import type { Fold, TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { operandsIn } from "../../../../engine/graphs/run-graph.ts";
import { keptByKey, keptForPair } from "../../../base/kept.ts";
import { between, eased } from "../../../picture/motion.ts";
import { cot, lengthOf, withDigits, withFewerDigits } from "../../../picture/parts.ts";
import { LETTER, type Part } from "../../../picture/shape.ts";
import { callsAfter } from "../../../playback/model/calls.ts";
import type { Film } from "../../../playback/model/film.ts";
import { type CallsInRows, callsInRows } from "../../../playback/model/tree-shape.ts";
import type { Paper, Place } from "../../model/paper.ts";
import type { Moment } from "../moment.ts";
import { drawPill } from "../pill.ts";
import { callHeight } from "./fit.ts";

/** The least room of a call, in pixels on paper of scale 1, at which all calls have text. */
const LEAST = 24;
/** Pixels between calls that stand beside each other, and letters that the ends of a call take. */
const GAP = 4;
const ENDS = 1.4;

/** The part of its height that letters of a call have. */
const OF_HEIGHT = 0.67;

/** The calls of a tree of which no row has many, at a time. */
export interface SingleCalls {
  readonly replayOrder: TreeColumn["replayOrder"];
  readonly now: CallsInRows;
  /** While some become one: the calls after that, and the progress, from 0 to 1. */
  readonly next: CallsInRows | undefined;
  readonly u: number;
  /** Whether they are all made, and are being folded. */
  readonly isFolding: boolean;
  /** The scalars whose calls become one now, and how far these have made room for a + between them, from 0 to 1. */
  readonly opening: { readonly numbers: readonly number[]; readonly by: number };
}

/** The calls where each has `unit` pixels; undefined where that is too little, where edges are cut, and where they are too many to be followed. */
export function singleCalls({ film, paper, t }: Moment, column: TreeColumn, unit: number): SingleCalls | undefined {
  if (unit < LEAST * paper.scale || column.whole !== undefined) return undefined;
  const calls = callsInRows(film, column);
  if (calls === undefined) return undefined;
  const { folds, folded, columns } = film.animation;
  const own = folded !== undefined && columns[folded] === column ? folds : [];
  const done = own.filter(({ slide }) => t >= slide.to).length;
  const fold = own[done];
  const u = fold === undefined ? 0 : eased(t, fold.slide);
  const isOn = fold !== undefined && t >= fold.from;
  return {
    replayOrder: column.replayOrder,
    now: calls(done),
    next: u > 0 ? calls(done + 1) : undefined,
    u,
    isFolding: done > 0 || isOn,
    opening: { numbers: isOn ? [fold.number, ...fold.along] : [], by: isOn ? opensBy(fold, t) : 0 },
  };
}

/** The text of each call of a row, and its room in pixels. */
interface Row {
  readonly words: readonly (readonly Part[])[];
  readonly room: readonly number[];
  /** Whether all numbers have room. */
  readonly isTold: boolean;
}

/** The rows of a column that were looked at, by its ID and by scalar. */
const rowsOf = keptForPair((_paper: Paper, _calls: CallsInRows) => keptByKey<string, Row>());

function rowOf({ paper }: Moment, place: Place, calls: CallsInRows, number: number): Row {
  return rowsOf(paper, calls)(`${place.id} ${number}`, () =>
    fitted(
      paper,
      place,
      nth(calls.rows, number).map(({ value }) => value),
    ),
  );
}

/** Each call with its number, in as many digits as all of the row have room for; where two are too many, all calls have the same room. */
function fitted(paper: Paper, place: Place, values: readonly number[], gap = 0): Row {
  const told = values.map((value) => [cot(value)]);
  const all = place.w - 28 * paper.scale - gap * (values.length - 1);
  // as large as a pill has them
  const letter = Math.min(paper.size, Math.max(paper.least, callHeight(paper) * OF_HEIGHT)) * LETTER;
  const roomOf = (one: readonly Part[]): number => (lengthOf(one) + ENDS) * letter + GAP;
  const forms = [3, 2].map((digits) => told.map((one) => withDigits(one, digits)));
  const short = nth(forms, 1).map((one, at) => (Math.abs(nth(values, at)) < SMALL ? [brief(nth(values, at))] : one));
  for (const words of [told, ...forms, short]) {
    const room = words.map(roomOf);
    if (room.reduce((sum, one) => sum + one, 0) <= all) return { words, room, isTold: true };
  }
  const each = all / Math.max(1, told.length);
  const words = short.map((one) => withFewerDigits(one, Math.floor((each - GAP) / letter - ENDS)));
  return { words, room: words.map((one) => Math.min(each, roomOf(one))), isTold: false };
}

/** Below this a number is short as a power of ten: `−4e−3`. */
const SMALL = 0.01;

function brief(value: number): Part {
  return { ...cot(value), text: value === 0 ? "0" : value.toExponential(0).replaceAll("-", "−") };
}

/** How wide the calls of a scalar are beside each other; `made` is how many of them there are, with fractions. */
export function widthOfCalls(moment: Moment, place: Place, single: SingleCalls, number: number, made: number): number {
  const { room } = rowOf(moment, place, single.now, number);
  return sumOf(single.isFolding ? room : roomMade(room, made));
}

/** The room of the calls that are made; the last of them has as much of it as it is there. */
function roomMade(room: readonly number[], made: number): readonly number[] {
  return room.map((one, at) => one * Math.max(0, Math.min(1, made - at)));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The middles of boxes of given room side by side, around a place's middle. */
function middles({ middle }: Place, room: readonly number[]): readonly number[] {
  let x = middle - sumOf(room) / 2;
  return room.map((one) => {
    x += one;
    return x - one / 2;
  });
}

/** Addends in a row: with room for a + between them, or without where their numbers would have none then. */
function addendsIn(paper: Paper, place: Place, values: readonly number[]): Row & { readonly gap: number } {
  const gap = PLUS * paper.size;
  const row = fitted(paper, place, values, gap);
  return row.isTold ? { ...row, gap } : { ...fitted(paper, place, values), gap: 0 };
}

/** The middles of addends. */
function middlesApart(paper: Paper, place: Place, values: readonly number[]): readonly number[] {
  const { room, gap } = addendsIn(paper, place, values);
  const wide = room.map((one, at) => (at < room.length - 1 ? one + gap : one));
  return middles(place, wide).map((x, at) => (at < room.length - 1 ? x - gap / 2 : x));
}

/** Where the calls of a scalar stand now, by their middles; `made` is how many of them there are, with fractions. */
export function placesOf(
  moment: Moment,
  place: Place,
  single: SingleCalls,
  number: number,
  made: number,
): readonly number[] {
  const { now, next, u, isFolding, opening } = single;
  const { room } = rowOf(moment, place, now, number);
  const closed = middles(place, isFolding ? room : roomMade(room, made));
  const values = nth(now.rows, number).map(({ value }) => value);
  const isOpening = opening.numbers.includes(number) && values.length <= MOST_ADDENDS;
  const opened = isOpening ? middlesApart(moment.paper, place, values) : closed;
  const own = closed.map((x, at) => between(x, nth(opened, at), opening.by));
  if (next === undefined) return own;
  const after = middles(place, rowOf(moment, place, next, number).room);
  return own.map((x, at) => between(x, nth(after, nth(next.of, nth(nth(now.rows, number), at).first)), u));
}

/** How far a call of a row is there, from 0 to 1, by how many of the row are made. */
const thereOf = (at: number, made: number): number => progress(made - at, { from: 0.55, to: 1 });

/** Draws the calls of a scalar that are made so far, and their way together while the tree is folded. */
export function drawSingleCalls(
  moment: Moment,
  place: Place,
  single: SingleCalls,
  number: number,
  { h, made, opacity }: { readonly h: number; readonly made: number; readonly opacity: number },
): void {
  const { words, room } = rowOf(moment, place, single.now, number);
  const isMade = single.isFolding;
  for (const [at, x] of placesOf(moment, place, single, number, made).entries()) {
    const there = isMade ? 1 : thereOf(at, made);
    if (there === 0) break;
    const look = { isNow: !isMade && made - at < 1, isFolded: false, opacity: opacity * there };
    const pill = { x, y: moment.y(number), w: nth(room, at) - GAP, h };
    drawPill(moment, place, `few${place.id}${number} ${at}`, nth(words, at), pill, look);
  }
}

/** A call that travels along an edge of the graph: from the place of its caller to its own, and its progress. */
interface CallAlong {
  readonly call: number;
  readonly from: number;
  readonly to: number;
  readonly there: number;
}

/** The calls along an edge of the graph: `twin` is its place among those between the two scalars. */
export function callsAlong(
  moment: Moment,
  place: Place,
  single: SingleCalls,
  edge: {
    readonly user: number;
    readonly operand: number;
    readonly twin: number;
    readonly bars: readonly { readonly count: number; readonly isPill: boolean }[];
  },
): readonly CallAlong[] {
  const { user, operand, twin, bars } = edge;
  const { number, parent } = single.replayOrder.calls;
  const [caller, called] = [nth(bars, user), nth(bars, operand)];
  const below = caller.isPill ? [place.middle] : placesOf(moment, place, single, user, caller.count);
  const above = placesOf(moment, place, single, operand, called.count);
  const before = new Map<number, number>();
  return nth(single.now.rows, operand).flatMap(({ first }, at): readonly CallAlong[] => {
    const by = nth(parent, first);
    if (by < 0 || number[by] !== user) return [];
    const callerAt = nth(single.now.of, by);
    const mine = before.get(callerAt) ?? 0;
    before.set(callerAt, mine + 1);
    const there = single.isFolding ? 1 : progress(called.count - at, { from: 0.2, to: 0.6 });
    return mine === twin && there > 0 ? [{ call: first, from: nth(below, callerAt), to: nth(above, at), there }] : [];
  });
}

/** Most addends shown while a row of a silhouette becomes one call, and the room of a + between them, in letters. */
const MOST_ADDENDS = 4;
const PLUS = 1.5;

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
  return progress(t, { from, to: between(from, slide.from, 0.6) });
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
  { h, opacity, single }: { readonly h: number; readonly opacity: number; readonly single: SingleCalls | undefined },
): boolean {
  const { film, paper, picture, t, y } = moment;
  const { folds } = film.animation;
  const done = folds.filter(({ slide }) => t >= slide.to).length;
  const fold = folds[done];
  if (fold === undefined || t < fold.from || (fold.number !== number && !fold.along.includes(number))) return false;
  const own = single?.now.rows[number]?.map(({ value }) => value);
  const values = own ?? (column.whole === undefined ? addendsOf(film, column)(done, number) : undefined);
  if (values === undefined || values.length < 2 || values.length > MOST_ADDENDS) return false;
  const { words, room, gap } = addendsIn(paper, place, values);
  const [opens, u] = [opensBy(fold, t), eased(t, fold.slide)];
  // from the places of the single calls
  const xs =
    single === undefined
      ? middlesApart(paper, place, values).map((x) => between(x, place.middle, u))
      : placesOf(moment, place, single, number, values.length);
  for (const [at, x] of xs.entries()) {
    const look = { isNow: false, isFolded: false, opacity: single === undefined ? opacity * opens : opacity };
    drawPill(
      moment,
      place,
      `addend${place.id}${number} ${at}`,
      nth(words, at),
      { x, y: y(number), w: nth(room, at) - GAP, h },
      look,
    );
    if (at === 0 || gap === 0 || u > 0.5) continue;
    picture.text("top", `addplus${place.id}${number} ${at}`, {
      x: (x - nth(room, at) / 2 + nth(xs, at - 1) + nth(room, at - 1) / 2) / 2,
      y: y(number),
      parts: [{ text: "+", colour: "staged", bold: true }],
      size: paper.size * 1.4,
      font: "code",
      anchor: "middle",
      opacity: opacity * opens * (1 - 2 * u),
      data: { fold: number },
    });
  }
  return true;
}
