// An event of a run as a line of JSON.
import { jsonText } from "../base/json.ts";
import type { Watch } from "../base/watch.ts";
import type { Event } from "../core/events/events.ts";
import { located, type Sources } from "../source/render.ts";

/** An event as JSON without a newline; its place has line and column. Throws what the watch throws. */
export function eventLine(event: Event, sources: Sources, watch: Watch): string {
  const isPlaced = "span" in event && event.span !== undefined;
  return jsonText(isPlaced ? { ...event, span: located(event.span, sources) } : event, undefined, watch);
}
