// Links between a program and its run: a variable with its uses and the scalars that it names, an operation with its scalars.
import { kindIn, nameIn, type RunGraph, spanIn } from "../graphs/run-graph.ts";
import { nameAt, variablesNamed } from "../session/program/names.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Span } from "../source/span.ts";
import type { Exploration } from "./exploration.ts";

/** A reader's choice: an offset of the program's text, or a scalar of the run. */
export type Choice =
  | { readonly tag: "offset"; readonly offset: number }
  | { readonly tag: "scalar"; readonly scalar: number };

/** Places of the program's text and scalars that belong together. */
export interface Linked {
  /** The variable, if it is one. */
  readonly name: string | undefined;
  /** Whether no other variable of the program has that name. */
  readonly isAlone: boolean;
  readonly spans: readonly Span[];
  /** From the first to the last; none for what has no scalar, such as a function. */
  readonly scalars: readonly number[];
}

/** Scalars that are named at most: an array has one name for all of its elements. */
const MOST_SCALARS = 2000;

/** The links of a choice; undefined where nothing is there. */
export function linkedWith(exploration: Exploration, choice: Choice): Linked | undefined {
  return choice.tag === "scalar" ? linkedToScalar(exploration, choice.scalar) : linkedAt(exploration, choice.offset);
}

/** Links without variable and place. */
const NOWHERE: Linked = { name: undefined, isAlone: false, spans: [], scalars: [] };

function linkedAt(exploration: Exploration, offset: number): Linked | undefined {
  const { checked, graph } = exploration;
  const found = nameAt(checked, offset);
  if (found !== undefined && !found.isShared && found.definition?.source === "<program>") {
    const { name, definition, occurrences } = found;
    const isAlone = variablesNamed(checked, name).length === 1;
    return { name, isAlone, spans: occurrences, scalars: scalarsNamed(exploration, name, definition) };
  }
  const place = smallestAround(graph, offset);
  return place === undefined ? undefined : ofOperation(checked, graph, place);
}

function linkedToScalar(exploration: Exploration, scalar: number): Linked | undefined {
  const { checked, graph } = exploration;
  if (scalar >= graph.size) return undefined;
  const place = spanIn(graph, scalar);
  if (kindIn(graph, scalar) !== "input") {
    const linked = place && ofOperation(checked, graph, place);
    return { ...(linked ?? NOWHERE), scalars: [scalar] };
  }
  const name = baseOf(nameIn(graph, scalar) ?? "");
  const definition = inputNamed(exploration, name);
  if (definition === undefined) return { ...NOWHERE, scalars: [scalar] };
  return {
    name,
    isAlone: variablesNamed(checked, name).length === 1,
    spans: occurrencesAt(checked, definition),
    scalars: [scalar],
  };
}

/** An operation of the text with all of its scalars; if a variable is bound to it, with that. */
function ofOperation(checked: CheckedProgram, graph: RunGraph, place: Span): Linked {
  const scalars: number[] = [];
  for (let node = 0; node < graph.size && scalars.length < MOST_SCALARS; node++)
    if (isSame(spanIn(graph, node), place)) scalars.push(node);
  const name = scalars[0] === undefined ? undefined : nameIn(graph, scalars[0]);
  const named = name === undefined ? [] : variablesNamed(checked, name);
  const definition = named.findLast(({ from }) => from < place.from);
  if (definition === undefined) return { ...NOWHERE, spans: [place], scalars };
  return { name, isAlone: named.length === 1, spans: [place, ...occurrencesAt(checked, definition)], scalars };
}

/** The scalars that a variable names: of the entry's input, or of what it is bound to, which begins behind it. */
function scalarsNamed(exploration: Exploration, name: string, definition: Span): readonly number[] {
  const { checked, graph } = exploration;
  const isInput = inputNamed(exploration, name)?.from === definition.from;
  const inputs: number[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  let bound: number[] = [];
  for (let node = 0; node < graph.size; node++) {
    const label = nameIn(graph, node);
    if (label === undefined || baseOf(label) !== name) continue;
    if (kindIn(graph, node) === "input") {
      if (isInput && inputs.length < MOST_SCALARS) inputs.push(node);
      continue;
    }
    const from = spanIn(graph, node)?.from ?? 0;
    if (from <= definition.from || from > nearest) continue;
    if (from < nearest) bound = [];
    nearest = from;
    if (bound.length < MOST_SCALARS) bound.push(node);
  }
  // a later variable of the same name has what is behind it
  const later = variablesNamed(checked, name).some(({ from }) => from > definition.from && from < nearest);
  return inputs.length > 0 ? inputs : later ? [] : bound;
}

/** Where a variable for a part of the input is bound: the first one of its name in the entry. */
function inputNamed({ checked, entry }: Exploration, name: string): Span | undefined {
  const { globals } = checked.module;
  const from = globals.find((one) => one.name === entry)?.span.from;
  if (from === undefined) return undefined;
  const to = Math.min(...globals.map(({ span }) => span.from).filter((start) => start > from));
  return variablesNamed(checked, name).find((one) => one.from > from && one.from < to);
}

function occurrencesAt(checked: CheckedProgram, definition: Span): readonly Span[] {
  return nameAt(checked, definition.from)?.occurrences ?? [];
}

/** A name without the path within it: `xs` of `xs[3]`. */
function baseOf(label: string): string {
  return label.replace(/[.[].*$/, "");
}

function smallestAround(graph: RunGraph, offset: number): Span | undefined {
  let best: Span | undefined;
  for (const span of graph.spans) {
    if (span.source !== "<program>" || offset < span.from || offset > span.to) continue;
    if (best === undefined || span.to - span.from < best.to - best.from) best = span;
  }
  return best;
}

function isSame(a: Span | undefined, b: Span): boolean {
  return a !== undefined && a.source === b.source && a.from === b.from && a.to === b.to;
}
