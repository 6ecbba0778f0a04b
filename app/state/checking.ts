// The store of what the checker says about each cell's text, kept up to date as the text changes.
import { create } from "zustand";
import type { Completion, Hover } from "../../engine/session/editor.ts";
import type { Checked } from "../../engine/worker/protocol.ts";
import type { CellId } from "../document/document.ts";
import { useDocument } from "./document.ts";
import { CHECK_PATIENCE, Questions } from "./questions.ts";

/** Milliseconds without a change before a text is checked. */
const QUIET = 120;

/** The latest answer for a cell, and for which text it was given. */
export interface CellCheck {
  readonly text: string;
  readonly checked: Checked;
}

interface CheckingState {
  readonly checks: Readonly<Record<CellId, CellCheck>>;
  /** Cells whose check has been taking longer than {@link CHECK_PATIENCE}. */
  readonly slow: Readonly<Record<CellId, boolean>>;
  /** The message of our own bug, if the latest check ended in one. */
  readonly failure: string | undefined;
}

export const useChecking = create<CheckingState>()(() => ({ checks: {}, slow: {}, failure: undefined }));

const questions = new Questions((failure) => useChecking.setState({ failure }));

/** Checks every cell now, and again whenever its text has been left alone for a moment. */
export function startChecking(): () => void {
  const timers = new Map<CellId, ReturnType<typeof setTimeout>>();
  for (const cell of useDocument.getState().document.cells) void checkCell(cell.id, cell.text);
  const unsubscribe = useDocument.subscribe(({ document }, before) => {
    for (const cell of document.cells) {
      const old = before.document.cells.find((other) => other.id === cell.id);
      if (old?.text === cell.text) continue;
      clearTimeout(timers.get(cell.id));
      timers.set(
        cell.id,
        setTimeout(() => void checkCell(cell.id, cell.text), QUIET),
      );
    }
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Ends a check that takes too long; the next change of the text starts another. */
export function stopChecking(): void {
  questions.restart();
  useChecking.setState({ slow: {} });
}

export function hoverIn(text: string, offset: number): Promise<Hover | undefined> {
  return questions.hover(text, offset);
}

export function completeIn(text: string, offset: number): Promise<readonly Completion[]> {
  return questions.complete(text, offset);
}

async function checkCell(id: CellId, text: string): Promise<void> {
  const patience = setTimeout(() => setSlow(id, true), CHECK_PATIENCE);
  const checked = await questions.check(text);
  clearTimeout(patience);
  setSlow(id, false);
  if (checked === undefined) return;
  useChecking.setState(({ checks }) => ({ checks: { ...checks, [id]: { text, checked } }, failure: undefined }));
}

function setSlow(id: CellId, slow: boolean): void {
  if ((useChecking.getState().slow[id] ?? false) === slow) return;
  useChecking.setState((state) => ({ slow: { ...state.slow, [id]: slow } }));
}
