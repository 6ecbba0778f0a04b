// Of a long run, where edges lead to whose other end is out of sight: words beside their ends.
import { lastOf, nth } from "../../../../engine/base/nth.ts";
import { kept } from "../../../base/kept.ts";
import { type Box, overlap } from "../../../exploration/drawn/graph-field.ts";
import { shortName } from "../../../exploration/model/scalar.ts";
import { type Point, pointOn, type Way } from "../../../picture/motion.ts";
import { LETTER } from "../../../picture/shape.ts";
import type { Moment } from "../moment.ts";

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
  draw({ film: { graph }, paper, picture, isSeen, y }: Moment, [least, most]: readonly [number, number]): void {
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
