// Documents opened, begun and deleted; and changes by other tabs to the open one.
import { t } from "@lingui/core/macro";
import { KEEPS_NOTHING } from "../../base/mode.ts";
import {
  type Ask,
  type CellId,
  type Document,
  NEW_PROGRAM,
  NOTHING_ASKED,
  normalised,
  programCell,
  programOf,
  sameAsk,
  withProgram,
} from "../document.ts";
import type { VersionKey } from "../shelf/database.ts";
import { nameOf } from "../shelf/entry.ts";
import type { Entry } from "../shelf/listing.ts";
import { NO_VIEWS } from "../views.ts";
import { change } from "./changing.ts";
import { type Notice, type Saved, useDocument } from "./document.ts";
import { beginDrawing } from "./drawn.ts";
import { isSafe, saveNow, saving } from "./saving.ts";
import { shelf, type Told, tabs } from "./shelf.ts";
import { type Step, withStep } from "./steps.ts";

/** Opens the document that was open last, before anything is drawn. Gives whether there was one: else it is a first visit. */
export async function loadDocument(): Promise<boolean> {
  const found = await shelf.load();
  const key = shelf.openKey;
  if (found.tag !== "document") {
    const notice = found.tag === "unreadable" ? found : undefined;
    useDocument.setState({ key, notice, saved: shelf.isOpen ? "saved" : "closed" });
    return false;
  }
  const { document, isKept, isFork } = found;
  const notice: Notice | undefined = isFork ? { tag: "forked" } : undefined;
  const saved = isKept ? (shelf.isOpen ? "saved" : "closed") : "saving";
  useDocument.setState({ document, key, notice, saved, isUnkept: !isKept });
  // a document that this tab could not store moves to the others once there is room
  if (!isKept) saving.soon();
  return true;
}

/** The documents of this browser, the one that was saved last first. */
export async function documents(): Promise<readonly Entry[]> {
  await saveNow();
  return shelf.list();
}

/** Opens another document; the one that is open is saved first. */
export async function openDocument(key: string): Promise<void> {
  for (;;) {
    if (!(await isSafe())) return;
    const found = await shelf.find(key);
    // text typed meanwhile is saved, too
    if (saving.isOutstanding) continue;
    if (found.tag === "unreadable") return useDocument.setState({ notice: found });
    if (found.tag === "nothing")
      return useDocument.setState({ notice: { tag: "refused", reason: t`it no longer exists` } });
    shelf.open(found);
    return begin(found.document, "saved");
  }
}

/** Begins a document beside the others; over when it is open. */
export async function beginDocument(document: Document): Promise<void> {
  if (!(await isSafe())) return;
  shelf.leave();
  begin(document, "saving");
  void saving.now();
}

/** Deletes a document for good; there may be room for the open one now. */
export async function deleteDocument(key: string): Promise<void> {
  await shelf.remove(key);
  if (useDocument.getState().saved === "full") await saving.now();
}

/** A document exactly as it is stored, for one that cannot be read. */
export async function storedText(key: string): Promise<string> {
  return (await shelf.raw(key)) ?? "";
}

/** The versions of the open document, the newest first. */
export async function versions(): Promise<readonly VersionKey[]> {
  await saveNow();
  return shelf.versions();
}

/** The open document as it was; undefined where that cannot be read. */
export function versionOf(version: VersionKey): Promise<Document | undefined> {
  return shelf.version(version);
}

function begin(document: Document, saved: Saved): void {
  if (!KEEPS_NOTHING) beginDrawing(shelf.openKey);
  const { turn } = useDocument.getState();
  useDocument.setState({
    document,
    key: shelf.openKey,
    turn: turn + 1,
    past: [],
    future: [],
    notice: undefined,
    saved,
    isUnkept: false,
  });
}

/** Follows another tab's changes of the document that is open here, where nothing of this tab would be lost. */
export function startSharing(): void {
  tabs?.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    const { saved } = useDocument.getState();
    // a document that is taken away makes room
    if (saved === "full" && data.isGone) saving.soon();
    else if (data.key === shelf.openKey) void follow();
  });
  // a page that rested may have missed something
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void follow();
  });
}

async function follow(): Promise<void> {
  const { document, turn } = useDocument.getState();
  const isFree = (): boolean => {
    const now = useDocument.getState();
    return now.saved === "saved" && now.document === document && now.turn === turn;
  };
  if (!isFree()) return;
  const adopted = await shelf.adopt(isFree);
  if (!isFree()) return;
  if (adopted.tag === "gone") useDocument.setState({ saved: "deleted" });
  if (adopted.tag !== "changed") return;
  const step: Step = { document, what: t`another tab changed the document`, name: "", time: Date.now(), began: 0 };
  useDocument.setState(({ past }) => ({ document: adopted.document, past: withStep(past, step), future: [] }));
}

/**
 * Opens a program from elsewhere, such as an example, in place of a cell that holds nothing of the user's; otherwise in a document of
 * its own, and the open one stays as it is. Gives the cell that has it, or undefined where it could not be opened.
 */
export async function openProgram(id: CellId, text: string, ask: Ask = NOTHING_ASKED): Promise<CellId | undefined> {
  const { exampleOf } = await import("../examples.ts");
  const { document } = useDocument.getState();
  const before = programOf(document, id);
  if (before === undefined) return undefined;
  const isOwn =
    before.text.trim() !== "" &&
    before.text !== text &&
    before.text !== NEW_PROGRAM &&
    exampleOf(before.text) === undefined;
  if (!isOwn) {
    // an input that was typed stays among the versions
    if (!sameAsk({ ...before.ask, stage: "" }, NOTHING_ASKED)) void shelf.keepVersion(document);
    change(t`another program was opened`, "", () =>
      withProgram(document, id, (cell) => ({
        ...cell,
        text: normalised(text),
        ask: { ...ask, stage: cell.ask.stage },
        foreign: false,
        views: NO_VIEWS,
      })),
    );
    return id;
  }
  return openBeside(text, { ...ask, stage: before.ask.stage });
}

/** Opens a program in a document of its own; gives its cell's name, or undefined where no other document can be begun. */
export async function openBeside(text: string, ask: Ask = NOTHING_ASKED): Promise<CellId | undefined> {
  const { document, key, turn } = useDocument.getState();
  const opened = programCell("cell-1", text, ask);
  await beginDocument({ title: "", cells: [opened] });
  if (useDocument.getState().turn === turn) return undefined;
  useDocument.setState({ notice: { tag: "beside", key, title: nameOf(document) } });
  return opened.id;
}
