// Terms, patterns and declarations of Dual as the generator builds them; print.ts turns them into text.

import type { DataType, Type } from "./type.ts";

/** Infix operators; `|*|` is the parallel pair. */
export type Operator =
  | "|*|"
  | "|>"
  | "||"
  | "&&"
  | "=="
  | "/="
  | "<"
  | "<="
  | ">"
  | ">="
  | "::"
  | "++"
  | "+"
  | "-"
  | "*"
  | "/"
  | "^"
  | "!";

/** An expression. */
export type Term =
  /** A variable, a constructor, or an operator as a function, under its name. */
  | { readonly tag: "Name"; readonly name: string }
  /** A literal that is not negative; `kind` is its type, `Any` where it stands for both. */
  | { readonly tag: "Number"; readonly text: string; readonly kind: "Real" | "Int" | "Any" }
  | { readonly tag: "Negate"; readonly operand: Term }
  | { readonly tag: "Apply"; readonly callee: Term; readonly args: readonly Term[] }
  | { readonly tag: "Infix"; readonly operator: Operator; readonly left: Term; readonly right: Term }
  | { readonly tag: "Lambda"; readonly parameters: readonly Pattern[]; readonly body: Term }
  | { readonly tag: "Let"; readonly recursive: boolean; readonly bindings: readonly Binding[]; readonly body: Term }
  | { readonly tag: "If"; readonly condition: Term; readonly yes: Term; readonly no: Term }
  | { readonly tag: "Case"; readonly subject: Term; readonly arms: readonly Arm[] }
  | { readonly tag: "Sequence"; readonly kind: "tuple" | "par" | "list" | "array"; readonly items: readonly Term[] }
  /** `record.label`. */
  | { readonly tag: "Field"; readonly record: Term; readonly label: string }
  /** `record { label = value }`. */
  | { readonly tag: "With"; readonly record: Term; readonly label: string; readonly value: Term }
  | { readonly tag: "Annotated"; readonly term: Term; readonly type: Type }
  | { readonly tag: "Remark"; readonly text: string; readonly term: Term };

/** A pattern. */
export type Pattern =
  | { readonly tag: "Bind"; readonly name: string }
  | { readonly tag: "Wildcard" }
  | { readonly tag: "NumberPattern"; readonly text: string }
  | { readonly tag: "Construct"; readonly name: string; readonly fields: readonly Pattern[] }
  | { readonly tag: "Cons"; readonly head: Pattern; readonly rest: Pattern }
  | { readonly tag: "SequencePattern"; readonly kind: "tuple" | "list"; readonly items: readonly Pattern[] }
  | { readonly tag: "Typed"; readonly pattern: Pattern; readonly type: Type };

/** `pattern : type = body`, or with parameters `name p1 .. pn : type = body`. */
export interface Binding {
  readonly pattern: Pattern;
  readonly parameters: readonly Pattern[];
  readonly type?: Type | undefined;
  readonly body: Term;
}

/** One branch of a case. */
export interface Arm {
  readonly pattern: Pattern;
  readonly body: Term;
}

/** One top-level declaration. */
export type Declaration =
  | { readonly tag: "DataDeclaration"; readonly data: DataType }
  | {
      readonly tag: "AliasDeclaration";
      readonly name: string;
      readonly parameters: readonly string[];
      readonly type: Type;
    }
  | { readonly tag: "Definition"; readonly binding: Binding }
  /** Partials are one for each parameter. */
  | {
      readonly tag: "Operation";
      readonly name: string;
      readonly parameters: readonly string[];
      readonly value: Term;
      readonly partials: readonly Term[];
      /** Whether the partials are written as a pullback. */
      readonly hasPullback?: boolean;
    };

/** A variable, a constructor or, by its symbol, an operator as a function. */
export const name = (text: string): Term => ({ tag: "Name", name: text });
/** A Real literal; the text is not negative. */
export const real = (text: string): Term => ({ tag: "Number", text, kind: "Real" });
/** An Int, with a minus sign where it is negative. */
export const int = (value: number): Term =>
  value < 0 ? negate(int(-value)) : { tag: "Number", text: String(value), kind: "Int" };
export const negate = (operand: Term): Term => ({ tag: "Negate", operand });
export const infix = (left: Term, operator: Operator, right: Term): Term => ({ tag: "Infix", operator, left, right });
export const lambda = (parameters: readonly Pattern[], body: Term): Term => ({ tag: "Lambda", parameters, body });
/** `if condition then yes else no`. */
export const choose = (condition: Term, yes: Term, no: Term): Term => ({ tag: "If", condition, yes, no });
/** `case subject of { arms }`. */
export const cases = (subject: Term, ...arms: readonly Arm[]): Term => ({ tag: "Case", subject, arms });
export const tuple = (...items: readonly Term[]): Term => ({ tag: "Sequence", kind: "tuple", items });
export const list = (...items: readonly Term[]): Term => ({ tag: "Sequence", kind: "list", items });
/** `#[..]`. */
export const array = (...items: readonly Term[]): Term => ({ tag: "Sequence", kind: "array", items });

/** A function, by name or as a term, applied to arguments; itself without arguments. */
export function apply(callee: string | Term, ...args: readonly Term[]): Term {
  const term = typeof callee === "string" ? name(callee) : callee;
  if (args.length === 0) return term;
  if (term.tag === "Apply") return { tag: "Apply", callee: term.callee, args: [...term.args, ...args] };
  return { tag: "Apply", callee: term, args };
}

/** `let pattern = bound in body`. */
export function letIn(pattern: Pattern, bound: Term, body: Term, type?: Type): Term {
  return { tag: "Let", recursive: false, bindings: [{ pattern, parameters: [], body: bound, type }], body };
}

export const bind = (text: string): Pattern => ({ tag: "Bind", name: text });
export const wildcard: Pattern = { tag: "Wildcard" };
export const construct = (text: string, ...fields: readonly Pattern[]): Pattern => ({
  tag: "Construct",
  name: text,
  fields,
});
export const cons = (head: Pattern, rest: Pattern): Pattern => ({ tag: "Cons", head, rest });
export const tuplePattern = (...items: readonly Pattern[]): Pattern => ({
  tag: "SequencePattern",
  kind: "tuple",
  items,
});
export const listPattern = (...items: readonly Pattern[]): Pattern => ({
  tag: "SequencePattern",
  kind: "list",
  items,
});
