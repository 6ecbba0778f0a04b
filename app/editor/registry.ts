// The editors on the page by their subjects, so that a list of mistakes can lead into them.
import type { EditorView } from "@codemirror/view";
import type { Fix } from "../../engine/source/diagnostic.ts";
import type { SourceName, Span } from "../../engine/source/span.ts";
import type { CellId } from "../document/document.ts";
import { applyEdits } from "./marks.ts";

const editors = new Map<string, EditorView>();

/** Places to go to in texts that have no editor yet: that of a cell far away is made when it comes near. */
const goals = new Map<string, number>();

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
  const view = editors.get(key(cell, source));
  if (view !== undefined) return show(view, from);
  goals.set(key(cell, source), from);
  document.getElementById(cell)?.scrollIntoView();
}

function show(view: EditorView, from: number): void {
  view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true });
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
