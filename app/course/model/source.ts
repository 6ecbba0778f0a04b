// The source of a cell of a lesson: JSON in its first line, then text in sections, which lines such as `--- because` begin.

import { hasFields, readJson } from "../../base/json.ts";

/** Kinds of sections. */
export const SECTIONS = ["wrong", "option", "because", "start", "attempt", "reference", "hint", "edit"] as const;
/** The word after `---` in the line that begins a section. */
export type SectionKind = (typeof SECTIONS)[number];

/** A part of a cell's source, from its `---` line to the next one. */
export interface Section {
  readonly kind: SectionKind;
  /** The query after the colon. */
  readonly argument: string;
  readonly text: string;
}

/** The JSON object in the first line, unchecked; `wordIn` and `wordsIn` read it safely. */
export type Options = Readonly<Record<string, unknown>>;

/** A cell's source, taken apart. */
export interface Source {
  readonly options: Options;
  /** The JSON of the first line cannot be read. */
  readonly isBroken: boolean;
  /** The text before the first section. */
  readonly text: string;
  readonly sections: readonly Section[];
}

const HEAD = new RegExp(`^---[ \\t]+(${SECTIONS.join("|")})\\b[ \\t]*(?::(.*))?$`);

/** Takes a cell's source apart; never throws. An empty first line means no options. */
export function readSource(source: string): Source {
  const [first = "", ...lines] = source.split("\n");
  const options = readOptions(first);
  const sections: Section[] = [];
  let kind: SectionKind | undefined;
  let argument = "";
  let text: string[] = [];
  let before = "";
  const end = (): void => {
    const whole = keptText(text.join("\n"));
    if (kind === undefined) before = whole;
    else sections.push({ kind, argument, text: whole });
    text = [];
  };
  for (const line of lines) {
    const [, head, query] = HEAD.exec(line) ?? [];
    if (head === undefined) text.push(line);
    else {
      end();
      kind = head as SectionKind;
      argument = (query ?? "").trim();
    }
  }
  end();
  return { options: options ?? {}, isBroken: options === undefined, text: before, sections };
}

function readOptions(line: string): Options | undefined {
  if (line.trim() === "") return {};
  const json = readJson(line);
  return hasFields(json) ? json : undefined;
}

/** The source with an option of its first line; as it is, where that cannot be read. */
export function withOption(source: string, name: string, value: string): string {
  const [first = "", ...lines] = source.split("\n");
  const options = readOptions(first);
  return options === undefined ? source : [JSON.stringify({ ...options, [name]: value }), ...lines].join("\n");
}

/** The text of the first section of a kind. */
export function sectionOf({ sections }: Source, kind: SectionKind): string | undefined {
  return sections.find((section) => section.kind === kind)?.text;
}

/** The text of a section as it is read: without empty lines before it and blanks behind it. */
export function keptText(text: string): string {
  return text.replace(/^\n+|\s+$/g, "");
}

/** The source with the text of a section of a kind, which is added if there is none. */
export function withSection(source: string, kind: SectionKind, text: string): string {
  const lines = source.split("\n");
  const from = lines.findIndex((line) => HEAD.exec(line)?.[1] === kind);
  if (from < 0) return `${source.replace(/\s+$/, "")}\n--- ${kind}\n${text}`;
  const next = lines.findIndex((line, index) => index > from && HEAD.test(line));
  const rest = next < 0 ? [] : lines.slice(next);
  return [...lines.slice(0, from + 1), ...text.split("\n"), ...rest].join("\n");
}

/** The source without the sections of a kind. */
export function withoutSection(source: string, kind: SectionKind): string {
  const kept: string[] = [];
  let isGone = false;
  for (const line of source.split("\n")) {
    const head = HEAD.exec(line)?.[1];
    if (head !== undefined) isGone = head === kind;
    if (!isGone) kept.push(line);
  }
  return kept.join("\n").replace(/\s+$/, "");
}

/** A text of the options; empty where it is none. */
export function wordIn(options: Options, name: string): string {
  const word = options[name];
  return typeof word === "string" ? word : "";
}

/** The texts of a list of the options, or of one text. */
export function wordsIn(options: Options, name: string): readonly string[] {
  const words = options[name];
  if (typeof words === "string") return [words];
  return Array.isArray(words) ? words.filter((one): one is string => typeof one === "string").slice(0, 60) : [];
}
