// The browser's own database (IndexedDB), which holds documents of any length and does its work beside the page's thread.
import { type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import type { Database, Rows, Table, VersionKey, WritableRows } from "./database.ts";

const NAME = "dualscope";
const VERSION = 1;
const TABLES: Table[] = ["texts", "entries", "versions"];

/** Milliseconds after which a database that does not open counts as closed: the page must not wait for it for ever. */
const PATIENCE = 5000;

/** The tables in IndexedDB. It is opened when it is first needed, and opened again where the browser closed it. */
export class BrowserDatabase implements Database {
  private opening: Promise<IDBPDatabase> | undefined;

  /** Begins to open it, so that the first request waits less. */
  warm(): void {
    // the first request fails, too, and reports it
    this.open().catch(() => undefined);
  }

  read<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.connected(async (database) => {
      const transaction = database.transaction(TABLES, "readonly");
      return ended(transaction, work(rowsOf((table) => transaction.objectStore(table))));
    });
  }

  write<T>(work: (rows: WritableRows) => Promise<T>): Promise<T> {
    return this.connected(async (database) => {
      const transaction = database.transaction(TABLES, "readwrite");
      const store = (table: Table) => transaction.objectStore(table);
      const rows: WritableRows = {
        ...rowsOf(store),
        put: async (table, key, value) => void (await store(table).put(value, idOf(key))),
        delete: (table, key) => store(table).delete(idOf(key)),
      };
      return ended(transaction, work(rows));
    });
  }

  private async connected<T>(act: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    try {
      return await act(await this.open());
    } catch (error) {
      // a connection can be cut while the page rests: the next one may hold
      if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
      this.opening = undefined;
      return act(await this.open());
    }
  }

  private open(): Promise<IDBPDatabase> {
    this.opening ??= this.openNow();
    return this.opening;
  }

  private async openNow(): Promise<IDBPDatabase> {
    const forget = (): void => {
      this.opening = undefined;
    };
    try {
      const opened = openDB(NAME, VERSION, {
        upgrade: (database) => {
          for (const table of TABLES) database.createObjectStore(table);
        },
        // a newer build may change the tables; this page closes
        blocking: (_, __, { target }) => {
          forget();
          if (target instanceof IDBDatabase) target.close();
        },
        terminated: forget,
      });
      return await within(PATIENCE, opened);
    } catch (error) {
      forget();
      throw error;
    }
  }
}

/** The result of a transaction when it is over; a failure of its work undoes it. */
async function ended<T>(
  transaction: { readonly done: Promise<void>; readonly error: DOMException | null; abort(): void },
  work: Promise<T>,
): Promise<T> {
  // where the work fails, its error is the one to report
  transaction.done.catch(() => undefined);
  try {
    const result = await work;
    await transaction.done;
    return result;
  } catch (error) {
    const { error: reason } = transaction;
    try {
      transaction.abort();
    } catch {
      // it is over already
    }
    throw reason ?? error;
  }
}

type ReadableStore = Pick<
  IDBPObjectStore<unknown, Table[], Table, "readonly">,
  "get" | "getAll" | "getAllKeys" | "getKey"
>;

function rowsOf(store: (table: Table) => ReadableStore): Rows {
  return {
    get: (table, key): Promise<unknown> => store(table).get(idOf(key)),
    has: async (table, key) => (await store(table).getKey(idOf(key))) !== undefined,
    texts: async () => (await store("texts").getAllKeys()).filter(isText),
    entries: async () => {
      const [keys, values] = await Promise.all([store("entries").getAllKeys(), store("entries").getAll()]);
      return new Map(keys.flatMap((key, index): [string, unknown][] => (isText(key) ? [[key, values[index]]] : [])));
    },
    versions: async (document) => {
      // numbers and texts sort before lists
      const range = document === undefined ? undefined : IDBKeyRange.bound([document], [document, []]);
      return (await store("versions").getAllKeys(range)).flatMap(versionKey);
    },
  };
}

function idOf(key: string | VersionKey): IDBValidKey {
  return typeof key === "string" ? key : [...key];
}

function isText(key: IDBValidKey): key is string {
  return typeof key === "string";
}

function versionKey(key: IDBValidKey): VersionKey[] {
  const [document, time, number] = Array.isArray(key) ? key : [];
  const isOne = typeof document === "string" && typeof time === "number" && typeof number === "string";
  return isOne ? [[document, time, number]] : [];
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("the browser's database does not open")), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
