// Counts of any size, for people.
import { plural } from "@lingui/core/macro";
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
  const { length } = BigInt(x).toString();
  // rounded once: the first two digits, by all that follow
  const unit = 10n ** BigInt(length - 2);
  const two = (BigInt(x) + unit / 2n) / unit;
  // 9.96 is 10 with two digits
  const [mantissa, exponent] = two === 100n ? [10n, length] : [two, length - 1];
  return `${mantissa / 10n}.${mantissa % 10n} × 10${superscript(exponent)}`;
}

/** All digits of a count that {@link sized} rounds; undefined where it does not, or where they would fill a page. */
export function exactly(x: number | bigint): string | undefined {
  if (typeof x === "number" ? !Number.isSafeInteger(x) || x < WRITTEN_OUT : x < WRITTEN_OUT) return undefined;
  const digits = String(x);
  return digits.length > MOST_DIGITS ? undefined : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Digits that are shown of a count. */
const MOST_DIGITS = 120;

/** log₁₀ of a count of any size. */
export function log10Of(x: number | bigint): number {
  return log2Of(x) * Math.LOG10E * Math.LN2;
}

/** A count for people; one that is larger than all doubles is known by its logarithm. */
export function countOrPower(count: number, log2: number): string {
  if (Number.isFinite(count)) return sized(count);
  const log10 = log2 * Math.LOG10E * Math.LN2;
  const mantissa = (10 ** (log10 - Math.floor(log10))).toPrecision(2);
  return `${mantissa} × 10${superscript(Math.floor(log10))}`;
}

/** As many doublings as are seen at a length for each, in powers of ten, and in words. */
export function seenDoublings(each: number, least: number): { readonly count: number; readonly words: string } {
  const count = 10 ** Math.max(0, Math.ceil(Math.log10(least / each)));
  const many = grouped(count);
  return { count, words: plural(count, { one: "a doubling", other: `${many} doublings` }) };
}
