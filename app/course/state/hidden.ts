// Which programs' results are hidden, for an open question asks for them.
import { useMemo } from "react";
import type { CellId, Document, ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { hiddenPrograms, keptFromView, solutionOf } from "../model/open-questions.ts";
import { deedsNow, useDeeds } from "./progress.ts";

/** The open questions about a program; the empty list where nothing of it is hidden. */
export function useHidden(cell: CellId): readonly string[] {
  const document = useDocument((state) => state.document);
  const deeds = useDeeds();
  return useMemo(() => hiddenPrograms(document, deeds).get(cell) ?? NONE, [document, deeds, cell]);
}

/** The open questions that keep a view of the page from showing a program; none where it may be seen. */
export function useKeptFromView(program: CellId, view: string): readonly string[] {
  const document = useDocument((state) => state.document);
  const deeds = useDeeds();
  return useMemo(() => keptFromView(document, program, view, deeds), [document, deeds, program, view]);
}

/** The exercise that a program is the solution of, while it is open; undefined where the program may be seen. */
export function useSolutionOf(program: ProgramCell): ReturnType<typeof solutionOf> {
  const document = useDocument((state) => state.document);
  const deeds = useDeeds();
  return useMemo(() => solutionOf(document, program, deeds), [document, deeds, program]);
}

const NONE: readonly string[] = [];

/** The programs of a document whose results are hidden now. */
export function hiddenNow(document: Document): ReadonlySet<CellId> {
  return new Set(hiddenPrograms(document, deedsNow()).keys());
}

/** Whether a program is a solution that its reader has not come to. */
export function isFoldedNow(document: Document, program: ProgramCell): boolean {
  return solutionOf(document, program, deedsNow()) !== undefined;
}
