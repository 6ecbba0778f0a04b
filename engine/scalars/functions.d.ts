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
