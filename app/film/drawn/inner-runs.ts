// Derivatives that the program asks for itself: each is a run within the run, framed in the rows of its scalars.

import { progress } from "../../../engine/animation/intervals.ts";
import { nth } from "../../../engine/base/nth.ts";
import { innerRuns } from "../../../engine/graphs/inner-runs.ts";
import { kept } from "../../base/kept.ts";
import { LETTER } from "../../picture/shape.ts";
import type { Moment } from "./moment.ts";

const runsOf = kept(innerRuns);

/** Draws a frame around the rows of each inner run, with its name; its edge is blue where values are made, and red on the way back. */
export function drawInnerRuns(moment: Moment): void {
  const { film, paper, picture, t, y, isPassing } = moment;
  const { places, rowHeight, width, scale, least } = paper;
  for (const { name, from, to, turn, depth } of runsOf(film.graph)) {
    if (!isPassing(from, to - 1)) continue;
    const key = `inner${from}.${depth}`;
    const opacity = 0.25 + 0.75 * progress(t, nth(film.animation.scalars, from));
    const [top, inset] = [(number: number): number => y(number) - rowHeight / 2, (3 + 5 * depth) * scale];
    picture.rect("ground", key, {
      x: inset,
      y: top(from) + 1,
      w: width - 2 * inset,
      h: (to - from) * rowHeight - 2,
      r: 6 * scale,
      fill: "bp-soft",
      stroke: "bp",
      width: 1.5 * scale,
      opacity: opacity * 0.8,
      data: { inner: name },
    });
    const sides =
      turn === undefined
        ? [[from, to, "primal"] as const]
        : [[from, turn, "primal"] as const, [turn, to, "cot"] as const];
    for (const [first, last, fill] of sides)
      picture.rect("ground", `${key}${fill}`, {
        x: inset,
        y: top(first) + 4,
        w: 3 * scale,
        h: (last - first) * rowHeight - 8,
        r: 1.5 * scale,
        fill,
        opacity,
      });
    // at the end of the frame's upper edge, where rows of text leave room
    const right = nth(places, 0).right - 12 * scale;
    const w = (name.length + 1.4) * least * LETTER;
    picture.rect("ground", `${key}tag`, {
      x: right - w,
      y: top(from) + 1 - least * 0.7,
      w,
      h: least * 1.4,
      r: least * 0.7,
      fill: "bp",
      opacity,
    });
    picture.text("ground", `${key}name`, {
      x: right - w / 2,
      y: top(from) + 1,
      parts: [{ text: name, colour: "paper", bold: true }],
      size: least,
      font: "code",
      anchor: "middle",
      opacity,
      isName: true,
    });
  }
}
