// The browser's storage of documents, for tests that read it or write there.
import type { Page } from "playwright-core";
import { vi } from "vitest";
import { encodeDocument } from "../../app/document/codec.ts";
import type { Document } from "../../app/document/document.ts";

/** The documents that are stored, as texts by their keys; the first one's is empty. */
export async function storedTexts(page: Page): Promise<ReadonlyMap<string, string>> {
  return new Map(await rowsOf(page, "texts"));
}

/** The text of a document; empty where it is not stored. */
export async function storedText(page: Page, key = ""): Promise<string> {
  return (await storedTexts(page)).get(key) ?? "";
}

/** The texts of the cells of the first document, as they are stored. */
export async function storedCells(page: Page): Promise<readonly string[]> {
  return cellsOf(await storedText(page));
}

/** The texts of the cells of a stored document. */
export function cellsOf(raw: string): readonly string[] {
  return (JSON.parse(raw || "{}") as { cells?: { text: string }[] }).cells?.map(({ text }) => text) ?? [];
}

/** Waits until the text of the first document is stored as it is wanted. */
export async function untilStored(page: Page, isWanted: (raw: string) => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      const raw = await storedText(page);
      if (!isWanted(raw)) throw new Error(`not stored as wanted: ${raw.slice(0, 2000)}`);
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** All that documents have left in the browser, in any form; the same text is the same. */
export async function allStored(page: Page): Promise<string> {
  const local = await page.evaluate(() => Object.entries(localStorage) as [string, string][]);
  return JSON.stringify([local, await rowsOf(page, "texts"), await rowsOf(page, "entries")]);
}

/** The entries of the journal in `localStorage`, with their texts. */
export async function journalOf(page: Page): Promise<ReadonlyMap<string, string>> {
  const all = await page.evaluate(() => Object.entries(localStorage) as [string, string][]);
  return new Map(all.filter(([name]) => name.startsWith("dualscope.journal")));
}

/** Puts texts of documents, by their keys, into the browser's database before the app loads for the first time. */
export async function leaveTexts(page: Page, left: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    (texts) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("dualscope", 1);
        opening.onupgradeneeded = () => {
          for (const table of ["texts", "entries", "versions"]) opening.result.createObjectStore(table);
        };
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction("texts", "readwrite");
          for (const [key, text] of Object.entries(texts)) transaction.objectStore("texts").put(text, key);
          transaction.onabort = () => fail(transaction.error);
          transaction.oncomplete = () => {
            database.close();
            done();
          };
        };
      }),
    left,
  );
}

/** Puts a document there whose programs have run before, so that they run by themselves. */
export async function leaveDocument(page: Page, document: Document): Promise<void> {
  const cells = document.cells.map((cell) => (cell.tag === "program" ? { ...cell, settled: true } : cell));
  await leaveTexts(page, { "": encodeDocument({ ...document, cells }) });
}

function rowsOf(page: Page, table: string): Promise<[string, string][]> {
  return page.evaluate(
    (name) =>
      new Promise<[string, string][]>((done, fail) => {
        const opening = indexedDB.open("dualscope");
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains(name)) return done([]);
          const transaction = database.transaction(name);
          const keys = transaction.objectStore(name).getAllKeys();
          const values = transaction.objectStore(name).getAll();
          transaction.onabort = () => fail(transaction.error);
          transaction.oncomplete = () => {
            database.close();
            done(keys.result.map((key, index) => [String(key), values.result[index]]));
          };
        };
      }),
    table,
  );
}
