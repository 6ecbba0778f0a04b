// A document as it goes to others: notes for the speaker and the reader's own answers stay behind, unless they are asked for.
import type { Document } from "../../document/document.ts";
import { withoutSpeakerNotes } from "../../document/speaker-notes.ts";
import { readSource, withoutSection } from "./source.ts";

/** Parts that go to others where their author asks for it. */
export interface HandedOut {
  readonly withNotes: boolean;
  readonly withAnswers: boolean;
}

/** The document and nothing beside it. */
export const ALONE: HandedOut = { withNotes: false, withAnswers: false };

/** The document as it goes to others; the same one where nothing stays behind. */
export function handedOut(document: Document, { withNotes, withAnswers }: HandedOut): Document {
  const own = withNotes ? document : withoutSpeakerNotes(document);
  return withAnswers ? own : withoutAttempts(own);
}

/** The document with the programs of its exercises as they were given; the same one where nothing was written into them. */
export function withoutAttempts(document: Document): Document {
  if (!hasAttempts(document)) return document;
  const cells = document.cells.map((cell) =>
    cell.tag === "exercise" ? { ...cell, text: withoutSection(cell.text, "attempt") } : cell,
  );
  return { ...document, cells };
}

/** Whether something was written into an exercise of a document. */
export function hasAttempts(document: Document): boolean {
  return document.cells.some(
    ({ tag, text }) => tag === "exercise" && readSource(text).sections.some(({ kind }) => kind === "attempt"),
  );
}
