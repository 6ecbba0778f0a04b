// Calls that are made at once, in a large run: a silhouette. Each row is as wide as the logarithm of its calls, so that a run that
// doubles with every scalar is a wedge, and not a line with a stroke at its end; above it stands how wide a doubling is.

import { plural, t as text } from "@lingui/core/macro";
import { aloneAt, callsAt, type FarAnimation, type FarColumn } from "../../../engine/animation/far.ts";
import { addAt, nth } from "../../../engine/base/nth.ts";
import { scalarsIn } from "../../exploration/drawn/bundles.ts";
import { strong } from "../../picture/parts.ts";
import { measurePath } from "../../picture/path.ts";
import { UI_LINE } from "../../picture/shape.ts";
import { countOrPower, seenDoublings } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import { drawPowers, type FarMoment, head, rowsPath, SMALLER } from "./frame.ts";
import type { FarPaper, FarPlace } from "./paper.ts";

/** The logarithm of 2 to the base of 10. */
const LOG10_2 = Math.LOG10E * Math.LN2;
/** Room beside rows, and the sample of a doubling: its place, its height and its words, in pixels; and how a scale is seen through rows. */
const PX = { beside: 12, left: 10, above: 26, half: 5, words: 8, line: 1.6 };
const THROUGH = 0.45;

/** Doublings that a column has room for at least: few calls do not fill it. */
const LEAST_DOUBLINGS = 4;
/** The least width of the sample that says how wide doublings are, in pixels. */
const LEAST_SAMPLE = 7;

/** How wide one call is, and how much wider a row gets by each doubling: both are the same. */
export function doublingIn({ w }: FarPlace, { totalLog2 }: FarColumn): number {
  const most = totalLog2.reduce((a, b) => Math.max(a, b), LEAST_DOUBLINGS);
  return (w - 2 * PX.beside) / (1 + most);
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
  const [from, to] = scalarsIn(graph.size, paper.rows, row);
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
    const [from, to] = scalarsIn(animation.graph.size, rows, row);
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
function drawScale(moment: FarMoment, place: FarPlace, { totalLog2 }: FarColumn, unit: number): void {
  const { paper, picture } = moment;
  const { top, scale, size } = paper;
  const most = totalLog2.reduce((a, b) => Math.max(a, b), LEAST_DOUBLINGS);
  const middle = place.x + place.w / 2;
  // powers of ten to both sides, with numbers on the right
  const half = (power: number): number => (unit * (1 + power / LOG10_2)) / 2;
  const powers = {
    name: "power",
    from: 0,
    to: most * LOG10_2,
    w: place.w / 2 - PX.beside,
    free: middle,
    colour: () => "line",
  };
  const at = (power: number): readonly number[] => [middle - half(power), middle + half(power)];
  // through filled shapes, too
  for (const [index, path] of drawPowers(moment, place, { ...powers, at }).entries())
    picture.line("edge", `through ${place.x} ${index}`, path, "paper", 1, { opacity: THROUGH });
  const { count, words } = seenDoublings(unit, LEAST_SAMPLE * scale);
  const wide = count * unit;
  const x = place.x + PX.left * scale;
  const line = top - PX.above * scale;
  if (x + wide + PX.words + words.length * size * UI_LINE > place.x + place.w) return;
  const sample = measurePath(x, line, wide, PX.half);
  picture.line("ground", `doubling ${place.x}`, sample, "bp", PX.line * scale, { data: { doublings: count, wide } });
  const beside = [x + wide + PX.words * scale, line] as const;
  picture.text("ground", `doublingt ${place.x}`, beside, [strong(words, "bp")], size * SMALLER, { font: "ui" });
}
