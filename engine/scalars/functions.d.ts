// The types of functions.js, which is JavaScript because compiled programs contain its text.
import type { OpFailure } from "./mistake.ts";

/** The sum of two exact Ints that is at ±2^53 or beyond when it is rounded. */
export function addIntEdge(x: number, y: number, site: OpFailure): number;
export function addInt(x: number, y: number, site: OpFailure): number;
export function subInt(x: number, y: number, site: OpFailure): number;
export function mulInt(x: number, y: number, site: OpFailure): number;
/** The floored quotient. */
export function divInt(x: number, y: number, site: OpFailure): number;
/** The remainder with the divisor's sign. */
export function modInt(x: number, y: number, site: OpFailure): number;
/** The integer r that a Real x was rounded to, as an Int. */
export function exactInt(x: number, r: number, site: OpFailure): number;
export function floorInt(x: number, site: OpFailure): number;
/** Ties go to the even neighbour. */
export function roundInt(x: number, site: OpFailure): number;
/** IEEE pow: 1 where the base is 1, or -1 with an infinite exponent (JavaScript says NaN). */
export function pow(x: number, y: number): number;
export function sigmoid(x: number): number;
/** The polynomial with the coefficients of 1, x, x², .. */
export function polynomial(x: number, coefficients: readonly number[]): number;
/** erf x, for |x| < 0.75: x times a polynomial in x². */
export function erfNear(x: number): number;
/** erfc x, for x ≥ 0.75: exp(-x²) / (1 + 2x) times a polynomial in (x - 3.5) / (x + 3.5). x² is the sum of an exact square and a small rest. */
export function erfcFar(x: number): number;
/** The error function, 2/√π times the integral of exp(-t²) from 0 to x. */
export function erf(x: number): number;
/** 1 - erf x, right where that is tiny. */
export function erfc(x: number): number;
/** log Γ(2 + t), for |t| ≤ 0.5: t times a rational function. */
export function lgammaNear(t: number): number;
/**
 * log |Γ(x)|: Stirling's series from 10 on, below that the recurrence into 1.5 .. 2.5, reflection below -0.5. Near its zeros below -2 its
 * error is small beside 1 only.
 */
export function lgamma(x: number): number;
/**
 * The derivative of log |Γ(x)|: the asymptotic series from 10 on, below that the recurrence into 1 .. 2, where it is the distance from
 * its zero times a rational function; reflection below 0. Near its zeros below 0 its error is small beside 1 only.
 */
export function digamma(x: number): number;
/** n! / x^(n+1), for x ≥ 0; its factors are taken in an order in which nothing overflows before the result does. */
export function factorialOverPower(n: number, x: number): number;
/** n! times Hurwitz's ζ(n+1, x), for n ≥ 1 and x ≥ 0: the recurrence, then the Euler-Maclaurin sum. */
export function hurwitz(n: number, x: number): number;
/** The n-th derivative of digamma; NaN for n < 0. Its error grows with n, beyond 170 with lgamma (n + 1). */
export function polygamma(n: number, x: number): number;
