// The store of the document: every change of a text or a field goes through here and is saved soon after.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { KEEPS_NOTHING } from "../../base/mode.ts";
import {
  type Ask,
  type Cell,
  type CellId,
  cellOf,
  type Document,
  freshId,
  NOTHING_ASKED,
  normalised,
  type ProgramCell,
  programCell,
  programOf,
  proseCell,
  sameAsk,
  textsAbove,
  withCell,
  withMovedCell,
  withNewCell,
  withoutCell,
  withProgram,
} from "../document.ts";
import { FIRST_EXAMPLE } from "../first-example.ts";
import type { Picture } from "../pictures/picture.ts";
import { freshPictureName, withPictures } from "../pictures/pictures.ts";
import { BrowserDatabase } from "../shelf/browser-database.ts";
import { Forgetful, type VersionKey } from "../shelf/database.ts";
import { nameOf } from "../shelf/entry.ts";
import { type Entry, type Kept, Shelf, type Surroundings } from "../shelf/shelf.ts";
import { ForgetfulStore } from "../shelf/storage.ts";
import { NO_VIEWS, type Views } from "../views.ts";
import { autosave } from "./autosave.ts";
import { beginDrawing } from "./drawn.ts";

/** Whether what is on the screen is in the browser's storage; if not, that is full or closed, or another tab deleted the document. */
export type Saved = "saved" | "saving" | "full" | "closed" | "deleted";

/** Something that happened to the document and that the user should know of. */
export type Notice =
  /** A program was opened in a document of its own, beside the one with this key and title. */
  | { readonly tag: "beside"; readonly key: string; readonly title: string }
  | { readonly tag: "unreadable"; readonly reason: string; readonly name: string }
  /** Another tab changes the same document: this one goes on as one of its own. */
  | { readonly tag: "forked" }
  /** What is typed does not go into the browser's storage. */
  | { readonly tag: "unkept" }
  /** Something that was asked for and cannot be, in one sentence. */
  | { readonly tag: "said"; readonly words: string }
  /** A newer build of the page is there. */
  | { readonly tag: "update" }
  /** A link or a file that could not be opened. */
  | { readonly tag: "refused"; readonly reason: string };

/** A document as it was before a change. */
interface Step {
  readonly document: Document;
  /** What was done then, for people: `the cell was deleted`. */
  readonly what: string;
  /** Changes with the same name that follow each other soon are one step. */
  readonly name: string;
  readonly time: number;
  readonly began: number;
}

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
  /** What can be undone, the latest last; and what was undone, the latest last. */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** What a tab tells the others of a document with a key. */
interface Told {
  readonly key: string;
  readonly isGone: boolean;
}

const tabs = KEEPS_NOTHING ? undefined : new BroadcastChannel("dualscope.documents");

// what is embedded in a page leaves nothing in the browser of who reads it
function surroundings(): Surroundings {
  const tell = (key: string, isGone: boolean): void => tabs?.postMessage({ key, isGone } satisfies Told);
  if (KEEPS_NOTHING) {
    const [local, session] = [new ForgetfulStore(), new ForgetfulStore()];
    return { database: new Forgetful(), local: () => local, session: () => session, tell };
  }
  const database = new BrowserDatabase();
  database.warm();
  return { database, local: () => localStorage, session: () => sessionStorage, tell };
}

const shelf = new Shelf(surroundings());

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
  // what this tab could not store goes where the others are as soon as there is room
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
    // what was typed meanwhile is saved, too
    if (isOutstanding()) continue;
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
  void saveHere();
}

/** An empty document with one program. */
export function emptyDocument(): Document {
  return { title: "", cells: [programCell("cell-1", NEW_PROGRAM)] };
}

/** Deletes a document for good; there may be room for the open one now. */
export async function deleteDocument(key: string): Promise<void> {
  await shelf.remove(key);
  if (useDocument.getState().saved === "full") await saveHere();
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

/** Follows what another tab does to the document that is open here, where nothing of this tab would be lost. */
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

const saving = autosave(() => void saveHere());

/** Whether it was said that the open document is not kept: the bar goes on saying it. */
let isTold = false;

/** The save that is under way. */
let underWay: Promise<boolean> | undefined;

/** Saves the document now; gives whether it is kept as it is then. */
function saveHere(): Promise<boolean> {
  underWay ??= saveOnce().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function saveOnce(): Promise<boolean> {
  const { document, turn } = useDocument.getState();
  const kept = await shelf.save(document);
  const now = useDocument.getState();
  if (now.turn !== turn) return kept !== "failed";
  const isCurrent = now.document === document;
  useDocument.setState({ key: shelf.openKey, saved: isCurrent ? savedAs(kept) : "saving" });
  if (!isCurrent) saving.soon();
  if (kept === "failed") {
    if (now.isUnkept && !isTold) useDocument.setState({ notice: { tag: "unkept" } });
    isTold ||= now.isUnkept;
    return false;
  }
  isTold = false;
  if (isCurrent) useDocument.setState({ isUnkept: false });
  if (kept === "forked") useDocument.setState({ notice: { tag: "forked" } });
  else if (now.notice?.tag === "unkept") dismissNotice();
  return isCurrent;
}

function savedAs(kept: Kept): Saved {
  if (kept !== "failed") return "saved";
  return shelf.isOpen ? "full" : "closed";
}

/** Notes that the user has the open document as a file. */
export function noteFile(): void {
  useDocument.setState({ isUnkept: false });
  if (useDocument.getState().notice?.tag === "unkept") dismissNotice();
}

/** Whether something is not saved that could be. */
function isOutstanding(): boolean {
  return useDocument.getState().saved === "saving" || underWay !== undefined;
}

/** Whether what was typed is kept, so that another document may take its place; says so where it is not. */
async function isSafe(): Promise<boolean> {
  await saveNow();
  if (!useDocument.getState().isUnkept || (await saveHere())) return true;
  const reason = t`the open document is not stored in the browser and would be lost: save it as a file first`;
  useDocument.setState({ notice: { tag: "refused", reason } });
  return false;
}

/** Writes what is not written yet; over when nothing is outstanding. */
export async function saveNow(): Promise<void> {
  while (isOutstanding()) {
    saving.flush();
    await saveHere();
  }
}

/**
 * Writes what is not written yet, for a page that goes away: the database may not come to its end, so it is noted at once. Gives whether
 * the next page will find it.
 */
export function saveAtOnce(): boolean {
  const { document, saved, isUnkept } = useDocument.getState();
  if (saved !== "saving" && !isUnkept) return true;
  const isNoted = shelf.note(document);
  saving.flush();
  return isNoted && saved === "saving" && shelf.isOpen;
}

export function setTitle(title: string): void {
  change(t`the title was changed`, "title", (document) =>
    document.title === title ? document : { ...document, title },
  );
}

/** The text as it stands in the editor. */
export function setText(id: CellId, text: string): void {
  change(t`text was changed`, `text ${id}`, (document) =>
    withCell(document, id, (cell) => {
      if (cell.text === text) return cell;
      return cell.tag === "program" ? { ...cell, text, settled: false } : { ...cell, text };
    }),
  );
}

/** Changes texts and fields of several programs in one step. */
export function changePrograms(what: string, next: (cell: ProgramCell) => ProgramCell): void {
  change(what, "", (document) => ({
    ...document,
    cells: document.cells.map((cell) => {
      if (cell.tag !== "program") return cell;
      const changed = next(cell);
      const isSame = changed.text === cell.text && sameAsk(changed.ask, cell.ask);
      return isSame ? cell : { ...changed, settled: false };
    }),
  }));
}

/** Changes what is asked beside the text; `isApart`: as a step of its own, for Undo. */
export function setAsk(id: CellId, asked: Partial<Ask>, isApart = false): void {
  change(t`an input was changed`, isApart ? "" : `ask ${id} ${Object.keys(asked).join()}`, (document) =>
    withProgram(document, id, (cell) => {
      const ask = { ...cell.ask, ...asked };
      return sameAsk(ask, cell.ask) ? cell : { ...cell, ask, settled: false };
    }),
  );
}

/**
 * Keeps a picture in the document, for prose to refer to; gives its name. That is no step that is undone: a picture that no prose
 * refers to is not stored.
 */
export function addPicture(data: string): string {
  const { document } = useDocument.getState();
  const { pictures = [] } = document;
  const known = pictures.find((one) => one.data === data);
  if (known !== undefined) return known.name;
  const name = freshPictureName(document);
  keep(withPictures(document, [...pictures, { name, data }]));
  return name;
}

/** Holds a cell still, or lets it run again by itself. */
export function setHeld(id: CellId, held: boolean): void {
  change(held ? t`a cell was frozen` : t`a cell was unfrozen`, `held ${id}`, (document) =>
    withProgram(document, id, (cell) => (cell.held === held ? cell : { ...cell, held })),
  );
}

/** Notes how the views of a program stand. That is part of the document, but no step that is undone. */
export function setViews(id: CellId, views: Partial<Views>): void {
  const { document } = useDocument.getState();
  const changed = withProgram(document, id, (cell) => {
    const next = { ...cell.views, ...views };
    return JSON.stringify(next) === JSON.stringify(cell.views) ? cell : { ...cell, views: next };
  });
  if (changed !== document) keep(changed);
}

/** Notes that a run of a cell as it was then ended by itself. That is no change of the user's. */
export function settle(subject: ProgramCell): void {
  const { document } = useDocument.getState();
  const settled = withProgram(document, subject.id, (cell) =>
    cell.text === subject.text && sameAsk(cell.ask, subject.ask) && !cell.settled ? { ...cell, settled: true } : cell,
  );
  if (settled !== document) keep(settled);
}

/** Notes that the reader has asked for a program from elsewhere to run. That is no change of its text. */
export function trust(id: CellId): void {
  const { document } = useDocument.getState();
  const trusted = withProgram(document, id, (cell) => (cell.foreign ? { ...cell, foreign: false } : cell));
  if (trusted !== document) keep(trusted);
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

/** What a new program says. */
const NEW_PROGRAM = "-- at: 2.0\ndef main x = x * x\n";

/** Adds a cell below another one, or on top; gives its name. */
export function addCell(tag: Cell["tag"], below: CellId | undefined, text?: string): CellId {
  const id = freshId(useDocument.getState().document) as CellId;
  const cell = tag === "program" ? programCell(id, text ?? NEW_PROGRAM) : proseCell(id, text ?? "");
  change(tag === "program" ? t`a program was added` : t`prose was added`, "", (document) =>
    withNewCell(document, cell, below),
  );
  return id;
}

export function removeCell(id: CellId): void {
  change(t`a cell was deleted`, "", (document) => withoutCell(document, id));
}

export function moveCell(id: CellId, by: -1 | 1): void {
  change(t`a cell was moved`, "", (document) => withMovedCell(document, id, by));
}

/** Puts a copy of a cell below it; gives the copy's name. */
export function copyCell(id: CellId): CellId | undefined {
  const { document } = useDocument.getState();
  const cell = cellOf(document, id);
  if (cell === undefined) return undefined;
  const copy: Cell = { ...cell, id: freshId(document) as CellId };
  change(t`a cell was copied`, "", () => withNewCell(document, copy, id));
  return copy.id;
}

/** Puts a whole document in place of the one that is open; that one can be had back by Undo. */
export function replaceDocument(next: Document, what: string): void {
  void shelf.keepVersion(useDocument.getState().document);
  change(what, "", () => next);
}

/** Says why something cannot be done. */
export function say(words: string): void {
  useDocument.setState({ notice: { tag: "said", words } });
}

export function dismissNotice(): void {
  useDocument.setState({ notice: undefined });
}

/** Milliseconds within which changes of one thing are one step, and that a step lasts at most. */
const ONE_STEP = 1500;
const LONGEST_STEP = 6000;
/** Steps that can be undone, and characters of all the documents that are kept for that. */
const MOST_STEPS = 300;
const MOST_CHARACTERS = 200_000_000;

/** The steps with one more, as far as there is room for them. */
function withStep(past: readonly Step[], step: Step): readonly Step[] {
  const characters = step.document.cells.reduce((sum, { text }) => sum + text.length, 0);
  const most = Math.min(MOST_STEPS, Math.max(10, Math.floor(MOST_CHARACTERS / Math.max(1, characters))));
  return [...past, step].slice(-most);
}

/** Takes the latest step back; gives what was undone, if anything was. */
export function undo(): string | undefined {
  return travel("past", "future");
}

/** Does again what was undone last. */
export function redo(): string | undefined {
  return travel("future", "past");
}

function travel(from: "past" | "future", to: "past" | "future"): string | undefined {
  const state = useDocument.getState();
  const step = state[from].at(-1);
  if (step === undefined) return undefined;
  const back: Step = { ...step, document: state.document, name: "" };
  useDocument.setState({
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], back],
    notice: undefined,
    isUnkept: true,
  });
  keep(withViewsOf(step.document, state.document));
  return step.what;
}

/** A document with the views of its programs as they stand in another, and trusted as there, and its pictures: that is no step that is undone. */
function withViewsOf(document: Document, now: Document): Document {
  const cells = document.cells.map((cell): Cell => {
    const other = programOf(now, cell.id);
    if (cell.tag !== "program" || other === undefined) return cell;
    return { ...cell, views: other.views, foreign: other.foreign };
  });
  return withPictures({ ...document, cells }, together(document.pictures, now.pictures));
}

/** Pictures, and those of others that have other names. */
function together(pictures: readonly Picture[] = [], others: readonly Picture[] = []): readonly Picture[] {
  const names = new Set(pictures.map(({ name }) => name));
  const more = others.filter(({ name }) => !names.has(name));
  return more.length === 0 ? pictures : [...pictures, ...more];
}

function change(what: string, name: string, next: (document: Document) => Document): void {
  const { document, past } = useDocument.getState();
  const changed = next(document);
  if (changed === document) return;
  const last = past.at(-1);
  const time = Date.now();
  const isSame = name !== "" && last?.name === name && time - last.time < ONE_STEP && time - last.began < LONGEST_STEP;
  const step: Step = isSame ? { ...last, time } : { document, what, name, time, began: time };
  useDocument.setState({
    past: withStep(isSame ? past.slice(0, -1) : past, step),
    future: [],
    isUnkept: true,
  });
  keep(changed);
}

/** Takes a document, and saves it soon. */
function keep(document: Document): void {
  useDocument.setState({ document, saved: "saving" });
  saving.soon();
}

/** The texts of the programs above a cell; the same list as long as they are the same. */
export function useTextsAbove(id: CellId): readonly string[] {
  return useDocument(useShallow(({ document }) => textsAbove(document, id)));
}
