// How often tests try something random when they run on a source with a fault: the same each time, whatever is asked for. The faults that
// are listed as not noticed (test/mutation/seeded) go by it.

/** Not all is tried of which `npm test` tries a part. */
export const IS_LONG = false;

/** A quarter of the runs that tests name. */
export function runs(count: number): number {
  return Math.ceil(count * 0.25);
}

/** One of every so many of a list. */
export function oneIn<T>(parts: number, list: readonly T[], turn = 0): readonly T[] {
  return list.filter((_, at) => at % parts === turn % parts);
}
