// The typed core: the language of source programs after lowering, and of every transformed program (Fig. 3.4, 3.5).

import { nth } from "../../base/nth.ts";
import type { OpId } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import type { DataType, Type } from "../../types/type.ts";
import type { Meaning } from "./meaning.ts";
import type { Prim, PrimId } from "./prims.ts";

/** A pattern. It takes a value apart; those of `lam` and `let` are irrefutable in transformed programs. */
export type CorePattern =
  | { readonly tag: "var"; readonly name: string; readonly type: Type }
  | { readonly tag: "any"; readonly type: Type }
  | { readonly tag: "number"; readonly value: number; readonly type: "Real" | "Int" }
  | { readonly tag: "tuple"; readonly items: readonly CorePattern[] }
  /** ⟨x, d⟩: takes a dual number apart. */
  | { readonly tag: "dual"; readonly primal: CorePattern; readonly dual: CorePattern }
  | {
      readonly tag: "con";
      readonly data: string;
      readonly con: string;
      readonly types: readonly Type[];
      readonly args: readonly CorePattern[];
    };

/** A scalar primitive operation: a built-in one, or a custom op of the program by its key. */
export type OpRef = { readonly tag: "builtin"; readonly id: OpId } | { readonly tag: "custom"; readonly name: string };

/** A `let` binding; `variables` are those that a polymorphic one quantifies (number variables are specialised before). */
export interface CoreBinding {
  /** The pattern's place in the user's text. */
  readonly span?: Span | undefined;
  readonly pattern: CorePattern;
  readonly variables: readonly string[];
  readonly bound: Term;
}

/** A function of a `letrec`. `variables` are the type variables that it is polymorphic in. */
export interface CoreFunction {
  readonly name: string;
  readonly variables: readonly string[];
  readonly type: Type;
  readonly term: Term;
}

/** A branch of a `case`: the first whose pattern fits is taken. */
export interface CoreBranch {
  readonly pattern: CorePattern;
  readonly body: Term;
}

/** A term. `span` is its place in the user's text; a term made by a rule has that of the rule's subject. */
export type Term = { readonly span?: Span | undefined } & (
  | { readonly tag: "var"; readonly name: string; readonly types: readonly Type[] }
  | { readonly tag: "global"; readonly name: string; readonly types: readonly Type[] }
  | { readonly tag: "real"; readonly value: number }
  | { readonly tag: "int"; readonly value: number }
  | { readonly tag: "tuple"; readonly items: readonly Term[] }
  /** ⟨x, d⟩ : D[ℝ], a scalar paired with its dual part; the one place where a scalar gets its number. */
  | { readonly tag: "dual"; readonly primal: Term; readonly dual: Term }
  | { readonly tag: "proj"; readonly index: number; readonly size: number; readonly term: Term }
  /** The field of a value that is known to be of a constructor (cotangents have the shape of what they belong to). */
  | { readonly tag: "field"; readonly con: string; readonly data: string; readonly index: number; readonly term: Term }
  /** `e₁ :: .. :: eₙ :: tail`; without a tail it ends in []. */
  | { readonly tag: "list"; readonly items: readonly Term[]; readonly tail: Term | undefined; readonly item: Type }
  | { readonly tag: "array"; readonly items: readonly Term[]; readonly item: Type }
  | {
      readonly tag: "con";
      readonly data: string;
      readonly con: string;
      readonly types: readonly Type[];
      readonly args: readonly Term[];
    }
  /** λ, or the linear λ̲ of Fig. 3.5; one whose calls mean something has a name (core/terms/meaning.ts). */
  | {
      readonly tag: "lam";
      readonly linear: boolean;
      readonly named?: string;
      readonly param: CorePattern;
      readonly body: Term;
    }
  | { readonly tag: "app"; readonly fn: Term; readonly arg: Term }
  | { readonly tag: "let"; readonly bindings: readonly CoreBinding[]; readonly body: Term }
  | { readonly tag: "letrec"; readonly functions: readonly CoreFunction[]; readonly body: Term }
  | { readonly tag: "case"; readonly scrutinee: Term; readonly branches: readonly CoreBranch[] }
  | { readonly tag: "op"; readonly op: OpRef; readonly args: readonly Term[] }
  /** ∂ᵢop(x₁, .., xₙ)(z): the i-th partial (from 0) at the arguments, times z. */
  | {
      readonly tag: "partial";
      readonly op: OpRef;
      readonly index: number;
      readonly args: readonly Term[];
      readonly cotangent: Term;
    }
  /** A native operation: of the table, by its key, or an algorithm's own. */
  | {
      readonly tag: "prim";
      readonly prim: PrimId | Prim;
      readonly types: readonly Type[];
      readonly args: readonly Term[];
    }
  /** The parallel tuple ⟨t₁, .., tₙ⟩⋆; s ⋆ t for two. */
  | { readonly tag: "fork"; readonly items: readonly Term[] }
  /** The parallel combination of dynamic arity, ⋆ t : [τ] for t : [𝟏 → τ] (§3.10.1). */
  | { readonly tag: "forkList"; readonly thunks: Term; readonly item: Type }
);

/** A top-level definition. A `value` is evaluated at most once, when the run first needs it. */
export interface Global {
  readonly name: string;
  /** The prelude's name for a definition of its own, at whichever number types it stands here. */
  readonly builtin?: string | undefined;
  /**
   * `once`: a function S → τ × S in the monad, whose τ is computed at the first call and remembered. `inline`: a closed
   * term of no parameters that is evaluated wherever it is used.
   */
  readonly kind: "function" | "value" | "once" | "inline";
  readonly variables: readonly string[];
  readonly type: Type;
  readonly term: Term;
  readonly span: Span | undefined;
}

/** A custom op: plain functions of its parameter (a Real, or a tuple of them). */
export interface CustomOp {
  readonly name: string;
  readonly arity: number;
  readonly value: Term;
  readonly partials: readonly Term[];
  readonly span: Span | undefined;
}

/** A `trace "text" e` of the program: the variable that e is bound to, of a name that no program can have written. */
export interface Shown {
  readonly name: string;
  readonly text: string;
  readonly span: Span;
}

/** The `trace` whose variable has a name; undefined for any other name. */
export function shownBy({ shown }: CoreProgram, name: string): Shown | undefined {
  return shown?.find((one) => one.name === name);
}

/** The type D[ℝ] of dual numbers; nominal, so that a scalar with its dual part is never mixed up with a pair. */
export const DUAL: Type = { tag: "con", name: "D[ℝ]", args: [] };

/**
 * Ends the names of data types and constructors that a transformation adds; no program can have written it. It is printed
 * only where the program has the name itself.
 */
export const OWN_MARK = "°";

/** Names of the zero and the plus of a program's monoid. */
export const MONOID = { zero: "zeroₛ", plus: "plusₛ" } as const;

/** In a `let`, the type of a variable that is that of what it is bound to. */
export const OPEN_TYPE: Type = { tag: "con", name: "?", args: [] };

/** A program: `entry` names a global function of one argument. */
export interface CoreProgram {
  /** In a transformed program, what scalars are paired with: D[ℝ] = ℝ × dual. */
  readonly dual: Type | undefined;
  /** The monoid that backpropagators map to, where it is not c itself: definitions of its zero and plus. */
  readonly monoid?: { readonly type: Type; readonly zero: string; readonly plus: string } | undefined;
  /** The sums that take pairs, and the functions of () that give their zeros: what is added to a zero is left as it is. */
  readonly sums?: { readonly plus: readonly string[]; readonly zeros: readonly string[] } | undefined;
  /** In a transformed program, the meaning of its parts for observers of a run. */
  readonly meaning?: Meaning | undefined;
  /** The definitions that a transformation adds to every program: the interface of the staged object. */
  readonly added?: readonly string[] | undefined;
  /** The values of a run that the program asks to be shown. */
  readonly shown?: readonly Shown[] | undefined;
  readonly data: readonly DataType[];
  readonly ops: readonly CustomOp[];
  readonly globals: readonly Global[];
  readonly entry: string;
}

/** Names that no program can have written: a name with a subscript. */
export function subscript(name: string, index: number): string {
  return name + String(index).replace(/\d/g, (digit) => nth("₀₁₂₃₄₅₆₇₈₉", Number(digit)));
}

/** A use of a local variable that is not polymorphic. */
export function variable(name: string): Term {
  return { tag: "var", name, types: [] };
}

/** An operation of the table, applied to all its operands. */
export function builtin(id: OpId, args: readonly Term[], span?: Span): Term {
  return { tag: "op", op: { tag: "builtin", id }, args, span };
}

/** A native operation, applied to all its arguments; `types` are what its type variables stand for. */
export function prim(one: PrimId | Prim, types: readonly Type[], args: readonly Term[], span?: Span): Term {
  return { tag: "prim", prim: one, types, args, span };
}

/** A pattern that binds its whole value to a name. */
export function varPattern(name: string, type: Type): CorePattern {
  return { tag: "var", name, type };
}

/** A function of one parameter, which may be a pattern. */
export function lambda(param: CorePattern, body: Term, span?: Span): Term {
  return { tag: "lam", linear: false, param, body, span };
}

/** The λ that a term is, by itself or believed to be linear; undefined where it is none. */
export function functionIn(term: Term): Extract<Term, { tag: "lam" }> | undefined {
  if (term.tag === "prim" && term.prim === "asLinear") return functionIn(nth(term.args, 0));
  return term.tag === "lam" ? term : undefined;
}

/** A linear function (Fig. 3.5): its body uses the variable linearly. */
export function linear(name: string, type: Type, body: Term, span?: Span): Term {
  return { tag: "lam", linear: true, param: varPattern(name, type), body, span };
}

/** Applies a function to arguments one after the other. */
export function apply(fn: Term, ...args: readonly Term[]): Term {
  return args.reduce<Term>((head, arg) => ({ tag: "app", fn: head, arg, span: arg.span }), fn);
}

/** A truth value. */
export function truth(con: "True" | "False", span?: Span): Term {
  return { tag: "con", data: "Bool", con, types: [], args: [], span };
}

/** `if c then t else e`: a case on Bool. */
export function conditional(condition: Term, then: Term, otherwise: Term, span?: Span): Term {
  const pattern = (con: string): CorePattern => ({ tag: "con", data: "Bool", con, types: [], args: [] });
  return {
    tag: "case",
    scrutinee: condition,
    branches: [
      { pattern: pattern("True"), body: then },
      { pattern: pattern("False"), body: otherwise },
    ],
    span,
  };
}
