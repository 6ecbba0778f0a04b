// Functions that are known while a program is evaluated in part.
import { internal } from "../../../base/unreachable.ts";
import type { CorePattern, Global, Term } from "../../../core/terms/term.ts";
import type { Span } from "../../../source/span.ts";
import type { DataType, Type } from "../../../types/type.ts";

/** A value while a program is evaluated in part: a term, and the function that it is, where that is known. */
export interface Value {
  readonly term: Term;
  readonly type: Type;
  readonly known?: Known;
}

/** A known function: where it is written, its parameters and body, what it captured, and the arguments that it has already. */
export interface Known {
  /** The name of the definition, or the number of the λ. */
  readonly site: string;
  /** The name of its definition, if it gets one. */
  readonly word: string;
  readonly params: readonly CorePattern[];
  readonly body: Term;
  readonly result: Type;
  /** The variables that it captured, in order. */
  readonly captured: readonly (readonly [name: string, value: Value])[];
  readonly args: readonly Value[];
  readonly global?: Global;
  readonly span: Span | undefined;
}

/** Variables in scope, innermost first. */
export interface Scope {
  readonly name: string;
  readonly value: Value;
  readonly outer: Scope | undefined;
}

/** How deep known functions are captured by each other. */
export function depthOf({ captured, args }: Known): number {
  const all = [...captured.map(([, value]) => value), ...args];
  return 1 + Math.max(0, ...all.map(({ known }) => (known === undefined ? 0 : depthOf(known))));
}

/** A text that is the same for functions that have one definition. */
export function signature({ site, captured, args }: Known): string {
  const all = [...captured.map(([, value]) => value), ...args];
  return `${site}(${all.map(({ known }) => (known === undefined ? "_" : signature(known))).join(",")})`;
}

/** The value of a variable in scope. */
export function lookUp(scope: Scope | undefined, name: string): Value {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at.value;
  return internal("a variable is not bound", name);
}

/** The variables that a function captured, in scope. */
export function scopeOf(captured: Known["captured"]): Scope | undefined {
  return captured.reduce<Scope | undefined>((outer, [name, value]) => ({ name, value, outer }), undefined);
}

/** The values that a function captured and its arguments, as far as they are not known before the program runs. */
export function unknownIn({ captured, args }: Known): readonly Value[] {
  return [...captured.map(([, value]) => value), ...args].flatMap((value) =>
    value.known === undefined ? [value] : unknownIn(value.known),
  );
}

/** Whether a value of a type may hold functions, in a program with data types. */
export function holdsFunctions(type: Type, all: readonly DataType[], open = new Set<string>()): boolean {
  switch (type.tag) {
    case "fun":
    case "lin":
      return true;
    case "tuple":
      return type.items.some((item) => holdsFunctions(item, all, open));
    case "con": {
      if (type.args.some((arg) => holdsFunctions(arg, all, open))) return true;
      const data = open.has(type.name) ? undefined : all.find(({ name }) => name === type.name);
      open.add(type.name);
      return data?.constructors.some(({ fields }) => fields.some((field) => holdsFunctions(field, all, open))) ?? false;
    }
    case "var":
      return false;
  }
}
