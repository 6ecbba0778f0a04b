// Rows of boxes on the lines of the calls that returned them: made, added one over the other, cut, thrown away; what was written stays as a ghost.
import { progress } from "../../../../../engine/animation/intervals.ts";
import { nth } from "../../../../../engine/base/nth.ts";
import { kept } from "../../../../base/kept.ts";
import { between, eased, sprung } from "../../../../picture/motion.ts";
import type { Box, Layer, Picture } from "../../../../picture/shape.ts";
import { isNothing } from "../model/contents.ts";
import type { RowsLadder } from "../model/ladder.ts";
import { type Lives, livesOf, type RowLife } from "../model/lives.ts";
import type { Row } from "../model/moves.ts";
import type { Part, Score } from "../model/score.ts";
import { drawBox, isInk } from "./boxes.ts";
import { type ColumnPlace, lineY, type RowsPaper } from "./paper.ts";
import { drawRefined, refinedType } from "./refined.ts";
import type { Place } from "./shares.ts";

/** Opacities of what was used, and of a box that is thrown away. */
const GHOST = 0.5;
const THROWN = 0.62;
/** Lanes that are narrower have no rows. */
export const NO_ROWS = 10;

/** A column at a time. */
export interface ColumnNow {
  readonly paper: RowsPaper;
  readonly place: ColumnPlace;
  readonly part: Part;
  readonly lives: Lives;
  readonly t: number;
  readonly ladder: RowsLadder;
  /** The text of the program. */
  readonly text: string;
}

/** A column of a paper at a time. */
export function columnNow(
  paper: RowsPaper,
  place: ColumnPlace,
  { parts, ladder }: Score,
  text: string,
  t: number,
): ColumnNow {
  const part = nth(parts, place.index);
  return { paper, place, part, lives: livesOf(part), t, ladder, text };
}

/** Draws the rows of a column. */
export function drawRows(picture: Picture, now: ColumnNow): void {
  const { paper, place, part, lives, t } = now;
  const { rows, stage } = part.column;
  for (const life of lives.rows) {
    const { timed, row } = life;
    if (timed.from > t) break;
    const { line, run, from } = nth(rows, row);
    if (nth(place.lanes, run).w < NO_ROWS) continue;
    const y = lineY(paper, line);
    const key = `${stage}r${row}`;
    const isSum = from.length > 1;
    if (t >= (isSum ? timed.closes : timed.to)) {
      const isUsed = t >= life.used;
      const look = isUsed
        ? { layer: "edge" as const, opacity: GHOST, grown: 1, hot: 0 }
        : {
            layer: "node" as const,
            opacity: 1,
            grown: isSum ? sprung(t, { from: timed.closes, to: timed.to }) : 1,
            hot: t < timed.to ? 1 : 0,
          };
      drawRow(picture, now, life, y, { ...look, key });
    } else if (from.length === 0) {
      const u = progress(t, timed);
      drawRow(picture, now, life, y, { layer: "node", opacity: u, grown: 1, hot: 1 - u, key });
    } else drawParts(picture, now, life, y);
  }
}

/** The rows that a row is made of, on their way to its line, where they stand one over the other. */
function drawParts(picture: Picture, now: ColumnNow, { timed, row }: RowLife, y: number): void {
  const { paper, place, part, lives, t } = now;
  const { column } = part;
  const { from, run } = nth(column.rows, row);
  const { boxHeight, scale } = paper;
  const isSum = from.length > 1;
  const u = eased(t, { from: timed.from, to: isSum ? timed.stands : timed.to });
  const gap = Math.min(boxHeight * 1.08, (paper.lineHeight * 2.4) / from.length);
  const span = ((from.length - 1) / 2) * gap;
  const middle = Math.min(y, paper.height - span - boxHeight / 2 - 4);
  for (const [index, one] of from.entries()) {
    const life = nth(lives.rows, one);
    const to = isSum ? middle - span + index * gap : y;
    const at = between(lineY(paper, nth(column.rows, one).line), to, u);
    drawRow(picture, now, life, at, {
      layer: "token",
      opacity: 1,
      grown: 1,
      hot: 0,
      key: `${column.stage}m${row}p${index}`,
    });
  }
  if (!isSum || t < timed.stands || paper.lineHeight < 12) return;
  const lane = nth(place.lanes, run);
  const first = [...nth(place.boxes, run).values()][0];
  const x = Math.max(lane.x + 8 * scale, (first?.x ?? lane.x) - 12 * scale);
  const sign = column.kind === "dense" ? "+" : "∪";
  picture.write(
    "top",
    `${column.stage}s${row}`,
    [x, middle],
    [{ text: sign, colour: "staged", bold: true }],
    Math.min(24 * scale, boxHeight),
    {
      data: { merge: row },
    },
  );
}

interface RowLook {
  readonly layer: Layer;
  readonly opacity: number;
  readonly grown: number;
  readonly hot: number;
  readonly key: string;
}

function drawRow(picture: Picture, now: ColumnNow, life: RowLife, y: number, look: RowLook): void {
  const { paper, place, part, ladder } = now;
  const { names, contents, run, line } = nth(part.column.rows, life.row);
  const places = nth(place.boxes, run);
  const h = paper.boxHeight * look.grown;
  const isDense = part.column.kind === "dense";
  const first = places.values().next().value;
  if (first !== undefined && isInk(first.w) && names.length > 0) return drawInk(picture, now, life, y, look);
  for (const [at, name] of names.entries()) {
    const box = places.get(name);
    if (box === undefined) continue;
    drawOne(picture, now, life, { box, name, content: contents[at] }, y, { ...look, h });
  }
  const last = [...places.values()].at(-1);
  const sided = contents.find((content) => refinedType(content, now.text) !== undefined);
  const lane = nth(place.lanes, run);
  if (last !== undefined && look.layer !== "token") {
    const x = last.x + last.w + 8 * paper.scale;
    const beside = { x, y, room: lane.x + lane.w - x, scale: paper.scale, opacity: look.opacity };
    drawRefined(picture, `${look.key}d`, sided, now.text, beside);
  }
  // a box that a sparse row does not have
  if (isDense || look.layer === "edge" || paper.lineHeight < 12) return;
  for (const [name, { x, w }] of places)
    if (!names.includes(name) && w > 14 && nth(ladder.scopes, line).includes(name))
      picture.line(
        look.layer,
        `${look.key}${name}n`,
        [
          ["M", x + w * 0.3, 0],
          ["h", w * 0.4],
        ],
        "line-strong",
        1.5,
        { dy: y + paper.boxHeight * 0.3, dash: "2 3", opacity: look.opacity },
      );
}

interface OneBox {
  readonly box: Place;
  readonly name: string;
  readonly content: Parameters<typeof drawBox>[3];
}

function drawOne(
  picture: Picture,
  { paper, t, part }: ColumnNow,
  life: RowLife,
  { box, name, content }: OneBox,
  y: number,
  look: RowLook & { readonly h: number },
): void {
  const { layer, key, opacity, hot, h } = look;
  const { scale } = paper;
  const at = { ...box, y, h, scale };
  const lost = life.lost.get(name);
  if (lost !== undefined && t >= lost.from) {
    // a row that goes on is without it
    if (layer === "token") return;
    const u = eased(t, { from: lost.from, to: between(lost.from, lost.to, 0.5) });
    picture.rect(layer, `${key}${name}l`, [box.x + 1, y - h / 2, Math.max(0.5, box.w - 2), h], {
      r: Math.min(4, h / 4),
      fill: "none",
      stroke: "line-strong",
      dash: "3 3",
      opacity: opacity * 0.8,
    });
    if (t < lost.to)
      drawBox(picture, "token", `${key}${name}up`, content, {
        ...at,
        y: y - (h + 3) * u,
        hot: 1,
        data: { leaves: name },
      });
    return;
  }
  const { ended } = life;
  const isThrown = ended !== undefined && t >= ended.from && ended.move.dropped.includes(name);
  const isKept = ended !== undefined && t >= ended.from && t < ended.to && ended.move.kept.includes(name);
  drawBox(picture, layer, `${key}${name}`, content, {
    ...at,
    opacity: isThrown ? Math.min(opacity, THROWN) : opacity,
    hot: isKept ? 1 : hot,
    data: { box: part.column.kind },
  });
  if (!isThrown || ended === undefined) return;
  const u = progress(t, { from: ended.from, to: between(ended.from, ended.to, 0.5) });
  const pad = Math.min(3, box.w / 5);
  const [x1, x2] = [box.x + pad, box.x + box.w - pad];
  const [y1, y2] = [y + h / 2 - 2, y - h / 2 + 2];
  const line = {
    stroke: "err",
    width: box.w < 14 ? 1.25 : 2.25,
    fill: "none",
    round: true,
    opacity: Math.max(opacity, 0.7),
  } as const;
  picture.path("top", `${key}${name}x1`, {
    path: [
      ["M", x1, 0],
      ["l", (x2 - x1) * u, (y2 - y1) * u],
    ],
    dy: y1,
    ...line,
    data: { thrown: name },
  });
  if (u >= 1)
    picture.path("top", `${key}${name}x2`, {
      path: [
        ["M", x1, 0],
        ["l", x2 - x1, y1 - y2],
      ],
      dy: y2,
      ...line,
    });
}

/** The parts of a row, from a variable to another, in which something is. */
const inkOf = kept(({ names, contents }: Row): readonly (readonly [from: string, to: string])[] => {
  const found: [string, string][] = [];
  let isOpen = false;
  for (const [at, name] of names.entries()) {
    const isZero = isNothing(contents[at]);
    const last = found.at(-1);
    if (!isZero && isOpen && last !== undefined) last[1] = name;
    else if (!isZero) found.push([name, name]);
    isOpen = !isZero;
  }
  return found;
});

/** A row whose boxes are too narrow: ink where something is, and where zeros are, their ground. */
function drawInk(
  picture: Picture,
  { paper, place, part }: ColumnNow,
  life: RowLife,
  middle: number,
  { layer, key, opacity, grown }: RowLook,
): void {
  const row = nth(part.column.rows, life.row);
  const places = nth(place.boxes, row.run);
  const h = paper.boxHeight * grown;
  const r = Math.min(2, h / 4);
  const y = middle - h / 2;
  const inkBetween = (from: string, to: string): Box | undefined => {
    const [a, b] = [places.get(from), places.get(to)];
    return a && b && [a.x, y, Math.max(1, b.x + b.w - a.x), h];
  };
  const whole = inkBetween(row.names[0] ?? "", row.names.at(-1) ?? "");
  const look = { stroke: "line-strong", width: 0.5, opacity, data: { row: part.column.kind } };
  if (part.column.kind === "dense" && whole !== undefined)
    picture.rect(layer, `${key}z`, whole, { r, fill: "sunken", ...look });
  for (const [from, to] of inkOf(row)) {
    const ink = inkBetween(from, to);
    if (ink !== undefined) picture.rect(layer, `${key}v${from}`, ink, { r, fill: "cot", opacity: opacity * 0.85 });
  }
}
