// Where a name is defined and used: for going there, and for renaming.
import type { Span } from "../../source/span.ts";
import { type Entity, lookUp, type TypeEntity } from "../../types/scope.ts";
import type { CheckedProgram } from "./program.ts";

/** A name at a place: its definition, and every place of the program's text where it stands. */
export interface NameUses {
  readonly name: string;
  /** undefined for primitives; otherwise it may lie in a text above, or in the prelude. */
  readonly definition: Span | undefined;
  /** Whether expressions beside the program may use it: not variables within a definition, nor types. */
  readonly isShared: boolean;
  /** In the order of the text; the definition is among them, where it is there. */
  readonly occurrences: readonly Span[];
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
    .map(({ span }) => span)
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
export function usesOf(program: CheckedProgram, { name, definition }: Meaning): readonly Span[] {
  return occurrencesOf(program)
    .filter((one) => {
      if (one.span.source !== "<program>") return false;
      const place = definitionOf(one.entity);
      if (definition === undefined) return place === undefined && one.name === name;
      return place?.source === definition.source && place.from === definition.from;
    })
    .map(({ span }) => span)
    .sort((a, b) => a.from - b.from);
}

interface Occurrence {
  readonly entity: Entity | TypeEntity;
  readonly name: string;
  readonly span: Span;
}

function isType({ tag }: Entity | TypeEntity): boolean {
  return tag === "data" || tag === "alias" || tag === "builtin" || tag === "faulty";
}

function occurrence(entity: Entity, span: Span): Occurrence {
  return { entity, name: entity.name, span };
}

/** Directives with expressions. */
const EXPRESSIONS = ["entry", "at", "cotangent"] as const;

/** The names of definitions and constructors that stand in the header. */
function inHeader({ text, header, module }: CheckedProgram): readonly Occurrence[] {
  return EXPRESSIONS.flatMap((key) => {
    const said = header[key]?.span;
    if (said === undefined) return [];
    return [...text.slice(said.from, said.to).matchAll(/[\p{L}_][\p{L}\p{N}_']*/gu)].flatMap((found): Occurrence[] => {
      const [name] = found;
      const entity = lookUp(module, "values", name) ?? lookUp(module, "constructors", name);
      const from = said.from + found.index;
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
  return [...found, ...inHeader(program), ...typesIn(program)].filter(({ name }) => /^[\p{L}_]/u.test(name));
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

function definitionOf(entity: Entity | TypeEntity): Span | undefined {
  return "span" in entity ? entity.span : undefined;
}
