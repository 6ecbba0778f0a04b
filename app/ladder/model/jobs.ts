// The jobs of a rung that keeps the parallelism of the program, in columns for their graph.
import type { CompoundIds } from "../../../engine/animation/replay-order.ts";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../engine/base/nth.ts";

/** Jobs that made scalars, in columns: each behind those that it follows; with their joins. */
export interface JobColumns {
  readonly columns: readonly (readonly number[])[];
  readonly knots: readonly Knot[];
}

/** Puts the jobs that made scalars into columns. */
export function jobColumns(ids: CompoundIds): JobColumns {
  const made = [...new Set(ids.job)];
  const follows = madeFollowing(ids, new Set(made));
  const column = new Map(made.map((job) => [job, 0]));
  // jobs are made in an order in which each comes after those that it follows
  // and `follows` goes through them in that order
  for (const [before, after] of follows)
    column.set(after, Math.max(present(column.get(after)), present(column.get(before)) + 1));
  const columns: number[][] = [];
  for (const [job, at] of column) columns[at] = [...(columns[at] ?? []), job];
  return { columns, knots: knotsOf(follows) };
}

/** Jobs that all have to end before each of some others begins. */
interface Knot {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Jobs that the same others follow, together. */
export function knotsOf(follows: CompoundIds["follows"]): readonly Knot[] {
  const after = [...groupedBy(follows, ([one]) => one)].map(([job, all]) => ({ job, after: all.map(([, to]) => to) }));
  const knots = groupedBy(after, (one) => one.after.toSorted((a, b) => a - b).join(" "));
  return [...knots.values()].map((all) => ({ before: all.map(({ job }) => job), after: nth(all, 0).after }));
}

/** Which jobs that made scalars follow which, in the order of the run. */
export function madeFollowing(
  { follows }: Pick<CompoundIds, "follows">,
  made: ReadonlySet<number>,
): readonly (readonly [before: number, after: number])[] {
  const next = groupedBy(follows, ([before]) => before);
  return [...made].flatMap((before) => {
    const found = new Set(next.get(before)?.map(([, after]) => after));
    // this loop visits the jobs that it adds, too
    for (const job of found) if (!made.has(job)) for (const [, after] of next.get(job) ?? []) found.add(after);
    return [...found].filter((job) => made.has(job)).map((after) => [before, after] as const);
  });
}
