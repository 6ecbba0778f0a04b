// The list of the shelf.
import { decodeDocument } from "../codec.ts";
import type { Rows } from "./database.ts";
import { listedName, readEntry } from "./entry.ts";
import { documentName } from "./storage.ts";

/** A document on the shelf. */
export interface Entry {
  /** Its place on the shelf: empty for the first. */
  readonly key: string;
  /** Where it cannot be read, the name that it has in the notices of the page. */
  readonly title: string;
  /** When it was saved last, in milliseconds since 1970; 0 where that is not known. */
  readonly time: number;
  /** Why it cannot be read, if it cannot. */
  readonly unreadable: string | undefined;
}

/** All that is stored. Reads only texts without an entry. */
export async function entriesIn(rows: Rows): Promise<readonly Entry[]> {
  const noted = await rows.entries();
  const entries: Entry[] = [];
  for (const key of await rows.texts()) {
    const { title, time = 0 } = readEntry(noted.get(key)) ?? {};
    if (title !== undefined) entries.push({ key, title, time, unreadable: undefined });
    else entries.push(entryOf(key, time, await rows.get("texts", key)));
  }
  return entries;
}

/** The entry of a text that has none. */
function entryOf(key: string, time: number, raw: unknown): Entry {
  const decoded = decodeDocument(typeof raw === "string" ? raw : "");
  if (decoded.tag === "ok") return { key, title: listedName(decoded.value), time, unreadable: undefined };
  return { key, title: documentName(key), time, unreadable: decoded.error };
}
