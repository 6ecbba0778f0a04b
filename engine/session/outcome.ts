// What happened in a run that did not end well, as a diagnostic in the user's words.
import type { ValueTooLarge } from "../core/shape.ts";
import type { Outcome, TrailEntry } from "../evaluate/budget.ts";
import { type Diagnostic, mistake, type Note } from "../source/diagnostic.ts";
import type { Span } from "../source/span.ts";

type Failure = Extract<Outcome, { readonly tag: "mistake" | "out-of-budget" }>;

/** A run-time mistake, or an exhausted budget, with the calls that led there; `fallback` is where nothing is known. */
export function describeOutcome(outcome: Failure, fallback: Span): Diagnostic {
  const span = userSpan(outcome) ?? fallback;
  if (outcome.tag === "mistake")
    return mistake(`run-${outcome.kind}`, span, outcome.message, { notes: trailNotes(outcome.trail, span) });
  const doing = outcome.trail.find((entry) => isUsers(entry.span));
  const where = doing === undefined ? "" : `; it was in \`${shownFunction(doing.name)}\``;
  const what = {
    steps: "the budget of steps ran out",
    memory: "the memory budget ran out",
    depth: "the calls nest too deep: millions of calls wait for their results",
  }[outcome.what];
  return mistake(`budget-${outcome.what}`, span, `${what}${where}`, { notes: trailNotes(outcome.trail, span) });
}

/** A value that cannot be looked at in full: shared parts can make it exponential in what the run did. */
export function tooLarge(error: ValueTooLarge, span: Span): Diagnostic {
  return mistake("budget-memory", span, error.message);
}

/** The place of the mistake; for one inside the prelude, the innermost call in the user's own text. */
function userSpan(outcome: Failure): Span | undefined {
  if (isUsers(outcome.span)) return outcome.span;
  return outcome.trail.find((entry) => isUsers(entry.span))?.span;
}

function isUsers(span: Span | undefined): span is Span {
  return span !== undefined && span.source !== "<prelude>" && span.source !== "<core>";
}

function trailNotes(trail: readonly TrailEntry[], at: Span): readonly Note[] {
  const notes: Note[] = [];
  for (const { name, span } of trail) {
    // what the transformation added is no call of the user's
    if (span === undefined || span.source === "<core>") continue;
    const message = `in \`${shownFunction(name)}\``;
    const last = notes.at(-1);
    if (last?.message === message && (span.source === "<prelude>" || last.span?.from === span.from)) continue;
    if (notes.length === 0 && span?.from === at.from && trail.length === 1) notes.push({ message });
    else notes.push({ message, span });
  }
  return notes;
}

/** A function's name without what makes it unique: `sum@Int`, `f°`. */
function shownFunction(name: string): string {
  return name.replace(/[@#°].*$/, "");
}
