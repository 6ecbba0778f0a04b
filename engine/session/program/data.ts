// The data of a program: names of its header whose values are the numbers of files.
import { Remembered } from "../../base/remembered.ts";
import { DiagnosticList, type Diagnostics, mistake } from "../../source/diagnostic.ts";
import { type SourceName, type Span, span } from "../../source/span.ts";
import type { Declaration, Expr } from "../../syntax/ast.ts";
import { dataLines, type Header, readDataLine, readHeader } from "../../syntax/header.ts";
import type { ParsedProgram } from "../../syntax/parsing/parse.ts";
import { checkModule } from "../../types/checking/check.ts";
import type { Module } from "../../types/scope.ts";
import { numbersKey, readNumbers } from "./numbers-file.ts";

/** The text of a file, or why there is none. */
export type FileText =
  | { readonly tag: "text"; readonly text: string }
  | { readonly tag: "none"; readonly reason: string };

/** Finds files by the names that headers have for them. */
export type Files = (name: string) => FileText;

/** No files at all. */
export const NO_FILES: Files = () => ({ tag: "none", reason: "there are no files here" });

/** A name of the header with its numbers. */
interface Data {
  readonly name: string;
  readonly nameSpan: Span;
  readonly fileSpan: Span;
  readonly rows: readonly (readonly number[])[];
}

/** The header's names with their numbers, and those whose numbers are not there. */
interface DataRead {
  readonly data: readonly Data[];
  readonly faulty: ReadonlySet<string>;
}

/** The size of the numbers of a name of the header. */
export interface DataSize {
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly columns: number;
}

/** The sizes of a header's data; those whose numbers cannot be read are left out. */
export function dataSizes(header: Header, files: Files): readonly DataSize[] {
  return dataLines(header).flatMap((line) => {
    const found = readDataLine(line);
    if (found === undefined) return [];
    const { name, file } = found;
    const given = files(file);
    const read = given.tag === "text" ? readNumbers(given.text) : undefined;
    if (read?.tag !== "numbers") return [];
    return [{ name, file, rows: read.rows.length, columns: read.rows[0]?.length ?? 0 }];
  });
}

/** The data that texts have, as a key: another one where a file, or its text, is another. */
export function dataKey(texts: readonly string[], files: Files): string {
  const read = texts.flatMap((text) => {
    if (!/^[ \t]*--[ \t]*data[ \t]*:/m.test(text)) return [];
    return dataLines(readHeader({ source: "<program>", text }, new DiagnosticList())).map((line) => {
      const given = files(readDataLine(line)?.file ?? "");
      return given.tag === "none" ? given.reason : numbersKey(given.text);
    });
  });
  return read.join();
}

/** Checks a parsed text with the data of its header, on top of a parent module. */
export function checkWithData(
  source: SourceName,
  text: string,
  parsed: ParsedProgram,
  parent: Module,
  files: Files,
  diagnostics: Diagnostics,
): Module {
  const { data, faulty } = readData(source, parsed, files, diagnostics);
  const below = data.length === 0 ? parent : moduleOf(data, parent);
  const { declarations } = parsed;
  return checkModule(
    { declarations, faulty: new Set([...parsed.faulty, ...faulty]) },
    below,
    new Map([[source, text]]),
    diagnostics,
  );
}

function readData(
  source: SourceName,
  { header, declarations }: ParsedProgram,
  files: Files,
  diagnostics: Diagnostics,
): DataRead {
  const data: Data[] = [];
  const faulty = new Set<string>();
  const taken = new Map(declarations.flatMap((one) => (one.tag === "def" ? [[one.binding.name.text, "below"]] : [])));
  for (const line of dataLines(header)) {
    const { span: at } = line;
    const found = readDataLine(line);
    if (found === undefined) {
      diagnostics.report(mistake("data-form", at, "data are a name and a file, as in `points = points.csv`"));
      continue;
    }
    const { name, between, file } = found;
    const nameSpan = span(source, at.from, at.from + name.length);
    const place = taken.get(name);
    if (place !== undefined) {
      const message = `\`${name}\` is defined ${place} as well: give the data another name`;
      diagnostics.report(mistake("data-name", nameSpan, message));
      continue;
    }
    taken.set(name, "above");
    const fileSpan = span(source, nameSpan.to + between.length, at.to);
    const given = files(file);
    const read = given.tag === "text" ? readNumbers(given.text) : ({ tag: "mistake", message: given.reason } as const);
    if (read.tag === "numbers") data.push({ name, nameSpan, fileSpan, rows: read.rows });
    else {
      faulty.add(name);
      diagnostics.report(mistake("data-file", fileSpan, `${file}: ${read.message}`));
    }
  }
  return { data, faulty };
}

/** Recent modules of data, by the module below them and the places of the names: other changes of a program leave them as they are. */
const known = new Remembered<{ readonly data: readonly Data[]; readonly parent: Module; readonly module: Module }>(16);

function moduleOf(data: readonly Data[], parent: Module): Module {
  const key = JSON.stringify(data.map(({ name, nameSpan, fileSpan }) => [name, nameSpan, fileSpan]));
  const before = known.get(key);
  if (before?.parent === parent && before.data.every(({ rows }, index) => rows === data[index]?.rows))
    return before.module;
  const declarations = data.map(definitionOf);
  const diagnostics = new DiagnosticList();
  const module = checkModule({ declarations, faulty: new Set() }, parent, new Map(), diagnostics);
  known.set(key, { data, parent, module });
  return module;
}

function definitionOf({ name, nameSpan, fileSpan, rows }: Data): Declaration {
  const list = (items: readonly Expr[]): Expr => ({ tag: "list", items, span: fileSpan });
  const row = (values: readonly number[]): Expr[] => values.map((value) => ({ tag: "real", value, span: fileSpan }));
  const isFlat = rows.length === 1 || rows.every(({ length }) => length === 1);
  const body = isFlat ? list(rows.flatMap(row)) : list(rows.map((values) => list(row(values))));
  const binding = { name: { text: name, span: nameSpan }, params: [], result: undefined, body, span: nameSpan };
  return { tag: "def", binding, span: nameSpan };
}
