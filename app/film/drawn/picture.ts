// The picture of a run at a time: a function of the film, the paper, the time and the reader's marks, and of nothing else.
import { stillFrom } from "../../../engine/animation/animation.ts";
import { type Shape, soft } from "../../picture/shape.ts";
import { type Film, type Marks, NO_MARKS } from "../../playback/model/film.ts";
import type { Paper, Place } from "../model/paper.ts";
import { drawHeads, drawRows } from "./frame.ts";
import { drawGraph } from "./graph/graph.ts";
import { drawMap } from "./map/map.ts";
import { type Moment, momentOf } from "./moment.ts";
import { drawProgram } from "./program.ts";
import { drawTouched } from "./touched.ts";
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
    const isBeside = marks.isStill && column !== moment.film.leader;
    const own = isBeside ? { ...moment, t: stillFrom(column.animation, t) } : moment;
    drawTouched(own, place, column);
    drawEvent(own, place);
    const { animation } = column;
    if (animation.tag === "tree") drawTree(own, place, column, animation);
    else if (place.kind === "map") drawMap(own, place, column, animation);
    else drawCells(own, place, column, animation);
  }
  return moment.picture.shapes;
}

/** Marks the row of the present event in its column; nothing where the event has no visible row. */
function drawEvent({ marks, paper, picture, film, isSeen, y }: Moment, { id, x, w }: Place): void {
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
