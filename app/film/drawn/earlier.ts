// Numbers of another run beside those of this one: before an input was changed.
import { t as text } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Box } from "../../exploration/drawn/graph-field.ts";
import { lengthOf, strong } from "../../picture/parts.ts";
import { around, LETTER, type Part } from "../../picture/shape.ts";
import type { Moment } from "./moment.ts";

/** The ground of earlier numbers: pixels beside them and to the edge, and half its height and their size, in letters. */
const PX = { ground: 3, edge: 4 };
const HALF = 0.6;
const SIZE = 0.9;

/** Where there may be room: beside the flag of a row, from there to the right edge, or in lines below or above it from `x` on. */
interface Room {
  readonly beside: number;
  readonly row: number;
  readonly x: number;
  readonly lines: readonly number[];
  readonly right: number;
  /** How much of edges and of their numbers would be hidden there. */
  hides(box: Box): number;
}

/** Draws both numbers of a scalar before the input was changed, beside its cotangent or below it. */
export function drawOther({ film, paper, picture, t, marks }: Moment, number: number, place: Room): void {
  const { graph, animation } = film;
  if (t < animation.togetherEnd) return;
  const size = Math.max(paper.small, paper.size * SIZE);
  const { before } = marks;
  if (before !== undefined) {
    const [value, cotangent] = [nth(before.values, number), nth(before.cotangents, number)];
    const isMoved = !Object.is(value, graph.values[number]);
    const isOther = !Object.is(cotangent, graph.cotangents[number]);
    if (!isMoved && !isOther) return;
    const was = text({ message: "was", comment: "before a number of a run that was changed" });
    const parts: readonly Part[] = [
      { text: `${was} `, colour: "ink-2" },
      ...(isMoved ? [{ text: shortReal(value), colour: "primal" }] : []),
      ...(isMoved && isOther ? [{ text: " | ", colour: "ink-2" }] : []),
      ...(isOther ? [strong(shortReal(cotangent), "cot")] : []),
    ];
    const w = lengthOf(parts) * size * LETTER;
    const isBeside = place.beside + w + PX.edge <= place.right;
    const spots = [
      ...(isBeside ? [[place.beside, place.row] as const] : []),
      ...place.lines.map((line) => [Math.min(place.x, place.right - w - PX.edge), line] as const),
    ];
    const hidden = spots.map(([x, y]) =>
      place.hides([x - PX.ground, y - size * HALF, x + w + PX.ground, y + size * HALF]),
    );
    const spot = spots[hidden.indexOf(Math.min(...hidden))];
    if (spot === undefined) return;
    const [x, y] = spot;
    // no edge goes through words
    const ground = around(x + w / 2, y, w + 2 * PX.ground, 2 * size * HALF);
    picture.rect("top", `ground${number}`, ground, { r: PX.ground, fill: "paper" });
    picture.text("top", `before${number}`, [x, y], parts, size, { data: { before: cotangent } });
  }
}
