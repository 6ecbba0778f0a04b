// The store of the entrance: whether the first screen says what this is, and at which stop the tour is.
import { create } from "zustand";
import { useDocument } from "../document/state/document.ts";

interface EntranceState {
  readonly isOpen: boolean;
  /** The stop of the tour, from 0; undefined where none is under way. */
  readonly stop: number | undefined;
}

export const useEntrance = create<EntranceState>()(() => ({
  isOpen: false,
  stop: undefined,
}));

export function openEntrance(): void {
  useEntrance.setState({ isOpen: true });
}

export function closeEntrance(): void {
  useEntrance.setState({ isOpen: false });
}

export function goToStop(stop: number): void {
  useEntrance.setState({ stop });
}

export function endTour(): void {
  useEntrance.setState({ stop: undefined });
}

// whoever opens another document is past the entrance
useDocument.subscribe(({ turn }, before) => {
  if (turn !== before.turn) closeEntrance();
});
