// The partial derivatives on edges: each in the room that is kept for it, or, on an edge that is looked at now, where there is room.

import { lastOf, nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { userOf } from "../../../../engine/graphs/run-graph.ts";
import { kept } from "../../../base/kept.ts";
import { type Box, overlap } from "../../../exploration/drawn/graph-field.ts";
import { shortName } from "../../../exploration/model/scalar.ts";
import { type Point, pointOn, type Way } from "../../../picture/motion.ts";
import { flagWidth, LETTER } from "../../../picture/shape.ts";
import { otherThan } from "../../../playback/model/pieces.ts";
import { calledNow } from "../changed.ts";
import type { Moment } from "../moment.ts";
import { flagSize } from "./flags.ts";
import { curveOf, firstRow, type GraphMoment } from "./places-in.ts";

/** Sizes, in letters of a row. */
const EM = { letters: 0.86, ends: 0.8, half: 0.42 };
/** Parts of an edge at which its number may stand where no room is kept for it. */
const SPOTS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9] as const;

/** A number of an edge: its partial derivative, or a cross where the edge is cut; hidden while a flag is on the edge. */
export interface EdgeNumber {
  readonly edge: number;
  readonly isCut: boolean;
  readonly isHidden: boolean;
}

/** Draws the numbers of edges: those with room of their own, then the others, where no other number is. */
export function drawPartials(moment: GraphMoment, stubs: Stubs, partials: readonly EdgeNumber[]): void {
  const { places, sides } = moment;
  const [left, right] = sides;
  const first = firstRow(moment);
  for (const partial of partials) {
    const label = places.labels[partial.edge];
    if (label !== undefined) drawPartial(moment, stubs, partial, [label[0], label[1] + first]);
  }
  const nodes = moment.rows.map((number) => nodeBox(moment, number));
  for (const partial of partials) {
    if (places.labels[partial.edge] !== undefined) continue;
    const curve = curveOf(moment, partial.edge);
    const half = widthOf(moment, partial) / 2;
    const spots = SPOTS.map((u): Point => {
      const [x, y] = pointOn(curve, u);
      return [Math.max(left + half, Math.min(right - half, x)), y];
    });
    const free = spots.find((spot) => {
      const box = boxOf(moment, partial, spot);
      return isInRows(moment, spot) && stubs.isClear(box) && nodes.every((node) => overlap(node, box) === 0);
    });
    if (free !== undefined || partial.isCut) drawPartial(moment, stubs, partial, free ?? nth(spots, 0));
  }
}

/** A node with the room for its flag. */
function nodeBox({ y, places: { x, width, height, flag } }: GraphMoment, number: number): Box {
  const [half, high] = [nth(width, number) / 2, height / 2];
  const at = nth(x, number);
  return [at - half, y(number) - high, at + half + flag, y(number) + high];
}

function isInRows({ paper: { top, height, rowHeight } }: Moment, [, y]: Point): boolean {
  return y > top + rowHeight / 2 && y < height - rowHeight / 2;
}

function wordsOf({ film }: Moment, { edge, isCut }: EdgeNumber): string {
  return isCut ? "✕" : shortReal(nth(film.graph.partials, edge));
}

function widthOf(moment: Moment, partial: EdgeNumber): number {
  return (wordsOf(moment, partial).length + EM.ends) * lettersIn(moment) * LETTER;
}

function lettersIn({ paper: { small, size } }: Moment): number {
  return Math.max(small, size * EM.letters);
}

function boxOf(moment: Moment, partial: EdgeNumber, [x, y]: Point): Box {
  const [w, half] = [widthOf(moment, partial), moment.paper.size * EM.half];
  return [x - w / 2, y - half, x + w / 2, y + half];
}

/** Draws the number of an edge; where a flag is on it, its room is kept clear alone, for it leaves with that. */
function drawPartial(moment: GraphMoment, stubs: Stubs, partial: EdgeNumber, [atLabel, y]: Point): void {
  const { film, paper, picture, places } = moment;
  const { edge, isCut, isHidden } = partial;
  const { size } = paper;
  const to = userOf(film.graph, edge);
  const w = widthOf(moment, partial);
  // a flag with both numbers may be as long as to where it stands: it goes along its edge, as far as that is straight
  const clear = flagEnd(moment, to) + w / 2 + 2;
  const x = atLabel > nth(places.x, to) ? Math.max(atLabel, clear) : atLabel;
  if (x > atLabel && x + w / 2 > Math.max(...nth(places.curves, edge).map(([px]) => px)) - size) return;
  const box = boxOf(moment, partial, [x, y]);
  stubs.keepClear(box);
  if (isHidden) return;
  const [, top, , bottom] = box;
  picture.rect("label", `gap${edge}`, [x - w / 2, top, w, bottom - top], { fill: "paper", data: { edge } });
  const parts = [{ text: wordsOf(moment, partial), colour: isCut ? "err" : "primal" }];
  picture.write("label", `partial${edge}`, [x, y], parts, lettersIn(moment));
}

/** In a column, the end of the flag that shows a former cotangent; left of all edges where none does. */
export function flagEnd(moment: GraphMoment, number: number): number {
  const { film, paper, marks, places } = moment;
  const isCompared = marks.before !== undefined || film.whole !== undefined;
  if (!places.isColumn || !isCompared) return Number.NEGATIVE_INFINITY;
  const called = calledNow(moment, film.leader, number);
  const value = called?.value ?? 0;
  const was = called === undefined ? undefined : (called.was ?? wasIn(moment, number, value));
  if (was === undefined) return Number.NEGATIVE_INFINITY;
  const words = `${shortReal(was)}→${shortReal(value)}`;
  return (
    nth(places.x, number) +
    nth(places.width, number) / 2 +
    2 * paper.scale +
    flagWidth(words, flagSize(paper, places, words))
  );
}

/** In a column, a cotangent before the input was changed; undefined where the numbers are equal. */
export function wasIn(moment: GraphMoment, number: number, value: number): number | undefined {
  const { film, t, places } = moment;
  const { before } = moment.marks;
  if (!places.isColumn || before === undefined || t < film.animation.togetherEnd) return undefined;
  return otherThan(value, nth(before.cotangents, number));
}

/** One side of a node from which edges go far. */
interface Stub {
  readonly node: number;
  readonly side: -1 | 1;
  readonly at: Point;
  readonly ups: number[];
  readonly downs: number[];
}

/** Labels of long edges drawn as their two ends: shown where no other edge is on that side of a node. */
export class Stubs {
  readonly #found = new Map<string, Stub>();
  readonly #taken = new Set<string>();
  readonly #labels: Box[] = [];

  /** Notes an edge that is drawn, whole or as its ends. */
  note(curve: Way, from: number, to: number, isEnds: boolean): void {
    const side = sideOf(curve);
    for (const [node, other, at] of [
      [from, to, nth(curve, 0)],
      [to, from, lastOf(curve)],
    ] as const) {
      const key = `${node} ${side}`;
      if (!isEnds) {
        this.#taken.add(key);
        continue;
      }
      const stub = this.#found.get(key) ?? { node, side, at, ups: [], downs: [] };
      this.#found.set(key, stub);
      (other < node ? stub.ups : stub.downs).push(other);
    }
  }

  /** Notes the label of an edge: no words are to lie on it. */
  keepClear(label: Box): void {
    this.#labels.push(label);
  }

  /** Whether a box is clear of all labels. */
  isClear(box: Box): boolean {
    return this.#labels.every((label) => overlap(label, box) === 0);
  }

  /** Draws the words of all ends between two edges of the column: names where there is room for them, else how many there are. */
  draw({ film: { graph }, paper, picture, isSeen, y, sides: [least, most] }: GraphMoment): void {
    const { small, size } = paper;
    const named = (arrow: string, [first, ...others]: readonly number[]): readonly string[] =>
      first === undefined ? [] : [`${arrow}${shortName(graph, first)}${others.length > 0 ? ` +${others.length}` : ""}`];
    const counted = (arrow: string, all: readonly number[]): readonly string[] =>
      all.length === 0 ? [] : [`${arrow}${all.length}`];
    for (const [key, { node, side, at, ups, downs }] of this.#found) {
      if (this.#taken.has(key) || !isSeen(node)) continue;
      const x = at[0] + side * size;
      const row = y(node);
      const hasRoom = (words: string): boolean => {
        const far = x + side * words.length * small * LETTER;
        const [left, right] = [Math.min(x, far), Math.max(x, far)];
        const box: Box = [left, row - small * 0.5, right, row + small * 0.5];
        return left >= least && right <= most && this.isClear(box);
      };
      const words = [named, counted]
        .map((told) => [...told("↑", ups), ...told("↓", downs)].join(" "))
        .find((told) => hasRoom(told));
      if (words === undefined) continue;
      picture.text("label", `stub${node}${side}`, [x, row], [{ text: words, colour: "ink-3" }], small, {
        anchor: side > 0 ? undefined : "end",
        data: { stub: node },
      });
    }
  }
}

/** On which side of its nodes an edge runs: −1 on the left, 1 on the right. */
export const sideOf = kept((curve: Way): -1 | 1 =>
  pointOn(curve, 0.5)[0] > Math.max(nth(curve, 0)[0], lastOf(curve)[0]) ? 1 : -1,
);
