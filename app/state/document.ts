// The store of the document: every change of a text or a field goes through here and is saved soon after.
import { create } from "zustand";
import { autosave } from "../document/autosave.ts";
import type { RecentText } from "../document/codec.ts";
import {
  type Ask,
  type CellId,
  cellOf,
  type Document,
  NOTHING_ASKED,
  normalised,
  type ProgramCell,
  programCell,
  sameAsk,
  withCell,
} from "../document/document.ts";
import { exampleOf, FIRST_EXAMPLE } from "../document/examples.ts";
import { Shelf } from "../document/shelf.ts";

/** Whether what is on the screen is in the browser's storage. */
export type Saved = "saved" | "saving" | "failed";

/** Something that happened to the document and that the user should know of. */
export type Notice =
  | { readonly tag: "replaced"; readonly cell: CellId; readonly before: RecentText }
  | { readonly tag: "unreadable"; readonly reason: string };

export interface DocumentState {
  readonly document: Document;
  readonly saved: Saved;
  readonly recent: readonly RecentText[];
  readonly notice: Notice | undefined;
}

const shelf = new Shelf();
const found = shelf.load();

export const useDocument = create<DocumentState>()(() => {
  const first: Document = { title: "", cells: [programCell("cell-1", FIRST_EXAMPLE?.text ?? "")] };
  return {
    document: found.tag === "document" ? found.document : first,
    saved: "saved",
    recent: shelf.recent(),
    notice: found.tag === "unreadable" ? { tag: "unreadable", reason: found.reason } : undefined,
  };
});

/** Whether the page opened without a document of the user's. */
export const isFirstVisit: boolean = found.tag !== "document";

const saving = autosave(() => {
  const done = shelf.save(useDocument.getState().document);
  useDocument.setState({ saved: done ? "saved" : "failed" });
});

/** Writes what is not written yet; for when the page goes away. */
export const saveNow: () => void = saving.flush;

export function setTitle(title: string): void {
  change((document) => (document.title === title ? document : { ...document, title }));
}

/** The text as it stands in the editor. */
export function setText(id: CellId, text: string): void {
  change((document) =>
    withCell(document, id, (cell) => (cell.text === text ? cell : { ...cell, text, settled: false })),
  );
}

/** Changes what is asked beside the text. */
export function setAsk(id: CellId, asked: Partial<Ask>): void {
  change((document) =>
    withCell(document, id, (cell) => {
      const ask = { ...cell.ask, ...asked };
      return sameAsk(ask, cell.ask) ? cell : { ...cell, ask, settled: false };
    }),
  );
}

/** Notes that a run of a cell as it was then ended by itself. */
export function settle(subject: ProgramCell): void {
  change((document) =>
    withCell(document, subject.id, (cell) =>
      cell.text === subject.text && sameAsk(cell.ask, subject.ask) && !cell.settled ? { ...cell, settled: true } : cell,
    ),
  );
}

/** Puts another text into a cell. The one that was there goes to the recent texts, unless it is an example as it came. */
export function openText(id: CellId, text: string, ask: Ask = NOTHING_ASKED): void {
  const before = cellOf(useDocument.getState().document, id);
  if (before === undefined) return;
  const replaced: RecentText = { text: before.text, ask: before.ask, time: Date.now() };
  const isOwn = before.text.trim() !== "" && before.text !== text && exampleOf(before.text) === undefined;
  // first the old text is safe, then the new one takes its place
  if (isOwn) useDocument.setState({ recent: shelf.remember(replaced) });
  change((document) =>
    withCell(document, id, (cell) => ({ ...cell, text: normalised(text), ask: { ...ask, stage: cell.ask.stage } })),
  );
  useDocument.setState({ notice: isOwn ? { tag: "replaced", cell: id, before: replaced } : undefined });
}

export function dismissNotice(): void {
  useDocument.setState({ notice: undefined });
}

function change(next: (document: Document) => Document): void {
  const { document } = useDocument.getState();
  const changed = next(document);
  if (changed === document) return;
  useDocument.setState({ document: changed, saved: "saving" });
  saving.soon();
}
