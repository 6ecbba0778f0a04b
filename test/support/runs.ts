// How much tests try: a part in `npm test`, all of it in `npm run test:long`.

/**
 * The share of runs that something random gets of those that tests name, which are what finds most faults: `npm test` has less of them, so
 * that it does not take long, and `npm run test:long` more.
 */
const SHARE = Number(process.env.DUALSCOPE_RANDOM_SHARE ?? "0.05");

/** Whether all is tried of which `npm test` tries a part. */
export const IS_LONG: boolean = SHARE > 1;

/** So many runs by their share, one at least. */
export function runs(count: number): number {
  return Math.ceil(count * SHARE);
}

/**
 * One of every so many of a list, all of it in the long tests. Which ones goes by the turn: over as many turns each has been one. Where each
 * of one list is to be tried with each of another, the place in the one is the turn in the other.
 */
export function oneIn<T>(parts: number, list: readonly T[], turn = 0): readonly T[] {
  return IS_LONG ? list : list.filter((_, at) => at % parts === turn % parts);
}
