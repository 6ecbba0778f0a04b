// Exhaustiveness of patterns: a value that no pattern covers, and patterns that can never match (Maranget 2007).
import { type Diagnostics, warning } from "../source/diagnostic.ts";
import type { Pattern } from "../syntax/ast.ts";
import { close } from "./open.ts";
import { dataTypeOf, type Match, type Module } from "./scope.ts";
import { CONS, fieldsAt, LIST, NIL, type Type } from "./type.ts";

/** A pattern for matrices: anything, or a head (constructor, tuple or number) with arguments. */
type Pat = typeof ANY | { readonly tag: "head"; readonly key: string; readonly args: readonly Pat[] };
const ANY = { tag: "any" } as const;

const TUPLE = "()";
/** Past this much work a `case` is taken to be complete. */
const MOST_WORK = 200_000;

/** Reports missing values and redundant patterns of every place where patterns must cover a type. */
export function checkMatches(module: Module, matches: readonly Match[], diagnostics: Diagnostics): void {
  for (const match of matches) new Matching(module, diagnostics).check(match);
}

class Matching {
  private work = 0;
  private readonly module: Module;
  private readonly diagnostics: Diagnostics;

  constructor(module: Module, diagnostics: Diagnostics) {
    this.module = module;
    this.diagnostics = diagnostics;
  }

  check(match: Match): void {
    const type = close(match.type);
    const rows = match.patterns.map((pattern) => [this.simplify(pattern)]);
    for (let i = 0; match.kind === "case" && i < rows.length; i++) {
      if (this.witness(rows.slice(0, i), rows[i]!, [type]) !== undefined) continue;
      const message = `this pattern can never match: the branches before it cover \`${showPattern(match.patterns[i]!)}\``;
      this.diagnostics.report(warning("redundant-pattern", match.patterns[i]!.span, message));
    }
    const missing = this.witness(rows, [ANY], [type]);
    if (missing === undefined) return;
    const value = showPat(missing[0]!, type, 0);
    const message =
      match.kind === "case"
        ? `this \`case\` has no branch for \`${value}\``
        : `this pattern does not match every value: \`${value}\` is missing`;
    const span = match.kind === "case" ? { ...match.span, to: match.span.from + "case".length } : match.span;
    this.diagnostics.report(warning("missing-pattern", span, message));
  }

  private simplify(pattern: Pattern): Pat {
    switch (pattern.tag) {
      case "variable":
      case "wildcard":
        return ANY;
      case "annotated":
        return this.simplify(pattern.pattern);
      case "integer":
      case "real":
        return { tag: "head", key: String(pattern.value), args: [] };
      case "tuple":
        return { tag: "head", key: TUPLE, args: pattern.items.map((item) => this.simplify(item)) };
      case "list":
        return pattern.items.reduceRight<Pat>(
          (tail, item) => ({ tag: "head", key: CONS, args: [this.simplify(item), tail] }),
          { tag: "head", key: NIL, args: [] },
        );
      case "constructor": {
        const args = pattern.args.map((arg) => this.simplify(arg));
        return { tag: "head", key: pattern.name, args };
      }
    }
  }

  /** A vector that `row` matches and no row of `rows` does; undefined where there is none (or the work is too much). */
  private witness(
    rows: readonly (readonly Pat[])[],
    row: readonly Pat[],
    types: readonly Type[],
  ): readonly Pat[] | undefined {
    if (++this.work > MOST_WORK) return undefined;
    const [first, ...rest] = row;
    if (first === undefined) return rows.length === 0 ? [] : undefined;
    const type = types[0]!;
    if (first.tag === "head") return this.under(first.key, first.args.length, rows, [...first.args, ...rest], types);
    const heads = new Map(
      rows.flatMap((one) => (one[0]!.tag === "head" ? [[one[0]!.key, one[0]!.args.length] as const] : [])),
    );
    const signature = this.signature(type);
    const complete = signature?.every(([key]) => heads.has(key)) ?? false;
    if (signature !== undefined && complete) {
      for (const [key, fields] of signature) {
        const args = fields.map(() => ANY);
        const found = this.under(key, fields.length, rows, [...args, ...rest], types);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    const defaults = rows.filter((one) => one[0]!.tag === "any").map((one) => one.slice(1));
    const found = this.witness(defaults, rest, types.slice(1));
    if (found === undefined) return undefined;
    const absent = signature?.find(([key]) => !heads.has(key));
    const head: Pat =
      heads.size === 0 || absent === undefined
        ? this.freshNumber(type, heads)
        : { tag: "head", key: absent[0], args: absent[1].map(() => ANY) };
    return [head, ...found];
  }

  /** The witness among the values with a given head. */
  private under(
    key: string,
    arity: number,
    rows: readonly (readonly Pat[])[],
    row: readonly Pat[],
    types: readonly Type[],
  ): readonly Pat[] | undefined {
    const fields = this.signature(types[0]!)?.find(([name]) => name === key)?.[1] ?? [];
    const special = rows.flatMap((one) => {
      const [head, ...rest] = one;
      if (head!.tag === "any") return [[...Array.from({ length: arity }, () => ANY), ...rest]];
      return head!.key === key ? [[...head!.args, ...rest]] : [];
    });
    const found = this.witness(special, row, [...fields, ...types.slice(1)]);
    if (found === undefined) return undefined;
    return [{ tag: "head", key, args: found.slice(0, arity) }, ...found.slice(arity)];
  }

  /** The heads of a type's values with their fields; undefined where they are not finitely many. */
  private signature(type: Type): readonly (readonly [string, readonly Type[]])[] | undefined {
    if (type.tag === "tuple") return [[TUPLE, type.items]];
    if (type.tag !== "con") return undefined;
    const data = dataTypeOf(this.module, type.name);
    return data?.constructors.map((constructor) => [constructor.name, fieldsAt(data, constructor, type.args)] as const);
  }

  /** Anything, or for a number type the least natural number that no pattern names. */
  private freshNumber(type: Type, heads: ReadonlyMap<string, number>): Pat {
    const isNumber =
      (type.tag === "con" && (type.name === "Int" || type.name === "Real")) || (type.tag === "var" && type.number);
    if (heads.size === 0 || !isNumber) return ANY;
    let value = 0;
    while (heads.has(String(value))) value++;
    return { tag: "head", key: String(value), args: [] };
  }
}

/** Prints a missing value as a pattern of Dual. */
function showPat(pat: Pat, type: Type, level: 0 | 1): string {
  if (pat.tag === "any") return "_";
  if (pat.key === TUPLE) {
    const items = type.tag === "tuple" ? type.items : [];
    return `(${pat.args.map((arg, index) => showPat(arg, items[index] ?? type, 0)).join(", ")})`;
  }
  const item = type.tag === "con" && type.name === LIST ? type.args[0]! : type;
  if (pat.key === CONS) {
    const text = `${showPat(pat.args[0]!, item, 1)} :: ${showPat(pat.args[1]!, type, 0)}`;
    return level === 1 ? `(${text})` : text;
  }
  const isReal = type.tag === "con" && type.name === "Real" && /^\d+$/.test(pat.key);
  const head = isReal ? `${pat.key}.0` : pat.key;
  const text = [head, ...pat.args.map((arg) => showPat(arg, type, 1))].join(" ");
  return level === 1 && pat.args.length > 0 ? `(${text})` : text;
}

/** Prints a written pattern, shortened. */
function showPattern(pattern: Pattern): string {
  switch (pattern.tag) {
    case "variable":
      return pattern.name;
    case "wildcard":
      return "_";
    case "integer":
    case "real":
      return String(pattern.value);
    case "annotated":
      return showPattern(pattern.pattern);
    case "tuple":
      return `(${pattern.items.map(showPattern).join(", ")})`;
    case "list":
      return `[${pattern.items.map(showPattern).join(", ")}]`;
    case "constructor":
      if (pattern.name === CONS) return `${showPattern(pattern.args[0]!)} :: ${showPattern(pattern.args[1]!)}`;
      return [
        pattern.name,
        ...pattern.args.map((arg) =>
          arg.tag === "constructor" && arg.args.length > 0 ? `(${showPattern(arg)})` : showPattern(arg),
        ),
      ].join(" ");
  }
}
