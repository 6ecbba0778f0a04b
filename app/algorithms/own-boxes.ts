// The entries of a list that is a row of boxes (`StateView.boxes`): a name, and what is held for it.
import type { ListItem } from "../../engine/algorithms/algorithm.ts";

/** The text in the box of an entry, without its name. */
export function heldIn({ key, text }: ListItem): string {
  return text.slice(key.length + 2);
}

/** Whether a box holds nothing yet. */
export function isZero(held: string): boolean {
  return held === "0" || held === "[]";
}
