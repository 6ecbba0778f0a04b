// The rows of a tree of calls: their contents, and how much room each has there.
import { groupedBy } from "../../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import type { Part } from "../../../picture/shape.ts";
import { CLEAR, ROUNDING } from "../../model/folding.ts";

/** Pixels between calls of a row, and between a call and an edge beside it. */
const GAP = 4;
const ASIDE = 3;

/** The groups of each row. */
export function byRow<G extends { readonly number: number }>(groups: readonly G[]): ReadonlyMap<number, readonly G[]> {
  return groupedBy(groups, ({ number }) => number);
}

/** The groups of the rows between two. */
export function inBetween<G>(rows: ReadonlyMap<number, readonly G[]>, above: number, below: number): readonly G[] {
  const found: G[] = [];
  for (let number = above + 1; number < below; number++) found.push(...(rows.get(number) ?? []));
  return found;
}

/** How wide each call may be drawn: as wide as it is far from the nearer one of those beside it. */
export function roomInRows(
  groups: readonly { readonly number: number; readonly x: number }[],
  most: number,
): readonly number[] {
  const room = groups.map(() => Math.max(0, most - GAP));
  for (const unsorted of groupedBy(groups.keys(), (index) => nth(groups, index).number).values()) {
    const row = unsorted.toSorted((a, b) => nth(groups, a).x - nth(groups, b).x);
    for (const [at, right] of row.slice(1).entries()) {
      const left = nth(row, at);
      const gap = nth(groups, right).x - nth(groups, left).x;
      // those at one place are one
      if (gap > 1) for (const index of [left, right]) room[index] = Math.max(0, Math.min(nth(room, index), gap - GAP));
    }
  }
  return room;
}

/** An edge from a call up to one that it calls, in the column of that. */
export interface Passing {
  /** The rows of the two. */
  readonly above: number;
  readonly below: number;
  readonly x: number;
}

/** Nearer to its middle than this, in pixels, an edge passes behind a call however narrow that is. */
const THROUGH = 9;

/** The room of calls that leaves edges beside them in sight. */
export function roomBeside(
  groups: readonly { readonly number: number; readonly x: number }[],
  room: readonly number[],
  edges: readonly Passing[],
): readonly number[] {
  return groups.map(({ number, x }, index) => {
    let most = nth(room, index);
    for (const edge of edges) {
      if (edge.above >= number || number >= edge.below) continue;
      const aside = Math.abs(edge.x - x);
      if (aside > THROUGH) most = Math.min(most, 2 * (aside - ASIDE));
    }
    return most;
  });
}

/** A call as it would stand, by itself; `callers` are the places of its callers in the list. */
export interface Standing {
  readonly number: number;
  readonly x: number;
  readonly w: number;
  readonly callers: readonly number[];
}

/**
 * Where calls stand so that edges which pass their rows are in sight: aside of these, at most their own width away, where neither another
 * call nor the side of the field is in the way; and which calls are clear of edges so. The edge to a call runs in the call's own column.
 */
export function asideOfEdges(
  calls: readonly Standing[],
  [left, right]: readonly [number, number],
): { readonly x: readonly number[]; readonly isClear: readonly boolean[] } {
  const found = calls.map(({ x }) => x);
  const isClear = calls.map(() => true);
  const rows = groupedBy(calls.keys(), (index) => nth(calls, index).number);
  // edges that are passed lead to rows above, where all stand already
  const passing: { readonly x: number; readonly below: number }[] = [];
  for (const number of [...rows.keys()].sort((a, b) => a - b)) {
    const row = present(rows.get(number)).toSorted((a, b) => nth(found, a) - nth(found, b));
    const edges = passing.filter(({ below }) => below > number).map(({ x }) => x);
    for (const [at, index] of row.entries()) {
      const { x, w } = nth(calls, index);
      const reach = w / 2 + CLEAR;
      const before = at === 0 ? left : nth(found, nth(row, at - 1)) + nth(calls, nth(row, at - 1)).w / 2 + CLEAR;
      const after =
        at === row.length - 1 ? right : nth(calls, nth(row, at + 1)).x - nth(calls, nth(row, at + 1)).w / 2 - CLEAR;
      const near = edges.filter((edge) => Math.abs(edge - x) < 2 * w);
      const isFree = (place: number): boolean => near.every((edge) => Math.abs(edge - place) >= reach - ROUNDING);
      const places = near
        .flatMap((edge) => [edge - reach, edge + reach])
        .filter((place) => Math.abs(place - x) <= w && place - w / 2 >= before && place + w / 2 <= after);
      const best = [x, ...places.sort((a, b) => Math.abs(a - x) - Math.abs(b - x))].find(isFree);
      if (best === undefined) isClear[index] = false;
      else found[index] = best;
    }
    for (const index of row)
      for (const caller of nth(calls, index).callers)
        passing.push({ x: nth(found, index), below: nth(calls, caller).number });
  }
  return { x: found, isClear };
}

/** The text of each call: with names where all calls of its row have room for them; else the numbers alone. */
export function wordsInRows(
  groups: readonly { readonly number: number }[],
  words: readonly (readonly Part[] | undefined)[],
  fits: (words: readonly Part[], index: number) => boolean,
): readonly (readonly Part[] | undefined)[] {
  const narrow = new Set<number>();
  for (const [index, { number }] of groups.entries()) {
    const told = words[index];
    if (told !== undefined && !fits(told, index)) narrow.add(number);
  }
  return words.map((told, index) => (narrow.has(nth(groups, index).number) ? told?.slice(-1) : told));
}
