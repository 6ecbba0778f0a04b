// Recursion without an end: which function has been called again and again and has given no answer. It is looked for when a run has used up
// its time or its memory, by the machine on the source program, so that nothing is counted in a run that ends well.
import { grouped } from "../../base/grouped.ts";
import { recursiveGlobals } from "../../compile/core-facts/recursive-definitions.ts";
import type { CoreProgram } from "../../core/terms/term.ts";
import type { Shapes } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { compile } from "../../evaluate/compile.ts";
import { Machine } from "../../evaluate/machine.ts";
import { DEFAULT_BUDGET } from "../../evaluate/tasks/budget.ts";
import { type Counted, Unanswered, Unending } from "../../evaluate/tasks/unanswered.ts";
import { type Diagnostic, mistake } from "../../source/diagnostic.ts";
import type { Phase, Steps } from "./drive.ts";
import { type Ended, shownFunction } from "./outcome.ts";

/** How long a function that does not answer is looked for. */
export interface Search {
  /** Calls without an answer at which the search ends, and the fewest that are reported. */
  readonly calls: number;
  readonly enough: number;
  /** Milliseconds. */
  readonly within: number;
}

/** For a run that is over: slow calls are few, and are reported, too. */
const AFTERWARDS: Search = { calls: 1_000_000, enough: 1000, within: 3000 };
/** For a run that would go on without what is found: deep recursions that end are left alone. */
export const MEANWHILE: Search = { ...AFTERWARDS, enough: 50_000 };

/** Milliseconds after which a function that does not answer is looked for in a run, and after which a run with such a function ends. */
export interface Patience {
  readonly after: number;
  readonly within: number;
}

/** For a run without a limit of time. */
export const PATIENCE: Patience = { after: 2000, within: 20_000 };

/** A source program at an input. */
interface Subject {
  readonly core: CoreProgram;
  readonly shapes: Shapes;
  readonly input: Value;
}

/** The note on a program at an input in which a function is called again and again without an answer; undefined where none is, or none was found in time. */
export function endlessCall({ core, shapes, input }: Subject, search = AFTERWARDS): Diagnostic | undefined {
  const code = compile(core, shapes);
  const calls = new Unanswered(code, recursiveGlobals(core), search.calls);
  if (calls.functions.length === 0) return undefined;
  const machine = new Machine(code, { budget: { ...DEFAULT_BUDGET, bytes: Number.POSITIVE_INFINITY } });
  machine.start(machine.entry, input);
  try {
    const { tag } = machine.run(Number.POSITIVE_INFINITY, search.within);
    if (tag !== "paused" && tag !== "out-of-budget") return undefined;
  } catch (error) {
    if (!(error instanceof Unending)) throw error;
  }
  const [first, ...others] = calls.open(machine.depth);
  return first === undefined || first.open < search.enough ? undefined : said(first, others);
}

function said({ name, span, open }: Counted, others: readonly Counted[]): Diagnostic {
  const through = [
    ...new Set(others.filter((other) => 2 * other.open > open).map((other) => `\`${shownFunction(other.name)}\``)),
  ];
  const way = through.length === 0 ? "" : `, by way of ${through.join(" and ")}`;
  const message = `\`${shownFunction(name)}\` has called itself ${rounded(open)} times without an answer${way}: is a base case missing?`;
  return mistake("endless", span, message);
}

/** A count rounded down to its first digit, in groups of three: `700 000`. */
function rounded(count: number): string {
  const power = 10 ** Math.floor(Math.log10(count));
  return grouped(Math.floor(count / power) * power);
}

/** Phases in which the program itself runs, or has not run yet. */
const BEFORE_THE_VALUE: ReadonlySet<Phase> = new Set<Phase>(["compile", "primal", "forward"]);

/** How a run of a program ended that used up its time or memory, with the function that does not answer where there is one. */
export function withEndless(ended: Ended, find: () => Diagnostic | undefined): Ended {
  if ((ended.tag !== "stopped" && ended.tag !== "out-of-budget") || !BEFORE_THE_VALUE.has(ended.phase)) return ended;
  const found = find();
  if (found === undefined) return ended;
  const { tag, phase } = ended;
  if (tag === "stopped") return { tag, phase, diagnostic: found };
  const { message } = ended.diagnostic;
  return { tag, phase, diagnostic: { ...found, notes: [{ message }] } };
}

/** The doubt whether a run comes to an end: after a while a function that does not answer is looked for; a run with such a function ends, others go on. */
export class Doubt {
  /** The function that does not answer, once it is known. */
  found: Diagnostic | undefined;
  private readonly began = performance.now();
  private readonly find: () => Diagnostic | undefined;
  private readonly patience: Patience | undefined;
  private isSought = false;

  /** Without patience there is no doubt. */
  constructor(patience: Patience | undefined, find: () => Diagnostic | undefined) {
    this.patience = patience;
    this.find = find;
  }

  /** Whether the run is to end; asked now and then, in any phase. */
  isOver(phase: Phase): boolean {
    if (this.patience === undefined) return false;
    const { after, within } = this.patience;
    const took = performance.now() - this.began;
    if (took < after || !BEFORE_THE_VALUE.has(phase)) return false;
    if (!this.isSought) {
      this.isSought = true;
      this.found = this.find();
    }
    return this.found !== undefined && took > within;
  }
}

/** A computation that ends where there is such a doubt, and reports the suspected function with its progress. */
export function* inDoubt<T>(steps: Steps<T>, doubt: Doubt): Steps<T> {
  let next = steps.next(true);
  while (!next.done) {
    const isOver = doubt.isOver(next.value.phase);
    const goOn = yield { ...next.value, endless: doubt.found };
    next = steps.next(goOn && !isOver);
  }
  return next.value;
}
