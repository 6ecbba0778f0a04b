// How a room is shared: by the runs of bodies, each in a lane within that of its caller, and by boxes beside each other.
import { nth, present } from "../../../../../engine/base/nth.ts";
import type { Run } from "../model/moves.ts";

/** A part of the width. */
export interface Place {
  readonly x: number;
  readonly w: number;
}

/** By run, its lane: runs of one body share the lane of their callers; calls of itself stand beside each other. */
export function sharesOf(runs: readonly Run[], whole: Place): readonly Place[] {
  if (runs.length === 0) return [whole];
  const outermost = runs.map((run, index) => {
    let found = index;
    for (let at = run.parent; at !== undefined; at = nth(runs, at).parent)
      if (nth(runs, at).line === run.line) found = at;
    return found;
  });
  // by the outermost run of a body and by the caller of that: who shares
  const together = new Map<number, number[]>();
  for (const [run, first] of outermost.entries()) together.set(first, [...(together.get(first) ?? []), run]);
  const beside = new Map<string, number[]>();
  const keyOf = ({ parent, line }: Run): string => `${parent} ${line}`;
  for (const first of together.keys()) {
    const key = keyOf(nth(runs, first));
    beside.set(key, [...(beside.get(key) ?? []), first]);
  }
  const lanes: Place[] = [];
  for (const [run, one] of runs.entries()) {
    if (outermost[run] !== run) continue;
    const outer = one.parent === undefined ? whole : nth(lanes, one.parent);
    const siblings = present(beside.get(keyOf(one)));
    const room = partOf(outer, siblings.indexOf(run), siblings.length);
    const own = present(together.get(run));
    for (const [at, inner] of own.entries()) lanes[inner] = partOf(room, at, own.length);
  }
  return lanes;
}

const partOf = ({ x, w }: Place, at: number, count: number): Place => ({ x: x + (w * at) / count, w: w / count });

/** Boxes beside each other in a room, each as wide as it needs up to a width. */
export function placesOf(
  names: readonly string[],
  room: Place,
  most: number,
  wide: (name: string) => number,
): ReadonlyMap<string, Place> {
  const sum = names.reduce((all, name) => all + wide(name), 0);
  const unit = Math.min(most, room.w / Math.max(1, sum));
  let { x } = room;
  return new Map(
    names.map((name) => {
      const place = { x, w: unit * wide(name) };
      x += place.w;
      return [name, place] as const;
    }),
  );
}
