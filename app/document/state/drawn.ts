// Whether a document came to be drawn: one at which the page broke off or hung twice opens as text the next time.

import { fieldsOf, readJson } from "../../base/json.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";

const KEY = "dualscope.drawing";

/** Times that a document may fail before it opens as text. */
const MOST_FAILURES = 2;

/** Milliseconds after which a page that still answers has drawn its document. */
const SETTLED = 3000;

/** Times that documents were begun and not drawn, by their keys on the shelf. Several tabs share it: each changes its own entry. */
type Attempts = ReadonlyMap<string, number>;

function read(): Attempts {
  const counts = Object.entries(fieldsOf(readJson(keptChoice(KEY))));
  return new Map(counts.flatMap(([document, count]) => (typeof count === "number" ? [[document, count]] : [])));
}

function write(document: string, count: number | undefined): void {
  const attempts = new Map(read());
  if (count === undefined) attempts.delete(document);
  else attempts.set(document, count);
  keepChoice(KEY, JSON.stringify(Object.fromEntries(attempts)));
}

/** Whether a document of the shelf has failed too often to be drawn once more. */
export function hasFailed(document: string): boolean {
  return (read().get(document) ?? 0) >= MOST_FAILURES;
}

/** Watches over the drawing of documents, one after the other. */
class Drawing {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The document that was noted last: one that is opened while the page loads counts once. */
  private noted: string | undefined;

  begin(document: string): void {
    if (this.noted === document) return;
    this.end();
    this.noted = document;
    write(document, (read().get(document) ?? 0) + 1);
    this.timer = setTimeout(() => this.end(), SETTLED);
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.noted !== undefined) write(this.noted, undefined);
  }

  fail(): void {
    clearTimeout(this.timer);
  }
}

const drawing = new Drawing();

/** Notes that a document is about to be drawn. A page that hangs now has not drawn it. */
export function beginDrawing(document: string): void {
  drawing.begin(document);
}

/** Notes that it was drawn, or left by its reader while the page still answered. */
function endDrawing(): void {
  drawing.end();
}

/** Gives a document that failed another chance. */
export function forgive(document: string): void {
  write(document, undefined);
}

/** Notes that drawing broke off: that counts, though the page still answers. */
export function failDrawing(): void {
  drawing.fail();
  removeEventListener("pagehide", endDrawing);
}

/** A page that is left in order has not hung. */
export function startDrawing(document: string): void {
  addEventListener("pagehide", endDrawing);
  beginDrawing(document);
}
