// The mistakes that operations on given numbers can be: what each says, once for the machine and for compiled code.
import { nth } from "../base/nth.ts";
import type { Span } from "../source/span.ts";

/** The user's mistake that an operation on given numbers can be, in the user's words. */
export class ScalarMistake extends Error {
  readonly kind: string;
  /** The place of its report, if not the operation. */
  readonly span: Span | undefined;
  constructor(kind: string, message: string, span?: Span) {
    super(message);
    this.kind = kind;
    this.span = span;
  }
}

/** A part of a message: a text, the value at a place, beyond which end of Int it lies, or an array of that size with its last index. */
export type Said = string | number | { readonly beyond: number } | { readonly array: number };

/** How an operation fails: the kind of mistake, and its message over the numbers that it tells. */
export interface OpFailure {
  readonly kind: string;
  readonly said: readonly Said[];
}

/** A result that is no exact Int. It tells one number beyond that end of Int. */
export const OVERFLOW: OpFailure = {
  kind: "int-overflow",
  said: ["this Int is ", { beyond: 0 }, ", where Int is no longer exact"],
};

/** A division by zero, by the name of the operation. */
export function byZero(name: string): OpFailure {
  return { kind: "division-by-zero", said: [`\`${name}\` by zero`] };
}

/** A Real that has no Int, by the name of the operation. It tells the Real. */
export function notAnInt(name: string): OpFailure {
  return { kind: "not-an-int", said: [`\`${name}\` of `, 0, " is not an Int"] };
}

/** The error of a failed operation; `values` are the numbers in its message. */
export function mistake({ kind, said }: OpFailure, values: readonly number[]): ScalarMistake {
  return new ScalarMistake(kind, messageOf(said, values));
}

/** The message that a failure's values give. */
export function messageOf(said: readonly Said[], values: readonly number[]): string {
  return said
    .map((part) => {
      if (typeof part === "string") return part;
      if (typeof part === "number") return shownNumber(nth(values, part));
      return "array" in part ? arrayOf(nth(values, part.array)) : beyond(nth(values, part.beyond));
    })
    .join("");
}

function shownNumber(x: number): string {
  return Number.isNaN(x) ? "nan" : String(x).replace("Infinity", "inf");
}

function beyond(x: number): string {
  return x > 0 ? "above 2^53" : "below -2^53";
}

/** An array of a size, and where its elements are. */
function arrayOf(size: number): string {
  if (size === 0) return "empty array";
  return `array of size ${size}; elements count from 0, so ${size === 1 ? "the only one is 0" : `the last one is ${size - 1}`}`;
}
