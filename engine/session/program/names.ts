// Where a name is defined and used: for going there, and for renaming.
import type { Span } from "../../source/span.ts";
import type { Name } from "../../syntax/ast.ts";
import { type Entity, lookUp, type Module, type TypeEntity } from "../../types/scope.ts";
import type { DataType } from "../../types/type.ts";
import type { CheckedProgram } from "./program.ts";

/** A place of a name. Where it stands alone for a field and its variable, `pun` says for which of them: the other keeps its name. */
export interface NameSpan extends Span {
  readonly pun?: "field" | "variable" | undefined;
}

/** A name at a place: its definition, and every place of the program's text where it stands. */
export interface NameUses {
  readonly name: string;
  /** undefined for primitives; otherwise it may lie in a text above, or in the prelude. */
  readonly definition: Span | undefined;
  /** Whether expressions beside the program may use it: not variables within a definition, nor types. */
  readonly isShared: boolean;
  /** In the order of the text; the definition is among them, where it is there. */
  readonly occurrences: readonly NameSpan[];
}

/** The name at an offset of the program's text; undefined where none stands. */
export function nameAt(program: CheckedProgram, offset: number): NameUses | undefined {
  const all = occurrencesOf(program);
  const isHere = ({ source, from, to }: Span): boolean => source === "<program>" && offset >= from && offset <= to;
  const found = all.find(({ span }) => isHere(span));
  if (found === undefined) return undefined;
  const { entity, name } = found;
  const spans = all
    .filter((one) => one.entity === entity && one.span.source === "<program>")
    .map(placeOf)
    .sort((a, b) => a.from - b.from)
    .filter((span, index, sorted) => span.from !== sorted[index - 1]?.from);
  return {
    name,
    definition: definitionOf(entity),
    isShared: entity.tag !== "local" && !isType(entity),
    occurrences: spans,
  };
}

/** Where variables of a name are bound within the definitions of the program's text, in its order. */
export function variablesNamed(program: CheckedProgram, name: string): readonly Span[] {
  return occurrencesOf(program)
    .filter(({ entity, span }) => entity.tag === "local" && entity.name === name && definitionOf(entity) === span)
    .map(({ span }) => span)
    .filter(({ source }) => source === "<program>")
    .sort((a, b) => a.from - b.from);
}

/** A name's meaning: its definition, which may lie in a text above or in the prelude; without one, the language's own. */
export type Meaning = Pick<NameUses, "name" | "definition">;

/** The places of the program's text where a name has a meaning that it does not get there. */
export function usesOf(program: CheckedProgram, { name, definition }: Meaning): readonly NameSpan[] {
  return occurrencesOf(program)
    .filter((one) => {
      if (one.span.source !== "<program>") return false;
      const place = definitionOf(one.entity);
      if (definition === undefined) return place === undefined && one.name === name;
      return place?.source === definition.source && place.from === definition.from;
    })
    .map(placeOf)
    .sort((a, b) => a.from - b.from);
}

/** A field of a data type, by its name. */
interface FieldEntity {
  readonly tag: "field";
  readonly name: string;
  readonly data: DataType;
  readonly span: Span;
}

type AnyEntity = Entity | TypeEntity | FieldEntity;

interface Occurrence {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly span: Span;
  /** Whether it stands for a field and its variable. */
  readonly isPun?: boolean;
}

function placeOf({ entity, span, isPun }: Occurrence): NameSpan {
  if (isPun !== true) return span;
  return { ...span, pun: entity.tag === "field" ? "field" : "variable" };
}

function isType({ tag }: AnyEntity): boolean {
  return tag === "data" || tag === "alias" || tag === "builtin" || tag === "faulty";
}

function occurrence(entity: Entity | FieldEntity, span: Span): Occurrence {
  return { entity, name: entity.name, span };
}

/** Directives with expressions. */
const EXPRESSIONS = ["entry", "at", "cotangent"] as const;

/** The names of definitions, constructors and fields that stand in the header. */
function inHeader({ text, header, module }: CheckedProgram, fields: Fields): readonly Occurrence[] {
  return EXPRESSIONS.flatMap((key) => {
    const said = header[key]?.span;
    if (said === undefined) return [];
    return [...text.slice(said.from, said.to).matchAll(/[\p{L}_][\p{L}\p{N}_']*/gu)].flatMap((found): Occurrence[] => {
      const [name] = found;
      const from = said.from + found.index;
      // `p.x` and `P { x = 1.0 }`
      const isField = text[from - 1] === "." || /^\s*=(?!=)/.test(text.slice(from + name.length, said.to));
      const entity = isField
        ? [...fields.values()].find((one) => one.name === name)
        : (lookUp(module, "values", name) ?? lookUp(module, "constructors", name));
      return entity === undefined ? [] : [occurrence(entity, { ...said, from, to: from + name.length })];
    });
  });
}

/** All places of a program where a name stands, definitions and uses. */
function occurrencesOf(program: CheckedProgram): readonly Occurrence[] {
  const { table, globals, constructors } = program.module;
  // the data of the header lie below the program
  const data = (program.module.parent?.globals ?? []).filter(({ span }) => span.source === "<program>");
  const found = [...globals, ...data].map((entity) => occurrence(entity, entity.span));
  for (const entity of constructors.values())
    if (entity.span !== undefined) found.push(occurrence(entity, entity.span));
  for (const [node, entity] of table.locals)
    found.push(occurrence(entity, "body" in node ? node.name.span : entity.span));
  // a name in an operator's place stands between backquotes, or is the operator itself
  for (const [node, { entity }] of table.uses)
    if (!("operatorSpan" in node) && (node.tag === "variable" || node.tag === "constructor"))
      found.push(occurrence(entity, node.span));
  for (const [pattern, entity] of table.constructors)
    if (pattern.tag === "constructor") found.push(occurrence(entity, pattern.nameSpan));
  const fields = declaredFields(program.module);
  const named = fieldsIn(program.module, fields);
  const puns = new Set(named.flatMap(({ span, isPun }) => (isPun === true ? [span.from] : [])));
  const others = found.map((one) => (puns.has(one.span.from) ? { ...one, isPun: true } : one));
  // where a name stands for both, the variable is the one that is meant
  const all = [...others, ...named, ...inHeader(program, fields), ...typesIn(program)];
  return all.filter(({ name }) => /^[\p{L}_]/u.test(name));
}

/** The fields of data types in scope, the nearest first, by their keys. */
type Fields = ReadonlyMap<string, FieldEntity>;

function fieldKey(data: DataType, field: string): string {
  return `${data.name}.${field}`;
}

function declaredFields(module: Module): Fields {
  const found = new Map<string, FieldEntity>();
  for (let at: Module | undefined = module; at !== undefined; at = at.parent)
    for (const [{ text, span }, data] of at.table.declaredFields)
      if (!found.has(fieldKey(data, text))) found.set(fieldKey(data, text), { tag: "field", name: text, data, span });
  return found;
}

/** The names of fields, where they are declared and where they stand. */
function fieldsIn({ table }: Module, fields: Fields): readonly Occurrence[] {
  const found: Occurrence[] = [];
  const add = (data: DataType | undefined, { text, span }: Name, alone?: Span): void => {
    const entity = data && fields.get(fieldKey(data, text));
    if (entity !== undefined) found.push({ ...occurrence(entity, span), isPun: alone?.from === span.from });
  };
  for (const [name, data] of table.declaredFields) add(data, name);
  for (const [expr, data] of table.fields) {
    if (expr.tag === "field") add(data, expr.field);
    if (expr.tag === "record") for (const { name, value } of expr.fields) add(data, name, value.span);
  }
  for (const [expr, { entity }] of table.uses)
    if ("tag" in expr && expr.tag === "record" && entity.tag === "constructor")
      for (const { name, value } of expr.fields) add(entity.data, name, value.span);
  for (const [pattern, normal] of table.records)
    if (pattern.tag === "record")
      for (const { name, pattern: inner } of pattern.fields)
        add(table.constructors.get(normal)?.data, name, inner.span);
  return found;
}

/** The names of types, where they are declared and where they stand. */
function typesIn({ module }: CheckedProgram): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const [name, entity] of module.types)
    if ("span" in entity && entity.span !== undefined) found.push({ entity, name, span: entity.span });
  for (const [type, entity] of module.table.types) {
    if (type.tag !== "name") continue;
    // its arguments follow
    const { source, from } = type.span;
    found.push({ entity, name: type.name, span: { source, from, to: from + type.name.length } });
  }
  return found;
}

function definitionOf(entity: AnyEntity): Span | undefined {
  return "span" in entity ? entity.span : undefined;
}
