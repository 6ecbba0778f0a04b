// Frozen views: each keeps showing the document as it was then, however its programs change.
import { create } from "zustand";
import { withEntry, withoutEntry } from "../../base/entries.ts";
import type { CellId, Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";

interface FrozenState {
  /** Which opening of a document they belong to. */
  readonly turn: number | undefined;
  readonly documents: ReadonlyMap<CellId, Document>;
}

const useFrozenViews = create<FrozenState>()(() => ({ turn: undefined, documents: new Map() }));

/** The document as a view was frozen with; undefined where it is not. */
export function useFrozen(cell: CellId): Document | undefined {
  const turn = useDocument((state) => state.turn);
  return useFrozenViews((state) => (state.turn === turn ? state.documents.get(cell) : undefined));
}

/** The same, for files. */
export function frozenNow(cell: CellId): Document | undefined {
  const { turn, documents } = useFrozenViews.getState();
  return turn === useDocument.getState().turn ? documents.get(cell) : undefined;
}

/** Freezes a view as it is, or lets it follow its program again. */
export function toggleFrozen(cell: CellId): void {
  const { turn, document } = useDocument.getState();
  useFrozenViews.setState((state) => {
    const documents: FrozenState["documents"] = state.turn === turn ? state.documents : new Map();
    return {
      turn,
      documents: documents.has(cell) ? withoutEntry(documents, cell) : withEntry(documents, cell, document),
    };
  });
}
