// How often tests try something random when they run on a source with a fault: as often as in `npm test`, whatever is asked for.

export const SHARE = 1;

/** So many runs. */
export function runs(count: number): number {
  return count;
}
