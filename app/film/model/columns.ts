// The columns of a film: which are wanted, in which order, and how wide they need to be.

import type { ColumnAnimation } from "../../../engine/animation/animation.ts";
import { present } from "../../../engine/base/nth.ts";
import { kept, keptByKey } from "../../base/kept.ts";
import { arcsWidth } from "../../exploration/drawn/arcs.ts";
import { longestIn } from "../../exploration/drawn/words.ts";
import { LETTER } from "../../picture/shape.ts";
import { type Film, GRAPH, PROGRAM } from "../../playback/model/film.ts";
import type { Column, Paper, Place } from "./paper.ts";

/** The columns that a film has, the most wanted first, and their order from left to right. */
export function columnsOf(film: Film): {
  readonly wanted: readonly Column[];
  readonly order: readonly string[];
} {
  const { columns, leader } = film;
  const tree = columns.find(({ kind }) => kind === "tree");
  const first = [...new Set([leader, tree])].filter((column) => column !== undefined);
  const rest = columns.filter((column) => !first.includes(column));
  // edges that are cut leave columns as wide as they are
  const whole = film.whole ?? film;
  const graph: Column = { id: GRAPH, kind: "graph", needs: (rows) => arcsWidth(whole.graph, rows) };
  const program: Column = {
    id: PROGRAM,
    kind: "program",
    needs: ({ small }) => Math.min(longestOf(whole), MOST_LETTERS) * small * LETTER + MARGIN,
  };
  return {
    wanted: [...first, graph, ...rest, program],
    order: [PROGRAM, GRAPH, ...columns.map(({ id }) => id)],
  };
}

/** The same without those that are put away, and those first that were asked for. */
export function columnsChosen(
  film: Film,
  { hidden, wanted: asked }: { readonly hidden: ReadonlySet<string>; readonly wanted: readonly string[] },
): ReturnType<typeof columnsOf> {
  const { wanted, order } = columnsOf(film);
  const rank = (id: string): number => (asked.includes(id) ? asked.indexOf(id) : asked.length);
  const chosen = wanted.filter(({ id }) => !hidden.has(id)).sort((a, b) => rank(a.id) - rank(b.id));
  return { wanted: chosen, order };
}

/** Letters that lines of the program may need, and the room beside. */
const MOST_LETTERS = 35;
const MARGIN = 32;

/** Letters of the longest backpropagator with numbers. */
export const longestOf = kept((film: Film) => longestIn(film));

/** Finds something for a column on a paper when it is first asked for; the column by its ID. */
export function perColumn<Found>(
  { places }: Paper,
  { columns }: Film,
  find: (place: Place, animation: ColumnAnimation) => Found,
): (id: string) => Found {
  const found = keptByKey<string, Found>();
  return (id) =>
    found(id, () => {
      const place = present(places.find((place) => place.id === id));
      return find(place, present(columns.find((column) => column.id === id)).animation);
    });
}
