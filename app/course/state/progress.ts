// A reader's deeds with the questions of lessons: kept in a store of its own, outside of documents and of undo steps.
import { type IDBPDatabase, openDB } from "idb";
import { create } from "zustand";
import { readJson } from "../../base/json.ts";
import { KEEPS_NOTHING } from "../../base/mode.ts";
import type { Document } from "../../document/document.ts";
import { SafeStore } from "../../document/shelf/storage.ts";
import { useDocument } from "../../document/state/document.ts";
import { type Deed, type Deeds, NO_DEEDS, readDeeds } from "../model/open-questions.ts";

interface ProgressState {
  /** By lesson, then by question. */
  readonly lessons: Readonly<Record<string, Deeds>>;
  /** Kept progress was read. */
  readonly isRead: boolean;
  /** How the page is drawn for a file; undefined where it is for its reader. */
  readonly file: "with answers" | "without answers" | undefined;
}

/** The reader's deeds in all lessons; empty until the kept progress has been read. */
export const useProgress = create<ProgressState>()(() => ({ lessons: {}, isRead: false, file: undefined }));

/** The key of a document's questions: a lesson of the course has one place, however often it is copied. */
function lessonKey(document: Document, key: string): string {
  return document.course === undefined ? `document ${key}` : `course ${document.course.lesson}`;
}

/** The reader's deeds in the open document. */
export function useDeeds(): Deeds {
  const key = useDocument(({ document, key: own }) => lessonKey(document, own));
  return useProgress((state) => deedsIn(state, key));
}

/** The reader's deeds in the open document, read once and outside React. */
export function deedsNow(): Deeds {
  const { document, key } = useDocument.getState();
  return deedsIn(useProgress.getState(), lessonKey(document, key));
}

function deedsIn({ lessons, file }: ProgressState, lesson: string): Deeds {
  return file === "without answers" ? NO_DEEDS : (lessons[lesson] ?? NO_DEEDS);
}

/** Does something while the page is drawn for a file: with the reader's answers, or as if nothing were answered yet. */
export async function drawnForFile<T>(withAnswers: boolean, work: () => Promise<T>): Promise<T> {
  useProgress.setState({ file: withAnswers ? "with answers" : "without answers" });
  try {
    return await work();
  } finally {
    useProgress.setState({ file: undefined });
  }
}

/** Whether the page is drawn for a file: then what a press would show is shown. */
export function useIsForFile(): boolean {
  return useProgress(({ file }) => file !== undefined);
}

const DATABASE = "dualscope-progress";
const TABLE = "lessons";

/** Before the key of a lesson: deeds that are not in the database yet. */
const NOTED = "dualscope.progress.";

/** Before the key of a lesson and a question: an answer that is typed, and not checked yet. */
const TYPED = "dualscope.typed.";

/** The browser's short texts. */
const notes = new SafeStore(() => (KEEPS_NOTHING ? undefined : localStorage));

function typedName(id: string): string {
  const { document, key } = useDocument.getState();
  return `${TYPED}${lessonKey(document, key)} ${id}`;
}

/** The answer to a question of the open document that was typed, and not checked; undefined where there is none. */
export function typedAnswer(id: string): string | undefined {
  return notes.read(typedName(id)) ?? undefined;
}

/** Keeps an answer that is typed, until it is checked; undefined for none. */
export function keepTyped(id: string, answer: string | undefined): void {
  if (answer === undefined) notes.erase(typedName(id));
  else notes.write(typedName(id), answer);
}

/**
 * The browser's database of progress. A page that closes cannot wait for the database, so each change is noted at once, until the database
 * has it; the next page finds the notes.
 */
class Kept {
  private opening: Promise<IDBPDatabase | undefined> | undefined;

  async all(): Promise<Readonly<Record<string, Deeds>>> {
    const noted = this.noted();
    // answers that cannot be read are open questions; notes that cannot move stay for the next page
    const stored = await this.stored().catch(() => []);
    for (const [key, deeds, note] of noted) void this.move(key, deeds, note).catch(() => undefined);
    return Object.fromEntries([...stored, ...noted.map(([key, deeds]) => [key, deeds] as const)]);
  }

  async put(key: string, deeds: Deeds): Promise<void> {
    const note = JSON.stringify(deeds);
    const isNoted = notes.write(NOTED + key, note);
    if (isNoted) await this.move(key, deeds, note);
    else await (await this.open())?.put(TABLE, deeds, key);
  }

  /** Takes a note into the database; one that has another text by now is another's to take. */
  private async move(key: string, deeds: Deeds, note: string): Promise<void> {
    const database = await this.open();
    const isStill = (): boolean => notes.read(NOTED + key) === note;
    if (database === undefined || !isStill()) return;
    await database.put(TABLE, deeds, key);
    if (isStill()) notes.erase(NOTED + key);
  }

  async clear(): Promise<void> {
    for (const name of notes.names()) if (name.startsWith(NOTED) || name.startsWith(TYPED)) notes.erase(name);
    await (await this.open())?.clear(TABLE);
  }

  private noted(): readonly (readonly [lesson: string, Deeds, note: string])[] {
    const names = notes.names().filter((name) => name.startsWith(NOTED));
    return names.map((name) => {
      const note = notes.read(name) ?? "";
      return [name.slice(NOTED.length), readDeeds(readJson(note)), note];
    });
  }

  private async stored(): Promise<readonly (readonly [lesson: string, Deeds])[]> {
    const database = await this.open();
    if (database === undefined) return [];
    const [keys, values] = await Promise.all([database.getAllKeys(TABLE), database.getAll(TABLE)]);
    return keys.map((key, index) => [String(key), readDeeds(values[index])]);
  }

  private open(): Promise<IDBPDatabase | undefined> {
    // a database that does not open is none: answers last as long as their notes, or the page
    this.opening ??= KEEPS_NOTHING
      ? Promise.resolve(undefined)
      : openDB(DATABASE, 1, { upgrade: (database) => void database.createObjectStore(TABLE) }).catch(() => undefined);
    return this.opening;
  }
}

const kept = new Kept();

/** Reads kept progress, once. */
export async function readProgress(): Promise<void> {
  if (useProgress.getState().isRead) return;
  useProgress.setState({ isRead: true });
  const found = await kept.all();
  // answers given meanwhile are newer, and do not replace other questions of their lesson
  const { lessons } = useProgress.getState();
  const both = Object.entries(lessons).map(([key, deeds]) => [key, { ...found[key], ...deeds }] as const);
  useProgress.setState({ lessons: { ...found, ...Object.fromEntries(both) } });
  for (const [key, deeds] of both) void keep(key, deeds);
}

/** Keeps deeds as far as the browser can: without a database they last as long as their note, or the page. */
async function keep(lesson: string, deeds: Deeds): Promise<void> {
  // an answer is not held up by storage that fails
  await kept.put(lesson, deeds).catch(() => undefined);
}

function change(next: (deeds: Deeds) => Deeds): void {
  const { document, key } = useDocument.getState();
  const lesson = lessonKey(document, key);
  const deeds = next(useProgress.getState().lessons[lesson] ?? NO_DEEDS);
  useProgress.setState(({ lessons }) => ({ lessons: { ...lessons, [lesson]: deeds } }));
  void keep(lesson, deeds);
}

/** Notes an answer: `isRight` opens parts behind it. */
export function noteAnswer(id: string, given: string, isRight: boolean): void {
  change((deeds) => {
    const before = deeds[id];
    const state = before?.state === "shown" ? "shown" : isRight ? "right" : (before?.state ?? "open");
    return { ...deeds, [id]: { given, tries: (before?.tries ?? 0) + 1, state, time: Date.now() } };
  });
}

/** Shows the answers of questions that are not answered. */
export function showAnswers(ids: readonly string[]): void {
  change((deeds) => {
    const shown = ids.filter((id) => (deeds[id]?.state ?? "open") === "open");
    const entries = shown.map((id): [string, Deed] => [
      id,
      { ...(deeds[id] ?? { given: "", tries: 0 }), state: "shown", time: Date.now() },
    ]);
    return { ...deeds, ...Object.fromEntries(entries) };
  });
}

/** Puts other deeds in the place of those with the open document's questions. */
export function setDeeds(deeds: Deeds): void {
  change(() => deeds);
}

/** Forgets all that was done in all lessons. Rejects where the browser does not delete it. */
export async function forgetProgress(): Promise<void> {
  await kept.clear();
  useProgress.setState({ lessons: {} });
}
