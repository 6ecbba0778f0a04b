// Calls that are made at once: a tree, from the result down to the inputs, a line for each call. On the way to a rung whose calls
// wait, the calls of each scalar slide into its one place.

import { totalOf } from "../../../engine/animation/animation.ts";
import { progress } from "../../../engine/animation/intervals.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { call } from "../../exploration/drawn/words.ts";
import { between } from "../../picture/motion.ts";
import { cot, fitted, forms, strong } from "../../picture/parts.ts";
import type { Path } from "../../picture/path.ts";
import { around, LETTER } from "../../picture/shape.ts";
import { groupedWithin } from "../../words/numbers.ts";
import type { LadderRung } from "../model/ladder.ts";
import { linesOf } from "./lines.ts";
import { type LadderMoment, onTheWay, waits, within } from "./moment.ts";

/** Calls up to which each is drawn. */
const MOST = 500;

/** Draws the trees of calls of rungs whose calls are made at once; nothing for the others. */
export function drawCalls(moment: LadderMoment): void {
  const { from, to, u } = moment;
  for (const [rung, isBefore] of [
    [from, true],
    [to, false],
  ] as const) {
    if (!rung.look.isTree || (!isBefore && rung === from)) continue;
    const other = isBefore ? to : from;
    // between two trees, and where nothing waits, they come and go in their places
    const way = waits(other) ? (isBefore ? u : 1 - u) : 0;
    const slide = within(way, 0.1, 0.76);
    const gone = isBefore ? 1 - within(u, 0.8, 0.88) : within(u, 0.12, 0.2);
    const seen = waits(other) ? gone : isBefore ? 1 - within(u, 0.1, 0.5) : within(u, 0.5, 0.9);
    if (seen < 0.02) continue;
    if (rung.replayOrder.calls.number.length > MOST) drawMany(moment, rung, slide, seen);
    else drawTree(moment, rung, { slide: within(way, 0.1, 0.48), drop: within(way, 0.56, 0.76) }, seen);
  }
}

/** Progress of a scalar's calls: to a stack over its place, one addend on the other; and down into it, where their sum is. */
interface Meeting {
  readonly slide: number;
  readonly drop: number;
}

/** The part of a call that its number may fill; how large a call is that has no room for it. */
const OF_PILL = 0.9;
const DOT = 5;

/** The part of its column that a call of several has: the rest is for a plus. */
const OF_SEVERAL = 0.76;

function drawTree(moment: LadderMoment, rung: LadderRung, { slide, drop }: Meeting, seen: number): void {
  const { paper, picture, ladder } = moment;
  const { calls } = rung.replayOrder;
  const lines = linesOf(paper, rung);
  const key = rung.stage;
  const sums = sumsOf(rung);
  const h = between(Math.min(lines.callHeight * 0.9, paper.size * 1.75), paper.size * 2.05, slide);
  const stacked = stackOf(moment, rung, h);
  const y = (place: number): number =>
    between(between(lines.call(place), nth(stacked, place).y, slide), paper.waitingY, drop);
  const wide = (place: number): number => {
    const column = nth(paper.w, nth(calls.number, place));
    return Math.min(column * 0.92, between(paper.size * 6, column * shareOf(place), slide));
  };
  const shareOf = (place: number): number => between(nth(stacked, place).of > 1 ? OF_SEVERAL : 0.92, 0.92, drop);
  if (slide < 0.6)
    for (const [place, parent] of calls.parent.entries()) {
      if (parent < 0) continue;
      const path = branch(moment, rung, [y(parent), y(place)], wide(place) / 2, parent, place);
      picture.line("edge", `${key} branch ${place}`, path, "bp", 1.4, { opacity: seen * (1 - slide / 0.6) * 0.8 });
    }
  for (const [place, number] of calls.number.entries()) {
    const column = nth(paper.w, number);
    const { of, turn } = nth(stacked, place);
    const share = shareOf(place);
    const w = wide(place);
    const x = nth(paper.x, number) - (of > 1 ? (column * (0.92 - share) * slide) / 2 : 0);
    const sum = slide * (1 - drop);
    const beside = nth(paper.x, number) + column * (0.46 - (0.92 - share) / 2);
    const plus = [beside, y(place) - nth(stacked, place).pitch / 2] as const;
    if (turn > 0 && sum > 0.9 && column * (0.92 - share) > paper.least * 0.6)
      picture.write("token", `${key} plus ${place}`, plus, [strong("+", "bp")], paper.size, {
        opacity: seen * (sum - 0.9) * 10,
      });
    // the lowest takes the others up, and shows their sum at the end
    const isLast = turn === of - 1;
    const isSum = isLast && drop > SUMMED;
    const value = isSum ? present(sums.get(number)) : nth(calls.cotangent, place);
    const opacity = seen * (isLast ? 1 : 1 - progress(drop, { from: SUMMED - 0.2, to: SUMMED }));
    if (opacity < 0.02) continue;
    const texts = [call(ladder.graph, number, value), ...forms(cot(value), value)];
    const told = h < paper.least ? undefined : fitted(texts, w * OF_PILL, paper);
    // what has no room for its number is a mark: as wide as its pill where that is a line, and else a dot, which hides little
    const dot = Math.min(w, h, DOT * paper.scale);
    const [across, high] = told !== undefined || h < paper.least ? [w, h] : [dot, dot];
    picture.rect("token", `${key} call ${place}`, [x - across / 2, y(place) - high / 2, across, Math.max(1, high)], {
      r: Math.min(high / 2, between(high / 2, 8 * paper.scale, slide)),
      fill: told === undefined ? "bp" : "surface",
      stroke: "bp",
      width: high > 5 ? 1.8 : 1,
      opacity,
      data: { call: number },
    });
    if (told === undefined) continue;
    // it is on its own pill: later ones cover it
    const letters = Math.min(told.size, Math.max(paper.least, h * 0.7));
    const look = { opacity, data: { flag: value } };
    picture.write("token", `${key} call ${place}t`, [x, y(place)], told.parts, letters, look);
  }
}

/** The part of the way down after which addends are their sum. */
const SUMMED = 0.6;

/** By scalar, the sum of its calls' cotangents. */
function sumsOf({ replayOrder: { calls } }: LadderRung): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const [place, number] of calls.number.entries())
    sums.set(number, (sums.get(number) ?? 0) + nth(calls.cotangent, place));
  return sums;
}

/** By call, where it stands in the stack over the place of its scalar: which of how many it is, from the highest, and how far apart they are. */
function stackOf(
  { paper }: LadderMoment,
  { replayOrder: { calls } }: LadderRung,
  h: number,
): readonly { readonly y: number; readonly of: number; readonly turn: number; readonly pitch: number }[] {
  const counts = new Map<number, number>();
  for (const number of calls.number) counts.set(number, (counts.get(number) ?? 0) + 1);
  const turns = new Map<number, number>();
  const room = paper.waitingY - paper.size * 2.2 - paper.top;
  return Array.from(calls.number, (number) => {
    const of = present(counts.get(number));
    const turn = turns.get(number) ?? 0;
    turns.set(number, turn + 1);
    const pitch = Math.min(h * 1.12, room / of);
    // the first call is the highest in the tree, and stays so
    return { y: paper.waitingY - paper.size * 2.2 - (of - 1 - turn) * pitch, of, turn, pitch };
  });
}

/** From a call to one that it makes. */
function branch(
  { paper }: LadderMoment,
  { replayOrder }: LadderRung,
  [y0, y1]: readonly [from: number, to: number],
  half: number,
  parent: number,
  place: number,
): Path {
  const { number } = replayOrder.calls;
  const [x0, x1] = [nth(paper.x, nth(number, parent)), nth(paper.x, nth(number, place))];
  const end = x1 + (x0 > x1 ? half : -half);
  return [
    ["M", x0, y0],
    ["C", x0, (y0 + y1) / 2, between(x0, x1, 0.4), y1, end, y1],
  ];
}

/** Too many calls for single ones: for each scalar a bar, as high as it has calls, and all as wide: quantity is area. */
function drawMany(moment: LadderMoment, { stage, replayOrder }: LadderRung, slide: number, seen: number): void {
  const { paper, picture, ladder } = moment;
  // of a run that was cut short, too: its calls follow from the paths of the graph
  const counts = totalOf(replayOrder, ladder.graph);
  const most = Math.max(...counts);
  // in the columns of the inputs are the squares that calls touch: a bar does not hide them
  const striped = new Set(ladder.inputs);
  const foot = paper.waitingY + paper.size;
  const highest = foot - paper.top - paper.size * 2;
  const narrowest = Math.min(...paper.w) * 0.92;
  const labels: Label[] = [];
  const bars: { readonly left: number; readonly right: number; readonly top: number }[] = [];
  for (const [number, count] of counts.entries()) {
    if (count === 0) continue;
    const x = nth(paper.x, number);
    const w = between(narrowest, nth(paper.w, number) * 0.92, slide);
    const h = Math.max(1, between((highest * count) / most, paper.size * 2.05, slide));
    picture.rect("token", `${stage} calls ${number}`, [x - w / 2, foot - h, w, h], {
      fill: striped.has(number) ? "none" : "bp-soft",
      stroke: "bp",
      width: striped.has(number) ? 2 : 1,
      opacity: seen,
      data: { calls: count },
    });
    bars.push({ left: x - w / 2, right: x + w / 2, top: foot - h });
    const words = onTheWay(slide, groupedWithin(count, MOST_DIGITS), "1");
    const size = paper.small;
    const wide = (words.length + 0.6) * size * LETTER;
    const y = foot - h - size * 0.7;
    // beside higher bars, and not on them
    const beside = bars.findLast(({ right, top }) => top < y && right > x - wide / 2 && right < x + w / 2);
    const middle = Math.max(paper.left + wide / 2, x, (beside?.right ?? 0) + wide / 2 + 2);
    if (middle - wide / 2 < x + w / 2 + size) labels.push({ number, count, words, size, x: middle, y, wide });
  }
  for (const { number, words, size, x, y, wide } of clear(labels)) {
    const ground = { r: 3, fill: "paper", opacity: seen * 0.9 };
    picture.rect("top", `${stage} calls ${number}b`, around(x, y, wide, size * 1.2), ground);
    picture.write("top", `${stage} calls ${number}t`, [x, y], [strong(words, "bp")], size, {
      opacity: seen,
    });
  }
}

/** Letters of the number of a bar, at most. */
const MOST_DIGITS = 9;

interface Label {
  readonly number: number;
  readonly count: number;
  readonly words: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

/** The labels that do not lie over others: the largest numbers first. */
function clear(labels: readonly Label[]): readonly Label[] {
  const kept: Label[] = [];
  for (const label of [...labels].sort((a, b) => b.count - a.count || a.number - b.number)) {
    const touches = (other: Label): boolean =>
      Math.abs(other.x - label.x) < (other.wide + label.wide) / 2 && Math.abs(other.y - label.y) < label.size * 1.1;
    if (!kept.some(touches)) kept.push(label);
  }
  return kept;
}
