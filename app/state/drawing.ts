// Whether a document came to be drawn: one at which the page broke off or hung twice opens as text the next time.

const KEY = "dualscope.drawing";

/** Times that a document may fail before it opens as text. */
const MOST_FAILURES = 2;

/** Milliseconds after which a page that still answers has drawn its document. */
const SETTLED = 3000;

interface Attempt {
  readonly document: string;
  readonly count: number;
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** The document that was noted last: one that is opened while the page loads counts once. */
let noted: string | undefined;

function read(): Attempt | undefined {
  try {
    const { document, count } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Attempt>;
    return typeof document === "string" && typeof count === "number" ? { document, count } : undefined;
  } catch {
    return undefined;
  }
}

function write(attempt: Attempt | undefined): void {
  try {
    if (attempt === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(attempt));
  } catch {
    // without storage there is no document to open again
  }
}

/** Whether a document of the shelf has failed too often to be drawn once more. */
export function hasFailed(document: string): boolean {
  const attempt = read();
  return attempt?.document === document && attempt.count >= MOST_FAILURES;
}

/** Notes that a document is about to be drawn. Who hangs from here on has not drawn it. */
export function beginDrawing(document: string): void {
  if (noted === document) return;
  noted = document;
  const before = read();
  write({ document, count: before?.document === document ? before.count + 1 : 1 });
  clearTimeout(timer);
  timer = setTimeout(endDrawing, SETTLED);
}

/** Notes that it was drawn, or left by its reader while the page still answered. */
export function endDrawing(): void {
  clearTimeout(timer);
  write(undefined);
}

/** Notes that drawing broke off: that counts, though the page still answers. */
export function failDrawing(): void {
  clearTimeout(timer);
  removeEventListener("pagehide", endDrawing);
}

/** A page that is left in order has not hung. */
export function startDrawing(document: string): void {
  addEventListener("pagehide", endDrawing);
  beginDrawing(document);
}
