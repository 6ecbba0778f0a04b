// The picture of a large run's ladder at a place of the climb. Lanes of scalars stay; work is area, calls are as high as their logarithm.

import { plural, t } from "@lingui/core/macro";
import { scaleLinear } from "d3-scale";
import { nth, present } from "../../../engine/base/nth.ts";
import type { LadderGauge } from "../../algorithms/rung.ts";
import { between } from "../../picture/motion.ts";
import { hundredths, level, type Path, rectPath, upright } from "../../picture/path.ts";
import { type Box, LETTER, type Part, Picture, type Shape, UI_LETTER } from "../../picture/shape.ts";
import { countOrPower } from "../../words/magnitude.ts";
import { grouped } from "../../words/numbers.ts";
import { drawGauges } from "../drawn/gauges.ts";
import { betweenRungs, counting, nearest, presence, rowName, within } from "../drawn/moment.ts";
import { areaPath, heightsPath, rowPath } from "./areas.ts";
import type { FarLadder, FarRung } from "./ladder.ts";
import { GROUPS, type LanesOf, scalarsIn } from "./lanes.ts";
import type { FarLadderPaper } from "./paper.ts";

interface FarLadderMoment {
  readonly ladder: FarLadder;
  readonly paper: FarLadderPaper;
  readonly picture: Picture;
  readonly from: FarRung;
  readonly to: FarRung;
  readonly u: number;
  readonly lanes: LanesOf;
}

/** The picture at a place of the climb, with the lane that is pointed at. */
export function farLadderAt(ladder: FarLadder, paper: FarLadderPaper, at: number, lit?: number): readonly Shape[] {
  const moment = { ladder, paper, picture: new Picture(), ...betweenRungs(ladder.rungs, at), lanes: paper.inLanes };
  drawWork(moment);
  drawCalls(moment);
  drawEdges(moment);
  drawRows(moment);
  drawAxis(moment, lit);
  drawGauges(moment);
  return moment.picture.shapes;
}

const atOnce = ({ look }: FarRung): boolean => look.isTree === true;
const waits = ({ look }: FarRung): boolean => look.waiting !== undefined;
const isMap = ({ look }: FarRung): boolean => look.waiting !== undefined && !look.waiting.isArray;

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
    const head: readonly Part[] = [
      { text: `${gauge.title} `, bold: true },
      { text, colour: now > 0 ? colour : "ink-3", bold: true },
    ];
    const y = workY - size * 0.85;
    picture.write("ground", `work ${place}`, [x, y], head, size, {
      font: "ui",
      anchor: "start",
      data: { work: Math.round(now) },
    });
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
    const past = ladder.rungs.slice(0, ladder.rungs.indexOf(u < 0.5 ? from : to));
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
  const { ladder, paper, picture, from, to, u, lanes } = moment;
  const { left, lane, callsY, callsHeight, size, scale, right, least, isNarrow } = paper;
  const unit = doublingOf(paper, lanes);
  const [a, b] = [from, to].map((rung) => nth(lanes.calls, ladder.rungs.indexOf(rung))) as [Float32Array, Float32Array];
  const v = within(u, 0.1, 0.85);
  const heights = Array.from(a, (before, at) => unit * between(1 + before, 1 + nth(b, at), v));
  rowName(
    moment,
    "calls",
    callsY - Math.max(size * 0.6, unit / 2),
    t({ message: "calls", comment: "the name of a row" }),
    1,
  );
  const isTree = presence(moment, atOnce);
  const fill = { mix: ["bp", "staged"], part: Math.round(100 * isTree) } as const;
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
  picture.path("ground", "calls ground", {
    path: level(left, right, callsY),
    stroke: "line-strong",
    width: 1,
  });
  // how high a doubling is
  const doublings = 10 ** Math.max(0, Math.ceil(Math.log10((7 * scale) / unit)));
  const high = doublings * unit;
  if (isNarrow || high > callsHeight || once > 0.98) return;
  const many = grouped(doublings);
  const words = plural(doublings, { one: "a doubling", other: `${many} doublings` });
  // where the last scalars are, which are called least
  const [x, top] = [right - 6 * scale, callsY - callsHeight];
  picture.path("ground", "doubling", {
    path: [
      ["M", x - 5, top],
      ["h", 10],
      ["m", -5, 0],
      ["v", high],
      ["m", -5, 0],
      ["h", 10],
    ],
    stroke: "bp",
    width: 1.6 * scale,
    opacity: 1 - once,
    data: { doublings, high: hundredths(high) },
  });
  const parts = [{ text: words, colour: "bp", bold: true }];
  picture.write("ground", "doublingt", [x - 10 * scale, top + Math.max(high, least) / 2], parts, least, {
    font: "ui",
    anchor: "end",
    opacity: 1 - once,
  });
}

/** Edges in bundles, in the colour of their contributions. */
function drawEdges(moment: FarLadderMoment): void {
  const { paper, picture, lanes } = moment;
  const { left, right, edgesY, edgesHeight, scale } = paper;
  const most = lanes.bundles.reduce((all, { count }) => Math.max(all, count), 1);
  const x = (group: number): number => left + ((right - left) * (group + 0.5)) / GROUPS;
  const amount = presence(moment, ({ look }) => look.waiting?.isArray === true);
  const tree = presence(moment, atOnce);
  const wait = presence(moment, waits);
  const stroke = tree > 0.5 ? "bp" : amount > 0.5 ? "cot" : wait > 0.5 ? "staged" : "line-strong";
  rowName(moment, "edges", edgesY - edgesHeight / 2, t({ message: "edges", comment: "the name of a row" }), 1);
  for (const { from, to, count } of lanes.bundles) {
    const high = Math.min(1, (Math.abs(from - to) + 0.6) / (GROUPS * 0.7)) ** 0.6 * edgesHeight * 1.3;
    const [a, b] = from === to ? [x(from) - 3, x(from) + 3] : [x(from), x(to)];
    const path: Path = [
      ["M", a, edgesY],
      ["C", a, edgesY - high, b, edgesY - high, b, edgesY],
    ];
    const width = Math.max(0.6, 5 * scale * (count / most));
    picture.path("edge", `bundle ${from} ${to}`, {
      path,
      fill: "none",
      stroke,
      width,
      opacity: 0.45,
      data: { edges: count },
    });
  }
}

/** Waiting sums, the tape, the scalars, and their records: a row for each. */
function drawRows(moment: FarLadderMoment): void {
  const { ladder, paper, picture, from, to, u, lanes } = moment;
  const { left, lane, waitingY, tapeY, scalarY, carryY, row, right } = paper;
  const { size } = ladder.graph;
  const called = [from, to].map((rung) => nth(lanes.calls, ladder.rungs.indexOf(rung)));
  const mapSeen = presence(moment, isMap);
  const cellSeen = presence(moment, (rung) => waits(rung) && !isMap(rung));
  const seen = Math.max(mapSeen, cellSeen);
  const count = grouped(size);
  rowName(moment, "waiting", waitingY, t({ message: "waiting", comment: "the name of a row: calls that wait" }), seen);
  if (mapSeen > 0.02) {
    // a map has no entry for unreached scalars
    const list = nth(called, u < 0.5 ? 0 : 1);
    const path = rowPath(list, (calls) => calls >= 0, left, lane, waitingY, row);
    picture.path("band", "map", { path, fill: "staged-soft", stroke: "staged", width: 1, opacity: mapSeen });
    rowWords(moment, "map", waitingY, t`a map, with an entry for each scalar that is reached`, mapSeen);
  }
  if (cellSeen > 0.02) {
    const path = rectPath(left, waitingY - row / 2, right - left, row);
    picture.path("band", "cells", { path, fill: "staged-soft", stroke: "staged", width: 2, opacity: cellSeen });
    rowWords(moment, "cells", waitingY, t`an array of ${count} cells, one for each scalar`, cellSeen);
  }
  const taped = presence(moment, ({ look }) => look.tape !== undefined);
  rowName(moment, "tape", tapeY, t({ message: "tape", comment: "the name of a row" }), taped);
  if (taped > 0.02) {
    // the scalars' records move there
    const y = between(
      carryY,
      tapeY,
      to.look.tape === undefined ? 1 : from.look.tape === undefined ? within(u, 0.3, 0.9) : 1,
    );
    const path = rectPath(left, y - row / 2, right - left, row);
    picture.path("band", "tape", { path, fill: "primal-soft", stroke: "primal", width: 1, opacity: taped });
    rowWords(moment, "tape", y, present(to.look.tape ?? from.look.tape).words(count), taped);
  }
  rowName(moment, "scalars", scalarY, t({ message: "scalars", comment: "the name of a row" }), 1);
  const fills = ["primal", "line-strong", "primal-soft"] as const;
  for (const [kind, list] of lanes.kinds.entries())
    picture.path("band", `scalars ${kind}`, {
      path: rowPath(list, (is) => is === 1, left, lane, scalarY, row),
      fill: nth(fills, kind),
      data: { lanes: list.reduce((sum, is) => sum + is, 0) },
    });
  drawCarried(moment);
}

/** The scalars' records: the row is as full as each is. */
function drawCarried(moment: FarLadderMoment): void {
  const { paper, from, to } = moment;
  const { left, right, carryY, row } = paper;
  rowName(moment, "carry", carryY, t({ message: "carry", comment: "the name of a row: what scalars carry" }), 1);
  const forms = new Map([from, to].map(({ look }) => [look.carries.key, look.carries.row]));
  for (const [carries, { fill, stroke, words, high }] of forms) {
    const opacity = presence(moment, ({ look }) => look.carries.key === carries);
    if (opacity < 0.02) continue;
    const h = row * high;
    const path = rectPath(left, carryY - h / 2, right - left, h);
    moment.picture.path("band", `carry ${carries}`, { path, fill, stroke, width: 1, opacity, data: { carries } });
    rowWords(moment, `carry ${carries}`, carryY, words, opacity);
  }
}

function rowWords(moment: FarLadderMoment, key: string, y: number, words: string, opacity: number): void {
  const { paper, picture } = moment;
  const { left, right, least, scale } = paper;
  if (words.length * least * UI_LETTER > right - left - 12 * scale) return;
  // a map has gaps, which would go through the words
  const h = Math.min(paper.row * 0.9, least * 1.35);
  const ground = [left + 4 * scale, y - h / 2, (words.length + 1) * least * UI_LETTER, h] as const;
  if (key === "map") picture.rect("label", "map ground", ground, { fill: "staged-soft", opacity });
  picture.say("top", `${key} words`, [left + 8 * scale, y], words, "ink", least, { opacity });
}

/** The numbers of the scalars; the lane under the pointer shows how often its scalars are called. */
function drawAxis({ ladder, paper, picture, from, to, u }: FarLadderMoment, lit: number | undefined): void {
  const { left, right, axisY, scalarY, row, least, lane, lanes, callsY, callsHeight } = paper;
  const { size } = ladder.graph;
  for (const number of scaleLinear([0, size], [0, 1]).ticks(5)) {
    if (!Number.isInteger(number) || number >= size) continue;
    const x = left + ((number + 0.5) * (right - left)) / size;
    const words = `#${grouped(number)}`;
    const half = (words.length * least * LETTER) / 2;
    const parts = [{ text: words, colour: "bp" }];
    const at = Math.max(half + 2, Math.min(right - half, x));
    picture.write("ground", `axis ${number}`, [at, axisY], parts, least);
    picture.path("ground", `tick ${number}`, {
      path: upright(x, axisY - least * 0.9, axisY - least * 0.9 + 5),
      stroke: "bp",
      width: 1,
    });
  }
  if (lit === undefined || lit >= lanes) return;
  const rung = u < 0.5 ? from : to;
  const [first, end] = scalarsIn(size, lanes, lit);
  let most = first;
  for (let number = first; number < end; number++)
    if (nth(rung.calledLog2, number) > nth(rung.calledLog2, most)) most = number;
  const log2 = nth(rung.calledLog2, most);
  const count = log2 > 1000 ? countOrPower(Number.POSITIVE_INFINITY, log2) : countOrPower(Math.round(2 ** log2), log2);
  const name = `#${grouped(most)}`;
  const words =
    log2 < 0 ? t`${name}: never called` : log2 === 0 ? t`${name}: called once` : t`${name}: called ${count} times`;
  const x = left + (lit + 0.5) * lane;
  picture.path("top", "lit", {
    path: upright(x, callsY - callsHeight, scalarY + row / 2),
    stroke: "lit-line",
    width: 2,
  });
  const w = (words.length + 1) * least * UI_LETTER;
  const at = Math.max(left, Math.min(right - w, x + 8));
  const y = callsY - callsHeight - least * 0.2;
  picture.rect("top", "lit ground", [at, y - least * 0.75, w, least * 1.5], {
    r: 3,
    fill: "paper",
    stroke: "lit-line",
    width: 1,
  });
  picture.say("top", "lit words", [at + w / 2, y], words, "ink", least, { anchor: "middle", data: { lit: most } });
}
