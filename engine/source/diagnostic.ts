// Diagnostics: the user's mistakes as values, each with its place, what is wrong in the user's words, and the fix.
import type { Span } from "./span.ts";

/** A replacement of text that would mend the mistake; `edits` do not overlap. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/** Something that helps to understand a diagnostic, with its place where it has one. */
export interface Note {
  readonly message: string;
  readonly span?: Span;
}

export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** The kind of mistake, a stable word for tests and help pages; never shown. */
  readonly kind: string;
  readonly message: string;
  readonly span: Span;
  readonly notes: readonly Note[];
  readonly fix?: Fix;
}

/** Collects diagnostics; what the passes of the front end write to. */
export interface Diagnostics {
  report(diagnostic: Diagnostic): void;
  readonly hasErrors: boolean;
}

interface Extra {
  readonly notes?: readonly Note[];
  readonly fix?: Fix | undefined;
}

export function mistake(kind: string, span: Span, message: string, extra: Extra = {}): Diagnostic {
  return make("error", kind, span, message, extra);
}

export function warning(kind: string, span: Span, message: string, extra: Extra = {}): Diagnostic {
  return make("warning", kind, span, message, extra);
}

function make(severity: "error" | "warning", kind: string, span: Span, message: string, extra: Extra): Diagnostic {
  const base = { severity, kind, span, message, notes: extra.notes ?? [] };
  return extra.fix === undefined ? base : { ...base, fix: extra.fix };
}

/** A list of diagnostics that never holds the same message twice for one place. */
export class DiagnosticList implements Diagnostics {
  readonly items: Diagnostic[] = [];
  private readonly seen = new Set<string>();

  report(diagnostic: Diagnostic): void {
    const key = `${diagnostic.span.source} ${diagnostic.span.from} ${diagnostic.message}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.items.push(diagnostic);
  }

  get hasErrors(): boolean {
    return this.items.some((item) => item.severity === "error");
  }
}
