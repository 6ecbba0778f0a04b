// The picture of a large run's ladder at a place of the climb. Lanes of scalars stay; work is area, calls are as high as their logarithm.

import { t } from "@lingui/core/macro";
import { scaleLinear } from "d3-scale";
import { nth } from "../../../engine/base/nth.ts";
import type { LadderGauge } from "../../algorithms/rung.ts";
import { scalarsIn } from "../../exploration/drawn/bundles.ts";
import { between } from "../../picture/motion.ts";
import { strong } from "../../picture/parts.ts";
import { hundredths, level, measurePath, type Path, rectPath, runsOf, upright } from "../../picture/path.ts";
import { type Box, LETTER, type Part, type PathShape, type Shape, soft, UI_LETTER } from "../../picture/shape.ts";
import { countOrPower, seenDoublings } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import { drawGauges } from "../drawn/gauges.ts";
import {
  counting,
  hasTape,
  type MomentOf,
  momentAt,
  nameRows,
  nearest,
  presence,
  rowName,
  waits,
  within,
} from "../drawn/moment.ts";
import type { FarLadder, FarRung } from "./ladder.ts";
import { type FarLadderPaper, GROUPS, type LanesOf } from "./paper.ts";

type FarLadderMoment = MomentOf<FarLadder, FarLadderPaper>;

/** The picture at a place of the climb, with the lane that is pointed at. */
export function farLadderAt(ladder: FarLadder, paper: FarLadderPaper, at: number, lit?: number): readonly Shape[] {
  const moment = momentAt(ladder, paper, at, lit);
  drawWork(moment);
  drawCalls(moment);
  drawEdges(moment);
  drawRows(moment);
  drawAxis(moment);
  drawLit(moment);
  drawGauges(moment);
  return moment.picture.shapes;
}

const atOnce = ({ look }: FarRung): boolean => look.isTree === true;
const isMap = ({ look }: FarRung): boolean => look.waiting !== undefined && !look.waiting.isArray;
const isArray = ({ look }: FarRung): boolean => look.waiting?.isArray === true;

/** The calls of lanes at a rung. */
function callsIn({ ladder, paper }: FarLadderMoment, rung: FarRung): Float32Array {
  return nth(paper.inLanes.calls, ladder.rungs.indexOf(rung));
}

/** A field for each gauge without a row of its own: as much of it is filled as the rung counts of the most that any rung has of the same. */
function drawWork(moment: FarLadderMoment): void {
  const { ladder, paper, picture, from, to, u } = moment;
  const { left, right, workY, workHeight, size, scale, isNarrow } = paper;
  const fields = ladder.gauges.flatMap((gauge, place) => (gauge.hasRow ? [] : [{ gauge, place }]));
  const gap = 16 * scale;
  const w = (right - left - gap * (fields.length - 1)) / Math.max(1, fields.length);
  for (const [index, { gauge, place }] of fields.entries()) {
    const x = left + index * (w + gap);
    const bar = (rung: FarRung) => nth(rung.counts.bars, place);
    const { most } = bar(nth(ladder.rungs, 0));
    const now = between(bar(from).value, bar(to).value, counting(u));
    const { text } = bar(nearest(moment));
    const colour = gauge.colour;
    const head: readonly Part[] = [{ text: `${gauge.title} `, bold: true }, strong(text, now > 0 ? colour : "ink-3")];
    const y = workY - size * 0.85;
    picture.text("ground", `work ${place}`, [x, y], head, size, { font: "ui", data: { work: Math.round(now) } });
    const each = most / (w * workHeight);
    const told = gauge.title.length + text.length + 2;
    const pixel = pixelWords(gauge, each);
    if (!isNarrow && (told + pixel.length + 2) * size * UI_LETTER < w)
      picture.say("ground", `scale ${place}`, [x + w, y], pixel, "ink-3", paper.least, { anchor: "end" });
    const field = [x, workY, w, workHeight] as const;
    const frame = { fill: "none", stroke: "line-strong", width: 1, dash: now > 0 ? undefined : "4 4" };
    picture.rect("ground", `field ${place}`, field, frame);
    picture.path("band", `area ${place}`, {
      path: areaPath(field, now / most),
      fill: colour,
      opacity: gauge.isFaint ? 0.55 : 0.8,
      data: { area: hundredths((w * workHeight * now) / most), of: hundredths(w * workHeight) },
    });
    const past = ladder.rungs.slice(0, ladder.rungs.indexOf(nearest(moment)));
    const before = past.map(bar).reduce((all, one) => (one.value > all.value ? one : all), { value: 0, text: "" });
    if (Math.round(now) === 0 && before.value > 0) drawLeft(moment, place, field, before.text);
  }
}

/** How many scalars or nodes a pixel of a field has, or how many pixels one of them. */
function pixelWords({ scale }: LadderGauge, each: number): string {
  const [many, pixels] = [countOrPower(Number(each.toPrecision(2)), 0), String(Number((1 / each).toPrecision(2)))];
  if (scale !== undefined) return each >= 1 ? scale.pixel(many) : scale.one(pixels);
  return each >= 1 ? t`1 px = ${many} scalars` : t`1 scalar = ${pixels} px`;
}

/** Says that nothing is left of an earlier rung's count. */
function drawLeft({ paper, picture }: FarLadderMoment, place: number, [x, y, w, h]: Box, count: string): void {
  const { size, least } = paper;
  const words = t`nothing left of ${count}`;
  if (words.length * least * UI_LETTER > w || h < size * 2) return;
  picture.say("ground", `left ${place}`, [x + w / 2, y + h / 2], words, "ink-2", least, { anchor: "middle" });
}

/** Doublings that there is room for at least. */
const LEAST_DOUBLINGS = 8;

/** How high one call is, and how much higher a lane gets by each doubling. */
export function doublingOf({ callsHeight }: FarLadderPaper, { most }: LanesOf): number {
  return callsHeight / (1 + Math.max(most, LEAST_DOUBLINGS));
}

/** The calls of each lane, as high as their logarithm; on the way to the next rung each gets as high as there. */
function drawCalls(moment: FarLadderMoment): void {
  const { paper, picture, from, to, u } = moment;
  const { left, lane, callsY, callsHeight, size, scale, right, least, isNarrow } = paper;
  const unit = doublingOf(paper, paper.inLanes);
  const after = callsIn(moment, to);
  const heights = Array.from(callsIn(moment, from), (before, at) =>
    between(unit * (1 + before), unit * (1 + nth(after, at)), counting(u)),
  );
  rowName(moment, callsY - Math.max(size * 0.6, unit / 2), t({ message: "calls", comment: "the name of a row" }));
  const fill = { mix: ["bp", "staged"], part: Math.round(100 * presence(moment, atOnce)) } as const;
  const highest = heights.reduce((one, other) => Math.max(one, other), 0);
  picture.path("band", "calls", {
    path: heightsPath(heights, left, lane, callsY),
    fill,
    data: { highest: hundredths(highest), doubling: hundredths(unit) },
  });
  const once = presence(moment, waits);
  if (once > 0.02 && callsHeight > size * 3) {
    const y = callsY - size * 1.4;
    picture.say("ground", "once", [left, y], t`no scalar is called more than once`, "ink-2", least, { opacity: once });
  }
  picture.line("ground", "calls ground", level(left, right, callsY), "line-strong", 1);
  // how high a doubling is
  const { count, words } = seenDoublings(unit, 7 * scale);
  const high = count * unit;
  if (isNarrow || high > callsHeight || once > 0.98) return;
  // where the last scalars are, which are called least
  const [x, top] = [right - 6 * scale, callsY - callsHeight];
  const sample = measurePath(x, top, high, 5, true);
  const data = { doublings: count, high: hundredths(high) };
  picture.line("ground", "doubling", sample, "bp", 1.6 * scale, { opacity: 1 - once, data });
  const look = { font: "ui", anchor: "end", opacity: 1 - once } as const;
  const at = [x - 10 * scale, top + Math.max(high, least) / 2] as const;
  picture.text("ground", "doublingt", at, [strong(words, "bp")], least, look);
}

/** Edges in bundles, in the colour of their contributions. */
function drawEdges(moment: FarLadderMoment): void {
  const { paper, picture } = moment;
  const { inLanes: lanes, left, right, edgesY, edgesHeight, scale } = paper;
  const most = lanes.bundles.reduce((all, { count }) => Math.max(all, count), 1);
  const x = (group: number): number => left + ((right - left) * (group + 0.5)) / GROUPS;
  const colours = [[atOnce, "bp"] as const, [isArray, "cot"] as const, [waits, "staged"] as const];
  const [stroke = "line-strong"] = colours.flatMap(([has, one]) => (presence(moment, has) > 0.5 ? [one] : []));
  rowName(moment, edgesY - edgesHeight / 2, t({ message: "edges", comment: "the name of a row" }));
  for (const { from, to, count } of lanes.bundles) {
    const high = Math.min(1, (Math.abs(from - to) + 0.6) / (GROUPS * 0.7)) ** 0.6 * edgesHeight * 1.3;
    const [a, b] = from === to ? [x(from) - 3, x(from) + 3] : [x(from), x(to)];
    const path: Path = [
      ["M", a, edgesY],
      ["C", a, edgesY - high, b, edgesY - high, b, edgesY],
    ];
    const width = Math.max(0.6, 5 * scale * (count / most));
    picture.line("edge", `bundle ${from} ${to}`, path, stroke, width, { opacity: 0.45, data: { edges: count } });
  }
}

/** Waiting sums, the tape, the scalars, and their records: a row for each. */
function drawRows(moment: FarLadderMoment): void {
  const { ladder, paper, picture, from, to, u } = moment;
  const { left, lane, waitingY, tapeY, scalarY, carryY, row, right } = paper;
  const count = grouped(ladder.graph.size);
  const [mapSeen, cellSeen] = [presence(moment, isMap), presence(moment, isArray)];
  nameRows(moment, Math.max(mapSeen, cellSeen));
  // a map has no entry for unreached scalars
  const reached = rowPath(callsIn(moment, nearest(moment)), (calls) => calls >= 0, left, lane, waitingY, row);
  const inMap = { path: reached, ...soft("staged", 1), opacity: mapSeen };
  drawRow(moment, "map", waitingY, inMap, t`a map, with an entry for each scalar that is reached`);
  const whole = (y: number, h: number): Path => rectPath(left, y - h / 2, right - left, h);
  const cells = { path: whole(waitingY, row), ...soft("staged", 2), opacity: cellSeen };
  drawRow(moment, "cells", waitingY, cells, t`an array of ${count} cells, one for each scalar`);
  // the scalars' records move to the tape
  const y = !hasTape(from) && hasTape(to) ? between(carryY, tapeY, within(u, 0.3, 0.9)) : tapeY;
  const taped = { ...soft("primal", 1), opacity: presence(moment, hasTape) };
  const words = (to.look.tape ?? from.look.tape)?.words(count) ?? "";
  drawRow(moment, "tape", y, { path: whole(y, row), ...taped }, words);
  const fills = ["primal", "line-strong", "primal-soft"] as const;
  for (const [kind, list] of paper.inLanes.kinds.entries())
    picture.path("band", `scalars ${kind}`, {
      path: rowPath(list, (is) => is === 1, left, lane, scalarY, row),
      fill: nth(fills, kind),
      data: { lanes: list.reduce((sum, is) => sum + is, 0) },
    });
  // the row of records is as full as each of them is
  const forms = new Map([from, to].map(({ look }) => [look.carries.key, look.carries.row]));
  for (const [carries, { fill, stroke, words, high }] of forms) {
    const opacity = presence(moment, ({ look }) => look.carries.key === carries);
    const look = { fill, stroke, width: 1, opacity, data: { carries } };
    drawRow(moment, `carry ${carries}`, carryY, { path: whole(carryY, row * high), ...look }, words);
  }
}

/** Draws a row of all scalars with its words, as far as both are visible. */
function drawRow(
  { paper, picture }: FarLadderMoment,
  key: string,
  y: number,
  shape: Omit<PathShape, "tag"> & { readonly opacity: number },
  words: string,
): void {
  const { left, right, least, scale } = paper;
  const { opacity } = shape;
  if (opacity <= 0.02) return;
  picture.path("band", key, shape);
  if (words.length * least * UI_LETTER > right - left - 12 * scale) return;
  // a map has gaps, which would go through the words
  const h = Math.min(paper.row * 0.9, least * 1.35);
  const ground = [left + 4 * scale, y - h / 2, (words.length + 1) * least * UI_LETTER, h] as const;
  if (key === "map") picture.rect("label", "map ground", ground, { fill: "staged-soft", opacity });
  picture.say("top", `${key} words`, [left + 8 * scale, y], words, "ink", least, { opacity });
}

/** The numbers of the scalars. */
function drawAxis({ ladder, paper, picture }: FarLadderMoment): void {
  const { left, right, axisY, least } = paper;
  const { size } = ladder.graph;
  for (const number of scaleLinear([0, size], [0, 1]).ticks(5)) {
    if (!Number.isInteger(number) || number >= size) continue;
    const x = left + ((number + 0.5) * (right - left)) / size;
    const words = `#${grouped(number)}`;
    const half = (words.length * least * LETTER) / 2;
    const parts = [{ text: words, colour: "bp" }];
    const at = Math.max(half + 2, Math.min(right - half, x));
    picture.write("ground", `axis ${number}`, [at, axisY], parts, least);
    const top = axisY - least * 0.9;
    picture.line("ground", `tick ${number}`, upright(x, top, top + 5), "bp", 1);
  }
}

/** The lane under the pointer shows how often its scalars are called. */
function drawLit(moment: FarLadderMoment): void {
  const { ladder, paper, picture, lit } = moment;
  const { left, right, scalarY, row, least, lane, lanes, callsY, callsHeight } = paper;
  if (lit === undefined || lit >= lanes) return;
  const { calledLog2 } = nearest(moment);
  const [first, end] = scalarsIn(ladder.graph.size, lanes, lit);
  let most = first;
  for (let number = first; number < end; number++) if (nth(calledLog2, number) > nth(calledLog2, most)) most = number;
  const log2 = nth(calledLog2, most);
  const count = log2 > 1000 ? countOrPower(Number.POSITIVE_INFINITY, log2) : countOrPower(Math.round(2 ** log2), log2);
  const name = `#${grouped(most)}`;
  const words =
    log2 < 0 ? t`${name}: never called` : log2 === 0 ? t`${name}: called once` : t`${name}: called ${count} times`;
  const x = left + (lit + 0.5) * lane;
  const line = upright(x, callsY - callsHeight, scalarY + row / 2);
  picture.line("top", "lit", line, "lit-line", 2);
  const w = (words.length + 1) * least * UI_LETTER;
  const at = Math.max(left, Math.min(right - w, x + 8));
  const y = callsY - callsHeight - least * 0.2;
  const ground = { r: 3, fill: "paper", stroke: "lit-line", width: 1 };
  picture.rect("top", "lit ground", [at, y - least * 0.75, w, least * 1.5], ground);
  picture.say("top", "lit words", [at + w / 2, y], words, "ink", least, { anchor: "middle", data: { lit: most } });
}

/** A part of a box, filled like a text: whole lines from the top, and a part of the next; of anything there is a point to be seen. */
function areaPath([x, y, w, h]: Box, part: number): Path {
  if (part <= 0) return [];
  const line = 2;
  const area = Math.max(4, part * w * h);
  const whole = Math.floor(area / (w * line));
  const top = whole > 0 ? rectPath(x, y, w, whole * line) : [];
  const last = Math.min(line, h - whole * line);
  const rest = Math.min(w, (area - whole * w * line) / last);
  return last <= 1e-6 ? top : [...top, ...rectPath(x, y + whole * line, rest, last)];
}

/** Heights of lanes that differ by less, in pixels, are one. */
const EQUAL = 0.25;

/** Lanes of several heights, from a line up; equal lanes beside each other are one. */
function heightsPath(heights: readonly number[], left: number, lane: number, y: number): Path {
  const runs = runsOf(heights.length, (a, b) => Math.abs(nth(heights, a) - nth(heights, b)) < EQUAL);
  return runs.flatMap(([from, to]): Path => {
    const h = Math.max(1, nth(heights, from));
    return nth(heights, from) > 0
      ? [["M", left + from * lane, y], ["v", -h], ["h", (to - from) * lane], ["v", h], ["z"]]
      : [];
  });
}

/** Lanes of which something holds, as rectangles around a line; lanes beside each other are one. */
function rowPath(
  list: Float32Array | Uint8Array,
  has: (one: number) => boolean,
  left: number,
  lane: number,
  y: number,
  h: number,
): Path {
  const runs = runsOf(list.length, (a, b) => has(nth(list, a)) === has(nth(list, b)));
  return runs.flatMap(([from, to]) =>
    has(nth(list, from)) ? rectPath(left + from * lane, y - h / 2, (to - from) * lane, h) : [],
  );
}
