// Files as data of a program: kept in the document by the names that headers have for them.
import { t } from "@lingui/core/macro";
import { KEYWORDS } from "../../../engine/syntax/keywords.ts";
import { textOfFile } from "../../commands/open-file.ts";
import { dataNamed, lengthOfFiles, MOST_DATA, usedFiles, withFiles } from "../../document/data-files.ts";
import { type CellId, type DataFile, type Document, programOf, withProgram } from "../../document/document.ts";
import { withText } from "../../document/edited.ts";
import { headerOf } from "../../document/header.ts";
import { change } from "../../document/state/changing.ts";
import { say, useDocument } from "../../document/state/document.ts";

/**
 * Takes files that were dropped on a program: each is kept by the name that the header has for it. One that the header does not name
 * gets a line there.
 */
export async function takeFiles(id: CellId, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const text = programOf(useDocument.getState().document, id)?.text;
    if (text === undefined) return;
    const named = dataNamed(text).find((one) => lastPart(one.file) === file.name);
    await takeFile(id, named?.file ?? file.name, file);
  }
}

/** Keeps a file by a name; gives whether it is kept. Where it cannot be, the page says why. */
export async function takeFile(id: CellId, name: string, file: File): Promise<boolean> {
  const { turn } = useDocument.getState();
  const text = file.size > MOST_BYTES ? undefined : await textOfFile(file);
  const now = useDocument.getState();
  if (now.turn !== turn) return false;
  const { name: fileName } = file;
  const millions = MOST_DATA / 1e6;
  const others = usedFiles(now.document).filter((one) => one.name !== name);
  const reason =
    file.size > MOST_BYTES || lengthOfFiles(others) + (text?.length ?? 0) > MOST_DATA
      ? t`${fileName} is too large: a document keeps ${millions} million characters of data. The command line reads larger files.`
      : text === undefined
        ? t`${fileName} is not a text file`
        : undefined;
  if (reason !== undefined || text === undefined) {
    say(reason ?? "");
    return false;
  }
  change(t`data were added`, "", (document) => withNamed(withFile(document, { name, text }), id, name));
  return true;
}

/** Four bytes of UTF-8 a character at most. */
const MOST_BYTES = 4 * MOST_DATA;

/** Takes a file out of the document. */
export function removeFile(name: string): void {
  change(t`data were removed`, "", (document) => {
    const { files = [] } = document;
    const others = files.filter((one) => one.name !== name);
    return unsettled(withFiles(document, others), name);
  });
}

function withFile(document: Document, file: DataFile): Document {
  const others = (document.files ?? []).filter(({ name }) => name !== file.name);
  return unsettled(withFiles(document, [...others, file]), file.name);
}

/** The document, in which programs that name a file have not run with it. */
function unsettled(document: Document, file: string): Document {
  const cells = document.cells.map((cell) =>
    cell.tag === "program" && dataNamed(cell.text).some((one) => one.file === file)
      ? { ...cell, settled: false }
      : cell,
  );
  return { ...document, cells };
}

/** The document, whose program names a file in its header. */
function withNamed(document: Document, id: CellId, file: string): Document {
  return withProgram(document, id, (cell) =>
    dataNamed(cell.text).some((one) => one.file === file) ? cell : withText(cell, withDataLine(cell.text, file)),
  );
}

/** A program with one more line of data in its header: behind the others, else behind the title. */
export function withDataLine(text: string, file: string): string {
  const { title, data } = headerOf(text);
  const last = data?.more?.at(-1) ?? data ?? title;
  const end = last === undefined ? -1 : text.indexOf("\n", last.span.to);
  const line = `-- data: ${freshName(text, file)} = ${file}`;
  if (last !== undefined && end < 0) return `${text}\n${line}\n`;
  return `${text.slice(0, end + 1)}${line}\n${text.slice(end + 1)}`;
}

/** A name for the numbers of a file, which no definition of the text has. */
function freshName(text: string, file: string): string {
  const letters = file
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}_]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? "");
  const name = letters.replace(/^\p{Lu}+/u, (upper) => upper.toLowerCase()).replace(/^(?![\p{Ll}_])/u, "data");
  const isTaken = (one: string): boolean =>
    KEYWORDS.includes(one) ||
    new RegExp(`^(?:def|op)\\s+${one}(?![\\p{L}\\p{N}_'])`, "mu").test(text) ||
    dataNamed(text).some((other) => other.name === one);
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}${number}`)) number++;
  return `${name}${number}`;
}

function lastPart(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
