// The paths from a scalar to the result, largest first (thesis §2.2.4, Theorem 1): a gradient is the sum of their products.

import TinyQueue from "tinyqueue";
import { nth } from "../base/nth.ts";
import type { Edges, RunGraph, Uses } from "./run-graph.ts";

/** A path: its edges, in the direction of evaluation, and the product of their partials with the result's cotangent. */
export interface Path {
  readonly edges: readonly number[];
  /** Which occurrence of a scalar in the result it ends at. */
  readonly output: number;
  readonly product: number;
}

/** The largest paths from one scalar to the result, and how many there are with those that are not listed. */
export interface PathsFound {
  /** By absolute value, the largest first. */
  readonly paths: readonly Path[];
  /** How many there are in all, exactly; undefined where the number itself has too many digits. */
  readonly total: bigint | undefined;
  /** The binary logarithm of that number. */
  readonly log2: number;
}

/** Numbers of paths with more binary digits than this are shown by their logarithm. */
const MOST_DIGITS = 20_000;

interface Partial {
  readonly node: number;
  readonly edge: number;
  /** The output that ends it; -1 while it goes on. */
  readonly output: number;
  readonly product: number;
  readonly before: Partial | undefined;
  /** The largest absolute product that a path which begins so can have. */
  readonly bound: number;
}

/** The largest paths from a node to the result, and how many there are. */
export function largestPaths(graph: RunGraph, uses: Uses, from: number, most: number): PathsFound {
  const endings = new Map<number, number[]>();
  graph.outputs.forEach((node, output) => {
    const list = endings.get(node);
    if (list === undefined) endings.set(node, [output]);
    else list.push(output);
  });
  const best = bestFrom(graph, uses, endings, from);
  const open = new TinyQueue<Partial>([], inOrder);
  if (nth(best, 0) >= 0)
    open.push({ node: from, edge: -1, output: -1, product: 1, before: undefined, bound: nth(best, 0) });
  const paths: Path[] = [];
  let steps = 0;
  for (let at = open.pop(); at !== undefined && paths.length < most && steps < MOST_STEPS; at = open.pop(), steps++) {
    const before = at;
    if (at.output >= 0) {
      paths.push({ edges: edgesOf(at), output: at.output, product: at.product });
      continue;
    }
    const whole = nth(best, at.node - from);
    const add = (part: number, next: Pick<Partial, "node" | "edge" | "output" | "product">): void => {
      // the best way on has just the bound of what it goes on from: rounding would lead astray among equals
      const bound = part === whole ? before.bound : size(before.bound * (part / whole));
      open.push({ ...next, before, bound });
    };
    for (const output of endings.get(at.node) ?? []) {
      const seed = nth(graph.seeds, output);
      add(size(seed), { node: at.node, edge: -1, output, product: at.product * seed });
    }
    for (let place = nth(uses.starts, at.node); place < nth(uses.starts, at.node + 1); place++) {
      const edge = nth(uses.edges, place);
      const node = nth(uses.users, edge);
      const rest = nth(best, node - from);
      // what does not reach the result is no part of a path to it
      if (rest < 0) continue;
      const partial = nth(graph.partials, edge);
      add(size(size(partial) * rest), { node, edge, output: -1, product: at.product * partial });
    }
  }
  return { paths, ...countPaths(graph, uses, endings, from) };
}

/** Beginnings of paths that are looked at: a guard against graphs in which very many are alike. */
const MOST_STEPS = 300_000;

/** The largest absolute product from each node at or after `from` to the result; -1 where it is not reached. */
function bestFrom(graph: RunGraph, uses: Uses, endings: ReadonlyMap<number, readonly number[]>, from: number) {
  const best = new Float64Array(graph.size - from).fill(-1);
  for (let node = graph.size - 1; node >= from; node--) {
    let found = -1;
    for (const output of endings.get(node) ?? []) found = Math.max(found, size(nth(graph.seeds, output)));
    for (let place = nth(uses.starts, node); place < nth(uses.starts, node + 1); place++) {
      const edge = nth(uses.edges, place);
      const rest = nth(best, nth(uses.users, edge) - from);
      if (rest >= 0) found = Math.max(found, size(size(nth(graph.partials, edge)) * rest));
    }
    best[node - from] = found;
  }
  return best;
}

/** An absolute value by which products are ordered: what is not a number comes first. */
function size(x: number): number {
  return Number.isNaN(x) ? Number.POSITIVE_INFINITY : Math.abs(x);
}

function edgesOf(end: Partial): readonly number[] {
  const edges: number[] = [];
  for (let at: Partial | undefined = end; at !== undefined; at = at.before) if (at.edge >= 0) edges.push(at.edge);
  return edges.reverse();
}

function countPaths(
  graph: RunGraph,
  uses: Uses,
  endings: ReadonlyMap<number, readonly number[]>,
  from: number,
): Pick<PathsFound, "total" | "log2"> {
  const forEachUser = (node: number, then: (user: number) => void): void => {
    for (let place = nth(uses.starts, node); place < nth(uses.starts, node + 1); place++)
      then(nth(uses.users, nth(uses.edges, place)));
  };
  const logs = new Float64Array(graph.size - from);
  for (let node = graph.size - 1; node >= from; node--) {
    const ends = endings.get(node)?.length ?? 0;
    let largest = ends > 0 ? 0 : Number.NEGATIVE_INFINITY;
    forEachUser(node, (user) => {
      largest = Math.max(largest, nth(logs, user - from));
    });
    if (largest === Number.NEGATIVE_INFINITY) {
      logs[node - from] = largest;
      continue;
    }
    let sum = ends * 2 ** -largest;
    forEachUser(node, (user) => {
      sum += 2 ** (nth(logs, user - from) - largest);
    });
    logs[node - from] = largest + Math.log2(sum);
  }
  const log2 = nth(logs, 0);
  if (log2 > MOST_DIGITS) return { total: undefined, log2 };
  const counts = new Map<number, bigint>();
  for (let node = graph.size - 1; node >= from; node--) {
    if (logs[node - from] === Number.NEGATIVE_INFINITY) continue;
    let count = BigInt(endings.get(node)?.length ?? 0);
    forEachUser(node, (user) => {
      count += counts.get(user) ?? 0n;
    });
    counts.set(node, count);
  }
  return { total: counts.get(from) ?? 0n, log2 };
}

/** The larger bound first; of two that are the same, what is nearer to the result. */
function inOrder(a: Partial, b: Partial): number {
  if (a.bound !== b.bound) return a.bound > b.bound ? -1 : 1;
  return Number(b.output >= 0) - Number(a.output >= 0) || b.node - a.node;
}

/** By node, how many paths lead from it to any of some nodes, each counted as often as it is among them (thesis §2.2.4). */
export function pathsTo({ size, starts, operands }: Edges, ends: ArrayLike<number>): readonly bigint[] {
  const counts = new Array<bigint>(size).fill(0n);
  for (let index = 0; index < ends.length; index++) counts[nth(ends, index)] = nth(counts, nth(ends, index)) + 1n;
  for (let node = size - 1; node >= 0; node--) {
    const count = nth(counts, node);
    if (count > 0n)
      for (let edge = nth(starts, node); edge < nth(starts, node + 1); edge++)
        counts[nth(operands, edge)] = nth(counts, nth(operands, edge)) + count;
  }
  return counts;
}
