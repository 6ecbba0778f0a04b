// Calls that are made at once, in a large run: a silhouette. Each row is as wide as the logarithm of its calls, so that a run that
// doubles with every scalar is a wedge, and not a line with a stroke at its end; above it stands how wide a doubling is.

import { plural, t as text } from "@lingui/core/macro";
import { scaleLinear } from "d3-scale";
import { aloneAt, callsAt, type FarAnimation, type FarColumn } from "../../../engine/animation/far.ts";
import { addAt, nth } from "../../../engine/base/nth.ts";
import { upright } from "../../picture/path.ts";
import { LETTER } from "../../picture/shape.ts";
import { countOrPower } from "../../words/magnitude.ts";
import { grouped, superscript } from "../../words/numbers.ts";
import { type FarMoment, head, rowsPath } from "./frame.ts";
import { type FarPaper, type FarPlace, scalarsOf } from "./paper.ts";

/** Doublings that a column has room for at least: few calls do not fill it. */
const LEAST_DOUBLINGS = 4;
/** The least width of the sample that says how wide doublings are, in pixels. */
const LEAST_SAMPLE = 7;

/** How wide one call is, and how much wider a row gets by each doubling: both are the same. */
export function doublingIn({ w }: FarPlace, { totalLog2 }: FarColumn): number {
  const most = totalLog2.reduce((a, b) => Math.max(a, b), LEAST_DOUBLINGS);
  return (w - 24) / (1 + most);
}

/** By scalar, the logarithm of how often it was called until a time; −∞ for never. */
export function calledLog2({ animation, t }: Pick<FarMoment, "animation" | "t">, column: FarColumn): Float64Array {
  const { calls } = column.replayOrder;
  const listed = Math.min(callsAt(animation, t), calls.number.length);
  const alone = aloneAt(animation, t);
  const counts = new Float64Array(animation.graph.size);
  if (alone < 1) for (let call = 0; call < listed; call++) addAt(counts, nth(calls.number, call), 1);
  // how many there are is known at both ends; between them they are doubled again and again
  return counts.map((count, number) => between(count, nth(column.totalLog2, number), alone));
}

function between(count: number, log2: number, part: number): number {
  if (part === 0 || log2 === Number.NEGATIVE_INFINITY) return Math.log2(count);
  const from = count === 0 ? -1 : Math.log2(count);
  const now = from + (log2 - from) * part;
  return now < 0 && part < 1 ? Number.NEGATIVE_INFINITY : now;
}

/** The text of a row of a tree: how often its most called scalar is called in the whole run. */
export function rowWords({ graph }: FarAnimation, paper: FarPaper, row: number, column: FarColumn): string {
  const [from, to] = scalarsOf({ graph }, paper, row);
  let most = from;
  for (let number = from; number < to; number++)
    if (nth(column.totalLog2, number) > nth(column.totalLog2, most)) most = number;
  const total = nth(column.total, most);
  const times = total <= Number.MAX_SAFE_INTEGER ? grouped(total) : countOrPower(total, nth(column.totalLog2, most));
  const [stage, name] = [column.replayOrder.stage, `#${grouped(most)}`];
  return plural(Math.min(total, Number.MAX_SAFE_INTEGER), {
    one: `${stage} calls ${name} once`,
    other: `${stage} calls ${name} ${times} times`,
  });
}

/** Draws the column of a stage whose calls are made at once: in each row of pixels, how many calls there are on a logarithmic scale. */
export function drawRowBars(moment: FarMoment, place: FarPlace, column: FarColumn): void {
  const { animation, paper, picture, t } = moment;
  const { rows } = paper;
  const { replayOrder, calls, callsLog2 } = column;
  const unit = doublingIn(place, column);
  const middle = place.x + place.w / 2;
  const logs = calledLog2(moment, column);
  const shown = Array.from({ length: rows }, (_, row): readonly [number, number] => {
    const [from, to] = scalarsOf(animation, paper, row);
    let most = Number.NEGATIVE_INFINITY;
    for (let number = from; number < to; number++) most = Math.max(most, nth(logs, number));
    const own = most === Number.NEGATIVE_INFINITY ? 0 : unit * (1 + most);
    return [middle - own / 2, own];
  });
  const listed = Math.min(callsAt(animation, t), replayOrder.calls.number.length);
  const alone = aloneAt(animation, t);
  const log2 = alone === 1 ? callsLog2 : between(listed, callsLog2, alone);
  const all = alone === 1 ? calls : Math.round(2 ** log2);
  const words = plural(Math.min(all, Number.MAX_SAFE_INTEGER), { one: "call", other: "calls" });
  const count = countOrPower(all, log2);
  head(moment, place, replayOrder.stage, text`${count} ${words}`, true);
  if (calls > 0) drawScale(moment, place, column, unit);
  const data = { calls: all, doubling: unit };
  picture.path("band", `silhouette ${place.x}`, { path: rowsPath(paper, shown), fill: "bp", data });
}

/** Draws the scale: lines at powers of ten, and how much wider a row gets by a doubling. */
function drawScale({ paper, picture }: FarMoment, place: FarPlace, { totalLog2 }: FarColumn, unit: number): void {
  const { top, height, scale, size } = paper;
  const most = totalLog2.reduce((a, b) => Math.max(a, b), LEAST_DOUBLINGS);
  const middle = place.x + place.w / 2;
  const letter = size * 0.95;
  const y = top - 10 * scale;
  // powers of ten to both sides, with numbers on the right
  const log10 = most * Math.LOG10E * Math.LN2;
  const room = (place.w / 2 - 12) / (letter * LETTER * 6);
  let free = middle;
  for (const power of scaleLinear([0, log10], [0, 1]).ticks(Math.max(1, Math.floor(room)))) {
    if (!Number.isInteger(power)) continue;
    const half = (unit * (1 + power / (Math.LOG10E * Math.LN2))) / 2;
    const path = [...upright(middle - half, top - 4, height), ...upright(middle + half, top - 4, height)];
    picture.path("ground", `power ${place.x} ${power}`, { path, stroke: "line", width: 1, data: { power } });
    // through filled shapes, too
    const through = { path, stroke: "paper", width: 1, opacity: 0.45 } as const;
    picture.path("edge", `through ${place.x} ${power}`, through);
    const words = power === 0 ? "1" : power < 4 ? String(10 ** power) : `10${superscript(power)}`;
    const w = words.length * letter * LETTER;
    const x = middle + half;
    if (x - w / 2 < free || x + w / 2 > place.x + place.w) continue;
    free = x + w / 2 + 6 * scale;
    const parts = [{ text: words, colour: "ink-2" }];
    const at = { x, y, parts, size: size, font: "ui", anchor: "middle" } as const;
    picture.text("ground", `powert ${place.x} ${power}`, at);
  }
  const doublings = 10 ** Math.max(0, Math.ceil(Math.log10((LEAST_SAMPLE * scale) / unit)));
  const wide = doublings * unit;
  const many = grouped(doublings);
  const words = plural(doublings, { one: "a doubling", other: `${many} doublings` });
  const x = place.x + 10 * scale;
  const line = top - 26 * scale;
  if (x + wide + 8 + words.length * size * 0.54 > place.x + place.w) return;
  picture.path("ground", `doubling ${place.x}`, {
    path: [
      ["M", x, line - 5],
      ["v", 10],
      ["m", 0, -5],
      ["h", wide],
      ["m", 0, -5],
      ["v", 10],
    ],
    stroke: "bp",
    width: 1.6 * scale,
    data: { doublings, wide },
  });
  const parts = [{ text: words, colour: "bp", bold: true }];
  picture.text("ground", `doublingt ${place.x}`, { x: x + wide + 8 * scale, y: line, parts, size: letter, font: "ui" });
}
