// Where documents are kept: the browser's localStorage, which may be missing, full, corrupt, or written by another tab.
import { t } from "@lingui/core/macro";
import { decodeDocument, encodeDocument } from "./codec.ts";
import { packed, unpacked } from "./compress.ts";
import { type Document, programsOf } from "./document.ts";

/** The first document; others have a number behind. */
const DOCUMENT_KEY = "dualscope.document";
const LIST_KEY = "dualscope.documents";
/** Which document was open last. */
const OPEN_KEY = "dualscope.open";
const HISTORY_KEY = "dualscope.history";
/** Versions of a document that are kept, and the milliseconds between two of them at least. */
const MOST_VERSIONS = 40;
const BETWEEN_VERSIONS = 60_000;

/** What is needed of the DOM's Storage. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A store for one visit. */
export class Forgetful implements Store {
  private readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** A document on the shelf. */
export interface Entry {
  /** Its place on the shelf: empty for the first. */
  readonly key: string;
  readonly title: string;
  /** When it was saved last, in milliseconds since 1970. */
  readonly time: number;
}

/** A document as it was. */
export interface Version {
  readonly time: number;
  readonly document: Document;
}

/** What was found on the shelf. */
export type Found =
  | { readonly tag: "document"; readonly document: Document }
  | { readonly tag: "nothing" }
  /** There was something, but it could not be read; it stays where it is, unchanged, under this name. */
  | { readonly tag: "unreadable"; readonly reason: string; readonly name: string };

/** How a document was saved: `forked` is under a new key, for another tab had changed it under the old one. */
export type Kept = "saved" | "forked" | "failed";

/** Keeps documents and the versions of each. Never throws: a failed write is `false`. */
export class Shelf {
  private readonly store: Store | undefined;
  /** The document that is open. */
  private open: string;
  /** What this page wrote or read last: another content was written by another tab. */
  private last: string | null = null;

  /** Of this tab alone: which document is open in it. */
  private readonly session: Store | undefined;

  constructor(
    store: Store | undefined = openStore(() => globalThis.localStorage),
    session: Store | undefined = openStore(() => globalThis.sessionStorage),
  ) {
    this.store = store;
    this.session = session;
    this.open = this.remembered() ?? this.read(OPEN_KEY) ?? "";
  }

  /** The key of the document that is open. */
  get openKey(): string {
    return this.open;
  }

  /** The document that was open last. What cannot be read is left alone: what comes next has a key of its own. */
  load(): Found {
    const found = this.take(this.open);
    if (found.tag === "unreadable") this.move(this.freeKey());
    return found;
  }

  /** The documents, the one that was saved last first. */
  list(): readonly Entry[] {
    const json = parsed(this.read(LIST_KEY));
    const known = Array.isArray(json) ? json.flatMap(readEntry) : [];
    const entries = known.filter(({ key }) => this.read(storeKey(key)) !== null);
    return entries.sort((a, b) => b.time - a.time);
  }

  /** Opens another document of the list; one that cannot be read is not opened. */
  take(key: string): Found {
    const raw = this.read(storeKey(key));
    const decoded = raw === null ? undefined : decodeDocument(raw);
    if (decoded?.tag === "error") return { tag: "unreadable", reason: decoded.error, name: storeKey(key) };
    this.move(key);
    this.last = raw;
    return decoded === undefined ? { tag: "nothing" } : { tag: "document", document: decoded.value };
  }

  /** Begins a new document beside the others, which is open from now on. */
  begin(document: Document): Kept {
    this.move(this.freeKey());
    this.last = null;
    return this.save(document);
  }

  private move(key: string): void {
    this.open = key;
    this.write(OPEN_KEY, key);
    try {
      this.session?.setItem(OPEN_KEY, key);
    } catch {
      // then the tab opens what was open last in any
    }
  }

  private remembered(): string | null {
    try {
      return this.session?.getItem(OPEN_KEY) ?? null;
    } catch {
      return null;
    }
  }

  private freeKey(): string {
    const numbers = this.list().map(({ key }) => Number(key) || 1);
    let number = Math.max(1, ...numbers) + 1;
    while (this.read(storeKey(String(number))) !== null) number++;
    return String(number);
  }

  /** Takes a document from the shelf for good. The one that is open stays. */
  remove(key: string): void {
    if (key === this.open) return;
    this.erase(storeKey(key));
    this.erase(historyKey(key));
    this.write(LIST_KEY, JSON.stringify(this.list().filter((entry) => entry.key !== key)));
  }

  /** Writes the document. Where another tab has changed it meanwhile, this one goes on as a document of its own. */
  save(document: Document): Kept {
    const there = this.read(storeKey(this.open));
    const raw = encodeDocument(document);
    const isFork = there !== null && there !== this.last && there !== raw;
    if (isFork) this.move(this.freeKey());
    if (!this.write(storeKey(this.open), raw) && !this.writeWithRoom(raw)) return "failed";
    this.last = raw;
    this.note({ key: this.open, title: nameOf(document), time: Date.now() });
    this.keepVersion(document, false);
    return isFork ? "forked" : "saved";
  }

  /** Writes where room is short: versions give way, the oldest first; all of them stay if that is no help. */
  private writeWithRoom(raw: string): boolean {
    const history = this.packedVersions();
    const attempt = (versions: number): boolean => {
      this.write(historyKey(this.open), JSON.stringify(history.slice(0, versions)));
      return this.write(storeKey(this.open), raw);
    };
    for (let versions = history.length - 1; versions >= 0; versions--) if (attempt(versions)) return true;
    attempt(history.length);
    return false;
  }

  /** The document as another tab has written it now, where it is the one that is open; undefined where nothing is new. */
  adopt(): Document | undefined {
    const raw = this.read(storeKey(this.open));
    if (raw === null || raw === this.last) return undefined;
    const decoded = decodeDocument(raw);
    if (decoded.tag !== "ok") return undefined;
    this.last = raw;
    return decoded.value;
  }

  /** The versions of the open document, the newest first. */
  versions(): readonly Version[] {
    return this.packedVersions().flatMap(({ time, text }): Version[] => {
      const raw = unpacked(text);
      const decoded = raw === undefined ? undefined : decodeDocument(raw);
      return decoded?.tag === "ok" ? [{ time, document: decoded.value }] : [];
    });
  }

  /** Keeps a version now and then, as long as there is room; `now` at once. */
  keepVersion(document: Document, now: boolean): void {
    const versions = this.packedVersions();
    const time = Date.now();
    const text = packed(encodeDocument(document));
    const [newest] = versions;
    if (newest !== undefined && (newest.text === text || (!now && time - newest.time < BETWEEN_VERSIONS))) return;
    let next = [{ time, text }, ...versions].slice(0, MOST_VERSIONS);
    while (next.length > 0 && !this.write(historyKey(this.open), JSON.stringify(next))) next = next.slice(0, -1);
  }

  private packedVersions(): readonly { readonly time: number; readonly text: string }[] {
    const json = parsed(this.read(historyKey(this.open)));
    if (!Array.isArray(json)) return [];
    return json.flatMap((item: unknown) => {
      const { time, text } = (item ?? {}) as { time?: unknown; text?: unknown };
      return typeof time === "number" && typeof text === "string" ? [{ time, text }] : [];
    });
  }

  private note(entry: Entry): void {
    this.write(LIST_KEY, JSON.stringify([entry, ...this.list().filter(({ key }) => key !== entry.key)]));
  }

  private read(key: string): string | null {
    try {
      return this.store?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  private write(key: string, value: string): boolean {
    if (this.store === undefined) return false;
    try {
      this.store.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }

  private erase(key: string): void {
    try {
      this.store?.removeItem(key);
    } catch {
      // what cannot be erased stays
    }
  }
}

/** The key under which the browser has the document that is open; for the event by which other tabs tell of it. */
export function storeKey(key: string): string {
  return key === "" ? DOCUMENT_KEY : `${DOCUMENT_KEY}.${key}`;
}

function historyKey(key: string): string {
  return key === "" ? HISTORY_KEY : `${HISTORY_KEY}.${key}`;
}

/** What a document is called: its title, or that of its first program. */
export function nameOf(document: Document): string {
  if (document.title.trim() !== "") return document.title;
  const [first] = programsOf(document);
  return /^-- title:\s*(.+)$/m.exec(first?.text ?? "")?.[1]?.trim() ?? t`Untitled document`;
}

function readEntry(json: unknown): Entry[] {
  const { key, title, time } = (json ?? {}) as { key?: unknown; title?: unknown; time?: unknown };
  if (typeof key !== "string" || typeof title !== "string" || typeof time !== "number") return [];
  return [{ key, title, time }];
}

function parsed(raw: string | null): unknown {
  try {
    return raw === null ? undefined : JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function openStore(storage: () => Storage): Store | undefined {
  try {
    return storage();
  } catch {
    return undefined;
  }
}
