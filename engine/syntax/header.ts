// The leading comment's directives: what a file says to do with itself.
import { nth } from "../base/nth.ts";
import { type Diagnostic, type Diagnostics, warning } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { type Span, span } from "../source/span.ts";
import { KEYWORDS } from "./keywords.ts";
import type { Text } from "./tree.ts";

/** The keys that the leading comment may have; the header has a warning for any other. */
export const DIRECTIVES = ["title", "about", "entry", "at", "cotangent", "sweep", "data", "value", "gradient"] as const;
/** A key of the leading comment. */
export type Directive = (typeof DIRECTIVES)[number];

/** A directive's text, its continuation lines joined by newlines, and where its first line's text stands. */
export interface DirectiveText {
  readonly text: string;
  readonly span: Span;
  /** Further lines of the same key, where it may stand several times. */
  readonly more?: readonly DirectiveText[];
}

/** The leading comment's texts, by key; a key that it does not have is undefined. */
export type Header = Readonly<Partial<Record<Directive, DirectiveText>>>;

/** The lines of the header's data. */
export function dataLines({ data }: Header): readonly DirectiveText[] {
  return data === undefined ? [] : [data, ...(data.more ?? [])];
}

const DATA = /^([\p{Ll}_][\p{L}\p{N}_']*)(\s*=\s*)(\S.*)$/u;

/** A line of data: its name, and its file; `between` is what stands between them. Undefined where it has another form. */
export function readDataLine({
  text,
}: DirectiveText): { readonly name: string; readonly between: string; readonly file: string } | undefined {
  const [, name = "", between = "", file = ""] = DATA.exec(text) ?? [];
  return name === "" || KEYWORDS.includes(name) ? undefined : { name, between, file };
}

const LINE = /[ \t\r\v\f\u00a0\uFEFF]*--([^\n]*)(?:\n|$)/y;
const KEY = /^[ \t]*([A-Za-z_][\w-]*)[ \t]*:/;

/** A line that other languages read as a comment, or a block of them; no declaration begins so. */
const FOREIGN_COMMENT = /^[ \t]*(?:(?:#|\/\/)[^\n]*\n|\/\*[\s\S]*?\*\/[ \t]*\n)/;
/** UTF-16 units of such a comment that are read. */
const LONGEST_FOREIGN = 4000;

/**
 * Reads the `--` lines before the first token. A line whose text is indented by three spaces or more continues the one
 * before. Unknown and repeated keys are warnings; a comment line of another form is prose and means nothing.
 */
export function readHeader(text: Text, diagnostics: Diagnostics): Header {
  const header: Partial<Record<Directive, DirectiveText>> = {};
  let current: Directive | undefined;
  let offset = 0;
  while (offset < text.text.length) {
    const blank = /^[ \t\r\v\f\u00a0\uFEFF]*\n/.exec(text.text.slice(offset, offset + 1000));
    if (blank !== null) {
      offset += blank[0].length;
      continue;
    }
    const block = /^\s*\{-/.test(text.text.slice(offset, offset + 1000)) ? blockEnd(text.text, offset) : undefined;
    if (block !== undefined) {
      offset = block;
      continue;
    }
    // the parser reports a comment of another language; the header below it is read all the same
    const foreign = FOREIGN_COMMENT.exec(text.text.slice(offset, offset + LONGEST_FOREIGN));
    if (foreign !== null) {
      offset += foreign[0].length;
      continue;
    }
    LINE.lastIndex = offset;
    const line = LINE.exec(text.text);
    if (line === null) break;
    const body = nth(line, 1).replace(/\r$/, "");
    const start = offset + line[0].indexOf("--") + 2;
    offset += line[0].length;
    if (/^( {3,}|\t)/.test(body)) {
      const before = current === undefined ? undefined : header[current];
      if (current !== undefined && before !== undefined) {
        header[current] = { text: `${before.text}\n${body.trim()}`, span: { ...before.span, to: start + body.length } };
      }
      continue;
    }
    const key = KEY.exec(body);
    if (key === null) {
      reportEquals(text, body, start, diagnostics);
      current = undefined;
      continue;
    }
    const rest = body.slice(key[0].length);
    // `--at:1.0` is meant; `-- see https://..` and `-- Examples:` are prose
    if (!/^\s+\S/.test(rest) && !DIRECTIVES.some((one) => one === key[1])) {
      current = undefined;
      continue;
    }
    current = directive(text, nth(key, 1), start + body.indexOf(nth(key, 1)), header, diagnostics);
    if (current === undefined) continue;
    const value = rest.trim();
    const from = start + key[0].length + (value === "" ? 0 : rest.indexOf(value));
    const said = { text: value, span: span(text.source, from, from + value.length) };
    if (current !== "data") header[current] = said;
    else {
      const { data } = header;
      header.data = data === undefined ? said : { ...data, more: [...(data.more ?? []), said] };
      // each line is one name: nothing continues it
      current = undefined;
    }
  }
  return header;
}

/** `at =`, or a key before nothing but numbers and brackets. */
const EQUALS =
  /^([ \t]*(?:at|entry|cotangent|sweep)[ \t]*)=(?!=)|^([ \t]*(?:at|cotangent))[ \t]+(?=[-\d.([#][-\d.()[\],# \te]*$)/;

/** Warns of `-- at = 2.0` and `-- at 2.0`, which are prose without their colon. */
function reportEquals(text: Text, body: string, start: number, diagnostics: Diagnostics): void {
  const found = EQUALS.exec(body);
  if (found === null) return;
  const key = found[1] ?? nth(found, 2);
  const isEquals = found[1] !== undefined;
  const at = span(text.source, start + key.length, start + key.length + 1);
  const message = `a line of the header has a colon behind its key, \`-- ${key.trim()}: ..\`; this line means nothing`;
  const from = at.from - (key.length - key.trimEnd().length);
  const edits = [{ span: { ...at, from, to: isEquals ? at.to : from }, text: ":" }];
  diagnostics.report(warning("header-equals", at, message, { fix: { title: "write `:`", edits } }));
}

/** Other words for the header's keys. */
const OTHER_KEYS: Readonly<Record<string, Directive>> = {
  input: "at",
  inputs: "at",
  args: "at",
  point: "at",
  main: "entry",
  seed: "cotangent",
  name: "title",
  description: "about",
  expected: "value",
  grad: "gradient",
};

/** The end of a block comment, and of the line if nothing else stands on it; undefined for one that never closes. */
function blockEnd(text: string, from: number): number | undefined {
  const marks = /\{-|-\}/g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === "{-" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}

function directive(
  text: Text,
  key: string,
  at: number,
  header: Header,
  diagnostics: Diagnostics,
): Directive | undefined {
  const where = span(text.source, at, at + key.length);
  const known = DIRECTIVES.find((one) => one === key);
  if (known === undefined) {
    const near = Object.hasOwn(OTHER_KEYS, key) ? OTHER_KEYS[key] : nearest(key, DIRECTIVES);
    const hint = near === undefined ? `the keys are ${DIRECTIVES.join(", ")}` : `did you mean \`${near}\`?`;
    const fix = near === undefined ? undefined : { title: `write ${near}`, edits: [{ span: where, text: near }] };
    diagnostics.report(warning("unknown-directive", where, `the header has no key \`${key}\`; ${hint}`, { fix }));
    return undefined;
  }
  if (header[known] !== undefined && known !== "data") {
    diagnostics.report(warning("repeated-directive", where, `the header says \`${key}\` twice; the first counts`));
    return undefined;
  }
  return known;
}

/** A directive's line with the lines that continue it, from where its comment begins. */
const DIRECTIVE_LINES = /--[^\n]*(?:\n[ \t]*--(?: {3,}|\t)[^\n]*)*/y;

/** The form of a directive's text, where prose might begin with the same word. */
const LOOKS: Readonly<Record<Directive, RegExp>> = {
  title: /./,
  about: /./,
  entry: /^[\p{Ll}_][\p{L}\p{N}_']*$/u,
  at: /^[-\d.([#\p{L}]/u,
  cotangent: /^[-\d.([#\p{L}]/u,
  sweep: /^[^=]*=/,
  data: /^[\p{Ll}_][\p{L}\p{N}_']*\s*=\s*\S/u,
  value: /^[-\d.([#\p{Lu}]/u,
  gradient: /^[-\d.([#\p{Lu}]/u,
};

/**
 * The warning of a comment line that reads like a directive but stands below the first declaration, which the editor prints like one;
 * undefined for other comments.
 */
export function misplacedDirective(
  text: Text,
  comment: { readonly from: number; readonly to: number },
  header: Header,
): Diagnostic | undefined {
  const start = text.text.lastIndexOf("\n", comment.from - 1) + 1;
  if (text.text.slice(start, comment.from).trim() !== "") return undefined;
  const body = text.text.slice(comment.from + 2, Math.min(comment.to, comment.from + 1000)).trimEnd();
  const key = /^( {3,}|\t)/.test(body) ? null : KEY.exec(body);
  const known = DIRECTIVES.find((one) => one === key?.[1]);
  if (key === null || known === undefined || !LOOKS[known].test(body.slice(key[0].length).trim())) return undefined;
  const taken = header[known];
  // the header continues below a comment of another language
  if (taken !== undefined && taken.span.from >= comment.from && taken.span.from <= comment.to) return undefined;
  DIRECTIVE_LINES.lastIndex = comment.from;
  const lines = DIRECTIVE_LINES.exec(text.text)?.[0].replace(/\r$/, "") ?? "";
  const end = comment.from + lines.length;
  const rest = /^\r?\n/.exec(text.text.slice(end, end + 2))?.[0] ?? "";
  const isTaken = taken !== undefined && known !== "data";
  const hint = isTaken ? `, and the header has \`${known}\` already` : "";
  const message = `\`${known}\` is read at the top of the program only, above the first definition; this line means nothing${hint}`;
  const fix = isTaken
    ? undefined
    : {
        title: "move this line to the top of the program",
        edits: [
          { span: span(text.source, 0, 0), text: `${lines}\n` },
          { span: span(text.source, start, end + rest.length), text: "" },
        ],
      };
  const at = span(text.source, comment.from, comment.from + 2 + body.length);
  return warning(known === "at" ? "misplaced-at" : "misplaced-directive", at, message, { fix });
}
