// A document as it goes to others: notes for the speaker stay with the speaker, unless it is asked for them.
import type { Document } from "./document.ts";
import { blocksOf, withoutNotes } from "./prose-blocks.ts";

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
