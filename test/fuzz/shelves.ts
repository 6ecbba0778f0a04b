// Shelves over storage that others write to, that is full now and then, and whose contents are damaged.
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import type { Document } from "../../app/document/document.ts";
import type { Shelf } from "../../app/document/shelf/shelf.ts";
import { Browser, begin, type MemoryDatabase, PLAIN, take } from "../support/stores.ts";
import { type DocumentCounts, oddJson, randomDocument } from "./documents.ts";
import { mutated } from "./mutate.ts";
import type { Random } from "./random.ts";

const STEPS = 12;
const KEYS = ["", "2", "3", "__proto__", "constructor", "1e400", "-1", "9007199254740993"];

/** Two tabs do something in one browser; what is wrong then, in words. */
export async function shelfFinding(random: Random, counts: DocumentCounts): Promise<string | undefined> {
  const browser = new Browser(PLAIN);
  const { database } = browser;
  const tabs = [browser.tab(), browser.tab()];
  for (let step = 0; step < STEPS; step++) {
    counts.steps++;
    const at = random.below(tabs.length);
    const tab = tabs[at]!;
    const document = randomDocument(random);
    const isFull = random.chance(0.08);
    database.room = isFull ? 0 : Number.POSITIVE_INFINITY;
    const anyKey = async (): Promise<string> => random.pick([...KEYS, ...(await tab.list()).map(({ key }) => key)]);
    const wrong = await random.weighted<() => Promise<string | undefined>>([
      [3, () => kept(tab, database, document, isFull, () => tab.save(document))],
      [2, () => kept(tab, database, document, isFull, () => begin(tab, document))],
      [1, async () => void (await tab.load())],
      [2, async () => void (await take(tab, await anyKey()))],
      [1, async () => void (await tab.adopt(() => true))],
      [1, () => versions(tab)],
      [1, async () => void (await tab.keepVersion(document))],
      [1, async () => void (await tab.remove(await anyKey()))],
      // the page goes away, and another one comes
      [1, async () => void tab.note(document)],
      [1, async () => void (tabs[at] = browser.tab())],
      [2, () => damage(browser, random)],
    ])();
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

async function versions(tab: Shelf): Promise<undefined> {
  for (const version of await tab.versions()) await tab.version(version);
}

/** A saved document is there, under the open key, in the list; and no other document was touched. */
async function kept(
  tab: Shelf,
  database: MemoryDatabase,
  document: Document,
  isFull: boolean,
  save: () => Promise<string>,
): Promise<string | undefined> {
  const before = new Map(database.rows("texts"));
  const openBefore = tab.openKey;
  const how = await save();
  for (const [key, raw] of before)
    if (key !== tab.openKey && database.rows("texts").get(key) !== raw)
      return `saving under ${tab.openKey} changed ${key} (open before: ${openBefore})`;
  if (how === "failed") return isFull ? undefined : "saving failed with room left";
  const raw = await tab.raw(tab.openKey);
  if (raw === undefined) return "what was saved is not there";
  const [wanted, found] = [encodeDocument(document), raw].map(decodeDocument);
  if (JSON.stringify(wanted) !== JSON.stringify(found)) return `what was saved is there as ${raw}`;
  if (!(await tab.list()).some(({ key }) => key === tab.openKey)) return "what was saved is not in the list";
  return undefined;
}

/** Something else writes into what the browser keeps. */
async function damage({ database, local }: Browser, random: Random): Promise<undefined> {
  if (random.chance(0.5)) return damageRow(database, random);
  const names = [...local.items.keys()];
  const name = names.length > 0 && random.chance(0.6) ? random.pick(names) : `dualscope.${random.pick(NAMES)}`;
  local.setItem(name, damaged(local.items.get(name) ?? "", random));
  return undefined;
}

/** Names that the shelf uses, and some that look like them. */
const NAMES = ["open", "journal", "journal.1", "journal.__proto__", "document", "document.7"];

/** Anything as a text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function damageRow(database: MemoryDatabase, random: Random): undefined {
  const table = random.pick(["texts", "entries", "versions"] as const);
  const rows = [...database.rows(table)];
  if (rows.length === 0) return;
  const [name, value] = random.pick(rows);
  const isText = typeof value === "string";
  const other = random.chance(0.3)
    ? oddJson(random, 2)
    : isText
      ? damaged(value, random)
      : { ...(value as object), title: 1 };
  // a text takes the place of a text, so that it is the page's to read it
  database.rows(table).set(name, table === "texts" ? textOf(other) : other);
}

function damaged(there: string, random: Random): string {
  const list = random.times(3, () => ({ key: random.pick(KEYS), title: oddJson(random, 1), time: oddJson(random, 0) }));
  return random.weighted<() => string>([
    [2, () => mutated(there, random, () => there)],
    [1, () => JSON.stringify(oddJson(random, 3))],
    [1, () => JSON.stringify(list)],
    [1, () => ""],
    [1, () => there.slice(0, random.below(there.length + 1))],
  ])();
}
