// Typed text that is not in the database: noted at one stroke, because a page that closes can wait for nothing.
//
// A transaction that begins while a page goes away may not come to its end, and a database can be full or closed. `localStorage` is
// written before the next statement runs. It holds five million characters: of a longer document leaving asks instead. Each page that
// is open has an entry of its own, and whichever page starts next moves it into the database.
import { fieldsOf, readJson } from "../../base/json.ts";
import { freshNumber, type SafeStore } from "./storage.ts";

const PREFIX = "dualscope.journal.";
/** Of a tab: the name of its entry, for the page that it loads next. */
const OWN_NAME = "dualscope.journal";

/** A document that is not in the database yet. */
export interface Unsaved {
  readonly key: string;
  /** The revisions of the document that it may be written over: no other tab has changed them. */
  readonly over: readonly string[];
  readonly revision: string;
  /** In milliseconds since 1970. */
  readonly time: number;
  /** The document as it is stored. */
  readonly raw: string;
}

/** The latest text that is not in the database, written at one stroke; a page that begins finds it and saves it. */
export class Journal {
  /** Counts writes: the same number is the same entry. */
  count = 0;
  /** The revision that was written last. */
  revision: string | undefined;
  private readonly local: SafeStore;
  private readonly session: SafeStore;
  private readonly name = PREFIX + freshNumber();
  /** Entries of earlier pages whose text is open in this one, with their revisions. */
  private taken: readonly (readonly [name: string, revision: string])[] = [];

  constructor(local: SafeStore, session: SafeStore) {
    this.local = local;
    this.session = session;
  }

  /**
   * Writes the entry of this page, in place of an earlier one; gives whether any page will find it. What does not go to all tabs stays
   * with the tab, if that has room: then it survives a reload, but not the tab.
   */
  write({ raw, ...head }: Unsaved): boolean {
    this.count++;
    this.revision = head.revision;
    const text = `${JSON.stringify(head)}\n${raw}`;
    this.session.write(OWN_NAME, this.name);
    if (this.local.write(this.name, text)) return true;
    this.local.erase(this.name);
    if (!this.session.write(this.name, text)) this.session.erase(this.name);
    return false;
  }

  /** Takes away the entry of this page, and those that it has taken over. */
  erase(): void {
    if (this.count === 0 && this.taken.length === 0) return;
    this.eraseEntry(this.name);
    for (const [name, revision] of this.taken) this.eraseIf(name, revision);
    this.taken = [];
    this.session.erase(OWN_NAME);
  }

  /** Takes an entry away, as long as it is that of a revision: its page may have written a newer one meanwhile. */
  eraseIf(name: string, revision: string): void {
    if (this.read(name)?.revision === revision) this.eraseEntry(name);
  }

  private eraseEntry(name: string): void {
    this.local.erase(name);
    this.session.erase(name);
  }

  /** The text of an entry is open in this page: it is erased with the page's own. */
  take(name: string, { revision }: Unsaved): void {
    this.taken = [...this.taken, [name, revision]];
  }

  /** The entry of a name as it is now; undefined where it is damaged, or gone: another tab may have moved it. */
  read(name: string): Unsaved | undefined {
    return readUnsaved(this.local.read(name) ?? this.session.read(name) ?? "");
  }

  /** The entries of other pages by their names; damaged ones are left alone. */
  all(): ReadonlyMap<string, Unsaved> {
    const names = [...this.session.names(), ...this.local.names()];
    const entries = names.flatMap((name): [string, Unsaved][] => {
      const unsaved = name.startsWith(PREFIX) && name !== this.name ? this.read(name) : undefined;
      return unsaved === undefined ? [] : [[name, unsaved]];
    });
    return new Map(entries);
  }

  /** The name of the entry that an earlier page of this tab has left. */
  ownName(): string | undefined {
    return this.session.read(OWN_NAME) ?? undefined;
  }
}

function readUnsaved(text: string): Unsaved | undefined {
  const end = text.indexOf("\n");
  const { key, over, revision, time } = fieldsOf(readJson(text.slice(0, Math.max(0, end))));
  const isOne =
    typeof key === "string" && typeof revision === "string" && typeof time === "number" && Array.isArray(over);
  return isOne ? { key, over, revision, time, raw: text.slice(end + 1) } : undefined;
}
