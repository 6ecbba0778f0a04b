// The store of the checks of each cell's text, kept up to date as the text changes.
import { create } from "zustand";
import type { Completion, Hover } from "../../../engine/session/program/editor.ts";
import type { Meaning, NameSpan, NameUses } from "../../../engine/session/program/names.ts";
import type { ProgramText } from "../../../engine/worker/protocol.ts";
import { withEntry } from "../../base/entries.ts";
import { Rounds } from "../../base/rounds.ts";
import { dataKeyAt } from "../../document/data-files.ts";
import { type CellId, type Document, programOf, programsOf, textsAbove } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import type { CellCheck } from "../model/run.ts";
import { CHECK_PATIENCE, Questions } from "./questions.ts";

/** Milliseconds without a change before a text is checked, at most: quick checks begin sooner, after a rest at once. */
const QUIET = 120;

/** Milliseconds without a change before errors in a text are shown: they come and go while a name is typed. */
const ERRORS_QUIET = 250;

/** How long texts have been left alone, and how long checks take. */
class Pace {
  private took = QUIET;
  private changed = 0;

  /** Notes a change; whether it comes after a rest, in which a quick check would have ended. */
  noteChange(): boolean {
    const before = this.changed;
    this.changed = performance.now();
    return this.took < QUIET && this.changed - before > this.took;
  }

  noteCheck(took: number): void {
    this.took = took;
  }

  /** Milliseconds without a change before the next check. */
  get patience(): number {
    return Math.min(QUIET, this.took);
  }

  /** Milliseconds until errors may be shown. */
  get restUntilErrors(): number {
    return this.changed + ERRORS_QUIET - performance.now();
  }
}

interface CheckingState {
  readonly checks: ReadonlyMap<CellId, CellCheck>;
  /** Cells whose check has been taking longer than {@link CHECK_PATIENCE}. */
  readonly slow: ReadonlySet<CellId>;
  /** The message of our own bug, if the latest check ended in one. */
  readonly failure: string | undefined;
}

/** The check of each cell's text; missing cells have not been checked yet. */
export const useChecking = create<CheckingState>()(() => ({
  checks: new Map(),
  slow: new Set(),
  failure: undefined,
}));

const questions = new Questions((failure) => useChecking.setState({ failure }));

/** Cells that wait to be checked, the next one first. */
const queue = new Map<CellId, ProgramText>();
const rounds = new Rounds();
const pace = new Pace();
/** Those that wait for the second time. */
const again = new Set<CellId>();

/** Checks every cell, one after the other, and again whenever texts have been left alone for a moment. */
export function startChecking(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: Document | undefined;
  const look = (): void => {
    const { document } = useDocument.getState();
    const [first, ...others] = changedPrograms(document, known);
    known = document;
    // the first is the one being typed; it overtakes the others
    if (first !== undefined) void checkFirst(first);
    for (const { id, ...program } of others) queue.set(id, program);
    void work();
  };
  look();
  const unsubscribe = useDocument.subscribe(({ document, turn }, before) => {
    if (document.cells === before.document.cells) return;
    if (turn !== before.turn) {
      queue.clear();
      known = undefined;
      useChecking.setState({ checks: new Map(), slow: new Set() });
    }
    clearTimeout(timer);
    // the worker checks it while the page is drawn
    if (pace.noteChange()) look();
    else timer = setTimeout(look, pace.patience);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** The programs whose text or data, or those of a text above them, have changed; all where there was no document before. */
function changedPrograms(
  document: Document,
  before: Document | undefined,
): readonly (ProgramText & { readonly id: CellId })[] {
  const old = before === undefined ? [] : programsOf(before);
  const programs = programsOf(document);
  const first = programs.findIndex(({ id, text }, place) => {
    if (before === undefined || old[place]?.id !== id || old[place].text !== text) return true;
    return document.files !== before.files && dataKeyAt(document, id) !== dataKeyAt(before, id);
  });
  if (first < 0) return [];
  return programs.slice(first).map(({ id, text }, index) => ({
    id,
    text,
    above: programs.slice(0, first + index).map((one) => one.text),
    data: dataKeyAt(document, id),
  }));
}

/** Checks the changed cell. Where the engine is slow to start, the check of another ends this one: then it is tried again. */
async function checkFirst({ id, ...program }: ProgramText & { readonly id: CellId }): Promise<void> {
  const isChecked = await checkCell(id, program);
  if (isChecked || queue.has(id) || programOf(useDocument.getState().document, id)?.text !== program.text) return;
  again.add(id);
  queue.set(id, program);
  void work();
}

function work(): Promise<void> {
  return rounds.run(checkAll);
}

async function checkAll(): Promise<void> {
  for (let next = queue.entries().next(); !next.done; next = queue.entries().next()) {
    const [id, program] = next.value;
    queue.delete(id);
    const isChecked = await checkCell(id, program);
    // typing may have ended a long check: try again
    if (isChecked || again.has(id)) again.delete(id);
    else {
      again.add(id);
      queue.set(id, program);
    }
  }
}

/** Ends a check that takes too long; the next change of the text starts another. */
export function stopChecking(): void {
  questions.restart();
  useChecking.setState({ slow: new Set() });
}

/** Milliseconds that one waits for a check that was asked for by a key. */
const LONGEST_WAIT = 10_000;

/** The check of a cell's text as it is now, as soon as there is one; undefined where the text changes before, or the check takes too long. */
export function checkNow(id: CellId): Promise<CellCheck | undefined> {
  const textNow = (): string | undefined => programOf(useDocument.getState().document, id)?.text;
  const text = textNow();
  return new Promise((resolve) => {
    const end = (check: CellCheck | undefined): void => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve(check);
    };
    const look = (): void => {
      const check = useChecking.getState().checks.get(id);
      if (check?.text === text) end(check);
      else if (textNow() !== text) end(undefined);
    };
    const timer = setTimeout(() => end(undefined), LONGEST_WAIT);
    const stops = [useChecking.subscribe(look), useDocument.subscribe(look)];
    look();
  });
}

/** The hover at a place of a cell whose editor has this text now. */
export function hoverIn(id: CellId, text: string, offset: number): Promise<Hover | undefined> {
  return questions.hover(programIn(id, text), offset);
}

/** The names that may stand at a place of a cell whose editor has this text now. */
export function completeIn(id: CellId, text: string, offset: number): Promise<readonly Completion[]> {
  return questions.complete(programIn(id, text), offset);
}

/** The name at a place of a cell whose editor has this text now: its definition, and its uses. */
export function nameIn(id: CellId, text: string, offset: number): Promise<NameUses | undefined> {
  return questions.name(programIn(id, text), offset);
}

/** Where a name has in a program a meaning that it does not get there. */
export function usesIn(program: ProgramText, meaning: Meaning): Promise<readonly NameSpan[]> {
  return questions.uses(program, meaning);
}

function programIn(id: CellId, text: string): ProgramText {
  const { document } = useDocument.getState();
  return { text, above: textsAbove(document, id), data: dataKeyAt(document, id, text) };
}

/** Checks a cell; whether there is an answer. */
async function checkCell(id: CellId, program: ProgramText): Promise<boolean> {
  const { text } = program;
  queue.delete(id);
  const patience = setTimeout(() => setSlow(id, true), CHECK_PATIENCE);
  const began = performance.now();
  const checked = await questions.check(program);
  pace.noteCheck(performance.now() - began);
  clearTimeout(patience);
  setSlow(id, false);
  if (checked === undefined) return false;
  const hasErrors = checked.diagnostics.some(({ severity }) => severity === "error");
  const rest = pace.restUntilErrors;
  if (hasErrors && rest > 0) {
    await new Promise((done) => setTimeout(done, rest));
    // a newer text has a check of its own
    if (programOf(useDocument.getState().document, id)?.text !== text) return true;
  }
  useChecking.setState(({ checks }) => ({ checks: withEntry(checks, id, { text, checked }), failure: undefined }));
  return true;
}

function setSlow(id: CellId, slow: boolean): void {
  const before = useChecking.getState().slow;
  if (before.has(id) === slow) return;
  const next = new Set(before);
  if (slow) next.add(id);
  else next.delete(id);
  useChecking.setState({ slow: next });
}
