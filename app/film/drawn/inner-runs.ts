// Derivatives that the program asks for itself: each is a run within the run, framed in the rows of its scalars.

import { progress } from "../../../engine/animation/intervals.ts";
import { nth } from "../../../engine/base/nth.ts";
import { innerRuns } from "../../../engine/graphs/inner-runs.ts";
import { kept } from "../../base/kept.ts";
import { strong } from "../../picture/parts.ts";
import { around, LETTER, soft } from "../../picture/shape.ts";
import type { Moment } from "./moment.ts";

/** Frames, in pixels on paper of scale 1: insets from the sides, and for each depth; corners, lines, their ends, and the name. */
const PX = { inset: 3, depth: 5, round: 6, line: 1.5, end: 4, side: 3, name: 12 };
/** The name: half its height and its ends, in letters. */
const NAME = { half: 0.7, ends: 1.4 };
/** How visible a frame is before its run, and its ground. */
const UNMADE = 0.25;
const GROUND = 0.8;

const runsOf = kept(innerRuns);

/** Draws a frame around the rows of each inner run, with its name; its edge is blue where values are made, and red on the way back. */
export function drawInnerRuns(moment: Moment): void {
  const { film, paper, picture, t, y, isPassing } = moment;
  const { places, rowHeight, width, scale, least } = paper;
  for (const { name, from, to, turn, depth } of runsOf(film.graph)) {
    if (!isPassing(from, to - 1)) continue;
    const key = `inner${from}.${depth}`;
    const opacity = UNMADE + (1 - UNMADE) * progress(t, nth(film.animation.scalars, from));
    const [top, inset] = [(number: number): number => y(number) - rowHeight / 2, (PX.inset + PX.depth * depth) * scale];
    picture.rect("ground", key, [inset, top(from) + 1, width - 2 * inset, (to - from) * rowHeight - 2], {
      r: PX.round * scale,
      ...soft("bp", PX.line * scale),
      opacity: opacity * GROUND,
      data: { inner: name },
    });
    for (const [first, last, fill] of [[from, turn ?? to, "primal"] as const, [turn ?? to, to, "cot"] as const]) {
      const side = [inset, top(first) + PX.end, PX.side * scale, (last - first) * rowHeight - 2 * PX.end] as const;
      if (last > first) picture.rect("ground", `${key}${fill}`, side, { r: (PX.side / 2) * scale, fill, opacity });
    }
    // at the end of the frame's upper edge, where rows of text leave room
    const right = nth(places, 0).right - PX.name * scale;
    const w = (name.length + NAME.ends) * least * LETTER;
    const tag = around(right - w / 2, top(from) + 1, w, 2 * least * NAME.half);
    picture.rect("ground", `${key}tag`, tag, { r: least * NAME.half, fill: "bp", opacity });
    const parts = [strong(name, "paper")];
    picture.write("ground", `${key}name`, [right - w / 2, top(from) + 1], parts, least, { opacity, isName: true });
  }
}
