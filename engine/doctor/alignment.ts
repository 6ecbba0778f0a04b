// The scalars of two runs that belong together: made by the same operation of the same text, in the same call.
import { diffArrays } from "diff";
import { groupedBy } from "../base/grouped-by.ts";
import { nth } from "../base/nth.ts";
import { step } from "../base/watch.ts";
import { kindIn, opIn, placeIn, type RunGraph } from "../graphs/run-graph.ts";
import type { Subject } from "./subject.ts";

/** By scalar of the first run, its partner in the second; -1 for none. */
export type Alignment = Int32Array;

/** Changes within one call that are looked for; where there are more, what is left has no partner. */
const MOST_EDITS = 500;

/**
 * Aligns two runs by source and call: inputs by their names, and those left by their places; calls by their function, in order, within
 * calls that belong together; and what a call makes by operation and text, then by operation alone within what is left.
 */
export function alignedRuns(a: Subject, b: Subject): Alignment {
  const partners: Alignment = new Int32Array(a.graph.size).fill(-1);
  alignInputs(a, b, partners);
  const [callsA, callsB] = [callsOf(a.graph), callsOf(b.graph)];
  const madeA = madeBy(a.graph, a.inputs);
  const madeB = madeBy(b.graph, b.inputs);
  const waiting: [a: number, b: number][] = [[0, 0]];
  for (let at = 0; at < waiting.length; at++) {
    const [one, other] = nth(waiting, at);
    alignMade(a, b, madeA.get(one) ?? [], madeB.get(other) ?? [], partners);
    const [inner, others] = [callsA.get(one) ?? [], callsB.get(other) ?? []];
    for (const [i, j] of matched(
      inner,
      others,
      (call) => nameOf(a, call),
      (call) => nameOf(b, call),
    ))
      waiting.push([i, j]);
  }
  return partners;
}

function alignInputs(a: Subject, b: Subject, partners: Alignment): void {
  const left = new Map(Array.from({ length: b.inputs }, (_, input) => [b.entryName(input), input]));
  for (let input = 0; input < a.inputs; input++) {
    const name = a.entryName(input);
    partners[input] = left.get(name) ?? -1;
    left.delete(name);
  }
  for (const input of left.values()) if (input < a.inputs && nth(partners, input) < 0) partners[input] = input;
}

/** The calls that each call makes. */
function callsOf({ calls: { parents, fns } }: RunGraph): ReadonlyMap<number, readonly number[]> {
  const made = Array.from({ length: parents.length }, (_, call) => call).filter(
    (call) => call > 0 && nth(fns, call) >= 0,
  );
  return groupedBy(made, (call) => nth(parents, call));
}

/** The scalars that each call makes. */
function madeBy({ size, calls }: RunGraph, inputs: number): ReadonlyMap<number, readonly number[]> {
  const scalars = Array.from({ length: size - inputs }, (_, index) => inputs + index);
  return groupedBy(scalars, (scalar) => nth(calls.of, scalar));
}

/** The name of a called function; the entries belong together, however they are named. */
function nameOf({ graph: { calls }, explored: { entry } }: Subject, call: number): string {
  const name = nth(calls.functions, nth(calls.fns, call)).name;
  return nth(calls.parents, call) === 0 && name === entry ? "" : name;
}

function alignMade(
  a: Subject,
  b: Subject,
  ones: readonly number[],
  others: readonly number[],
  partners: Alignment,
): void {
  const operation = ({ graph }: Subject, node: number): string => `${kindIn(graph, node)} ${opIn(graph, node)}`;
  const text = (subject: Subject, node: number): string =>
    `${operation(subject, node)} ${subject.written(placeIn(subject.graph, node))}`;
  const exact = matched(
    ones,
    others,
    (node) => text(a, node),
    (node) => text(b, node),
  );
  for (const [one, other] of exact) partners[one] = other;
  // between two that belong together, what has the same operation
  const gaps = [...exact, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const];
  let [from, to] = [0, 0];
  for (const [one, other] of gaps) {
    const left = ones.slice(from, firstFrom(ones, from, one));
    const right = others.slice(to, firstFrom(others, to, other));
    if (left.length > 0 && right.length > 0)
      for (const [i, j] of matched(
        left,
        right,
        (node) => operation(a, node),
        (node) => operation(b, node),
      ))
        partners[i] = j;
    [from, to] = [from + left.length + 1, to + right.length + 1];
  }
}

/** From a place of an ascending list on, the first place that holds a number or a larger one. */
function firstFrom(list: readonly number[], from: number, least: number): number {
  let at = from;
  while (at < list.length && nth(list, at) < least) at++;
  return at;
}

/** Pairs of two sequences by a longest common subsequence of their keys. */
function matched(
  ones: readonly number[],
  others: readonly number[],
  keyOfOne: (item: number) => string,
  keyOfOther: (item: number) => string,
): readonly (readonly [number, number])[] {
  const comparator = (x: string, y: string): boolean => {
    step();
    return x === y;
  };
  const options = { maxEditLength: MOST_EDITS, comparator };
  const changes = diffArrays(ones.map(keyOfOne), others.map(keyOfOther), options) ?? [];
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const { count, added, removed } of changes) {
    if (removed) i += count;
    else if (added) j += count;
    else for (let k = 0; k < count; k++) pairs.push([nth(ones, i++), nth(others, j++)]);
  }
  return pairs;
}
