// The column of a stage that carries the whole gradient of every scalar: a strip with a cell for each input, as dark as its number is
// large, with the number where there is room. Above the strips stand the inputs, and at the end the gradient of the result.
import { t as text } from "@lingui/core/macro";
import { progress } from "../../../engine/animation/intervals.ts";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kept } from "../../base/kept.ts";
import { shortName } from "../../exploration/model/scalar.ts";
import { cot, fitted, forms } from "../../picture/parts.ts";
import { around, LETTER, type Part, UI_LETTER } from "../../picture/shape.ts";
import type { Film } from "../../playback/model/film.ts";
import { wholeGradients } from "../model/derivatives.ts";
import { INSET, type Place } from "../model/paper.ts";
import type { Moment } from "./moment.ts";

/** The height of a strip, in rows and letters. */
const HIGH = { row: 0.62, letters: 1.9 };
/** Cells narrower than these have no corners and no lines, in pixels; a number takes most of its cell. */
const PLAIN = { corners: 8, lines: 5 };
const NUMBER = { high: 0.8, wide: 0.9 };
/** Pixels between the inputs and the words after them, on paper of scale 1. */
const BESIDE = 8;

/** How dark the cells of the smallest and the largest number are, in per cent of the colour. */
const LIGHTEST = 10;
const DARKEST = 55;
/** The widest cell, in letters. */
const WIDEST = 9;

/** Where the cells of a strip are. */
interface Cells {
  readonly x: number;
  readonly w: number;
}

/** Draws the strips of the scalars that are there, and above them the inputs or the gradient. */
export function drawVectors(moment: Moment, place: Place): void {
  const { film, paper, rows, t, y } = moment;
  const count = Math.max(1, film.inputs.length);
  const room = place.w - 2 * INSET * paper.scale;
  const cells = { x: place.x + INSET * paper.scale, w: Math.min(room / count, WIDEST * paper.size * LETTER) };
  const high = Math.min(paper.rowHeight * HIGH.row, paper.size * HIGH.letters);
  const whole = film.whole === undefined ? undefined : wholeGradients(film.whole);
  for (const number of rows) {
    const opacity = progress(t, nth(film.animation.scalars, number));
    if (opacity === 0) continue;
    const numbers = wholeGradients(film).map((derivatives) => nth(derivatives, number));
    const were = whole?.map((derivatives) => nth(derivatives, number));
    const strip = { numbers, were, y: y(number), high, opacity, layer: "node" } as const;
    drawStrip(moment, `vector${place.id}${number}`, cells, strip);
  }
  drawBand(moment, place, cells, high);
}

/** A strip of numbers, and their values before edges were cut; the middle of it, and how it is drawn. */
interface Strip {
  readonly numbers: readonly number[];
  readonly were: readonly number[] | undefined;
  readonly y: number;
  readonly high: number;
  readonly opacity: number;
  readonly layer: "node" | "band";
}

function drawStrip({ film, paper, picture }: Moment, key: string, { x, w }: Cells, strip: Strip): void {
  const { numbers, were, y, high, opacity, layer } = strip;
  const largest = largestIn(film);
  for (const [index, number] of numbers.entries()) {
    const isOther = were !== undefined && shortReal(nth(were, index)) !== shortReal(number);
    const share = Number.isFinite(number) ? Math.abs(number) / largest : 1;
    const part = LIGHTEST + (DARKEST - LIGHTEST) * Math.min(1, share);
    const [middle, narrow] = [x + (index + 0.5) * w, Math.max(1, w - 1)];
    picture.rect(layer, `${key} ${index}`, around(middle, y, narrow, high), {
      r: w < PLAIN.corners ? 0 : 2,
      fill: number === 0 ? "surface" : { mix: [Number.isFinite(number) ? "cot" : "err", "surface"], part },
      stroke: isOther ? "err" : number === 0 ? "line-strong" : "cot",
      width: w < PLAIN.lines ? 0 : isOther ? 2 : 1,
      opacity,
      data: { gradient: number, by: nth(film.inputs, index), ...(isOther && { was: nth(were, index) }) },
    });
    const whole: Part = number === 0 ? { text: "0", colour: "ink-3" } : cot(number);
    const letters = { size: Math.min(paper.size, high * NUMBER.high), least: paper.least };
    const told = fitted(forms(whole, number), w * NUMBER.wide, letters);
    if (told !== undefined) picture.write(layer, `${key} ${index}t`, [middle, y], told.parts, told.size, { opacity });
  }
}

/** The largest finite number of all strips: one scale for all of them. */
const largestIn = kept((film: Film): number => {
  let largest = Number.MIN_VALUE;
  for (const derivatives of wholeGradients(film))
    for (const one of derivatives) if (Number.isFinite(one)) largest = Math.max(largest, Math.abs(one));
  return largest;
});

/** Above the strips: whose derivatives these are; from the reverse pass on, the gradients of the result, multiplied and added up. */
function drawBand(moment: Moment, place: Place, cells: Cells, high: number): void {
  const { film, paper, picture, t } = moment;
  const { bandY, small } = paper;
  const isOver = t >= film.animation.forwardEnd;
  if (isOver) {
    const numbers = { numbers: gradientOf(film), were: film.whole && gradientOf(film.whole) };
    drawStrip(moment, `result${place.id}`, cells, { ...numbers, y: bandY, high, opacity: 1, layer: "band" });
  }
  const label = isOver ? text`gradient` : text`by input`;
  const end = cells.x + cells.w * film.inputs.length;
  const names = film.inputs.map((input) => shortName(film.graph, input));
  const isNamed = !isOver && names.every((name) => name.length * small * LETTER < cells.w);
  if (isNamed)
    for (const [index, name] of names.entries()) {
      const at = [cells.x + (index + 0.5) * cells.w, bandY] as const;
      picture.write("band", `by${place.id}${index}`, at, [{ text: name, colour: "ink-2" }], small);
    }
  const x = isNamed || isOver ? end + BESIDE * paper.scale : cells.x;
  if (x + label.length * small * UI_LETTER > place.right) return;
  picture.say("band", `label${place.id}`, [x, bandY], label, "ink-3", small);
}

/** The gradients of the result's scalars, multiplied by their cotangents and added up. */
function gradientOf(film: Film): readonly number[] {
  const { outputs, seeds } = film.graph;
  return wholeGradients(film).map((derivatives) =>
    outputs.reduce((sum, output, place) => sum + nth(seeds, place) * nth(derivatives, output), 0),
  );
}
