// Prose of slides in passages that can be read from the last row.
import type { CellId } from "../document/document.ts";
import { blocksOf } from "../document/prose-blocks.ts";

/** Prose of a document, or the description in a program's header. */
export interface Passage {
  readonly tag: "prose" | "about";
  readonly cell: CellId;
  readonly text: string;
}

/** Letters of prose that stand above a program, and alone, in letters for the last row. */
export const MOST_LETTERS = { beside: 500, alone: 800 } as const;

/** The letters of passages: of a link its words, of a formula with lines of its own the room that it takes. */
export function lettersOf(passages: readonly Passage[]): number {
  const seen = ({ text }: Passage): string =>
    text
      .replace(/\]\([^()\s]{0,300}\)/g, "")
      .replace(/^\$\$.*/gm, FORMULA)
      .replaceAll("\n", "");
  return passages.reduce((sum, passage) => sum + seen(passage).length, 0);
}

const FORMULA = " ".repeat(150);

/** Passages in groups of no more letters than `most`, in their order; a paragraph is never parted. */
export function parted(passages: readonly Passage[], most: number): readonly (readonly Passage[])[] {
  const groups: Passage[][] = [];
  for (const paragraph of passages.flatMap(paragraphsOf)) {
    const open = groups.at(-1);
    if (open !== undefined && lettersOf([...open, paragraph]) <= most) open.push(paragraph);
    else groups.push([paragraph]);
  }
  return groups.map(joined);
}

/** Passages in two: those that need a view of their own, and the last ones, which have no more letters than `most`. */
export function withTail(
  passages: readonly Passage[],
  most: number,
): readonly [readonly Passage[], readonly Passage[]] {
  const paragraphs = passages.flatMap(paragraphsOf);
  let from = paragraphs.length;
  while (from > 0 && lettersOf(paragraphs.slice(from - 1)) <= most) from--;
  return [joined(paragraphs.slice(0, from)), joined(paragraphs.slice(from))];
}

/** The paragraphs of a passage: a list, a table or a formula stays with the line that announces it. */
function paragraphsOf(passage: Passage): readonly Passage[] {
  if (passage.tag === "about") return [passage];
  const texts: string[] = [];
  let isOpen = false;
  for (const { tag, raw } of blocksOf(passage.text))
    for (const text of tag === "code" ? [raw] : raw.split(/\n(?:[ \t]*\n)+/)) {
      if (text.trim() === "") continue;
      if (isOpen || continuesList(texts.at(-1), text)) texts.push(`${texts.pop() ?? ""}\n\n${text}`);
      else texts.push(text);
      isOpen = /:\s*$/.test(text) || ((texts.at(-1) ?? "").split("$$").length - 1) % 2 === 1;
    }
  return texts.map((text) => ({ ...passage, text }));
}

/** Whether a paragraph is a further item of a list. */
function continuesList(before: string | undefined, text: string): boolean {
  const item = /^(?:[-*+]|\d+[.)])[ \t]/;
  const last = before?.split("\n\n").at(-1) ?? "";
  return (item.test(last) || /^[ \t]/.test(last)) && (item.test(text) || /^[ \t]/.test(text));
}

/** Passages of which those that are neighbours in a cell are one. */
function joined(passages: readonly Passage[]): readonly Passage[] {
  const all: Passage[] = [];
  for (const passage of passages) {
    const last = all.at(-1);
    if (passage.tag === "prose" && last?.tag === "prose" && last.cell === passage.cell)
      all[all.length - 1] = { ...last, text: `${last.text}\n\n${passage.text}` };
    else all.push(passage);
  }
  return all;
}
