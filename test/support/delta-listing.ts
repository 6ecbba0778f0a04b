// Delta terms as a run binds them.
import type { Content, Event } from "../../engine/core/events/events.ts";

/** A run's bindings of IDs, in the order of binding. */
export function boundIn(events: readonly Event[]): readonly (readonly [number, Content])[] {
  return events.flatMap((event) =>
    event.tag === "save"
      ? [[event.id, event.content] as const]
      : event.tag === "write" && event.entry
        ? [[event.index, event.content] as const]
        : [],
  );
}
