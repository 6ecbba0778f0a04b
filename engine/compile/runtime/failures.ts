// What failures of a run say: texts, with numbers where values of the run stand.
import type { Failure } from "../ir/ir.ts";
import { textCode } from "../ir/literals.ts";

/** A part of a message: a text, the value at a place, beyond which end of Int it lies, or an array of that size with its last index. */
export type Said = string | number | { readonly beyond: number } | { readonly array: number };

const OVERFLOW = {
  kind: "int-overflow",
  said: ["this Int is ", { beyond: 0 }, ", where Int is no longer exact"],
} as const;
const BY_ZERO = "division-by-zero";
const NO_INT = "not-an-int";

/** What operations say that may fail: their kind of mistake, and its message. A number is the place of a value. */
const OPERATIONS: Readonly<Record<string, { readonly kind: string; readonly said: readonly Said[] }>> = {
  addInt: OVERFLOW,
  subInt: OVERFLOW,
  mulInt: OVERFLOW,
  divInt: { kind: BY_ZERO, said: ["`div` by zero"] },
  modInt: { kind: BY_ZERO, said: ["`mod` by zero"] },
  floor: { kind: NO_INT, said: ["`floor` of ", 0, " is not an Int"] },
  round: { kind: NO_INT, said: ["`round` of ", 0, " is not an Int"] },
  index: { kind: "index", said: ["element ", 0, " of an ", { array: 1 }] },
};

/** The kind of a mistake as the machine calls it, and its message, with the places of the failure's values. */
export function saidBy({ kind, message }: Failure): {
  readonly kind: string;
  readonly said: readonly Said[];
} {
  let values = 0;
  const usual = Object.hasOwn(OPERATIONS, kind) ? OPERATIONS[kind] : undefined;
  return usual ?? { kind, said: message.map((part) => (typeof part === "string" ? part : values++)) };
}

/** The message that a failure's values give. */
export function messageOf(said: readonly Said[], values: readonly number[]): string {
  return said
    .map((part) => {
      if (typeof part === "string") return part;
      if (typeof part === "number") return shownNumber(values[part]!);
      return "array" in part ? arrayOf(values[part.array]!) : beyond(values[part.beyond]!);
    })
    .join("");
}

/** The same as JavaScript code over `v`, where {@link SHOWN} is in reach. */
export function messageCode(said: readonly Said[]): string {
  return said
    .map((part) => {
      if (typeof part === "string") return textCode(part);
      if (typeof part === "number") return `shownNumber(v[${part}])`;
      return "array" in part ? `arrayOf(v[${part.array}])` : `beyond(v[${part.beyond}])`;
    })
    .join(" + ");
}

function shownNumber(x: number): string {
  return Number.isNaN(x) ? "nan" : String(x).replace("Infinity", "inf");
}

function beyond(x: number): string {
  return x > 0 ? "above 2^53" : "below -2^53";
}

/** An array of a size, in the words of the machine (evaluate/run-prim.ts). */
function arrayOf(size: number): string {
  if (size === 0) return "empty array";
  return `array of size ${size}; elements count from 0, so ${size === 1 ? "the only one is 0" : `the last one is ${size - 1}`}`;
}

/** What {@link messageCode} uses. */
export const SHOWN = `function shownNumber(x) {
  return Number.isNaN(x) ? "nan" : String(x).replace("Infinity", "inf");
}

function beyond(x) {
  return x > 0 ? "above 2^53" : "below -2^53";
}

function arrayOf(size) {
  if (size === 0) return "empty array";
  return "array of size " + size + "; elements count from 0, so " + (size === 1 ? "the only one is 0" : "the last one is " + (size - 1));
}
`;
