// What failures of a run say: texts, with numbers where values of the run stand.
import type { Failure } from "./ir.ts";
import { textCode } from "./literals.ts";

/** A part of a message: a text, the value at a place, or beyond which end of Int it lies. */
export type Said = string | number | { readonly beyond: number };

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
  index: { kind: "index", said: ["element ", 0, " of an array of size ", 1] },
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
      return typeof part === "number" ? shownNumber(values[part]!) : beyond(values[part.beyond]!);
    })
    .join("");
}

/** The same as JavaScript code over `v`, where {@link SHOWN} is in reach. */
export function messageCode(said: readonly Said[]): string {
  return said
    .map((part) => {
      if (typeof part === "string") return textCode(part);
      return typeof part === "number" ? `shownNumber(v[${part}])` : `beyond(v[${part.beyond}])`;
    })
    .join(" + ");
}

function shownNumber(x: number): string {
  return Number.isNaN(x) ? "nan" : String(x).replace("Infinity", "inf");
}

function beyond(x: number): string {
  return x > 0 ? "above 2^53" : "below -2^53";
}

/** What {@link messageCode} uses. */
export const SHOWN = `function shownNumber(x) {
  return Number.isNaN(x) ? "nan" : String(x).replace("Infinity", "inf");
}

function beyond(x) {
  return x > 0 ? "above 2^53" : "below -2^53";
}
`;
