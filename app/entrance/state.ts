// The store of the entrance: whether the first screen is shown, and the stop of the tour.
import { create } from "zustand";
import { useDocument } from "../document/state/document.ts";

interface EntranceState {
  readonly isOpen: boolean;
  /** The stop of the tour, from 0; undefined without a tour. */
  readonly stop: number | undefined;
}

/** The state of the first screen and the tour; nothing of it is kept when the page is closed. */
export const useEntrance = create<EntranceState>()(() => ({
  isOpen: false,
  stop: undefined,
}));

/** Shows the first screen. */
export function openEntrance(): void {
  useEntrance.setState({ isOpen: true });
}

/** Hides the first screen; a tour goes on. */
export function closeEntrance(): void {
  useEntrance.setState({ isOpen: false });
}

/** Begins the tour at a stop, counted from 0, or moves it there. */
export function goToStop(stop: number): void {
  useEntrance.setState({ stop });
}

/** Ends the tour; does nothing without one. */
export function endTour(): void {
  useEntrance.setState({ stop: undefined });
}

// opening another document ends the entrance
useDocument.subscribe(({ turn }, before) => {
  if (turn !== before.turn) closeEntrance();
});
