// Results as links: a reader's deeds in a lesson, for a lecturer who opens many of them as a table. Nothing is sent anywhere.
import { fieldsOf, readJson } from "../../base/json.ts";
import { csvText } from "../../words/csv.ts";
import type { Item } from "./standing.ts";

/** A reader's results in a lesson. */
export interface Results {
  /** The name, as typed by them. */
  readonly name: string;
  readonly lesson: string;
  readonly items: readonly Pick<Item, "id" | "state" | "tries" | "given">[];
}

const MARK = "#results=";
const LONGEST = 60_000;
const STATES = ["open", "right", "shown"] as const;

/** The results behind an address of the page. */
export function resultsLink(page: string, results: Results): string {
  return `${page.replace(/#.*$/, "")}${MARK}${encodeURIComponent(JSON.stringify(results))}`;
}

/** The results of all links in a text, one row for each; other links are left out. */
export function readResults(text: string): readonly Results[] {
  return [...text.matchAll(/#results=([^\s#]{1,60000})/g)].flatMap(([, packed = ""]) => {
    const found = readOne(packed);
    return found === undefined ? [] : [found];
  });
}

function readOne(packed: string): Results | undefined {
  if (packed.length > LONGEST) return undefined;
  const { name, lesson, items } = fieldsOf(readJson(unescaped(packed)));
  if (typeof name !== "string" || typeof lesson !== "string" || !Array.isArray(items)) return undefined;
  return { name: name.slice(0, 100), lesson: lesson.slice(0, 200), items: items.slice(0, 200).flatMap(readItem) };
}

function unescaped(packed: string): string | undefined {
  try {
    return decodeURIComponent(packed);
  } catch {
    // a link that was cut off holds no results
    return undefined;
  }
}

function readItem(json: unknown): Results["items"] {
  const { id, state, tries, given } = fieldsOf(json);
  const known = STATES.find((one) => one === state);
  if (typeof id !== "string" || typeof tries !== "number" || typeof given !== "string" || known === undefined)
    return [];
  return [{ id: id.slice(0, 60), state: known, tries, given: given.slice(0, 300) }];
}

/** The results as a table: a row for each reader, a column for each question that anyone was asked. */
export function resultsCsv(rows: readonly Results[]): string {
  const ids = idsOf(rows);
  const lines = rows.map(({ name, lesson, items }) => [
    name,
    lesson,
    ...ids.map((id) => cellText(items.find((item) => item.id === id))),
  ]);
  return csvText([["name", "lesson", ...ids], ...lines]);
}

/** All questions that occur, in order of first occurrence. */
export function idsOf(rows: readonly Results[]): readonly string[] {
  return [...new Set(rows.flatMap(({ items }) => items.map(({ id }) => id)))];
}

function cellText(item: Results["items"][number] | undefined): string {
  if (item === undefined || (item.state === "open" && item.tries === 0)) return "";
  return `${item.state} (${item.tries}): ${item.given.replaceAll("\n", " ")}`;
}
