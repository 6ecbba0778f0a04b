// Contradictions that over- or underflow may explain.
import type { Contradiction } from "./contradiction.ts";

/**
 * Whether the numbers of a contradiction are those of over- or underflow: the same product can be 0 or infinite in one order of multiplying,
 * and a number in another.
 */
export function mayBeOutOfRange(found: Contradiction): boolean {
  return found.tag === "gradient" && [found.here, found.there].some((x) => x === 0 || !Number.isFinite(x));
}
