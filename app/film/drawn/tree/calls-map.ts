// Calls of a tree in rows out of sight: a map of all calls, and how many there are above the rows that are shown, and below them.

import { plural, t as text } from "@lingui/core/macro";
import type { TreeColumn } from "../../../../engine/animation/animation.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { keptByKey, keptForPair } from "../../../base/kept.ts";
import { type Path, rectPath, runsOf } from "../../../picture/path.ts";
import { around } from "../../../picture/shape.ts";
import { callsAt, ROUNDING } from "../../../playback/model/calls.ts";
import { foldsOf, foldsOver } from "../../../playback/model/film.ts";
import { placeAfter } from "../../../playback/model/moments.ts";
import { grouped } from "../../../words/numbers.ts";
import { BORDER, callsMapWidth, type Paper } from "../../model/paper.ts";
import type { TreeMoment } from "../moment.ts";
import { longest } from "./row-bars.ts";

/** The window and the call of now, and the room beside the map, in pixels. */
const PX = { round: 4, now: 6, beside: 12 };

/** The narrowest bar of the map, in pixels: a call is seen however many others there are. */
const LEAST = 1.5;
/** The widest call of the map, in pixels. */
const WIDEST = 5;

/**
 * Draws the map of all calls beside a tree: its silhouette from the first row to the last, each row as wide as its calls, filled as far
 * as they are made, with the rows in sight and the call that is made now; nothing where all rows are in sight.
 */
export function drawCallsMap(moment: TreeMoment): void {
  const { film, paper, picture, t, y, place, animation: column } = moment;
  const w = callsMapWidth(paper);
  if (w === 0) return;
  const { scale, rows, shown, rowHeight, top } = paper;
  const high = shown * rowHeight;
  const first = (top - y(0)) / rowHeight + 0.5;
  picture.rect(
    "still",
    `callsinsight${place.id}`,
    [place.x + BORDER, top + (first / rows) * high, w - 2 * BORDER, (shown / rows) * high],
    { r: PX.round, fill: "sunken", stroke: "line-strong", width: 1 },
  );
  const layout = {
    middle: place.x + w / 2,
    unit: Math.min(WIDEST * scale, (w - PX.beside * scale) / longest(column)),
    paper,
  };
  const total = column.whole?.total ?? column.total;
  const { folds, batches } = film.animation;
  const done = foldsOver(foldsOf(film, column), t);
  const { whole, latest } = drawnOf(paper, column);
  // calls made one by one are the same until the next arrives; the drawing changes with whole calls, and not in each frame
  const isOneByOne = done === 0 && t < (batches[0]?.from ?? folds[0]?.from ?? Number.POSITIVE_INFINITY);
  const key = isOneByOne ? `${placeAfter(column.to, t)}` : `${t} ${done}`;
  const { count, apart, together } = latest(key, () => {
    const left = callsAt(film, column, t).map((count) => Math.floor(count + ROUNDING));
    const folded = new Set(folds.slice(0, done).flatMap(({ number, along }) => [number, ...along]));
    const part = (isFolded: boolean) => left.map((one, number) => (folded.has(number) === isFolded ? one : 0));
    return { count: sum(left), apart: barsPath(layout, part(false)), together: barsPath(layout, part(true)) };
  });
  const all = whole(place.id, () => barsPath(layout, total));
  picture.path("still", `callsto${place.id}`, { path: all, fill: "line-strong", opacity: 0.5 });
  picture.path("still", `callsmap${place.id}`, { path: apart, fill: "bp", data: { mapped: count } });
  if (done > 0) picture.path("still", `callsfolded${place.id}`, { path: together, fill: "staged" });
  const now = callNow(column, t);
  if (now === undefined) return;
  const side = PX.now * scale;
  const square = around(layout.middle, top + ((now + 0.5) / rows) * high, side, side);
  picture.rect("still", `callsnow${place.id}`, square, { fill: "cot", stroke: "paper", width: 1 });
}

/** Paths of a map: the silhouette of the whole tree, and that of the last picture. */
const drawnOf = keptForPair((_paper: Paper, _column: TreeColumn) => ({
  whole: keptByKey<string, Path>(),
  latest: keptByKey<string, { readonly count: number; readonly apart: Path; readonly together: Path }>(1),
}));

/** Bars in the middle of a map, one for each row that has calls; rows beside each other that have the same number of them have one bar. */
function barsPath(
  { middle, unit, paper }: { readonly middle: number; readonly unit: number; readonly paper: Paper },
  counts: Float64Array,
): Path {
  const pitch = (paper.shown * paper.rowHeight) / paper.rows;
  const gap = pitch > WITH_GAPS ? 1 : 0;
  const runs = runsOf(counts.length, (a, b) => gap === 0 && counts[a] === counts[b]);
  return runs.flatMap(([from, to]) => {
    const count = nth(counts, from);
    const w = Math.max(LEAST * paper.scale, count * unit);
    return count === 0 ? [] : rectPath(middle - w / 2, paper.top + from * pitch, w, (to - from) * pitch - gap);
  });
}

/** Pixels of a row of the map from which on there is a gap between rows. */
const WITH_GAPS = 4;

/** The scalar whose call is being made; undefined while none is, and where calls are not made one by one. */
function callNow({ from, to, replayOrder }: TreeColumn, t: number): number | undefined {
  const begun = placeAfter(from, t);
  return begun > 0 && (begun < from.length || t < nth(to, begun - 1)) ? replayOrder.calls.number[begun - 1] : undefined;
}

/** How many calls stand above the rows in sight, and how many below: `↑34 ↓6 calls`; undefined where none does. */
export function outOfSightWords({ film, paper, t, rows, animation }: TreeMoment): string | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (paper.shown >= paper.rows || first === undefined || last === undefined) return undefined;
  const calls = callsAt(film, animation, t);
  const [above, below] = [sum(calls.subarray(0, first)), sum(calls.subarray(last + 1))];
  const [up, down] = [grouped(above), grouped(below)];
  if (above > 0 && below > 0) return text`↑${up} ↓${down} calls`;
  if (above > 0) return plural(above, { one: `↑${up} call`, other: `↑${up} calls` });
  return below > 0 ? plural(below, { one: `↓${down} call`, other: `↓${down} calls` }) : undefined;
}

function sum(counts: Float64Array): number {
  return Math.round(counts.reduce((all, count) => all + count, 0));
}
