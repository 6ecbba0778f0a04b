// The focus by the arrow keys: along the parts of a list, of which one is in the order of Tab.
import type { KeyboardEvent } from "react";

const KEYS = { down: ["ArrowDown", "ArrowUp"], along: ["ArrowRight", "ArrowLeft"] } as const;

/**
 * Moves the focus from a part of the element that hears the key to the next or previous one that a selector names; Home and End lead to the
 * ends of a list that goes round. Gives the part that has the focus then; undefined where the key moves nothing.
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  { way = "down", isRound = false }: { readonly way?: keyof typeof KEYS; readonly isRound?: boolean } = {},
): HTMLElement | undefined {
  const { key, altKey, currentTarget } = event;
  const parts = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = parts.findIndex((part) => part.contains(document.activeElement));
  const [next, previous] = KEYS[way];
  const ends: Readonly<Record<string, number>> = isRound ? { Home: 0, End: parts.length - 1 } : {};
  const to = { [next]: at + 1, [previous]: at - 1, ...ends }[key];
  if (to === undefined || at < 0 || altKey) return undefined;
  const part = parts[isRound ? (to + parts.length) % parts.length : to];
  if (part === undefined) return undefined;
  event.preventDefault();
  part.focus();
  return part;
}
