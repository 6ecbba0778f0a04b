// A function's entries on the tape: items of a block, and at the end of a segment the segment's number.
import { present } from "../../../base/nth.ts";
import { type Item, isTruth } from "../../analyse/items.ts";
import type { Group } from "../../analyse/record-plan.ts";
import type { Segment } from "../codegen-context.ts";
import type { Writer } from "./writer.ts";

/** Writes how what a block's record holds is kept; `ends`: it is that of the segment itself, and ends with the segment's number. */
export type Leave = (w: Writer, group: Group | undefined, ends?: Segment) => void;

/** Puts it onto the tape. */
export const leaveOnTape: Leave = (w, group, ends) => {
  const numbers = group?.numbers ?? [];
  const words = (group?.indices ?? []).map((item) => ({
    item,
    code: isTruth(item) ? `${item.name} ? 1 : 0` : item.name,
  }));
  const number = ends?.id === undefined ? [] : [{ item: undefined, code: String(ends.id) }];
  const indices: readonly { readonly item: Item | undefined; readonly code: string }[] = [...words, ...number];
  const counter =
    numbers.length + indices.length === 0
      ? undefined
      : w.context.counter(ends === undefined ? present(group) : ends.plan);
  if (counter !== undefined) w.emit(`C[${counter}]++;`);
  const values = numbers.map((item) => ({ item, code: item.name }));
  put(w, "T", "tp", values);
  put(w, "I", "ip", indices);
};

function put(
  w: Writer,
  store: "T" | "I",
  top: string,
  what: readonly { readonly item: Item | undefined; readonly code: string }[],
): void {
  if (what.length === 0) return;
  w.reserve(store, what.length);
  what.forEach(({ item, code }, index) =>
    w.emit(
      `${w.state.at(store, `${top}${index === 0 ? "" : ` + ${index}`}`)} = ${code};`,
      w.storage.originOf(item?.of) ?? w.at,
    ),
  );
  w.emit(`${top} += ${what.length};`);
}
