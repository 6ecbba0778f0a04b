// Diagnostics: the user's mistakes as values, each with its place, what is wrong in the user's words, and the fix.
import { Work } from "../base/work.ts";
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

/** One mistake or warning, as the command line prints it and the editor underlines it. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** The kind of mistake, a stable word for tests and help pages; never shown. */
  readonly kind: string;
  readonly message: string;
  readonly span: Span;
  readonly notes: readonly Note[];
  readonly fix?: Fix;
}

/** Collects diagnostics; what the passes of the front end write to, and where they count their steps. */
export interface Diagnostics {
  report(diagnostic: Diagnostic): void;
  /** Reports what explains everything wrong in a part of its text: other diagnostics that lie in there, told before or later, are left out. */
  reportInstead(diagnostic: Diagnostic, part: Span): void;
  readonly hasErrors: boolean;
  /** Whether what is reported from now on is only counted: nobody needs to explain it well. */
  readonly isFull: boolean;
  readonly work: Work;
}

interface Extra {
  readonly notes?: readonly Note[];
  readonly fix?: Fix | undefined;
}

/** A diagnostic that keeps the program from running. */
export function mistake(kind: string, span: Span, message: string, extra: Extra = {}): Diagnostic {
  return make("error", kind, span, message, extra);
}

/** A diagnostic that does not keep the program from running. */
export function warning(kind: string, span: Span, message: string, extra: Extra = {}): Diagnostic {
  return make("warning", kind, span, message, extra);
}

function make(severity: "error" | "warning", kind: string, span: Span, message: string, extra: Extra): Diagnostic {
  const base = { severity, kind, span, message, notes: extra.notes ?? [] };
  return extra.fix === undefined ? base : { ...base, fix: extra.fix };
}

/** Diagnostics that one text may have; of more, the first of them are told. */
const MOST_DIAGNOSTICS = 1000;

/** A list of diagnostics that never holds the same message twice for one place, nor more than anyone reads. */
export class DiagnosticList implements Diagnostics {
  readonly items: Diagnostic[] = [];
  readonly work = new Work();
  private readonly seen = new Set<string>();
  private errors = 0;
  private readonly explained: Span[] = [];

  report(diagnostic: Diagnostic): void {
    const { severity, span, message } = diagnostic;
    this.work.add(1);
    const isKnown = this.seen.has(keyOf(diagnostic));
    if (isKnown) return;
    if (severity === "error") this.errors++;
    if (this.items.length > MOST_DIAGNOSTICS || this.explained.some((part) => liesIn(span, part))) return;
    if (this.isFull) {
      const told = `these are the first ${MOST_DIAGNOSTICS} errors and warnings; the rest is not shown`;
      this.items.push(make(severity, "more", span, told, {}));
      return;
    }
    this.seen.add(keyOf(diagnostic));
    this.items.push({ ...diagnostic, message: shortened(message) });
  }

  reportInstead(diagnostic: Diagnostic, part: Span): void {
    if (!this.isFull && !this.explained.some((known) => liesIn(diagnostic.span, known))) {
      const others = this.items.filter(({ span }) => !liesIn(span, part));
      this.items.splice(0, this.items.length, ...others);
    }
    this.report(diagnostic);
    if (!this.isFull) this.explained.push(part);
  }

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  get isFull(): boolean {
    return this.items.length >= MOST_DIAGNOSTICS;
  }
}

/** Whether a place lies in a part of a text. */
function liesIn(place: Span, part: Span): boolean {
  return place.source === part.source && place.from >= part.from && place.to <= part.to;
}

function keyOf({ span, message }: Diagnostic): string {
  return `${span.source} ${span.from} ${shortened(message)}`;
}

/** Characters of a message: long names and types come into it. */
const LONGEST_MESSAGE = 2000;

function shortened(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}..`;
}
