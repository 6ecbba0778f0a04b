// Calls in a map: where their boxes stand, beside each other in the row of their scalar; lit while the call is made, then a ghost.
import { t as text } from "@lingui/core/macro";
import type { CallMove, WaitingColumn } from "../../../../engine/animation/waiting.ts";
import { present } from "../../../../engine/base/nth.ts";
import { kept, keptForPair } from "../../../base/kept.ts";
import { call } from "../../../exploration/drawn/words.ts";
import { eased } from "../../../picture/motion.ts";
import { lengthOf, missing, textOf } from "../../../picture/parts.ts";
import { type BoxLook, type Layer, LETTER, type Part, soft, UI_LETTER } from "../../../picture/shape.ts";
import { callNow, type Film, lastCall } from "../../../playback/model/film.ts";
import { appearing, otherThan, piecesNow } from "../../../playback/model/pieces.ts";
import { perColumn } from "../../model/columns.ts";
import type { Paper, Place } from "../../model/paper.ts";
import { calledWith } from "../changed.ts";
import type { Moment, WaitingMoment } from "../moment.ts";
import { clipped } from "../program.ts";

/** The radius of a box's corners, in pixels on paper of scale 1. */
export const ROUND = 7;
/** Sizes, in pixels on paper of scale 1 (`PX`) and as parts of letters (`EM`); times in milliseconds (`MS`). */
const PX = { left: 18, right: 10, above: 4, ends: 6, words: 8, lift: 3, lit: 2.8, ghost: 1.3, beside: 12 } as const;
const EM = { words: 0.95, ends: 0.8, gap: 1.7, high: 2 } as const;
const MS = { goes: 260, comes: 200 } as const;

/** The calls of a column: lit while the call is made, then a ghost; "never called" at the end. Rows that others cover are left out. */
export function drawCalled(moment: WaitingMoment, boxes: Boxes, isCovered: (number: number) => boolean): void {
  const { film, paper, picture, t, rows, y, place, column, animation } = moment;
  const { scale, small } = paper;
  const waiting = new Set(piecesNow(animation, t).flatMap(({ piece, phase }) => (phase === "waits" ? [piece.to] : [])));
  const words = (key: string, x: number, at: number, said: string, opacity?: number): void =>
    picture.say("edge", key, [x, at], said, "ink-3", small, { opacity });
  for (const number of rows) {
    if (isCovered(number)) continue;
    const last = lastCall(moment, column, number);
    const at = y(number);
    if (last === undefined) {
      if (
        t >= film.animation.togetherEnd &&
        film.explored.ended.tag === "done" &&
        !waiting.has(number) &&
        (film.graph.reached[number] === 0 || column.isBroken)
      )
        words(`never${place.id}${number}`, boxes.x0, at, text`never called`);
      continue;
    }
    const made = present(animation.calls[last]);
    const gone = animation.pieces[made.pieces[0] ?? -1]?.split.to ?? made.lift.to;
    const before = animation.whole?.calls[last];
    // after several calls, a ghost shows the sum of their arguments
    const isNow = t < gone || callNow(moment, column) === last;
    const total = isNow || made.before === 0 ? undefined : calledWith(film, column, number, t);
    const parts =
      total === undefined || total.isMissing
        ? callParts(film, made, before)
        : call(film.graph, number, total.value, total.was);
    if (waiting.has(number)) continue;
    if (!made.isMade) {
      drawUnmade(moment, boxes, made, present(before).cotangent);
      continue;
    }
    // a ghost is as wide as its text
    const letters = lettersOf(moment, boxes, lengthOf(parts));
    const longest = place.right - boxes.x0 - PX.ends * scale;
    const shown = clipped(parts, Math.floor((longest - PX.words * scale) / (letters * LETTER)));
    const w = Math.max(boxes.w, Math.min(longest, (lengthOf(shown) + EM.ends) * letters * LETTER));
    if (t < gone) {
      // lit, and lifted from its row
      const lifted = at - Math.sin(eased(t, made.lift) * (Math.PI / 2)) * PX.lift * scale;
      const look = { ...soft("cot", PX.lit * scale) };
      drawCall(moment, boxes, ["node", "taken", number], [lifted, w], look, [shown, letters]);
      continue;
    }
    const isMoved = before !== undefined && otherThan(made.cotangent, before.cotangent) !== undefined;
    const faint = shown.map((part) => ({ ...part, colour: "ink-3", bold: false }));
    const ghost = { ...GHOST, stroke: "line-strong", opacity: appearing(t, gone, MS.goes) };
    drawCall(moment, boxes, ["edge", "ghost", number], [at, w], ghost, [isMoved ? shown : faint, letters]);
    // it may be called again
    if (t < made.end || last !== lastCalls(animation).get(number)) continue;
    const times = made.before + 1;
    const called = times === 1 ? text`called once` : text`sum of ${times} calls`;
    const said = column.isBroken ? called : `✓ ${called}`;
    const x = boxes.x0 + w + PX.beside * scale;
    if (x + said.length * small * UI_LETTER < place.right)
      words(`once${place.id}${number}`, x, at, said, appearing(t, made.end, MS.comes));
  }
}

/** The look of a call that is not there any more. */
const GHOST = { fill: "none", width: PX.ghost, dash: "4 4" } as const;

/** Draws the box of a call with its words, the middle of it at a height. */
function drawCall(
  { paper, picture, place: { id } }: WaitingMoment,
  { x0, h }: Boxes,
  [layer, name, number]: readonly [Layer, string, number],
  [y, w]: readonly [y: number, w: number],
  look: BoxLook,
  [shown, letters]: readonly [readonly Part[], number],
): void {
  const rounded = { r: ROUND * paper.scale, ...look };
  picture.box(layer, name, `${id}${number}`, [x0, y - h / 2, w, h], rounded, shown, letters);
}

/** The letters of a call in a box of the usual width. */
function lettersOf({ paper: { size, least, scale } }: Moment, { w }: Boxes, letters: number): number {
  return Math.max(least, Math.min(size * EM.words, (w - PX.ends * scale) / (letters * LETTER)));
}

/** The last call of each scalar. */
const lastCalls = kept(
  ({ calls }: WaitingColumn): ReadonlyMap<number, number> =>
    new Map(calls.flatMap(({ number, isMade }, call) => (isMade ? [[number, call] as const] : []))),
);

/** A call without contributions since an edge was cut, which is not made. */
function drawUnmade(moment: WaitingMoment, boxes: Boxes, { number, lift }: CallMove, cotangent: number): void {
  const { film, paper, picture, t, y, place } = moment;
  const { scale, small } = paper;
  const opacity = appearing(t, lift.from, MS.goes);
  const words = missing(textOf(call(film.graph, number, cotangent)));
  const look = { ...GHOST, stroke: "err", opacity, data: { missing: cotangent } };
  const told = [[words], lettersOf(moment, boxes, words.text.length)] as const;
  drawCall(moment, boxes, ["edge", "unmade", number], [y(number), boxes.w], look, told);
  const said = text`not called`;
  const x = boxes.x0 + boxes.w + PX.beside * scale;
  if (x + said.length * small * UI_LETTER < place.right)
    picture.say("edge", `uncalled${place.id}${number}`, [x, y(number)], said, "err", small, { opacity });
}

/** Sizes of boxes in letters (`LETTERS`), and in heights of a row (`ROW`). */
const LETTERS = { shortest: 4, ends: 1.5, least: 8 } as const;
const ROW = 0.72;

/** Where boxes are. */
export interface Boxes {
  readonly x0: number;
  readonly w: number;
  readonly h: number;
  readonly gap: number;
  /** Boxes that have room beside each other. */
  readonly across: number;
}

/** The room between boxes, in letters. */
const PLUS = 1.1;

/** By column of a film on a paper: places for as many boxes beside each other as ever wait for one scalar. */
export const boxesOf = keptForPair((paper: Paper, film: Film) =>
  perColumn(paper, film, (place, animation) => boxesIn(film, paper, place, animation as WaitingColumn)),
);

function boxesIn(film: Film, paper: Paper, place: Place, { calls, pieces, whole }: WaitingColumn): Boxes {
  const { scale, size, rowHeight } = paper;
  const lengths = calls.map((made, at) => lengthOf(callParts(film, made, whole?.calls[at])));
  const longest = Math.max(LETTERS.shortest, ...lengths);
  const inset = PX.left * scale;
  const wanted = (longest + LETTERS.ends) * size * LETTER;
  const room = place.w - inset - PX.right * scale;
  // as many beside each other as ever wait for one scalar, or leave one call, as long as there is room for their numbers
  const most = 1 + Math.max(1, ...pieces.map(({ slot, place: sent }) => Math.max(slot, sent + 1)));
  const across = Math.max(2, Math.min(most, Math.floor(room / (LETTERS.least * paper.least * LETTER))));
  // between two that are added there is room for a +
  const w = Math.min(wanted, (room - (across - 1) * PLUS * size) / across);
  const gap = Math.min(size * EM.gap, (room - across * w) / (across - 1));
  return { x0: place.x + inset, w, h: Math.min(size * EM.high, rowHeight * ROW), gap, across };
}

/** A call with its number before edges were cut. */
export function callParts(
  { graph }: Film,
  { number, cotangent }: CallMove,
  before: CallMove | undefined,
): readonly Part[] {
  return call(graph, number, cotangent, before === undefined ? undefined : otherThan(cotangent, before.cotangent));
}

/** Height of boxes without room beside: above the others. */
export const above = ({ h, across }: Boxes, slot: number): number => Math.max(0, slot - across + 1) * (h + PX.above);

/** The left edge of a box, by how many stand before it. */
export const slotX = ({ x0, w, gap, across }: Boxes, slot: number): number =>
  x0 + Math.min(across - 1, slot) * (w + gap);
