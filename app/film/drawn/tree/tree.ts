// Calls that are made at once, as the tree that they are. A small tree is drawn call by call, as wide as its leaves. One that outgrows
// the pixels grows call by call until it does (growing.ts), and is a silhouette from then on: each row as wide as its calls. Folding brings calls of one scalar together, until the graph is left.

import { describedStage } from "../../../../engine/algorithms/catalogue.ts";
import { foldOf, type TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { stagePageOf } from "../../../algorithms/index.ts";
import { between, blended, eased, sprung } from "../../../picture/motion.ts";
import { primal } from "../../../picture/parts.ts";
import { LETTER } from "../../../picture/shape.ts";
import type { Film, FilmColumn } from "../../../playback/model/film.ts";
import type { TreeStep } from "../../../playback/model/tree-shape.ts";
import { sumOf as sumWords } from "../../../words/numbers.ts";
import { derivativeParts, derivativesChanged } from "../../model/derivatives.ts";
import { apart, sideBySide } from "../../model/folding.ts";
import { INSET, type Place, treePlace } from "../../model/paper.ts";
import type { Moment } from "../moment.ts";
import { withinPlace } from "../pill.ts";
import { clipped } from "../program.ts";
import { drawVectors } from "../vectors.ts";
import { drawBand, hasVectors } from "./band.ts";
import { drawCallResults } from "./call-results.ts";
import { wasOf } from "./call-text.ts";
import { drawCallsMap } from "./calls-map.ts";
import { addendsIn, type CallsFit, fitsOf, grownInRows, PAD, type StepFit } from "./fit.ts";
import { drawGrowing } from "./growing.ts";
import { drawRowBars } from "./row-bars.ts";
import { callHeight, EDGE, PLUS } from "./side-by-side.ts";
import { boxOf, drawCall, drawEdge, drawPlus, STAYS, type StandingCall, waysOf } from "./standing.ts";
import { attached, edgesBetween, graphMorphOf, visibleIn } from "./to-graph.ts";

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
/** Calls above each other are this far apart, in heights of a call; below the least, they stand side by side instead. */
const ABOVE = 1.08;
const LEAST_ABOVE = 0.8;

/** How wide edges between calls side by side are, in pixels. */
const THIN = 1.4;
/** How visible edges between calls side by side are. */
const MANY = 0.7;

/** Draws the column of a stage whose calls are made at once; nothing for a column whose calls wait. */
export function drawTree(moment: Moment, place: Place, column: FilmColumn): void {
  const { animation } = column;
  if (animation.tag !== "tree") return;
  if (animation.replayOrder.calls.number.length === 0)
    return stagePageOf(place.id).rung?.carries.isGradient ? drawVectors(moment, place) : drawNoCalls(moment, place);
  const calls = fitsOf(moment.paper, moment.film)(place.id);
  const field = treePlace(moment.paper, place);
  drawCallsMap(moment, place, animation);
  const outgrown = calls?.isNarrow === true ? 1 : drawGrowing(moment, field, animation, calls);
  if (outgrown > 0 && calls !== undefined) drawCalls(moment, field, animation, calls, outgrown);
  else if (outgrown > 0) drawRowBars(moment, field, animation, outgrown);
  if (describedStage(place.id)?.leavesOutDerived === true) drawDerived(moment, place);
  drawBand(moment, place, column);
}

/** Draws the scalars of derivatives within the program, of a stage that gives these no backpropagators: their values, with a word. */
function drawDerived({ film, paper, picture, t, rows, y }: Moment, place: Place): void {
  const { derived, values } = film.graph;
  const word = stagePageOf(place.id).word ?? "";
  for (const number of rows) {
    if (nth(derived, number) === 0) continue;
    const opacity = progress(t, nth(film.animation.scalars, number));
    const parts = [primal(nth(values, number)), { text: `  ${word}`, colour: "ink-2" }];
    const at = { x: place.x + INSET * paper.scale, y: y(number), size: paper.small };
    picture.text("node", `derived${place.id}${number}`, {
      ...at,
      parts,
      font: "ui",
      opacity,
      data: { derived: number },
    });
  }
}

/** Draws a stage that calls nothing: its part of each scalar appears with the value. */
function drawNoCalls({ film, paper, picture, t, rows, y }: Moment, place: Place): void {
  const parts = [{ text: stagePageOf(place.id).word ?? "", colour: "ink-2" }];
  for (const number of rows) {
    const opacity = progress(t, nth(film.animation.scalars, number));
    const at = { x: place.x + INSET * paper.scale, y: y(number), size: paper.small };
    // derivatives computed with the values change from the cut edge on
    const moved = derivativesChanged(film, number);
    if (moved.length === 0) {
      picture.text("node", `none${place.id}${number}`, { ...at, parts, font: "ui", opacity });
      continue;
    }
    const most = Math.floor((place.w - 2 * INSET * paper.scale) / (paper.small * LETTER));
    const words = clipped(derivativeParts(film, number, moved), most);
    const data = { derivative: nth(moved, 0).now, was: nth(moved, 0).was };
    picture.text("node", `derivative${place.id}${number}`, { ...at, parts: words, font: "code", opacity, data });
  }
}

/** Draws the calls one by one, and their way together while the tree is folded. */
function drawCalls(
  moment: Moment,
  place: Place,
  column: TreeColumn,
  { shape, isNarrow, layOut }: CallsFit,
  opacity: number,
): void {
  const { film, paper, t, y, isSeen, isPassing } = moment;
  const { animation } = film;
  const { scale, size, rowHeight } = paper;
  const isFolded = animation.folded !== undefined && animation.columns[animation.folded] === column;
  const folds = isFolded ? animation.folds : [];
  const fold = folds.find(({ from, to }) => t >= from && t < to);
  const step = folds.filter(({ slide }) => t >= slide.to).length;
  const [now, next] = [shape.step(step), shape.step(Math.min(step + 1, shape.folds))];
  const u = fold === undefined || t >= fold.slide.to ? 0 : eased(t, fold.slide);
  const pad = PAD * scale;
  const h = callHeight(paper);
  const [before, after] = [layOut(now), layOut(next)];
  // sliding calls keep their width, and show their numbers
  const isSliding = fold !== undefined && t < fold.slide.to;
  const isAddend = (index: number): boolean => nth(now.groups, index).number === fold?.number;
  const isNow = (index: number): boolean => {
    const call = nth(nth(now.groups, index).calls, 0);
    return step === 0 && u === 0 && t >= nth(column.from, call) && t < nth(column.to, call) + STAYS;
  };
  const fitOf = (index: number): StepFit["told"] => (isAddend(index) || isNow(index) ? before.told : before);
  // addends show numbers, however narrow
  const addends = addendsIn(film, paper, place, now, isSliding ? fold.number : undefined);
  const widths = now.groups.map((_, index) => addends.get(index)?.w ?? nth(fitOf(index).widths, index));
  const open = isSliding ? eased(t, { from: fold.from, to: Math.min(fold.from + OPENING, fold.slide.from) }) : 0;
  const field = [place.x + pad, place.right - pad] as const;
  const grown = now.groups.map(({ calls }) => {
    const first = nth(calls, 0);
    return step > 0 || u > 0 ? 1 : progress(t, { from: nth(column.from, first), to: nth(column.to, first) });
  });
  const places = grownInRows(place, before, grown);
  const opened = [...places];
  const ends = now.groups.map((group) => nth(after.x, nth(next.of, nth(group.calls, 0))));
  /** How far above or below its row a call slides along, so that none covers another on its way. */
  const aside = now.groups.map(() => 0);
  if (isSliding) {
    const mine = [...now.groups.keys()].filter((index) => nth(now.groups, index).number === fold.number);
    mine.sort((a, b) => nth(opened, a) - nth(opened, b));
    const apartAt = apart(
      mine.map((index) => nth(opened, index)),
      mine.map((index) => nth(widths, index)),
      size * PLUS,
      field,
    );
    for (const [at, index] of mine.entries()) opened[index] = nth(apartAt, at);
    for (const together of sharing(now, next, before.x)) {
      const { number } = nth(now.groups, nth(together, 0));
      const step = Math.min(ABOVE * h, (rowHeight - h) / (together.length - 1));
      if (fold.number !== number && step >= LEAST_ABOVE * h) {
        for (const [at, index] of together.entries()) aside[index] = (at - (together.length - 1) / 2) * step;
        continue;
      }
      const side = sideBySide(
        together.map((index) => nth(widths, index)),
        nth(ends, nth(together, 0)),
        fold.number === number
          ? place.w - 2 * pad
          : nth(after.room, nth(next.of, nth(nth(now.groups, nth(together, 0)).calls, 0))),
        fold.number === number ? size * PLUS : 0,
      );
      for (const [at, index] of together.entries()) ends[index] = nth(side, at);
    }
  }
  const morph = graphMorphOf(moment, place, column);
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
  const wayBefore = waysOf(paper, place, standing(places, isSliding ? widths : before.widths, 0), {
    isStraight: isLoose,
  });
  const wayOpen =
    isSliding && open > 0 ? waysOf(paper, place, standing(opened, widths, 1), { isStraight: isLoose }) : undefined;
  const staysLoose = (index: number): boolean =>
    after.inRows?.isOne[nth(next.of, nth(nth(now.groups, index).calls, 0))] === false;
  const wayAfter = u === 0 ? undefined : waysOf(paper, place, standing(ends, widths, 1), { isStraight: staysLoose });
  for (const [index, group] of groups.entries()) {
    const { number, calls, callers, isGone } = nth(now.groups, index);
    const first = nth(calls, 0);
    if (t < nth(column.from, first)) continue;
    for (const { from, twin, of, isGone } of callers) {
      const caller = nth(groups, from);
      if (!isPassing(number, caller.number)) continue;
      const side = twin - (of - 1) / 2;
      const ends = [boxOf(caller), boxOf(group)] as const;
      const [begins, opens, lands] = [wayBefore, wayOpen, wayAfter].map((way) => way?.(from, index, side));
      const begun = opens === undefined ? present(begins) : blended(present(begins), opens, open);
      const own = lands === undefined ? begun : blended(begun, lands, u);
      const edge = morph && edgesBetween(moment, caller.number, number)[twin];
      const way = edge === undefined ? own : attached(present(morph).curve(edge, own), ends, h);
      drawEdge(moment, `branch${place.id}${index}-${from}-${twin}`, way, {
        width: isNarrow ? EDGE : THIN,
        opacity: opacity * (isNarrow ? 1 : MANY) * visibleIn(paper, number, caller.number, morph),
        grown: nth(grown, index),
        isGone,
      });
    }
    if (!isSeen(number)) continue;
    const isWhole = calls.length > 1;
    const pop = isWhole && fold !== undefined ? 1 : isWhole ? sprung(t, popOf(film, number)) : 1;
    const { room, words } = fitOf(index);
    const told = open > OPENED ? addends.get(index)?.words : undefined;
    const at = { x: group.x, y: group.y, w: told === undefined ? nth(room, index) : group.w, h: h * pop };
    drawCall(moment, place, `call${place.id}${index}`, told ?? nth(words, index), at, {
      opacity,
      grown: nth(grown, index),
      isNow: isNow(index),
      isFolded: isWhole,
      isGone,
      isChanged: wasOf(nth(now.groups, index)) !== undefined,
    });
  }
  if (step === 0 && u === 0 && open === 0 && hasVectors(column))
    drawCallResults(moment, place, column, h, (call) => groups[nth(now.of, call)]);
  if (fold !== undefined && t >= fold.slide.to)
    drawAddends(moment, place, fold, now, groups, step > 0 ? shape.step(step - 1) : undefined);
  if (isSliding) drawSums(moment, place, groups, aside, h, u);
  if (isSliding)
    drawPluses(moment, place, fold.number, groups, progress(t, { from: fold.from, to: fold.from + LIGHTS }));
}

/** The groups that become one in the next step, from left to right. */
function sharing(now: TreeStep, next: TreeStep, x: readonly number[]): readonly (readonly number[])[] {
  const byTarget = new Map<number, number[]>();
  for (const [index, { calls }] of now.groups.entries()) {
    const target = nth(next.of, nth(calls, 0));
    byTarget.set(target, [...(byTarget.get(target) ?? []), index]);
  }
  return [...byTarget.values()]
    .filter(({ length }) => length > 1)
    .map((together) => together.sort((a, b) => nth(x, a) - nth(x, b)));
}

function popOf({ animation }: Film, number: number): { readonly from: number; readonly to: number } {
  const fold = foldOf(animation, number);
  return fold === undefined ? { from: 0, to: 0 } : { from: fold.slide.to, to: fold.to };
}

/** Addends that are written beside their sum. */
const MOST_ADDENDS = 4;

/** Draws the addends of a new sum beside it: `= 1 + 8`. */
function drawAddends(
  { film, paper, picture, t, y, isSeen }: Moment,
  place: Place,
  fold: { readonly number: number; readonly slide: { readonly to: number } },
  { groups: merged }: TreeStep,
  groups: readonly { readonly x: number; readonly w: number }[],
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
  const ground = {
    x: left - GROUND,
    y: y(number) - size * HALF,
    w: wide + 2 * GROUND,
    h: 2 * size * HALF,
    fill: "paper",
    opacity,
  };
  picture.rect("label", `addendsground${place.id}`, ground);
  picture.text("top", `addends${place.id}`, {
    x: left,
    y: y(number),
    parts: [{ text: words, colour: "staged" }],
    size,
    font: "code",
    opacity,
  });
}

/** Draws a + before a sliding call that stands below another, as in a written sum, as soon as they are below each other. */
function drawSums(
  moment: Moment,
  place: Place,
  groups: readonly { readonly number: number; readonly x: number; readonly y: number; readonly w: number }[],
  aside: readonly number[],
  h: number,
  u: number,
): void {
  const { paper, isSeen } = moment;
  const opacity = progress(u, BELOW);
  if (opacity === 0) return;
  for (const [index, { number, x, y, w }] of groups.entries()) {
    if (nth(aside, index) <= 0 || !isSeen(number)) continue;
    const size = PLUS_SIZE.column;
    drawPlus(moment, `sumplus${place.id}${index}`, x - w / 2 - paper.size * PLUS_SIZE.before, y - h / 2, {
      size,
      opacity,
    });
  }
}

function drawPluses(
  moment: Moment,
  place: Place,
  number: number,
  groups: readonly { readonly number: number; readonly x: number; readonly w: number }[],
  opacity: number,
): void {
  const { paper, picture, y, isSeen } = moment;
  if (!isSeen(number)) return;
  const { size, rowHeight } = paper;
  const h = Math.min(size * LIT.letters, rowHeight * LIT.row);
  picture.rect("band", "foldrow", {
    x: place.x + LIT.inset,
    y: y(number) - h / 2,
    w: place.w - 2 * LIT.inset,
    h,
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
