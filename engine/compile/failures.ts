// What failures of a run say: texts, with numbers where values of the run stand.
import type { Failure } from "./ir.ts";

const OVERFLOW = { kind: "int-overflow", said: ["this Int is beyond 2^53, where Int is no longer exact"] } as const;
const BY_ZERO = "division-by-zero";
const NO_INT = "not-an-int";

/** What operations say that may fail: their kind of mistake, and its message. A number is the place of a value. */
const OPERATIONS: Readonly<Record<string, { readonly kind: string; readonly said: readonly (string | number)[] }>> = {
  addInt: OVERFLOW,
  subInt: OVERFLOW,
  mulInt: OVERFLOW,
  divInt: { kind: BY_ZERO, said: ["`div` by zero"] },
  modInt: { kind: BY_ZERO, said: ["`mod` by zero"] },
  floor: { kind: NO_INT, said: ["`floor` of ", 0, " is not an Int"] },
  round: { kind: NO_INT, said: ["`round` of ", 0, " is not an Int"] },
  index: { kind: "index", said: ["element ", 0, " of an array of size ", 1] },
};

/** The kind of a mistake as the machine calls it, and its message; a number is the place of one of the failure's values. */
export function saidBy({ kind, message }: Failure): {
  readonly kind: string;
  readonly said: readonly (string | number)[];
} {
  let values = 0;
  const usual = Object.hasOwn(OPERATIONS, kind) ? OPERATIONS[kind] : undefined;
  return usual ?? { kind, said: message.map((part) => (typeof part === "string" ? part : values++)) };
}
