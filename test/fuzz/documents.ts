// Cases of documents: what is anyone's is read without an error of ours, and what is read is written and read the same.
import { decodeDocument, encodeDocument } from "../../app/document/codec.ts";
import { type Cell, type Document, NOTHING_ASKED, programCell, proseCell } from "../../app/document/document.ts";
import { EXAMPLES } from "../../app/document/examples.ts";
import { packed } from "../../app/document/files/compress.ts";
import { linkOf, readLink } from "../../app/document/files/link.ts";
import { notebookText, readNotebook } from "../../app/document/files/notebook-file.ts";
import { beyondLimits } from "../../app/document/limits.ts";
import { usedPictures, withPictures } from "../../app/document/pictures/pictures.ts";
import { readViews } from "../../app/document/views.ts";
import { ODD_LINES } from "../support/odd-lines.ts";
import { mutated } from "./mutate.ts";
import type { Finding } from "./programs.ts";
import { Random } from "./random.ts";
import { shelfFinding } from "./shelves.ts";
import { shorter } from "./shrink.ts";

/** Counts of documents. */
export class DocumentCounts {
  documents = 0;
  /** Documents that could be read. */
  read = 0;
  /** Steps of shelves. */
  steps = 0;
}

/** Reads and writes the document of a seed in one of the ways in which documents come and go. */
export async function documentCase(seed: number, counts: DocumentCounts): Promise<Finding | undefined> {
  const random = new Random(seed);
  counts.documents++;
  const way = random.pick(WAYS);
  const document = randomDocument(random);
  if (way === "shelf") {
    const what = await shelfFinding(random, counts).catch(thrownWords);
    return what === undefined ? undefined : { seed, what: `shelf: ${what}`, text: "" };
  }
  const whole = wayOut(way, document);
  const wrong = thrown(() => comesBack(way, document));
  if (wrong !== undefined) return { seed, what: `${way}: ${wrong}`, text: JSON.stringify(whole) };
  const text = random.chance(0.5)
    ? mutated(whole, random, () => wayOut(way, randomDocument(random)))
    : oddText(way, random);
  const kind = (one: string | undefined): string => (one ?? "").slice(0, 30);
  const what = thrown(() => readsTheSame(way, text, counts));
  if (what === undefined) return undefined;
  const isSame = (other: string): boolean =>
    kind(thrown(() => readsTheSame(way, other, new DocumentCounts()))) === kind(what);
  return { seed, what: `${way}: ${what}`, text: JSON.stringify(shorter(text, isSame)) };
}

type Way = "json" | "link" | "file";
const WAYS: readonly (Way | "shelf")[] = ["json", "link", "file", "shelf"];

function wayOut(way: Way, document: Document): string {
  if (way === "json") return encodeDocument(document);
  return way === "link" ? linkOf({ document, view: "" }) : notebookText(document);
}

/** A document by one of the ways, or undefined where it cannot be read. */
function wayIn(way: Way, text: string): Document | undefined {
  if (way === "link") {
    const read = readLink(text);
    return read.tag === "ok" ? read.value.document : undefined;
  }
  const read = way === "json" ? decodeDocument(text) : readNotebook(text);
  return read.tag === "ok" ? read.value : undefined;
}

/** The fault if a well-formed document does not come back as it was, but for parts that a way does not keep. */
function comesBack(way: Way, document: Document): string | undefined {
  const read = wayIn(way, wayOut(way, document));
  // a way may refuse documents
  if (read === undefined) return undefined;
  if (new Set(read.cells.map(({ id }) => id)).size < read.cells.length) return "two cells have one name";
  return sameText(stripped(read), stripped(document))
    ? undefined
    : `${JSON.stringify(stripped(document))} comes back as ${JSON.stringify(stripped(read))}`;
}

/** The fault if a read document is not written and read the same. */
function readsTheSame(way: Way, text: string, counts: DocumentCounts): string | undefined {
  const before = process.cpuUsage();
  const read = wayIn(way, text);
  const { user } = process.cpuUsage(before);
  if (user > 1_000_000) return `reading took ${Math.round(user / 1000)} ms`;
  // what is in the browser already may be larger than what comes from elsewhere
  if (read === undefined || beyondLimits(read) !== undefined) return undefined;
  counts.read++;
  for (const other of ["json", "link", "file"] as const) {
    const again = wayIn(other, wayOut(other, read));
    if (again === undefined) return `what was read cannot be read again as ${other}`;
    if (!sameText(stripped(again), stripped(read)))
      return `what was read comes back otherwise as ${other}: ${JSON.stringify(stripped(again))}`;
  }
  return undefined;
}

/** A document without what depends on the way: names of cells, whether a run settled, whose the programs are, and pictures without use. */
function stripped(document: Document): unknown {
  const { title, cells } = document;
  return {
    title,
    pictures: usedPictures(document),
    cells: cells.map(({ id: _, ...cell }) =>
      cell.tag === "program" ? { ...cell, settled: false, foreign: false } : cell,
    ),
  };
}

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** An exception is a fault as well. */
function thrown(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return thrownWords(error);
  }
}

function thrownWords(error: unknown): string {
  return `thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

const IDS = [
  "cell-1",
  "cell-2",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "0",
  "cell-9007199254740993",
  "<b>",
  "cell-1",
];
const LINES = [
  ...ODD_LINES,
  "x\r",
  "\ud800",
  "\u2028",
  "dualscope: 1",
  "![a][image-1]",
  "![b][ IMAGE-2 ] and ![][x]",
  "[image-1]: data:image/png;base64,AAAA",
  "![c](data:image/gif;base64,R0lG)",
];

function randomText(random: Random): string {
  if (random.chance(0.3)) return random.pick(EXAMPLES).text;
  return random.times(random.between(0, 5), () => random.pick(LINES)).join("\n");
}

/** A document whose texts and settings are odd, as the page could hold it. */
export function randomDocument(random: Random): Document {
  const ids = new Set<string>();
  const cells = random.times(random.between(0, 4), (index): Cell => {
    const odd = random.pick(IDS);
    const id = ids.has(odd) ? `cell-${index + 10}` : odd;
    ids.add(id);
    if (random.chance(0.5)) return proseCell(id, randomText(random));
    const ask = { ...NOTHING_ASKED, at: random.pick(["", "1.0", '"}', "`", "\n"]), n: random.pick(["", "7", "-1"]) };
    const views = readViews(oddJson(random, 3));
    return { ...programCell(id, randomText(random), ask), held: random.chance(0.3), views };
  });
  const title = random.pick(["", "T", '"', " x", "a\nb", "__proto__", "\\", "---"]);
  const names = ["image-1", "image-2", "x", "__proto__"].filter(() => random.chance(0.3));
  const pictures = names.map((name) => ({ name, data: `data:image/png;base64,${random.pick(["AAAA", "iVBORw=="])}` }));
  return withPictures({ title, cells }, pictures);
}

const KEYS =
  "format version title cells id tag text ask at cotangent n stage entry settled held views inside explorer stages leader step pinned graph linear recomputed labels curves quantities x y steps pictures name data __proto__ constructor toString length".split(
    " ",
  );

/** JSON of any form, with the names that documents have. */
export function oddJson(random: Random, depth: number): unknown {
  const inside = (): unknown => oddJson(random, depth - 1);
  return random.weighted<() => unknown>([
    [2, () => random.pick([0, -1, 1.5, 2 ** 53, 1e308, -0, 99])],
    [
      2,
      () =>
        random.pick(["", "tape", "naive", "cost", "log", "graph", "curves", "__proto__", "x".repeat(100), "\ud800"]),
    ],
    [1, () => random.pick([null, true, false])],
    [depth > 0 ? 2 : 0, () => random.times(random.between(0, 4), inside)],
    [
      depth > 0 ? 4 : 0,
      () => Object.fromEntries(random.times(random.between(0, 5), () => [random.pick(KEYS), inside()])),
    ],
  ])();
}

/** A text that was never written by the page: odd JSON in the place of parts of a document, deep nesting, long lists. */
function oddText(way: Way, random: Random): string {
  const document = JSON.parse(encodeDocument(randomDocument(random))) as Record<string, unknown>;
  const cells = document.cells as Record<string, unknown>[];
  for (let changes = random.between(1, 3); changes > 0; changes--) {
    const target = cells.length > 0 && random.chance(0.7) ? random.pick(cells) : document;
    target[random.pick([...Object.keys(target), ...KEYS])] = oddJson(random, 3);
  }
  if (random.chance(0.05))
    for (let index = 0; index < 3000; index++) cells.push({ tag: "prose", id: `c${index}`, text: "x" });
  let json = JSON.stringify(document);
  if (random.chance(0.05)) json = json.replace(/null|true|false|""/, () => deep(random.pick([100, 10_000, 200_000])));
  if (way === "json") return json;
  if (way === "link") {
    const whole = random.chance(0.8) ? JSON.stringify({ view: oddJson(random, 1), document: json }) : json;
    return `#/open/${random.pick(["1", "1", "1", "2", "", "__proto__"])}/${packed(whole)}`;
  }
  return `---\ndualscope: ${random.pick(["1", "-1", "x", "1e400"])}\ntitle: ${json.slice(0, 20)}\n---\n\`\`\`dual ${json}\nx\n\`\`\`\n`;
}

function deep(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}
