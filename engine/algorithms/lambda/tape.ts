// The tape as a list: the backpropagators that were made, each with what it captured.
import { List } from "immutable";
import type { ListItem, OwnList } from "../algorithm.ts";
import { MADE } from "./descriptions.ts";
import { heldBy } from "./held.ts";

/** The backpropagators that were made, in order. */
export const tapeList: OwnList<List<ListItem>> = {
  start: List(),
  after: (made, event) =>
    event.event === MADE
      ? made.push({ key: String(made.size), text: heldBy(event.captured ?? []), span: event.span })
      : made,
  items: (made, most) => ({ items: made.takeLast(most).toArray(), count: made.size }),
};
