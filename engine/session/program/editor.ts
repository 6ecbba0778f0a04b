// Questions of an editor on a checked program: the type and meaning at a place, and the possible names there.
import { nth } from "../../base/nth.ts";
import { partialFormulas } from "../../scalars/formula.ts";
import { isUsersText, placeAbove, type Span } from "../../source/span.ts";
import type { Expr, FunctionBinding, Pattern } from "../../syntax/ast.ts";
import { KEYWORDS } from "../../syntax/keywords.ts";
import { shownScheme, shownVariables } from "../../types/checking/check.ts";
import { type OpenType, showOpen, substituteOpen, TypeTooLarge } from "../../types/open.ts";
import { type Entity, type GlobalEntity, type LocalEntity, lookUp, type Module } from "../../types/scope.ts";
import { shownName, showType } from "../../types/type.ts";
import { commentAt, DOCUMENTATION } from "./documentation.ts";
import { type CheckedProgram, definitionsAround } from "./program.ts";

/** Facts of the smallest expression, pattern or definition at a place. */
export interface Hover {
  readonly from: number;
  readonly to: number;
  /** `z : Real`, or a type alone for an expression without a name. */
  readonly text: string;
  /** For a primitive: its partial derivatives; for a definition: where it comes from. */
  readonly detail: string | undefined;
  /** A name's meaning, in a sentence or two; from the comments of its definition where it is the user's. */
  readonly documentation: string | undefined;
}

/** A name that may stand at a place. */
export interface Completion {
  readonly label: string;
  readonly type: string;
  /** A field stands after the dot behind a record. */
  readonly kind: "local" | "definition" | "prelude" | "primitive" | "constructor" | "keyword" | "field";
  /** The name's meaning, in a sentence or two. */
  readonly documentation: string | undefined;
}

/** The type at an offset of the program's text; undefined where nothing has one. */
export function hoverAt(program: CheckedProgram, offset: number): Hover | undefined {
  const { table, globals } = program.module;
  let best: { readonly span: Span; hover(): Hover } | undefined;
  const consider = (span: Span, hover: () => Hover): void => {
    if (span.source !== "<program>" || offset < span.from || offset > span.to) return;
    if (best === undefined || span.to - span.from <= best.span.to - best.span.from) best = { span, hover };
  };
  const around = definitionsAround(program)(offset);
  const shownType = (type: OpenType): string => showInside(around, type);
  const plain = (span: Span, text: string, entity?: Entity): Hover => ({
    from: span.from,
    to: span.to,
    text,
    detail: entity && detailOf(entity),
    documentation: entity && documentationOf(program, entity),
  });
  for (const [expr, type] of table.exprs) {
    consider(expr.span, () => {
      const entity = table.uses.get(expr)?.entity;
      const name = nameOfExpr(expr);
      const shown = shownType(type);
      return plain(expr.span, name === undefined ? shown : `${name} : ${shown}`, entity);
    });
  }
  for (const [pattern, type] of table.patterns) {
    consider(pattern.span, () =>
      plain(pattern.span, `${pattern.tag === "variable" ? `${pattern.name} : ` : ""}${shownType(type)}`),
    );
  }
  for (const [node, entity] of table.locals) {
    if (isBinding(node))
      consider(node.name.span, () => plain(node.name.span, `${entity.name} : ${shownType(entity.type)}`));
  }
  for (const entity of globals)
    consider(entity.span, () => plain(entity.span, `${entity.name} : ${showType(shownScheme(entity))}`, entity));
  return best?.hover();
}

function isBinding(node: Pattern | FunctionBinding): node is FunctionBinding {
  return "body" in node;
}

function nameOfExpr(expr: Expr): string | undefined {
  if (expr.tag === "variable" || expr.tag === "constructor") return expr.name;
  return expr.tag === "operator" ? `(${expr.operator})` : undefined;
}

function detailOf(entity: Entity): string | undefined {
  switch (entity.tag) {
    case "primitive":
      return partialsOf(entity.name);
    case "global":
      if (entity.kind === "op") return "a custom op";
      if (entity.module.parent?.parent === undefined) return "from the prelude";
      return entity.span.source === "<program>" ? undefined : "from a program above";
    case "constructor":
      // of two types of one name the later one is called name#2 within
      return `a constructor of ${entity.data.name.replace(/#.*/, "")}`;
    case "local":
      return undefined;
  }
}

function documentationOf(program: CheckedProgram, entity: Entity): string | undefined {
  switch (entity.tag) {
    case "primitive":
      return DOCUMENTATION[entity.name];
    case "global": {
      const { source, from } = entity.span;
      if (!isUsersText(source)) return DOCUMENTATION[entity.name];
      const number = placeAbove(source);
      const text = number === undefined ? program.text : program.above[number - 1];
      return text === undefined ? undefined : commentAt(text, from);
    }
    default:
      return undefined;
  }
}

/** The partial derivatives of a primitive, as formulas. */
function partialsOf(name: string): string | undefined {
  const partials = partialFormulas(name);
  if (partials.length === 0) return undefined;
  const [only] = partials;
  return partials.length === 1
    ? `derivative ${only?.formula}`
    : partials.map(({ formula }, index) => `∂${"₁₂"[index]} = ${formula}`).join(",  ");
}

/** The names in scope at an offset, locals first; types come from the last check that understood the place. */
export function completionsAt(program: CheckedProgram, offset: number): readonly Completion[] {
  const found = new Map<string, Completion>();
  const add = (label: string, type: string, kind: Completion["kind"], entity?: Entity): void => {
    const documentation = entity && documentationOf(program, entity);
    if (!found.has(label)) found.set(label, { label, type, kind, documentation });
  };
  const around = definitionsAround(program)(offset);
  for (const local of localsAround(program, offset)) add(local.name, showInside(around, local.type), "local");
  for (let module: Module | undefined = program.module; module !== undefined; module = module.parent) {
    for (const [name, entity] of module.values) {
      if (
        !/^[\p{L}_]/u.test(name) ||
        (entity.tag !== "global" && entity.tag !== "primitive") ||
        entity.scheme === undefined
      )
        continue;
      if (lookUp(program.module, "values", name) !== entity) continue;
      const kind =
        entity.tag === "primitive" ? "primitive" : isUsersText(entity.span.source) ? "definition" : "prelude";
      add(name, showType(shownScheme({ scheme: entity.scheme })), kind, entity);
    }
    for (const [name, entity] of module.constructors) {
      if (/^\p{L}/u.test(name)) add(name, showType(shownScheme({ scheme: entity.scheme })), "constructor");
    }
  }
  for (const keyword of KEYWORDS) add(keyword, "", "keyword");
  return [...found.values(), ...fieldsIn(program.module)];
}

/** The fields of the records in scope, each with the type that has it. */
function fieldsIn(module: Module): readonly Completion[] {
  const found: Completion[] = [];
  for (let at: Module | undefined = module; at !== undefined; at = at.parent)
    for (const { constructor, data } of at.constructors.values())
      constructor.fieldNames?.forEach((label, index) => {
        const type = `${showType(nth(constructor.fields, index))}, of ${shownName(data.name)}`;
        found.push({ label, type, kind: "field", documentation: undefined });
      });
  return found;
}

/** A type within a definition, whose type variables read as in the type of the definition. */
function showInside(around: GlobalEntity | undefined, type: OpenType): string {
  if (around === undefined) return showOpen(type);
  try {
    return showOpen(substituteOpen(type, shownVariables(around)));
  } catch (error) {
    if (error instanceof TypeTooLarge) return showOpen(type);
    throw error;
  }
}

/** The local variables of the definition around an offset, the nearest before it first. */
function localsAround(program: CheckedProgram, offset: number): readonly LocalEntity[] {
  const { globals, table } = program.module;
  const starts = globals.map((entity) => entity.span.from).sort((a, b) => a - b);
  const start = starts.findLast((from) => from <= offset) ?? 0;
  const end = starts.find((from) => from > offset) ?? Number.POSITIVE_INFINITY;
  return [...table.locals.values()]
    .filter(({ span }) => span.source === "<program>" && span.from >= start && span.from < end && span.from <= offset)
    .sort((a, b) => b.span.from - a.span.from);
}
