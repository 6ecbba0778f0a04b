// Shared parts of the columns of a large run's picture.

import type { FarAnimation } from "../../../engine/animation/far.ts";
import { nth } from "../../../engine/base/nth.ts";
import { type Path, rectPath, runsOf, upright } from "../../picture/path.ts";
import type { Part, Picture } from "../../picture/shape.ts";
import type { FarPaper, FarPlace } from "./paper.ts";

/** Parameters of drawing a large run: its animation, the layout, the time `t` in milliseconds, and the picture for the shapes. */
export interface FarMoment {
  readonly animation: FarAnimation;
  readonly paper: FarPaper;
  readonly t: number;
  readonly picture: Picture;
}

/** The head of a column: its title, and the line below. */
export function head(
  { picture, paper }: FarMoment,
  place: FarPlace,
  title: string,
  below: string | readonly Part[],
  isName: boolean,
): void {
  const { scale, size } = paper;
  const x = place.x + 10 * scale;
  const parts = [{ text: title, bold: true }];
  picture.text("ground", `head ${place.x}`, { x, y: 20 * scale, parts, size: 18 * scale, font: "prose", isName });
  const told = typeof below === "string" ? [{ text: below, colour: "ink-2" }] : below;
  picture.text("ground", `told ${place.x}`, { x, y: 42 * scale, parts: told, size, font: "ui" });
  picture.path("ground", `side ${place.x}`, { path: upright(place.x, 0, paper.height), stroke: "line", width: 1 });
}

/** Rows as rectangles; equal rows that follow one another are one. */
export function rowsPath({ top, rowHeight }: FarPaper, rows: readonly (readonly [x: number, w: number])[]): Path {
  // rows that are no whole pixels would show the ground between them
  const seam = Number.isInteger(rowHeight) ? 0 : 0.35;
  const runs = runsOf(rows.length, (a, b) => nth(rows, a).every((one, at) => one === nth(rows, b)[at]));
  return runs.flatMap(([from, to]) => {
    const [x, w] = nth(rows, from);
    return w > 0 ? rectPath(x, top + from * rowHeight, w, (to - from) * rowHeight + seam) : [];
  });
}
