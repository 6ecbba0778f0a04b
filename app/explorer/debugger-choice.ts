// Whether the explorer shows a run in the debugger, or as a film: the reader's choice, which the browser keeps.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../base/kept-choice.ts";

const KEPT = "dualscope.explorer";

export const useDebugger = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: keptChoice(KEPT) === "events" }));

export function openDebugger(isOpen: boolean): void {
  keepChoice(KEPT, isOpen ? "events" : "film");
  useDebugger.setState({ isOpen });
}
