// The derivatives within a run as a list: those that are done, and those whose way back is under way.
import { List } from "immutable";
import type { Content, OwnEvent } from "../../../core/events/events.ts";
import { shortReal } from "../../../core/values/show-value.ts";
import type { ListItem, OwnList } from "../../algorithm.ts";
import { ENTER, LEAVE } from "../descriptions.ts";

/** The derivatives so far, and the places of those under way, the innermost last. */
interface Passes {
  readonly all: List<ListItem>;
  readonly open: List<number>;
}

/** The derivatives within a run, in the order in which their ways back began. */
export const passesList: OwnList<Passes> = {
  start: { all: List(), open: List() },
  after: ({ all, open }, event) => {
    if (event.event === ENTER) {
      const text = `${"↼".repeat(open.size + 1)} …`;
      return { all: all.push({ key: String(all.size), text, span: event.span }), open: open.push(all.size) };
    }
    const at = event.event === LEAVE ? open.last() : undefined;
    if (at === undefined) return { all, open };
    const text = `${"↼".repeat(open.size)} ${sensitivity(event)}`;
    return { all: all.update(at, (item) => item && { ...item, text }), open: open.pop() };
  },
  items: ({ all }, most) => ({ items: all.takeLast(most).toArray(), count: all.size }),
};

/** The sensitivity that an event of a derivative is about. */
export function sensitivity({ content }: OwnEvent): string {
  return shown(content);
}

/** A sensitivity as a reader writes it: a number, the parts of a whole, 0. */
function shown(content: Content): string {
  if (typeof content === "number") return shortReal(content);
  if ("fields" in content) {
    const [first] = content.fields;
    return first === undefined ? "0" : shown(first);
  }
  if ("list" in content) return `(${content.list.map(shown).join(", ")})`;
  if ("first" in content) return `(${shown(content.first)}, ..)`;
  return "..";
}
