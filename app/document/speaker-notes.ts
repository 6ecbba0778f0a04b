// A document as it goes to others: notes for the speaker stay with the speaker, unless it is asked for them.
import { nth } from "../../engine/base/nth.ts";
import type { Document } from "./document.ts";
import { blocksOf, NOTES, withoutNotes } from "./prose-blocks.ts";

/** The document without its notes for the speaker; the same one where it has none. */
export function withoutSpeakerNotes(document: Document): Document {
  if (!hasSpeakerNotes(document)) return document;
  const cells = document.cells.map((cell) =>
    cell.tag === "prose" ? { ...cell, text: withoutNotes(cell.text) } : cell,
  );
  // prose of nothing but notes leaves no cell behind
  return { ...document, cells: cells.filter((cell) => cell.tag !== "prose" || cell.text.trim() !== "") };
}

/** Whether a document has notes for the speaker. */
export function hasSpeakerNotes(document: Document): boolean {
  return document.cells.some(
    ({ tag, text }) => tag === "prose" && blocksOf(text).some((block) => block.tag === "notes"),
  );
}

/** A text, and a place in it where one writes. */
interface Written {
  readonly text: string;
  /** Characters before the caret. */
  readonly caret: number;
}

/** Prose with a block of notes for the speaker at its end, where it has none, and the caret at the end of its first notes. */
export function withSpeakerNotes(text: string): Written {
  const blocks = blocksOf(text);
  const at = blocks.findIndex(({ tag }) => tag === "notes");
  if (at < 0) {
    const before = text.trim() === "" ? "" : `${text.trimEnd()}\n\n`;
    const opened = `${before}\`\`\`${NOTES}\n`;
    return { text: `${opened}\n\`\`\`\n`, caret: opened.length };
  }
  const before = blocks.slice(0, at).reduce((sum, { raw }) => sum + raw.length + 1, 0);
  const { raw } = nth(blocks, at);
  const closing = raw.lastIndexOf("\n");
  return { text, caret: before + Math.max(raw.indexOf("\n") + 1, closing) };
}
