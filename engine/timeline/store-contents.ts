// Meanings of entries of maps and arrays, by what these hold (core/terms/meaning.ts).
import type { Content, StoreId } from "../core/events/events.ts";
import type { Recording } from "./recording.ts";

/** The arrays of a job: its inbox, where it has one, and a cell for each of its scalars. */
export interface JobCells {
  readonly job: number;
  readonly inbox: StoreId | undefined;
  readonly cells: StoreId;
}

/** The cotangent that waits in an entry of staging: itself, or its last part; undefined where none does. */
export function waitingIn(content: Content): number | undefined {
  if (typeof content === "number") return content;
  const parts = "tuple" in content ? content.tuple : "fields" in content ? content.fields : [];
  const last = parts.at(-1);
  return typeof last === "number" ? last : undefined;
}

/** The arrays of a job, in an array that holds `jobs`: data that begins with the job's number. */
export function jobCells(content: Content): JobCells | undefined {
  if (typeof content !== "object" || !("fields" in content)) return undefined;
  const [job, ...rest] = content.fields;
  const arrays = rest.map((field) => (typeof field === "object" && "array" in field ? field.array : undefined));
  const cells = arrays.at(-1);
  if (typeof job !== "number" || cells === undefined) return undefined;
  return { job, inbox: arrays.length > 1 ? arrays[0] : undefined, cells };
}

/** An entry of an inbox, (rank, (place, (backpropagator, cotangent))): the place in the job, and the cotangent. */
export function entryOf(content: Content): { readonly place: number; readonly argument: number } | undefined {
  const [, inner] = tuple(content);
  const [place, call] = tuple(inner);
  const argument = tuple(call).at(-1);
  return typeof place === "number" && typeof argument === "number" ? { place, argument } : undefined;
}

/** The cotangent that an event of staging writes: that of one call in an inbox, or the sum in a cell or an entry; NaN where the event does not tell it. */
export function stagedArgument({ columns }: Recording, event: number): number {
  const at = columns.at(event);
  const content = at.tag === "map" || at.tag === "write" ? at.content : undefined;
  if (content === undefined) return Number.NaN;
  const argument = at.tag === "write" && at.pushed ? entryOf(content)?.argument : waitingIn(content);
  return argument ?? Number.NaN;
}

function tuple(content: Content | undefined): readonly Content[] {
  return typeof content === "object" && "tuple" in content ? content.tuple : [];
}
