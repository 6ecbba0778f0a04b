// Shelves over storage that others write to, that is full now and then, and whose contents are damaged.
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import type { Document } from "../../app/document/document.ts";
import { Shelf } from "../../app/document/shelf.ts";
import { documentKey, documentName, Forgetful, type Store } from "../../app/document/storage.ts";
import { type DocumentCounts, oddJson, randomDocument } from "./documents.ts";
import { mutated } from "./mutate.ts";
import type { Random } from "./random.ts";

/** Storage that can be looked at, damaged, and full. */
class Odd implements Store {
  readonly items = new Map<string, string>();
  isFull = false;
  reads = 0;

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    this.reads++;
    // who looks for ever is let go, and told of
    if (this.reads > MOST_READS) return null;
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }
}

const STEPS = 12;
/** How often one step may look into the storage. */
const MOST_READS = 20_000;
const KEYS = ["", "2", "3", "__proto__", "constructor", "1e400", "-1", "9007199254740993"];

/** Two tabs do something with one storage; what is wrong then, in words. */
export function shelfFinding(random: Random, counts: DocumentCounts): string | undefined {
  const store = new Odd();
  const tabs = [0, 1].map(() => {
    const session = random.chance(0.9) ? new Forgetful() : undefined;
    return new Shelf(
      () => store,
      () => session,
    );
  });
  for (let step = 0; step < STEPS; step++) {
    counts.steps++;
    const tab = random.pick(tabs);
    const document = randomDocument(random);
    store.isFull = random.chance(0.08);
    store.reads = 0;
    const wrong = random.weighted<() => string | undefined>([
      [3, () => kept(tab, store, document, () => tab.save(document))],
      [2, () => kept(tab, store, document, () => tab.begin(document))],
      [1, () => void tab.load()],
      [2, () => void tab.take(random.pick([...KEYS, ...tab.list().map(({ key }) => key)]))],
      [1, () => void tab.adopt()],
      [1, () => void tab.versions()],
      [1, () => tab.keepVersion(document) as undefined],
      [1, () => tab.remove(random.pick([...KEYS, ...tab.list().map(({ key }) => key)])) as undefined],
      [2, () => damage(store, random) as undefined],
    ])();
    if (wrong !== undefined) return wrong;
    if (store.reads > MOST_READS) return `looking for a place does not end: ${JSON.stringify([...store.items.keys()])}`;
  }
  return undefined;
}

/** What is saved is there, under the key that is open, in the list; and no other document was touched. */
function kept(tab: Shelf, store: Odd, document: Document, save: () => string): string | undefined {
  const before = new Map(store.items);
  const openBefore = tab.openKey;
  const how = save();
  const open = documentName(tab.openKey);
  for (const [name, raw] of before)
    if (documentKey(name) !== undefined && name !== open && store.items.get(name) !== raw)
      return `saving under ${open} changed ${name} (open before: ${openBefore})`;
  if (how === "failed") return store.isFull ? undefined : "saving failed with room left";
  const raw = store.getItem(open);
  if (raw === null) return "what was saved is not there";
  const [wanted, found] = [encodeDocument(document), raw].map(decodeDocument);
  if (JSON.stringify(wanted) !== JSON.stringify(found)) return `what was saved is there as ${raw}`;
  if (!store.isFull && !tab.list().some(({ key }) => key === tab.openKey)) return "what was saved is not in the list";
  return undefined;
}

/** Something else writes into the storage. */
function damage(store: Odd, random: Random): void {
  const names = [...store.items.keys()];
  const name = names.length > 0 ? random.pick(names) : "dualscope.documents";
  const there = store.items.get(name) ?? "";
  const list = random.times(3, () => ({ key: random.pick(KEYS), title: oddJson(random, 1), time: oddJson(random, 0) }));
  store.items.set(
    random.chance(0.8)
      ? name
      : `dualscope.${random.pick(["documents", "open", "history", "document.__proto__", "document.7"])}`,
    random.weighted<() => string>([
      [2, () => mutated(there, random, () => there)],
      [1, () => JSON.stringify(oddJson(random, 3))],
      [1, () => JSON.stringify(list)],
      [1, () => ""],
      [1, () => there.slice(0, random.below(there.length + 1))],
    ])(),
  );
}
