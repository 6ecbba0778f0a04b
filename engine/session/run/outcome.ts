// The end of a run that did not end well, as a diagnostic in the user's words.
import { Late, OutOfMemory } from "../../base/watch.ts";
import { ValueTooLarge } from "../../core/values/shape.ts";
import type { Outcome, TrailEntry } from "../../evaluate/tasks/budget.ts";
import { type Diagnostic, mistake, type Note } from "../../source/diagnostic.ts";
import { type Span, span } from "../../source/span.ts";
import { isShowing, type Phase } from "./drive.ts";

/**
 * How a run ended. `stopped` and `out-of-budget` keep what there is; `phase` is what it was doing. A run that was stopped may have a
 * function that does not answer.
 */
export type Ended =
  | { readonly tag: "done" }
  | { readonly tag: "mistake"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly tag: "out-of-budget"; readonly phase: Phase; readonly diagnostic: Diagnostic }
  | { readonly tag: "stopped"; readonly phase: Phase; readonly diagnostic?: Diagnostic };

type Failure = Extract<Outcome, { readonly tag: "mistake" | "out-of-budget" }>;

/** A run-time mistake, or an exhausted budget, with the calls that led there; `fallback` is where nothing is known. */
export function describeOutcome(outcome: Failure, fallback: Span): Diagnostic {
  const span = userSpan(outcome) ?? fallback;
  if (outcome.tag === "mistake")
    return mistake(`run-${outcome.kind}`, span, outcome.message, { notes: trailNotes(outcome.trail, span) });
  const doing = outcome.trail.find((entry) => isUsers(entry.span));
  const where = doing === undefined ? "" : `; it was in \`${shownFunction(doing.name)}\``;
  const what = RAN_OUT[outcome.what];
  const notes = trailNotes(outcome.trail, span);
  const again = outcome.trail.filter((entry) => isUsers(entry.span) && entry.name === doing?.name).length > 1;
  const endless = doing !== undefined && again ? [endlessNote(shownFunction(doing.name))] : [];
  return mistake(`budget-${outcome.what}`, span, `${what}${where}`, { notes: [...endless, ...notes] });
}

/** The note on a function that calls itself, where a run of it used up its budget. */
function endlessNote(name: string): Note {
  return { message: `\`${name}\` calls itself: does it come to an end at this input?` };
}

/**
 * How a run ended that broke off for want of time, memory or room while it did something, for `place` where no other is known; other
 * errors are thrown on. What shared parts make can be exponential in what the run did.
 */
export function endedFor(error: unknown, phase: Phase, place: Span): Exclude<Ended, { tag: "done" }> {
  if (error instanceof NoTrace && error.diagnostic !== undefined)
    return { tag: "mistake", diagnostics: [error.diagnostic] };
  if (error instanceof Late) return { tag: "stopped", phase };
  const said = saidOf(error);
  if (said === undefined) throw error;
  const message = isShowing(phase) ? `${said}: the ${phase} is known, but not printed` : said;
  return { tag: "out-of-budget", phase, diagnostic: mistake("budget-memory", place, message) };
}

/** Computes under a budget: the result; where the budget is used up, how it ended. */
export function unlessUsedUp<T>(phase: Phase, compute: () => T): T | ReturnType<typeof endedFor> {
  try {
    return compute();
  } catch (error) {
    return endedFor(error, phase, span("<program>", 0, 1));
  }
}

/** A stage takes neither a program nor its run: the message says why; the diagnostic says where, if that is a mistake of the program. */
export class NoTrace extends Error {
  readonly diagnostic: Diagnostic | undefined;

  constructor(message: string, diagnostic?: Diagnostic) {
    super(message);
    this.diagnostic = diagnostic;
  }
}

function saidOf(error: unknown): string | undefined {
  if (error instanceof NoTrace) return error.message;
  if (error instanceof OutOfMemory) return RAN_OUT.memory;
  return error instanceof ValueTooLarge ? error.message : undefined;
}

const RAN_OUT = {
  steps: "the budget of steps ran out",
  memory: "the memory budget ran out",
  depth: "the calls nest too deep: millions of calls wait for their results",
};

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
    // an entry at a type of its own is called by one that the user has not written
    const isAround = span.source === "<prelude>" || last?.span?.from === span.from || /[₀-₉]$/u.test(name);
    if (last?.message === message && isAround) continue;
    if (notes.length === 0 && span?.from === at.from && trail.length === 1) notes.push({ message });
    else notes.push({ message, span });
  }
  return notes;
}

/** A function's name without what makes it unique: `sum@Int`, `f°`, `main₀`. The user's names end in none of it. */
export function shownFunction(name: string): string {
  return name.replace(/[@#°].*$|[₀-₉]+$/, "");
}
