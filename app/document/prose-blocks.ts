import { nth } from "../../engine/base/nth.ts";
// The blocks of prose, as far as slides and notes need them: headings, code, notes for the speaker, and everything else.

/** A piece of prose with its lines as they stand. */
export type ProseBlock =
  | { readonly tag: "heading"; readonly rank: 1 | 2 | 3; readonly text: string; readonly raw: string }
  | { readonly tag: "notes"; readonly text: string; readonly raw: string }
  | { readonly tag: "code" | "text"; readonly raw: string };

const HEADING = /^ {0,3}(#{1,3})(?=[ \t]|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*)$/;

const known = new WeakMap<object, readonly ProseBlock[]>();

/** The blocks of a cell's prose; read once for each state of the cell. */
export function blocksOfCell(cell: { readonly text: string }): readonly ProseBlock[] {
  let blocks = known.get(cell);
  if (blocks === undefined) {
    blocks = blocksOf(cell.text);
    known.set(cell, blocks);
  }
  return blocks;
}

/** The blocks of a text, in order: their raw lines, joined by newlines, are the text again. */
export function blocksOf(text: string): readonly ProseBlock[] {
  const lines = text.split("\n");
  const blocks: ProseBlock[] = [];
  let plain: string[] = [];
  const endPlain = (): void => {
    if (plain.length > 0) blocks.push({ tag: "text", raw: plain.join("\n") });
    plain = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = nth(lines, at);
    const [, fence, info = ""] = FENCE.exec(line) ?? [];
    const heading = HEADING.exec(line);
    // a backquote behind backquotes is code within a line
    if (fence !== undefined && !(fence.startsWith("`") && info.includes("`"))) {
      endPlain();
      const end = endOfFence(lines, at + 1, fence);
      const raw = lines.slice(at, end + 1).join("\n");
      if (info.trim() === NOTES) blocks.push({ tag: "notes", text: lines.slice(at + 1, end).join("\n"), raw });
      else blocks.push({ tag: "code", raw });
      at = end;
    } else if (heading !== null) {
      endPlain();
      const rank = nth(heading, 1).length as 1 | 2 | 3;
      blocks.push({ tag: "heading", rank, text: withoutClosing(line.slice(heading[0].length).trim()), raw: line });
    } else plain.push(line);
  }
  endPlain();
  return blocks;
}

/** The name of a fenced block of notes for the speaker. */
export const NOTES = "notes";

/** Prose without its notes for the speaker. */
export function withoutNotes(text: string): string {
  if (!text.includes(NOTES)) return text;
  const blocks = blocksOf(text);
  if (!blocks.some(({ tag }) => tag === "notes")) return text;
  return blocks
    .filter(({ tag }) => tag !== "notes")
    .map(({ raw }) => raw)
    .join("\n");
}

/** The text of a heading, without the signs that may close it. Takes one pass on any text. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return end === 0 || /[ \t]/.test(nth(text, end - 1)) ? text.slice(0, end).trimEnd() : text;
}

/** The line that ends a fence that was opened before `from`; the last one where none does. */
function endOfFence(lines: readonly string[], from: number, fence: string): number {
  const sign = nth(fence, 0);
  const end = lines.findIndex((line, index) => {
    if (index < from) return false;
    const text = line.trim();
    return text.length >= fence.length && text === sign.repeat(text.length) && !/^ {4}/.test(line);
  });
  return end < 0 ? lines.length : end;
}
