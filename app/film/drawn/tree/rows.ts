// The rows of a tree of calls: what stands in them, and how much room each has there.
import type { Part } from "../../model/shape.ts";

/** What stands in each row. */
export function byRow<G extends { readonly number: number }>(groups: readonly G[]): ReadonlyMap<number, readonly G[]> {
  const rows = new Map<number, G[]>();
  for (const group of groups) {
    const row = rows.get(group.number);
    if (row === undefined) rows.set(group.number, [group]);
    else row.push(group);
  }
  return rows;
}

/** What stands in the rows between two. */
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
  const rows = new Map<number, number[]>();
  for (const [index, { number }] of groups.entries()) {
    const row = rows.get(number);
    if (row === undefined) rows.set(number, [index]);
    else row.push(index);
  }
  const room = groups.map(() => Math.max(0, most - 4));
  for (const row of rows.values()) {
    row.sort((a, b) => groups[a]!.x - groups[b]!.x);
    for (const [at, right] of row.slice(1).entries()) {
      const left = row[at]!;
      const gap = groups[right]!.x - groups[left]!.x;
      // those at one place are one
      if (gap > 1) for (const index of [left, right]) room[index] = Math.max(0, Math.min(room[index]!, gap - 4));
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
    let most = room[index]!;
    for (const edge of edges) {
      if (edge.above >= number || number >= edge.below) continue;
      const aside = Math.abs(edge.x - x);
      if (aside > THROUGH) most = Math.min(most, 2 * (aside - 3));
    }
    return most;
  });
}

/** What is said of each call: the names, too, where all calls of its row have room for that; else the numbers alone. */
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
  return words.map((told, index) => (narrow.has(groups[index]!.number) ? told?.slice(-1) : told));
}
