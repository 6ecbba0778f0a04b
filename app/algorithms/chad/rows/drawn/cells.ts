// The one environment of a stage that hands it on: a row of cells over the lines, of which one is touched at a time.
import { progress } from "../../../../../engine/animation/intervals.ts";
import { nth } from "../../../../../engine/base/nth.ts";
import { between, eased, sprung } from "../../../../picture/motion.ts";
import { flagWidth, type Picture } from "../../../../picture/shape.ts";
import { cut } from "../../../../words/cut.ts";
import { boxText, isNothing } from "../model/contents.ts";
import { isShown } from "../model/ladder.ts";
import { framesAt } from "../model/lives.ts";
import { cellName, pathTo } from "../model/moves.ts";
import { drawBox, isInk } from "./boxes.ts";
import { cellKey, lineY } from "./paper.ts";
import { type ColumnNow, NO_ROWS } from "./rows.ts";
import type { Place } from "./shares.ts";

/** The height of cells, in pixels, and letters of their names. */
const HIGH = 28;
/** By how much a ring is higher than the cell within it. */
const RING = 7;
const NAME = { part: 0.5, least: 9, most: 15 };
const FLAG = 14;
/** Letters in a flag at most. */
const LONGEST = 16;

/** Draws the environments of a column at a time, what is on its way to a cell, and the box on each line that was touched. */
export function drawCells(picture: Picture, now: ColumnNow): void {
  const { paper, place, part, lives, t, ladder } = now;
  const { column } = part;
  const { scale, cellsY: y } = paper;
  const h = Math.min(HIGH, paper.rule) * scale;
  const { frames, leaving } = framesAt(lives, t);
  const written = lives.ones.find(({ from, to }) => t >= from && t < to);
  const placeOf = (frame: number, cell: string): Place | undefined =>
    !isShown(ladder, column, frame, cell)
      ? undefined
      : place.cells.get(cellKey(nth(column.frames, frame).depth, cellName(cell)));
  for (const { frame, cells } of frames)
    for (const [cell, { content, since }] of cells) {
      const box = placeOf(frame, cell);
      if (box === undefined) continue;
      const isWritten = written?.move.frame === frame && written.move.cell === cell;
      const u = Math.max(0, Math.min(1, (t - since) / 240));
      const key = `${column.stage}c${frame} ${cell}`;
      const grown = isWritten && t >= written.closes ? sprung(t, { from: written.closes, to: written.to }) : 1;
      const hot = isWritten && t >= written.stands ? 1 : 0;
      drawCell(picture, key, now, { ...box, y, h: h * grown, opacity: u, hot }, content);
      drawName(picture, `${key}n`, cellName(cell), { ...box, y: y + h / 2 + 10 * scale, h }, scale);
    }
  for (const { frame, cell, at, to, content } of leaving) {
    const box = cell === undefined ? undefined : placeOf(frame, cell);
    if (box === undefined) continue;
    const u = eased(t, { from: at, to: between(at, to, 0.6) });
    const opacity = 1 - progress(t, { from: between(at, to, 0.7), to });
    drawBox(picture, "token", `${column.stage}g${frame} ${cell}`, content, {
      ...box,
      y: y + (h + 4) * u,
      h,
      scale,
      hot: 1,
      opacity,
      data: { leaves: cell ?? "" },
    });
  }
  drawTouched(picture, now, placeOf, y + h / 2);
}

function drawCell(
  picture: Picture,
  key: string,
  { paper: { scale }, part }: ColumnNow,
  at: Place & { readonly y: number; readonly h: number; readonly opacity: number; readonly hot: number },
  content: Parameters<typeof drawBox>[3],
): void {
  const { x, y, w, h, opacity, hot } = at;
  const data = { cell: part.column.kind };
  if (isInk(w)) {
    const fill = isNothing(content) ? "sunken" : "cot";
    picture.rect("node", `${key}b`, [x, y - h / 2, Math.max(1, w - 0.5), h], {
      fill,
      stroke: "line-strong",
      width: 0.5,
      opacity,
      data,
    });
    return;
  }
  // a map has no entry yet; a cell is empty
  if (part.column.kind === "local" && content === undefined) {
    picture.rect("node", `${key}b`, [x + 1.5, y - h / 2, w - 3, h], {
      r: 4,
      fill: "none",
      stroke: "line-strong",
      width: 1,
      dash: "3 3",
      opacity,
      data,
    });
    return;
  }
  drawBox(picture, "node", key, content, { x, y, w, h, opacity, hot, scale, data });
}

/** A variable's name below its cell or above its boxes. */
export function drawName(
  picture: Picture,
  key: string,
  name: string,
  { x, y, w }: Place & { readonly y: number; readonly h: number },
  scale: number,
): void {
  // the names of what conversions made say nothing
  if (name.includes("₀")) return;
  const size = Math.min(NAME.most * scale, w * NAME.part, (w * 1.5) / name.length);
  if (size < NAME.least) return;
  picture.write("label", key, [x + w / 2, y], [{ text: name, colour: "ink-2" }], size, { font: "prose", isName: true });
}

/** Contributions: on its line the one box that is touched; on its way a flag, which stands beside the cell before that changes. */
function drawTouched(
  picture: Picture,
  { paper, place, part, lives, t }: ColumnNow,
  placeOf: (frame: number, cell: string) => Place | undefined,
  below: number,
): void {
  const { scale, boxHeight, lineHeight } = paper;
  const { column } = part;
  for (const [index, { move, from, stands, closes }] of lives.ones.entries()) {
    if (from > t) break;
    const cell = placeOf(move.frame, move.cell);
    if (cell === undefined || move.call === undefined) continue;
    const { run, line } = nth(column.calls, move.call);
    const lane = nth(place.lanes, run);
    const own = nth(place.boxes, run).get(cellName(move.cell));
    const key = `${column.stage}o${index}`;
    const y = lineY(paper, line);
    const rest = own ?? { x: lane.x, w: Math.min(cell.w, lane.w) };
    if (lane.w >= NO_ROWS) {
      if (isInk(rest.w))
        picture.rect("edge", `${key}g`, [rest.x, y - boxHeight / 2, Math.max(1, rest.w), boxHeight], {
          fill: "cot",
          opacity: 0.8,
          data: { touched: column.kind },
        });
      else
        drawBox(picture, "edge", `${key}g`, move.content, {
          ...rest,
          y,
          h: boxHeight,
          scale,
          opacity: 0.5,
          data: { touched: column.kind },
        });
    }
    if (t >= closes) continue;
    if (column.kind === "local")
      drawPath(
        picture,
        key,
        pathTo(nth(column.frames, move.frame).cells, move.cell).flatMap((one) => placeOf(move.frame, one) ?? []),
        { y: paper.cellsY, scale, u: progress(t, { from, to: stands }) },
      );
    const u = eased(t, { from, to: stands });
    const text = `+${cut(boxText(move.content), LONGEST)}`;
    const size = (cell.w < 20 * scale ? 11 : FLAG) * scale;
    const x = Math.min(place.right - flagWidth(text, size), between(rest.x + rest.w / 2, cell.x + cell.w / 2, u));
    const at = between(y, below + 16 * scale, u);
    if (lineHeight > 5)
      picture.flag("token", `${key}f`, text, { x, y: at, size, isLit: true, data: { sent: cellName(move.cell) } });
    else picture.rect("token", `${key}f`, [x - 3, at - 3, 6, 6], { r: 3, fill: "cot" });
  }
}

/** Rings around the entries that are walked in a map, from the root of its tree to the one that is changed, one after the other. */
function drawPath(
  picture: Picture,
  key: string,
  path: readonly Place[],
  { y, scale, u }: { readonly y: number; readonly scale: number; readonly u: number },
): void {
  const h = (HIGH + RING) * scale;
  for (const [index, { x, w }] of path.entries())
    picture.rect("node", `${key}p${index}`, [x - RING * 0.25 * scale, y - h / 2, w + RING * 0.5 * scale, h], {
      r: Math.min(h, w) / 2.2,
      fill: "none",
      stroke: "bp",
      width: 1.5,
      opacity: Math.max(0, Math.min(1, u * path.length - index)),
      data: { path: index },
    });
}
