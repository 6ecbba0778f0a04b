// The cotangent that a scalar has at a step, as far as the run has come.
import type { RowFrame } from "../../engine/timeline/frame.ts";

/** What waits for the next call; else what the calls so far were made with, added up. Undefined where nothing came yet. */
export function cotangentSoFar({ waiting, collected, called, shown, calls }: RowFrame): number | undefined {
  if (waiting !== undefined) return waiting;
  if (called === 0) return collected;
  // a list that is not whole has no sum
  if (shown.length < calls) return undefined;
  return shown.filter(({ call }) => call <= called).reduce((sum, { cotangent }) => sum + cotangent, 0);
}
