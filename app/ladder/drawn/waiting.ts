// The waiting sum of each scalar until it is called: an entry of a map, or a cell of an array; and the gradient's cells beside it.
import { t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import { between } from "../../picture/motion.ts";
import { cot, fitted, forms, listed, plain } from "../../picture/parts.ts";
import { around, LETTER, type Part, UI_LETTER } from "../../picture/shape.ts";
import type { LadderRung } from "../model/ladder.ts";
import {
  arrived,
  fade,
  type LadderMoment,
  presence,
  rowName,
  sizeWithin,
  waits,
  within,
  writeFitting,
} from "./moment.ts";
import { textsIn } from "./scalars.ts";

/** Draws each scalar's waiting sum, and the cells in which the gradient is collected. */
export function drawWaiting(moment: LadderMoment): void {
  drawCollector(moment);
  const { ladder, from, to } = moment;
  const seen = arrived(moment, waits);
  if (seen < 0.02) return;
  const forms = { from: formOf(moment, from), to: formOf(moment, to) };
  for (let number = 0; number < ladder.graph.size; number++) drawBox(moment, number, seen, forms);
  drawGradientBracket(moment);
}

const isCell = ({ look }: LadderRung): boolean => look.waiting?.isArray === true;

/** Which of its texts the boxes of operations have at a rung: the longest that all of them have room for. */
function formOf(moment: LadderMoment, rung: LadderRung): number {
  if (!waits(rung)) return 0;
  const { graph } = moment.ladder;
  let form = 0;
  for (let number = 0; number < graph.size; number++) {
    if (graph.starts[number] === graph.starts[number + 1]) continue;
    const fits = sizeWithin(moment, roomIn(moment.paper, number));
    const texts = textsOf(moment, rung, number);
    while (form < texts.length - 1 && fits(nth(texts, form)) === undefined) form++;
  }
  return form;
}

/** Between a text in a box and its border, of the size of its letters; and the least part of a column that it may fill. */
const INSIDE = 0.8;
const LEAST = 0.7;

/** The room of a text in the box of a scalar. */
function roomIn({ w, size }: LadderMoment["paper"], number: number): number {
  const column = nth(w, number);
  return Math.max(column * LEAST, column * 0.92 - 2 * INSIDE * size);
}

interface Forms {
  readonly from: number;
  readonly to: number;
}

function drawBox(moment: LadderMoment, number: number, opacity: number, forms: Forms): void {
  const { paper, picture, from, to, u } = moment;
  const [x, column] = [nth(paper.x, number), nth(paper.w, number)];
  const cells = [from, to].map((rung) => (waits(rung) ? (isCell(rung) ? 1 : 0) : undefined));
  const cell = between(cells[0] ?? present(cells[1]), cells[1] ?? present(cells[0]), within(u, 0.2, 0.8));
  const isReached = [from, to].some((rung) => waits(rung) && !Number.isNaN(nth(rung.worth, number)));
  // a map has no entry for unreached scalars; an array has a cell for every scalar
  const own = isReached ? opacity : opacity * cell;
  if (own < 0.02) return;
  const h = paper.size * 2.05;
  const w = between(column * 0.92, column, cell);
  picture.rect("node", `waits ${number}`, around(x, paper.waitingY, w, h), {
    r: between(8 * paper.scale, 0, cell),
    fill: isReached ? "staged-soft" : "surface",
    stroke: "staged",
    width: 1.8,
    opacity: own,
    data: { waits: number },
  });
  const room = roomIn(paper, number);
  const textOf = (rung: LadderRung, form: number): readonly Part[] | undefined =>
    waits(rung)
      ? fitted([...textsOf(moment, rung, number).slice(form), ...numbersOf(rung, number)], room, paper)?.parts
      : undefined;
  const place = { layer: "top", key: `waits ${number}t`, x, y: paper.waitingY, opacity: own } as const;
  const [before, after] = [textOf(from, forms.from), textOf(to, forms.to)];
  fade(
    moment,
    { before: before ?? (waits(from) ? undefined : after), after: after ?? (waits(to) ? undefined : before) },
    place,
    sizeWithin(moment, room),
  );
}

/** A scalar's waiting sum, as texts, the longest first. */
function textsOf(
  { ladder: { graph } }: LadderMoment,
  { look, worth }: LadderRung,
  number: number,
): readonly (readonly Part[])[] {
  const value = nth(worth, number);
  return look.waiting?.texts(textsIn(graph), number, Number.isNaN(value) ? undefined : value) ?? [];
}

/** The waiting sum alone, with fewer and fewer digits. */
function numbersOf({ worth }: LadderRung, number: number): readonly (readonly Part[])[] {
  const value = nth(worth, number);
  return Number.isNaN(value) ? [] : forms(cot(value), value);
}

/** The gradient's cells beside waiting ones. */
function drawCollector(moment: LadderMoment): void {
  const { ladder, paper, picture, from, to, u } = moment;
  const opacity = arrived(moment, ({ cells }) => cells.size > 0);
  if (opacity < 0.02) return;
  const rung = u < 0.5 && from.cells.size > 0 ? from : to.cells.size > 0 ? to : from;
  const words = t({ message: "gradient", comment: "the name of a row: cells of the gradient beside what waits" });
  rowName(moment, paper.collectorY, words, opacity);
  const h = paper.size * 1.7;
  let isTold = true;
  for (const number of ladder.inputs) {
    const seen = arrived(moment, ({ cells }) => cells.has(number));
    if (seen < 0.02) continue;
    const [x, w] = [nth(paper.x, number), nth(paper.w, number)];
    const value = nth(rung.worth, number);
    const isZero = Number.isNaN(value);
    picture.rect("node", `cell ${number}`, [x - w * 0.47, paper.collectorY - h / 2, w * 0.94, h], {
      r: 2,
      fill: isZero ? "surface" : "cot-soft",
      stroke: isZero ? "line-strong" : "cot",
      width: isZero ? 1 : 1.8,
      opacity: seen,
      data: { cell: number },
    });
    const texts = isZero ? [[{ text: "0", colour: "ink-2" }]] : forms(cot(value), value);
    const at = [x, paper.collectorY] as const;
    if (!writeFitting(moment, "top", `cell ${number}t`, at, w * 0.86, texts, { opacity: seen })) isTold = false;
  }
  if (!isTold) drawGradient(moment, rung, { y: paper.collectorY, opacity });
}

/** The numbers of the gradient beside cells that have no room for them: as many as there is room for. */
function drawGradient(
  { ladder, paper, picture }: LadderMoment,
  { worth }: LadderRung,
  { y, opacity }: { readonly y: number; readonly opacity: number },
): void {
  const size = paper.small;
  const x = paper.inputsEnd + size * 0.8;
  const most = Math.floor((paper.right - x) / (size * LETTER));
  const numbers = ladder.inputs.map((input) => nth(worth, input));
  const parts = listed(
    numbers.map((value) => (Number.isNaN(value) ? plain("0") : cot(value))),
    most,
  );
  picture.text("top", "gradient numbers", [x, y], parts, size, { opacity });
}

/** Where there are no other cells, those of the inputs hold the gradient. */
function drawGradientBracket(moment: LadderMoment): void {
  const { ladder, paper, picture } = moment;
  const opacity = presence(moment, (rung) => waits(rung) && rung.cells.size === 0);
  const [first, last] = [ladder.inputs[0], ladder.inputs.at(-1)];
  if (opacity < 0.02 || first === undefined || last === undefined) return;
  const [x0, x1] = [nth(paper.x, first) - nth(paper.w, first) / 2 + 1, nth(paper.x, last) + nth(paper.w, last) / 2 - 1];
  const [y, d] = [paper.waitingY + paper.size * 1.22, paper.size * 0.3];
  picture.line(
    "label",
    "bracket",
    [
      ["M", x0, y],
      ["v", d],
      ["H", x1],
      ["v", -d],
    ],
    "cot",
    1.6,
    { opacity },
  );
  const words = t`the gradient`;
  const size = Math.max(paper.least, paper.size * 0.8);
  const rung = moment.u < 0.5 && waits(moment.from) && moment.from.cells.size === 0 ? moment.from : moment.to;
  const fits = (number: number): boolean =>
    Number.isNaN(nth(rung.worth, number)) ||
    fitted(numbersOf(rung, number), roomIn(paper, number), paper) !== undefined;
  if (!ladder.inputs.every(fits)) drawGradient(moment, rung, { y: y + d + size * 0.5, opacity });
  if (x1 - x0 < words.length * size * UI_LETTER) return;
  const at = [(x0 + x1) / 2, y + d + size * 0.62] as const;
  picture.say("label", "bracketed", at, words, "cot", size, { anchor: "middle", opacity });
}
