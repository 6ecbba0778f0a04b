// Calls that wait until all of a scalar's cotangent is there, in a large run: each row is as wide as one call, by the measure of the trees
// beside it (at least some visible pixels), so that repetitions can be compared. Beside the calls are their cotangents.

import { plural, t as text } from "@lingui/core/macro";
import { callsAt, type FarColumn } from "../../../engine/animation/far.ts";
import { nth } from "../../../engine/base/nth.ts";
import { kept } from "../../base/kept.ts";
import { scalarsIn } from "../../exploration/drawn/bundles.ts";
import { strong } from "../../picture/parts.ts";
import { UI_LETTER } from "../../picture/shape.ts";
import { grouped } from "../../words/numbers.ts";
import { drawPowers, type FarMoment, head, rowsPath, SMALLER } from "./frame.ts";
import type { FarPlace } from "./paper.ts";
import { doublingIn } from "./row-bars.ts";

/** In pixels on paper of scale 1: at the left and the right of a column, and its title above the rows. */
const PX = { left: 12, right: 14, title: 26 };
/** How visible sizes are. */
const SIZES = 0.8;

/** The least width of a call, in pixels, and the greatest where there is no tree to compare it with; and the room beside it. */
const LEAST_CALL = 5;
const MOST_CALL = 40;
const BESIDE = 18;
/** The least width in which cotangents are drawn. */
const LEAST_PLOT = 60;
/** Limit of sizes of cotangents, as powers of ten; and powers that are shown at least to either side of 1. */
const MOST_POWER = 300;
const LEAST_POWER = 1;

/** How wide one call is: as in the tree whose calls are narrowest, where there is one. */
function callWidth({ animation, paper }: FarMoment, place: FarPlace, column: FarColumn): number {
  const trees = paper.places.flatMap((one): readonly number[] => {
    const tree = typeof one.column === "number" ? nth(animation.columns, one.column) : undefined;
    return tree === undefined || tree.replayOrder.waits ? [] : [doublingIn(one, tree)];
  });
  const width = trees.length > 0 ? Math.min(...trees) : Math.min(MOST_CALL * paper.scale, doublingIn(place, column));
  return Math.max(LEAST_CALL * paper.scale, width);
}

/** Draws the column: in each row of pixels the part of its scalars that were called, the part for which something waits, and cotangents. */
export function drawWaiting(moment: FarMoment, place: FarPlace, column: FarColumn): void {
  const { animation, paper, picture, t } = moment;
  const { replayOrder, calledAt, reachedAt, cotangents, total } = column;
  const { rows, scale } = paper;
  const made = Math.min(callsAt(animation, t), replayOrder.calls.number.length);
  const now = t < animation.forwardEnd ? -1 : made;
  const w = callWidth(moment, place, column);
  const x = place.x + PX.left * scale;
  const plot = plotIn(moment, place, x + w + BESIDE * scale, cotangents);
  let waiting = 0;
  const called: [number, number][] = [];
  const waits: [number, number][] = [];
  const sizes: [number, number][] = [];
  const odd: [number, number][] = [];
  for (let row = 0; row < rows; row++) {
    const [from, to] = scalarsIn(animation.graph.size, rows, row);
    let [calls, reached, least, most, isOdd] = [0, 0, Number.POSITIVE_INFINITY, 0, false];
    for (let number = from; number < to; number++) {
      if (nth(calledAt, number) < now) {
        calls++;
        const size = Math.abs(nth(cotangents, number));
        if (Number.isNaN(size)) isOdd = true;
        else if (size > 0) [least, most] = [Math.min(least, size), Math.max(most, size)];
      } else if (nth(reachedAt, number) < now) reached++;
    }
    waiting += reached;
    const count = Math.max(1, to - from);
    called.push([x, (w * calls) / count]);
    waits.push([x + (w * calls) / count, (w * reached) / count]);
    if (plot === undefined) continue;
    sizes.push(barOf(plot, least, most, scale));
    odd.push([plot.x, isOdd ? plot.w : 0]);
  }
  const sum = total.length;
  const [done, wait] = [grouped(Math.max(0, now)), grouped(waiting)];
  const calls = plural(Math.max(0, now), { one: "call", other: "calls" });
  const isCut = !replayOrder.isWhole && made >= replayOrder.calls.number.length && t > animation.forwardEnd;
  // each in the colour of its bars
  const told = isCut
    ? [{ text: text`only the first ${done} ${calls} are recorded`, colour: "bp" }]
    : [
        { text: `${done} ${calls}, `, colour: "bp" },
        { text: text({ message: `${wait} wait`, comment: "how many calls wait" }), colour: "staged" },
      ];
  head(moment, place, replayOrder.stage, told, true);
  if (plot !== undefined) drawPlot(moment, place, plot);
  picture.path("band", `called ${place.x}`, {
    path: rowsPath(paper, called),
    fill: "bp",
    data: { called: Math.max(0, now), of: sum, call: w },
  });
  picture.path("band", `waits ${place.x}`, { path: rowsPath(paper, waits), fill: "staged", data: { waiting } });
  if (plot === undefined) return;
  // NaN has no size: its rows are marked
  picture.path("band", `odd ${place.x}`, { path: rowsPath(paper, odd), fill: "err", opacity: 0.5 });
  const data = { from: plot.from, to: plot.to };
  picture.path("band", `sizes ${place.x}`, { path: rowsPath(paper, sizes), fill: "cot", opacity: SIZES, data });
}

/** Where the sizes of cotangents are drawn, on a logarithmic scale: between two powers of ten, 1 among them. */
interface Plot {
  readonly x: number;
  readonly w: number;
  readonly from: number;
  readonly to: number;
}

function plotIn({ paper }: FarMoment, place: FarPlace, x: number, cotangents: Float64Array): Plot | undefined {
  const w = place.x + place.w - PX.right * paper.scale - x;
  return w < LEAST_PLOT * paper.scale ? undefined : { x, w, ...powersOf(cotangents) };
}

/** The powers of ten that the sizes of cotangents lie between. */
const powersOf = kept((cotangents: Float64Array): Pick<Plot, "from" | "to"> => {
  let [from, to] = [-LEAST_POWER, LEAST_POWER];
  for (const cotangent of cotangents) {
    const power = powerOf(cotangent);
    if (power === undefined) continue;
    from = Math.min(from, Math.floor(power));
    to = Math.max(to, Math.ceil(power));
  }
  return { from, to };
});

/** The power of ten of a size; undefined for 0 and NaN. */
function powerOf(cotangent: number): number | undefined {
  if (cotangent === 0 || Number.isNaN(cotangent)) return undefined;
  return Math.max(-MOST_POWER, Math.min(MOST_POWER, Math.log10(Math.abs(cotangent))));
}

const placeIn = ({ x, w, from, to }: Plot, power: number): number => x + (w * (power - from)) / (to - from);

/** The bar of a row: from 1 to the right up to its greatest size, and to the left down to its least; a stroke where all are 1. */
function barOf(plot: Plot, least: number, most: number, scale: number): [number, number] {
  const one = placeIn(plot, 0);
  const [low, high] = [powerOf(least), powerOf(most)];
  if (low === undefined || high === undefined || least > most) return [one, 0];
  const [left, right] = [placeIn(plot, Math.min(0, low)), placeIn(plot, Math.max(0, high))];
  const lack = Math.max(0, 2 * scale - (right - left));
  return [high < 0 ? left - lack : left, right - left + lack];
}

/** The scale of the sizes: lines at powers of ten, with numbers above where there is room. */
function drawPlot(moment: FarMoment, place: FarPlace, plot: Plot): void {
  const { top, scale, size } = moment.paper;
  const letter = size * SMALLER;
  const fits = (title: string): boolean => title.length * letter * UI_LETTER < place.x + place.w - plot.x;
  const title = [text`size of cotangents`, text`cotangents`].find(fits);
  const parts = [strong(title ?? "", "cot")];
  if (title !== undefined)
    moment.picture.text("ground", `plot ${place.x}`, [plot.x, top - PX.title * scale], parts, letter, { font: "ui" });
  drawPowers(moment, place, {
    ...{ name: "size", from: plot.from, to: plot.to, w: plot.w, free: 0 },
    at: (power) => [placeIn(plot, power)],
    colour: (power) => (power === 0 ? "ink-3" : "line"),
  });
}
