// Calls that are made at once, as the tree that they are. A small tree is drawn call by call, as wide as its leaves. One that outgrows
// the pixels is a silhouette: each row as wide as its calls. Folding brings calls of one scalar together, until the graph is left.
import { plural, t as text } from "@lingui/core/macro";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { userOf } from "../../../engine/graphs/run-graph.ts";
import { progress } from "../../../engine/score/intervals.ts";
import type { TreeColumn } from "../../../engine/score/score.ts";
import { noStateOf } from "../../algorithms/index.ts";
import { grouped } from "../../words/numbers.ts";
import type { Film, FilmColumn, Moment } from "../model/film.ts";
import { between, eased, sprung } from "../model/motion.ts";
import type { Place } from "../model/paper.ts";
import { LETTER, n, type Part } from "../model/shape.ts";
import { call, lengthOf } from "../model/words.ts";
import { touchedAt } from "./frame.ts";
import { callsSoFar } from "./tree-calls.ts";
import { type TreeShape, treeShape } from "./tree-shape.ts";

/** Leaves of a tree that is drawn call by call. */
const MOST_LEAVES = 24;
/** Flows between rows that are drawn. */
const MOST_FLOWS = 240;

const shapes = new WeakMap<Film, Map<TreeColumn, TreeShape | undefined>>();

/** The shape of a tree that is small enough to be drawn call by call. */
function shapeIn(film: Film, column: TreeColumn): TreeShape | undefined {
  const known = shapes.get(film) ?? new Map<TreeColumn, TreeShape | undefined>();
  shapes.set(film, known);
  if (!known.has(column)) known.set(column, treeShape(film, column, MOST_LEAVES));
  return known.get(column);
}

export function drawTree(moment: Moment, place: Place, column: FilmColumn): void {
  const { score } = column;
  if (score.tag !== "tree") return;
  if (score.performance.calls.number.length === 0) return drawNoCalls(moment, place);
  const shape = shapeIn(moment.film, score);
  if (shape === undefined) drawSilhouette(moment, place, score);
  else drawCalls(moment, place, score, shape);
  drawBand(moment, place, column);
}

/** A stage that calls nothing: what it has of each scalar goes along with the values. */
function drawNoCalls({ film, paper, picture, t, rows, y }: Moment, place: Place): void {
  const parts = [{ text: noStateOf(place.id), colour: "ink-2" }];
  for (const number of rows) {
    const opacity = progress(t, film.score.scalars[number]!);
    const at = { x: place.x + 16 * paper.scale, y: y(number), size: paper.small };
    picture.text("node", `none${place.id}${number}`, { ...at, parts, font: "ui", opacity });
  }
}

/** What stands above a tree: the one-hots of its calls, as long as the input each, and their sum. */
function drawBand(moment: Moment, place: Place, column: FilmColumn): void {
  const { film, paper, picture, t } = moment;
  const { scale, small, bandY } = paper;
  const { score } = column;
  if (score.tag !== "tree") return;
  const made = callsSoFar(film, score, t);
  const hots = Math.round(film.inputs.reduce((sum, input) => sum + made[input]!, 0));
  const touched = touchedAt(moment, column);
  const count = grouped(hots);
  const words =
    hots === 0
      ? text`the one-hots of its calls, and their sum`
      : plural(hots, { one: `${count} one-hot, added up`, other: `${count} one-hots, added up` });
  picture.text("band", `hots${place.id}`, {
    x: place.x + 16 * scale,
    y: bandY,
    parts: [{ text: words, colour: hots === 0 ? "ink-3" : "ink-2" }],
    size: small,
    font: "ui",
    data: { hots },
  });
  const many = grouped(touched);
  const scalars = text`${many} scalars touched`;
  if (touched > 0 && place.w > (words.length + scalars.length + 6) * small * 0.54)
    picture.text("band", `touched${place.id}`, {
      x: place.right - 16 * scale,
      y: bandY,
      parts: [{ text: scalars, colour: "ink-3" }],
      size: small,
      font: "ui",
      anchor: "end",
      data: { touched },
    });
}

function drawCalls(moment: Moment, place: Place, column: TreeColumn, shape: TreeShape): void {
  const { film, paper, picture, t, y, isSeen } = moment;
  const { graph, score } = film;
  const { scale, size, rowHeight } = paper;
  const isFolded = score.folded !== undefined && score.columns[score.folded] === column;
  const folds = isFolded ? score.folds : [];
  const fold = folds.find(({ from, to }) => t >= from && t < to);
  const step = folds.filter(({ slide }) => t >= slide.to).length;
  const [now, next] = [shape.steps[step]!, shape.steps[Math.min(step + 1, shape.steps.length - 1)]!];
  const u = fold === undefined || t >= fold.slide.to ? 0 : eased(t, fold.slide);
  const pad = 14 * scale;
  const unit = (place.w - 2 * pad) / shape.leaves;
  const x = (at: number): number => place.x + pad + at * unit;
  const h = Math.min(size * 1.65, rowHeight * (rowHeight < 40 ? 0.8 : 0.6));
  const groups = now.groups.map((group) => {
    const to = next.groups[next.of[group.calls[0]!]!]!;
    return { ...group, x: x(between(group.x, to.x, u)) };
  });
  const room = roomInRows(groups, place.w - 2 * pad);
  for (const [index, group] of groups.entries()) {
    const first = group.calls[0]!;
    if (t < column.from[first]!) continue;
    const { number } = group;
    for (const { from, twin, of } of group.callers) {
      const caller = groups[from]!;
      if (!isSeen(number) && !isSeen(caller.number)) continue;
      const grown = step > 0 || u > 0 ? 1 : progress(t, { from: column.from[first]!, to: column.to[first]! });
      const [ya, yb] = [y(caller.number) - h / 2, y(number) + h / 2];
      const bow = (twin - (of - 1) / 2) * size * 2.6;
      const dy = (ya - yb) / 2;
      const d = `M${n(caller.x)} ${n(ya)}C${n(caller.x + bow)} ${n(ya - dy)} ${n(group.x + bow)} ${n(yb + dy)} ${n(group.x)} ${n(yb)}`;
      picture.path("edge", `branch${place.id}${index}-${from}-${twin}`, {
        d,
        drawn: grown < 1 ? grown : undefined,
        fill: "none",
        stroke: "bp",
        width: 1.6 * scale,
      });
    }
    if (!isSeen(number)) continue;
    const there =
      step > 0 || u > 0
        ? 1
        : progress(t, { from: between(column.from[first]!, column.to[first]!, 0.55), to: column.to[first]! });
    if (there === 0) continue;
    const isWhole = group.calls.length > 1;
    const pop = isWhole && fold !== undefined ? 1 : isWhole ? sprung(t, popOf(film, number)) : 1;
    const parts = call(graph, number, group.value);
    const isNow = step === 0 && u === 0 && t < column.to[first]! + 200;
    const at = { x: group.x, y: y(number), w: room.get(number)!, h: h * pop };
    drawPill(moment, place, `call${place.id}${index}`, parts, at, { isNow, isFolded: isWhole, opacity: there });
  }
  if (fold !== undefined && t < fold.slide.to)
    drawPluses(moment, place, fold.number, groups, progress(t, { from: fold.from, to: fold.from + 150 }));
}

function popOf({ score }: Film, number: number): { readonly from: number; readonly to: number } {
  const fold = score.folds.find((one) => one.number === number);
  return fold === undefined ? { from: 0, to: 0 } : { from: fold.slide.to, to: fold.to };
}

/** By scalar, how wide a call of it may be drawn. */
function roomInRows(
  groups: readonly { readonly number: number; readonly x: number }[],
  most: number,
): ReadonlyMap<number, number> {
  const room = new Map<number, number>();
  for (const number of new Set(groups.map((group) => group.number))) {
    const row = groups.filter((group) => group.number === number);
    const xs = row.map(({ x }) => x).sort((a, b) => a - b);
    const gaps = xs.slice(1).map((x, index) => x - xs[index]!);
    room.set(number, Math.max(0, Math.min(most, ...gaps.filter((gap) => gap > 1)) - 4));
  }
  return room;
}

interface PillLook {
  readonly isNow: boolean;
  readonly isFolded: boolean;
  readonly opacity: number;
}

/** A call: its name and cotangent, less of it where there is less room. */
function drawPill(
  { paper, picture }: Moment,
  place: Place,
  key: string,
  parts: readonly Part[],
  at: { x: number; y: number; w: number; h: number },
  { isNow, isFolded, opacity }: PillLook,
): void {
  const { size, small, scale } = paper;
  const letters = Math.min(size, Math.max(paper.least, at.h * 0.66));
  const wide = (text: readonly Part[], letter: number): number => (lengthOf(text) + 1.3) * letter * LETTER;
  const last = parts.slice(-1);
  const fitting = [
    { text: parts, letter: letters },
    { text: parts, letter: Math.max(small, letters * 0.8) },
    { text: last, letter: Math.max(small, letters * 0.9) },
  ].find(({ text, letter }) => wide(text, letter) <= Math.max(at.w, 20));
  const w = fitting === undefined ? Math.max(3, Math.min(at.w, 14)) : wide(fitting.text, fitting.letter);
  const x = Math.max(place.x + w / 2 + 3, Math.min(place.right - w / 2 - 3, at.x));
  const stroke = isFolded ? "staged" : "bp";
  const fill = isFolded ? "staged-soft" : isNow ? "bp-soft" : fitting === undefined ? "bp" : "surface";
  picture.rect("node", key, {
    x: x - w / 2,
    y: at.y - at.h / 2,
    w,
    h: at.h,
    r: Math.min(w, at.h) / 2,
    fill,
    stroke,
    width: (isNow || isFolded ? 2.4 : 1.5) * scale,
    opacity,
  });
  if (fitting !== undefined)
    picture.text("node", `${key}t`, {
      x,
      y: at.y,
      parts: fitting.text,
      size: fitting.letter,
      font: "code",
      anchor: "middle",
      opacity,
    });
}

function drawPluses(
  moment: Moment,
  place: Place,
  number: number,
  groups: readonly { readonly number: number; readonly x: number }[],
  opacity: number,
): void {
  const { paper, picture, y, isSeen } = moment;
  if (!isSeen(number)) return;
  const { size, rowHeight } = paper;
  const h = Math.min(size * 3, rowHeight * 0.9);
  picture.rect("band", "foldrow", {
    x: place.x + 5,
    y: y(number) - h / 2,
    w: place.w - 10,
    h,
    r: 10,
    fill: "staged-soft",
    opacity,
  });
  const xs = groups
    .filter((group) => group.number === number)
    .map(({ x }) => x)
    .sort((a, b) => a - b);
  for (const [index, x] of xs.slice(1).entries()) {
    if (x - xs[index]! < size * 2) continue;
    const parts = [{ text: "+", colour: "staged", bold: true }];
    picture.text("top", `foldplus${index}`, {
      x: (x + xs[index]!) / 2,
      y: y(number),
      parts,
      size: size * 1.4,
      font: "code",
      anchor: "middle",
      opacity,
      data: { fold: number },
    });
  }
}

/** Each row as wide as its calls, and between them what calls what. */
function drawSilhouette(moment: Moment, place: Place, column: TreeColumn): void {
  const { film, paper, picture, t, y, isSeen } = moment;
  const { graph, score } = film;
  const { scale, size, rowHeight, small, bandY } = paper;
  const made = callsSoFar(film, column, t);
  const isFolded = score.folded !== undefined && score.columns[score.folded] === column;
  const most = Math.max(1, ...made);
  const room = place.w - 28 * scale;
  const unit = Math.min(size * 3, room / most);
  const h = Math.min(size * 1.7, rowHeight * (rowHeight < 40 ? 0.8 : 0.56));
  const bars = Array.from(made, (count, number) => {
    const fold = isFolded ? score.folds.find((one) => one.number === number) : undefined;
    const u = fold === undefined ? 0 : eased(t, fold.slide);
    const whole = call(graph, number, graph.cotangents[number]!);
    const pill = Math.min(room, (lengthOf(whole) + 2) * size * LETTER);
    const wide = Math.max(0.75 * scale, count * unit);
    return { count, u, whole, pill, w: u === 0 ? wide : Math.exp(between(Math.log(wide), Math.log(pill), u)) };
  });
  if (graph.operands.length <= MOST_FLOWS) drawFlows(moment, place, bars, h);
  for (const [number, { count, u, whole, pill, w }] of bars.entries()) {
    if (count === 0 || !isSeen(number)) continue;
    const at = y(number);
    if (u >= 1 || (column.total[number] === 1 && count >= 0.999)) {
      const look = { isNow: false, isFolded: u >= 1, opacity: 1 };
      drawPill(moment, place, `bar${place.id}${number}`, whole, { x: place.middle, y: at, w: pill + 8, h }, look);
      continue;
    }
    const fill = u > 0 ? ({ mix: ["bp", "staged"], part: Math.round(100 - 60 * u) } as const) : "bp";
    const pitch = w / count;
    const marks = pitch >= 2.2 && count > 1 && u === 0;
    // single calls are told apart as long as they are wider than a line
    picture.path("node", `bar${place.id}${number}`, {
      d: `M${n(place.middle - w / 2)} ${n(at)}h${n(w)}`,
      fill: "none",
      stroke: fill,
      width: h,
      dash: marks ? `${n(pitch * 0.76)} ${n(pitch * 0.24)}` : undefined,
      data: { calls: Math.round(count), w: n(w) },
    });
    if (count < 1.5) continue;
    const words = grouped(Math.round(count));
    const inside = w > (words.length + 3) * size * 0.62;
    if (inside && marks)
      picture.rect("top", `gap${place.id}${number}`, {
        x: place.middle - ((words.length + 1) * size * LETTER) / 2,
        y: at - h / 2,
        w: (words.length + 1) * size * LETTER,
        h,
        fill: "bp",
        opacity: 1 - u,
      });
    const parts = [{ text: words, colour: inside ? "paper" : "bp", bold: true }];
    const x = inside ? place.middle : place.middle + w / 2 + 8 * scale;
    picture.text("top", `count${place.id}${number}`, {
      x,
      y: at,
      parts,
      size: Math.min(size, Math.max(small, h * 0.8)),
      font: "code",
      anchor: inside ? "middle" : "start",
      opacity: 1 - u,
    });
  }
  if (unit >= 10 || t >= score.reverseEnd) return;
  const [calls, pixels] = [1 / unit, unit].map((x) => shortReal(Number(x.toPrecision(2))));
  const scaleWords = unit < 1 ? text`1 px = ${calls} calls` : text`1 call = ${pixels} px`;
  if (place.w > 330 * scale)
    picture.text("band", `scale${place.id}`, {
      x: place.right - 16 * scale,
      y: bandY + small,
      parts: [{ text: scaleWords, colour: "ink-3" }],
      size: small,
      font: "ui",
      anchor: "end",
    });
}

interface Bar {
  readonly count: number;
  readonly u: number;
  readonly w: number;
}

/** Along every edge as many calls go as its user has: from all of the user's bar to a part of the operand's. */
function drawFlows(moment: Moment, place: Place, bars: readonly Bar[], h: number): void {
  const { film, picture, y, isSeen, paper } = moment;
  const { graph } = film;
  const taken = new Float64Array(bars.length);
  for (let edge = graph.operands.length - 1; edge >= 0; edge--) {
    const [user, operand] = [userOf(graph, edge), graph.operands[edge]!];
    const [a, b] = [bars[user]!, bars[operand]!];
    if (a.count === 0 || b.count === 0) continue;
    // as much of the operand's bar as is already called along this edge
    const share = Math.min(a.count, b.count - taken[operand]!);
    if (share <= 0) continue;
    const scaleB = b.w / b.count;
    const left = place.middle - b.w / 2 + taken[operand]! * scaleB;
    const right = left + share * scaleB;
    taken[operand]! += share;
    if (!isSeen(user) && !isSeen(operand)) continue;
    const [y0, y1] = [y(user) - h / 2, y(operand) + h / 2];
    const dy = (y0 - y1) / 2;
    const [l0, r0] = [place.middle - a.w / 2, place.middle + a.w / 2];
    const folded = Math.max(a.u, b.u);
    const thin = Math.min(a.w, right - left) < 2 * paper.scale;
    if (thin || folded >= 1) {
      const middle = (left + right) / 2;
      const bow = folded * Math.sign(middle - place.middle) * paper.size;
      const end = between(middle, place.middle + bow * 0.6, folded);
      const d = `M${n(place.middle + bow * 0.6)} ${n(y0)}C${n(place.middle + 2 * bow)} ${n(y0 - dy)} ${n(end + 1.4 * bow)} ${n(y1 + dy)} ${n(end)} ${n(y1)}`;
      picture.path("edge", `flow${place.id}${edge}`, { d, fill: "none", stroke: "bp", width: 1.2, opacity: 0.7 });
      continue;
    }
    const d = `M${n(l0)} ${n(y0)}C${n(l0)} ${n(y0 - dy)} ${n(left)} ${n(y1 + dy)} ${n(left)} ${n(y1)}H${n(right)}C${n(right)} ${n(y1 + dy)} ${n(r0)} ${n(y0 - dy)} ${n(r0)} ${n(y0)}Z`;
    picture.path("edge", `flow${place.id}${edge}`, { d, fill: "bp", stroke: "bp", width: 0.6, opacity: 0.24 });
  }
}
