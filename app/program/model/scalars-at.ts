// The scalars of a run that a place of the program stands for: those of the operation there, or those that the name there means.

import { nth, present } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { kindIn, nameIn, type RunGraph, spanIn } from "../../../engine/graphs/run-graph.ts";
import type { NameUses } from "../../../engine/session/program/names.ts";

/** One scalar at a place, and which of those there it is. */
export interface ScalarAt {
  readonly number: number;
  readonly value: number;
  /** The cotangent at the end of the run; undefined where the result does not depend on it. */
  readonly cotangent: number | undefined;
  /** From 1, among all at the same place. */
  readonly index: number;
  readonly count: number;
}

/** Scalars of one place that are shown. */
const MOST = 3;

/** The first scalars of a run at a place of the program; `name` is a name at its beginning, which counts if it fills it. */
export function scalarsAt(
  explored: Explored,
  place: { readonly from: number; readonly to: number },
  name: NameUses | undefined,
): readonly ScalarAt[] {
  const { graph } = explored;
  const isName = name?.occurrences.some(({ from, to }) => from === place.from && to === place.to) ?? false;
  const found: number[] = [];
  for (let node = 0; node < graph.size; node++)
    if (standsAt(graph, node, place) || (isName && isMeant(explored, node, present(name)))) found.push(node);
  return found.slice(0, MOST).map((number, index) => ({
    number,
    value: nth(graph.values, number),
    cotangent: graph.reached[number] === 1 ? nth(graph.cotangents, number) : undefined,
    index: index + 1,
    count: found.length,
  }));
}

function standsAt(
  graph: RunGraph,
  node: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const span = spanIn(graph, node);
  return span?.source === "<program>" && span.from === from && span.to === to;
}

/** Whether a name means a scalar: an input that its definition names, or the operation that it is bound to. */
function isMeant({ graph, text, entry }: Explored, node: number, { name, definition }: NameUses): boolean {
  if (definition?.source !== "<program>" || nameIn(graph, node) !== name) return false;
  if (kindIn(graph, node) === "input") return isParameter(definition, text, entry);
  const span = spanIn(graph, node);
  if (span?.source !== "<program>" || span.from < definition.to) return false;
  return /^\s*(?::[^=]*)?=[\s(]*$/.test(text.slice(definition.to, span.from));
}

/** Whether a name is defined on the left of the entry's `=`, on its first line: as a parameter. */
function isParameter({ from }: { readonly from: number }, text: string, entry: string): boolean {
  const head = /(?:^|\n)def[ \t]+([^\s=]+)[^=]*$/.exec(text.slice(0, from));
  return head?.[1] === entry;
}
