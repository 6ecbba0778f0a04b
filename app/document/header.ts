// A program's leading comment, parsed on the page itself, so that titles and placeholders never lag behind.
import { t } from "@lingui/core/macro";
import { Work } from "../../engine/base/work.ts";
import type { Diagnostics } from "../../engine/source/diagnostic.ts";
import type { Span } from "../../engine/source/span.ts";
import { DIRECTIVES, type Header, readHeader } from "../../engine/syntax/header.ts";
import { type Document, type ProgramCell, programsOf } from "./document.ts";

const SILENT: Diagnostics = {
  report: () => undefined,
  reportInstead: () => undefined,
  hasErrors: false,
  isFull: true,
  work: new Work(),
};

/** Headers of recently read texts: every part of the page needs those of all programs again and again. */
const known = new Map<string, Header>();
const MOST_KNOWN = 2500;

/** The header of a text; the engine reports its mistakes. */
export function headerOf(text: string): Header {
  let header = known.get(text);
  if (header === undefined) {
    header = readHeader({ source: "<program>", text }, SILENT);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, header);
  }
  return header;
}

/** The lines of a header that fields of the same names beside the program override. */
export const OVERRIDDEN = ["at", "cotangent", "entry"] as const;

/** The text of the header's line that a field replaces; undefined where the field is empty, or the header has no such line or says the same. */
export function ownOf(text: string, key: (typeof OVERRIDDEN)[number], field: string): string | undefined {
  const own = headerOf(text)[key]?.text;
  return field.trim() === "" || plain(own) === "" || plain(own) === plain(field) ? undefined : own;
}

/** The lines of a header that give results of a run. */
const OF_THE_RESULT = ["value", "gradient"] as const;

/** The parts of a header that give results of a run, in order. */
export function resultSpans(text: string): readonly Span[] {
  const header = headerOf(text);
  return OF_THE_RESULT.flatMap((key) => header[key]?.span ?? [])
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
}

/** Placeholder for the answer of a question. */
export const UNKNOWN = "?";

/** A program without the results in its header. */
export function withoutResults(text: string): string {
  return resultSpans(text).reduceRight((said, { from, to }) => said.slice(0, from) + UNKNOWN + said.slice(to), text);
}

/** The text of a line of the header without its spaces, which the formatter may change. */
export function plain(text = ""): string {
  return text.replace(/\s+/g, "");
}

/** The title in a program's text; undefined where it has none. */
export function titleOf(text: string): string | undefined {
  const title = headerOf(text).title?.text.split("\n")[0]?.trim();
  return title === "" ? undefined : title;
}

/** The name of a program in lists: its title, or its number among the programs. */
export function programName(document: Document, cell: ProgramCell): string {
  const place = programsOf(document).findIndex(({ id }) => id === cell.id) + 1;
  return titleOf(cell.text) ?? t`Program ${place}`;
}

const DIRECTIVE = new RegExp(`^[ \\t]*--[ \\t]*(?:${DIRECTIVES.join("|")})[ \\t]*:(?:\\s|$)`);
const CONTINUATION = /^[ \t]*--( {3,}|\t)/;

/** A program without the directives of its header; other comments stay. */
export function withoutHeader(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.trim() !== "" && !/^[ \t\uFEFF]*--/.test(line));
  let isDirective = false;
  const kept = lines.filter((line, index) => {
    if (index >= end && end >= 0) return true;
    isDirective = DIRECTIVE.test(line) || (isDirective && CONTINUATION.test(line));
    return !isDirective;
  });
  return kept
    .join("\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
}
