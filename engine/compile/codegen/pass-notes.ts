// The results of passes over a program, for observers: the compiler calls a listener after each, with the pass's findings as
// notes.
import { present } from "../../base/nth.ts";
import type { Activity } from "../analyse/activity.ts";
import type { Items } from "../analyse/items.ts";
import { ROOT } from "../analyse/record-plan.ts";
import type { StorageAnalysis } from "../analyse/storage-analysis.ts";
import type { Block, Fn, Stmt, Var } from "../ir/ir.ts";
import type { Notes } from "../ir/print.ts";
import type { Segment } from "./codegen-context.ts";
import { bytesOf, heldBy, NUMBER_OF_SEGMENT } from "./tape-parts.ts";
import type { Held } from "./text.ts";

/** A pass over the language between core and JavaScript, in the order of the compiler. */
export type PassId =
  | "specialised"
  | "tidied"
  | "straightened"
  | "lists"
  | "indexed"
  | "ahead"
  | "cut"
  | "once"
  | "jammed"
  | "activity"
  | "cells"
  | "segments"
  | "places";

/** Called after each pass. Print at once: later passes mutate the statements. */
export interface PassListener {
  passed(pass: PassId, fns: readonly Fn[], notes: Notes): void;
  /** Whether the code counts how often it leaves what on the tape. */
  readonly isCounting: boolean;
}

/** Which Reals depend on the input: `∂real`. */
export function activityNotes(activity: Activity): Notes {
  return { shown: (one) => kindOf(one, activity) };
}

/** Which Reals have a cell: `new c1` where it is made with them, `in c1` where they come with one. */
export function cellNotes(activity: Activity, storageOf: ReadonlyMap<Fn, StorageAnalysis>, items: Items): Notes {
  return {
    shown: (one, fn) => {
      const storage = present(storageOf.get(fn));
      const kind = kindOf(one, activity);
      if (one.kind !== "real") return kind;
      return storage.needsSlot(one)
        ? `${kind} new ${items.cell(one).name}`
        : storage.hasCell(one)
          ? `${kind} in ${items.cell(one).name}`
          : kind;
    },
  };
}

/** Which statements make a segment, what its record holds, and what its rounds and branches leave before it. */
export function segmentNotes(
  activity: Activity,
  storageOf: ReadonlyMap<Fn, StorageAnalysis>,
  segmentsOf: ReadonlyMap<Fn, ReadonlyMap<Stmt, Segment>>,
  items: Items,
): Notes {
  const groups = new Map<Stmt, { readonly title: string; readonly count: number }>();
  const ends = new Map<Block, string>();
  for (const [fn, segments] of segmentsOf)
    for (const [first, { id, plan, size }] of segments) {
      const storage = present(storageOf.get(fn));
      const record = id === undefined ? [] : [...heldBy(plan.get(ROOT), storage), NUMBER_OF_SEGMENT];
      const title = id === undefined ? "segment without a record" : `segment ${id}, a record of ${heldText(record)}`;
      groups.set(first, { title, count: size });
      for (const [block, group] of plan) {
        const holds = heldBy(group, storage);
        if (block !== ROOT && holds.length > 0) ends.set(block, `leaves ${heldText(holds)}`);
      }
    }
  const { shown } = cellNotes(activity, storageOf, items);
  return { ...(shown && { shown }), group: (first) => groups.get(first), atEnd: (block) => ends.get(block) };
}

/** In straight code: at which fixed place what is remembered lies. */
export function placeNotes(activity: Activity, placeOf: (one: Var) => string | undefined): Notes {
  return {
    shown: (one) => {
      const place = placeOf(one);
      return `${kindOf(one, activity)}${place === undefined ? "" : ` at ${place}`}`;
    },
  };
}

function kindOf(one: Var, activity: Activity): string {
  const { kind } = one;
  return activity.isActive(one) ? "∂real" : kind;
}

/** Bytes, and what they are: `12 bytes: v1 (8), c2 (4)`. */
function heldText(holds: readonly Held[]): string {
  const names = holds.map(
    ({ name, what, bytes }) => `${what === "number of the segment" ? "its number" : name} (${bytes})`,
  );
  return `${bytesOf(holds)} bytes: ${names.join(", ")}`;
}
