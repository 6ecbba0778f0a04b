// The calls of a tree: how many of each scalar there are at a time, and the rest of them while they are folded.

import type { Fold, TreeColumn } from "../../../engine/animation/animation.ts";
import { progress } from "../../../engine/animation/intervals.ts";
import { addAt, nth } from "../../../engine/base/nth.ts";
import { operandsIn } from "../../../engine/graphs/run-graph.ts";
import { keptByKey, keptForPair } from "../../base/kept.ts";
import { between, eased } from "../../picture/motion.ts";
import { type Film, foldsOf, foldsOver } from "./film.ts";
import { leftIn, narrowIn } from "./tree-shape.ts";

/** Counts of calls that are made little by little are no farther apart than this where they are the same. */
export const ROUNDING = 1e-9;

/** By scalar, the calls that were made until a time; the one that is being made counts as far as it is there. */
export function callsSoFar({ animation }: Film, column: TreeColumn, t: number): Float64Array {
  const { batches } = animation;
  const first = batches[0];
  if (first === undefined || t < first.from) {
    const made = new Float64Array(column.total.length);
    const { number } = column.replayOrder.calls;
    const end = first?.first ?? number.length;
    for (let call = 0; call < Math.min(end, number.length) && nth(column.from, call) <= t; call++)
      if (column.gone[call] === 0)
        addAt(made, nth(number, call), progress(t, { from: nth(column.from, call), to: nth(column.to, call) }));
    return made;
  }
  const index = batches.findLastIndex(({ from }) => from <= t);
  const [before, after] = [nth(column.made, index), nth(column.made, index + 1)];
  const u = progress(t, nth(batches, index));
  return Float64Array.from(before, (made, number) => between(made, nth(after, number), u));
}

/**
 * By scalar, the calls that are left when those of some scalars have become one: calls of one backpropagator call the same ones, so that
 * these are called less often, too.
 */
const leftAfter = keptForPair((film: Film, { total }: TreeColumn) => {
  const { graph, animation } = film;
  // calls made by the result alone
  const own = Float64Array.from(total);
  for (let user = 0; user < graph.size; user++)
    for (const { node } of operandsIn(graph, user)) own[node] = Math.max(0, nth(own, node) - nth(total, user));
  const numbers = animation.folds.map(({ number, along }) => [number, ...along]);
  const found = keptByKey<number, Float64Array>();
  return (step: number): Float64Array =>
    found(step, () => {
      const folded = new Set(numbers.slice(0, step).flat());
      const left = own.slice();
      for (let number = graph.size - 1; number >= 0; number--) {
        left[number] = Math.min(nth(total, number), folded.has(number) ? 1 : nth(left, number));
        for (const { node } of operandsIn(graph, number)) addAt(left, node, nth(left, number));
      }
      return left;
    });
});

/** By scalar, the calls that are left after some folds. */
export function callsAfter(film: Film, column: TreeColumn, folds: number): Float64Array {
  return leftAfter(film, column)(folds);
}

function hasBegun([first]: readonly Fold[], t: number): boolean {
  return first !== undefined && t >= first.from;
}

/** By scalar, the calls that there are at a time: as many as were made until then, and less and less of them while they are folded. */
export function callsAt(film: Film, column: TreeColumn, t: number): Float64Array {
  const folds = foldsOf(film, column);
  if (!hasBegun(folds, t)) return callsSoFar(film, column, t);
  const done = foldsOver(folds, t);
  const fold = folds[done];
  const before = callsAfter(film, column, done);
  if (fold === undefined || t <= fold.slide.from) return before;
  const [after, u] = [callsAfter(film, column, done + 1), eased(t, fold.slide)];
  return before.map((count, number) => (count > 0 ? count * (nth(after, number) / count) ** u : 0));
}

/** The same in whole calls: calls that become one count as before until half of their way. */
export function wholeCallsAt(film: Film, column: TreeColumn, t: number): Float64Array {
  const folds = foldsOf(film, column);
  if (!hasBegun(folds, t)) return callsSoFar(film, column, t).map((count) => Math.round(count));
  const together = folds.filter(({ slide }) => t >= (slide.from + slide.to) / 2).length;
  return callsAfter(film, column, together).map((count) => Math.round(count));
}

/** How many calls there are in all; less and less of them while they are folded. */
export function madeCalls(film: Film, column: TreeColumn, t: number): number {
  const { animation } = film;
  const folds = foldsOf(film, column);
  const isFolding = hasBegun(folds, t);
  const shape = isFolding ? narrowIn(film, column) : undefined;
  // those that are drawn
  if (shape !== undefined) return leftIn(shape.step(foldsOver(folds, t))).length;
  if (!isFolding && (animation.batches[0] === undefined || t < animation.batches[0].from))
    return callsBegun(film, column, t);
  return wholeCallsAt(film, column, t).reduce((sum, count) => sum + count, 0);
}

/** Calls that are made with those of the other columns: each counts when theirs of the same beat does, whether that is made or not. */
function callsBegun({ leader }: Film, column: TreeColumn, t: number): number {
  const others = leader.animation.tag === "waiting" ? leader.animation.calls : [];
  let count = 0;
  for (const [call, to] of column.to.entries()) {
    if (t < (others[call]?.lift.to ?? to)) break;
    if (column.gone[call] === 0) count++;
  }
  return count;
}
