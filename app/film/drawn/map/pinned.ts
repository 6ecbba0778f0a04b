// Rows out of sight in which contributions are added: for that time they lie over rows in sight in which nothing happens.

import { type Interval, progress } from "../../../../engine/animation/intervals.ts";
import type { WaitingColumn } from "../../../../engine/animation/waiting.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { keptByKey, keptForPair } from "../../../base/kept.ts";
import { strong } from "../../../picture/parts.ts";
import { LETTER } from "../../../picture/shape.ts";
import type { Paper } from "../../model/paper.ts";
import { firstRow } from "../../model/sight.ts";
import type { WaitingMoment } from "../moment.ts";
import type { Boxes } from "./boxes.ts";

/** Pixels on paper of scale 1: at the right of a row, after its name, and before it. */
const PX = { right: 6, name: 10, left: 8 } as const;

/** Milliseconds in which a pinned row comes and goes, and for which its sum stays. */
const COMES = 120;
const STAYS = 450;
/** The part of a row that may be out of sight where it is as good as whole. */
const PARTLY = 0.1;
/** Letters of the number of a scalar beside its boxes, and the room left over. */
const NAME = 4.5;

/** A row out of sight in which numbers are added for some time, and the row in sight that it lies over. */
interface Pin extends Interval {
  readonly number: number;
  readonly over: number;
}

/** Rows over others in sight: over which one, and how visible each is, by its scalar. */
export type Pinned = ReadonlyMap<number, { readonly over: number; readonly opacity: number }>;

/** The rows above those in sight in which waiting numbers are added now. */
export function pinnedRows(moment: WaitingMoment): Pinned {
  const { t, paper, marks, isSeen, animation } = moment;
  const pins = pinsOf(paper, animation)(marks.first, () => pinsIn(moment));
  return new Map(
    pins.flatMap(({ number, over, from, to }) => {
      const opacity = Math.min(progress(t, { from, to: from + COMES }), 1 - progress(t, { from: to - COMES, to }));
      return opacity === 0 || isSeen(number) ? [] : [[number, { over, opacity }] as const];
    }),
  );
}

/** The pinned rows of a column on a paper, by the first row that the reader wants to see. */
const pinsOf = keptForPair((_paper: Paper, _column: WaitingColumn) => keptByKey<number | undefined, readonly Pin[]>(1));

/** Each pinned row lies over the first row in sight in which nothing happens meanwhile; none is pinned where there is no such row. */
function pinsIn({ film, paper, marks, animation: column }: WaitingMoment): readonly Pin[] {
  const pins: Pin[] = [];
  if (paper.shown >= paper.rows) return pins;
  for (const { number, from, to } of additionsIn(column)) {
    const first = firstRow(paper, film.animation, from, marks.first);
    const top = Math.ceil(first - PARTLY);
    if (number >= top) continue;
    const taken = pins.filter((pin) => pin.from < to && pin.to > from).map((pin) => pin.over);
    const whole = Array.from({ length: Math.floor(first + paper.shown + PARTLY) - top }, (_, place) => top + place);
    const over = whole.find((row) => !taken.includes(row) && !isBusy(column, row, { from, to }));
    if (over !== undefined) pins.push({ number, over, from, to });
  }
  return pins;
}

/** The times in which numbers are added in a row, from when the first of them flies there, and in order. */
function additionsIn({ merges, pieces }: WaitingColumn): readonly (Interval & { readonly number: number })[] {
  const found: { number: number; from: number; to: number }[] = [];
  for (const { to: number, gives, done, isMade } of merges) {
    if (!isMade) continue;
    const { from } = nth(pieces, gives).fly;
    const known = found.findLast((one) => one.number === number);
    if (known === undefined || known.to < from) found.push({ number, from, to: done + STAYS });
    else known.to = done + STAYS;
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Whether something waits in a row at some time, or its scalar is called. */
function isBusy({ pieces, calls }: WaitingColumn, row: number, { from, to }: Interval): boolean {
  return (
    pieces.some((piece) => piece.to === row && piece.fly.from < to && (piece.takenAt ?? to) > from) ||
    calls.some((call) => call.number === row && call.lift.from < to && call.end > from)
  );
}

/** The moment with pinned rows in sight; whatever they cover is ignored. */
export function withPinned(moment: WaitingMoment, pinned: Pinned): WaitingMoment {
  return {
    ...moment,
    y: (number) => moment.y(pinned.get(number)?.over ?? number),
    isSeen: (number) => pinned.has(number) || moment.isSeen(number),
  };
}

/** Whether a row in sight lies under a pinned one. */
export function isUnder(pinned: Pinned, number: number): boolean {
  return [...pinned.values()].some(({ over, opacity }) => over === number && opacity > 0.5);
}

/** The boxes of a pinned row, beside the number of its scalar where there is room for that. */
export function besideName({ paper, place }: WaitingMoment, boxes: Boxes): Boxes {
  const two = 2 * boxes.w + boxes.gap;
  const free = Math.max(0, place.right - PX.right * paper.scale - boxes.x0 - two);
  return { ...boxes, x0: boxes.x0 + Math.min(free, NAME * paper.least * LETTER) };
}

/** Draws the ground of pinned rows, with the numbers of their scalars. */
export function drawPinned(moment: WaitingMoment, boxes: Boxes, pinned: Pinned): void {
  const { paper, picture, place } = moment;
  const { rowHeight, least, scale } = paper;
  const beside = besideName(moment, boxes).x0 - place.x - PX.name * scale;
  for (const [number, { opacity }] of pinned) {
    const y = moment.y(number) - rowHeight / 2;
    const [x, w] = [place.x + 1, place.w - 2];
    const ground = { fill: "staged-soft", opacity, data: { pinned: number } };
    picture.rect("token", `pinned${place.id}${number}`, [x, y, w, rowHeight], ground);
    const line = { fill: "staged", opacity };
    picture.rect("token", `pinnedline${place.id}${number}`, [x, y + rowHeight - 1, w, 1], line);
    const words = `↑#${number}`;
    if (words.length * least * LETTER > beside) continue;
    const at = [place.x + PX.left * scale, y + rowHeight / 2] as const;
    picture.text("token", `pinnedname${place.id}${number}`, at, [strong(words, "bp")], least, { opacity });
  }
}
