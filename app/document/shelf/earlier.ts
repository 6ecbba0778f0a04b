// Moves documents of earlier builds from localStorage into the database: each is written there, read back, and only then erased. After any
// interruption, the next page continues with the rest.
//
// A tab may still run such a build: items found again were written after the move, and are newer.
import { packed } from "../files/compress.ts";
import type { Database, Keys, Rows, Table, VersionKey, WritableRows } from "./database.ts";
import { isMoment, putDocument, readEntry } from "./entry.ts";
import { documentKey, documentName, freshNumber, parsed, type SafeStore } from "./storage.ts";

/** Before the key of a document: when it was saved last. */
const TIME_PREFIX = "dualscope.saved.";
/** A list of documents, of which the times are worth something. */
const LIST_NAME = "dualscope.documents";
/** Before the key of a document: its versions in one list. */
const HISTORY_PREFIX = "dualscope.history";
/** Of a tab alone: a draft without room in the shared storage. */
const DRAFT_NAME = "dualscope.draft";

/** Before the revision of a document that was moved, and that no page has changed since. */
const MOVED = "moved.";

/** A row that is written, to be read back. */
interface Row<T extends Table = Table> {
  readonly table: T;
  readonly key: Keys[T];
  readonly value: string;
}

/** A text under a name, moved as one. */
interface Item {
  readonly name: string;
  readonly raw: string;
  /** Texts useless without it. */
  readonly besides: readonly string[];
  /** Writes it; returns the rows expected then. */
  put(rows: WritableRows): Promise<readonly Row[]>;
}

/** Documents and versions of earlier builds: moves them into the database, each once, and removes them when they are there. */
export class Earlier {
  private readonly local: SafeStore;
  private readonly session: SafeStore;

  constructor(local: SafeStore, session: SafeStore) {
    this.local = local;
    this.session = session;
  }

  /** The documents that have not moved, by their keys. */
  documents(): ReadonlyMap<string, string> {
    const found = this.local.names().flatMap((name): [string, string][] => {
      const key = documentKey(name);
      const raw = key === undefined ? null : this.local.read(name);
      return key === undefined || raw === null ? [] : [[key, raw]];
    });
    return new Map(found);
  }

  raw(key: string): string | undefined {
    return this.local.read(documentName(key)) ?? undefined;
  }

  /** Takes a document away for good: it was deleted, or its text is in the database. */
  erase(key: string): void {
    this.local.erase(documentName(key));
    this.local.erase(TIME_PREFIX + key);
  }

  /** Moves all items. Returns the key of the document that only this tab had, if it had one. Never rejects: failed items stay. */
  async move(database: Database): Promise<string | undefined> {
    const items = [...this.documentItems(), ...this.versionItems()];
    // all at once; where that fails, one by one
    if (items.length > 0 && !(await this.moveTogether(database, items)) && items.length > 1)
      for (const item of items) if (!(await this.moveTogether(database, [item]))) break;
    if (items.length > 0 && this.documents().size === 0) this.local.erase(LIST_NAME);
    return this.moveDraft(database);
  }

  private async moveTogether(database: Database, items: readonly Item[]): Promise<boolean> {
    try {
      const written = await database.write(async (rows) => {
        const all: { readonly item: Item; readonly rows: readonly Row[] }[] = [];
        for (const item of items) all.push({ item, rows: await item.put(rows) });
        return all;
      }, "lasting");
      const moved = await database.read(async (rows) => {
        const found: Item[] = [];
        for (const { item, rows: wanted } of written) if (await areThere(rows, wanted)) found.push(item);
        return found;
      });
      for (const item of moved) {
        // an earlier build may have written meanwhile
        if (this.local.read(item.name) !== item.raw) continue;
        this.local.erase(item.name);
        for (const name of item.besides) this.local.erase(name);
      }
      return true;
    } catch {
      return false;
    }
  }

  private documentItems(): readonly Item[] {
    const listed = readTimes(parsed(this.local.read(LIST_NAME)));
    return [...this.documents()].map(([key, raw]): Item => {
      const noted = this.local.read(TIME_PREFIX + key);
      const time = noted !== null && isMoment(Number(noted)) ? Number(noted) : (listed.get(key) ?? 0);
      return {
        name: documentName(key),
        raw,
        besides: [TIME_PREFIX + key],
        put: async (rows) => {
          const to = await placeFor(rows, key, raw);
          if (to === undefined) return [];
          await putDocument(rows, to, raw, time, MOVED + freshNumber());
          return [{ table: "texts", key: to, value: raw }];
        },
      };
    });
  }

  private versionItems(): readonly Item[] {
    return this.local.names().flatMap((name): Item[] => {
      const versions = versionsIn(name, () => this.local.read(name) ?? "");
      const raw = versions.length === 0 ? null : this.local.read(name);
      if (raw === null) return [];
      const put = async (rows: WritableRows): Promise<readonly Row[]> => {
        for (const { table, key, value } of versions) await rows.put(table, key, value);
        return versions;
      };
      return [{ name, raw, besides: [], put }];
    });
  }

  private async moveDraft(database: Database): Promise<string | undefined> {
    const draft = readDraft(parsed(this.session.read(DRAFT_NAME)));
    if (draft === undefined) return undefined;
    try {
      const { key, over, raw } = draft;
      const to = await database.write(async (rows) => {
        const there = await rows.get("texts", key);
        const own = there === undefined || there === over || there === raw ? key : freshNumber();
        if (there !== raw) await putDocument(rows, own, raw, Date.now(), freshNumber());
        return own;
      }, "lasting");
      this.session.erase(DRAFT_NAME);
      return to;
    } catch {
      return undefined;
    }
  }

  /** A document only in this tab, if it was not moved. */
  draft(): { readonly key: string; readonly raw: string } | undefined {
    return readDraft(parsed(this.session.read(DRAFT_NAME)));
  }

  eraseDraft(): void {
    this.session.erase(DRAFT_NAME);
  }
}

/**
 * The key under which a text moves; undefined where it is there already. Where both an earlier build and this one have changed the
 * document since it was moved, both texts stay, each as a document.
 */
async function placeFor(rows: WritableRows, key: string, raw: string): Promise<string | undefined> {
  const there = await rows.get("texts", key);
  if (there === undefined) return key;
  if (there === raw) return undefined;
  if (readEntry(await rows.get("entries", key))?.revision.startsWith(MOVED) === true) {
    if (typeof there === "string") await rows.put("versions", [key, Date.now(), freshNumber()], packed(there));
    return key;
  }
  // a page that was stopped in between has moved it already
  for (const other of await rows.texts()) if ((await rows.get("texts", other)) === raw) return undefined;
  return freshNumber();
}

async function areThere(rows: Rows, wanted: readonly Row[]): Promise<boolean> {
  for (const { table, key, value } of wanted) if ((await rows.get(table, key)) !== value) return false;
  return true;
}

/** The versions that a text with a name holds: one, or a list of them in the form of still earlier builds. */
function versionsIn(name: string, read: () => string): readonly Row<"versions">[] {
  const [, time, number, key] = /^dualscope\.version\.(\d+)\.(\d+)\.(.*)$/s.exec(name) ?? [];
  const row = (of: string, at: number, own: string, value: string): Row<"versions"> => {
    const versionKey: VersionKey = [of, at, own];
    return { table: "versions", key: versionKey, value };
  };
  if (time !== undefined && number !== undefined && key !== undefined) return [row(key, Number(time), number, read())];
  if (name !== HISTORY_PREFIX && !name.startsWith(`${HISTORY_PREFIX}.`)) return [];
  const list = parsed(read());
  return (Array.isArray(list) ? list : []).flatMap((item: unknown, index) => {
    const { time: at, text } = (item ?? {}) as { time?: unknown; text?: unknown };
    const isOne = typeof at === "number" && isMoment(at) && typeof text === "string";
    return isOne ? [row(name.slice(HISTORY_PREFIX.length + 1), at, String(index), text)] : [];
  });
}

function readTimes(json: unknown): ReadonlyMap<string, number> {
  const list = (Array.isArray(json) ? json : []).flatMap((item: unknown): [string, number][] => {
    const { key, time } = (item ?? {}) as { key?: unknown; time?: unknown };
    return typeof key === "string" && typeof time === "number" && isMoment(time) ? [[key, time]] : [];
  });
  return new Map(list);
}

/** A document that could not be stored, its key, and the text seen last by the tab. */
interface Draft {
  readonly key: string;
  readonly over: string | null;
  readonly raw: string;
}

function readDraft(json: unknown): Draft | undefined {
  const { key, over, raw } = (json ?? {}) as { key?: unknown; over?: unknown; raw?: unknown };
  const isDraft = typeof key === "string" && typeof raw === "string" && (typeof over === "string" || over === null);
  return isDraft ? { key, over, raw } : undefined;
}
