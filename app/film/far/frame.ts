// Shared parts of the columns of a large run's picture.
import { nth } from "../../../engine/base/nth.ts";
import type { FarScore } from "../../../engine/score/far.ts";
import { n, type Part, type Picture } from "../../picture/shape.ts";
import type { FarPaper, FarPlace } from "./paper.ts";

/** Parameters of drawing a large run: its score, the layout, the time `t` in milliseconds, and the picture for the shapes. */
export interface FarMoment {
  readonly score: FarScore;
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
  picture.path("ground", `side ${place.x}`, { d: `M${n(place.x)} 0V${n(paper.height)}`, stroke: "line", width: 1 });
}

/** Rows as rectangles; equal rows that follow one another are one. */
export function rowsPath({ top, rowHeight }: FarPaper, rows: readonly (readonly [x: number, w: number])[]): string {
  let d = "";
  // rows that are no whole pixels would show the ground between them
  const seam = Number.isInteger(rowHeight) ? 0 : 0.35;
  for (let row = 0; row < rows.length; ) {
    const [x, w] = nth(rows, row);
    let next = row + 1;
    while (next < rows.length && nth(rows, next)[0] === x && nth(rows, next)[1] === w) next++;
    if (w > 0) d += `M${n(x)} ${n(top + row * rowHeight)}h${n(w)}v${n((next - row) * rowHeight + seam)}h${n(-w)}z`;
    row = next;
  }
  return d;
}
