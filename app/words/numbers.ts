import { nth } from "../../engine/base/nth.ts";

// Numbers for people: groups of three digits, powers of ten, rounded Reals. A single Real in a sentence or a picture is `shortReal` of the engine.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number in superscript digits: 10¹² has `superscript(12)`. */
export function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => nth(SUPERSCRIPTS, Number(digit))).join("");
  return exponent < 0 ? `⁻${digits}` : digits;
}

/**
 * 16777216 as `16 777 216`, with narrow no-break spaces; four digits stay together. A number beyond exact doubles has two digits and a
 * power of ten: `3.2 × 10⁶⁰`.
 */
export function grouped(count: number): string {
  if (count > Number.MAX_SAFE_INTEGER && Number.isFinite(count)) return rounded(count);
  const text = String(count);
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : text;
}

/** A count of any size in digits, in groups of three; a very long one as its first digits and a power of ten. */
export function groupedDigits(digits: string): string {
  if (digits.length > 30) return `${digits[0]}.${digits.slice(1, 3)} × 10${superscript(digits.length - 1)}`;
  return digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") : digits;
}

function rounded(count: number): string {
  const [mantissa, exponent] = count.toExponential(1).split("e");
  return `${mantissa} × 10${superscript(Number(exponent))}`;
}

/** The same within a number of letters: longer numbers have two digits and a power of ten, if that is shorter. */
export function groupedWithin(count: number, letters: number): string {
  const [whole, short] = [grouped(count), rounded(count)];
  return whole.length > letters && short.length < whole.length ? short : whole;
}

/** Whole numbers from here on are rounded like others. */
const LARGE = 1e9;

/** A Real in Dual syntax with at most six significant digits, still in Dual syntax; whole numbers below 10⁹ as they are. */
export function shortened(real: string): string {
  return withDigits(real, 6);
}

/** The same with four significant digits, as sentences and pictures show numbers. */
export function brief(real: string): string {
  return withDigits(real, 4);
}

function withDigits(real: string, digits: number): string {
  const value = Number(real);
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < LARGE)) return real;
  const short = String(Number(value.toPrecision(digits)));
  const text = /[.e]/.test(short) ? short : `${short}.0`;
  return text.length < real.length ? text : real;
}

/** Addends as a sum, those below 0 in parentheses: `0.75 + (-1.5)`. */
export function sumOf(addends: readonly string[]): string {
  return addends.map((addend, at) => (at > 0 ? factor(addend) : addend)).join(" + ");
}

/** A number after a sign, with a hyphen or a minus itself: below 0 it stands in parentheses. */
export function factor(number: string): string {
  return /^[-−]/.test(number) ? `(${number})` : number;
}

/** Two numbers as a product, the second in parentheses where it is below 0: `0.75·(-1.5)`. */
export function productOf(one: string, other: string): string {
  return `${one}·${factor(other)}`;
}
