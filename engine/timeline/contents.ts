// Values as they stand in events, taken apart.
import type { Content } from "../core/events/events.ts";

/** The first elements of a list, up to `most`. */
export function elementsOf(content: Content, most = Number.POSITIVE_INFINITY): readonly Content[] {
  const elements: Content[] = [];
  let at = content;
  for (; typeof at === "object" && "first" in at && elements.length < most; at = at.rest) elements.push(at.first);
  if (typeof at === "object" && "list" in at) elements.push(...at.list.slice(0, most - elements.length));
  return elements;
}
