// The calls of a tree: how many of each scalar there are at a time, and what remains of them while they are folded.

import { progress } from "../../../../engine/score/intervals.ts";
import { foldOf, type TreeColumn } from "../../../../engine/score/score.ts";
import type { Film } from "../../model/film.ts";
import { between, eased } from "../../model/motion.ts";
import { leftIn, shapeIn } from "./shape.ts";

/** By scalar, the calls that were made until a time; the one that is being made counts as far as it is there. */
export function callsSoFar({ score }: Film, column: TreeColumn, t: number): Float64Array {
  const { batches } = score;
  const first = batches[0];
  if (first === undefined || t < first.from) {
    const made = new Float64Array(column.total.length);
    const { number } = column.performance.calls;
    const end = first?.first ?? number.length;
    for (let call = 0; call < Math.min(end, number.length) && column.from[call]! <= t; call++)
      if (column.gone[call] === 0)
        made[number[call]!]! += progress(t, { from: column.from[call]!, to: column.to[call]! });
    return made;
  }
  const index = batches.findLastIndex(({ from }) => from <= t);
  const [before, after] = [column.made[index]!, column.made[index + 1]!];
  const u = progress(t, batches[index]!);
  return Float64Array.from(before, (made, number) => between(made, after[number]!, u));
}

/** How many calls there are in all; less and less of them while they are folded. */
export function madeCalls(film: Film, column: TreeColumn, t: number): number {
  const made = callsSoFar(film, column, t);
  const { score } = film;
  const isFolded = score.folded !== undefined && score.columns[score.folded] === column;
  const isFolding = isFolded && t >= score.folds[0]!.from;
  const shape = isFolding ? shapeIn(film, column) : undefined;
  // those that are drawn
  if (shape !== undefined) return leftIn(shape.steps[score.folds.filter(({ slide }) => t >= slide.to).length]!).length;
  if (!isFolding && (score.batches[0] === undefined || t < score.batches[0].from)) return callsBegun(film, column, t);
  let sum = 0;
  for (const [number, count] of made.entries()) {
    const fold = isFolded ? foldOf(score, number) : undefined;
    sum += fold === undefined || count === 0 ? count : count ** (1 - eased(t, fold.slide));
  }
  return Math.round(sum);
}

/** Calls that are made with those of the other columns: each counts when theirs of the same beat does, whether that is made or not. */
function callsBegun({ leader }: Film, column: TreeColumn, t: number): number {
  const others = leader?.score.tag === "waiting" ? leader.score.calls : [];
  let count = 0;
  for (const [call, to] of column.to.entries()) {
    if (t < (others[call]?.lift.to ?? to)) break;
    if (column.gone[call] === 0) count++;
  }
  return count;
}
