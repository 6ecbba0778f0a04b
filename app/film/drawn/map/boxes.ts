// Where the boxes of calls that wait in a map stand: beside each other in the row of their scalar.

import type { CallMove, WaitingColumn } from "../../../../engine/animation/waiting.ts";
import { keptForPair } from "../../../base/kept.ts";
import { call } from "../../../exploration/drawn/words.ts";
import { lengthOf } from "../../../picture/parts.ts";
import { LETTER, type Part } from "../../../picture/shape.ts";
import type { Film } from "../../../playback/model/film.ts";
import { otherThan } from "../../../playback/model/pieces.ts";
import { perColumn } from "../../model/columns.ts";
import type { Paper, Place } from "../../model/paper.ts";

/** The radius of a box's corners, in pixels on paper of scale 1. */
export const ROUND = 7;
/** Sizes of boxes, in pixels on paper of scale 1 (`PX`), in letters (`LETTERS`), in heights of letters (`EM`) and of a row (`ROW`). */
const PX = { left: 18, right: 10, above: 4 } as const;
const LETTERS = { shortest: 4, ends: 1.5, least: 8 } as const;
const EM = { gap: 1.7, high: 2 } as const;
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
