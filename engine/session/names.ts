// Where a name is defined and used: for going there, and for renaming.
import type { Span } from "../source/span.ts";
import type { Entity, Module } from "../types/scope.ts";
import type { CheckedProgram } from "./program.ts";

/** A name at a place: its definition, and every place of the program's text where it stands. */
export interface NameUses {
  readonly name: string;
  /** undefined for primitives; otherwise it may lie in a text above, or in the prelude. */
  readonly definition: Span | undefined;
  /** In the order of the text; the definition is among them, where it is there. */
  readonly occurrences: readonly Span[];
}

/** The name at an offset of the program's text; undefined where none stands. */
export function nameAt(program: CheckedProgram, offset: number): NameUses | undefined {
  const all = occurrencesOf(program.module);
  const isHere = ({ source, from, to }: Span): boolean => source === "<program>" && offset >= from && offset <= to;
  const found = all.find(({ span }) => isHere(span));
  if (found === undefined) return undefined;
  const { entity } = found;
  const spans = all
    .filter((one) => one.entity === entity && one.span.source === "<program>")
    .map(({ span }) => span)
    .sort((a, b) => a.from - b.from)
    .filter((span, index, sorted) => span.from !== sorted[index - 1]?.from);
  return { name: entity.name, definition: definitionOf(entity), occurrences: spans };
}

/** The places of the program's text where a definition is used that lies in a text above it. */
export function usesOf(program: CheckedProgram, definition: Span): readonly Span[] {
  return occurrencesOf(program.module)
    .filter(({ entity, span }) => {
      const place = definitionOf(entity);
      return span.source === "<program>" && place?.source === definition.source && place.from === definition.from;
    })
    .map(({ span }) => span)
    .sort((a, b) => a.from - b.from);
}

interface Occurrence {
  readonly entity: Entity;
  readonly span: Span;
}

/** All places of a module where a name stands, definitions and uses. */
function occurrencesOf({ table, globals, constructors }: Module): readonly Occurrence[] {
  const found: Occurrence[] = globals.map((entity) => ({ entity, span: entity.span }));
  for (const entity of constructors.values()) if (entity.span !== undefined) found.push({ entity, span: entity.span });
  for (const [node, entity] of table.locals)
    found.push({ entity, span: "body" in node ? node.name.span : entity.span });
  // a name in an operator's place stands between backquotes, or is the operator itself
  for (const [node, { entity }] of table.uses)
    if (!("operatorSpan" in node) && (node.tag === "variable" || node.tag === "constructor"))
      found.push({ entity, span: node.span });
  for (const [pattern, entity] of table.constructors)
    if (pattern.tag === "constructor") found.push({ entity, span: pattern.nameSpan });
  return found.filter(({ entity }) => /^[\p{L}_]/u.test(entity.name));
}

function definitionOf(entity: Entity): Span | undefined {
  return entity.tag === "primitive" ? undefined : entity.span;
}
