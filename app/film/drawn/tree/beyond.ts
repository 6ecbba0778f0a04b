// Calls of a tree in rows out of sight: how many there are above those that are shown, and below them.
import { plural, t as text } from "@lingui/core/macro";
import type { TreeColumn } from "../../../../engine/score/score.ts";
import { grouped } from "../../../words/numbers.ts";
import type { Moment } from "../../model/film.ts";
import { callsAt } from "./calls.ts";

/** How many calls stand above the rows in sight, and how many below: `↑34 ↓6 calls`; undefined where none does. */
export function beyondWords({ film, paper, t, rows }: Moment, column: TreeColumn): string | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (paper.shown >= paper.rows || first === undefined || last === undefined) return undefined;
  const calls = callsAt(film, column, t);
  const [above, below] = [sum(calls.subarray(0, first)), sum(calls.subarray(last + 1))];
  const [up, down] = [grouped(above), grouped(below)];
  if (above > 0 && below > 0) return text`↑${up} ↓${down} calls`;
  if (above > 0) return plural(above, { one: `↑${up} call`, other: `↑${up} calls` });
  return below > 0 ? plural(below, { one: `↓${down} call`, other: `↓${down} calls` }) : undefined;
}

function sum(counts: Float64Array): number {
  return Math.round(counts.reduce((all, count) => all + count, 0));
}
