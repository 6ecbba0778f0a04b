// Where documents are kept: the browser's storage, which may be missing, full, damaged, or written by another tab at the same time.
//
// What is stored is the documents themselves; there is no list of them beside, which could be damaged or lag behind. A document is
// one text, written at one stroke: a page that is killed between two writes leaves each document as it was, or as it became.
import { t } from "@lingui/core/macro";
import { decodeDocument, encodeDocument } from "./codec.ts";
import { type Document, programsOf } from "./document.ts";
import { History, type Version, versionTimes } from "./history.ts";
import { documentKey, documentName, freshNumber, parsed, SafeStore, type Store } from "./storage.ts";

/** Before the key of a document: when it was saved last. */
const TIME_PREFIX = "dualscope.saved.";
/** The list of documents of earlier versions of the page: read for its times, and never written. */
const LIST_NAME = "dualscope.documents";
/** Which document was open last. */
const OPEN_NAME = "dualscope.open";
/** Of a tab alone: what did not go into the storage of all tabs. */
const DRAFT_NAME = "dualscope.draft";
/** Milliseconds within which a tab surely hears of what another one wrote. */
const CROSSING = 5000;

/** A document on the shelf. */
export interface Entry {
  /** Its place on the shelf: empty for the first. */
  readonly key: string;
  /** Where it cannot be read, the name that it has in the browser's storage. */
  readonly title: string;
  /** When it was saved last, in milliseconds since 1970; 0 where that is not known. */
  readonly time: number;
  /** Why it cannot be read, if it cannot. */
  readonly unreadable: string | undefined;
}

/** What was found on the shelf. */
export type Found =
  /** `isKept` where it is stored; else it is a draft that the tab alone has, and is lost with it. */
  | { readonly tag: "document"; readonly document: Document; readonly isKept: boolean }
  | { readonly tag: "nothing" }
  /** There was something, but it could not be read; it stays where it is, unchanged, under this name. */
  | { readonly tag: "unreadable"; readonly reason: string; readonly name: string };

/** How a document was saved: `forked` is under a new key, for another tab had changed it under the old one. */
export type Kept = "saved" | "forked" | "failed";

/** Keeps documents and the versions of each. Never throws: what is not written is `failed`. */
export class Shelf {
  private readonly store: SafeStore;
  /** Of this tab alone: which document is open in it, and what could not be stored. */
  private readonly session: SafeStore;
  private readonly history: History;
  /** The document that is open. */
  private open: string;
  /** Whether it is noted as the one that is open: not before it is stored. */
  private isNoted = true;
  /** What this tab wrote or read last of the open document: another content was written by another tab. */
  private last: string | null = null;
  /** When this tab saved it last, in milliseconds since 1970. */
  private savedAt = Number.NEGATIVE_INFINITY;
  /** What this tab has read of others lately. */
  private seen: readonly string[] = [];

  constructor(
    openStore: () => Store | undefined = () => globalThis.localStorage,
    openSession: () => Store | undefined = () => globalThis.sessionStorage,
  ) {
    this.store = new SafeStore(openStore);
    this.session = new SafeStore(openSession);
    this.history = new History(this.store);
    this.open = this.session.read(OPEN_NAME) ?? this.store.read(OPEN_NAME) ?? "";
  }

  /** The key of the document that is open. */
  get openKey(): string {
    return this.open;
  }

  /** Whether the browser gives storage to the page; it may be full. */
  get isOpen(): boolean {
    return this.store.isOpen;
  }

  /** Whether the open document was stored, and was taken away by another tab. */
  get isGone(): boolean {
    return this.last !== null && this.store.read(documentName(this.open)) === null;
  }

  /**
   * The document that was open last, or else the one that was saved last. What cannot be read is left alone: what comes next has a key
   * of its own.
   */
  load(): Found {
    const draft = this.draft();
    if (draft !== undefined) return draft;
    const found = this.take(this.open);
    if (found.tag === "unreadable") this.leave();
    if (found.tag !== "nothing") return found;
    const other = this.list().find(({ unreadable }) => unreadable === undefined);
    return other === undefined ? found : this.take(other.key);
  }

  /** What is stored, readable or not, the document that was saved last first. Reads every document once. */
  list(): readonly Entry[] {
    const names = this.store.names();
    const listed = new Map(readList(parsed(this.store.read(LIST_NAME))));
    const versions = versionTimes(names);
    const entries = names.flatMap((name): Entry[] => {
      const key = documentKey(name);
      const raw = key === undefined ? null : this.store.read(name);
      if (key === undefined || raw === null) return [];
      const noted = Number(this.store.read(TIME_PREFIX + key) ?? Number.NaN);
      const time = isMoment(noted) ? noted : (listed.get(key) ?? versions.get(key) ?? 0);
      const decoded = decodeDocument(raw);
      return decoded.tag === "ok"
        ? [{ key, title: nameOf(decoded.value), time, unreadable: undefined }]
        : [{ key, title: name, time, unreadable: decoded.error }];
    });
    return entries.sort((a, b) => b.time - a.time);
  }

  /** A document exactly as it is stored, readable or not; undefined where there is none. */
  raw(key: string): string | undefined {
    return this.store.read(documentName(key)) ?? undefined;
  }

  /** Opens another document; where it cannot be read, or is not there, the open one stays open. */
  take(key: string): Found {
    const name = documentName(key);
    const raw = this.store.read(name);
    if (raw === null) return { tag: "nothing" };
    const decoded = decodeDocument(raw);
    if (decoded.tag === "error") return { tag: "unreadable", reason: decoded.error, name };
    this.session.erase(DRAFT_NAME);
    this.open = key;
    this.savedAt = Number.NEGATIVE_INFINITY;
    this.noteOpen();
    this.see(raw);
    return { tag: "document", document: decoded.value, isKept: true };
  }

  /** Begins a new document beside the others, which is open from now on. */
  begin(document: Document): Kept {
    this.leave();
    return this.save(document);
  }

  /** Takes a document from the shelf for good. The one that is open stays. */
  remove(key: string): void {
    if (key === this.open) return;
    this.store.erase(documentName(key));
    this.store.erase(TIME_PREFIX + key);
    this.history.remove(key);
  }

  /**
   * Writes the document. Where another tab has changed it meanwhile, this one goes on as a document of its own. What cannot be stored
   * stays with the tab, as long as that has room: it survives a reload, but not the tab.
   */
  save(document: Document): Kept {
    const raw = encodeDocument(document);
    const there = this.store.read(documentName(this.open));
    const isFork = there !== null && there !== this.last && there !== raw;
    const key = isFork ? this.freshKey() : this.open;
    const write = (): boolean => this.store.write(documentName(key), raw);
    if (!write() && !this.history.withRoom(write)) {
      const draft: Draft = { key: this.open, over: this.last, raw };
      if (!this.session.write(DRAFT_NAME, JSON.stringify(draft))) this.session.erase(DRAFT_NAME);
      return "failed";
    }
    this.session.erase(DRAFT_NAME);
    this.open = key;
    this.last = raw;
    this.savedAt = Date.now();
    if (isFork || !this.isNoted) this.noteOpen();
    this.store.write(TIME_PREFIX + key, String(this.savedAt));
    this.history.keep(key, document, false);
    return isFork ? "forked" : "saved";
  }

  /**
   * Hears what another tab wrote into the open document, for a browser lets two tabs write at the same moment: what this tab wrote over
   * without having seen it becomes a version.
   */
  hear(raw: string): void {
    if (raw === this.store.read(documentName(this.open)) || this.seen.includes(raw)) return;
    this.keepCrossed(raw);
  }

  /** The document as another tab has written it now, where it is the one that is open; undefined where nothing is new. */
  adopt(): Document | undefined {
    const raw = this.store.read(documentName(this.open));
    if (raw === null || raw === this.last) return undefined;
    const decoded = decodeDocument(raw);
    if (decoded.tag !== "ok") return undefined;
    // who wrote it may not have seen what is here
    if (this.last !== null) this.keepCrossed(this.last);
    this.see(raw);
    return decoded.value;
  }

  /** The versions of the open document, the newest first. */
  versions(): readonly Version[] {
    return this.history.of(this.open);
  }

  /** Keeps a version of the open document, as long as there is room. */
  keepVersion(document: Document): void {
    this.history.keep(this.open, document, true);
  }

  /** Makes a version of what may have crossed with another tab's write. */
  private keepCrossed(raw: string): void {
    if (Date.now() - this.savedAt > CROSSING) return;
    const decoded = decodeDocument(raw);
    if (decoded.tag === "ok") this.keepVersion(decoded.value);
  }

  private see(raw: string): void {
    this.last = raw;
    this.seen = [raw, ...this.seen].slice(0, 8);
  }

  /** Lets go of the open document: what comes next has a key of its own, and is noted when it is stored. */
  private leave(): void {
    this.open = this.freshKey();
    this.last = null;
    this.savedAt = Number.NEGATIVE_INFINITY;
    this.isNoted = false;
  }

  private noteOpen(): void {
    this.store.write(OPEN_NAME, this.open);
    this.session.write(OPEN_NAME, this.open);
    this.isNoted = true;
  }

  private freshKey(): string {
    let key = freshNumber();
    while (this.store.read(documentName(key)) !== null) key = freshNumber();
    return key;
  }

  private draft(): Found | undefined {
    const draft = readDraft(parsed(this.session.read(DRAFT_NAME)));
    const decoded = draft === undefined ? undefined : decodeDocument(draft.raw);
    if (draft === undefined || decoded?.tag !== "ok") return undefined;
    this.open = draft.key;
    this.last = draft.over;
    this.isNoted = false;
    return { tag: "document", document: decoded.value, isKept: false };
  }
}

/** What could not be stored, the key that it was to have, and what was there when the tab looked last. */
interface Draft {
  readonly key: string;
  readonly over: string | null;
  readonly raw: string;
}

/** What a document is called: its title, or that of its first program. */
export function nameOf(document: Document): string {
  if (document.title.trim() !== "") return document.title;
  const [first] = programsOf(document);
  return /^-- title:\s*(.+)$/m.exec(first?.text ?? "")?.[1]?.trim() ?? t`Untitled document`;
}

/** Whether a number is a time that a date can be made of. */
function isMoment(time: number): boolean {
  return Math.abs(time) <= 8.64e15;
}

function readList(json: unknown): readonly (readonly [string, number])[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((item: unknown) => {
    const { key, time } = (item ?? {}) as { key?: unknown; time?: unknown };
    return typeof key === "string" && typeof time === "number" && isMoment(time) ? [[key, time] as const] : [];
  });
}

function readDraft(json: unknown): Draft | undefined {
  const { key, over, raw } = (json ?? {}) as { key?: unknown; over?: unknown; raw?: unknown };
  const isDraft = typeof key === "string" && typeof raw === "string" && (typeof over === "string" || over === null);
  return isDraft ? { key, over, raw } : undefined;
}
