// Two runs of a program, or of two editions of it, beside each other: how far they go the same way, and what differs first.
import { nth } from "../base/nth.ts";
import { opIn, type RunGraph, spanIn } from "./run-graph.ts";

/** Where two runs differ, by the numbers of their scalars; a place is undefined where they do not differ in it. */
export interface Comparison {
  /** The first scalar that comes from another operation, or that only one run has: beyond it the runs are not comparable. */
  readonly parting: number | undefined;
  /** The first scalar before that with another value, the first with another partial, the last with another cotangent. */
  readonly value: number | undefined;
  readonly partial: number | undefined;
  readonly cotangent: number | undefined;
  /** Of the scalars that can be compared, those whose value or cotangent differs. */
  readonly differing: Uint8Array;
}

/** Compares two runs by the numbers of their scalars. */
export function compareRuns(a: RunGraph, b: RunGraph): Comparison {
  const common = Math.min(a.size, b.size);
  let parting: number | undefined = a.size === b.size ? undefined : common;
  let value: number | undefined;
  let partial: number | undefined;
  let cotangent: number | undefined;
  const differing = new Uint8Array(common);
  for (let node = 0; node < common; node++) {
    if (!isSameOperation(a, b, node)) {
      parting = node;
      break;
    }
    if (!Object.is(a.values[node], b.values[node])) {
      differing[node] = 1;
      value ??= node;
    }
    if (!hasSamePartials(a, b, node)) partial ??= node;
    if (!Object.is(a.cotangents[node], b.cotangents[node])) {
      differing[node] = 1;
      cotangent = node;
    }
  }
  return { parting, value, partial, cotangent, differing };
}

function isSameOperation(a: RunGraph, b: RunGraph, node: number): boolean {
  if (a.kinds[node] !== b.kinds[node] || opIn(a, node) !== opIn(b, node)) return false;
  // an edited text moves its places: how long they are stays
  const [left, right] = [spanIn(a, node), spanIn(b, node)];
  if (left?.source !== right?.source) return false;
  const count = nth(a.starts, node + 1) - nth(a.starts, node);
  if (count !== nth(b.starts, node + 1) - nth(b.starts, node)) return false;
  for (let place = 0; place < count; place++)
    if (a.operands[nth(a.starts, node) + place] !== b.operands[nth(b.starts, node) + place]) return false;
  return true;
}

function hasSamePartials(a: RunGraph, b: RunGraph, node: number): boolean {
  for (let place = 0; nth(a.starts, node) + place < nth(a.starts, node + 1); place++)
    if (!Object.is(a.partials[nth(a.starts, node) + place], b.partials[nth(b.starts, node) + place])) return false;
  return true;
}
