// The program of a large run, beside its rows: its lines, and its backpropagators, as in the film of a small run; repetitions are folded to
// one stretch, with the numbers of the present round.

import { t as text } from "@lingui/core/macro";
import { callsAt, type FarAnimation, madeAt } from "../../../engine/animation/far.ts";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { opened, partsOf, type RunPart } from "../../../engine/graphs/folding/parts.ts";
import { kindIn } from "../../../engine/graphs/run-graph.ts";
import { kept } from "../../base/kept.ts";
import { backpropagator, definition, running } from "../../exploration/drawn/words.ts";
import { strong } from "../../picture/parts.ts";
import type { Path } from "../../picture/path.ts";
import { LETTER, type Part as Words } from "../../picture/shape.ts";
import { leaderIn } from "../../playback/model/far.ts";
import { grouped } from "../../words/numbers.ts";
import { clipped } from "../drawn/program.ts";
import { type FarMoment, head } from "./frame.ts";
import type { FarPlace } from "./paper.ts";

/** In pixels on paper of scale 1: the sides of a column, a bracket with its line now and else, and code beside it. */
const PX = { sides: 40, left: 14, arm: 5, now: 2.4, still: 1.4, code: 6, right: 8, ground: 3 };
/** The height of a line, in letters; lines that a part may stand below its rows; and the fewest letters that are shown. */
const LINE = 1.45;
const FARTHEST = 3;
const SHORTEST = 4;

/** A line of the folded program: code of a scalar, or the count of a repetition. */
export interface CodeLine {
  readonly number: number | undefined;
  readonly parts: readonly Words[];
  readonly depth: number;
}

/** The parts of a run, found once. */
export const foldedParts = kept(partsOf);

/** The scalar that a run is at. */
export function scalarAt(animation: FarAnimation, t: number): number {
  if (t < animation.forwardEnd) return Math.min(animation.graph.size - 1, madeAt(animation, t));
  const numbers = leaderIn(animation)?.replayOrder.calls.number;
  if (numbers === undefined || numbers.length === 0) return 0;
  return nth(numbers, Math.min(callsAt(animation, t), numbers.length - 1));
}

/** The lines of a part, at most as many; of a repetition, the round in which a scalar is, else the first. */
function codeLines(animation: FarAnimation, part: RunPart, at: number, t: number, most: number): readonly CodeLine[] {
  const lines: CodeLine[] = [];
  const visit = (one: RunPart, depth: number): void => {
    if (lines.length >= most) return;
    if (one.tag === "scalar") lines.push(...scalarLines(animation, one.from, at, t, depth));
    else if (one.tag === "repeat") {
      const round = one.iterations.findIndex((parts) => nth(parts, 0).from <= at && at < lastOf(parts).to);
      const count = grouped(one.iterations.length);
      const which = grouped(Math.max(0, round) + 1);
      const words = round < 0 ? text`${count} times` : text`${count} times, round ${which}`;
      lines.push({ number: undefined, parts: [strong(words, "ink-2")], depth });
      for (const inner of nth(one.iterations, Math.max(0, round))) visit(inner, depth + 1);
    } else for (const inner of opened(one)) visit(inner, depth);
  };
  visit(part, 0);
  return lines.slice(0, most);
}

function scalarLines(
  animation: FarAnimation,
  number: number,
  at: number,
  t: number,
  depth: number,
): readonly CodeLine[] {
  const { graph, forwardEnd } = animation;
  const kind = kindIn(graph, number);
  const isNow = number === at;
  const isThere = t >= forwardEnd || number < at;
  const made = { number, parts: definition(graph, number, isThere), depth };
  if (kind !== "operation") return [made];
  const isCalled = isNow && t >= forwardEnd;
  const back = isCalled
    ? running(graph, number, { cotangent: nth(graph.cotangents, number) }, true)
    : backpropagator(graph, number);
  return [made, { number, parts: back, depth }];
}

/** Draws the program beside the rows: repeated stretches are folded to one, with the numbers of the current round. */
export function drawCode(moment: FarMoment, place: FarPlace): void {
  const { animation, paper, picture, t } = moment;
  const { graph } = animation;
  const { top, rows, rowHeight, scale, size } = paper;
  const parts = foldedParts(graph);
  head(moment, place, text`Program`, text`repeated steps are folded`, false);
  const at = scalarAt(animation, t);
  const height = rows * rowHeight;
  const y = (number: number): number => top + (number / graph.size) * height;
  const line = size * LINE;
  const letters = Math.floor((place.w - PX.sides * scale) / (size * LETTER));
  let free = top;
  for (const part of parts) {
    const [from, to] = [Math.max(free, y(part.from)), y(part.to)];
    const isLow = to - from < line;
    // a part lower than a line gets one, as long as it stays beside its row
    if (isLow && (from - y(part.from) > FARTHEST * line || from + line > top + height)) continue;
    const most = isLow ? 1 : Math.floor((to - from) / line);
    const all = codeLines(animation, part, at, t, most + 1);
    const shown = all.slice(0, most);
    const isNow = part.from <= at && at < part.to && t > 0 && t < animation.aloneEnd;
    const x = place.x + PX.left * scale;
    const end = Math.max(y(part.from) + 1, to - 1);
    const arm = PX.arm * scale;
    const bracket: Path = [
      ["M", x, y(part.from)],
      ["h", -arm],
      ["V", end],
      ["h", arm],
    ];
    const [stroke, width] = isNow ? ["cot", PX.now] : ["line-strong", PX.still];
    picture.line("ground", `bracket ${part.from}`, bracket, stroke, width * scale, { data: { part: part.from } });
    for (const [index, { number, parts: words, depth }] of shown.entries()) {
      const isLast = index === most - 1 && all.length > most;
      const row = from + (index + 0.5) * line;
      const told = clipped(words, Math.max(SHORTEST, letters - 2 * depth));
      const isHere = number !== undefined && number === at && isNow;
      const left = x + PX.code * scale + 2 * depth * size * LETTER;
      const w = place.x + place.w - left - PX.right * scale;
      if (isHere)
        picture.rect("band", `now ${index}`, [left - PX.ground, row - line / 2, w, line], {
          r: PX.ground,
          fill: "cot-soft",
        });
      const shown = isLast ? [...told, { text: " …", colour: "ink-3" }] : told;
      const font = number === undefined ? "ui" : "code";
      picture.text("node", `code ${part.from} ${index}`, [left, row], shown, size, { font });
    }
    free = from + Math.max(1, shown.length) * line;
  }
}
