// The picture of a run at a time: a function of the film, the paper, the time and the reader's marks, and of nothing else.

import { plural } from "@lingui/core/macro";
import { stillFrom } from "../../../engine/animation/animation.ts";
import { progress } from "../../../engine/animation/intervals.ts";
import { VECTOR_KINDS } from "../../../engine/animation/replay-order.ts";
import { nth } from "../../../engine/base/nth.ts";
import { type Path, rectPath } from "../../picture/path.ts";
import { type Shape, soft, UI_LETTER } from "../../picture/shape.ts";
import { callNow, type Film, type Marks, NO_MARKS, startOf } from "../../playback/model/film.ts";
import { placeAfter } from "../../playback/model/moments.ts";
import { INSET, type Paper } from "../model/paper.ts";
import { drawHeads, drawRows } from "./frame.ts";
import { drawGraph } from "./graph/graph.ts";
import { drawMap } from "./map/map.ts";
import { type ColumnMoment, momentOf } from "./moment.ts";
import { drawProgram } from "./program.ts";
import { drawTree } from "./tree/tree.ts";
import { drawCells } from "./waiting-cells.ts";

/** All shapes of the picture at a time, in milliseconds of the animation; the same arguments give the same shapes. */
export function pictureAt(film: Film, paper: Paper, t: number, marks: Marks = NO_MARKS): readonly Shape[] {
  const moment = momentOf(film, paper, t, marks);
  drawRows(moment);
  drawHeads(moment);
  for (const place of paper.places) {
    const column = moment.film.columns.find(({ id }) => id === place.id);
    if (place.kind === "program") drawProgram(moment, place);
    if (place.kind === "graph") drawGraph(moment, place);
    if (column === undefined) continue;
    const { animation } = column;
    const isBeside = marks.isStill && column !== moment.film.leader;
    const own = { ...moment, t: isBeside ? stillFrom(animation, t) : t, place, column, animation };
    drawTouched(own);
    drawEvent(own);
    if (animation.tag === "tree") drawTree({ ...own, animation });
    else if (place.kind === "map") drawMap({ ...own, animation });
    else drawCells({ ...own, animation });
  }
  return moment.picture.shapes;
}

/** Marks the row of the present event in its column; nothing where the event has no visible row. */
function drawEvent({ marks, paper, picture, film, isSeen, y, place: { id, x, w } }: ColumnMoment): void {
  const { event } = marks;
  if (event?.column !== id || event.number === undefined || event.number >= film.graph.size) return;
  if (!isSeen(event.number)) return;
  const [inset, high] = [3 * paper.scale, paper.rowHeight * 0.94];
  picture.rect("ground", "event", [x + inset, y(event.number) - high / 2, w - 2 * inset, high], {
    r: 6 * paper.scale,
    ...soft("staged", 1.2),
    opacity: 0.55,
    data: { event: event.step },
  });
}

/** A square and the gap after it, in pixels on paper of scale 1. */
const SQUARE = 7;
/** From the squares to what they are. */
const WORDS = 6;
/** How long it takes until all squares of a call are there, in milliseconds of an unhurried animation. */
const APPEARING = 900;

const FILLS: Readonly<Record<(typeof VECTOR_KINDS)[number], string>> = {
  zero: "surface",
  plus: "cot-soft",
  scale: "primal-soft",
  "one-hot": "cot",
};

/** Draws squares for the scalars that the current call touches; nothing where no call is made now. */
function drawTouched(moment: ColumnMoment): void {
  const { film, paper, picture, t, marks, place, column, animation } = moment;
  const call = callNow(moment, column);
  if (call === undefined) return;
  const { vectors } = animation.replayOrder;
  const from = startOf(animation, call);
  const event = marks.event?.column === place.id ? marks.event : undefined;
  const isOver = (index: number): boolean => event === undefined || nth(vectors.step, index) <= event.step;
  const made = event !== undefined ? 1 : progress(t, { from, to: from + APPEARING * film.animation.haste });
  const [pad, gap] = [INSET * paper.scale, SQUARE * paper.scale];
  const room = Math.floor((place.w - 2 * pad) / gap);
  const [left, y] = [place.x + pad, paper.head + 1];
  let at = 0;
  const shapes = new Map<string, Path>();
  const indices = squaresOf(vectors.call, call).filter(isOver);
  const all = indices.reduce((sum, index) => sum + nth(vectors.scalars, index), 0);
  const seen = Math.round(all * made);
  for (const index of indices) {
    const kind = nth(VECTOR_KINDS, nth(vectors.kind, index));
    for (let square = 0; square < nth(vectors.scalars, index) && at < Math.min(seen, room); square++) {
      const x = left + at++ * gap;
      const s = gap - 2;
      shapes.set(kind, [...(shapes.get(kind) ?? []), ...rectPath(x, y, s, s)]);
    }
  }
  for (const [kind, path] of shapes)
    picture.path("band", `touching${place.id}${kind}`, {
      path,
      fill: FILLS[kind as keyof typeof FILLS],
      stroke: kind === "zero" ? "line-strong" : "cot",
      width: 1,
      data: { touching: Math.min(seen, room) },
    });
  if (seen === 0) return;
  const x = left + at * gap + WORDS * paper.scale;
  const words = [
    plural(seen, { one: "touches # scalar by 0, + and one-hots", other: "touches # scalars by 0, + and one-hots" }),
    plural(seen, { one: "touches # scalar", other: "touches # scalars" }),
  ].find((one) => x + one.length * paper.small * UI_LETTER < place.right - pad);
  if (words === undefined) return;
  picture.say("band", `touches${place.id}`, [x, y + gap / 2], words, "ink-3", paper.small);
}

/** The places of values made after a call began and before the next. */
function squaresOf(calls: Int32Array, call: number): readonly number[] {
  const [from, to] = [placeAfter(calls, call - 1), placeAfter(calls, call)];
  return Array.from({ length: to - from }, (_, at) => from + at);
}
