// Areas of a large run's ladder as paths: boxes that are filled in part, and lanes as bars.

import { nth } from "../../../engine/base/nth.ts";
import { type Path, rectPath, runsOf } from "../../picture/path.ts";
import type { Box } from "../../picture/shape.ts";

/** A part of a box, filled like a text: whole lines from the top, and a part of the next; of anything there is a point to be seen. */
export function areaPath([x, y, w, h]: Box, part: number): Path {
  if (part <= 0) return [];
  const line = 2;
  const area = Math.max(4, part * w * h);
  const whole = Math.floor(area / (w * line));
  const top = whole > 0 ? rectPath(x, y, w, whole * line) : [];
  const last = Math.min(line, h - whole * line);
  const rest = Math.min(w, (area - whole * w * line) / last);
  return last <= 1e-6 ? top : [...top, ...rectPath(x, y + whole * line, rest, last)];
}

/** Heights of lanes that differ by less, in pixels, are one. */
const EQUAL = 0.25;

/** Lanes of several heights, from a line up; equal lanes beside each other are one. */
export function heightsPath(heights: readonly number[], left: number, lane: number, y: number): Path {
  const runs = runsOf(heights.length, (a, b) => Math.abs(nth(heights, a) - nth(heights, b)) < EQUAL);
  return runs.flatMap(([from, to]): Path => {
    const h = Math.max(1, nth(heights, from));
    return nth(heights, from) > 0
      ? [["M", left + from * lane, y], ["v", -h], ["h", (to - from) * lane], ["v", h], ["z"]]
      : [];
  });
}

/** Lanes of which something holds, as rectangles around a line; lanes beside each other are one. */
export function rowPath(
  list: Float32Array | Uint8Array,
  has: (one: number) => boolean,
  left: number,
  lane: number,
  y: number,
  h: number,
): Path {
  const runs = runsOf(list.length, (a, b) => has(nth(list, a)) === has(nth(list, b)));
  return runs.flatMap(([from, to]) =>
    has(nth(list, from)) ? rectPath(left + from * lane, y - h / 2, (to - from) * lane, h) : [],
  );
}
