// In the film event by event: the row of the event, marked in the column in which it happens.

import type { Place } from "../model/paper.ts";
import type { Moment } from "./moment.ts";

/** Marks the row of the present event in its column; nothing where the event has no visible row. */
export function drawEvent({ marks, paper, picture, film, isSeen, y }: Moment, { id, x, w }: Place): void {
  const { event } = marks;
  if (event?.column !== id || event.number === undefined || event.number >= film.graph.size) return;
  if (!isSeen(event.number)) return;
  const [inset, high] = [3 * paper.scale, paper.rowHeight * 0.94];
  picture.rect("ground", "event", [x + inset, y(event.number) - high / 2, w - 2 * inset, high], {
    r: 6 * paper.scale,
    fill: "staged-soft",
    stroke: "staged",
    width: 1.2,
    opacity: 0.55,
    data: { event: event.step },
  });
}
