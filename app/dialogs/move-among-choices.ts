// Lists in dialogs by the arrow keys.
import type { KeyboardEvent } from "react";

/** The arrow keys go through the list; the query is the item above the first. */
export function moveAmongChoices(event: KeyboardEvent<HTMLDialogElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .choice")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
