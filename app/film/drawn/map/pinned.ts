// Rows out of sight in which contributions are added: for that time they stand over the first rows in sight.

import { type Interval, progress } from "../../../../engine/animation/intervals.ts";
import type { WaitingColumn } from "../../../../engine/animation/waiting.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { LETTER } from "../../../picture/shape.ts";
import type { Place } from "../../model/paper.ts";
import type { Moment } from "../moment.ts";
import type { Boxes } from "./boxes.ts";

/** Pixels on paper of scale 1: at the right of a row, after its name, and before it. */
const PX = { right: 6, name: 10, left: 8 } as const;

/** Rows that are pinned at a time, at most. */
const MOST = 2;
/** Milliseconds in which a pinned row comes and goes, and for which its sum stays. */
const COMES = 120;
const STAYS = 450;
/** Letters of the number of a scalar beside its boxes, and the room left over. */
const NAME = 4.5;

/** Rows over the first ones in sight: how visible each is, by its scalar; in order. */
export type Pinned = ReadonlyMap<number, { readonly place: number; readonly opacity: number }>;

/** The rows above those in sight in which waiting numbers are added now. */
export function pinnedRows({ paper, rows, t, isSeen }: Moment, { merges, pieces }: WaitingColumn): Pinned {
  const pinned = new Map<number, { readonly place: number; readonly opacity: number }>();
  const [first] = rows;
  if (paper.shown >= paper.rows || first === undefined) return pinned;
  for (const { to, gives, done, isMade } of merges) {
    const { from } = nth(pieces, gives).fly;
    if (!isMade || to >= first || isSeen(to) || t < from || t >= done + STAYS) continue;
    const opacity = Math.min(
      progress(t, { from, to: from + COMES }),
      1 - progress(t, { from: done + STAYS - COMES, to: done + STAYS }),
    );
    const known = pinned.get(to);
    if (known === undefined && pinned.size === MOST) continue;
    const taken = [...pinned.values()].map(({ place }) => place);
    const place = known?.place ?? freePlace(rows, pieces, taken, { from, to: done + STAYS });
    pinned.set(to, { place, opacity: Math.max(opacity, known?.opacity ?? 0) });
  }
  return pinned;
}

/** The first of the upper rows in which nothing waits in some time; the first of all where there is none. */
function freePlace(
  rows: readonly number[],
  pieces: WaitingColumn["pieces"],
  taken: readonly number[],
  { from, to }: Interval,
): number {
  const upper = rows.slice(0, Math.ceil(rows.length / 2));
  const places = [...upper.keys()].filter((place) => !taken.includes(place));
  const isFree = (place: number): boolean =>
    !pieces.some(
      (piece) => piece.to === rows[place] && piece.fly.from < to && (piece.takenAt ?? Number.POSITIVE_INFINITY) > from,
    );
  return places.find(isFree) ?? nth(places, 0);
}

/** The moment with pinned rows in sight; whatever they cover is ignored. */
export function withPinned(moment: Moment, pinned: Pinned): Moment {
  if (pinned.size === 0) return moment;
  const { paper } = moment;
  return {
    ...moment,
    y: (number) => {
      const place = pinned.get(number)?.place;
      return place === undefined ? moment.y(number) : middleOf(paper, place);
    },
    isSeen: (number) => pinned.has(number) || moment.isSeen(number),
  };
}

/** Whether a row in sight lies under a pinned one. */
export function isUnder({ paper, y }: Moment, pinned: Pinned, number: number): boolean {
  return [...pinned.values()].some(
    ({ place, opacity }) => opacity > 0.5 && Math.abs(y(number) - middleOf(paper, place)) < paper.rowHeight / 2,
  );
}

function middleOf({ top, rowHeight }: Moment["paper"], place: number): number {
  return top + (place + 0.5) * rowHeight;
}

/** The boxes of a pinned row, beside the number of its scalar where there is room for that. */
export function besideName({ paper }: Moment, place: Place, boxes: Boxes): Boxes {
  const two = 2 * boxes.w + boxes.gap;
  const free = Math.max(0, place.right - PX.right * paper.scale - boxes.x0 - two);
  return { ...boxes, x0: boxes.x0 + Math.min(free, NAME * paper.least * LETTER) };
}

/** Draws the ground of pinned rows, with the numbers of their scalars. */
export function drawPinned(moment: Moment, place: Place, boxes: Boxes, pinned: Pinned): void {
  const { paper, picture } = moment;
  const { rowHeight, top, least, scale } = paper;
  const beside = besideName(moment, place, boxes).x0 - place.x - PX.name * scale;
  for (const [number, { place: at, opacity }] of pinned) {
    const y = top + at * rowHeight;
    const ground = { x: place.x + 1, y, w: place.w - 2, h: rowHeight, fill: "staged-soft", opacity };
    picture.rect("token", `pinned${place.id}${number}`, { ...ground, data: { pinned: number } });
    picture.rect("token", `pinnedline${place.id}${number}`, {
      ...ground,
      y: y + rowHeight - 1,
      h: 1,
      fill: "staged",
    });
    const words = `↑#${number}`;
    if (words.length * least * LETTER > beside) continue;
    picture.text("token", `pinnedname${place.id}${number}`, {
      x: place.x + PX.left * scale,
      y: y + rowHeight / 2,
      parts: [{ text: words, colour: "bp", bold: true }],
      size: least,
      font: "code",
      opacity,
    });
  }
}
