// A run from afar: how much each stretch of its events cost, and by what.
import { nth } from "../base/nth.ts";
import type { Event } from "../core/events/events.ts";
import type { Recording } from "./recording.ts";

/** The kinds of work that a timeline distinguishes. */
export const WORK = ["operation", "call", "staging", "merge", "monoid", "other"] as const;
/** The kind of work of an event; undefined where a timeline distinguishes none. */
export type Work = (typeof WORK)[number];

/** The cost of a run over its events, in buckets of about as many events each. */
export interface Landscape {
  /** By bucket and kind of work, one after the other: cost. */
  readonly cost: Float64Array;
  readonly buckets: number;
  /** The steps at which buckets begin, and the end. */
  readonly bounds: Uint32Array;
  /** Where there are few events: the step that each leads to, and what it is. */
  readonly glyphs: readonly { readonly step: number; readonly work: Work; readonly tag: Event["tag"] }[];
}

/** Up to this many events are drawn one by one. */
export const MOST_GLYPHS = 90;

/** The cost of a run by bucket and kind of work. It goes through all events once. */
export function landscapeOf(recording: Recording, buckets: number): Landscape {
  const { columns, steps } = recording;
  const bounds = Uint32Array.from({ length: buckets + 1 }, (_, bucket) => Math.round((bucket * steps) / buckets));
  const cost = new Float64Array(buckets * WORK.length);
  const glyphs: { step: number; work: Work; tag: Event["tag"] }[] = [];
  let before = 0;
  let bucket = 0;
  for (let event = 0; event < steps; event++) {
    while (event >= nth(bounds, bucket + 1)) bucket++;
    const { total } = columns.cost(event);
    const work = workOf(recording, event);
    // the costs of a phase begin where the last ended; what happened between is of no event
    cost[bucket * WORK.length + WORK.indexOf(work)]! += Math.max(0, total - before);
    before = total;
    if (glyphs.length <= MOST_GLYPHS && !recording.isQuiet(event))
      glyphs.push({ step: event + 1, work, tag: columns.tag(event) });
  }
  return { cost, buckets, bounds, glyphs: glyphs.length > MOST_GLYPHS ? [] : glyphs };
}

function workOf(recording: Recording, event: number): Work {
  switch (recording.columns.tag(event)) {
    case "scalar":
      return "operation";
    case "call":
      return "call";
    case "merge":
      return "merge";
    case "touch":
      return "monoid";
    case "map":
    case "highest":
    case "alloc":
    case "freeze":
      return "staging";
    case "write":
      return recording.stagedAt(event) === undefined ? "operation" : "staging";
    case "save":
      return "operation";
    default:
      return "other";
  }
}

/** The steps that touch a scalar, by bucket: whether any of its events is an event about the scalar. */
export function touchingBuckets(recording: Recording, { bounds, buckets }: Landscape, scalar: number): Uint8Array {
  const touched = new Uint8Array(buckets);
  const mark = (event: number): void => {
    let low = 0;
    let high = buckets;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nth(bounds, middle + 1) <= event) low = middle + 1;
      else high = middle;
    }
    if (low < buckets) touched[low] = 1;
  };
  const creation = recording.created[scalar];
  if (creation !== undefined && creation >= 0) mark(creation);
  if (scalar >= recording.scalars) return touched;
  for (const event of recording.calls.of(scalar)) mark(event);
  for (const event of recording.staged.of(scalar)) mark(event);
  return touched;
}
