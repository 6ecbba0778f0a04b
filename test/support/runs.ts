// How often tests try something random.

/** How many times as often as in `npm test`: `npm run test:long` asks for more. */
export const SHARE = Number(process.env.DUALSCOPE_RANDOM_SHARE ?? "1");

/** So many runs in `npm test`, and accordingly more where more is asked for. */
export function runs(count: number): number {
  return Math.ceil(count * SHARE);
}
