// The parts that all columns share: rows with the numbers of their scalars, and heads with how many calls were made.

import { plural, t as text } from "@lingui/core/macro";
import type { Visit } from "../../../engine/algorithms/algorithm.ts";
import { visitOf } from "../../../engine/algorithms/catalogue.ts";
import type { ColumnAnimation } from "../../../engine/animation/animation.ts";
import { progress } from "../../../engine/animation/intervals.ts";
import { nth, present } from "../../../engine/base/nth.ts";
import { innerRuns } from "../../../engine/graphs/inner-runs.ts";
import { kept, keptByKey } from "../../base/kept.ts";
import { strong } from "../../picture/parts.ts";
import { around, LETTER, soft } from "../../picture/shape.ts";
import { madeCalls } from "../../playback/model/calls.ts";
import { callNow, countsFrom, type Film, type FilmColumn, GRAPH, isMade, PROGRAM } from "../../playback/model/film.ts";
import { grouped, groupedWithin } from "../../words/numbers.ts";
import { INSET, type Place } from "../model/paper.ts";
import type { Moment } from "./moment.ts";
import { drawSource } from "./source.ts";

/** Sizes of heads and gutter, in pixels on paper of scale 1 (`PX`), in heights of letters (`EM`), and as parts of a head or a row (`PART`). */
const PX = { title: 20, titleLetter: 11, count: 17, countLetter: 9.2, beside: 8, bar: 5, shortest: 1.5, name: 1.5 };
const EM = { name: 0.86, ends: 1.2, high: 1.5 } as const;
const PART = {
  title: 0.42,
  about: 0.44,
  below: 0.84,
  bar: 0.78,
  line: 0.2,
  unmade: 0.25,
  lit: 0.6,
  name: 0.8,
  letter: 0.52,
};

/** The ground of a lit row. */
const LIT = { fill: "lit", opacity: PART.lit };

/** The scalar that is at work: the one that is called by the leader, or folded. */
export function activeScalar(moment: Moment): number | undefined {
  const { film, t } = moment;
  const fold = film.animation.folds.find(({ from, to }) => t >= from && t < to);
  if (fold !== undefined) return fold.number;
  const call = callNow(moment, film.leader);
  return call === undefined ? undefined : film.leader.animation.replayOrder.calls.number[call];
}

/** Draws the ground of all rows that are in view: marks of lit rows, and the numbers of the scalars in the gutter. */
export function drawRows(moment: Moment): void {
  const { film, paper, picture, t, rows, y, marks } = moment;
  const { gutter, rowHeight, size, width } = paper;
  const active = activeScalar(moment);
  drawInnerRuns(moment);
  for (const number of rows) {
    const at = y(number);
    if (marks.lit === number) picture.rect("ground", `lit${number}`, [0, at - rowHeight / 2, width, rowHeight], LIT);
    const left = gutter * PART.line;
    // rectangles are painted faster than paths
    if (number < film.graph.size - 1)
      picture.rect("ground", `row${number}`, [left, at + (rowHeight - 1) / 2, width - left, 1], { fill: "line" });
    const isThere = PART.unmade + (1 - PART.unmade) * progress(t, nth(film.animation.scalars, number));
    const letters = Math.max(
      paper.least,
      Math.min(size * EM.name, (gutter - PX.beside) / ((`#${number}`.length + 1) * LETTER)),
    );
    const w = (`#${number}`.length + EM.ends) * letters * LETTER;
    const h = Math.min(size * EM.high, rowHeight * PART.name);
    const isActive = active === number;
    const look = { r: h / 2, fill: isActive ? "bp" : "paper", stroke: "bp", width: PX.name, opacity: isThere };
    const parts = [strong(`#${number}`, isActive ? "paper" : "bp")];
    picture.box("node", "id", number, around(gutter / 2, at, w, h), look, parts, letters);
  }
}

/** Draws the heads of all columns, with their counts of calls as bars on one common scale. */
export function drawHeads(moment: Moment): void {
  const { film, paper, picture } = moment;
  const { head, scale, top, gutter } = paper;
  const pad = INSET * scale;
  // one scale for the bars of all columns
  const most = Math.max(1, ...(film.whole ?? film).columns.map(wholeOf));
  picture.rect("still", "bandline", [gutter, top - 0.5, paper.width - gutter, 1], { fill: "line-strong" });
  for (const [index, place] of paper.places.entries()) {
    const { x } = place;
    if (index > 0) picture.rect("still", `side${place.id}`, [x - 0.5, 0, 1, paper.height], { fill: "line" });
    const title = titleOf(place);
    const parts = [{ text: title, bold: true }];
    picture.text("still", `head${place.id}`, [x + pad, head * PART.title], parts, PX.title * scale, {
      font: "prose",
      isName: place.id !== PROGRAM && place.id !== GRAPH,
    });
    if (place.id === PROGRAM) drawSource(moment, place, pad, activeScalar(moment));
    if (place.id === GRAPH) drawDirection(moment, x + pad);
    const column = film.columns.find(({ id }) => id === place.id);
    if (column !== undefined) drawCount(moment, place, column, title, most);
  }
}

/** Draws where the numbers of the graph come from: with values from above, with cotangents from below. */
function drawDirection({ film, paper, picture, t }: Moment, x: number): void {
  const { id } = film.leader;
  const reverse = film.columns.length < 2 ? text`cotangents flow up` : text`cotangents flow up (${id})`;
  const isReverse = t >= film.animation.forwardEnd && film.explored.ended.tag === "done";
  const direction = isReverse ? reverse : text`values flow down`;
  const colour = isReverse ? "cot" : "primal";
  picture.say("band", "direction", [x, paper.bandY], direction, colour, paper.small);
}

/** Draws how many calls a column has made, what it does, and its bar, on the scale of the most calls of all columns. */
function drawCount(moment: Moment, place: Place, column: FilmColumn, title: string, most: number): void {
  const { film, paper, picture, t } = moment;
  const { head, scale, small } = paper;
  const { x, w, right } = place;
  const pad = INSET * scale;
  const [made, before] = countsOf(film, t, column);
  const isWhole = film.explored.ended.tag === "done";
  const isDone = isWhole && column.kind !== "tree" && !column.isBroken && t >= film.animation.togetherEnd;
  const counted = countedWord(film, column, made);
  const whole = wholeOf(column);
  const isOther = before !== made;
  const isFolded = !isOther && made < whole && t > (film.animation.folds[0]?.from ?? Number.POSITIVE_INFINITY);
  // the count with all edges; of a folded tree, the count before
  const left = x + pad + title.length * PX.titleLetter * scale + PX.beside * scale;
  const room = (right - pad - left) / (PX.countLetter * scale) - grouped(made).length - ` ${counted} ✓ → `.length;
  const was = isOther ? `${groupedWithin(before, room)}→` : isFolded ? `${groupedWithin(whole, room)} → ` : "";
  const first = was === "" ? [] : [{ text: was, colour: isOther ? "ink-2" : "bp", bold: !isOther }];
  const number = strong(`${grouped(made)} `, isOther ? "err" : undefined);
  const count = [...first, number, { text: `${counted}${isDone ? " ✓" : ""}`, colour: "ink-2" }];
  const size = Math.max(small, PX.count * scale);
  const look = { font: "ui", anchor: "end", data: { calls: made } } as const;
  picture.text("still", `count${place.id}`, [right - pad, head * PART.title], count, size, look);
  const about = aboutOf(column);
  const letters = Math.max(grouped(made).length, grouped(whole).length) + ` ${counted} ✓`.length;
  const counts = PX.countLetter * (letters + was.length);
  const hasRoom = right - pad - counts * scale - left > about.length * small * PART.letter;
  // a broken column says so, wherever it has room
  const at = hasRoom ? ([left, head * PART.about] as const) : ([x + pad, head * PART.below] as const);
  const said = column.isBroken ? strong(about, "err") : { text: about, colour: "ink-3" };
  if (hasRoom || column.isBroken) picture.text("still", `about${place.id}`, at, [said], small, { font: "ui" });
  if (!hasRoom && column.isBroken) return;
  const [bar, by, bh] = [w - 2 * pad, head * PART.bar, PX.bar * scale];
  const sunken = { r: bh / 2, fill: "sunken", stroke: "line", width: 0.5 };
  picture.rect("still", `track${place.id}`, [x + pad, by, bar, bh], sunken);
  const length = Math.max(PX.shortest * scale, bar * Math.min(1, made / most));
  const isTree = column.kind === "tree" && t < (film.animation.folds.at(-1)?.to ?? Number.POSITIVE_INFINITY);
  const fill = isTree ? "bp" : "staged";
  if (made > 0) picture.rect("still", `bar${place.id}`, [x + pad, by, length, bh], { r: bh / 2, fill });
}

/** The word for a column's count, by what its stage visits; looked up once, and not for each picture. */
function countedWord(film: Film, { animation }: FilmColumn, made: number): string {
  const visit = visitOf(animation.replayOrder.stage) ?? "call";
  return wordsOf(film)(`${visit} ${made}`, () => VISITED[visit](made));
}

const countedCotangents = (made: number): string => plural(made, { one: "cotangent", other: "cotangents" });

const VISITED: Readonly<Record<Visit, (made: number) => string>> = {
  call: (made) => plural(made, { one: "call", other: "calls" }),
  term: (made) => plural(made, { one: "evaluation", other: "evaluations" }),
  binding: (made) => plural(made, { one: "binding", other: "bindings" }),
  line: countedCotangents,
  cotangent: countedCotangents,
};

const wordsOf = kept((_: Film) => keptByKey<string, string>());

function aboutOf({ isBroken, kind, animation }: FilmColumn): string {
  if (isBroken) return text`broken on purpose`;
  if (visitOf(animation.replayOrder.stage) === "line") return text`each line, transposed`;
  return animation.replayOrder.calls.number.length === 0 ? text`no calls` : present(KIND_WORDS[kind]);
}

const KIND_WORDS = {
  tree: text`calls run immediately`,
  map: text`calls wait in a map`,
  cells: text`calls wait in cells`,
} as Readonly<Record<string, string>>;

function titleOf({ id }: Place): string {
  return id === PROGRAM ? text`Program` : id === GRAPH ? text`Data flow` : id;
}

/** How many calls a column makes in all. */
function wholeOf({ animation }: FilmColumn): number {
  return animation.tag === "tree" ? animation.total.reduce((sum, count) => sum + count, 0) : animation.calls.length;
}

/** How many calls a column has made, or is left with while they are folded. */
function callsMade(film: Film, t: number, { animation }: FilmColumn): number {
  if (animation.tag === "tree") return madeCalls(film, animation, t);
  return animation.calls.filter(({ lift, isMade }) => isMade && t >= lift.to).length;
}

/**
 * How many calls a column has made, and how many with all edges. What folds is counted without folding where edges are cut: what is left of
 * it has as many places with them.
 */
function countsOf(film: Film, t: number, column: FilmColumn): readonly [made: number, withAllEdges: number] {
  const made = callsMade(film, t, column);
  if (film.whole === undefined) return [made, made];
  const whole = wholeColumn(film, column);
  const folds = film.animation.folds[0]?.from ?? Number.POSITIVE_INFINITY;
  if (column.animation.tag !== "tree" || t <= folds) return [made, callsMade(film.whole, t, whole)];
  const { animation } = column;
  return [
    [...animation.replayOrder.calls.number.keys()].filter((call) => isMade(animation, call)).length,
    wholeOf(whole),
  ];
}

function wholeColumn({ whole, columns }: Film, column: FilmColumn): FilmColumn {
  return nth(present(whole).columns, columns.indexOf(column));
}

/** Scalars that 0, + and one-hots touched so far. */
export function touchedAt(moment: Moment, animation: ColumnAnimation): number {
  const { t, film } = moment;
  const { calls, touched } = animation.replayOrder;
  const { togetherEnd, reverseEnd } = film.animation;
  if (t >= (animation.tag === "tree" ? reverseEnd : togetherEnd) - 1) return touched;
  let next = 0;
  while (next < calls.number.length && countsFrom(animation, next) <= t) next++;
  return calls.touched[next] ?? touched;
}

/** Frames, in pixels on paper of scale 1: insets from the sides, and for each depth; corners, lines, their ends, and the name. */
const FRAME = { inset: 3, depth: 5, round: 6, line: 1.5, end: 4, side: 3, name: 12 };
/** The name: half its height and its ends, in letters. */
const NAME = { half: 0.7, ends: 1.4 };
/** How visible a frame is before its run, and its ground. */
const UNMADE = 0.25;
const GROUND = 0.8;

const runsOf = kept(innerRuns);

/** Draws a frame around the rows of each inner run, with its name; its edge is blue where values are made, and red on the way back. */
function drawInnerRuns(moment: Moment): void {
  const { film, paper, picture, t, y, isPassing } = moment;
  const { places, rowHeight, width, scale, least } = paper;
  for (const { name, from, to, turn, depth } of runsOf(film.graph)) {
    if (!isPassing(from, to - 1)) continue;
    const key = `inner${from}.${depth}`;
    const opacity = UNMADE + (1 - UNMADE) * progress(t, nth(film.animation.scalars, from));
    const [top, inset] = [
      (number: number): number => y(number) - rowHeight / 2,
      (FRAME.inset + FRAME.depth * depth) * scale,
    ];
    picture.rect("ground", key, [inset, top(from) + 1, width - 2 * inset, (to - from) * rowHeight - 2], {
      r: FRAME.round * scale,
      ...soft("bp", FRAME.line * scale),
      opacity: opacity * GROUND,
      data: { inner: name },
    });
    for (const [first, last, fill] of [[from, turn ?? to, "primal"] as const, [turn ?? to, to, "cot"] as const]) {
      const side = [
        inset,
        top(first) + FRAME.end,
        FRAME.side * scale,
        (last - first) * rowHeight - 2 * FRAME.end,
      ] as const;
      if (last > first) picture.rect("ground", `${key}${fill}`, side, { r: (FRAME.side / 2) * scale, fill, opacity });
    }
    // at the end of the frame's upper edge, where rows of text leave room
    const right = nth(places, 0).right - FRAME.name * scale;
    const w = (name.length + NAME.ends) * least * LETTER;
    const tag = around(right - w / 2, top(from) + 1, w, 2 * least * NAME.half);
    picture.rect("ground", `${key}tag`, tag, { r: least * NAME.half, fill: "bp", opacity });
    const parts = [strong(name, "paper")];
    picture.write("ground", `${key}name`, [right - w / 2, top(from) + 1], parts, least, { opacity, isName: true });
  }
}
