// Diagnostics as the page shows them: where, in words, and for which field.

import { plural, t } from "@lingui/core/macro";
import { present } from "../../../engine/base/nth.ts";
import type { Diagnostic, Fix, Note } from "../../../engine/source/diagnostic.ts";
import { placeAbove, positionOf, type SourceName, type Span } from "../../../engine/source/span.ts";

/** A note of a diagnostic, in words. */
export interface NoteView {
  readonly message: string;
  /** `line 3`; empty where the note has no place. */
  readonly place: string;
  /** Where a click leads, if it lies in the program. */
  readonly span: Span | undefined;
}

/** A diagnostic as a list shows it. */
export interface MistakeView {
  readonly key: string;
  /** An input, or a function to run, that is not there is no mistake of the program. */
  readonly severity: Diagnostic["severity"] | "missing";
  readonly message: string;
  readonly place: string;
  readonly span: Span;
  readonly notes: readonly NoteView[];
  readonly fix: Fix | undefined;
}

/** Mistakes with their places in words; `text` is the program that they are about. */
export function mistakeViews(diagnostics: readonly Diagnostic[], text: string): readonly MistakeView[] {
  return diagnostics.map((diagnostic, index) => ({
    key: `${index} ${diagnostic.kind} ${diagnostic.span.from}`,
    severity: isMissing(diagnostic) ? "missing" : diagnostic.severity,
    message: diagnostic.message,
    place: placeInWords(diagnostic.span, text),
    span: diagnostic.span,
    notes: withoutInnerCalls(diagnostic.notes).map((note) => ({
      message: note.message,
      place: note.span === undefined ? "" : placeInWords(note.span, text),
      span: note.span?.source === "<program>" ? note.span : undefined,
    })),
    fix: diagnostic.fix,
  }));
}

/** Whether a diagnostic says that an input, or a function to run, is not there: that is no mistake of the program. */
export function isMissing({ kind }: Diagnostic): boolean {
  return kind === "missing-input" || kind === "missing-entry";
}

/** Of calls inside the prelude only the one that the user's own code made. */
function withoutInnerCalls(notes: readonly Note[]): readonly Note[] {
  const isInner = (note: Note | undefined): boolean => note?.span?.source === "<prelude>";
  return notes.filter((note, index) => !isInner(note) || !isInner(notes[index + 1]));
}

/** `line 3`, or the name of the field or text that a span lies in. */
export function placeInWords(span: Span, text: string): string {
  switch (span.source) {
    case "<program>": {
      const { line } = positionOf(text, span.from);
      return t`line ${line}`;
    }
    case "<at>":
      return t`in the input`;
    case "<cotangent>":
      return t`in the cotangent`;
    case "<direction>":
      return t`in the direction`;
    case "<prelude>":
      return t`in the prelude`;
    case "<core>":
      return "";
    default: {
      const place = present(placeAbove(span.source));
      return t`in program ${place} above`;
    }
  }
}

/** The diagnostics of one text. */
export function inSource(diagnostics: readonly Diagnostic[], source: SourceName): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.span.source === source);
}

/** `2 errors, 1 warning`; empty where there are none. */
export function tally(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.some(({ kind }) => kind === "missing-entry")) return t`definitions only`;
  if (diagnostics.some(isMissing)) return t`no input yet`;
  const errors = diagnostics.filter((one) => one.severity === "error").length;
  const warnings = diagnostics.length - errors;
  const parts = [
    errors === 0 ? "" : plural(errors, { one: `${errors} error`, other: `${errors} errors` }),
    warnings === 0 ? "" : plural(warnings, { one: `${warnings} warning`, other: `${warnings} warnings` }),
  ];
  return parts.filter((part) => part !== "").join(", ");
}
