// Terms of the reference for CHAD's cost (§6.10.4, `Term`). As in the Agda source, one set of terms is both languages: the source language
// is the part without functions, the monad and linear operations.
import type { LinearType, Type } from "./types.ts";

/** A primitive operation; those of several operands take a pair. */
export type Primitive = SourcePrimitive | "lzero" | "ladd" | "lscale" | "lneg";

/** A primitive operation of the source language. */
export type SourcePrimitive = "add" | "mul" | "neg" | "iadd" | "imul" | "ineg" | "sign" | { readonly literal: number };

/** A term of the source language. Variables are counted from the innermost, 0. */
export type SourceTerm =
  | Leaf<"unit">
  | Variable
  | Let<SourceTerm>
  | Prim<SourceTerm, SourcePrimitive>
  | Two<"pair", SourceTerm>
  | One<"fst" | "snd", SourceTerm>
  | Injection<SourceTerm>
  | Case<SourceTerm>;

/** A term of the target language, which holds the source language. */
export type Term =
  | Leaf<"unit" | "lunit" | "lpairzero" | "lsumzero">
  | Variable
  | Let<Term>
  | Prim<Term, Primitive>
  | Two<"pair" | "app" | "bindevm" | "runevm" | "scopeevm" | "lpair", Term>
  | One<"fst" | "snd" | "pureevm" | "linl" | "linr", Term>
  | Injection<Term>
  | Case<Term>
  | Lambda
  | Addition
  | Component;

interface Leaf<Tag> {
  readonly tag: Tag;
}

interface Variable {
  readonly tag: "var";
  readonly index: number;
}

interface Let<T> {
  readonly tag: "let";
  readonly value: T;
  readonly body: T;
}

interface Prim<T, P> {
  readonly tag: "prim";
  readonly op: P;
  readonly of: T;
}

interface One<Tag, T> {
  readonly tag: Tag;
  readonly of: T;
}

interface Two<Tag, T> {
  readonly tag: Tag;
  readonly left: T;
  readonly right: T;
}

interface Injection<T> {
  readonly tag: "inl" | "inr";
  readonly of: T;
  /** The type of the other side. */
  readonly other: Type;
}

/** In each branch, the variable 0 is the value of that side. */
interface Case<T> {
  readonly tag: "case";
  readonly of: T;
  readonly inl: T;
  readonly inr: T;
}

/** A function with the list of variables that its closure holds; its body has the argument, then those. */
interface Lambda {
  readonly tag: "lam";
  readonly captured: readonly number[];
  readonly body: Term;
}

/** The computation that adds to a cell. */
interface Addition {
  readonly tag: "addevm";
  readonly index: number;
  readonly of: Term;
}

/** A component of a cotangent of a product, or the cotangent of one side of a sum. */
interface Component {
  readonly tag: "lfst" | "lsnd" | "lcastl" | "lcastr";
  readonly of: Term;
  /** The component's type, whose zero is made where the whole is absent. */
  readonly result: LinearType;
}

export function v(index: number): SourceTerm {
  return { tag: "var", index };
}

export function letIn(value: SourceTerm, body: SourceTerm): SourceTerm {
  return { tag: "let", value, body };
}

export function prim(op: SourcePrimitive, of: SourceTerm): SourceTerm {
  return { tag: "prim", op, of };
}

export function literal(value: number): SourceTerm {
  return prim({ literal: value }, { tag: "unit" });
}

export function pair(left: SourceTerm, right: SourceTerm): SourceTerm {
  return { tag: "pair", left, right };
}

export function add(left: SourceTerm, right: SourceTerm): SourceTerm {
  return prim("add", pair(left, right));
}

export function mul(left: SourceTerm, right: SourceTerm): SourceTerm {
  return prim("mul", pair(left, right));
}

export function fst(of: SourceTerm): SourceTerm {
  return { tag: "fst", of };
}

export function snd(of: SourceTerm): SourceTerm {
  return { tag: "snd", of };
}

export function caseOf(of: SourceTerm, inl: SourceTerm, inr: SourceTerm): SourceTerm {
  return { tag: "case", of, inl, inr };
}
