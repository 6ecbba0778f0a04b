// Where documents are kept: the browser's database, which may be missing, full, damaged, or written by another tab at the same time.
//
// A document is one text, written with its entry (title, time, revision) in one transaction: a page that is killed leaves each document as
// it was, or as it became, and no two tabs write at the same moment. The database decides; an entry that is missing or damaged is made of
// its text. Typed text that is not there yet is noted in the journal.
import { ok } from "../../../engine/base/result.ts";
import { decodeDocument, encodeDocument } from "../codec.ts";
import type { Document } from "../document.ts";
import type { Database, VersionKey, WritableRows } from "./database.ts";
import { putDocument, revisionAt } from "./entry.ts";
import { History, isFull, type Packing } from "./history.ts";
import { Journal, type Unsaved } from "./journal.ts";
import { type Entry, entriesIn } from "./listing.ts";
import { freshKey, isOthers, type Moved, type Place, placeAt, placeOf } from "./place.ts";
import { documentName, freshNumber, SafeStore, type Store } from "./storage.ts";

/** Which document was open last. */
const OPEN_NAME = "dualscope.open";

/** A document that was found; {@link Shelf.open} opens it. */
export interface FoundDocument {
  readonly tag: "document";
  readonly document: Document;
  /** Whether it is stored; else it could not be stored. */
  readonly isKept: boolean;
  /** Whether it was moved beside another one, which another tab had changed meanwhile. */
  readonly isFork: boolean;
  readonly place: Place;
}

/** A document on the shelf. */
export type Found =
  | FoundDocument
  | { readonly tag: "nothing" }
  /** There is something, but it could not be read; it stays where it is, unchanged, under this name. */
  | { readonly tag: "unreadable"; readonly reason: string; readonly name: string };

/** How a document was saved: `forked` is under a new key, for another tab had changed it under the old one. */
export type Kept = "saved" | "forked" | "failed";

/** Fate of the open document in other tabs. */
export type Adopted =
  | { readonly tag: "same" }
  | { readonly tag: "gone" }
  | { readonly tag: "changed"; readonly document: Document };

/** A shelf's surroundings. */
export interface Surroundings {
  readonly database: Database;
  /** The storage of all tabs, and of this tab alone: the journal, and which document is open. */
  local(): Store | undefined;
  session(): Store | undefined;
  /** Informs other tabs of a document saved, or deleted. */
  tell(key: string, isGone: boolean): void;
  readonly packing?: Packing;
}

/** Keeps documents and the versions of each. Never throws or rejects: unwritten ones are `failed`, unreadable ones not there. */
export class Shelf {
  private readonly database: Database;
  private readonly local: SafeStore;
  /** Of this tab alone. */
  private readonly session: SafeStore;
  private readonly history: History;
  private readonly journal: Journal;
  private readonly tell: (key: string, isGone: boolean) => void;
  private readonly revisions = new WeakMap<Document, string>();
  private place: Place;
  /** Whether the database could be used when it was asked last; it may be full. */
  private isUsable = true;
  /** The last task: one after the other. */
  private before: Promise<unknown> = Promise.resolve();

  constructor({ database, local, session, tell, packing }: Surroundings) {
    this.database = database;
    this.local = new SafeStore(local);
    this.session = new SafeStore(session);
    this.history = new History(database, packing);
    this.journal = new Journal(this.local, this.session);
    this.tell = tell;
    this.place = placeAt(this.session.read(OPEN_NAME) ?? this.local.read(OPEN_NAME) ?? "");
  }

  /** The key of the document that is open. */
  get openKey(): string {
    return this.place.key;
  }

  /** Whether the browser's database could be used when it was asked last; it may be full. */
  get isOpen(): boolean {
    return this.isUsable;
  }

  /**
   * Moves notes of earlier pages into the database, and finds the document that was open last, or else the one that was saved last.
   * Unreadable ones are left alone: the next document has a key of its own.
   */
  load(): Promise<Found> {
    return this.inTurn(async () => {
      const own = this.journal.ownName();
      const moved = await this.moveJournal();
      const left = this.journal.all();
      const noted = own === undefined ? undefined : moved.get(own);
      if (noted !== undefined) {
        const found = await this.findNow(noted.key);
        if (found.tag === "document") return this.opened({ ...found, isFork: noted.isFork });
      }
      const draft = this.draft(left, own);
      if (draft !== undefined) return this.opened(draft);
      const found = await this.findNow(this.place.key);
      if (found.tag === "unreadable") this.leave();
      if (found.tag !== "nothing") return this.opened(found);
      const other = (await this.listNow()).find(({ unreadable }) => unreadable === undefined);
      return other === undefined ? found : this.opened(await this.findNow(other.key));
    });
  }

  /** All stored documents, readable or not, the one saved last first. Reads the texts only of those that have no entry. */
  list(): Promise<readonly Entry[]> {
    return this.inTurn(() => this.listNow());
  }

  /** A document exactly as it is stored, readable or not; undefined where there is none. */
  raw(key: string): Promise<string | undefined> {
    return this.inTurn(() => this.rawNow(key));
  }

  /** Looks for a document; the open one stays open. */
  find(key: string): Promise<Found> {
    return this.inTurn(() => this.findNow(key));
  }

  /** Opens a document that was found. */
  open({ place, isKept }: FoundDocument): void {
    this.place = place;
    if (isKept) this.noteOpen();
  }

  /** Lets go of the open document: the next one saved has a key of its own, and is noted as the open one when it is stored. */
  leave(): void {
    this.place = { ...placeAt(freshNumber()), isNoted: false };
  }

  /** Takes a document from the shelf for good. The one that is open stays. */
  remove(key: string): Promise<void> {
    return this.inTurn(async () => {
      if (key === this.place.key) return;
      const isDone = await this.attempt(() =>
        this.database.write(async (rows) => {
          await rows.delete("texts", key);
          await rows.delete("entries", key);
          for (const version of await rows.versions(key)) await rows.delete("versions", version);
          return true;
        }),
      );
      if (isDone === true) this.tell(key, true);
    });
  }

  /**
   * Writes the document. Where another tab has changed it meanwhile, this one becomes a document of its own. If it cannot be stored, it is
   * noted in the journal, as long as that has room.
   */
  save(document: Document): Promise<Kept> {
    const { place } = this;
    const { count } = this.journal;
    // later notes are newer
    place.tried.add(this.revisionOf(document));
    return this.inTurn(() => this.saveAt(place, document, count));
  }

  /** Notes unstored text at once, for a page that closes; returns whether the next page will find it. */
  note(document: Document): boolean {
    return this.noteAt(this.place, document, encodeDocument(document));
  }

  /**
   * The open document as another tab changed it. If this tab is free to adopt it, which is asked when the answer is there, it counts as
   * seen.
   */
  adopt(isFree: () => boolean): Promise<Adopted> {
    const { place } = this;
    return this.inTurn(async () => {
      const found = await this.attempt(() =>
        this.database.read(async (rows) => {
          const revision = await revisionAt(rows, place.key);
          const isKnown = revision === undefined || revision === place.last || place.tried.has(revision);
          return { revision, raw: isKnown ? undefined : await rows.get("texts", place.key) };
        }),
      );
      if (found === undefined || place !== this.place || !isFree()) return { tag: "same" };
      const { revision, raw } = found;
      if (revision === undefined) return { tag: place.last === undefined ? "same" : "gone" };
      const decoded = typeof raw === "string" ? decodeDocument(raw) : undefined;
      if (decoded?.tag !== "ok") return { tag: "same" };
      place.last = revision;
      this.revisions.set(decoded.value, revision);
      return { tag: "changed", document: decoded.value };
    });
  }

  /** The versions of the open document, the newest first. */
  versions(): Promise<readonly VersionKey[]> {
    return this.inTurn(async () => (await this.attempt(() => this.history.of(this.place.key))) ?? []);
  }

  /** A document as it was; undefined where it cannot be read. */
  version(version: VersionKey): Promise<Document | undefined> {
    return this.inTurn(() => this.attempt(() => this.history.read(version)));
  }

  /** Keeps a version of the open document, as long as there is room; whether it is kept. */
  keepVersion(document: Document): Promise<boolean> {
    const time = Date.now();
    return this.inTurn(() => this.keep(this.place.key, encodeDocument(document), time, true));
  }

  /** `noted`: how many times something was noted before this was asked for. */
  private async saveAt(place: Place, document: Document, noted: number): Promise<Kept> {
    const raw = encodeDocument(document);
    const revision = this.revisionOf(document);
    const tried = [...place.tried];
    const time = Date.now();
    const put = async (rows: WritableRows): Promise<string> => {
      const key = (await isOthers(rows, place, raw)) ? await freshKey(rows) : place.key;
      await putDocument(rows, key, raw, time, revision, ok(document));
      return key;
    };
    const key = await this.attempt(() => this.history.withRoom(put));
    if (key === undefined) {
      this.noteAt(place, document, raw);
      return "failed";
    }
    const isFork = key !== place.key;
    place.key = key;
    place.last = revision;
    for (const one of tried) place.tried.delete(one);
    if (this.journal.count === noted || this.journal.revision === revision) this.journal.erase();
    if (place === this.place && (isFork || !place.isNoted)) this.noteOpen();
    this.tell(key, false);
    void this.inTurn(() => this.keep(key, raw, time, false));
    return isFork ? "forked" : "saved";
  }

  private noteAt(place: Place, document: Document, raw: string): boolean {
    const revision = this.revisionOf(document);
    const over = [...(place.last === undefined ? [] : [place.last]), ...place.tried];
    place.tried.add(revision);
    return this.journal.write({ key: place.key, over, revision, time: Date.now(), raw });
  }

  /** A document has the same revision wherever it is written. */
  private revisionOf(document: Document): string {
    const revision = this.revisions.get(document) ?? freshNumber();
    this.revisions.set(document, revision);
    return revision;
  }

  private async keep(key: string, raw: string, time: number, now: boolean): Promise<boolean> {
    return (await this.attempt(() => this.history.keep(key, raw, time, now))) === true;
  }

  /** Moves the notes of pages into the database; returns the new places, by the names of the journal. */
  private async moveJournal(): Promise<ReadonlyMap<string, Moved>> {
    const all = new Map<string, Moved>();
    for (const [name, found] of this.journal.all()) {
      const put = async (rows: WritableRows): Promise<Moved & { readonly revision: string }> => {
        // its page may have written it anew, or another one have moved it
        const now = this.journal.read(name);
        const unsaved = now ?? found;
        const { raw, time, revision } = unsaved;
        const { key, isWritten } = await placeOf(rows, unsaved);
        if (now !== undefined && !isWritten) await putDocument(rows, key, raw, time, revision);
        return { key, isFork: key !== unsaved.key, revision };
      };
      const moved = await this.attempt(() => this.history.withRoom(put));
      if (moved === undefined) continue;
      all.set(name, moved);
      this.journal.eraseIf(name, moved.revision);
      this.tell(moved.key, false);
    }
    return all;
  }

  /** A note that could not be moved: of this tab, or of the document that was open last. */
  private draft(left: ReadonlyMap<string, Unsaved>, own: string | undefined): FoundDocument | undefined {
    const all = [...left].sort(([, a], [, b]) => b.time - a.time);
    const [name, unsaved] =
      all.find(([one]) => one === own) ??
      all.find(([, { key }]) => key === this.place.key) ??
      (this.isUsable ? undefined : all[0]) ??
      [];
    if (name === undefined || unsaved === undefined) return undefined;
    const decoded = decodeDocument(unsaved.raw);
    if (decoded.tag !== "ok") return undefined;
    this.journal.take(name, unsaved);
    const tried = new Set([...unsaved.over, unsaved.revision]);
    const place: Place = { key: unsaved.key, last: undefined, tried, isNoted: false };
    return { tag: "document", document: decoded.value, isKept: false, isFork: false, place };
  }

  private opened(found: Found): Found {
    if (found.tag === "document") this.open(found);
    return found;
  }

  private async findNow(key: string): Promise<Found> {
    const found = await this.attempt(() =>
      this.database.read(async (rows) => ({
        raw: await rows.get("texts", key),
        revision: await revisionAt(rows, key),
      })),
    );
    if (typeof found?.raw !== "string") return { tag: "nothing" };
    const decoded = decodeDocument(found.raw);
    if (decoded.tag === "error") return { tag: "unreadable", reason: decoded.error, name: documentName(key) };
    if (found.revision !== undefined) this.revisions.set(decoded.value, found.revision);
    const place: Place = { ...placeAt(key), last: found.revision };
    return { tag: "document", document: decoded.value, isKept: true, isFork: false, place };
  }

  private async listNow(): Promise<readonly Entry[]> {
    const stored = await this.attempt(() => this.database.read(entriesIn));
    return (stored ?? []).toSorted((a, b) => b.time - a.time);
  }

  private async rawNow(key: string): Promise<string | undefined> {
    const raw = await this.attempt(() => this.database.read((rows) => rows.get("texts", key)));
    return typeof raw === "string" ? raw : undefined;
  }

  private noteOpen(): void {
    this.local.write(OPEN_NAME, this.place.key);
    this.session.write(OPEN_NAME, this.place.key);
    this.place.isNoted = true;
  }

  /** The database's answer; undefined where it fails, which is noted. */
  private async attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await act();
      this.isUsable = true;
      return result;
    } catch (error) {
      // the page says that its text is not saved
      this.isUsable = isFull(error);
      return undefined;
    }
  }

  /** Does one thing after the other. */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.before.then(act);
    // its caller gets the failure; the next task runs all the same
    this.before = done.catch(() => undefined);
    return done;
  }
}
