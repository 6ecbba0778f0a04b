// Names in scope while the core is checked: what they are bound to, and the patterns that bind them.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { con, freeVariables, sameType, showType, substitute, type Type } from "../../types/type.ts";
import { type CorePattern, DUAL, OPEN_TYPE } from "./term.ts";

/** A term that has no type; the message shows the term's kind and both types. */
export class CoreTypeError extends Error {}

/** A name's binding: its type, and the type variables that each use chooses. */
export interface Binding {
  readonly variables: readonly string[];
  readonly type: Type;
  /** The linear function that it is the variable of, or was computed linearly from that: it may be used linearly alone. */
  readonly linear?: LinearFunction | undefined;
}

/** A zero: it is linear in all variables and in none. */
export const ZERO: LinearFunction = { of: "0" };

/** The identity of a linear function whose body is checked; `of` is its variable, or a name for its pattern. */
export interface LinearFunction {
  readonly of: string;
}

/**
 * The variables in scope at the place that is checked. What is bound is taken back when the checker leaves the term that bound it, so that
 * a variable is found in one step, however long a program is.
 */
export class Scope {
  /**
   * Undefined for a name that is not in scope any more: a map looks past all entries of a key that it has deleted, until it grows, and the same name
   * is bound again and again beside thousands of others.
   */
  private readonly bindings = new Map<string, Binding | undefined>();
  /** Hidden or added bindings, in order. */
  private readonly undone: { readonly name: string; readonly hidden: Binding | undefined }[] = [];

  lookUp(name: string): Binding | undefined {
    return this.bindings.get(name);
  }

  bind(name: string, binding: Binding): void {
    this.undone.push({ name, hidden: this.bindings.get(name) });
    this.bindings.set(name, binding);
  }

  /** The result of `check`, whose bindings end with it. */
  within<T>(check: () => T): T {
    const before = this.undone.length;
    const result = check();
    while (this.undone.length > before) {
      const { name, hidden } = present(this.undone.pop());
      this.bindings.set(name, hidden);
    }
    return result;
  }
}

/** Fails where a type is not the one that it should be; `where` says of what. */
export function expect(actual: Type, wanted: Type, where: string): void {
  if (!sameType(actual, wanted))
    throw new CoreTypeError(`internal: ${where} has type ${showType(actual)}, not ${showType(wanted)}`);
}

/** Fails with types that do not fit. */
export function fail(message: string, ...types: readonly Type[]): never {
  throw new CoreTypeError(`internal: ${message}: ${types.map(showType).join(" and ")}`);
}

/** The quantified variables of a bound variable: none where its type mentions none (the state beside a polymorphic value). */
export function quantifiedIn(type: Type, quantified: readonly string[]): readonly string[] {
  if (quantified.length === 0) return quantified;
  const free = freeVariables(type);
  return quantified.some((variable) => free.has(variable)) ? quantified : [];
}

/** The type of a use of a name, with the types that it chooses. */
export function instantiate(name: string, binding: Binding | undefined, types: readonly Type[]): Type {
  if (binding === undefined) internal("a variable is not in scope", name);
  if (binding.variables.length !== types.length)
    internal("a variable has the wrong number of type arguments", name, binding.variables, types.map(showType));
  return substitute(binding.type, new Map(binding.variables.map((variable, index) => [variable, nth(types, index)])));
}

/** A pattern with the types that it leaves open filled in from what it takes apart; fails where they do not fit. */
export function withType(pattern: CorePattern, type: Type): CorePattern {
  if ((pattern.tag === "var" || pattern.tag === "any") && sameType(pattern.type, OPEN_TYPE))
    return { ...pattern, type };
  if (pattern.tag === "tuple" && type.tag === "tuple" && pattern.items.length === type.items.length) {
    return { ...pattern, items: pattern.items.map((item, index) => withType(item, nth(type.items, index))) };
  }
  expect(type, patternType(pattern), "a bound term");
  return pattern;
}

/** The type of the values that a pattern takes apart. */
export function patternType(pattern: CorePattern): Type {
  switch (pattern.tag) {
    case "var":
    case "any":
      return pattern.type;
    case "number":
      return con(pattern.type);
    case "tuple":
      return { tag: "tuple", items: pattern.items.map(patternType) };
    case "dual":
      return DUAL;
    case "con":
      return con(pattern.data, ...pattern.types);
  }
}
