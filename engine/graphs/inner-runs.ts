// The derivatives that a program asked for while it ran: stretches of its scalars that are runs of their own, there and back.
import { nth, present } from "../base/nth.ts";
import { DIFFERENTIATING } from "../types/differentiating.ts";
import { isSegment, type Segment, segmentsOf } from "./folding/segments.ts";
import type { RunFunction, RunGraph } from "./run-graph.ts";

/** A derivative that a run asked for: the scalars from a number up to another. */
export interface InnerRun {
  /** The built-in function that was called: `grad`, `hvp`. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The first scalar of its way back; undefined where it goes there and back several times, or only there. */
  readonly turn: number | undefined;
  /** The number of derivatives around it. */
  readonly depth: number;
}

/** Whether a call of a function is one that differentiates. */
export function differentiates({ builtin }: RunFunction): boolean {
  return builtin !== undefined && DIFFERENTIATING.has(builtin);
}

/** The derivatives of a run, outer ones before those within them. */
export function innerRuns(graph: RunGraph): readonly InnerRun[] {
  const { functions } = graph.calls;
  if (!functions.some(differentiates)) return [];
  const found: InnerRun[] = [];
  const open: { readonly segment: Segment; readonly depth: number }[] = [{ segment: segmentsOf(graph), depth: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { segment, depth } = at;
    const fn = functions[segment.fn];
    const isInner = fn !== undefined && differentiates(fn);
    const inner = segment.items.filter(isSegment);
    if (isInner) {
      const { from, to } = segment;
      const goesBack = fn.builtin === "grad" || fn.builtin === "valueAndGrad";
      const turn = goesBack && inner.length === 1 ? nth(inner, 0).to : undefined;
      found.push({ name: present(fn.builtin), from, to, turn: turn === to ? undefined : turn, depth });
    }
    for (const next of inner.toReversed()) open.push({ segment: next, depth: depth + (isInner ? 1 : 0) });
  }
  return found;
}
