// Resolving in any order: with a map of waiting calls, and with cells that are visited once (thesis §3.4, §3.7).
import { nth, present } from "../../../engine/base/nth.ts";
import type { Glimpse } from "../../../engine/lessons/glimpse.ts";
import { gradientIn, passedOn, seeded } from "./contributions.ts";

/** The result of an order. */
export interface Resolved {
  /** The cotangents of the inputs, in their order. */
  readonly gradient: readonly number[];
  /** Calls of backpropagators. */
  readonly calls: number;
}

/** Scalars that may be put into an order: all but constants. */
export function orderable({ nodes }: Glimpse): readonly number[] {
  return nodes.flatMap(({ number, kind }) => (kind === "constant" ? [] : [number]));
}

/** The order in which the highest ID comes first. */
export function highestFirst(glimpse: Glimpse): readonly number[] {
  return [...orderable(glimpse)].reverse();
}

/** Calls that are made at most: an order can make as many as there are paths. */
const MOST_CALLS = 100_000;

/** Calls wait in a map, and those of one scalar are added up; the waiting call that is first in the order is made. */
export function byMap(glimpse: Glimpse, order: readonly number[]): Resolved {
  const made = passedOn(glimpse);
  const waiting = new Map<number, number>();
  const total = new Map<number, number>();
  const wait = (number: number, amount: number): void => void waiting.set(number, (waiting.get(number) ?? 0) + amount);
  for (const [index, output] of glimpse.outputs.entries()) wait(output, nth(glimpse.seeds, index));
  let calls = 0;
  for (let next = first(order, waiting); next !== undefined && calls < MOST_CALLS; next = first(order, waiting)) {
    const amount = present(waiting.get(next));
    waiting.delete(next);
    calls++;
    total.set(next, (total.get(next) ?? 0) + amount);
    for (const { to, partial } of nth(made, next)) wait(to, partial * amount);
  }
  return { gradient: gradientIn(glimpse, (number) => total.get(number)), calls };
}

function first(order: readonly number[], waiting: ReadonlyMap<number, number>): number | undefined {
  return order.find((number) => waiting.has(number));
}

/** Every cell is visited once, in the order; later contributions stay there and go no further. */
export function byCells(glimpse: Glimpse, order: readonly number[]): Resolved {
  const made = passedOn(glimpse);
  const cells = seeded(glimpse);
  let calls = 0;
  for (const number of order) {
    const amount = cells[number];
    if (amount === undefined) continue;
    calls++;
    for (const { to, partial } of nth(made, number)) cells[to] = (cells[to] ?? 0) + partial * amount;
  }
  return { gradient: gradientIn(glimpse, (number) => cells[number]), calls };
}
