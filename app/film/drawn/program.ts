// The program, a scalar a row: its definition and its backpropagator. Running lines show their numbers.

import { MOVES } from "../../../engine/animation/moves.ts";
import { nth } from "../../../engine/base/nth.ts";
import { kindIn } from "../../../engine/graphs/run-graph.ts";
import { kept } from "../../base/kept.ts";
import { backpropagator, call, definition, longestIn, running, signIn } from "../../exploration/drawn/words.ts";
import { lengthOf, withFewerDigits } from "../../picture/parts.ts";
import { LETTER, type Part } from "../../picture/shape.ts";
import { type Film, type FilmColumn, isMade, lastCall, startOf } from "../../playback/model/film.ts";
import { appearing, otherThan } from "../../playback/model/pieces.ts";
import { longestOf } from "../model/columns.ts";
import { INSET, type Place } from "../model/paper.ts";
import { calledWith } from "./changed.ts";
import { activeScalar } from "./frame.ts";
import type { Moment } from "./moment.ts";

/** Sizes of rows, in heights of letters (`EM`) and of the row; pixels of the box of the running line on paper of scale 1. */
const EM = { two: 2.9, half: 0.87, lift: 0.05, third: 2.5, box: 0.85, gap: 0.52, one: 0.95 };
const OF_ROW = 0.225;
const BOX = { side: 8, round: 5 };
/** How visible a line is before its scalar is there, and in how many milliseconds that comes. */
const UNMADE = 0.3;
const COMES = 300;
/** Room beside lines of code, in pixels on paper of scale 1. */
const SIDES = 30;

/** Between a definition and its backpropagator in one line. */
const BETWEEN: Part = { text: "   " };

/** Rows that are higher than this, in heights of letters, have room for a third line. */
const THREE_LINES = 6.4;

/** Draws the column of the program: a row for each scalar, with the numbers filled in where something runs now. */
export function drawProgram(moment: Moment, place: Place): void {
  const { film, paper, picture, t, rows, y, marks } = moment;
  const { graph, animation, leader } = film;
  const formulas = marks.hasNumbers ? undefined : film.explored.customPartials;
  const { scale, rowHeight } = paper;
  const x = place.x + INSET * scale;
  const letters = (place.w - SIDES * scale) / LETTER;
  const longest = (formulas === undefined ? longestOf : longestFormulaOf)(film);
  const size = Math.min(paper.size, Math.max(paper.small, letters / longest));
  const most = Math.floor(letters / size);
  const hasTwo = rowHeight > size * EM.two;
  // the two lines of a row are nearer to each other than to those of the next row
  const half = Math.min(size * EM.half, rowHeight * OF_ROW);
  const active = t >= animation.forwardEnd ? activeScalar(moment) : undefined;
  for (const number of rows) {
    const { from, to } = nth(animation.scalars, number);
    const opacity = UNMADE + (1 - UNMADE) * appearing(t, from, COMES);
    const above = clipped(definition(graph, number, marks.hasNumbers && t >= to), most);
    const room = Math.floor(letters / Math.min(size, paper.small));
    const told = marks.hasNumbers
      ? backParts(moment, leader, number, most)
      : backpropagator(graph, number, film.cut, formulas);
    const whole = withFewerDigits(told, room);
    // in a high row a long line wraps; else it loses the name, which the row has, too
    const named = rowHeight > size * THREE_LINES && lengthOf(whole) > room ? nameOf(whole) : undefined;
    const back = withoutName(whole, room);
    const backSize = Math.min(size, Math.max(paper.small, letters / lengthOf(back)));
    const below = clipped(back, Math.floor(letters / backSize));
    const at = y(number);
    if (hasTwo) picture.text("node", `def${number}`, [x, at - half - size * EM.lift], above, size, { opacity });
    // a constant has a line from its call on: some stages call none
    const isCalled = lastCall(moment, leader, number) !== undefined;
    const isBackThere = t >= from && (isCalled || kindIn(graph, number) !== "constant");
    const second = at + half - size * EM.lift;
    const under = named === undefined ? second : at + size * EM.third;
    if (hasTwo && isBackThere) picture.text("node", `back${number}`, [x, under], below, backSize, { opacity });
    if (named !== undefined && isBackThere)
      picture.text("node", `name${number}`, [x, second], named, size, { opacity });
    if (!hasTwo) {
      const isBack = t >= animation.forwardEnd && isBackThere;
      const own = definition(graph, number, marks.hasNumbers && t >= to);
      // in one line where both find room; when all is called, the program stands there again
      const both = [...own, BETWEEN, ...(t >= animation.togetherEnd ? calledParts(moment, leader, number) : back)];
      const parts = !isBack ? above : lengthOf(both) <= most ? both : t >= animation.togetherEnd ? above : below;
      picture.text("node", `def${number}`, [x, at], parts, parts === below ? backSize : size, { opacity });
    }
    if (active !== number) continue;
    const middle = hasTwo ? second : at;
    const high = hasTwo ? Math.min(size * EM.box, 2 * half - size * EM.gap) : size * EM.one;
    const h = 2 * high + (named === undefined ? 0 : under - second);
    const box = [place.x + BOX.side * scale, middle - high, place.w - 2 * BOX.side * scale, h] as const;
    picture.rect("band", "running", box, { r: BOX.round, fill: "none", stroke: "cot", width: 2 });
  }
}

/** Letters of the longest backpropagator with formulas. */
const longestFormulaOf = kept((film: Film) => longestIn(film, film.explored.customPartials));

/**
 * Its backpropagator: as it was made, and with the numbers of the call that the leader made of it last. When all is called, the calls of
 * one are added up, as beside the scalars: it is linear. Products that there is no room for are not written out.
 */
function backParts(moment: Moment, leader: FilmColumn, number: number, most: number): readonly Part[] {
  const { film, t } = moment;
  const { animation } = leader;
  const last = lastCall(moment, leader, number);
  const total = t >= film.animation.togetherEnd ? calledWith(film, leader, number, t) : undefined;
  const isCalled = last !== undefined && (total === undefined ? isMade(animation, last) : !total.isMissing);
  if (last === undefined || !isCalled) return backpropagator(film.graph, number, film.cut);
  const { haste } = film.animation;
  const evaluated = startOf(animation, last) + (MOVES.lift + MOVES.split) * haste;
  const cotangent = total?.value ?? nth(animation.replayOrder.calls.cotangent, last);
  const before = animation.whole?.replayOrder.calls.cotangent[last];
  const was = total === undefined ? (before === undefined ? undefined : otherThan(cotangent, before)) : total.was;
  const parts = running(film.graph, number, { cotangent, was }, t >= evaluated, film.cut);
  return lengthOf(parts) <= most ? parts : running(film.graph, number, { cotangent, was }, true, film.cut);
}

/** The text before the sign. */
function nameOf(parts: readonly Part[]): readonly Part[] | undefined {
  const sign = signIn(parts);
  return sign < 0 ? undefined : parts.slice(0, sign);
}

/** Without the name before the sign where there is no room for it: the row has it, too. */
function withoutName(parts: readonly Part[], most: number): readonly Part[] {
  const sign = signIn(parts);
  if (lengthOf(parts) <= most || sign < 0) return parts;
  const rest = { ...nth(parts, sign), text: nth(parts, sign).text.trimStart() };
  return withFewerDigits([rest, ...parts.slice(sign + 1)], most);
}

/** The call that the leader has made of a backpropagator; nothing where it made none. */
function calledParts({ film, t }: Moment, leader: FilmColumn, number: number): readonly Part[] {
  const called = calledWith(film, leader, number, t);
  return called === undefined ? [] : call(film.graph, number, called.value, called.was);
}

/** As many letters as there is room for. */
export function clipped(parts: readonly Part[], most: number): readonly Part[] {
  if (lengthOf(parts) <= most) return parts;
  const kept: Part[] = [];
  let left = most - 1;
  for (const part of parts) {
    if (left <= 0) break;
    kept.push({ ...part, text: part.text.slice(0, left) });
    left -= part.text.length;
  }
  return [...kept, { text: "…" }];
}
