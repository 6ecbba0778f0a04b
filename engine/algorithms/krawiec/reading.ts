// A scalar's contributions by its Delta term: the product of the factors on the way to each reference.
import type { Content } from "../../core/events/events.ts";
import type { Contributed } from "../algorithm.ts";

/** Reads a Delta term; undefined for what is none. */
export function deltaContributions(kept: Content): readonly Contributed[] | undefined {
  return contributions(kept, 1);
}

function contributions(content: Content | undefined, factor: number): readonly Contributed[] | undefined {
  if (typeof content !== "object") return undefined;
  if ("backpropagator" in content) return [{ partial: factor, to: content.backpropagator }];
  if (!("con" in content)) return undefined;
  const [first, second] = content.fields;
  switch (content.con) {
    case "Zero":
    case "OneHot":
      return [];
    case "Var":
      return [{ partial: factor, to: { id: first as number } }];
    case "Scale":
      return contributions(second, factor * (first as number));
    case "Add":
      return [...(contributions(first, factor) ?? []), ...(contributions(second, factor) ?? [])];
    default:
      return undefined;
  }
}
