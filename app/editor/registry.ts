// The editors on the page by their subjects, so that a list of mistakes can lead into them.
import type { EditorView } from "@codemirror/view";
import type { Fix } from "../../engine/source/diagnostic.ts";
import type { SourceName, Span } from "../../engine/source/span.ts";
import type { CellId } from "../document/document.ts";

const editors = new Map<string, EditorView>();

/** A place in a text, or all of it. */
type Goal = number | "all";

/** Goals in texts that have no editor yet: that of a cell far away is made when it comes near. */
const goals = new Map<string, Goal>();

function key(cell: CellId, source: SourceName): string {
  return `${cell} ${source}`;
}

/** Registers an editor until the function that comes back is called. */
export function register(cell: CellId, source: SourceName, view: EditorView): () => void {
  editors.set(key(cell, source), view);
  const goal = goals.get(key(cell, source));
  goals.clear();
  if (goal !== undefined) show(view, goal);
  return () => {
    if (editors.get(key(cell, source)) === view) editors.delete(key(cell, source));
  };
}

/** Puts the cursor at a place and shows it. */
export function goTo(cell: CellId, { source, from }: Span): void {
  reach(cell, source, from);
}

/** Selects all of a cell's program, so that typing replaces it. */
export function selectProgram(cell: CellId): void {
  reach(cell, "<program>", "all");
}

function reach(cell: CellId, source: SourceName, goal: Goal): void {
  const view = editors.get(key(cell, source));
  if (view !== undefined) return show(view, goal);
  goals.set(key(cell, source), goal);
  document.getElementById(cell)?.scrollIntoView({ block: goal === "all" ? "nearest" : "start" });
}

function show(view: EditorView, goal: Goal): void {
  const end = view.state.doc.length;
  // the cursor is at the beginning, which is in sight
  const selection = goal === "all" ? { anchor: end, head: 0 } : { anchor: Math.min(goal, end) };
  view.dispatch({ selection, scrollIntoView: true });
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
