// The partial derivatives of a program's own operations as formulas: what stands behind `by`, with the operands that a use has.

import type { Prepared } from "../session/input/prepare.ts";
import { type CheckedProgram, sourcesOf } from "../session/program/program.ts";
import type { Span } from "../source/span.ts";
import { type Expr, outerSpan, type Pattern } from "../syntax/ast.ts";
import type { GlobalEntity, Module, OpDefinition, TypeTable } from "../types/scope.ts";

/** A partial derivative as the user wrote it: texts, and numbers where an operand stands, counted from 0. */
export type CustomPartial = readonly (string | number)[];

/** By the name of an operation, its partials; none where what stands behind `by` is not one expression for each operand. */
export type CustomPartials = ReadonlyMap<string, readonly CustomPartial[]>;

/** The partials of the operations that a program uses. */
export function customPartialsOf({ core, checked }: Prepared): CustomPartials {
  const texts = sourcesOf(checked, "");
  return new Map(
    core.ops.map(({ name }) => {
      const entity = operationNamed(checked.module, name);
      const text = entity && texts.get(entity.span.source)?.text;
      const isReadable = entity?.op !== undefined && text !== undefined;
      return [name, isReadable ? partialsIn(entity.op, entity.module.table, text) : []];
    }),
  );
}

/** By the name of an operation of the program's, the places of its partials; one place where they are not written one by one. */
export function byPlaces({ module }: CheckedProgram): ReadonlyMap<string, readonly Span[]> {
  const found = new Map<string, readonly Span[]>();
  for (let at: Module | undefined = module; at !== undefined; at = at.parent)
    for (const entity of at.globals) {
      if (entity.kind !== "op" || entity.op === undefined || found.has(entity.key)) continue;
      found.set(entity.key, itemsIn(entity.op).map(outerSpan));
    }
  return found;
}

/** The expressions behind `by`: one for each operand, or one for all. */
function itemsIn({ arity, partials }: OpDefinition): readonly Expr[] {
  return arity > 1 && partials.tag === "tuple" ? partials.items : [partials];
}

/** A partial with names for the operands; undefined where one has none, or where the name means something else in it. */
export function writtenPartial(
  partial: CustomPartial | undefined,
  names: readonly (string | undefined)[],
): string | undefined {
  if (partial === undefined) return undefined;
  const words = new Set(partial.flatMap((part) => (typeof part === "string" ? (part.match(WORD) ?? []) : [])));
  const parts = partial.map((part) => (typeof part === "number" ? names[part] : part));
  const isClear = parts.every((text, index) => {
    if (text === undefined || typeof partial[index] === "string") return text !== undefined;
    return !(text.match(WORD) ?? []).some((word) => words.has(word));
  });
  return isClear ? parts.join("") : undefined;
}

const WORD = /[\p{L}_][\p{L}\p{M}\d_']*/gu;

function operationNamed(module: Module, key: string): GlobalEntity | undefined {
  for (let at: Module | undefined = module; at !== undefined; at = at.parent) {
    const found = at.globals.find((entity) => entity.kind === "op" && entity.key === key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partialsIn(
  { param, arity, partials }: OpDefinition,
  table: TypeTable,
  text: string,
): readonly CustomPartial[] {
  const items = arity === 1 ? [partials] : partials.tag === "tuple" ? partials.items : [];
  const operands = new Map(variablesOf(param).map((pattern, index) => [table.locals.get(pattern), index]));
  const places = [...table.uses].flatMap(([node, { entity }]) => {
    const operand = entity.tag === "local" && "span" in node ? operands.get(entity) : undefined;
    return operand === undefined ? [] : [{ span: (node as { readonly span: Span }).span, operand }];
  });
  places.sort((one, other) => one.span.from - other.span.from);
  return items.map(({ span: { from, to } }) => {
    const parts: (string | number)[] = [];
    let at = from;
    for (const { span, operand } of places) {
      if (span.from < from || span.to > to) continue;
      parts.push(oneLine(text.slice(at, span.from)), operand);
      at = span.to;
    }
    parts.push(oneLine(text.slice(at, to)));
    return parts.filter((part) => part !== "");
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** The patterns of an operation's operands: a variable, or the variables of a tuple. */
function variablesOf(param: Pattern): readonly Pattern[] {
  if (param.tag === "annotated") return variablesOf(param.pattern);
  return param.tag === "tuple" ? param.items.flatMap(variablesOf) : [param];
}
