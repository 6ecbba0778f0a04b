// Where a film stands as a step of a recording, and back: documents, links and the view of every event know steps.
import type { Film, FilmColumn } from "./film.ts";

/** A step that is reached at a time; in order. */
export interface Reached {
  readonly at: number;
  readonly step: number;
}

const kept = new WeakMap<FilmColumn, readonly Reached[]>();

/** The steps of a column's recording that its film shows. */
export function momentsOf(film: Film, column: FilmColumn): readonly Reached[] {
  let found = kept.get(column);
  if (found === undefined) {
    found = find(film, column);
    kept.set(column, found);
  }
  return found;
}

function find({ score }: Film, { score: column }: FilmColumn): readonly Reached[] {
  const { calls, contributions, merges, created } = column.performance;
  const reached: Reached[] = [{ at: 0, step: 0 }];
  for (const [number, { to }] of score.scalars.entries()) reached.push({ at: to, step: created[number] ?? 0 });
  if (column.tag === "tree")
    for (const [call, at] of column.to.entries()) reached.push({ at, step: calls.step[call]! });
  else {
    for (const [call, { lift }] of column.calls.entries()) reached.push({ at: lift.to, step: calls.step[call]! });
    for (const [place, { fly }] of column.pieces.entries())
      reached.push({ at: fly.to, step: contributions.step[place]! });
    for (const [place, { done }] of column.merges.entries()) reached.push({ at: done, step: merges.step[place]! });
  }
  reached.push({ at: score.end, step: column.performance.steps });
  // later is further
  reached.sort((a, b) => a.at - b.at || a.step - b.step);
  let furthest = 0;
  return reached.map(({ at, step }) => {
    furthest = Math.max(furthest, step);
    return { at, step: furthest };
  });
}

export function stepAt(moments: readonly Reached[], t: number): number {
  return moments.findLast(({ at }) => at <= t)?.step ?? 0;
}

/** The time at which a step is reached: the end, where it is the last. */
export function timeAt(moments: readonly Reached[], step: number, end: number): number {
  if (step >= (moments.at(-1)?.step ?? 0)) return end;
  return moments.find((one) => one.step >= step)?.at ?? end;
}
