// A document: a title and a sequence of cells. Immutable plain data; the stores replace it as a whole.
import type { StageId } from "../../engine/algorithms/algorithm.ts";

/** Unique within a document, and stable while the cell lives. */
export type CellId = string & { readonly brand: "CellId" };

/** What the user asks of a program beside its text. An empty field means what the program's header says, or the default. */
export interface Ask {
  readonly entry: string;
  readonly at: string;
  readonly cotangent: string;
  /** The sweep's variable, as typed. */
  readonly n: string;
  readonly stage: StageId | "";
}

export const NOTHING_ASKED: Ask = { entry: "", at: "", cotangent: "", n: "", stage: "" };

/** A program that can be run. Its name and its prose are the `title` and `about` of its own header. */
export interface ProgramCell {
  readonly tag: "program";
  readonly id: CellId;
  /** Lines end in `\n` alone, as in the editor, so that offsets are the engine's. */
  readonly text: string;
  readonly ask: Ask;
  /** Whether a run of exactly this text and these fields ended by itself: then it may run again unasked. */
  readonly settled: boolean;
}

/** The kinds of cells; prose and views are to come. */
export type Cell = ProgramCell;

export interface Document {
  readonly title: string;
  readonly cells: readonly Cell[];
}

/** A text as the editor holds it. */
export function normalised(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

export function programCell(id: string, text: string, ask: Ask = NOTHING_ASKED): ProgramCell {
  return { tag: "program", id: id as CellId, text: normalised(text), ask, settled: false };
}

export function cellOf(document: Document, id: CellId): Cell | undefined {
  return document.cells.find((cell) => cell.id === id);
}

/** The document with one cell changed; the very same document where nothing changes. */
export function withCell(document: Document, id: CellId, change: (cell: Cell) => Cell): Document {
  let changed = false;
  const cells = document.cells.map((cell) => {
    if (cell.id !== id) return cell;
    const next = change(cell);
    changed ||= next !== cell;
    return next;
  });
  return changed ? { ...document, cells } : document;
}

/** Whether two cells ask for the same run. */
export function sameAsk(a: Ask, b: Ask): boolean {
  return a.entry === b.entry && a.at === b.at && a.cotangent === b.cotangent && a.n === b.n && a.stage === b.stage;
}
