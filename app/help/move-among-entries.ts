// The entries of the help by the arrow keys: the search is the one above the first.
import type { KeyboardEvent } from "react";

/** Goes to the entry before or after, where an arrow key says so; whether it did. */
export function moveAmongEntries({ key, altKey, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (step === 0 || altKey) return false;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>("input[type=search], article")];
  const here = target instanceof Element ? target.closest<HTMLElement>("input[type=search], article") : null;
  const next = here === null ? undefined : stops[stops.indexOf(here) + step];
  if (next === undefined) return false;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}
