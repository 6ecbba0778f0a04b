// A page that is killed at any of its writes, or one of whose writes fails: what was saved before is there afterwards.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decodeDocument } from "../../../app/document/codec.ts";
import { type Document, programCell } from "../../../app/document/document.ts";
import type { Kept, Shelf } from "../../../app/document/shelf/shelf.ts";
import { Browser, begin, Life, Memory, PLAIN, take } from "../../support/stores.ts";

const document = (title: string, text: string): Document => ({ title, cells: [programCell("cell-1", text)] });

/** Texts to be found: for each key the one saved last, and the one whose saving may not have ended. */
class Ledger {
  readonly saved = new Map<string, { readonly last: string | undefined; readonly next: string | undefined }>();

  /** Notes a save that may not come to its end. */
  async save(shelf: Shelf, text: string, save: () => Promise<Kept>): Promise<void> {
    const before = shelf.openKey;
    const last = this.saved.get(before)?.last;
    this.saved.set(before, { last, next: text });
    const kept = await save();
    if (shelf.openKey !== before) this.saved.set(before, { last, next: undefined });
    if (kept !== "failed") this.saved.set(shelf.openKey, { last: text, next: text });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A day's work in two tabs, of which the one under test may die: writing, versions, forks, other documents, little room. */
async function live(browser: Browser, life: Life): Promise<Ledger> {
  const ledger = new Ledger();
  const { database } = browser;
  const session = new Memory();
  let shelf = browser.tab(session, life);
  const other = browser.tab();
  const removed: string[] = [];
  const steps: readonly (() => unknown)[] = [
    () => shelf.load(),
    ...["one", "one, more", "one, still more"].map((text) => () => write(text)),
    () => fresh("two"),
    () => write("two, more"),
    // another tab changes what is open here
    async () => {
      await take(other, shelf.openKey);
      await ledger.save(other, "two, by the other", () => other.save(document("Two", "two, by the other")));
    },
    () => write("two, and by this one"),
    () => fresh("three"),
    () => write("three, more"),
    async () => {
      const list = await shelf.list();
      const first = list.find(({ key }) => key !== shelf.openKey && key !== other.openKey);
      if (first === undefined) return;
      removed.push(first.key);
      await shelf.remove(first.key);
    },
    () => take(shelf, other.openKey),
    ...["a", "b", "c", "d"].map((letter) => async () => {
      await shelf.keepVersion(document("Two", noise(letter)));
      await write(noise(letter));
    }),
    // the page goes away in the middle of typing, and comes again
    async () => {
      const key = shelf.openKey;
      const last = ledger.saved.get(key)?.last;
      const isNoted = shelf.note(document("Document", "noted"));
      if (isNoted && !life.isDead) ledger.saved.set(key, { last: "noted", next: "noted" });
      else ledger.saved.set(key, { last, next: "noted" });
      shelf = browser.tab(session, life);
      await shelf.load();
    },
    // from here on versions have to give way
    () => {
      database.room = database.used + 100;
    },
    ...["e", "f"].map((letter) => () => write(`${noise(letter)}${noise(letter.toUpperCase())}`)),
  ];
  for (const step of steps) {
    if (life.isDead) break;
    await step();
    vi.setSystemTime(Date.now() + 61_000);
  }
  for (const key of removed) ledger.saved.delete(key);
  return ledger;

  function write(text: string): Promise<void> {
    return ledger.save(shelf, text, () => shelf.save(document("Document", text)));
  }

  function fresh(text: string): Promise<void> {
    return ledger.save(shelf, text, () => begin(shelf, document("Document", text)));
  }
}

/** A text that packing makes hardly shorter. */
function noise(seed: string): string {
  let state = seed.charCodeAt(0);
  return Array.from({ length: 600 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (state % 26));
  }).join("");
}

async function check({ saved }: Ledger, browser: Browser): Promise<number> {
  const shelf = browser.tab();
  const found = await shelf.load();
  const listed = new Map((await shelf.list()).map(({ key, unreadable }) => [key, unreadable]));
  let checked = 0;
  for (const [key, { last, next }] of saved) {
    if (last === undefined) continue;
    expect(listed.has(key), key).toBe(true);
    expect(listed.get(key), key).toBeUndefined();
    const decoded = decodeDocument((await shelf.raw(key)) ?? "");
    expect([last, next]).toContain(decoded.tag === "ok" ? decoded.value.cells[0]!.text : decoded.error);
    checked++;
  }
  if (checked > 0) expect(found.tag).toBe("document");
  return checked;
}

/** How many writes such a day has. */
async function writesOfADay(): Promise<number> {
  const browser = new Browser(PLAIN);
  const life = new Life(Number.POSITIVE_INFINITY, "before");
  expect(await check(await live(browser, life), browser)).toBeGreaterThanOrEqual(3);
  return life.writes;
}

test.for([
  { name: "killed before", how: "before" },
  { name: "killed after", how: "after" },
  { name: "failing at", how: "fails" },
] as const)("$name any write, a page loses nothing that was saved", async ({ how }) => {
  const writes = await writesOfADay();
  expect(writes).toBeGreaterThan(40);
  let checked = 0;
  for (let at = 1; at <= writes; at++) {
    const browser = new Browser(PLAIN);
    checked += await check(await live(browser, new Life(at, how)), browser);
  }
  expect(checked).toBeGreaterThan(writes);
});
