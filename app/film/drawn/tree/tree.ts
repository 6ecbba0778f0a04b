// Calls that are made at once, as the tree that they are. A small tree is drawn call by call, as wide as its leaves. One that outgrows
// the pixels grows call by call until it does (growing.ts), and is a silhouette from then on: each row as wide as its calls. Folding brings calls of one scalar together, until the graph is left.

import { describedStage } from "../../../../engine/algorithms/catalogue.ts";
import { type Fold, foldOf, type TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { edgesBetween } from "../../../../engine/graphs/run-graph.ts";
import { stagePageOf } from "../../../algorithms/index.ts";
import { between, blended, eased, sprung } from "../../../picture/motion.ts";
import { primal } from "../../../picture/parts.ts";
import { around, LETTER } from "../../../picture/shape.ts";
import { type Film, foldsOf, foldsOver } from "../../../playback/model/film.ts";
import type { TreeShape, TreeStep } from "../../../playback/model/tree-shape.ts";
import { sumOf as sumWords } from "../../../words/numbers.ts";
import { derivativeParts, derivativesChanged } from "../../model/derivatives.ts";
import { INSET, treePlace } from "../../model/paper.ts";
import type { TreeMoment } from "../moment.ts";
import { callHeight, drawPill, withinPlace } from "../pill.ts";
import { clipped } from "../program.ts";
import { drawVectors } from "../vectors.ts";
import { drawBand, hasVectors } from "./band.ts";
import { drawCallResults } from "./call-results.ts";
import { drawCallsMap } from "./calls-map.ts";
import { addendsIn, type CallsFit, fitsOf, grownInRows, type StepFit, slideOf } from "./fit.ts";
import { drawGrowing } from "./growing.ts";
import { drawRowBars } from "./row-bars.ts";
import { EDGE, PLUS } from "./rows.ts";
import { APPEARS, boxOf, drawEdge, drawPlus, markIn, STAYS, type StandingCall, waysOf } from "./standing.ts";
import { attached, type GraphMorph, graphMorphOf, visibleIn } from "./to-graph.ts";

/** How long it takes until the row of a fold is lit, and an added number is there, in milliseconds. */
const LIGHTS = 150;
const COMES = 120;
/** The addends beside their sum, in letters of the row: room before them, half the height of their ground, and pixels beside them. */
const BESIDE = 0.6;
const HALF = 0.7;
const GROUND = 2;
/** A + in letters: one in a row, and one before a number in a column, and when that appears on its way. */
const PLUS_SIZE = { row: 1.4, column: 1.2, before: 0.7, slack: 0.4 };
const BELOW = { from: 0.75, to: 0.95 };
/** The lit row of a fold: in letters and rows, in pixels from the edges of its column, and its corners. */
const LIT = { letters: 3, row: 0.9, inset: 5, round: 10 };

/** Milliseconds in which calls make room for a + between them, and the room, in letters. */
const OPENING = 300;
/** How far open they are when numbers appear. */
const OPENED = 0.9;
/** How wide edges between calls side by side are, in pixels. */
const THIN = 1.4;
/** How visible edges between calls side by side are. */
const MANY = 0.7;

/** Draws the column of a stage whose calls are made at once. */
export function drawTree(moment: TreeMoment): void {
  const { place, animation } = moment;
  if (animation.replayOrder.calls.number.length === 0)
    return stagePageOf(place.id).rung?.carries.isGradient ? drawVectors(moment, place) : drawNoCalls(moment);
  const calls = fitsOf(moment.paper, moment.film)(place.id);
  const field = { ...moment, place: treePlace(moment.paper, place) };
  drawCallsMap(moment);
  const outgrown = calls?.isNarrow === true ? 1 : drawGrowing(field, calls);
  if (outgrown > 0 && calls !== undefined) drawCalls(field, calls, outgrown);
  else if (outgrown > 0) drawRowBars(field, outgrown);
  if (describedStage(place.id)?.leavesOutDerived === true) drawDerived(moment);
  drawBand(moment);
}

/** Draws the scalars of derivatives within the program, of a stage that gives these no backpropagators: their values, with a word. */
function drawDerived({ film, paper, picture, t, rows, y, place }: TreeMoment): void {
  const { derived, values } = film.graph;
  const word = stagePageOf(place.id).word ?? "";
  for (const number of rows) {
    if (nth(derived, number) === 0) continue;
    const opacity = progress(t, nth(film.animation.scalars, number));
    const parts = [primal(nth(values, number)), { text: `  ${word}`, colour: "ink-2" }];
    const at = [place.x + INSET * paper.scale, y(number)] as const;
    const look = { font: "ui", opacity, data: { derived: number } } as const;
    picture.text("node", `derived${place.id}${number}`, at, parts, paper.small, look);
  }
}

/** Draws a stage that calls nothing: its part of each scalar appears with the value. */
function drawNoCalls({ film, paper, picture, t, rows, y, place }: TreeMoment): void {
  const word = stagePageOf(place.id).word ?? "";
  for (const number of rows) {
    const opacity = progress(t, nth(film.animation.scalars, number));
    const at = [place.x + INSET * paper.scale, y(number)] as const;
    // derivatives computed with the values change from the cut edge on
    const moved = derivativesChanged(film, number);
    if (moved.length === 0) {
      picture.say("node", `none${place.id}${number}`, at, word, "ink-2", paper.small, { opacity });
      continue;
    }
    const most = Math.floor((place.w - 2 * INSET * paper.scale) / (paper.small * LETTER));
    const words = clipped(derivativeParts(film, number, moved), most);
    const data = { derivative: nth(moved, 0).now, was: nth(moved, 0).was };
    picture.text("node", `derivative${place.id}${number}`, at, words, paper.small, { opacity, data });
  }
}

/** The step of a tree: its calls and those of the next one, the fold between them, and how far the calls have slid, from 0 to 1. */
function stepAt({ film, t, animation }: TreeMoment, shape: TreeShape) {
  const folds = foldsOf(film, animation);
  const fold = folds.find(({ from, to }) => t >= from && t < to);
  const step = foldsOver(folds, t);
  const [now, next] = [shape.step(step), shape.step(Math.min(step + 1, shape.folds))];
  return { step, now, next, fold, u: fold === undefined || t >= fold.slide.to ? 0 : eased(t, fold.slide) };
}

/** How far a call has grown, from 0 to 1. */
function grownAt(t: number, { from, to }: TreeColumn, call: number): number {
  return progress(t, { from: nth(from, call), to: nth(to, call) });
}

/** Whether a call is the present one. */
function isMadeAt(t: number, { from, to }: TreeColumn, call: number): boolean {
  return t >= nth(from, call) && t < nth(to, call) + STAYS;
}

type WayOf = ReturnType<typeof waysOf>;

/** The calls of a step where they are now, and how the edges to one of them are drawn. */
interface Callers {
  readonly groups: readonly StandingCall[];
  readonly wayOf: WayOf;
  readonly morph: GraphMorph | undefined;
  readonly grown: readonly number[];
  readonly width: number;
  readonly opacity: number;
}

/** Draws the edges to a call from its callers. */
function drawCallers(
  moment: TreeMoment,
  { groups: calls }: TreeStep,
  index: number,
  { groups, wayOf, morph, width, opacity, grown }: Callers,
): void {
  const { film, paper, isPassing, place } = moment;
  const { number, callers } = nth(calls, index);
  for (const { from, twin, of, isGone } of callers) {
    const caller = nth(groups, from);
    if (!isPassing(number, caller.number)) continue;
    const own = wayOf(from, index, twin - (of - 1) / 2);
    const edge = morph && edgesBetween(film.graph, caller.number, number)[twin];
    const ends = [boxOf(caller), boxOf(nth(groups, index))] as const;
    const way = edge === undefined ? own : attached(paper, present(morph).curve(edge, own), ends);
    const visible = opacity * visibleIn(paper, number, caller.number, morph);
    drawEdge(moment, `branch${place.id}${index}-${from}-${twin}`, way, {
      width,
      opacity: visible,
      grown: nth(grown, index),
      isGone,
    });
  }
}

/** Draws the calls one by one, and their way together while the tree is folded. */
function drawCalls(moment: TreeMoment, { shape, isNarrow, layOut }: CallsFit, opacity: number): void {
  const { film, paper, t, y, isSeen, place, animation: column } = moment;
  const { step, now, next, fold, u } = stepAt(moment, shape);
  const [before, after] = [layOut(now), layOut(next)];
  // sliding calls keep their width, and show their numbers
  const isSliding = fold !== undefined && t < fold.slide.to;
  const isAddend = (index: number): boolean => nth(now.groups, index).number === fold?.number;
  const isNow = (index: number): boolean =>
    step === 0 && u === 0 && isMadeAt(t, column, nth(nth(now.groups, index).calls, 0));
  const fitOf = (index: number): StepFit["told"] => (isAddend(index) || isNow(index) ? before.told : before);
  // addends show numbers, however narrow
  const addends = addendsIn(film, paper, place, now, isSliding ? fold.number : undefined);
  const widths = now.groups.map((_, index) => addends.get(index)?.w ?? nth(fitOf(index).widths, index));
  const open = isSliding ? eased(t, { from: fold.from, to: Math.min(fold.from + OPENING, fold.slide.from) }) : 0;
  const grown = now.groups.map(({ calls }) => (step > 0 || u > 0 ? 1 : grownAt(t, column, nth(calls, 0))));
  const places = grownInRows(place, before, grown);
  const sliding = { now, next, before, after, places, widths };
  const { opened, ends, aside } = slideOf(paper, place, sliding, isSliding ? fold.number : undefined);
  const morph = graphMorphOf(moment);
  const settled = (number: number, at: number, wide: number): number => morph?.x(number, at, wide) ?? at;
  /** The calls where they have made room for a + as far as `made` says, from 0 to 1. */
  const standing = (xs: readonly number[], ws: readonly number[], made: number): readonly StandingCall[] =>
    now.groups.map((group, index) => ({
      number: group.number,
      x: withinPlace(place, settled(group.number, nth(xs, index), nth(ws, index)), nth(ws, index)),
      y: y(group.number) + nth(aside, index) * made,
      w: addends.has(index) ? between(nth(fitOf(index).widths, index), nth(ws, index), made) : nth(ws, index),
    }));
  const here = opened.map((x, index) => between(between(nth(places, index), x, open), nth(ends, index), u));
  const groups = standing(here, widths, open);
  // edges ignore transient numbers; while calls slide, interpolate from their old to their new paths
  const isLoose = (index: number): boolean => before.inRows?.isOne[index] === false;
  const staysLoose = (index: number): boolean =>
    after.inRows?.isOne[nth(next.of, nth(nth(now.groups, index).calls, 0))] === false;
  const ways = (calls: readonly StandingCall[], isStraight: (index: number) => boolean) =>
    waysOf(moment, calls, { isStraight });
  const wayBefore = ways(standing(places, isSliding ? widths : before.widths, 0), isLoose);
  const wayOpen = isSliding && open > 0 ? ways(standing(opened, widths, 1), isLoose) : undefined;
  const wayAfter = u === 0 ? undefined : ways(standing(ends, widths, 1), staysLoose);
  const wayOf: WayOf = (...at) => {
    const begun = wayOpen === undefined ? wayBefore(...at) : blended(wayBefore(...at), wayOpen(...at), open);
    return wayAfter === undefined ? begun : blended(begun, wayAfter(...at), u);
  };
  const edges = isNarrow ? { width: EDGE, opacity } : { width: THIN, opacity: opacity * MANY };
  for (const [index, group] of groups.entries()) {
    const { number, calls } = nth(now.groups, index);
    const first = nth(calls, 0);
    if (t < nth(column.from, first)) continue;
    drawCallers(moment, now, index, { groups, wayOf, morph, grown, ...edges });
    if (!isSeen(number)) continue;
    const isWhole = calls.length > 1;
    const pop = isWhole && fold !== undefined ? 1 : isWhole ? sprung(t, popOf(film, number)) : 1;
    const { room, words } = fitOf(index);
    const told = open > OPENED ? addends.get(index)?.words : undefined;
    const at = { x: group.x, y: group.y, w: told === undefined ? nth(room, index) : group.w };
    const seen = opacity * progress(nth(grown, index), APPEARS);
    const look = {
      isNow: isNow(index),
      isFolded: isWhole,
      opacity: seen,
      mark: markIn(nth(now.groups, index)),
      size: pop,
    };
    drawPill(moment, `call${place.id}${index}`, told ?? nth(words, index), at, look);
  }
  if (step === 0 && u === 0 && open === 0 && hasVectors(column))
    drawCallResults(moment, (call) => groups[nth(now.of, call)]);
  if (fold !== undefined && t >= fold.slide.to)
    drawAddends(moment, fold, now, groups, step > 0 ? shape.step(step - 1) : undefined);
  if (!isSliding) return;
  drawSums(moment, groups, aside, u);
  drawPluses(moment, fold.number, groups, progress(t, { from: fold.from, to: fold.from + LIGHTS }));
}

function popOf({ animation }: Film, number: number): { readonly from: number; readonly to: number } {
  const fold = foldOf(animation, number);
  return fold === undefined ? { from: 0, to: 0 } : { from: fold.slide.to, to: fold.to };
}

/** Addends that are written beside their sum. */
const MOST_ADDENDS = 4;

/** Draws the addends of a new sum beside it: `= 1 + 8`. */
function drawAddends(
  { film, paper, picture, t, y, isSeen, place }: TreeMoment,
  fold: Fold,
  { groups: merged }: TreeStep,
  groups: readonly StandingCall[],
  before: TreeStep | undefined,
): void {
  const { number } = fold;
  const index = merged.findIndex((group) => group.number === number && !group.isGone);
  const addends = before?.groups.filter((group) => group.number === number && !group.isGone) ?? [];
  if (index < 0 || addends.length < 2 || addends.length > MOST_ADDENDS || !isSeen(number)) return;
  const words = `= ${sumWords(addends.map(({ value }) => shortReal(value)))}`;
  const { size } = paper;
  const { x, w } = nth(groups, index);
  const wide = words.length * size * LETTER;
  const right = x + w / 2 + size * BESIDE;
  const left = right + wide <= place.right ? right : x - w / 2 - size * BESIDE - wide;
  if (left < place.x) return;
  const opacity = progress(t, { from: fold.slide.to, to: fold.slide.to + COMES * Math.min(1, film.animation.haste) });
  // edges pass behind it
  const ground = around(left + wide / 2, y(number), wide + 2 * GROUND, 2 * size * HALF);
  picture.rect("label", `addendsground${place.id}`, ground, { fill: "paper", opacity });
  picture.text("top", `addends${place.id}`, [left, y(number)], [{ text: words, colour: "staged" }], size, { opacity });
}

/** Draws a + before a sliding call that stands below another, as in a written sum, as soon as they are below each other. */
function drawSums(moment: TreeMoment, groups: readonly StandingCall[], aside: readonly number[], u: number): void {
  const { paper, isSeen, place } = moment;
  const opacity = progress(u, BELOW);
  if (opacity === 0) return;
  for (const [index, { number, x, y, w }] of groups.entries()) {
    if (nth(aside, index) <= 0 || !isSeen(number)) continue;
    const size = PLUS_SIZE.column;
    drawPlus(
      moment,
      `sumplus${place.id}${index}`,
      x - w / 2 - paper.size * PLUS_SIZE.before,
      y - callHeight(paper) / 2,
      {
        size,
        opacity,
      },
    );
  }
}

function drawPluses(moment: TreeMoment, number: number, groups: readonly StandingCall[], opacity: number): void {
  const { paper, picture, y, isSeen, place } = moment;
  if (!isSeen(number)) return;
  const { size, rowHeight } = paper;
  const h = Math.min(size * LIT.letters, rowHeight * LIT.row);
  picture.rect("band", "foldrow", [place.x + LIT.inset, y(number) - h / 2, place.w - 2 * LIT.inset, h], {
    r: LIT.round,
    fill: "staged-soft",
    opacity,
  });
  const row = groups.filter((group) => group.number === number).sort((a, b) => a.x - b.x);
  for (const [index, right] of row.slice(1).entries()) {
    const left = nth(row, index);
    const [from, to] = [left.x + left.w / 2, right.x - right.w / 2];
    if (to - from < size * (PLUS - PLUS_SIZE.slack)) continue;
    drawPlus(moment, `foldplus${index}`, (from + to) / 2, y(number), { size: PLUS_SIZE.row, opacity, fold: number });
  }
}
