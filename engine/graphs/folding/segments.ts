// The scalars of a run by the calls that made them: a tree of stretches, each of one call.
import { lastOf, nth, present } from "../../base/nth.ts";
import type { RunGraph } from "../run-graph.ts";

/** A stretch of a run that one call made, with those of the calls that it made. */
export interface Segment {
  /** The function that is called, by its place in the graph's table; -1 for the run itself. */
  readonly fn: number;
  /** The call, by its place among those of the run. */
  readonly call: number;
  readonly from: number;
  to: number;
  /** In order: scalars by their numbers, and stretches of calls. */
  readonly items: (number | Segment)[];
}

/**
 * The run as one stretch. A call that does not end before another one begins, as where jobs run in another order, has a stretch for each
 * time that it goes on.
 */
export function segmentsOf({ size, calls }: RunGraph): Segment {
  const { of, parents, fns, depths } = calls;
  const run: Segment = { fn: -1, call: 0, from: 0, to: size, items: [] };
  const open: Segment[] = [run];
  const closeTo = (depth: number, at: number): void => {
    while (open.length > depth) present(open.pop()).to = at;
  };
  const begun: number[] = [];
  for (let scalar = 0; scalar < size; scalar++) {
    const call = nth(of, scalar);
    if (lastOf(open).call !== call) {
      closeTo(nth(depths, call) + 1, scalar);
      // the calls that lead there, and are not under way
      for (let at = call; open[nth(depths, at)]?.call !== at; at = nth(parents, at)) begun.push(at);
      for (let at = begun.pop(); at !== undefined; at = begun.pop()) {
        closeTo(nth(depths, at), scalar);
        const segment: Segment = { fn: nth(fns, at), call: at, from: scalar, to: size, items: [] };
        lastOf(open).items.push(segment);
        open.push(segment);
      }
    }
    lastOf(open).items.push(scalar);
  }
  closeTo(0, size);
  return run;
}

/** Whether something in a stretch is one of a call. */
export function isSegment(item: number | Segment): item is Segment {
  return typeof item === "object";
}
