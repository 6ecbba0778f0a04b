// Documents as they were: each version is a row of its own, so that tabs never write over each other's.
import { decodeDocument } from "../codec.ts";
import type { Document } from "../document.ts";
import { deflated, inflated } from "../files/deflate.ts";
import type { Database, VersionKey, WritableRows } from "./database.ts";
import { freshNumber } from "./storage.ts";

/** Versions of a document that are kept, and the milliseconds between two of them at least. */
const MOST_VERSIONS = 40;
const BETWEEN_VERSIONS = 60_000;

/** Packs a text into a row, and back; undefined where it is none. */
export interface Packing {
  pack(text: string): Promise<unknown>;
  unpack(stored: unknown): Promise<string | undefined>;
}

const DEFLATE: Packing = { pack: deflated, unpack: inflated };

/** The versions of documents, as many of each as are kept. */
export class History {
  private readonly database: Database;
  private readonly packing: Packing;

  constructor(database: Database, packing = DEFLATE) {
    this.database = database;
    this.packing = packing;
  }

  /** The versions of the document with a key, the newest first. Rejects where the database cannot be read. */
  async of(key: string): Promise<readonly VersionKey[]> {
    return (await this.database.read((rows) => rows.versions(key))).toSorted((a, b) => b[1] - a[1]);
  }

  /** A document as it was; undefined where it cannot be read, or is gone. */
  async read(version: VersionKey): Promise<Document | undefined> {
    const raw = await this.text(version);
    const decoded = raw === undefined ? undefined : decodeDocument(raw);
    return decoded?.tag === "ok" ? decoded.value : undefined;
  }

  /** Keeps a version of a time now and then, as long as there is room; `now` at once. Gives whether it is among the versions. */
  async keep(key: string, raw: string, time: number, now: boolean): Promise<boolean> {
    const [newest] = await this.of(key);
    // a clock that was set back does not end the history
    if (!now && newest !== undefined && Math.abs(time - newest[1]) < BETWEEN_VERSIONS) return false;
    if (newest !== undefined && (await this.text(newest)) === raw) return true;
    const packed = await this.packing.pack(raw);
    await this.withRoom(async (rows) => {
      await rows.put("versions", [key, time, freshNumber()], packed);
      const kept = inOrder(await rows.versions(key));
      for (const one of kept.slice(0, Math.max(0, kept.length - MOST_VERSIONS))) await rows.delete("versions", one);
    });
    return true;
  }

  /**
   * Writes, where room is short in place of versions: those of documents that are gone give way first, then the oldest. All of them
   * stay if that is no help. Rejects as the database does.
   */
  async withRoom<T>(write: (rows: WritableRows) => Promise<T>): Promise<T> {
    // twice as many each time, for an attempt costs as much as the document is long
    for (let many = 0; ; many = many === 0 ? 1 : many * 2) {
      let isLast = false;
      try {
        return await this.database.write(async (rows) => {
          if (many > 0) {
            const giving = await this.giving(rows);
            isLast = giving.length <= many;
            for (const key of giving.slice(0, many)) await rows.delete("versions", key);
          }
          return await write(rows);
        });
      } catch (error) {
        if (isLast || !isFull(error)) throw error;
      }
    }
  }

  private async giving(rows: WritableRows): Promise<readonly VersionKey[]> {
    const documents = new Set(await rows.texts());
    const versions = inOrder(await rows.versions());
    const isThere = ([document]: VersionKey): boolean => documents.has(document);
    return [...versions.filter((one) => !isThere(one)), ...versions.filter(isThere)];
  }

  private async text(version: VersionKey): Promise<string | undefined> {
    return this.packing.unpack(await this.database.read((rows) => rows.get("versions", version)));
  }
}

/** Whether an error says that there is no room. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** The oldest first. */
function inOrder(versions: readonly VersionKey[]): readonly VersionKey[] {
  return [...versions].sort((a, b) => a[1] - b[1]);
}
