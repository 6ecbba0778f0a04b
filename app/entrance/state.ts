// The store of the entrance: whether the first screen is shown, and the stop of the tour.
import { create } from "zustand";
import { keepChoice, keptChoice, WELCOME } from "../base/kept-choice.ts";
import type { Document } from "../document/document.ts";
import { FIRST_EXAMPLE } from "../document/first-example.ts";
import { useDocument } from "../document/state/document.ts";

interface EntranceState {
  readonly isOpen: boolean;
  /** The stop of the tour, from 0; undefined without a tour. */
  readonly stop: number | undefined;
}

/** The state of the first screen and the tour; of it the browser keeps whether the welcome is still open. */
export const useEntrance = create<EntranceState>()(() => ({
  isOpen: false,
  stop: undefined,
}));

/** Whether a document is as a first visit opens it: its numbers may have been moved, its text not. */
export function isUntouched({ cells: [first, ...others] }: Document): boolean {
  return first?.tag === "program" && first.text === FIRST_EXAMPLE && others.length === 0;
}

/** Shows the first screen to a first visit, and again until it was closed or the document was edited. */
export function welcome(isFirst: boolean): void {
  if (isFirst) keepChoice(WELCOME, "open");
  else if (keptChoice(WELCOME) !== "open") return;
  if (isFirst || isUntouched(useDocument.getState().document)) openEntrance();
  else keepChoice(WELCOME, "closed");
}

/** Shows the first screen. */
export function openEntrance(): void {
  useEntrance.setState({ isOpen: true });
}

/** Hides the first screen; a tour goes on. */
export function closeEntrance(): void {
  useEntrance.setState({ isOpen: false });
  if (keptChoice(WELCOME) === "open") keepChoice(WELCOME, "closed");
}

/** Begins the tour at a stop, counted from 0, or moves it there. */
export function goToStop(stop: number): void {
  useEntrance.setState({ stop });
}

/** Ends the tour; does nothing without one. */
export function endTour(): void {
  useEntrance.setState({ stop: undefined });
}

// the first screen is that of the first document: it is not there while another one is open
useDocument.subscribe(({ document, turn }, before) => {
  if (turn !== before.turn) useEntrance.setState({ isOpen: keptChoice(WELCOME) === "open" && isUntouched(document) });
});
