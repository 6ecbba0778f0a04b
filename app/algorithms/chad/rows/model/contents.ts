// Cotangents as the picture shows them: numbers and data, logs and captures of functions, nothing.
import { sideOf } from "../../../../../engine/algorithms/chad/cotangents/sides.ts";
import { shown } from "../../../../../engine/algorithms/chad/lists.ts";
import type { Content } from "../../../../../engine/core/events/events.ts";

/** A cotangent that is a function's: its log, or what a closure captured; undefined for data. */
export type Held =
  | { readonly tag: "log"; readonly entries: readonly Content[] }
  | { readonly tag: "closure"; readonly fields: readonly Content[] };

/** The log or the captures in a cotangent. */
export function heldIn(content: Content | undefined): Held | undefined {
  if (content === undefined || typeof content === "number") return undefined;
  if ("list" in content && content.list.every(isEntry)) return { tag: "log", entries: content.list };
  if ("con" in content && /^L[₀-₉]+ᶜ/u.test(content.con)) return { tag: "closure", fields: content.fields };
  if (!("first" in content)) return undefined;
  const entries: Content[] = [];
  let rest: Content = content;
  while (typeof rest === "object" && "first" in rest) {
    entries.push(rest.first);
    rest = rest.rest;
  }
  if (typeof rest === "object" && "list" in rest) entries.push(...rest.list);
  return entries.every(isEntry) ? { tag: "log", entries } : undefined;
}

const isEntry = (content: Content): boolean =>
  typeof content === "object" && "tuple" in content && content.tuple.length === 3;

/** Whether a cotangent is zero, or a log without entries. */
export function isNothing(content: Content | undefined): boolean {
  if (typeof content === "number") return content === 0;
  return content === undefined || shown(content) === "0" || shown(content) === "[]";
}

/** A cotangent as text. */
export function textOf(content: Content | undefined): string {
  const held = heldIn(content);
  if (held?.tag === "closure") return `⟨${held.fields.map(textOf).join(" ")}⟩`;
  return isNothing(content) || content === undefined ? "0" : shown(content);
}

/** A cotangent as text in a box: of a side of a sum its parts alone, for the side is said beside it. */
export function boxText(content: Content | undefined): string {
  if (typeof content !== "object" || !("con" in content) || sideOf(content.con) === undefined) return textOf(content);
  return heldIn(content) === undefined && !isNothing(content) ? content.fields.map(boxText).join(" ") : textOf(content);
}
