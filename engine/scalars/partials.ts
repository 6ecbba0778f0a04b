// Arithmetic on terms, and partials by cases, which are exact over the whole range of numbers.
import { both, choose, either, isNaNTerm, letIn, op, operand, real, type ScalarTerm } from "./scalar-term.ts";

/** A partial derivative. */
export interface Partial {
  readonly term: ScalarTerm;
  /** The name of the function that it is in compiled programs, where it is one. */
  readonly helper: string | undefined;
  /** The same as one formula, for people and to be differentiated, where it is computed by cases to be exact everywhere. */
  readonly formula?: ScalarTerm;
}

/** A partial that is a function in compiled programs. */
export const named = (helper: string, term: ScalarTerm): Partial => ({ helper, term });

/** A partial that is shown as another formula. */
export const shownAs = (formula: ScalarTerm, term: ScalarTerm): Partial => ({ helper: undefined, term, formula });

/** The operands of an operation. */
export const [x, y] = [operand(0), operand(1)];
/** Constants. */
export const [zero, one, minusOne, nan] = [real(0), real(1), real(-1), real(Number.NaN)];
/** A sum. */
export const add = (a: ScalarTerm, b: ScalarTerm): ScalarTerm => op("add", a, b);
/** A difference. */
export const sub = (a: ScalarTerm, b: ScalarTerm): ScalarTerm => op("sub", a, b);
/** A product. */
export const mul = (a: ScalarTerm, b: ScalarTerm): ScalarTerm => op("mul", a, b);
/** A quotient. */
export const div = (a: ScalarTerm, b: ScalarTerm): ScalarTerm => op("div", a, b);
/** A term with the other sign. */
export const neg = (a: ScalarTerm): ScalarTerm => op("neg", a);

/**
 * A partial of `atan2`, whose operands are y and x: with r the smaller of them by the larger, it is 1 / (1 + r²) of the reciprocal of the
 * larger one, times r where it is taken by that. So no square of an operand over- or underflows.
 */
export function atan2Partial(isByY: boolean): ScalarTerm {
  // the first operand is y
  const [top, right] = [x, y];
  const isRightLarger = op("ge", op("abs", right), op("abs", top));
  const sign = (term: ScalarTerm): ScalarTerm => (isByY ? term : neg(term));
  return letIn("r", choose(isRightLarger, div(top, right), div(right, top)), (r) => {
    const [beside, above] = isByY ? [one, r] : [r, one];
    const scaled = choose(isRightLarger, div(beside, right), div(above, top));
    return sign(div(scaled, add(one, mul(r, r))));
  });
}

/**
 * The partial of `hypot` by one operand, from the quotient r of the smaller one by the larger, so that no square over- or underflows. At
 * the origin it is 0, as that of `abs`.
 */
export function hypotPartial(by: ScalarTerm, other: ScalarTerm): ScalarTerm {
  const isLarger = op("ge", op("abs", by), op("abs", other));
  const signed = (sign: ScalarTerm, size: ScalarTerm): ScalarTerm => choose(op("lt", sign, zero), neg(size), size);
  return letIn("r", choose(isLarger, div(other, by), div(by, other)), (r) => {
    const slope = div(choose(isLarger, signed(by, one), signed(other, r)), op("sqrt", add(one, mul(r, r))));
    return choose(both(op("eq", x, zero), op("eq", y, zero)), zero, slope);
  });
}

/**
 * `scale` times exp(-x²). x² is the square of `near`, the leading half of x's digits, which is exact, and a small rest: the rounding error
 * of x² itself would count x² times.
 */
export function gaussian(scale: number): ScalarTerm {
  const up = mul(real(2 ** 27 + 1), x);
  return letIn("near", sub(up, sub(up, x)), (near) => {
    const parts = mul(op("exp", neg(mul(near, near))), op("exp", mul(sub(near, x), add(near, x))));
    return choose(op("gt", op("abs", x), real(28)), zero, mul(real(scale), parts));
  });
}
/** The partial of `erf` as people read it. */
export const erfFormula = div(mul(real(2), op("exp", neg(mul(x, x)))), op("sqrt", real(Math.PI)));

/** The root of 1 - x²; as a product, it is exact where x is near 1 or -1. */
export const rootOfRest = op("sqrt", mul(sub(one, x), add(one, x)));
/** The square of the distance from 0, for an operation on y and x. */
export const distance2 = add(mul(y, y), mul(x, x));
/** Whether x is the one of two operands that `min` takes. */
export const isAtMost = either(op("le", x, y), isNaNTerm(x));
/** Whether x is the one of two operands that `max` takes. */
export const isAtLeast = either(op("ge", x, y), isNaNTerm(x));

/** The partial of a logarithm to a base; `scale` is 1 by the natural logarithm of the base. */
export function logPartial(base: number, scale: number): Partial {
  return shownAs(div(one, mul(x, op("log", real(base)))), choose(op("lt", x, zero), nan, div(real(scale), x)));
}
