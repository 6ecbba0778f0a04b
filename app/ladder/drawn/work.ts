// The work of a rung on whole gradients: a strip for each that is made or added, a square for each scalar that it touches. Strips that the
// next rung saves fade one by one. Beside them are the operands of calls, and a dot for each node of a map.

import { plural, t } from "@lingui/core/macro";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { call as callParts } from "../../exploration/drawn/words.ts";
import { between } from "../../picture/motion.ts";
import { cot, fitted, forms, lengthOf, plain, strong } from "../../picture/parts.ts";
import { circlePath, rectPath } from "../../picture/path.ts";
import { type Box, LETTER, type Part, UI_LETTER } from "../../picture/shape.ts";
import { grouped } from "../../words/numbers.ts";
import type { LadderRung, Strip } from "../model/ladder.ts";
import type { LadderPaper } from "../model/paper.ts";
import { type Lines, linesOf } from "./lines.ts";
import { type LadderMoment, nearest, onTheWay, within } from "./moment.ts";

/** Draws the strips of both rungs of a moment, with calls and map nodes beside them. */
export function drawWork(moment: LadderMoment): void {
  const [before, after] = [linesOf(moment.paper, moment.from), linesOf(moment.paper, moment.to)];
  const headEnd = drawHead(moment, before, after);
  drawStrips(moment, before, after);
  drawAsked(moment);
  drawNodes(moment, headEnd);
  drawNothingLeft(moment);
}

/** The middle of the line above the strips. */
const headY = ({ isNarrow, gaugesHeight, top, scale }: LadderPaper): number =>
  isNarrow ? gaugesHeight + 14 : top - 17 * scale;

/** Draws how many scalars are touched; returns where that always ends. */
function drawHead({ ladder, from, to, u, paper, picture }: LadderMoment, before: Lines, after: Lines): number {
  const { left, size, scale } = paper;
  const { squares } = nearest({ from, to, u });
  const words = plural(squares, { one: "scalar touched", other: "scalars touched" });
  const long = [before, after].map(({ shared }) => {
    const count = grouped(shared);
    return `${words}, ${shared > 1 ? t`each line stands for ${count} strips or calls` : t`a square for each`}`;
  });
  const own = paper.small;
  const y = headY(paper);
  const counts = [from, to].map(squaresTold);
  const number: Part = strong(onTheWay(u, nth(counts, 0), nth(counts, 1)), "cot");
  picture.write("ground", "work", [left, y], [number], size * 1.2, { anchor: "start" });
  const wide = (letters: number): number => left + (letters + 1) * size * 1.2 * LETTER;
  // parts beside it stay in place while the count falls
  const told = ladder.rungs.map((rung, place) =>
    onTheWay(0.5, squaresTold(rung), squaresTold(ladder.rungs[place + 1] ?? rung)),
  );
  const widest = wide(Math.max(...told.map(({ length }) => length)));
  const end = (text: string): number => widest + text.length * own * UI_LETTER;
  const texts = long.every((text) => end(text) < paper.right) ? long : [words, words];
  if (end(nth(texts, 0)) < paper.right)
    picture.say("ground", "worded", [wide(lengthOf([number])), y], nth(texts, u < 0.5 ? 0 : 1), "ink-2", own);
  return Math.max(...texts.map(end)) + 28 * scale;
}

/** How many squares a rung has; more than are known where its run was cut short. */
function squaresTold({ squares, replayOrder }: LadderRung): string {
  return replayOrder.isWhole ? grouped(squares) : `> ${grouped(squares)}`;
}

function drawStrips(moment: LadderMoment, before: Lines, after: Lines): void {
  const { from, to, u } = moment;
  const places = new Map(to.strips.map(({ key }, place) => [key, place]));
  const leaving = from.strips.filter(({ key }) => !places.has(key)).length;
  const m = within(u, 0, 1);
  let left = 0;
  for (const [place, strip] of from.strips.entries()) {
    const next = places.get(strip.key);
    places.delete(strip.key);
    const y = before.strip(place);
    if (next === undefined) {
      // strips that are not made any more fade one by one
      const start = 0.05 + (0.5 * left++) / Math.max(1, leaving);
      drawStrip(moment, from, place, { y, height: before.height, opacity: 1 - within(u, start, start + 0.4) });
    } else {
      const height = between(before.height, after.height, m);
      const at = { y: between(y, after.strip(next), m), height, opacity: 1 };
      // strips pass each other on their way, and numbers would lie on numbers
      const told = y === after.strip(next) ? 1 : u < 0.5 ? 1 - within(u, 0, 0.12) : within(u, 0.88, 1);
      if (u < 0.5) drawStrip(moment, from, place, { ...at, told });
      else drawStrip(moment, to, next, { ...at, told });
    }
  }
  for (const place of places.values())
    drawStrip(moment, to, place, { y: after.strip(place), height: after.height, opacity: within(u, 0.5, 0.95) });
}

/** Inputs up to which each has a square of its own in a strip. */
const FEW_SQUARES = 120;
const FILLS: Readonly<
  Record<Strip["kind"], { readonly fill: string; readonly part: number; readonly stroke: string }>
> = {
  zero: { fill: "surface", part: 100, stroke: "line-strong" },
  plus: { fill: "cot-soft", part: 60, stroke: "cot" },
  scale: { fill: "primal-soft", part: 60, stroke: "primal" },
  "one-hot": { fill: "cot-soft", part: 100, stroke: "cot" },
};

/** The part of its height that a low strip has. */
const CLOSE = 0.92;
/** Pixels up to which a strip is a line. */
const LOW = 5;

interface StripPlace {
  readonly y: number;
  readonly height: number;
  readonly opacity: number;
  /** How visible its numbers are. */
  readonly told?: number;
}

function drawStrip(moment: LadderMoment, rung: LadderRung, place: number, at: StripPlace): void {
  const { y, height, opacity, told = 1 } = at;
  if (opacity < 0.01) return;
  const { paper, picture } = moment;
  const strip = nth(rung.strips, place);
  const squares = squaresOf(moment, rung, strip);
  // low strips are closer, where their numbers have room then, and no call is on them
  const isLow = !rung.look.isTree && height * 0.82 < paper.least && height * CLOSE >= paper.least;
  const share = isLow ? CLOSE : 0.82;
  const h = Math.min(height * share, 26 * paper.scale);
  const { fill, part, stroke } = FILLS[strip.kind];
  const outline = { mix: [stroke, "surface"], part: strip.kind === "plus" ? 62 : 100 } as const;
  const path = squares.flatMap(([x, w]) => rectPath(x - w * 0.46, y - h / 2, w * 0.92, h));
  picture.path("band", strip.key, {
    path,
    // a strip too low for an outline is as dark as one
    fill: h > LOW ? { mix: [fill, "surface"], part } : outline,
    stroke: outline,
    width: h > LOW ? 1 : 0,
    opacity,
    data: { scalars: strip.scalars },
  });
  const content = rung.contents?.[place];
  if (h < paper.least || opacity < 0.6 || told < 0.02) return;
  if (content !== undefined && content.length === squares.length)
    for (const [index, [x, w]] of squares.entries()) {
      const value = nth(content, index);
      // the call that makes it is there
      if (rung.look.isTree && strip.kind === "one-hot" && value !== 0) continue;
      const whole = { text: shortReal(value), colour: value === 0 ? "ink-3" : "cot", bold: value !== 0 };
      const letters = { size: Math.min(isLow ? paper.least : h * 0.8, paper.size), least: paper.least };
      const number = fitted(forms(whole, value), w * 0.86, letters);
      const look = { opacity: opacity * told };
      if (number !== undefined)
        picture.write("label", `${strip.key} ${index}`, [x, y], number.parts, number.size, look);
    }
  const { waiting } = rung.look;
  if (waiting === undefined || waiting.asked !== undefined || moment.u > 0.25 || height < paper.least) return;
  const names = { zero: "0", plus: "+", scale: "·", "one-hot": t({ message: "one-hot", comment: "beside its strip" }) };
  const [name, colour] = [names[strip.kind], strip.kind === "zero" ? "ink-2" : "cot"];
  const x = paper.inputsEnd + 8 * paper.scale;
  const size = Math.min(height * 0.9, paper.size);
  if (x + name.length * size * LETTER < paper.right)
    picture.say("label", `${strip.key} kind`, [x, y], name, colour, size, { font: "code", opacity });
}

/** The squares of a strip: one in the column of each input, or as many as it has, in the column of its scalar. */
function squaresOf(
  { ladder: { inputs }, paper: { x, w, left, inputsEnd } }: LadderMoment,
  { replayOrder }: LadderRung,
  { scalars, call, pieces }: Strip,
): readonly (readonly [x: number, w: number])[] {
  if (pieces !== undefined && inputs.length <= FEW_SQUARES)
    return pieces.map((one) => nth(replayOrder.calls.number, one)).map((number) => [nth(x, number), nth(w, number)]);
  if (scalars === inputs.length && inputs.length <= FEW_SQUARES)
    return inputs.map((number) => [nth(x, number), nth(w, number)]);
  if (scalars >= inputs.length || inputs.length > FEW_SQUARES) {
    const part = Math.min(1, scalars / Math.max(1, inputs.length));
    return [[left + ((inputsEnd - left) * part) / 2, (inputsEnd - left) * part]];
  }
  const made = replayOrder.calls.number[call] ?? inputs.at(-1) ?? 0;
  const number = inputs.includes(made) ? made : (inputs.at(-1) ?? made);
  const own = nth(w, number) / scalars;
  return Array.from({ length: scalars }, (_, index) => [nth(x, number) + (index - (scalars - 1) / 2) * own, own]);
}

/** Most calls with their callees in words. */
const MOST_ASKED = 8;
/** The height of a line of it, and the room for arcs below, in letters. */
const PITCH = 1.6;
const BELOW = 9;

/** How many calls have room for their callees in words; negative where none has. */
export function askedIn({ waitingY, collectorY, size, top }: LadderPaper): number {
  // one more line says that there are others; the numbers of the gradient may stand below it
  const bottom = Math.min(waitingY - size * BELOW, collectorY - size * (PITCH + 0.8));
  return Math.min(MOST_ASKED, Math.floor((bottom - top) / (size * PITCH)));
}

/** Lines of words, each with the place of its call. */
type AskedLines = readonly (readonly [call: number | "more", parts: readonly Part[]])[];

/** Each call's callees, in words of code: where no strip is in the way. */
function drawAsked(moment: LadderMoment): void {
  const { from, to, u } = moment;
  const [before, after] = [askedLines(moment, from), askedLines(moment, to)];
  const isSame =
    from.look.waiting?.asked === to.look.waiting?.asked && JSON.stringify(before) === JSON.stringify(after);
  drawLines(moment, before, isSame ? 1 : 1 - within(u, 0.1, 0.45), "");
  if (!isSame) drawLines(moment, after, within(u, 0.55, 0.9), "′");
}

function drawLines(moment: LadderMoment, lines: AskedLines, opacity: number, mark: string): void {
  const { paper, picture } = moment;
  const { top, right, size } = paper;
  if (opacity < 0.02) return;
  const x = askedX(paper);
  for (const [line, [call, parts]] of lines.entries()) {
    const told = fitted([parts], right - x, paper);
    const at = [x, top + (line + 0.5) * size * PITCH] as const;
    if (told !== undefined) picture.text("label", `asked ${call}${mark}`, at, parts, told.size, { opacity });
  }
}

/** The room that the words of calls leave at their right, over the arcs; undefined where they are not written. */
export function besideAsked(moment: LadderMoment, rung: LadderRung): Box | undefined {
  const { top, right, size } = moment.paper;
  const lines = askedLines(moment, rung);
  if (lines.length === 0) return undefined;
  const x = askedX(moment.paper) + Math.max(...lines.map(([, parts]) => lengthOf(parts))) * size * LETTER + size * 3;
  return [x, top, right - x, askedIn(moment.paper) * size * PITCH];
}

/** Where the words of calls begin. */
function askedX({ inputsEnd, left, right, scale }: LadderPaper): number {
  return Math.min(inputsEnd + 10 * scale, (left + right) / 2);
}

/**
 * A line for each call, as many as there is room for, and dots for more: `du 1: insert 16 1 ∘ insert 17 2`, or `du 1: m[16] += 1, m[17] += 2`.
 * None where the words of calls are not written.
 */
function askedLines({ ladder: { graph }, paper }: LadderMoment, rung: LadderRung): AskedLines {
  const asked = rung.look.waiting?.asked;
  const most = askedIn(paper);
  if (asked === undefined || paper.isNarrow || most < 1) return [];
  const { calls, contributions } = rung.replayOrder;
  const places = [...contributions.call.keys()].filter(
    (place) => nth(contributions.call, place) >= 0 && nth(contributions.edge, place) >= 0,
  );
  const byCall = groupedBy(places, (place) => nth(contributions.call, place));
  const lines = [...byCall].slice(0, most).map(([call, places]): AskedLines[number] => {
    const each = places.flatMap((place, index): readonly Part[] => [
      ...(index === 0 ? [] : [asked.joint]),
      plain(asked.before(nth(contributions.to, place))),
      cot(nth(contributions.amount, place)),
    ]);
    const made = callParts(graph, nth(calls.number, call), nth(calls.cotangent, call));
    return [call, [...made, plain(": "), ...each]];
  });
  return byCall.size > most ? [...lines, ["more", [{ text: "…", colour: "ink-3" }]]] : lines;
}

/** Rows of dots, and how far they lie apart, in pixels of a usual screen. */
const DOT_ROWS = 2;
const DOT_GAP = 9;

/** A dot for each visited node of a map, or for several: on the line of the head, away from arcs. */
function drawNodes(moment: LadderMoment, x: number): void {
  const { from, to, u, paper, picture } = moment;
  const { right, scale, size, isNarrow } = paper;
  const { nodes } = nearest({ from, to, u });
  if (nodes === 0 || isNarrow) return;
  const own = paper.small;
  const y = headY(paper);
  const most = Math.max(from.nodes, to.nodes);
  const gap = DOT_GAP * scale;
  const count = grouped(nodes);
  const head = (grouped(most).length + 1) * size * 1.2 * LETTER;
  const wide = (text: string): number => head + text.length * own * UI_LETTER + gap;
  const fitting = (text: string): number => Math.floor((right - x - wide(text)) / gap) * DOT_ROWS;
  const single = t`map nodes visited, a dot for each`;
  const dotted = (per: string): string => t`map nodes, a dot for each ${per}`;
  const each = fitting(single) >= most ? 1 : Math.ceil(most / Math.max(1, fitting(dotted(grouped(most)))));
  const long = each === 1 ? single : dotted(grouped(each));
  const isDotted = fitting(long) >= 1;
  // without room for dots the count is alone
  const words = isDotted ? long : t`map nodes`;
  if (x + wide(words) > right) return;
  picture.text("ground", "nodes number", [x, y], [strong(count, "staged")], size * 1.2);
  picture.say("ground", "noded", [x + head, y], words, "ink-2", own);
  if (!isDotted) return;
  const left = x + wide(words);
  const r = 2.7 * scale;
  const path = Array.from({ length: Math.ceil(nodes / each) }, (_, dot) => {
    const cx = left + gap * (Math.floor(dot / DOT_ROWS) + 0.5);
    const cy = y + gap * ((dot % DOT_ROWS) - (DOT_ROWS - 1) / 2);
    return circlePath(cx, cy, r);
  }).flat();
  picture.path("ground", "nodes", { path, fill: "staged", data: { nodes } });
}

/** Says that no strip is left. */
function drawNothingLeft(moment: LadderMoment): void {
  const { ladder, paper, picture, from, to, u } = moment;
  const most = Math.max(...ladder.rungs.map(({ squares }) => squares));
  const before = from.squares === 0 ? 1 : 0;
  const after = to.squares === 0 ? 1 : 0;
  const opacity = before === 1 && after === 1 ? 1 : before === 1 ? 1 - within(u, 0, 0.4) : after * within(u, 0.6, 1);
  if (most === 0 || opacity < 0.02 || paper.isNarrow) return;
  const { left, inputsEnd, top, waitingY, size } = paper;
  const w = inputsEnd - left;
  const large = Math.min(size * 7, w * 0.8, (waitingY - top) * 0.3);
  if (large < paper.least * 2) return;
  // above the arcs
  const [x, y] = [left + w / 2, top + large * 0.75];
  const zero = [strong("0", "ink-3")];
  picture.write("ground", "none", [x, y], zero, large, { font: "prose", opacity: opacity * 0.4 });
  const count = grouped(most);
  const parts = [{ text: t`of ${count} squares are left`, colour: "ink-2" }];
  const own = paper.small;
  if (w > nth(parts, 0).text.length * own * UI_LETTER)
    picture.write("ground", "none of", [x, y + large * 0.72], parts, own, { font: "ui", opacity });
}
