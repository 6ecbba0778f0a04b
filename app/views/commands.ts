// Every action of the notebook under its one name: for the palette, the keys, and the tests.
import { download } from "../components/download.ts";
import { encodeDocument } from "../document/codec.ts";
import { type CellId, programOf, programsOf } from "../document/document.ts";
import { notebookText } from "../document/notebook-file.ts";
import { applyFix, cursorIn } from "../editor/registry.ts";
import { useChecking } from "../state/checking.ts";
import { openDialog } from "../state/dialogs.ts";
import {
  addCell,
  beginDocument,
  copyCell,
  emptyDocument,
  moveCell,
  redo,
  removeCell,
  say,
  undo,
  useDocument,
} from "../state/document.ts";
import { formatCell } from "../state/formatting.ts";
import { beginLecture } from "../state/mode.ts";
import { addressOf, VIEW_WORDS, VIEWS } from "../state/route.ts";
import { startRun, stopRun, useRunning } from "../state/running.ts";
import { toggleSigns } from "../state/signs.ts";
import { setTheme, THEMES } from "../state/theme.ts";
import { titleOf } from "../view-models/header.ts";
import { focusCell } from "./focus-cell.ts";
import { chooseFile } from "./import-file.ts";
import { showPlaces } from "./show-places.ts";

export interface Command {
  /** Unique, and stable: shortcuts are remembered by it. */
  readonly name: string;
  readonly words: string;
  readonly group: "Cells" | "Document" | "Views" | "Page";
  /** The keys that it comes with (`state/shortcuts.ts`). */
  readonly keys?: string;
  run(): void;
}

/** The cell that commands are about: the one with the focus, else the first. */
export function currentCell(): CellId | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? lastFocused;
  const { cells } = useDocument.getState().document;
  return (cells.find(({ id }) => id === focused) ?? cells[0])?.id;
}

let lastFocused: string | undefined;

/** Notes which cell has the focus, for commands that are chosen in a dialog. */
export function watchFocus(): () => void {
  const note = (event: FocusEvent): void => {
    const cell = (event.target as HTMLElement | null)?.closest<HTMLElement>("[data-cell]");
    if (cell != null) lastFocused = cell.dataset.cell;
  };
  addEventListener("focusin", note);
  return () => removeEventListener("focusin", note);
}

/** Applies the fix that is nearest to the cursor, of a mistake around it or after it, else the last one before. */
function fixHere(id: CellId): void {
  const check = useChecking.getState().checks[id];
  const cell = programOf(useDocument.getState().document, id);
  if (check === undefined || check.text !== cell?.text) return;
  const cursor = cursorIn(id) ?? 0;
  const fixable = check.checked.diagnostics.filter(({ fix }) => fix !== undefined);
  const found = fixable.find(({ span }) => span.to >= cursor) ?? fixable.at(-1);
  if (found?.fix === undefined) say("No mistake of this program has a fix that can be applied.");
  else applyFix(id, found.fix);
}

function withCell(then: (id: CellId) => void): () => void {
  return () => {
    const id = currentCell();
    if (id !== undefined) then(id);
  };
}

/** What a document's file is called. */
export function fileName(): string {
  const { document } = useDocument.getState();
  const [first] = programsOf(document);
  const title = document.title || (first === undefined ? "" : titleOf(first.text)) || "document";
  return (
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "document"
  );
}

function save(text: string, type: string, ending: string): void {
  download(new Blob([text], { type }), `${fileName()}.${ending}`);
}

export const COMMANDS: readonly Command[] = [
  {
    name: "run",
    words: "Run this program",
    group: "Cells",
    keys: "Mod-Enter",
    run: withCell((id) => void startRun(id)),
  },
  {
    name: "run-all",
    words: "Run all programs",
    group: "Cells",
    keys: "Mod-Shift-Enter",
    run: () => {
      for (const { id } of programsOf(useDocument.getState().document)) void startRun(id);
    },
  },
  {
    name: "stop",
    words: "Stop everything that runs",
    group: "Cells",
    run: () => {
      for (const [id, { running }] of Object.entries(useRunning.getState().runs))
        if (running !== undefined) stopRun(id as CellId);
    },
  },
  {
    name: "add-program",
    words: "Add a program below",
    group: "Cells",
    keys: "Mod-Alt-p",
    run: () => focusCell(addCell("program", currentCell())),
  },
  {
    name: "add-prose",
    words: "Add prose below",
    group: "Cells",
    keys: "Mod-Alt-m",
    run: () => focusCell(addCell("prose", currentCell())),
  },
  {
    name: "copy-cell",
    words: "Copy this cell",
    group: "Cells",
    run: withCell((id) => {
      const copy = copyCell(id);
      if (copy !== undefined) focusCell(copy);
    }),
  },
  {
    name: "move-up",
    words: "Move this cell up",
    group: "Cells",
    keys: "Mod-Alt-ArrowUp",
    run: withCell((id) => moveCell(id, -1)),
  },
  {
    name: "move-down",
    words: "Move this cell down",
    group: "Cells",
    keys: "Mod-Alt-ArrowDown",
    run: withCell((id) => moveCell(id, 1)),
  },
  {
    name: "format",
    words: "Format this program",
    group: "Cells",
    keys: "Mod-Alt-f",
    run: withCell((id) => void formatCell(id)),
  },
  {
    name: "fix",
    words: "Apply the fix of the mistake at the cursor",
    group: "Cells",
    keys: "Mod-.",
    run: withCell(fixHere),
  },
  {
    name: "references",
    words: "All places of the name at the cursor, and renaming it",
    group: "Cells",
    keys: "Mod-F2",
    run: withCell((id) => void showPlaces(id, cursorIn(id) ?? 0, true)),
  },
  { name: "delete-cell", words: "Delete this cell", group: "Cells", run: withCell(removeCell) },
  { name: "undo", words: "Undo", group: "Document", keys: "Mod-z", run: () => void undo() },
  { name: "redo", words: "Redo", group: "Document", keys: "Mod-Shift-z", run: () => void redo() },
  { name: "new-document", words: "New document", group: "Document", run: () => beginDocument(emptyDocument()) },
  {
    name: "documents",
    words: "Documents and their history",
    group: "Document",
    keys: "Mod-o",
    run: () => openDialog("documents"),
  },
  { name: "share", words: "Share as a link", group: "Document", run: () => openDialog("share") },
  { name: "import", words: "Open a file", group: "Document", run: chooseFile },
  {
    name: "export-markdown",
    words: "Save as a Markdown file",
    group: "Document",
    keys: "Mod-s",
    run: () => save(notebookText(useDocument.getState().document), "text/markdown", "md"),
  },
  {
    name: "export-json",
    words: "Save as JSON",
    group: "Document",
    run: () => save(encodeDocument(useDocument.getState().document), "application/json", "json"),
  },
  {
    name: "export-html",
    words: "Save as a page with its results",
    group: "Document",
    run: () => {
      void import("./export-page.ts").then(({ pageText }) => save(pageText(), "text/html", "html"));
    },
  },
  {
    name: "present",
    words: "Present, a section at a time",
    group: "Document",
    run: () => {
      const { cells } = useDocument.getState().document;
      const at = cells.findIndex(({ id }) => id === currentCell());
      location.hash = "#/";
      beginLecture(Math.max(0, at));
    },
  },
  { name: "print", words: "Print", group: "Document", run: () => window.print() },
  ...VIEWS.map(
    (view): Command => ({
      name: `view-${view}`,
      words: view === "document" ? "Back to the document" : `Open the view: ${VIEW_WORDS[view]}`,
      group: "Views",
      run: () => {
        location.hash = addressOf(
          view,
          programsOf(useDocument.getState().document).find(({ id }) => id === currentCell())?.id,
        );
      },
    }),
  ),
  {
    name: "signs",
    words: "Show the papers’ signs, →, λ and ≤, or what is typed",
    group: "Page",
    run: toggleSigns,
  },
  ...THEMES.map(
    (theme): Command => ({
      name: `theme-${theme}`,
      words:
        theme === "system" ? "Theme of the system" : theme === "contrast" ? "High contrast theme" : `Theme: ${theme}`,
      group: "Page",
      run: () => setTheme(theme),
    }),
  ),
  { name: "commands", words: "All commands", group: "Page", keys: "Mod-k", run: () => openDialog("commands") },
  { name: "keys", words: "Keys, to see and to change", group: "Page", keys: "?", run: () => openDialog("keys") },
];
