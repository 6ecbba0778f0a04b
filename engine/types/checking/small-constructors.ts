// Constructors without fields that are written with a small letter: as patterns these are variables, which match everything.
import { nth } from "../../base/nth.ts";
import { type Diagnostic, warning } from "../../source/diagnostic.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { lookUp, type Module } from "../scope.ts";
import type { Type } from "../type.ts";

/** A variable among the patterns of a `case` that has the name of a constructor but for its first letter. */
export interface SmallConstructor {
  readonly pattern: Pattern & { readonly tag: "variable" };
  /** Its place among the patterns. */
  readonly index: number;
  readonly name: string;
  readonly data: string;
}

/** The variables among patterns that have the name of a constructor without fields, but for its first letter. */
export function smallConstructors(module: Module, patterns: readonly Pattern[]): readonly SmallConstructor[] {
  return patterns.flatMap((pattern, index) => {
    if (pattern.tag !== "variable") return [];
    const name = pattern.name.charAt(0).toUpperCase() + pattern.name.slice(1);
    const entity = lookUp(module, "constructors", name);
    return entity?.constructor.fields.length === 0 ? [{ pattern, index, name, data: entity.data.name }] : [];
  });
}

/** The warning that the pattern at an index can never match, where a variable before it is meant for a constructor of the same type. */
export function smallConstructorBefore(
  small: readonly SmallConstructor[],
  patterns: readonly Pattern[],
  type: Type,
  index: number,
): Diagnostic | undefined {
  // a value that only variables match has any type: the pattern itself tells what is meant
  const of = type.tag === "con" ? type.name : small.find((one) => one.index === index)?.data;
  const own = small.filter(({ data }) => data === of);
  const [first] = own;
  if (first === undefined || first.index >= index) return undefined;
  const message = `this pattern can never match: \`${first.pattern.name}\` before it is a variable, which matches every value; the constructor is \`${first.name}\``;
  const notes = [{ message: "the variable", span: first.pattern.span }];
  const edits = own.map(({ name, pattern }) => ({ span: pattern.span, text: name }));
  const names = own.map(({ name }) => `\`${name}\``).join(" and ");
  return warning("redundant-pattern", nth(patterns, index).span, message, {
    notes,
    fix: { title: `write ${names}`, edits },
  });
}
