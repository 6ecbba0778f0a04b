// Documents as they were: each version has a name of its own in the store, so that tabs never write over each other's.
import { decodeDocument, encodeDocument } from "./codec.ts";
import { packed, unpacked } from "./compress.ts";
import type { Document } from "./document.ts";
import { documentName, freshNumber, parsed, type SafeStore } from "./storage.ts";

/** Versions of a document that are kept, and the milliseconds between two of them at least. */
const MOST_VERSIONS = 40;
const BETWEEN_VERSIONS = 60_000;

/** Before a version's time, a number of its own, and the key of its document. */
const VERSION_PREFIX = "dualscope.version.";
/** All versions of a document in one list, as they were kept earlier: read, and never written. */
const LIST_PREFIX = "dualscope.history";

/** A document as it was. */
export interface Version {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly document: Document;
}

interface Packed {
  readonly time: number;
  readonly text: string;
}

/** Where versions are in the store: one, or an earlier list of them. */
interface Place {
  readonly name: string;
  readonly key: string;
  /** That of a list is 0: all in it is older than what has a name of its own. */
  readonly time: number;
}

export class History {
  private readonly store: SafeStore;
  /** The version that was kept last, for the documents that this page has kept. */
  private readonly newest = new Map<string, Packed | undefined>();

  constructor(store: SafeStore) {
    this.store = store;
  }

  /** The versions of the document with a key, the newest first. */
  of(key: string): readonly Version[] {
    return this.packedOf(key).flatMap(({ time, text }, index, all): Version[] => {
      if (text === all[index + 1]?.text) return [];
      const raw = unpacked(text);
      const decoded = raw === undefined ? undefined : decodeDocument(raw);
      return decoded?.tag === "ok" ? [{ time, document: decoded.value }] : [];
    });
  }

  /** Keeps a version now and then, as long as there is room; `now` at once. */
  keep(key: string, document: Document, now: boolean): void {
    const time = Date.now();
    if (!this.newest.has(key)) this.newest.set(key, this.packedOf(key)[0]);
    const newest = this.newest.get(key);
    // a clock that was set back does not end the history
    if (!now && newest !== undefined && Math.abs(time - newest.time) < BETWEEN_VERSIONS) return;
    const text = packed(encodeDocument(document));
    if (newest?.text === text) return;
    const name = `${VERSION_PREFIX}${time}.${freshNumber()}.${key}`;
    if (!this.store.write(name, text) && !this.withRoom(() => this.store.write(name, text))) return;
    this.newest.set(key, { time, text });
    const places = this.placesOf(key);
    for (const place of places.slice(0, Math.max(0, places.length - MOST_VERSIONS))) this.store.erase(place.name);
  }

  /** Takes the versions of a document from the store for good. */
  remove(key: string): void {
    this.newest.delete(key);
    for (const { name } of this.placesOf(key)) this.store.erase(name);
  }

  /**
   * Tries a write where room is short: versions give way, those of documents that are gone first, then the oldest. All of them stay
   * if that is no help.
   */
  withRoom(write: () => boolean): boolean {
    const places = inOrder(this.store.names().flatMap(placeOf));
    const isThere = new Map(places.map(({ key }) => [key, this.store.read(documentName(key)) !== null]));
    const giving = [...places.filter(({ key }) => !isThere.get(key)), ...places.filter(({ key }) => isThere.get(key))];
    const given: { readonly name: string; readonly value: string }[] = [];
    // twice as many each time, for an attempt costs as much as the document is long
    for (let many = 1; given.length < giving.length; many *= 2) {
      for (const { name } of giving.slice(given.length, given.length + many)) {
        given.push({ name, value: this.store.read(name) ?? "" });
        this.store.erase(name);
      }
      if (write()) return true;
    }
    for (const { name, value } of given) this.store.write(name, value);
    return false;
  }

  private placesOf(key: string): readonly Place[] {
    return inOrder(this.store.names().flatMap(placeOf)).filter((place) => place.key === key);
  }

  private packedOf(key: string): readonly Packed[] {
    const own = this.placesOf(key).flatMap(({ name, time }): Packed[] => {
      const text = time === 0 ? null : this.store.read(name);
      return text === null ? [] : [{ time, text }];
    });
    return [...own.reverse(), ...readList(parsed(this.store.read(listName(key))))];
  }
}

/** When the newest version of each document was kept, by the document's key; of the names in a store. */
export function versionTimes(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(inOrder(names.flatMap(placeOf)).map(({ key, time }) => [key, time]));
}

function listName(key: string): string {
  return key === "" ? LIST_PREFIX : `${LIST_PREFIX}.${key}`;
}

function placeOf(name: string): Place[] {
  if (name === LIST_PREFIX) return [{ name, key: "", time: 0 }];
  if (name.startsWith(`${LIST_PREFIX}.`)) return [{ name, key: name.slice(LIST_PREFIX.length + 1), time: 0 }];
  const [, time, key] = /^dualscope\.version\.(\d+)\.\d+\.(.*)$/s.exec(name) ?? [];
  return time === undefined || key === undefined ? [] : [{ name, key, time: Number(time) }];
}

/** The oldest first. */
function inOrder(places: readonly Place[]): readonly Place[] {
  return [...places].sort((a, b) => a.time - b.time);
}

function readList(json: unknown): readonly Packed[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((item: unknown) => {
    const { time, text } = (item ?? {}) as { time?: unknown; text?: unknown };
    return typeof time === "number" && typeof text === "string" ? [{ time, text }] : [];
  });
}
