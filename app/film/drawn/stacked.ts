// Functions that are composed: one above the other, with a ∘ between two.

import type { WaitingColumn } from "../../../engine/animation/waiting.ts";
import { nth } from "../../../engine/base/nth.ts";
import { strong } from "../../picture/parts.ts";
import { appearing, type PieceNow } from "../../playback/model/pieces.ts";
import type { Moment } from "./moment.ts";

/** Composed functions, one above the other: the one that is applied first on top. */
export interface Stacked {
  /** How far it lies from the middle of the row, and how high it is. */
  readonly dy: number;
  readonly h: number;
}

/** The place of one of them in its call; `h` is the height of a waiting box. */
export function stackedIn(h: number, at: number, of: number): Stacked {
  // no higher than leaves the rows above and below to be read
  const each = Math.min(0.66 * h, (1.34 * h) / of);
  return { dy: (at - (of - 1) / 2) * (each + 1), h: each };
}

/** The ∘ between a function of a stack and the one above it, which is applied first, for as long as both lie there. */
export function drawJoint(
  { picture, paper, t }: Moment,
  animation: WaitingColumn,
  { piece, place }: PieceNow,
  { x, y, h, gap }: { readonly x: number; readonly y: number; readonly h: number; readonly gap: number },
): void {
  const { pieces } = nth(animation.calls, piece.call);
  const above = nth(animation.pieces, nth(pieces, piece.place - 1));
  const opacity = Math.min(appearing(t, piece.split.to, 150), 1 - appearing(t, above.fly.from, 200));
  if (opacity <= 0) return;
  const parts = [strong("∘", "staged")];
  const key = `joint${animation.replayOrder.stage}${place}`;
  const data = { composed: piece.to };
  picture.write("top", key, [x - gap / 2, y - h / 2], parts, paper.size * 1.2, { opacity, data });
}
