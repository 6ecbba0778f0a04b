// All places of a name in the document: in the program that defines it, and in those below that use it.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import type { NameSpan } from "../../../engine/session/program/names.ts";
import { aboveSource, placeAbove } from "../../../engine/source/span.ts";
import { type CellId, programOf, programsOf, textsAbove } from "../../document/document.ts";
import { changePrograms } from "../../document/state/changing.ts";
import { useDocument } from "../../document/state/document.ts";
import { aroundName } from "../model/puns.ts";
import { nameIn, usesIn } from "./checking.ts";

/** A place of a name, with its line. */
export interface NamePlace {
  readonly cell: CellId;
  readonly span: NameSpan;
  /** The line's number, from 1, and its text before the name, and behind. */
  readonly line: number;
  readonly before: string;
  readonly behind: string;
}

/** All places of a name, and the place where they were asked for. */
export interface References {
  readonly name: string;
  /** Where it was asked for. */
  readonly asked: { readonly cell: CellId; readonly offset: number };
  readonly places: readonly NamePlace[];
  /** The texts in which they were found; a rename is for these alone. */
  readonly texts: ReadonlyMap<CellId, string>;
  /** Whether it can be renamed: the built-in names cannot. */
  readonly isOwn: boolean;
  /** The programs in whose fields the name means the same. */
  readonly fields: readonly CellId[];
}

/** The last find; undefined before. */
export const useReferences = create<{ readonly found: References | undefined }>()(() => ({ found: undefined }));

/** Finds the name at a place of a program, and all its places; undefined where there is none. */
export async function findReferences(id: CellId, offset: number): Promise<References | undefined> {
  const { document } = useDocument.getState();
  const programs = programsOf(document);
  const here = programOf(document, id);
  if (here === undefined) return undefined;
  const named = await nameIn(id, here.text, offset);
  if (named === undefined) return undefined;
  const { definition, name } = named;
  const asked = { cell: id, offset };
  const number = definition === undefined ? undefined : placeAbove(definition.source);
  const isHere = definition?.source === "<program>";
  const home = isHere ? here : number === undefined ? undefined : programs[number - 1];
  const places: NamePlace[] = [];
  const texts = new Map<CellId, string>();
  const add = (cell: CellId, text: string, spans: readonly NameSpan[]): void => {
    if (spans.length > 0) texts.set(cell, text);
    for (const span of spans) places.push(placeIn(cell, text, span));
  };
  if (home === undefined || definition === undefined) {
    // a name of the language's own
    for (const { id: cell, text } of programs)
      add(cell, text, await usesIn({ text, above: textsAbove(document, cell) }, { name, definition }));
    return { name, asked, places, texts, isOwn: false, fields: [] };
  }
  const own = home === here ? named : await nameIn(home.id, home.text, definition.from);
  add(home.id, home.text, own?.occurrences ?? []);
  const first = programs.indexOf(home);
  const seen = { name, definition: { ...definition, source: aboveSource(first + 1) } };
  for (const { id: below, text } of programs.slice(first + 1))
    add(below, text, await usesIn({ text, above: textsAbove(document, below) }, seen));
  const hiding = new RegExp(`^(?:def|op)\\s+${name}(?![\\p{L}\\p{N}_'])`, "mu");
  const after = programs.slice(first + 1);
  const hidden = after.findIndex((one) => hiding.test(one.text));
  const reached = [home, ...after.slice(0, hidden < 0 ? after.length : hidden)];
  return { name, asked, places, texts, isOwn: true, fields: named.isShared ? reached.map((one) => one.id) : [] };
}

function placeIn(cell: CellId, text: string, span: NameSpan): NamePlace {
  const start = text.lastIndexOf("\n", span.from - 1) + 1;
  const end = text.indexOf("\n", span.to);
  return {
    cell,
    span,
    line: text.slice(0, start).split("\n").length,
    before: text.slice(start, span.from),
    behind: text.slice(span.to, end < 0 ? text.length : end),
  };
}

const NAME = /^[\p{L}_][\p{L}\p{N}_']*$/u;
const WORDS = new Set("data type def op by let rec and in if then else case of par".split(" "));

/** Why a name cannot become another, in one sentence; undefined where it can. */
export function whyNotRename({ name, texts, isOwn }: References, next: string): string | undefined {
  const isUpper = (word: string): boolean => /^[\p{Lu}\p{Lt}]/u.test(word);
  if (!isOwn) return t`\`${name}\` is built in.`;
  if (next === name) return t`That is already its name.`;
  if (!NAME.test(next) || next === "_" || next.includes("λ")) return t`A name consists of letters, digits, _ and '.`;
  if (WORDS.has(next)) return t`\`${next}\` is a keyword.`;
  if (isUpper(next) !== isUpper(name))
    return isUpper(name)
      ? t`Types and constructors begin with an upper-case letter.`
      : t`Definitions begin with a lower-case letter.`;
  const isTaken = [...texts.values()].some((text) => namesIn(text).has(next));
  return isTaken ? t`\`${next}\` is already used in these programs: the two would clash.` : undefined;
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}_][\p{L}\p{N}_']*/gu) ?? []);
}

/** Renames in all places at once; returns the requested offset after that, or undefined where a program has changed since. */
export function rename({ name, asked, places, texts, fields }: References, next: string): number | undefined {
  const { document } = useDocument.getState();
  for (const [cell, text] of texts) if (programOf(document, cell)?.text !== text) return undefined;
  const changed = new Map(
    [...texts].map(([cell, text]) => {
      const spans = places.filter((place) => place.cell === cell).map(({ span }) => span);
      const renamed = spans
        .toSorted((a, b) => b.from - a.from)
        .reduce((now, span) => {
          const { before, behind } = aroundName(name, span);
          return now.slice(0, span.from) + before + next + behind + now.slice(span.to);
        }, text);
      return [cell, renamed] as const;
    }),
  );
  const renamed = (text: string): string =>
    text.replace(/[\p{L}_][\p{L}\p{N}_']*/gu, (word) => (word === name ? next : word));
  changePrograms(t`${name} was renamed to ${next}`, (cell) => {
    const text = changed.get(cell.id) ?? cell.text;
    if (!fields.includes(cell.id)) return { ...cell, text };
    const { entry, at, cotangent } = cell.ask;
    const ask = { ...cell.ask, entry: renamed(entry), at: renamed(at), cotangent: renamed(cotangent) };
    return { ...cell, text, ask };
  });
  const grown = places
    .filter(({ cell, span }) => cell === asked.cell && span.to < asked.offset)
    .map(({ span }) => {
      const { before, behind } = aroundName(name, span);
      return before.length + next.length + behind.length - name.length;
    });
  return asked.offset + grown.reduce((sum, one) => sum + one, 0);
}
