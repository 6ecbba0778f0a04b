// Every action of the notebook under its one name: for the palette, the keys, and the tests.
import { t } from "@lingui/core/macro";
import { ALONE, type HandedOut, handedOut } from "../course/model/handed-out.ts";
import { forgetOwnAnswers } from "../course/state/forgetting.ts";
import { addressOf, presentAddress, VIEWS } from "../document/address.ts";
import { encodeDocument } from "../document/codec.ts";
import { type CellId, emptyDocument, programOf, programsOf } from "../document/document.ts";
import { titleOf } from "../document/header.ts";
import { addCell, copyCell, moveCell, redo, removeCell, undo } from "../document/state/changing.ts";
import { say, useDocument } from "../document/state/document.ts";
import { beginDocument } from "../document/state/opening.ts";
import { noteFile } from "../document/state/saving.ts";
import { EMBEDDED_PANELS } from "../document/views.ts";
import { applyFix, cursorIn } from "../editor/registry.ts";
import { openEntrance } from "../entrance/state.ts";
import { openHelp } from "../help/state.ts";
import { openDialog } from "../navigation/dialogs.ts";
import { useRoute, VIEW_WORDS } from "../navigation/route.ts";
import { EMBEDDED_PANEL_WORDS, setEmbeddedPanel } from "../panels/state.ts";
import { useChecking } from "../program/state/checking.ts";
import { formatCell } from "../program/state/formatting.ts";
import { toggleLive } from "../program/state/live.ts";
import { startRun, stopRun, useRunning } from "../program/state/running.ts";
import { toggleSigns } from "../program/state/signs.ts";
import { MORE_WORDS, PARTS_WITH_MORE, toggleDeep } from "../ui/depth/depth.ts";
import { download } from "../ui/download.ts";
import { setTheme, THEMES, type Theme } from "../ui/theme.ts";
import { chooseFile } from "./choose-file.ts";
import type { Command } from "./command.ts";
import { cellInView, currentCell, currentProgram, focusCell, focusNewProgram } from "./focus-cell.ts";
import { helpHere } from "./help-here.ts";
import { addScene, addSpeakerNotes, lessonCommands, programLookedAt, sceneOf } from "./lesson-cells.ts";
import { showPlaces } from "./show-places.ts";

/** Applies the fix that is nearest to the cursor, of a mistake around it or after it, else the last one before. */
function fixHere(id: CellId): void {
  const check = useChecking.getState().checks.get(id);
  const cell = programOf(useDocument.getState().document, id);
  if (check === undefined || check.text !== cell?.text) return;
  const cursor = cursorIn(id) ?? 0;
  const fixable = check.checked.diagnostics.filter(({ fix }) => fix !== undefined);
  const found = fixable.find(({ span }) => span.to >= cursor) ?? fixable.at(-1);
  if (found?.fix === undefined) say(t`No error in this program has an automatic fix.`);
  else applyFix(id, found.fix);
}

/** Shows the document as slides, from the cell that is read. */
export function present(): void {
  location.hash = presentAddress(cellInView());
}

/** Moves a cell, and keeps it in sight. */
function move(id: CellId, by: -1 | 1): void {
  moveCell(id, by);
  document.getElementById(id)?.scrollIntoView({ block: "nearest" });
}

/** Removes a cell, which can be undone, and focuses its neighbour. */
function remove(id: CellId): void {
  const { cells } = useDocument.getState().document;
  const place = cells.findIndex((cell) => cell.id === id);
  const next = cells[place + 1] ?? cells[place - 1];
  removeCell(id);
  if (next !== undefined) focusCell(next.id);
}

function withCell(then: (id: CellId) => void): () => void {
  return () => {
    const id = currentCell();
    if (id !== undefined) then(id);
  };
}

/** The name of a document's file. */
export function fileName(): string {
  const { document } = useDocument.getState();
  const [first] = programsOf(document);
  const title = document.title || (first === undefined ? undefined : titleOf(first.text)) || "document";
  return (
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "document"
  );
}

/** Saves the document as a Markdown file, from which it can be opened again. */
export async function saveAsMarkdown(): Promise<void> {
  const { document } = useDocument.getState();
  const file = await import("../document/files/notebook-file.ts").catch(() => undefined);
  // a part that cannot be loaded keeps nobody from saving a file
  if (file === undefined) save(encodeDocument(document), "application/json", "json");
  else save(file.notebookText(document), "text/markdown", "md");
  noteFile();
}

/** Saves the document as a page of HTML, with or without notes for the speaker and the reader's answers. */
export async function saveAsHtml(options: HandedOut): Promise<void> {
  const { pageText } = await import("./export-page.ts");
  save(await pageText(options), "text/html", "html");
}

/** Copies a link that holds the document without notes for the speaker and answers, and opens the present view: its step and its choices. */
async function copyScene(): Promise<void> {
  const { isBeyondLinks, LONGEST_LINK, linkOf } = await import("../document/files/link.ts");
  const document = handedOut(useDocument.getState().document, ALONE);
  const { view } = useRoute.getState();
  const program = programLookedAt(document);
  const place =
    program === undefined ? addressOf("document") : addressOf(view, program.id, await sceneOf(view, program));
  const tooLong = (): void => say(t`The document is too long for a link. Save it as a file instead.`);
  if (isBeyondLinks(document)) return tooLong();
  const link = location.href.replace(/[?#].*$/, "") + linkOf({ document, view: place.slice("#/".length) });
  if (link.length > LONGEST_LINK) return tooLong();
  try {
    await navigator.clipboard.writeText(link);
    say(t`Link copied. It opens a copy of this document at this scene.`);
  } catch {
    // its user may have refused it
    say(t`The browser blocked copying. Share the document as a link instead.`);
  }
}

function save(text: string, type: string, ending: string): void {
  download(new Blob([text], { type }), `${fileName()}.${ending}`);
}

const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: t`Theme: system`,
  light: t`Theme: light`,
  dark: t`Theme: dark`,
  contrast: t`Theme: high contrast`,
};

function embeddedPanelWords(part: string): string {
  return t`Show or hide below the program: ${part}`;
}

function moreWords(rest: string): string {
  return t`Show or hide: ${rest}`;
}

function openWords(view: string): string {
  return t`Open the view: ${view}`;
}

/** All commands, in the order in which menus and the palette list them. */
export const COMMANDS: readonly Command[] = [
  {
    name: "run",
    words: t`Run this program`,
    group: "cells",
    keys: "Mod-Enter",
    run: withCell((id) => void startRun(id)),
  },
  {
    name: "run-all",
    words: t`Run all programs`,
    group: "cells",
    keys: "Mod-Shift-Enter",
    run: () => {
      for (const { id } of programsOf(useDocument.getState().document)) void startRun(id);
    },
  },
  {
    name: "stop",
    words: t`Stop all runs`,
    group: "cells",
    run: () => {
      for (const [id, { running }] of useRunning.getState().runs) if (running !== undefined) stopRun(id as CellId);
    },
  },
  {
    name: "add-program",
    words: t`Add a program below`,
    group: "cells",
    keys: "Mod-Alt-p",
    run: () => focusNewProgram(addCell("program", currentCell())),
  },
  {
    name: "add-prose",
    words: t`Add prose below`,
    group: "cells",
    keys: "Mod-Alt-m",
    run: () => focusCell(addCell("prose", currentCell())),
  },
  {
    name: "add-notes",
    words: t`Add speaker notes`,
    group: "cells",
    run: () => addSpeakerNotes(currentCell()),
  },
  ...lessonCommands(currentCell),
  {
    name: "copy-cell",
    words: t`Copy this cell`,
    group: "cells",
    run: withCell((id) => {
      const copy = copyCell(id);
      if (copy !== undefined) focusCell(copy);
    }),
  },
  {
    name: "move-up",
    words: t`Move this cell up`,
    group: "cells",
    keys: "Mod-Alt-ArrowUp",
    run: withCell((id) => move(id, -1)),
  },
  {
    name: "move-down",
    words: t`Move this cell down`,
    group: "cells",
    keys: "Mod-Alt-ArrowDown",
    run: withCell((id) => move(id, 1)),
  },
  {
    name: "format",
    words: t`Format this program`,
    group: "cells",
    keys: "Mod-Alt-f",
    run: withCell((id) => void formatCell(id)),
  },
  {
    name: "fix",
    words: t`Apply the fix for the error at the cursor`,
    group: "cells",
    keys: "Mod-.",
    run: withCell(fixHere),
  },
  {
    name: "references",
    words: t`Find or rename the name at the cursor`,
    group: "cells",
    keys: "Mod-F2",
    run: withCell((id) => void showPlaces(id, cursorIn(id) ?? 0, true)),
  },
  { name: "delete-cell", words: t`Delete this cell`, group: "cells", run: withCell(remove) },
  { name: "undo", words: t`Undo`, group: "document", keys: "Mod-z", run: () => void undo() },
  { name: "redo", words: t`Redo`, group: "document", keys: "Mod-Shift-z", run: () => void redo() },
  { name: "new-document", words: t`New document`, group: "document", run: () => void beginDocument(emptyDocument()) },
  {
    name: "documents",
    words: t`Documents and their history`,
    group: "document",
    keys: "Mod-o",
    run: () => openDialog("documents"),
  },
  {
    name: "versions",
    words: t`Earlier versions of the document`,
    group: "document",
    run: () => openDialog("versions"),
  },
  { name: "share", words: t`Share as a link`, group: "document", run: () => openDialog("share") },
  { name: "add-scene", words: t`Put this scene on a slide`, group: "document", run: addScene },
  { name: "copy-scene", words: t`Copy link to this scene`, group: "document", run: () => void copyScene() },
  { name: "course", words: t`Open the course`, group: "document", run: () => openDialog("course") },
  { name: "forget-answers", words: t`Forget my answers in this document`, group: "document", run: forgetOwnAnswers },
  {
    name: "examples",
    words: t`Open an example`,
    group: "document",
    run: () => {
      const program = currentProgram();
      if (program === undefined) say(t`Examples open from a program: add a program first.`);
      else openDialog("examples", program.id);
    },
  },
  {
    name: "title",
    words: t`Give the document a title`,
    group: "document",
    run: () => document.querySelector<HTMLElement>(".document-title input")?.focus(),
  },
  { name: "import", words: t`Open a file`, group: "document", run: () => chooseFile() },
  {
    name: "export-markdown",
    words: t`Save as a Markdown file`,
    group: "document",
    keys: "Mod-s",
    run: () => void saveAsMarkdown(),
  },
  {
    name: "export-json",
    words: t`Save as JSON`,
    group: "document",
    run: () => {
      save(encodeDocument(useDocument.getState().document), "application/json", "json");
      noteFile();
    },
  },
  {
    name: "export-html",
    words: t`Save as HTML`,
    group: "document",
    run: () => void saveAsHtml(ALONE),
  },
  { name: "present", words: t`Present`, group: "document", run: present },
  { name: "print", words: t`Print`, group: "document", run: () => window.print() },
  ...VIEWS.map(
    (view): Command => ({
      name: `view-${view}`,
      words: view === "document" ? t`Back to the document` : openWords(VIEW_WORDS[view]),
      group: "views",
      run: () => {
        location.hash = addressOf(view, currentProgram()?.id);
      },
    }),
  ),
  ...EMBEDDED_PANELS.map(
    (part): Command => ({
      name: `inside-${part}`,
      words: embeddedPanelWords(EMBEDDED_PANEL_WORDS[part]),
      group: "views",
      run: () => {
        const program = currentProgram();
        location.hash = "#/";
        if (program !== undefined) setEmbeddedPanel(program.id, part, !program.views.inside.includes(part));
      },
    }),
  ),
  ...PARTS_WITH_MORE.map(
    (part): Command => ({
      name: `more-${part}`,
      words: moreWords(MORE_WORDS[part]),
      group: "views",
      run: () => toggleDeep(part),
    }),
  ),
  {
    name: "live",
    words: t`Run while typing: on or off`,
    group: "page",
    run: toggleLive,
  },
  {
    name: "signs",
    words: t`Display → λ ≤ instead of -> \\ <=`,
    group: "page",
    run: toggleSigns,
  },
  ...THEMES.map(
    (theme): Command => ({
      name: `theme-${theme}`,
      words: THEME_WORDS[theme],
      group: "page",
      run: () => setTheme(theme),
    }),
  ),
  { name: "commands", words: t`All commands`, group: "page", keys: "Mod-k", run: () => openDialog("commands") },
  {
    name: "welcome",
    words: t`Welcome and two-minute tour`,
    group: "page",
    run: () => {
      location.hash = "#/";
      openEntrance();
      window.scrollTo({ top: 0 });
    },
  },
  { name: "help", words: t`Help: language, glossary and keys`, group: "page", keys: "F1", run: helpHere },
  {
    name: "help-keys",
    words: t`All keyboard shortcuts`,
    group: "page",
    keys: "?",
    run: () => openHelp({ section: "keys" }),
  },
  {
    name: "help-origins",
    words: t`Help: coming from another language`,
    group: "page",
    run: () => openHelp({ section: "origins" }),
  },
  { name: "keys", words: t`Change keyboard shortcuts`, group: "page", run: () => openDialog("keys") },
  {
    name: "licences",
    words: t`Licences of the libraries used`,
    group: "page",
    // a file that the build writes (.tools/licences.ts)
    run: () => void window.open("licences.txt", "_blank", "noopener"),
  },
];
