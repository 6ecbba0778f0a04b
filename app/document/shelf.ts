// Where documents are kept: the browser's localStorage, which may be missing, full, corrupt, or written by another tab.
import { decodeDocument, decodeRecent, encodeDocument, encodeRecent, type RecentText } from "./codec.ts";
import type { Document } from "./document.ts";

const DOCUMENT_KEY = "dualscope.document";
const RECENT_KEY = "dualscope.recent";
/** A document that could not be read is put here before another takes its place. */
const BROKEN_KEY = "dualscope.document.unreadable";

const MOST_RECENT = 12;
/** Characters of all recent texts together; browsers allow about five million for everything. */
const MOST_CHARACTERS = 1_500_000;

/** What is needed of the DOM's Storage. */
export type Store = Pick<Storage, "getItem" | "setItem">;

/** What was on the shelf when the page opened. */
export type Found =
  | { readonly tag: "document"; readonly document: Document }
  | { readonly tag: "nothing" }
  /** There was something, but it could not be read; it is kept aside, unchanged. */
  | { readonly tag: "unreadable"; readonly reason: string };

/** Keeps one document and the recent texts. Never throws: a failed write is `false`. */
export class Shelf {
  private readonly store: Store | undefined;
  /** What this page wrote or read last: another content was written by another tab. */
  private last: string | null = null;

  constructor(store: Store | undefined = openStore()) {
    this.store = store;
  }

  load(): Found {
    const raw = this.read(DOCUMENT_KEY);
    this.last = raw;
    if (raw === null) return { tag: "nothing" };
    const decoded = decodeDocument(raw);
    if (decoded.tag === "ok") return { tag: "document", document: decoded.value };
    this.write(BROKEN_KEY, raw);
    return { tag: "unreadable", reason: decoded.error };
  }

  /** Writes the document. What another tab has written meanwhile goes to the recent texts first. */
  save(document: Document): boolean {
    const there = this.read(DOCUMENT_KEY);
    if (there !== null && there !== this.last) this.keepOther(there, document);
    const raw = encodeDocument(document);
    let written = this.write(DOCUMENT_KEY, raw);
    // the text at hand is worth more than the ones before it
    for (let recent = this.recent(); !written && recent.length > 0; recent = recent.slice(0, -1)) {
      this.write(RECENT_KEY, encodeRecent(recent.slice(0, -1)));
      written = this.write(DOCUMENT_KEY, raw);
    }
    if (written) this.last = raw;
    return written;
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
    if (other.tag !== "ok") return;
    const known = new Set(mine.cells.map((cell) => cell.text));
    for (const cell of other.value.cells) {
      if (!known.has(cell.text)) this.remember({ text: cell.text, ask: cell.ask, time: Date.now() });
    }
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
}

function openStore(): Store | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
