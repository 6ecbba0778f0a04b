// The lanes of legs, from left to right in the order of time, and the rings of numbers.

/** The lane of a leg, from 0: from one to the next one derivative turns. The digits of the leg are the Gray code of its lane. */
export function laneOf(back: readonly boolean[]): number {
  let [lane, digit] = [0, false];
  for (const one of [...back].reverse()) {
    digit = one !== digit;
    lane = 2 * lane + (digit ? 1 : 0);
  }
  return lane;
}

/** Whether a lane goes up. */
export const isUp = (lane: number): boolean => lane % 2 === 1;

/** The derivatives whose rings a number wears: those that are still on their way there, with all within them done. By level, from 1. */
export function ringsOf(back: readonly boolean[]): readonly number[] {
  const done = back.lastIndexOf(true) + 1;
  return [...back.keys()].filter((level) => level >= done).map((level) => level + 1);
}

/** The place of a row's lane in a picture with more levels, in lanes: rows of fewer derivatives have wider lanes. */
export function placeOf(
  lane: number,
  row: { readonly levels: number },
  levels: number,
): { readonly from: number; readonly size: number } {
  const size = 2 ** (levels - row.levels);
  return { from: lane * size, size };
}
