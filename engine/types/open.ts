// Open types: types with unification variables, as inference uses them; unification and generalisation by levels.
import type { Span } from "../source/span.ts";
import { INT, type Scheme, showType, type Type } from "./type.ts";

/** A unification variable. Mutable: `solution` is set once. */
export interface Meta {
  readonly tag: "meta";
  readonly id: number;
  /** Whether it stands for a number type (`Real` or `Int`). */
  number: boolean;
  /** How many generalising binders enclose it; it may be generalised at a lower level only. */
  level: number;
  solution: OpenType | undefined;
  /** The place whose check gave the solution: where the type came from. */
  solvedAt: Span | undefined;
  /** Whether nothing but a number literal has spoken about it yet. */
  readonly literal: boolean;
}

export type OpenType =
  | Meta
  | { readonly tag: "con"; readonly name: string; readonly args: readonly OpenType[]; readonly alias?: string }
  | { readonly tag: "tuple"; readonly items: readonly OpenType[]; readonly alias?: string }
  | { readonly tag: "fun"; readonly from: OpenType; readonly to: OpenType; readonly alias?: string }
  | { readonly tag: "lin"; readonly from: OpenType; readonly to: OpenType; readonly alias?: string }
  | { readonly tag: "var"; readonly name: string; readonly number: boolean; readonly alias?: string };

/** Follows solved variables at the head of a type. */
export function prune(type: OpenType): OpenType {
  let at = type;
  while (at.tag === "meta" && at.solution !== undefined) at = at.solution;
  return at;
}

/** A scheme of a local definition: its type may still hold variables of the enclosing definition. */
export interface OpenScheme {
  readonly variables: Scheme["variables"];
  readonly type: OpenType;
}

/** Thrown where a type has more parts than anyone can mean; `check.ts` makes it a diagnostic. */
export class TypeTooLarge extends Error {}

/** The parts of a type that one walk may visit. */
export const LARGEST_TYPE = 50_000;

/** Counts the parts that a walk visits. Inferred types can be exponential in the program's size. */
class Walk {
  private left = LARGEST_TYPE;

  step(): void {
    if (--this.left < 0) throw new TypeTooLarge("a type is too large");
  }
}

/** Why two types do not unify. */
export type Clash =
  | { readonly tag: "mismatch" }
  | { readonly tag: "infinite" }
  | { readonly tag: "not-a-number"; readonly type: OpenType };

/** The store of unification variables of one inference. */
export class Metas {
  private next = 0;
  level = 0;

  fresh(number = false, literal = false): Meta {
    return {
      tag: "meta",
      id: this.next++,
      number,
      level: this.level,
      solution: undefined,
      solvedAt: undefined,
      literal,
    };
  }

  /** Replaces a scheme's variables by fresh unification variables; gives the type and the arguments in order. */
  instantiate(scheme: OpenScheme): { readonly type: OpenType; readonly args: readonly Meta[] } {
    const args = scheme.variables.map((variable) => this.fresh(variable.number));
    if (args.length === 0) return { type: scheme.type, args };
    const by = new Map(scheme.variables.map((variable, index) => [variable.name, args[index]!]));
    return { type: substituteOpen(scheme.type, by), args };
  }

  /** Makes two types equal, or says why they cannot be; on a clash some variables may be solved already. */
  unify(a: OpenType, b: OpenType, at: Span, walk = new Walk()): Clash | undefined {
    walk.step();
    const left = prune(a);
    const right = prune(b);
    if (left === right) return undefined;
    if (left.tag === "meta") return this.solve(left, right, at);
    if (right.tag === "meta") return this.solve(right, left, at);
    if (left.tag === "var" && right.tag === "var" && left.name === right.name) return undefined;
    if (left.tag === "con" && right.tag === "con" && left.name === right.name) {
      return this.unifyAll(left.args, right.args, at, walk);
    }
    if (left.tag === "tuple" && right.tag === "tuple") return this.unifyAll(left.items, right.items, at, walk);
    if ((left.tag === "fun" && right.tag === "fun") || (left.tag === "lin" && right.tag === "lin")) {
      return this.unify(left.from, right.from, at, walk) ?? this.unify(left.to, right.to, at, walk);
    }
    return { tag: "mismatch" };
  }

  private unifyAll(a: readonly OpenType[], b: readonly OpenType[], at: Span, walk: Walk): Clash | undefined {
    if (a.length !== b.length) return { tag: "mismatch" };
    for (let i = 0; i < a.length; i++) {
      const clash = this.unify(a[i]!, b[i]!, at, walk);
      if (clash !== undefined) return clash;
    }
    return undefined;
  }

  private solve(meta: Meta, type: OpenType, at: Span): Clash | undefined {
    if (type.tag === "meta") {
      if (meta.number) type.number = true;
      type.level = Math.min(type.level, meta.level);
    } else {
      if (meta.number && !isNumber(type)) return { tag: "not-a-number", type };
      if (occurs(meta, type)) return { tag: "infinite" };
      lowerLevels(type, meta.level);
    }
    meta.solution = type;
    meta.solvedAt = at;
    return undefined;
  }
}

function isNumber(type: OpenType): boolean {
  if (type.tag === "con") return type.name === "Real" || type.name === "Int";
  return type.tag === "var" && type.number;
}

function occurs(meta: Meta, type: OpenType, walk = new Walk()): boolean {
  walk.step();
  const at = prune(type);
  switch (at.tag) {
    case "meta":
      return at === meta;
    case "var":
      return false;
    case "con":
      return at.args.some((arg) => occurs(meta, arg, walk));
    case "tuple":
      return at.items.some((item) => occurs(meta, item, walk));
    case "fun":
    case "lin":
      return occurs(meta, at.from, walk) || occurs(meta, at.to, walk);
  }
}

function lowerLevels(type: OpenType, level: number): void {
  for (const meta of metasOf(type)) meta.level = Math.min(meta.level, level);
}

/** The unsolved variables of a type, in order of first occurrence. */
export function metasOf(type: OpenType, found: Set<Meta> = new Set(), walk = new Walk()): Set<Meta> {
  walk.step();
  const at = prune(type);
  switch (at.tag) {
    case "meta":
      found.add(at);
      break;
    case "var":
      break;
    case "con":
      for (const arg of at.args) metasOf(arg, found, walk);
      break;
    case "tuple":
      for (const item of at.items) metasOf(item, found, walk);
      break;
    case "fun":
    case "lin":
      metasOf(at.from, found, walk);
      metasOf(at.to, found, walk);
      break;
  }
  return found;
}

/** Replaces type variables by open types. */
export function substituteOpen(type: OpenType, by: ReadonlyMap<string, OpenType>, walk = new Walk()): OpenType {
  walk.step();
  switch (type.tag) {
    case "meta":
      return type.solution === undefined ? type : substituteOpen(type.solution, by, walk);
    case "var":
      return by.get(type.name) ?? type;
    case "con": {
      if (type.args.length === 0) return type;
      return { ...type, args: type.args.map((arg) => substituteOpen(arg, by, walk)) };
    }
    case "tuple":
      return { ...type, items: type.items.map((item) => substituteOpen(item, by, walk)) };
    case "fun":
    case "lin":
      return { ...type, from: substituteOpen(type.from, by, walk), to: substituteOpen(type.to, by, walk) };
  }
}

/**
 * The closed form of a type. What is still unsolved becomes what `unsolved` says: by default `Int` for a number type
 * and `()` for any other, which nothing can tell apart.
 */
export function close(type: OpenType, unsolved: (meta: Meta) => Type = defaultType, walk = new Walk()): Type {
  walk.step();
  const at = prune(type);
  switch (at.tag) {
    case "meta":
      return unsolved(at);
    case "var":
      return at;
    case "con":
      return at.args.length === 0 ? (at as Type) : { ...at, args: at.args.map((arg) => close(arg, unsolved, walk)) };
    case "tuple":
      return { ...at, items: at.items.map((item) => close(item, unsolved, walk)) };
    case "fun":
    case "lin":
      return { ...at, from: close(at.from, unsolved, walk), to: close(at.to, unsolved, walk) };
  }
}

function defaultType(meta: Meta): Type {
  return meta.number ? INT : { tag: "tuple", items: [] };
}

/** Prints an open type for the user: unknown parts as `_`, an undecided number as `a number`. */
export function showOpen(type: OpenType): string {
  const at = prune(type);
  if (at.tag === "meta" && at.number) return "a number";
  try {
    return showType(close(at, (meta) => ({ tag: "var", name: meta.number ? "number" : "_", number: meta.number })));
  } catch (error) {
    if (error instanceof TypeTooLarge) return "a type too large to show";
    throw error;
  }
}
