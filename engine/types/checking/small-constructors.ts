// Constructors without fields that are written with a small letter: as patterns these are variables, which match everything.
import { nth } from "../../base/nth.ts";
import { type Diagnostic, warning } from "../../source/diagnostic.ts";
import type { Pattern } from "../../syntax/ast.ts";
import { lookUp, type Module } from "../scope.ts";
import type { Type } from "../type.ts";

/** The warning that the pattern at an index can never match, where a variable before it has the name of a constructor but for its first letter. */
export function smallConstructors(
  module: Module,
  patterns: readonly Pattern[],
  type: Type,
  index: number,
): Diagnostic | undefined {
  const small = patterns.flatMap((pattern) => {
    if (pattern.tag !== "variable") return [];
    const name = pattern.name.charAt(0).toUpperCase() + pattern.name.slice(1);
    const entity = lookUp(module, "constructors", name);
    return entity?.constructor.fields.length === 0 ? [{ name, pattern, data: entity.data.name }] : [];
  });
  // a value that only variables match has any type: the pattern itself tells what is meant
  const of = type.tag === "con" ? type.name : small.find(({ pattern }) => pattern === patterns[index])?.data;
  const [first] = small.filter(({ pattern, data }) => data === of && patterns.indexOf(pattern) < index);
  if (first === undefined) return undefined;
  const message = `this pattern can never match: \`${first.pattern.name}\` before it is a variable, which matches every value; the constructor is \`${first.name}\``;
  const notes = [{ message: "the variable", span: first.pattern.span }];
  const own = small.filter(({ data }) => data === of);
  const edits = own.map(({ name, pattern }) => ({ span: pattern.span, text: name }));
  const names = own.map(({ name }) => `\`${name}\``).join(" and ");
  return warning("redundant-pattern", nth(patterns, index).span, message, {
    notes,
    fix: { title: `write ${names}`, edits },
  });
}
