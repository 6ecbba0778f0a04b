// What events say of the cells of jobs (§3.10): by their form, for nothing here knows a stage.
import type { Content, StoreId } from "../core/events.ts";

/** The arrays of a job: its inbox, where it has one, and a cell for each of its scalars. */
export interface JobCells {
  readonly job: number;
  readonly inbox: StoreId | undefined;
  readonly cells: StoreId;
}

/** Data that holds a job's number and its arrays. */
export function jobCells(content: Content): JobCells | undefined {
  if (typeof content !== "object" || !("fields" in content)) return undefined;
  const [job, ...rest] = content.fields;
  const arrays = rest.map((field) => (typeof field === "object" && "array" in field ? field.array : undefined));
  const cells = arrays.at(-1);
  if (typeof job !== "number" || cells === undefined) return undefined;
  return { job, inbox: arrays.length > 1 ? arrays[0] : undefined, cells };
}

/** What waits in an inbox, as (rank, (place, (backpropagator, argument))): the place in the job, and the argument. */
export function entryOf(content: Content): { readonly place: number; readonly argument: number } | undefined {
  const [, inner] = tuple(content);
  const [place, call] = tuple(inner);
  const argument = tuple(call).at(-1);
  return typeof place === "number" && typeof argument === "number" ? { place, argument } : undefined;
}

function tuple(content: Content | undefined): readonly Content[] {
  return typeof content === "object" && "tuple" in content ? content.tuple : [];
}
