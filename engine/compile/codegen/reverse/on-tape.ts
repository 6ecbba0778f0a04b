// How adjoints of a program with a tape get and give: records come back from the tape, cotangents go to cells.

import { internal } from "../../../base/unreachable.ts";
import { valueCode } from "../../../scalars/javascript.ts";
import { type Item, isTruth } from "../../analyse/items.ts";
import type { Repeated } from "../../analyse/record-plan.ts";
import type { Cotangents, Exchange } from "./cotangents.ts";

/** With the tape and with cells. */
export const ON_TAPE: Exchange = {
  take(c, { numbers, indices, recompute }, isStretch) {
    takeFrom(c, "T", "tp", "backT", numbers, isStretch);
    takeFrom(c, "I", "ip", "backI", indices, isStretch);
    for (const { item, from } of recompute)
      c.emit(`${c.local(item)} = ${repeatedCode(c, from)};`, c.originOf(item.of) ?? c.at);
  },
  send(c, one, isSingleUse) {
    c.planner.cell(one);
    const isStored = isSingleUse && c.mode !== "nan-safe";
    const cell = c.element("A", c.items.cell(one).name);
    // what is stored is no −0 either
    c.emit(`${cell} ${isStored ? "=" : "+="} ${c.d(one)}${isStored ? " + 0" : ""};`);
    if (c.mode !== "nan-safe") c.frame.sent.push(c.items.cotangent(one));
  },
  total(c, total, sent) {
    c.uses.add("z");
    c.emit(`z += ${total};`, ...sent.map(({ of }) => c.originOf(of)));
  },
};

/** The same where a job may have captured a cell: contributions to those are logged (`parallel/jobs.js`). */
export const ON_SHARED_CELLS: Exchange = {
  ...ON_TAPE,
  send(c, one, isSingleUse) {
    if (isSingleUse && c.mode !== "nan-safe") return ON_TAPE.send(c, one, isSingleUse);
    c.planner.cell(one);
    const { name } = c.items.cell(one);
    const amount = c.d(one);
    c.frame.calls.runtime("log");
    c.emit(`if (${name} < ownFrom) log(${name}, ${amount}); else ${c.element("A", name)} += ${amount};`);
    if (c.mode !== "nan-safe") c.frame.sent.push(c.items.cotangent(one));
  },
};

function takeFrom(
  c: Cotangents,
  store: "T" | "I",
  top: string,
  back: "backT" | "backI",
  items: readonly Item[],
  isStretch: boolean,
): void {
  if (items.length === 0) return;
  if (!isStretch) c.emit(`if (${top} === 0) { ${chunkBefore(c, store, top, back)} }`);
  c.emit(`${top} -= ${items.length};`);
  items.forEach((item, index) => {
    const code = c.element(store, `${top}${index === 0 ? "" : ` + ${index}`}`);
    c.emit(`${c.local(item)} = ${code}${isTruth(item) ? " === 1" : ""};`, c.originOf(item.of) ?? c.at);
  });
}

/** Statements that go on with the chunk before. */
export function chunkBefore(c: Cotangents, store: "T" | "I", top: string, back: "backT" | "backI"): string {
  return `${c.frame.calls.runtime(back)}(); ${store} = ${store}in; ${top} = ${top}Out;`;
}

function repeatedCode(c: Cotangents, from: Repeated): string {
  if ("cell" in from) return c.element("V", from.cell.name);
  if ("code" in from) return from.code;
  const site = (): number => internal("an operation that may fail is not repeated", from.op);
  return c.frame.calls.scalar(valueCode(from.op, from.args, site, false));
}
