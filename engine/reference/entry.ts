// The reference of the language: entries, each with a notation, its meaning, and a program that runs.
import type { PartialFormula } from "../scalars/formula.ts";

/** Subjects of entries, in the order in which the reference has them. */
export const KINDS = [
  "syntax",
  "type",
  "header",
  "operator",
  "scalar",
  "discrete",
  "function",
  "list",
  "array",
  "table",
  "parallel",
  "derivative",
] as const;
/** The group that an entry stands in, in the order of the reference. */
export type Kind = (typeof KINDS)[number];

/** Something of the language: a construct, a type, a key of the header, a built-in name. */
export interface Entry {
  /** Unique in the reference, and stable: `let`, `header at`. */
  readonly id: string;
  readonly kind: Kind;
  /** Its names for lookup; the first one is its headword. */
  readonly names: readonly string[];
  /** How it is written: a form such as `let p = e in e`, or a built-in name with its type. */
  readonly form: string;
  /** Its meaning, in a sentence or two; code stands between backquotes. */
  readonly words: string;
  /** Of an operation on Reals whose derivative is not built from others: the partial by each Real operand. */
  readonly partials: readonly PartialFormula[];
  /** A whole program, with its input in the header. */
  readonly example: string;
}

/** The languages that the reference compares Dual with. */
export const ORIGINS = ["Haskell", "OCaml", "Python", "JAX", "Julia"] as const;
/** A language that readers come from; its pages say how something there is written in Dual. */
export type Origin = (typeof ORIGINS)[number];

/** One thing, in another language and in Dual. */
export interface Rosetta {
  /** Its purpose, in a few words. */
  readonly topic: string;
  readonly there: string;
  readonly dual: string;
  /** The difference in meaning, where that is not plain to see. */
  readonly note?: string;
  /** The whole program that the Dual side is part of. */
  readonly example: string;
}

/** All that the reference has, as plain data. */
export interface Reference {
  /** Kind after kind. */
  readonly entries: readonly Entry[];
  readonly comingFrom: Readonly<Record<Origin, readonly Rosetta[]>>;
}

/** A program with a title and an input. */
export function program(title: string, at: string, text: string): string {
  return `-- title: ${title}\n-- at: ${at}\n${text}\n`;
}
