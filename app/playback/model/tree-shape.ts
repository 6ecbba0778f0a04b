// The shape of a tree of calls that can be drawn call by call: as wide as its leaves, each caller over the middle of its calls; and its
// remains after each fold, when calls of one scalar are one.

import type { TreeColumn } from "../../../engine/animation/animation.ts";
import { addAt, lastOf, nth } from "../../../engine/base/nth.ts";
import { keptByKey, keptForPair } from "../../base/kept.ts";
import { type Film, foldsOf } from "./film.ts";

/** Calls that are drawn as one: before folding, each by itself. */
export interface Group {
  readonly number: number;
  readonly calls: readonly number[];
  /** In widths of leaves. */
  readonly x: number;
  /** The sum of the cotangents of its calls. */
  readonly value: number;
  /** The same with all edges; undefined where none is cut. */
  readonly before: number | undefined;
  /** Whether none of its calls is made, because edges are cut. */
  readonly isGone: boolean;
  /** The groups that call it, as often as they do. */
  readonly callers: readonly {
    readonly from: number;
    readonly twin: number;
    readonly of: number;
    readonly isGone: boolean;
  }[];
}

/** The tree after some folds: its groups of calls, and the group of each call. */
export interface TreeStep {
  readonly groups: readonly Group[];
  /** By call, its group. */
  readonly of: readonly number[];
}

/** The layout of a tree of calls: its width in leaves, and the groups of its calls after each fold. */
export interface TreeShape {
  readonly leaves: number;
  readonly folds: number;
  /** The groups after some folds. */
  step(folds: number): TreeStep;
}

/** Leaves of a tree that is drawn as wide as its leaves, and calls of one that is drawn call by call. */
const MOST_LEAVES = 48;
const MOST_CALLS = 960;

/** The shape of a tree; undefined where it has more calls than are drawn one by one. */
export const shapeIn = keptForPair((film: Film, column: TreeColumn): TreeShape | undefined => treeShape(film, column));

/** The shape of a tree that is drawn as wide as its leaves; undefined of a wider one. */
export function narrowIn(film: Film, column: TreeColumn): TreeShape | undefined {
  const shape = shapeIn(film, column);
  return shape === undefined || shape.leaves > MOST_LEAVES ? undefined : shape;
}

function treeShape(film: Film, column: TreeColumn): TreeShape | undefined {
  const { calls, isWhole } = column.replayOrder;
  const count = calls.number.length;
  if (!isWhole || count > MOST_CALLS) return undefined;
  const children: number[][] = Array.from({ length: count }, () => []);
  const roots: number[] = [];
  for (const [call, parent] of calls.parent.entries()) (parent < 0 ? roots : nth(children, parent)).push(call);
  const leaves = Math.max(1, children.filter((list) => list.length === 0).length);
  const x = new Float64Array(count);
  let next = 0;
  const place = (call: number): void => {
    for (const child of nth(children, call)) place(child);
    const list = nth(children, call);
    x[call] = list.length === 0 ? next++ + 0.5 : (nth(x, nth(list, 0)) + nth(x, lastOf(list))) / 2;
  };
  for (const root of roots) place(root);
  const folds = foldsOf(film, column).map(({ number }) => number);
  const keys = keysOf(column);
  const steps = keptByKey<number, TreeStep>();
  const step = (done: number) => steps(done, () => stepOf(column, keys(folds[done - 1]), x, leaves));
  return { leaves, folds: folds.length, step };
}

/**
 * By call, a key shared by the calls that are one with it when all calls of a scalar, and of later ones, have become one; before the first
 * fold each call has its own.
 */
function keysOf({ replayOrder: { calls } }: TreeColumn): (from: number | undefined) => readonly string[] {
  const count = calls.number.length;
  const order = new Int32Array(count);
  const made = new Map<number, number>();
  for (const [call, parent] of calls.parent.entries()) {
    order[call] = made.get(parent) ?? 0;
    made.set(parent, nth(order, call) + 1);
  }
  return (from = Number.POSITIVE_INFINITY) => {
    const found: string[] = [];
    // callers precede their calls
    for (let call = 0; call < count; call++) {
      const parent = nth(calls.parent, call);
      found[call] =
        nth(calls.number, call) >= from
          ? `#${calls.number[call]}`
          : `${parent < 0 ? "" : found[parent]}/${order[call]}`;
    }
    return found;
  };
}

function stepOf(
  { replayOrder, gone, whole }: TreeColumn,
  keys: readonly string[],
  x: Float64Array,
  leaves: number,
): TreeStep {
  const { number, cotangent, parent } = replayOrder.calls;
  const byKey = new Map<string, number[]>();
  for (const [call, key] of keys.entries()) {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [call]);
    else known.push(call);
  }
  const lists = [...byKey.values()];
  const of: number[] = [];
  for (const [group, list] of lists.entries()) for (const call of list) of[call] = group;
  const middles = lists.map((list) => list.reduce((sum, call) => sum + nth(x, call), 0) / list.length);
  spread(
    lists.map((list) => nth(number, nth(list, 0))),
    middles,
    leaves,
  );
  const groups = lists.map((list, group): Group => {
    // of several calls that became one, each caller calls as often as one of its own calls does
    const byCaller = new Map<number, number[]>();
    for (const call of list) {
      const caller = nth(parent, call) < 0 ? undefined : nth(of, nth(parent, call));
      if (caller === undefined) continue;
      const representative = nth(lists, caller).find((one) => gone[one] === 0) ?? nth(nth(lists, caller), 0);
      if (parent[call] === representative) byCaller.set(caller, [...(byCaller.get(caller) ?? []), call]);
    }
    const callers = [...byCaller].flatMap(([from, made]) =>
      made.map((call, twin) => ({ from, twin, of: made.length, isGone: gone[call] === 1 })),
    );
    const value = list.reduce((sum, call) => sum + nth(cotangent, call), 0);
    const before = whole && list.reduce((sum, call) => sum + nth(whole.replayOrder.calls.cotangent, call), 0);
    const isGone = list.every((call) => gone[call] === 1);
    return { number: nth(number, nth(list, 0)), calls: list, x: nth(middles, group), value, before, isGone, callers };
  });
  return { groups, of };
}

/** The groups of a step that are called. */
export function leftIn({ groups }: TreeStep): readonly Group[] {
  return groups.filter(({ isGone }) => !isGone);
}

/** Moves groups of one row apart that would cover each other. */
function spread(rows: readonly number[], x: number[], leaves: number): void {
  const least = leaves > 8 ? 1.5 : 1.25;
  for (const row of new Set(rows)) {
    const mine = [...rows.keys()].filter((group) => rows[group] === row).sort((a, b) => nth(x, a) - nth(x, b));
    if (mine.length < 2 || mine.length * least > leaves) continue;
    for (let round = 0; round < 20; round++)
      for (const [index, group] of mine.slice(1).entries()) {
        const lack = least - (nth(x, group) - nth(x, nth(mine, index)));
        if (lack <= 1e-3) continue;
        addAt(x, group, lack / 2);
        addAt(x, nth(mine, index), -(lack / 2));
      }
    const [first, last] = [nth(mine, 0), lastOf(mine)];
    const shift = Math.min(0, nth(x, first) - 0.5) + Math.max(0, nth(x, last) + 0.5 - leaves);
    for (const group of mine) addAt(x, group, -shift);
  }
}
