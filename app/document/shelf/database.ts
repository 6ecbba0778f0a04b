// Storage of documents: three tables whose rows are read and written in transactions. It may be missing, blocked or full.

/** The key of a version: that of its document, its time, and a number of its own. */
export type VersionKey = readonly [document: string, time: number, number: string];

/** The tables, and the key of a row of each. Rows are not trusted: others may have written them. */
export interface Keys {
  /** Documents, each as one text. */
  readonly texts: string;
  /** Facts about a document without reading it. */
  readonly entries: string;
  /** Documents as they were. */
  readonly versions: VersionKey;
}

/** The names of the tables. */
export type Table = keyof Keys;

/** The rows, within a transaction, whose work waits for nothing but these. */
export interface Rows {
  /** A row's content; undefined where there is none. */
  get<T extends Table>(table: T, key: Keys[T]): Promise<unknown>;
  /** Whether a row is there; reads nothing of it. */
  has<T extends Table>(table: T, key: Keys[T]): Promise<boolean>;
  /** The keys of all documents. */
  texts(): Promise<readonly string[]>;
  entries(): Promise<ReadonlyMap<string, unknown>>;
  /** The keys of the versions of one document, or of all. */
  versions(document?: string): Promise<readonly VersionKey[]>;
}

/** The rows, where they may be written. */
export interface WritableRows extends Rows {
  put<T extends Table>(table: T, key: Keys[T], value: unknown): Promise<void>;
  delete<T extends Table>(table: T, key: Keys[T]): Promise<void>;
}

/** Tables whose rows are read and written in transactions; each method rejects where that does not work. */
export interface Database {
  /** Reads in one transaction. Rejects where something cannot be read. */
  read<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction: all that the work writes is there afterwards, or nothing of it; no other page writes in between. Rejects
   * where the work throws, or something cannot be read or written, as where the database is full.
   */
  write<T>(work: (rows: WritableRows) => Promise<T>): Promise<T>;
}

/** A database for one visit: transactions run one after the other, and keep their writes when they are over. */
export class Forgetful implements Database {
  protected readonly tables = {
    texts: new Map<string, unknown>(),
    entries: new Map<string, unknown>(),
    versions: new Map<string, unknown>(),
  };
  private before: Promise<unknown> = Promise.resolve();

  read<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.write(work);
  }

  write<T>(work: (rows: WritableRows) => Promise<T>): Promise<T> {
    const done = this.before.then(() => this.perform(work));
    // its caller gets the failure; the next transaction runs all the same
    this.before = done.catch(() => undefined);
    return done;
  }

  /** Stores the writes of a transaction. */
  protected commit(writes: readonly Write[]): void {
    for (const { table, name, value } of writes) {
      if (value === undefined) this.tables[table].delete(name);
      else this.tables[table].set(name, value);
    }
  }

  private async perform<T>(work: (rows: WritableRows) => Promise<T>): Promise<T> {
    const writes = new Map<string, Write>();
    const { tables } = this;
    const get = (table: Table, key: string | VersionKey): unknown => {
      const name = nameOf(key);
      const written = writes.get(`${table} ${name}`);
      return written === undefined ? tables[table].get(name) : written.value;
    };
    const write = (table: Table, key: string | VersionKey, value: unknown): void => {
      const name = nameOf(key);
      writes.set(`${table} ${name}`, { table, name, value });
    };
    const names = (table: Table): readonly string[] => {
      const all = new Set(tables[table].keys());
      for (const one of writes.values()) {
        if (one.table !== table) continue;
        if (one.value === undefined) all.delete(one.name);
        else all.add(one.name);
      }
      return [...all];
    };
    const result = await work({
      get: async (table, key) => get(table, key),
      has: async (table, key) => get(table, key) !== undefined,
      put: async (table, key, value) => write(table, key, value),
      delete: async (table, key) => write(table, key, undefined),
      texts: async () => names("texts"),
      entries: async () => new Map(names("entries").map((key) => [key, get("entries", key)])),
      versions: async (document) => {
        const keys = names("versions").map((name) => JSON.parse(name) as VersionKey);
        return document === undefined ? keys : keys.filter(([key]) => key === document);
      },
    });
    this.commit([...writes.values()]);
    return result;
  }
}

/** A row that is written, or, where the value is undefined, taken away; keys of versions are written as JSON. */
export interface Write {
  readonly table: Table;
  readonly name: string;
  readonly value: unknown;
}

function nameOf(key: string | VersionKey): string {
  return typeof key === "string" ? key : JSON.stringify(key);
}
