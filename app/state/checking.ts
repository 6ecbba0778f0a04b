// The store of what the checker says about each cell's text, kept up to date as the text changes.
import { create } from "zustand";
import type { Completion, Hover } from "../../engine/session/editor.ts";
import type { Meaning, NameUses } from "../../engine/session/names.ts";
import type { Span } from "../../engine/source/span.ts";
import type { Checked, ProgramText } from "../../engine/worker/protocol.ts";
import { type CellId, programOf, programsOf, sameTexts, textsAbove } from "../document/document.ts";
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
  const first = useDocument.getState().document;
  for (const { id, text } of programsOf(first)) void checkCell(id, { text, above: textsAbove(first, id) });
  const unsubscribe = useDocument.subscribe(({ document, turn }, before) => {
    if (document.cells === before.document.cells) return;
    if (turn !== before.turn) useChecking.setState({ checks: {}, slow: {} });
    for (const { id, text } of programsOf(document)) {
      const above = textsAbove(document, id);
      const old = programOf(before.document, id);
      if (turn === before.turn && old?.text === text && sameTexts(above, textsAbove(before.document, id))) continue;
      clearTimeout(timers.get(id));
      timers.set(
        id,
        setTimeout(() => void checkCell(id, { text, above }), QUIET),
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

/** What is known at a place of a cell whose editor has this text now. */
export function hoverIn(id: CellId, text: string, offset: number): Promise<Hover | undefined> {
  return questions.hover(programIn(id, text), offset);
}

/** The names that may stand at a place of a cell whose editor has this text now. */
export function completeIn(id: CellId, text: string, offset: number): Promise<readonly Completion[]> {
  return questions.complete(programIn(id, text), offset);
}

/** The name at a place of a cell whose editor has this text now: where it is defined, and where it stands. */
export function nameIn(id: CellId, text: string, offset: number): Promise<NameUses | undefined> {
  return questions.name(programIn(id, text), offset);
}

/** Where a name has in a program a meaning that it does not get there. */
export function usesIn(program: ProgramText, meaning: Meaning): Promise<readonly Span[]> {
  return questions.uses(program, meaning);
}

function programIn(id: CellId, text: string): ProgramText {
  return { text, above: textsAbove(useDocument.getState().document, id) };
}

async function checkCell(id: CellId, program: ProgramText): Promise<void> {
  const patience = setTimeout(() => setSlow(id, true), CHECK_PATIENCE);
  const checked = await questions.check(program);
  clearTimeout(patience);
  setSlow(id, false);
  if (checked === undefined) return;
  useChecking.setState(({ checks }) => ({
    checks: { ...checks, [id]: { text: program.text, checked } },
    failure: undefined,
  }));
}

function setSlow(id: CellId, slow: boolean): void {
  if ((useChecking.getState().slow[id] ?? false) === slow) return;
  useChecking.setState((state) => ({ slow: { ...state.slow, [id]: slow } }));
}
