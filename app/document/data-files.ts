// The data of a document: files that its programs name in their headers, kept by their names.
import { Remembered } from "../../engine/base/remembered.ts";
import { dataLines, readDataLine } from "../../engine/syntax/header.ts";
import { fieldsOf } from "../base/json.ts";
import { type CellId, type DataFile, type Document, programOf, programsOf, textsAbove } from "./document.ts";
import { headerOf } from "./header.ts";

/** Characters of all files of a document. */
export const MOST_DATA = 4_000_000;

const LONGEST_NAME = 300;

/** The data that a program's header names, line by line. */
export function dataNamed(text: string): readonly { readonly name: string; readonly file: string }[] {
  return dataLines(headerOf(text)).flatMap((line) => readDataLine(line) ?? []);
}

/** The files that programs name. Others stay only as long as the page is open, for Undo. */
export function usedFiles(document: Document): readonly DataFile[] {
  const { files = [] } = document;
  if (files.length === 0) return files;
  const named = new Set(programsOf(document).flatMap(({ text }) => dataNamed(text).map(({ file }) => file)));
  return files.filter(({ name }) => named.has(name));
}

/** A document with these files; without any it has no list of them. */
export function withFiles(document: Document, files: readonly DataFile[]): Document {
  const { files: _, ...rest } = document;
  return files.length === 0 ? rest : { ...rest, files };
}

/** Files out of JSON that may be anyone's; anything else is left out. */
export function readFiles(json: unknown): readonly DataFile[] {
  if (!Array.isArray(json)) return [];
  const found = json.flatMap((item: unknown): [string, DataFile][] => {
    const { name, text } = fieldsOf(item);
    const isOne = typeof name === "string" && name.length <= LONGEST_NAME && typeof text === "string";
    return isOne ? [[name, { name, text }]] : [];
  });
  return [...new Map(found).values()];
}

/** Characters of files together. */
export function lengthOfFiles(files: readonly DataFile[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/** Numbers of texts of files: the same text has the same one. */
class Numbers {
  private readonly known = new Remembered<number>(32);
  private last = 0;

  of(text: string): number {
    const number = this.known.get(text) ?? ++this.last;
    this.known.set(text, number);
    return number;
  }
}

const numbers = new Numbers();

/** A key of the data that a program, and those above it, name: another one where a file, or its text, is another. Undefined where they name none. */
export function dataKeyAt(
  document: Document,
  id: CellId,
  text = programOf(document, id)?.text ?? "",
): string | undefined {
  const named = [...textsAbove(document, id), text].flatMap(dataNamed);
  if (named.length === 0) return undefined;
  const keys = named.map(({ file }) => {
    const found = document.files?.find(({ name }) => name === file);
    return found === undefined ? "" : numbers.of(found.text);
  });
  return keys.join();
}
