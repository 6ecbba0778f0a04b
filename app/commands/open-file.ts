// Files as documents. Unreadable files leave the open document alone.
import { t } from "@lingui/core/macro";
import { decodeDocument } from "../document/codec.ts";
import { type Document, foreignDocument, programCell } from "../document/document.ts";
import { readHtml } from "../document/files/html-file.ts";
import { readNotebook } from "../document/files/notebook-file.ts";
import { beyondLimits, LONGEST_TITLE } from "../document/limits.ts";
import { useDocument } from "../document/state/document.ts";
import { beginDocument } from "../document/state/opening.ts";

/** Larger files are no documents: an exported page has its pictures twice. */
const MOST_BYTES = 12_000_000;

/** Opens a file as a document of its own. */
export async function openFile(file: File): Promise<void> {
  const refuse = (reason: string): void => useDocument.setState({ notice: { tag: "refused", reason } });
  const { name: fileName } = file;
  if (file.size > MOST_BYTES) {
    const megabytes = Math.round(file.size / 1e6);
    return refuse(t`${fileName} is too large: ${megabytes} MB`);
  }
  const text = await textOfFile(file);
  if (text === undefined) return refuse(t`${fileName} is not a text file`);
  if (text.trim() === "") return refuse(t`${fileName} is empty`);
  const [, name = fileName, ending = ""] = /^(.*?)\.([^.]*)$/.exec(fileName) ?? [];
  const isEnding = (wanted: string): boolean => ending.toLowerCase() === wanted;
  if (isEnding("dual")) return beginDocument(foreignDocument({ title: "", cells: [programCell("cell-1", text)] }));
  const isHtml = isEnding("html") || isEnding("htm");
  const read = isHtml ? readHtml(text) : isEnding("json") ? decodeDocument(text) : readNotebook(text);
  const refused = (reason: string): void => refuse(t`${fileName} cannot be opened: ${reason}`);
  if (read.tag === "error") return refused(read.error);
  const reason = beyondLimits(read.value);
  if (reason !== undefined) return refused(reason);
  if (read.value.cells.length === 0) return refuse(t`${fileName} has no cells`);
  const document = foreignDocument(read.value);
  beginDocument(document.title === "" ? { ...document, title: firstHeading(document) ?? name } : document);
}

/** A title in a document's first line of prose, `# Title`. */
function firstHeading({ cells: [first] }: Document): string | undefined {
  if (first?.tag !== "prose") return undefined;
  return /^\s*# +([^\n]*?)[ #]*(?:\n|$)/.exec(first.text)?.[1]?.slice(0, LONGEST_TITLE) || undefined;
}

/** The text of a file in UTF-8; undefined where it is none. */
export async function textOfFile(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.includes("\u0000") ? undefined : text;
  } catch {
    // no UTF-8: the file is refused
    return undefined;
  }
}
