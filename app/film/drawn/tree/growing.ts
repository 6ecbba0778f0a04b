// A large tree of calls while it is still small: call by call, as wide as its leaves so far. It makes room for each new call, and becomes a
// silhouette when it has too many leaves to tell them apart.

import type { TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { addAt, nth, present } from "../../../../engine/base/nth.ts";
import { kept } from "../../../base/kept.ts";
import { between } from "../../../picture/motion.ts";
import { lengthOf } from "../../../picture/parts.ts";
import { LETTER, type Part } from "../../../picture/shape.ts";
import { callsSoFar } from "../../../playback/model/calls.ts";
import { BORDER } from "../../model/paper.ts";
import type { TreeMoment } from "../moment.ts";
import { callHeight, drawPill, pillFor, withinPlace } from "../pill.ts";
import { drawCallResults } from "./call-results.ts";
import { type CallsFit, grownInRows } from "./fit.ts";
import { callWidth, longest } from "./row-bars.ts";
import { EDGE, fieldOf, roomBeside, roomInRows, wordsInRows } from "./rows.ts";
import { APPEARS, type CallNumbers, drawEdge, markIn, partsOf, STAYS, type StandingCall, waysOf } from "./standing.ts";

/** The room of a call, in letters: at least, and beside its text. */
const LETTERS = { least: 3, ends: 2.4, dot: 2 };
/** Calls with less than this to the next, in pixels, have neighbours. */
const NEAR = 5;
/** The part of the room between two rows in which edges turn, and how far a caller has grown when they begin and are there. */
const TURNS = 0.8;
const BEGINS = { from: APPEARS.from, to: 0.8 };
/** A tree without width, in leaves. */
const NO_WIDTH = 1e-6;

/** Leaves that can be told apart: with more the tree becomes a silhouette. */
const TOLD_APART = 26;
/** Calls that are drawn one by one: deep ones are drawn in every frame, too. */
const MOST_CALLS = 300;
/** The same while it becomes a silhouette. */
const MOST_DRAWN = 400;
/** Milliseconds in which the tree becomes a silhouette. */
const BECOMES = 500;

/** The calls that a tree has begun by a time, in widths of a leaf from the left. */
interface Layout {
  /** By call: its middle. */
  readonly x: Float64Array;
  readonly width: number;
}

/**
 * Draws the begun calls while there are few enough to tell apart; returns how far the tree has outgrown that, from 0 to 1, where a
 * silhouette is drawn instead.
 */
export function drawGrowing(moment: TreeMoment, fitted: CallsFit | undefined): number {
  const { film, paper, t, y, isSeen, place, animation: column } = moment;
  const begun = begunAt(column, t);
  if (begun === 0) return 0;
  const outgrows = outgrownBy(column);
  const outgrown =
    outgrows < column.from.length
      ? progress(t, { from: nth(column.from, outgrows), to: nth(column.from, outgrows) + BECOMES })
      : 0;
  if (outgrown >= 1 || begun > MOST_DRAWN) return 1;
  const { number, parent } = column.replayOrder.calls;
  const grown = Float64Array.from({ length: begun }, (_, call) =>
    progress(t, { from: nth(column.from, call), to: nth(column.to, call) }),
  );
  const layout = layOut(parent, grown);
  const { size } = paper;
  // rows out of sight need no words
  const told = Array.from({ length: begun }, (_, call) =>
    isSeen(nth(number, call)) ? partsOf(film, numbersOf(column, call)) : undefined,
  );
  const field = fieldOf(paper, place);
  const widest = Math.max(
    LETTERS.least * size,
    ...told.map((one) => (one === undefined ? 0 : (lengthOf(one) + LETTERS.ends) * size * LETTER)),
  );
  const across = ({ x, width }: Layout): Float64Array => {
    const unit = Math.min(widest, field / width);
    return x.map((at) => place.middle + (at - width / 2) * unit);
  };
  // the text of a row does not change while one of its calls grows
  const whole = across(layOut(parent, grown.slice().fill(1)));
  const placed = Array.from(whole, (x, call) => ({ number: nth(number, call), x }));
  // calls with neighbours do not move towards these from the border
  const room = roomInRows(placed, field).map((one, call) => {
    const { x } = nth(placed, call);
    return one >= field - NEAR ? one : Math.min(one, 2 * Math.min(x - place.x - BORDER, place.right - BORDER - x));
  });
  const edges = placed.flatMap(({ number: above, x }, call) => {
    const below = placed[nth(parent, call)]?.number;
    return below === undefined ? [] : [{ above, below, x }];
  });
  const beside = roomBeside(placed, room, edges);
  const words = wordsInRows(paper, placed, told, beside);
  const gathered = outgrown === 0 ? undefined : gatheredIn(moment, grown, fitted);
  const calls = Array.from(across(layout), (at, call): StandingCall => {
    const w = words[call] === undefined ? LETTERS.dot * size : pillFor(paper, words[call], nth(room, call)).w;
    const x = withinPlace(place, at, w);
    const row = nth(number, call);
    return { number: row, y: y(row), x: gathered === undefined ? x : between(x, nth(gathered, call), outgrown), w };
  });
  drawStanding(moment, { calls, grown, words, room, opacity: 1 - outgrown });
  if (outgrown === 0) drawCallResults(moment, (call) => calls[call]);
  return outgrown;
}

/** The begun calls where they are, how far each has grown, and its words with the room for them. */
interface Standing {
  readonly calls: readonly StandingCall[];
  readonly grown: Float64Array;
  readonly words: readonly (readonly Part[] | undefined)[];
  readonly room: readonly number[];
  readonly opacity: number;
}

/** Draws begun calls, and the edges to them. */
function drawStanding(moment: TreeMoment, standing: Standing): void {
  const { paper, t, isSeen, isPassing, place, animation: column } = moment;
  const { number, parent } = column.replayOrder.calls;
  const { calls, grown, words, room, opacity } = standing;
  // a call has one caller: a short line between neighbours is enough
  const wayTo = waysOf(moment, calls, {
    size: Math.min(paper.size, TURNS * (paper.rowHeight - callHeight(paper))),
  });
  for (const [call, { number: row, x, y }] of calls.entries()) {
    const numbers = numbersOf(column, call);
    const from = nth(parent, call);
    // no line begins where no call is yet
    const begins = from < 0 ? 0 : progress(nth(grown, from), BEGINS);
    const edge = { width: EDGE, opacity: opacity * begins, grown: nth(grown, call), isGone: numbers.isGone };
    if (begins > 0 && isPassing(row, nth(number, from)))
      drawEdge(moment, `branch${place.id}${call}`, wayTo(from, call, 0), edge);
    if (!isSeen(row)) continue;
    const seen = opacity * progress(nth(grown, call), APPEARS);
    const isNow = t < nth(column.to, call) + STAYS;
    const look = { isNow, isFolded: false, opacity: seen, mark: markIn(numbers) };
    drawPill(moment, `grown${place.id}${call}`, present(words[call]), { x, y, w: nth(room, call) }, look);
  }
}

/** How many calls have begun. */
function begunAt({ from }: TreeColumn, t: number): number {
  let count = 0;
  while (count < from.length && count <= MOST_DRAWN && nth(from, count) <= t) count++;
  return count;
}

/** The place of the call with which a tree has too many leaves to tell apart; beyond the last where none does. */
const outgrownBy = kept((column: TreeColumn): number => {
  const { parent } = column.replayOrder.calls;
  const isLeaf: boolean[] = [];
  let [leaves, call] = [0, 0];
  for (; call < parent.length && call < MOST_CALLS && leaves <= TOLD_APART; call++) {
    // a leaf's call stands above it
    const caller = nth(parent, call);
    if (caller >= 0 && isLeaf[caller]) isLeaf[caller] = false;
    else leaves++;
    isLeaf[call] = true;
  }
  return call;
});

/** As wide as its leaves, each caller over the middle of its calls; a call takes as much room as it has grown. */
function layOut(parent: Int32Array, grown: Float64Array): Layout {
  const count = grown.length;
  const below = new Float64Array(count);
  let width = 0;
  // callers precede their calls
  const wide = new Float64Array(count);
  for (let call = count - 1; call >= 0; call--) {
    wide[call] = Math.max(nth(grown, call), nth(below, call));
    if (nth(parent, call) >= 0) addAt(below, nth(parent, call), nth(wide, call));
    else width += nth(wide, call);
  }
  const x = new Float64Array(count);
  /** Where the next one that a call calls begins. */
  const next = new Float64Array(count);
  let root = 0;
  for (let call = 0; call < count; call++) {
    const caller = nth(parent, call);
    const left = caller < 0 ? root : nth(next, caller);
    if (caller < 0) root += nth(wide, call);
    else next[caller] = left + nth(wide, call);
    x[call] = left + nth(wide, call) / 2;
    next[call] = nth(x, call) - nth(below, call) / 2;
  }
  return { x, width: Math.max(width, NO_WIDTH) };
}

/** Where each call stands when the tree is drawn in rows: beside the others of its row. */
function gatheredIn(moment: TreeMoment, grown: Float64Array, fits: CallsFit | undefined): ArrayLike<number> {
  const { film, paper, t, place, animation: column } = moment;
  if (fits !== undefined) {
    const step = fits.shape.step(0);
    const far = step.groups.map((_, call) => grown[call] ?? 0);
    return grownInRows(place, fits.layOut(step), far);
  }
  const made = callsSoFar(film, column, t);
  const unit = callWidth(fieldOf(paper, place), Math.max(1, ...made), longest(column), paper.size);
  const { number } = column.replayOrder.calls;
  const before = new Float64Array(made.length);
  return grown.map((_, call) => {
    const row = nth(number, call);
    addAt(before, row, 1);
    return place.middle + (nth(before, row) - 0.5 - nth(made, row) / 2) * unit;
  });
}

function numbersOf({ replayOrder, gone, whole }: TreeColumn, call: number): CallNumbers {
  const { number, cotangent } = replayOrder.calls;
  const before = whole?.replayOrder.calls.cotangent[call];
  return { number: nth(number, call), value: nth(cotangent, call), before, isGone: gone[call] === 1 };
}
