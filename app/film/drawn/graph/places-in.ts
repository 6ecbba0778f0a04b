// Where the data-flow graph of a film stands on its paper.
import { nth } from "../../../../engine/base/nth.ts";
import { kept, keptByKey } from "../../../base/kept.ts";
import type { GraphPlaces } from "../../../exploration/drawn/graph-field.ts";
import { graphPlaces } from "../../../exploration/drawn/places.ts";
import type { Way } from "../../../picture/motion.ts";
import type { Before, Film } from "../../../playback/model/film.ts";
import { overviewWidth, type Paper, type Place } from "../../model/paper.ts";
import type { Moment } from "../moment.ts";

const placesOf = kept((_: Film) => keptByKey<string, GraphPlaces>());

/** Places are found once for a film and a size. */
export function placesIn(film: Film, paper: Paper, place: Place, before: Before | undefined): GraphPlaces {
  // where things stand does not change when edges are cut
  const whole = film.whole ?? film;
  const key =
    [place.x, place.w, paper.rowHeight, paper.size].map(Math.round).join(" ") + (before === undefined ? "" : " like");
  return placesOf(whole)(key, () => {
    const map = overviewWidth(paper);
    const field = { x: place.x + map, w: place.w - map, rowHeight: paper.rowHeight, size: paper.size };
    return graphPlaces(whole.graph, field, before);
  });
}

/** A moment of a film in the column of its graph, with the places there, and its sides beside the map of all rows. */
export interface GraphMoment extends Moment {
  readonly places: GraphPlaces;
  readonly sides: readonly [left: number, right: number];
}

/** Where the first row begins: places are found as if that were at 0. */
export function firstRow({ y, paper }: Moment): number {
  return y(0) - 0.5 * paper.rowHeight;
}

/** An edge as it lies on the paper: from the operand to its user. */
export function curveOf(moment: Omit<GraphMoment, "sides">, edge: number): Way {
  const first = firstRow(moment);
  return nth(moment.places.curves, edge).map(([x, y]) => [x, y + first] as const);
}
