// The size of numbers beyond what floating point holds: logarithms of integers of any length.

/** log₂ of a positive number or integer; −∞ for 0. Exact to the last digits of a double. */
export function log2Of(x: number | bigint): number {
  if (typeof x === "number") return Math.log2(x);
  if (x <= 0n) return Number.NEGATIVE_INFINITY;
  // 52 leading bits, and how many follow
  const bits = x.toString(16).length * 4;
  const dropped = Math.max(0, bits - 60);
  return Math.log2(Number(x >> BigInt(dropped))) + dropped;
}
