// How a room is shared: by the runs of bodies, each in a lane within that of its caller, and by boxes beside each other.
import { groupedBy } from "../../../../../engine/base/grouped-by.ts";
import { nth, present } from "../../../../../engine/base/nth.ts";
import type { Run } from "../model/moves.ts";

/** A part of the width. */
export interface Place {
  readonly x: number;
  readonly w: number;
}

/** By run, its lane: runs of one body share the lanes of their callers, side by side, however they came to be called. */
export function sharesOf(runs: readonly Run[], whole: Place): readonly Place[] {
  if (runs.length === 0) return [whole];
  const byLine = groupedBy(runs.keys(), (run) => nth(runs, run).line);
  const lanes: Place[] = runs.map(() => whole);
  const laid = new Set<number>();
  const layLine = (line: number): void => {
    if (laid.has(line)) return;
    // of bodies that call each other, the one that is laid out first stands in the whole column
    laid.add(line);
    const rooms = present(byLine.get(line)).map((run) => {
      const { parent } = nth(runs, outermost(runs, run));
      if (parent !== undefined) layLine(nth(runs, parent).line);
      return { run, room: parent === undefined ? whole : nth(lanes, parent) };
    });
    for (const { members, room } of clusters(rooms))
      for (const [at, run] of members.entries()) lanes[run] = partOf(room, at, members.length);
  };
  for (const line of byLine.keys()) layLine(line);
  return lanes;
}

/** The outermost run of a body that a run of it is within: itself, where the body does not call itself. */
function outermost(runs: readonly Run[], run: number): number {
  const { line } = nth(runs, run);
  let found = run;
  for (let at: number | undefined = run; at !== undefined; at = nth(runs, at).parent)
    if (nth(runs, at).line === line) found = at;
  return found;
}

/** Rounding errors of widths, in pixels. */
const NEAR = 0.01;

/** Runs whose rooms lie over each other, with the room of all of them. */
function clusters(
  rooms: readonly { readonly run: number; readonly room: Place }[],
): readonly { readonly members: readonly number[]; readonly room: Place }[] {
  const found: { members: number[]; from: number; to: number }[] = [];
  for (const { run, room } of [...rooms].sort((a, b) => a.room.x - b.room.x || a.run - b.run)) {
    const last = found.at(-1);
    const to = room.x + room.w;
    if (last !== undefined && room.x < last.to - NEAR) {
      last.members.push(run);
      last.to = Math.max(last.to, to);
    } else found.push({ members: [run], from: room.x, to });
  }
  return found.map(({ members, from, to }) => ({
    members: members.sort((a, b) => a - b),
    room: { x: from, w: to - from },
  }));
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
