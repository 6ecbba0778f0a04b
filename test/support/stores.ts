// A browser's storage, for tests: with little room, blocked, and with a process that is killed at one of its writes.

import type { Document } from "../../app/document/document.ts";
import {
  type Database,
  Forgetful,
  type Rows,
  type WritableRows,
  type Write,
} from "../../app/document/shelf/database.ts";
import type { Packing } from "../../app/document/shelf/history.ts";
import { type Found, type Kept, Shelf } from "../../app/document/shelf/shelf.ts";
import type { Store } from "../../app/document/shelf/storage.ts";

/** A store with as much room as it is given, in letters of its values. */
export class Memory implements Store {
  readonly items = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;
  /** Whether every access throws, as where a user forbids storage. */
  isBlocked = false;
  private used = 0;
  private names: readonly string[] | undefined;

  get length(): number {
    this.look();
    return this.items.size;
  }

  key(index: number): string | null {
    this.look();
    this.names ??= [...this.items.keys()];
    return this.names[index] ?? null;
  }

  getItem(name: string): string | null {
    this.look();
    return this.items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.look();
    const before = this.items.get(name);
    const used = this.used + value.length - (before?.length ?? 0);
    if (used > this.room && value.length > (before?.length ?? 0)) throw new Error("QuotaExceededError");
    if (before === undefined) this.names = undefined;
    this.items.set(name, value);
    this.used = used;
  }

  removeItem(name: string): void {
    this.look();
    this.used -= this.items.get(name)?.length ?? 0;
    this.names = undefined;
    this.items.delete(name);
  }

  private look(): void {
    if (this.isBlocked) throw new Error("SecurityError");
  }
}

/** A database with as much room as it is given, in letters of its values. */
export class MemoryDatabase extends Forgetful {
  room = Number.POSITIVE_INFINITY;
  /** Whether every access fails, as where a user forbids storage. */
  isBlocked = false;
  used = 0;

  /** The rows of a table by their keys; those of versions are JSON. */
  rows(table: Write["table"]): Map<string, unknown> {
    return this.tables[table];
  }

  override write<T>(work: (rows: WritableRows) => Promise<T>): Promise<T> {
    return this.isBlocked ? Promise.reject(new Error("SecurityError")) : super.write(work);
  }

  protected override commit(writes: readonly Write[]): void {
    const before = writes.reduce((sum, { table, name }) => sum + sizeOf(this.tables[table].get(name)), 0);
    const after = writes.reduce((sum, { value }) => sum + sizeOf(value), 0);
    if (this.used - before + after > this.room && after > before) throw fullError();
    this.used += after - before;
    super.commit(writes);
  }
}

/** The error of a database without room. */
export function fullError(): DOMException {
  return new DOMException("full", "QuotaExceededError");
}

function sizeOf(value: unknown): number {
  if (value === undefined) return 0;
  return typeof value === "string" ? value.length : JSON.stringify(value).length;
}

/** The life of a process, as far as its writes go: `before` it dies at one, `after` it dies when that is done, `fails` just that one does. */
export class Life {
  writes = 0;
  isDead = false;
  private readonly at: number;
  private readonly how: "before" | "after" | "fails";

  constructor(at: number, how: "before" | "after" | "fails") {
    this.at = at;
    this.how = how;
  }

  /** Throws where the write that is next has no effect. */
  write(): void {
    if (this.isDead) throw new Error("killed");
    const isHere = ++this.writes === this.at;
    this.isDead = isHere && this.how !== "fails";
    if (isHere && this.how !== "after") throw new Error(this.isDead ? "killed" : "failed");
  }
}

/** Storage as a process has it. */
export class Mortal implements Store {
  private readonly store: Memory;
  private readonly life: Life;

  constructor(store: Memory, life: Life) {
    this.store = store;
    this.life = life;
  }

  get length(): number {
    return this.store.length;
  }

  key(index: number): string | null {
    return this.store.key(index);
  }

  getItem(name: string): string | null {
    return this.store.getItem(name);
  }

  setItem(name: string, value: string): void {
    this.life.write();
    this.store.setItem(name, value);
  }

  removeItem(name: string): void {
    this.life.write();
    this.store.removeItem(name);
  }
}

/** A database as a process has it: what is written in a transaction is one write. */
export class MortalDatabase implements Database {
  private readonly database: MemoryDatabase;
  private readonly life: Life;

  constructor(database: MemoryDatabase, life: Life) {
    this.database = database;
    this.life = life;
  }

  read<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.database.read(work);
  }

  write<T>(work: (rows: WritableRows) => Promise<T>): Promise<T> {
    return this.database.write(async (rows) => {
      const result = await work(rows);
      this.life.write();
      return result;
    });
  }
}

/** Versions as they are: packing takes time. */
export const PLAIN: Packing = {
  pack: async (text) => text,
  unpack: async (stored) => (typeof stored === "string" ? stored : undefined),
};

/** A browser, as far as it keeps something for all tabs. */
export class Browser {
  readonly database = new MemoryDatabase();
  readonly local = new Memory();
  private readonly packing: Packing | undefined;

  constructor(packing?: Packing) {
    this.packing = packing;
  }

  /** A shelf as a tab has it, one of its own unless it is told whose storage it has; `life`: that of its process. */
  tab(session = new Memory(), life?: Life): Shelf {
    return new Shelf({
      database: life === undefined ? this.database : new MortalDatabase(this.database, life),
      local: () => (life === undefined ? this.local : new Mortal(this.local, life)),
      session: () => session,
      tell: () => undefined,
      ...(this.packing !== undefined && { packing: this.packing }),
    });
  }
}

/** Opens another document of a shelf, where it can be read. */
export async function take(shelf: Shelf, key: string): Promise<Found> {
  const found = await shelf.find(key);
  if (found.tag === "document") shelf.open(found);
  return found;
}

/** Begins a document beside the others. */
export function begin(shelf: Shelf, document: Document): Promise<Kept> {
  shelf.leave();
  return shelf.save(document);
}

/** The open document as another tab changed it, if so. */
export async function adopted(shelf: Shelf): Promise<Document | undefined> {
  const found = await shelf.adopt(() => true);
  return found.tag === "changed" ? found.document : undefined;
}
