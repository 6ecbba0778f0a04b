// Numbers of another run beside those of this one: before an input was changed.
import { t as text } from "@lingui/core/macro";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Moment } from "../model/film.ts";
import { LETTER, type Part } from "../model/shape.ts";
import { lengthOf } from "../model/words.ts";

/** Beside a cotangent: what both numbers of its scalar were before the input was changed. */
export function drawOther(
  { film, paper, picture, t, marks }: Moment,
  number: number,
  place: { readonly x: number; readonly y: number; readonly right: number },
): void {
  const { graph, score } = film;
  if (t < score.togetherEnd) return;
  const size = Math.max(paper.small, paper.size * 0.9);
  const { before } = marks;
  if (before !== undefined) {
    const [value, cotangent] = [before.values[number]!, before.cotangents[number]!];
    const isMoved = !Object.is(value, graph.values[number]);
    const isOther = !Object.is(cotangent, graph.cotangents[number]);
    if (!isMoved && !isOther) return;
    const was = text({ message: "was", comment: "before a number of a run that was changed" });
    const parts: readonly Part[] = [
      { text: `${was} `, colour: "ink-2" },
      ...(isMoved ? [{ text: shortReal(value), colour: "primal" }] : []),
      ...(isMoved && isOther ? [{ text: " | ", colour: "ink-2" }] : []),
      ...(isOther ? [{ text: shortReal(cotangent), colour: "cot", bold: true }] : []),
    ];
    const w = lengthOf(parts) * size * LETTER;
    const x = Math.min(place.x, place.right - w - 4);
    // no edge goes through words
    picture.rect("top", `ground${number}`, {
      x: x - 3,
      y: place.y - size * 0.6,
      w: w + 6,
      h: size * 1.2,
      r: 3,
      fill: "paper",
    });
    const at = { x, y: place.y, parts, size, font: "code" } as const;
    picture.text("top", `before${number}`, { ...at, data: { before: cotangent } });
  }
}
