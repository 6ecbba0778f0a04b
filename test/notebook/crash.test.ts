// A page that is killed at any of its writes, or one of whose writes fails: what was saved before is there afterwards.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decodeDocument } from "../../app/document/codec.ts";
import { type Document, programCell } from "../../app/document/document.ts";
import { type Kept, Shelf } from "../../app/document/shelf.ts";
import { Memory, Mortal } from "../support/stores.ts";

const document = (title: string, text: string): Document => ({ title, cells: [programCell("cell-1", text)] });

/** What must be found: for each key the text that was saved last, and the one whose saving may have been under way. */
class Ledger {
  readonly saved = new Map<string, { readonly last: string | undefined; readonly next: string | undefined }>();

  /** Notes a save that may not come to its end. */
  save(shelf: Shelf, text: string, save: () => Kept): void {
    const before = shelf.openKey;
    const last = this.saved.get(before)?.last;
    this.saved.set(before, { last, next: text });
    const kept = save();
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
function live(store: Memory, mortal: Mortal): Ledger {
  const ledger = new Ledger();
  const tab = (own: Memory | Mortal): Shelf =>
    new Shelf(
      () => own,
      () => new Memory(),
    );
  const [shelf, other] = [tab(mortal), tab(store)];
  const removed: string[] = [];
  const steps: readonly (() => void)[] = [
    () => shelf.load(),
    ...["one", "one, more", "one, still more"].map((text) => () => write(text)),
    () => begin("two"),
    () => write("two, more"),
    // another tab changes what is open here
    () => {
      other.take(shelf.openKey);
      ledger.save(other, "two, by the other", () => other.save(document("Two", "two, by the other")));
    },
    () => write("two, and by this one"),
    () => begin("three"),
    () => write("three, more"),
    () => {
      const first = shelf.list().find(({ key }) => key !== shelf.openKey && key !== other.openKey);
      if (first === undefined) return;
      removed.push(first.key);
      shelf.remove(first.key);
    },
    () => shelf.take(other.openKey),
    ...["a", "b", "c", "d"].map((letter) => () => {
      shelf.keepVersion(document("Two", noise(letter)));
      write(noise(letter));
    }),
    // from here on versions have to give way
    () => {
      store.room = [...store.items.values()].reduce((sum, { length }) => sum + length, 0) + 100;
    },
    ...["e", "f"].map((letter) => () => write(`${noise(letter)}${noise(letter.toUpperCase())}`)),
  ];
  for (const step of steps) {
    if (mortal.isDead) break;
    step();
    vi.setSystemTime(Date.now() + 61_000);
  }
  for (const key of removed) ledger.saved.delete(key);
  return ledger;

  function write(text: string): void {
    ledger.save(shelf, text, () => shelf.save(document("Document", text)));
  }

  function begin(text: string): void {
    ledger.save(shelf, text, () => shelf.begin(document("Document", text)));
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

function check(store: Memory, { saved }: Ledger): number {
  const shelf = new Shelf(
    () => store,
    () => new Memory(),
  );
  const listed = new Map(shelf.list().map(({ key, unreadable }) => [key, unreadable]));
  let checked = 0;
  for (const [key, { last, next }] of saved) {
    if (last === undefined) continue;
    expect(listed.has(key), key).toBe(true);
    expect(listed.get(key), key).toBeUndefined();
    const decoded = decodeDocument(shelf.raw(key) ?? "");
    expect([last, next]).toContain(decoded.tag === "ok" ? decoded.value.cells[0]!.text : decoded.error);
    checked++;
  }
  if (checked > 0) expect(shelf.load().tag).toBe("document");
  return checked;
}

/** How many writes such a day has. */
function writesOfADay(): number {
  const store = new Memory();
  const mortal = new Mortal(store, Number.POSITIVE_INFINITY, true);
  expect(check(store, live(store, mortal))).toBeGreaterThanOrEqual(3);
  return mortal.writes;
}

test.for([
  { name: "killed at", dies: true },
  { name: "failing at", dies: false },
])("$name any write, a page loses nothing that was saved", ({ dies }) => {
  const writes = writesOfADay();
  expect(writes).toBeGreaterThan(50);
  let checked = 0;
  for (let at = 1; at <= writes; at++) {
    const store = new Memory();
    checked += check(store, live(store, new Mortal(store, at, dies)));
  }
  expect(checked).toBeGreaterThan(writes);
});
