// Where documents are kept: the browser's localStorage, which may be missing, full, corrupt, or written by another tab.
import { decodeDocument, decodeRecent, encodeDocument, encodeRecent, type RecentText } from "./codec.ts";
import { packed, unpacked } from "./compress.ts";
import { type Document, programsOf } from "./document.ts";

/** The first document; others have a number behind. */
const DOCUMENT_KEY = "dualscope.document";
const LIST_KEY = "dualscope.documents";
/** Which document was open last. */
const OPEN_KEY = "dualscope.open";
const HISTORY_KEY = "dualscope.history";
const RECENT_KEY = "dualscope.recent";
/** A document that could not be read is put here before another takes its place. */
const BROKEN_KEY = "dualscope.document.unreadable";

const MOST_RECENT = 12;
/** Characters of all recent texts together; browsers allow about five million for everything. */
const MOST_CHARACTERS = 1_500_000;
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
  /** There was something, but it could not be read; it is kept aside, unchanged. */
  | { readonly tag: "unreadable"; readonly reason: string };

/** Keeps documents, the versions of each, and the recent texts. Never throws: a failed write is `false`. */
export class Shelf {
  private readonly store: Store | undefined;
  /** The document that is open. */
  private open: string;
  /** What this page wrote or read last: another content was written by another tab. */
  private last: string | null = null;

  constructor(store: Store | undefined = openStore()) {
    this.store = store;
    this.open = this.read(OPEN_KEY) ?? "";
  }

  /** The key of the document that is open. */
  get openKey(): string {
    return this.open;
  }

  /** The document that was open last. */
  load(): Found {
    const raw = this.read(storeKey(this.open));
    this.last = raw;
    if (raw === null) return { tag: "nothing" };
    const decoded = decodeDocument(raw);
    if (decoded.tag === "ok") return { tag: "document", document: decoded.value };
    this.write(BROKEN_KEY, raw);
    return { tag: "unreadable", reason: decoded.error };
  }

  /** The documents, the one that was saved last first. */
  list(): readonly Entry[] {
    const json = parsed(this.read(LIST_KEY));
    const known = Array.isArray(json) ? json.flatMap(readEntry) : [];
    const entries = known.filter(({ key }) => this.read(storeKey(key)) !== null);
    return entries.sort((a, b) => b.time - a.time);
  }

  /** Opens another document of the list. */
  take(key: string): Found {
    this.open = key;
    this.write(OPEN_KEY, key);
    return this.load();
  }

  /** Begins a new document beside the others, which is open from now on. */
  begin(document: Document): boolean {
    const numbers = this.list().map(({ key }) => Number(key) || 1);
    let number = Math.max(1, ...numbers) + 1;
    while (this.read(storeKey(String(number))) !== null) number++;
    this.open = String(number);
    this.last = null;
    this.write(OPEN_KEY, this.open);
    return this.save(document);
  }

  /** Takes a document from the shelf for good. The one that is open stays. */
  remove(key: string): void {
    if (key === this.open) return;
    this.erase(storeKey(key));
    this.erase(historyKey(key));
    this.write(LIST_KEY, JSON.stringify(this.list().filter((entry) => entry.key !== key)));
  }

  /** Writes the document. What another tab has written meanwhile becomes a document of its own first. */
  save(document: Document): boolean {
    const key = storeKey(this.open);
    const there = this.read(key);
    if (there !== null && there !== this.last) this.keepOther(there, document);
    const raw = encodeDocument(document);
    let written = this.write(key, raw);
    // the text at hand is worth more than the ones before it
    for (let recent = this.recent(); !written && recent.length > 0; recent = recent.slice(0, -1)) {
      this.write(RECENT_KEY, encodeRecent(recent.slice(0, -1)));
      written = this.write(key, raw);
    }
    if (!written) {
      this.erase(historyKey(this.open));
      written = this.write(key, raw);
    }
    if (!written) return false;
    this.last = raw;
    this.note({ key: this.open, title: nameOf(document), time: Date.now() });
    this.keepVersion(document);
    return true;
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

  /** The recent texts, the newest first. */
  recent(): readonly RecentText[] {
    const raw = this.read(RECENT_KEY);
    return raw === null ? [] : decodeRecent(raw);
  }

  /** Puts a text first among the recent ones; the same text is there only once. */
  remember(text: RecentText): readonly RecentText[] {
    let texts = [text, ...this.recent().filter((other) => other.text !== text.text)].slice(0, MOST_RECENT);
    const size = (): number => texts.reduce((sum, one) => sum + one.text.length, 0);
    while (texts.length > 1 && size() > MOST_CHARACTERS) texts = texts.slice(0, -1);
    while (!this.write(RECENT_KEY, encodeRecent(texts)) && texts.length > 1) texts = texts.slice(0, -1);
    return texts;
  }

  private keepOther(raw: string, mine: Document): void {
    const other = decodeDocument(raw);
    if (other.tag !== "ok" || encodeDocument(other.value) === encodeDocument(mine)) return;
    const numbers = this.list().map(({ key }) => Number(key) || 1);
    const key = String(Math.max(1, ...numbers) + 1);
    const title = `${nameOf(other.value)} (from another tab)`;
    if (this.write(storeKey(key), encodeDocument({ ...other.value, title })))
      this.note({ key, title, time: Date.now() - 1 });
  }

  /** Keeps a version now and then, as long as there is room. */
  private keepVersion(document: Document): void {
    const versions = this.packedVersions();
    const time = Date.now();
    const text = packed(encodeDocument(document));
    const [newest] = versions;
    if (newest !== undefined && (newest.text === text || time - newest.time < BETWEEN_VERSIONS)) return;
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

/** What a document is called in lists: its title, or that of its first program. */
function nameOf(document: Document): string {
  if (document.title.trim() !== "") return document.title;
  const [first] = programsOf(document);
  return /^-- title:\s*(.+)$/m.exec(first?.text ?? "")?.[1]?.trim() ?? "Untitled document";
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

function openStore(): Store | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
