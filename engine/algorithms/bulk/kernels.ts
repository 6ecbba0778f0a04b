// The list of kernels, for the debugger.
import { List } from "immutable";
import { nth } from "../../base/nth.ts";
import type { OwnEvent } from "../../core/events/events.ts";
import type { ListItem, OwnList } from "../algorithm.ts";
import { KERNEL, KERNELS } from "./descriptions.ts";

/** The name of a kernel, and how many elements it computed. */
export function kernelIn({ content }: Pick<OwnEvent, "content">): { readonly name: string; readonly elements: number } {
  if (typeof content !== "object" || !("con" in content)) return { name: "", elements: 0 };
  return { name: content.con, elements: nth(content.fields, 0) as number };
}

const kernels: OwnList<List<ListItem>> = {
  start: List(),
  after: (before, event) => {
    if (event.event !== KERNEL) return before;
    const { name, elements } = kernelIn(event);
    return before.push({ key: String(before.size), text: `${name}: ${elements}`, span: event.span });
  },
  items: (all, most) => ({ items: all.takeLast(most).toArray(), count: all.size }),
};

/** The lists of all stages. */
export const LISTS = { [KERNELS]: kernels as OwnList<unknown> };
