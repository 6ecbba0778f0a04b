// Calls that wait in cells: beside each scalar its stored entry and the sum of its contributions so far. A contribution flies from the
// called scalar to the cell of another, stands beside the waiting ones, and is added.

import { t as text } from "@lingui/core/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { describedStage } from "../../../engine/algorithms/catalogue.ts";
import { MOVES } from "../../../engine/animation/moves.ts";
import type { ReplayOrder } from "../../../engine/animation/replay-order.ts";
import type { CallMove, WaitingColumn } from "../../../engine/animation/waiting.ts";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { operandsIn, userOf } from "../../../engine/graphs/run-graph.ts";
import { termsOf } from "../../algorithms/index.ts";
import { kept, keptForPair } from "../../base/kept.ts";
import { back, entry, product, term } from "../../exploration/drawn/words.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { between, eased } from "../../picture/motion.ts";
import { cot, inTwoLines, lengthOf, missing, plain, withFewerDigits } from "../../picture/parts.ts";
import { level } from "../../picture/path.ts";
import { type Flight, flagWidth, LETTER, type Part } from "../../picture/shape.ts";
import { callNow, type Film, lastCall } from "../../playback/model/film.ts";
import { otherThan, type PieceNow, piecesNow, REPLACES, replacedBefore } from "../../playback/model/pieces.ts";
import { productOf } from "../../words/numbers.ts";
import { perColumn } from "../model/columns.ts";
import { INSET, type Paper, type Place } from "../model/paper.ts";
import { calledNow, drawWaitingFlag, markOf, toldParts } from "./changed.ts";
import { goingOut, type WaitingMoment } from "./moment.ts";
import { clipped } from "./program.ts";
import { drawResult } from "./result.ts";

/** Sizes, in pixels on paper of scale 1 (`PX`), in heights of letters (`EM`), in letters (`LETTERS`), and parts of a whole (`PART`). */
const PX = { left: 14, right: 10, beside: 6, round: 3, now: 2.4, still: 1.2 } as const;
const EM = { sums: 0.25, least: 2.5, high: 2.4, ends: 0.6, start: 0.45, line: 1.1, twoLines: 2.2, stacked: 1.6 };
const LETTERS = { least: 5, most: 24, flag: 1.4, ends: 1.7, apart: 12, withSums: 8 } as const;
const PART = { high: 0.78, unmade: 0.6, next: 0.35 } as const;

interface Cells {
  readonly size: number;
  readonly h: number;
  /** The box with a scalar's entry. */
  readonly x0: number;
  readonly w: number;
  /** How wide it may be where nothing ever stands beside a sum. */
  readonly room: number;
  /** Scalars that receive contributions while others wait there: from when until when, and the most that stand beside it. */
  readonly crowded: ReadonlyMap<number, { readonly from: number; readonly to: number; readonly most: number }>;
  /** Where the sums begin. */
  readonly sums: number;
  readonly step: number;
  /** How many sums stand beside the waiting one; more are stacked above. */
  readonly beside: number;
}

interface CellsMoment extends WaitingMoment {
  readonly cells: Cells;
}

/** Draws the column of a stage whose calls wait in cells. */
export function drawCells(seen: WaitingMoment): void {
  const { place, animation, paper, film, t, picture } = seen;
  const cells = cellsOf(paper, film)(place.id);
  const moment = { ...seen, cells };
  const lost = lostIn(moment);
  drawEntries(moment, lost);
  const flights = piecesNow(animation, t).flatMap((now) => drawPiece(moment, now) ?? []);
  drawSums(moment);
  drawLost(moment, lost);
  picture.flights(flights, cells.x0, place.right);
  drawSweep(moment);
  drawResult(moment, cells.sums);
}

/** The record that the forward pass leaves of a scalar: the list of its contributions, a term, or a function; empty where it leaves nothing. */
function leftOf({ graph, cut }: Film, replayOrder: ReplayOrder, number: number): readonly Part[] {
  const { stage } = replayOrder;
  if (termsOf(stage) !== undefined) return term(graph, number, replayOrder, cut);
  return isListed(stage) ? entry(graph, number, cut) : [back(graph, number)];
}

/** Whether a stage keeps lists of contributions. */
function isListed(stage: StageId): boolean {
  return describedStage(stage)?.contributions !== undefined && termsOf(stage) === undefined;
}

/** By column of a film on a paper, its cells. */
const cellsOf = keptForPair((paper: Paper, film: Film) =>
  perColumn(paper, film, (place, animation) => cellsIn(film, paper, place, animation as WaitingColumn)),
);

function cellsIn(
  film: Film,
  paper: Paper,
  place: Place,
  { calls, pieces, merges, replayOrder, whole }: WaitingColumn,
): Cells {
  const { scale, rowHeight } = paper;
  const longest = Math.max(1, ...calls.map((call, at) => callLength(call, whole?.calls[at])));
  const lists = [...film.graph.kinds.keys()].map((number) =>
    Math.max(LETTERS.least, lengthOf(leftOf(film, replayOrder, number))),
  );
  // the list, and two sums beside each other
  const letters =
    (Math.min(LETTERS.most, Math.max(...lists)) + 2) * LETTER + 2 * ((longest + 1) * LETTER + LETTERS.flag);
  const size = Math.min(paper.size, Math.max(paper.small, (place.w - 2 * INSET * scale) / letters));
  const sum = flagWidth("0".repeat(longest + 1), size) + size * EM.sums;
  const sums = place.right - sum - PX.right * scale;
  const x0 = place.x + PX.left * scale;
  const wanted = (Math.max(...lists) + LETTERS.ends) * size * LETTER;
  const room = sums - x0 - PX.beside * scale;
  // a second sum stands above the first where the list would have no room beside it, but for low rows
  const isAbove = room - sum < Math.min(wanted, LETTERS.apart * size * LETTER) && rowHeight > 2 * EM.stacked * size;
  const step = isAbove ? 0 : sum;
  const most = Math.max(1, ...pieces.map(({ slot }) => slot));
  const free = Math.floor((room - Math.min(wanted, LETTERS.withSums * size * LETTER)) / sum);
  const beside = Math.max(1, Math.min(most, free));
  const w = Math.max(size * EM.least, Math.min(wanted, room - step * beside));
  // until the last of them has gone into the others
  const crowded = new Map<number, { readonly from: number; readonly to: number; readonly most: number }>();
  // where a stage forgets waiting contributions, the last one takes the place
  const forgotten = new Map<number, number>();
  for (const { to, lostAt } of pieces)
    if (lostAt !== undefined) forgotten.set(to, Math.max(forgotten.get(to) ?? 0, lostAt));
  for (const { slot, to, fly, into, lostAt } of pieces) {
    if (slot === 0) continue;
    const merged = into === undefined || lostAt !== undefined ? undefined : nth(merges, into).slide.to;
    const until = merged ?? forgotten.get(to) ?? Number.POSITIVE_INFINITY;
    const known = crowded.get(to);
    crowded.set(to, {
      from: Math.min(known?.from ?? fly.from, fly.from),
      to: Math.max(known?.to ?? 0, until),
      most: Math.max(known?.most ?? 0, slot),
    });
  }
  return { size, h: Math.min(rowHeight * PART.high, size * EM.high), x0, w, room, crowded, sums, step, beside };
}

/** Letters of the number of a call, with its value before edges were cut. */
function callLength({ cotangent }: CallMove, before: CallMove | undefined): number {
  const was = before === undefined ? undefined : otherThan(cotangent, before.cotangent);
  return shortReal(cotangent).length + (was === undefined ? 0 : shortReal(was).length + 1);
}

function drawEntries(moment: CellsMoment, lost: Lost): void {
  const { film, paper, picture, t, rows, y, place, column, animation, cells } = moment;
  const { x0, h, size } = cells;
  const call = callNow(moment, column);
  const now = call === undefined ? undefined : animation.replayOrder.calls.number[call];
  for (const number of rows) {
    const isThere = eased(t, nth(film.animation.scalars, number));
    const isNow = now === number;
    const left = leftOf(film, animation.replayOrder, number);
    if (left.length === 0) continue;
    const wanted = (lengthOf(left) + LETTERS.ends) * size * LETTER;
    const wide = Math.max(cells.w, Math.min(wanted, cells.room));
    const taken = cells.step * Math.min(cells.beside, cells.crowded.get(number)?.most ?? 0);
    const narrow = Math.max(cells.w, Math.min(wanted, cells.room - taken));
    const w = between(wide, narrow, crowding(cells, number, t));
    picture.rect("edge", `entry${place.id}${number}`, [x0, y(number) - h / 2, w, h], {
      r: PX.round,
      fill: isNow ? "cot-soft" : isThere > 0 ? "surface" : "none",
      stroke: isNow ? "cot" : "line-strong",
      width: (isNow ? PX.now : PX.still) * paper.scale,
      dash: isThere > 0 ? undefined : "4 4",
      opacity: isThere > 0 ? 1 : PART.unmade,
    });
    if (isThere === 0) continue;
    // letters become smaller before some are left out
    const own = Math.max(Math.min(size, paper.least), Math.min(size, (size * w) / wanted));
    const most = Math.floor((w - own * EM.ends - lostWidth(lost, number)) / (own * LETTER));
    const told = isNow ? products(moment, number, left) : left;
    // contributions stand close together before they lose digits, and those before some are left out
    const close = isListed(column.id) && lengthOf(told) > most ? told.filter(({ text }) => text !== " ") : told;
    // a term wraps to a second line before it is cut
    const two = termsOf(column.id) !== undefined && h >= own * EM.twoLines ? inTwoLines(close, most) : undefined;
    const lines = two ?? [
      most < Math.min(LEAST_LIST, lengthOf(close)) ? [] : clipped(withFewerDigits(close, most), most),
    ];
    for (const [line, parts] of lines.entries())
      picture.text(
        "node",
        `entryt${place.id}${number}${line === 0 ? "" : " more"}`,
        [x0 + own * EM.start, y(number) + (line - (lines.length - 1) / 2) * own * EM.line],
        parts,
        own,
        { opacity: isThere },
      );
  }
}

/** A list of fewer letters says nothing. */
const LEAST_LIST = 4;
/** How long a list takes to make room, and to take it back. */
const YIELDS = 300;

/** How far a scalar's list has made room beside its waiting contribution. */
function crowding({ crowded }: Cells, number: number, t: number): number {
  const found = crowded.get(number);
  if (found === undefined) return 0;
  const { from, to } = found;
  return eased(t, { from: from - YIELDS, to: from }) * (1 - eased(t, { from: to, to: to + YIELDS }));
}

/** A call being made: a function with its cotangent, or a list, each partial beside its cotangent. */
function products(moment: CellsMoment, number: number, left: readonly Part[]): readonly Part[] {
  const { film, t, column } = moment;
  const { graph, animation } = film;
  const { lift, cotangent } = nth(moment.animation.calls, present(lastCall(moment, column, number)));
  if (t < lift.to || t >= lift.to + (MOVES.split + MOVES.evaluate + MOVES.fly) * animation.haste) return left;
  if (!isListed(column.id)) return [...left, plain(" "), cot(cotangent)];
  const terms = operandsIn(graph, number).flatMap(({ edge }, index) => [
    ...(index === 0 ? [] : [plain(" ")]),
    ...(film.cut.has(edge)
      ? [missing(productOf(shortReal(nth(graph.partials, edge)), shortReal(cotangent)))]
      : product(nth(graph.partials, edge), cot(cotangent))),
  ]);
  return [plain("["), ...terms, plain("]")];
}

/** Draws a contribution that waits; one that flies is drawn when all that waits is. */
function drawPiece(moment: CellsMoment, now: PieceNow): Flight | undefined {
  const { t, y, isSeen, film, place, animation, cells } = moment;
  const { piece, phase, isMissing } = now;
  if (phase === "leaves" || phase === "product") return undefined;
  const isSeed = piece.edge < 0;
  // a contribution to a row out of sight is seen leaving
  const isLeaving = !isSeen(piece.to);
  if (isLeaving && (phase !== "flies" || isSeed || !isSeen(userOf(film.graph, piece.edge)))) return undefined;
  const { sums, step, size } = cells;
  const beside = (slot: number): number => sums - Math.min(cells.beside, slot) * step;
  // without room beside, it stands above
  const above = (slot: number): number => stacked(step === 0 ? slot + 1 : slot - cells.beside + 1, size);
  const key = `cell${place.id}${now.place}`;
  if (phase === "waits") {
    drawWaitingFlag(moment, animation, key, now, { beside, above }, { sizeOf: () => size });
    return undefined;
  }
  const slot = piece.slot - replacedBefore(animation, piece, t);
  const u = eased(t, piece.fly);
  const from = isSeed ? beside(slot) : cells.x0 + cells.w * PART.next * piece.place;
  const yFrom = isSeed ? y(piece.to) + moment.paper.rowHeight / 2 : y(userOf(film.graph, piece.edge));
  // a missing contribution fades at the cut
  const far = isMissing ? u / 2 : u;
  const at = between(yFrom, y(piece.to) - above(slot), far);
  const opacity = isMissing ? Math.min(1, 2 - 2 * u) : isLeaving ? goingOut(moment, at) : undefined;
  if (isLeaving && opacity === 0) return undefined;
  const flag = { x: between(from, beside(slot), far), y: at, size, opacity, ...markOf(now) };
  return { key, text: toldParts(now, { isSum: false }), from, at: flag };
}

/** Height of a place: the second is beside the first; without more room, the third is above, and so on. */
export function stacked(slot: number, size: number): number {
  return Math.max(0, slot - 1) * size * EM.stacked;
}

/** Contributions by receiver. */
const piecesTo = kept(({ pieces }: WaitingColumn) => groupedBy(pieces, ({ to }) => to));

/** Draws in its cell the cotangent of each call. */
function drawSums(moment: CellsMoment): void {
  const { film, paper, picture, t, rows, y, place, column, animation, cells } = moment;
  for (const number of rows) {
    const called = calledNow(moment, column, number);
    const waits = piecesTo(animation)
      .get(number)
      ?.some(
        (piece) =>
          piece.into === undefined &&
          piece.missing === undefined &&
          t >= piece.fly.to &&
          (piece.takenAt === undefined || t < piece.takenAt),
      );
    if (called === undefined) {
      // a broken stage may never call a scalar that should be called: shown, too
      const isEmpty = !piecesTo(animation)
        .get(number)
        ?.some(({ fly, takenAt }) => takenAt === undefined && t >= fly.to);
      if ((film.graph.reached[number] === 0 || (column.isBroken && isEmpty)) && t >= film.animation.togetherEnd)
        picture.say("node", `none${place.id}${number}`, [cells.sums, y(number)], text`never`, "ink-3", paper.small);
      continue;
    }
    if (waits) continue;
    // an unreached cell is never written: not missing
    const told = { ...called, isMissing: false };
    const at = { x: cells.sums, y: y(number), size: cells.size, ...markOf(told) };
    picture.flag("node", `sum${place.id}${number}`, toldParts(told, { isSum: true }), at);
  }
}

/** The line that goes up with the sweep. */
function drawSweep({
  film: { graph, animation },
  paper,
  picture,
  t,
  y,
  place,
  animation: { calls },
}: CellsMoment): void {
  if (t < animation.forwardEnd || calls.length === 0) return;
  let at = y(graph.size - 1) + paper.rowHeight / 2;
  for (const { number, end } of calls) {
    const to = y(number) - paper.rowHeight / 2;
    const span = { from: end, to: end + MOVES.rest * animation.haste };
    if (to < at) at = between(at, to, eased(t, span));
  }
  if (at < paper.top || at > paper.height) return;
  const path = level(place.x + 2, place.right - 2, at);
  picture.line("live", `sweep${place.id}`, path, "cot", 2 * paper.scale, { dash: "5 4" });
}

/** The line of lost numbers: its letters, the room of a line and below a cell in these, its place in heights of a cell, and pixels at its right. */
const LOST = { size: 0.9, room: 2.6, beside: 0.6, below: 0.62, line: 1.2, right: 6 } as const;
/** Finds the contributions that a broken stage has lost, by scalar: a line for each, or one line for all where rows are low. */
function lostIn({ t, paper, isSeen, animation: { pieces }, cells }: CellsMoment): Lost {
  const size = Math.max(paper.small, cells.size * LOST.size);
  const isLow = paper.rowHeight < cells.h + size * LOST.room;
  const word = text({ message: "lost", comment: "before a contribution that a broken stage forgets" });
  const gone = new Map<number, Part[]>();
  for (const { to, amount, lostAt } of pieces)
    if (lostAt !== undefined && t >= lostAt + REPLACES && isSeen(to))
      gone.set(to, [...(gone.get(to) ?? []), { text: signed(amount), number: amount, colour: "err", bold: true }]);
  const most = Math.floor((cells.sums - cells.x0) / (size * LETTER)) - 2;
  const told = ([first, ...others]: readonly Part[]): readonly Part[] => [
    { text: `${word} `, colour: "err" },
    present(first),
    ...others.flatMap((part) => [plain(" "), part]),
  ];
  const inOne = (parts: readonly Part[]): readonly Part[] => {
    const line = withFewerDigits(told(parts), most);
    return lengthOf(line) <= most ? line : [{ text: `${word} ×${parts.length}`, colour: "err" }];
  };
  const lines = new Map(
    [...gone].map(([to, parts]) => [to, isLow ? [inOne(parts)] : parts.map((one) => told([one]))] as const),
  );
  return { size, isLow, lines };
}

/** Lost numbers: lines of letters of a size, by scalar. Where rows are low, the line is in the row itself, after the list. */
interface Lost {
  readonly size: number;
  readonly isLow: boolean;
  readonly lines: ReadonlyMap<number, readonly (readonly Part[])[]>;
}

/** Width of the lost numbers in a scalar's row. */
function lostWidth({ size, isLow, lines }: Lost, number: number): number {
  const [line] = lines.get(number) ?? [];
  return isLow && line !== undefined ? (lengthOf(line) + 1) * size * LETTER : 0;
}

/** Draws lost numbers beside a cell. */
function drawLost({ picture, y, place, cells }: CellsMoment, { size, isLow, lines }: Lost): void {
  for (const [number, all] of lines)
    for (const [slot, parts] of all.entries()) {
      const x = isLow ? cells.sums - size * LOST.beside : place.right - LOST.right;
      const at = isLow ? y(number) : y(number) + cells.h * LOST.below + slot * size * LOST.line;
      const key = `lost${place.id}${number} ${slot}`;
      picture.text("top", key, [x, at], parts, size, { anchor: "end", data: { lost: number } });
    }
}
