// Facts of a document beside its text: written with it in one transaction, so that they never lag behind.
import { t } from "@lingui/core/macro";
import type { Result } from "../../../engine/base/result.ts";
import { fieldsOf } from "../../base/json.ts";
import { cut } from "../../words/cut.ts";
import { decodeDocument } from "../codec.ts";
import { type Document, programsOf } from "../document.ts";
import { firstWords } from "../first-words.ts";
import { titleOf } from "../header.ts";
import type { Rows, WritableRows } from "./database.ts";

/** Content of a row of `entries`. */
export interface StoredEntry {
  /** undefined where the text could not be read when it was stored. */
  readonly title: string | undefined;
  /** When it was saved last, in milliseconds since 1970; 0 where that is not known. */
  readonly time: number;
  /** Another one with each change: a tab that finds the one it saw last overwrites nothing else. */
  readonly revision: string;
}

/** The revision of a text without an entry: something else has written it, or taken the entry away. */
const UNKNOWN = "unknown";

/** An entry as it is stored; undefined where it is damaged. */
export function readEntry(stored: unknown): StoredEntry | undefined {
  const { title, time, revision } = fieldsOf(stored);
  if (typeof time !== "number" || !isMoment(time) || typeof revision !== "string") return undefined;
  return { title: typeof title === "string" ? title : undefined, time, revision };
}

/** The revision of the document with a key; undefined where no document is there. */
export async function revisionAt(rows: Rows, key: string): Promise<string | undefined> {
  if (!(await rows.has("texts", key))) return undefined;
  return readEntry(await rows.get("entries", key))?.revision ?? UNKNOWN;
}

/** Writes a document with its entry. */
export async function putDocument(
  rows: WritableRows,
  key: string,
  raw: string,
  time: number,
  revision: string,
  decoded: Result<Document, string> = decodeDocument(raw),
): Promise<void> {
  const title = decoded.tag === "ok" ? listedName(decoded.value) : undefined;
  const entry: StoredEntry = { title, time, revision };
  await rows.put("texts", key, raw);
  await rows.put("entries", key, entry);
}

/** The name of a document: its title, or the heading that it begins with, or the title of its first program. */
export function nameOf(document: Document): string {
  return ownName(document) ?? t`Untitled document`;
}

function ownName(document: Document): string | undefined {
  if (document.title.trim() !== "") return document.title;
  const [first] = document.cells;
  if (first?.tag === "prose" && /^#{1,3}[ \t]+\S/m.test(first.text)) return firstWords(first.text);
  return titleOf(programsOf(document)[0]?.text ?? "");
}

/** The name in a list of documents: without one of its own, the beginning of its first definition. */
export function listedName(document: Document): string {
  const begun = cut(/^def .*/m.exec(programsOf(document)[0]?.text ?? "")?.[0] ?? "", 40);
  return ownName(document) ?? (begun === "" ? nameOf(document) : t`Untitled: ${begun}`);
}

/** Whether a number is a time that a date can be made of. */
function isMoment(time: number): boolean {
  return Math.abs(time) <= 8.64e15;
}
