// Whether the explorer shows a run in the debugger, or as a film: the reader's choice, which the browser keeps.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

const KEPT = "dualscope.explorer";

/** The store of whether the debugger is open; it begins as the browser kept it. */
export const useDebugger = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: keptChoice(KEPT) === "events" }));

/** Opens the debugger, or goes back to the film; the browser keeps the choice. */
export function openDebugger(isOpen: boolean): void {
  keepChoice(KEPT, isOpen ? "events" : "film");
  useDebugger.setState({ isOpen });
}
