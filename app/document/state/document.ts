// The store of the open document. changing.ts changes it, saving.ts keeps it, opening.ts puts another one in its place.
import { create } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { sharedFiles } from "../../client/files.ts";
import { dataKeyAt } from "../data-files.ts";
import { type CellId, type DataFile, type Document, programCell, textsAbove } from "../document.ts";
import { FIRST_EXAMPLE } from "../first-example.ts";
import { shelf } from "./shelf.ts";
import type { Step } from "./steps.ts";

/** Whether the document shown is in the browser's storage; if not, that is full or closed, or another tab deleted it. */
export type Saved = "saved" | "saving" | "full" | "closed" | "deleted";

/** Something that happened to the document and that the user should know. */
export type Notice =
  /** A program was opened in a document of its own, beside the one with this key and title. */
  | { readonly tag: "beside"; readonly key: string; readonly title: string }
  | { readonly tag: "unreadable"; readonly reason: string; readonly name: string }
  /** Another tab changes the same document: this one becomes one of its own. */
  | { readonly tag: "forked" }
  /** Text does not fit into the browser's storage. */
  | { readonly tag: "unkept" }
  /** Something that was asked for and cannot be, or that was done and can be taken back, in one sentence. */
  | { readonly tag: "said"; readonly words: string; readonly way?: Way }
  /** A newer build of the page is there. */
  | { readonly tag: "update" }
  /** A link or a file that could not be opened. */
  | { readonly tag: "refused"; readonly reason: string };

/** An action that a notice offers. */
interface Way {
  readonly words: string;
  run(): void;
}

/** The open document, its history for undo and redo, and how it is saved. */
export interface DocumentState {
  readonly document: Document;
  /** Its key on the shelf. */
  readonly key: string;
  /** Counts the documents that were opened: another number is another document. */
  readonly turn: number;
  readonly saved: Saved;
  /** Whether something that was typed is neither stored nor in a file: it would be lost with the page. */
  readonly isUnkept: boolean;
  readonly notice: Notice | undefined;
  /** Steps that can be undone, and undone steps; the latest last. */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

const NO_FILES: readonly DataFile[] = [];

/** The store of the open document. */
export const useDocument = create<DocumentState>()(() => ({
  document: { title: "", cells: [programCell("cell-1", FIRST_EXAMPLE)] },
  key: shelf.openKey,
  turn: 0,
  saved: "saved",
  isUnkept: false,
  notice: undefined,
  past: [],
  future: [],
}));

// programs that are asked about from now on may read them
useDocument.subscribe(({ document: { files = NO_FILES } }, { document: { files: before = NO_FILES } }) => {
  if (files !== before) sharedFiles.share(files);
});

/** Says why something cannot be done. */
export function say(words: string): void {
  useDocument.setState({ notice: { tag: "said", words } });
}

/** Says what was done, with a way on or back. */
export function offer(words: string, way: string, run: () => void): void {
  useDocument.setState({ notice: { tag: "said", words, way: { words: way, run } } });
}

/** Takes the notice about the document away. */
export function dismissNotice(): void {
  useDocument.setState({ notice: undefined });
}

/** The texts of the programs above a cell; the same list as long as they are the same. */
export function useTextsAbove(id: CellId): readonly string[] {
  return useDocument(useShallow(({ document }) => textsAbove(document, id)));
}

/** The key of the data that a program, and those above it, name in their headers. */
export function useDataKey(id: CellId): string | undefined {
  return useDocument(({ document }) => dataKeyAt(document, id));
}
