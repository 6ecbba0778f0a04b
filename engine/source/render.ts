// The one place where a diagnostic becomes text: `file:line:column: error: message`, the line, a caret line, notes.
import { present } from "../base/nth.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { type Position, positionOf, type SourceName, type Span } from "./span.ts";

/** The texts that spans point into, with the names that the user knows them by. */
export type Sources = ReadonlyMap<SourceName, { readonly name: string; readonly text: string }>;

const WIDEST_LINE = 160;

/** Renders a diagnostic for the command line: its message, its place, the line there, and the fix; ends without a newline. */
export function renderDiagnostic(diagnostic: Diagnostic, sources: Sources): string {
  const lines = [
    `${place(diagnostic.span, sources)}: ${diagnostic.severity}: ${diagnostic.message}`,
    ...excerpt(diagnostic.span, sources),
  ];
  for (const note of diagnostic.notes) {
    const where = note.span === undefined ? "" : ` (${placeInWords(note.span, diagnostic.span, sources)})`;
    lines.push(`  note: ${note.message}${where}`);
  }
  if (diagnostic.fix !== undefined) lines.push(`  fix: ${diagnostic.fix.title}`);
  return lines.map(visible).join("\n");
}

/**
 * Text of the user's for a terminal: control characters, which could move its cursor or colour what follows, are shown as their
 * pictures, and marks that turn the direction of writing as the sign of what cannot be shown. One character stays one.
 */
export function visible(text: string): string {
  let shown = "";
  for (const sign of text) shown += pictureOf(present(sign.codePointAt(0))) ?? sign;
  return shown;
}

/** The picture of a control character or a mark of direction; undefined for other characters. A tab stays one. */
function pictureOf(code: number): string | undefined {
  if (code < 0x20) return code === 0x09 ? undefined : String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  const isControl = code >= 0x80 && code < 0xa0;
  const turns =
    code === 0x200e || code === 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return isControl || turns ? "\ufffd" : undefined;
}

/** `file:line:column` of a span's beginning. */
export function place(span: Span, sources: Sources): string {
  const source = sources.get(span.source);
  if (source === undefined) return span.source;
  const { line, column } = positionOf(source.text, span.from);
  return `${source.name}:${line}:${column}`;
}

/** A span with the line and column of its beginning, where its text is known. */
export function located(span: Span, sources: Sources): Span & Partial<Position> {
  const source = sources.get(span.source);
  return source === undefined ? span : { ...span, ...positionOf(source.text, span.from) };
}

/** `line 3`, with the text's name where it is another text than the diagnostic's. */
export function placeInWords(span: Span, from: Span, sources: Sources): string {
  const source = sources.get(span.source);
  if (source === undefined) return span.source === "<prelude>" ? "in the prelude" : span.source;
  const { line } = positionOf(source.text, span.from);
  return span.source === from.source ? `line ${line}` : `${source.name}, line ${line}`;
}

/** The source line of a span and a line of carets under it; long lines are cut around the span. */
function excerpt(span: Span, sources: Sources): readonly string[] {
  const source = sources.get(span.source);
  if (source === undefined) return [];
  const text = source.text;
  const from = Math.min(span.from, text.length);
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const newline = text.indexOf("\n", from);
  const end = newline < 0 ? text.length : newline;
  const cut = Math.max(start, Math.min(from - 60, end - WIDEST_LINE));
  const shown = text.slice(cut, Math.min(end, cut + WIDEST_LINE)).replace(/\r$/, "");
  const width = Math.max(1, Math.min(span.to, cut + shown.length) - from);
  const before = text.slice(cut, from).replace(/[^\t]/g, " ");
  return [shown, before + "^".repeat(width)];
}
