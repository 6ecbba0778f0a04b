// Counts of any size, for people.
import { log2Of } from "../../engine/base/magnitude.ts";
import { grouped, superscript } from "./numbers.ts";

/** Counts below this are written out. */
const WRITTEN_OUT = 10_000_000;

/** A count or a quotient: `16 384`, `3.27`, `7.4 × 10³¹¹`. */
export function sized(x: number | bigint): string {
  if (typeof x === "number" && !Number.isFinite(x)) return String(x);
  if (typeof x === "number" && !Number.isInteger(x))
    return x < 1000 ? String(Number(x.toPrecision(3))) : sized(Math.round(x));
  if (x < WRITTEN_OUT) return grouped(Number(x));
  const digits = BigInt(x).toString();
  const mantissa = Number(`${digits[0]}.${digits.slice(1, 4)}`).toPrecision(2);
  // 9.96 is 10 with two digits
  return mantissa === "10"
    ? `1.0 × 10${superscript(digits.length)}`
    : `${mantissa} × 10${superscript(digits.length - 1)}`;
}

/** log₁₀ of a count of any size. */
export function log10Of(x: number | bigint): number {
  return log2Of(x) * Math.LOG10E * Math.LN2;
}
