// Shared parts of the columns of a large run's picture.

import { scaleLinear } from "d3-scale";
import type { FarAnimation } from "../../../engine/animation/far.ts";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { type Path, rectPath, runsOf, upright } from "../../picture/path.ts";
import { LETTER, type Part, type Picture } from "../../picture/shape.ts";
import { superscript } from "../../words/numbers.ts";
import type { FarPaper, FarPlace } from "./paper.ts";

/** Heads and scales, in pixels on paper of scale 1: from the left, heights from the top, above the rows, and between numbers. */
const PX = { left: 10, title: 20, letters: 18, told: 42, above: 4, numbers: 10, between: 6 };
/** Letters of scales, in letters of the paper, letters that a number takes, and powers that are written out. */
export const SMALLER = 0.95;
const NUMBER = 6;
const LONGEST = 4;
/** How much higher rows are that are no whole pixels, in pixels. */
const SEAM = 0.35;

/** Parameters of drawing a large run: its animation, the layout, the time `t` in milliseconds, and the picture for the shapes. */
export interface FarMoment {
  readonly animation: FarAnimation;
  readonly paper: FarPaper;
  readonly t: number;
  readonly picture: Picture;
}

/** The head of a column: its title, and the line below. */
export function head(
  { picture, paper }: FarMoment,
  place: FarPlace,
  title: string,
  below: string | readonly Part[],
  isName: boolean,
): void {
  const { scale, size } = paper;
  const x = place.x + PX.left * scale;
  const parts = [{ text: title, bold: true }];
  picture.text("ground", `head ${place.x}`, [x, PX.title * scale], parts, PX.letters * scale, {
    font: "prose",
    isName,
  });
  const told = typeof below === "string" ? [{ text: below, colour: "ink-2" }] : below;
  picture.text("ground", `told ${place.x}`, [x, PX.told * scale], told, size, { font: "ui" });
  picture.line("ground", `side ${place.x}`, upright(place.x, 0, paper.height), "line", 1);
}

/** A logarithmic scale of a column, with places in pixels. */
interface Powers {
  /** Names its shapes. */
  readonly name: string;
  /** Powers of ten from one to another, and the room from the first to the last. */
  readonly from: number;
  readonly to: number;
  readonly w: number;
  /** Nothing is written before it. */
  readonly free: number;
  /** Where the lines of a power are: the last has its number. */
  at(power: number): readonly number[];
  /** The colour of a line. */
  colour(power: number): string;
}

/** Draws lines at powers of ten, with numbers above them where there is room; returns the lines. */
export function drawPowers({ paper, picture }: FarMoment, place: FarPlace, scaled: Powers): readonly Path[] {
  const { top, height, scale, size, width } = paper;
  const { name, from, to, w, at, colour } = scaled;
  const letters = SMALLER * size * LETTER;
  const room = Math.max(1, Math.floor(w / (letters * NUMBER)));
  let { free } = scaled;
  return scaleLinear([from, to], [0, 1])
    .ticks(room)
    .filter(Number.isInteger)
    .map((power) => {
      const lines = at(power).flatMap((x) => upright(x, top - PX.above, height));
      picture.line("ground", `${name} ${place.x} ${power}`, lines, colour(power), 1, { data: { power } });
      const x = lastOf(at(power));
      const words = powerWords(power);
      const half = (words.length * letters) / 2;
      if (x - half < free || x + half > Math.min(width, place.x + place.w)) return lines;
      free = x + half + PX.between * scale;
      const over = [x, top - PX.numbers * scale] as const;
      picture.say("ground", `${name}t ${place.x} ${power}`, over, words, "ink-2", size, { anchor: "middle" });
      return lines;
    });
}

function powerWords(power: number): string {
  if (power === 0) return "1";
  return power > 0 && power < LONGEST ? String(10 ** power) : `10${superscript(power)}`;
}

/** Rows as rectangles; equal rows that follow one another are one. */
export function rowsPath({ top, rowHeight }: FarPaper, rows: readonly (readonly [x: number, w: number])[]): Path {
  // rows that are no whole pixels would show the ground between them
  const seam = Number.isInteger(rowHeight) ? 0 : SEAM;
  const runs = runsOf(rows.length, (a, b) => nth(rows, a).every((one, at) => one === nth(rows, b)[at]));
  return runs.flatMap(([from, to]) => {
    const [x, w] = nth(rows, from);
    return w > 0 ? rectPath(x, top + from * rowHeight, w, (to - from) * rowHeight + seam) : [];
  });
}
