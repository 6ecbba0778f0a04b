// The editors on the page by their subjects, so that a list of mistakes can lead into them.
import type { EditorView } from "@codemirror/view";
import type { Fix } from "../../engine/source/diagnostic.ts";
import { placeAbove, type SourceName, type Span } from "../../engine/source/span.ts";
import { type CellId, programsOf } from "../document/document.ts";
import { useDocument } from "../document/state/document.ts";

/** A text of a cell that has an editor. */
export type EditedText = SourceName | "<prose>";

const editors = new Map<string, EditorView>();

/** The selection of a text: where it began, and where the cursor is. */
export interface Caret {
  readonly anchor: number;
  readonly head: number;
  /** Of one that is taken over: whether something was typed there, so that Tab indents. */
  readonly hasTyped?: boolean;
}

/** A place in a text, or all of it. */
type Goal = number | "all";

/** Fields in the place of editors that are not there yet: each puts a caret into its text. */
const fields = new Map<string, (caret: Caret) => void>();

/** Carets of fields that had the focus until another one, or the editor, took their place. */
const carets = new Map<string, Caret>();

/** Goals in texts that have no editor yet: that of a cell far away is made when it comes near. */
const goals = new Map<string, Goal>();

function key(cell: CellId, source: EditedText): string {
  return `${cell} ${source}`;
}

/** Registers an editor until the function that comes back is called. */
export function register(cell: CellId, source: EditedText, view: EditorView): () => void {
  editors.set(key(cell, source), view);
  const caret = takenCaret(cell, source);
  if (caret !== undefined) show(view, caret);
  return () => {
    if (editors.get(key(cell, source)) === view) editors.delete(key(cell, source));
  };
}

/** Registers a field in the place of an editor until the function that comes back is called, with its caret where it has the focus. */
export function registerField(
  cell: CellId,
  source: EditedText,
  put: (caret: Caret) => void,
): (left: Caret | undefined) => void {
  fields.set(key(cell, source), put);
  const caret = takenCaret(cell, source);
  if (caret !== undefined) put(caret);
  return (left) => {
    fields.delete(key(cell, source));
    if (left !== undefined) carets.set(key(cell, source), left);
  };
}

/** The caret that waits for a text, once. */
function takenCaret(cell: CellId, source: EditedText): Caret | undefined {
  const [caret, goal] = [carets.get(key(cell, source)), goals.get(key(cell, source))];
  carets.delete(key(cell, source));
  goals.clear();
  return caret ?? (goal === undefined ? undefined : caretAt(goal));
}

/** Puts the cursor at a place of a cell's texts, or of a program above it, and shows it. */
export function goTo(cell: CellId, { source, from }: Span): void {
  const number = placeAbove(source);
  const above = number === undefined ? undefined : programsOf(useDocument.getState().document)[number - 1];
  if (above === undefined) reach(cell, source, from);
  else reach(above.id, "<program>", from);
}

/** Selects all of a cell's program, so that typing replaces it. */
export function selectProgram(cell: CellId): void {
  reach(cell, "<program>", "all");
}

function reach(cell: CellId, source: EditedText, goal: Goal): void {
  const view = editors.get(key(cell, source));
  if (view !== undefined) return show(view, caretAt(goal));
  const put = fields.get(key(cell, source));
  if (put !== undefined) return put(caretAt(goal));
  goals.set(key(cell, source), goal);
  document.getElementById(cell)?.scrollIntoView({ block: goal === "all" ? "nearest" : "start" });
}

/** The caret at a goal, which may be behind the text's end. */
function caretAt(goal: Goal): Caret {
  // of all, the cursor is at the beginning, which is in sight
  return goal === "all" ? { anchor: Number.POSITIVE_INFINITY, head: 0 } : { anchor: goal, head: goal };
}

/** The event of what was typed in the place of an editor, which has its text already. */
export const TYPED_BEFORE = "input.before";

function show(view: EditorView, { anchor, head, hasTyped }: Caret): void {
  const end = view.state.doc.length;
  const selection = { anchor: Math.min(anchor, end), head: Math.min(head, end) };
  view.dispatch({ selection, scrollIntoView: true, ...(hasTyped && { userEvent: TYPED_BEFORE }) });
  view.focus();
}

/** Where the cursor is in a cell's program. */
export function cursorIn(cell: CellId): number | undefined {
  return editors.get(key(cell, "<program>"))?.state.selection.main.head;
}

/** Applies a fix in whichever text its edits are. */
export function applyFix(cell: CellId, fix: Fix): void {
  const source = fix.edits[0]?.span.source;
  const view = source === undefined ? undefined : editors.get(key(cell, source));
  if (source !== undefined && view !== undefined) applyEdits(view, fix, source);
}

/** Applies a fix's edits that lie in a text. */
export function applyEdits(view: EditorView, fix: Fix, source: SourceName): void {
  const length = view.state.doc.length;
  const changes = fix.edits
    .filter(({ span }) => span.source === source && span.to <= length)
    .map(({ span, text }) => ({ from: span.from, to: span.to, insert: text }));
  view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
}
