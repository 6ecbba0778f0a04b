// How a run of compiled code ends before its result: a mistake of the user's program, or a budget that runs out.
import { messageOf, ScalarMistake } from "../../scalars/mistake.ts";
import type { Span } from "../../source/span.ts";
import type { Failure } from "../ir/ir.ts";
import { saidBy } from "./failures.ts";

/** Limits of a run. `tick` is called every few ten thousand rounds or calls; it throws to end the run. */
export interface Limits {
  readonly bytes: number;
  /** Calls that wait for their results at once. */
  readonly depth: number;
  tick(): void;
}

/** The budget of a run is used up. */
export class OutOfBudget extends Error {
  readonly what: "memory" | "depth";
  /** The bytes that the run held by then, and those that it might have, where that is known. */
  readonly held: number | undefined;
  readonly bytes: number | undefined;
  constructor(what: "memory" | "depth", held?: number, bytes?: number) {
    super(`the budget of ${what} ran out`);
    this.what = what;
    this.held = held;
    this.bytes = bytes;
  }
}

/** The user's mistake in a run, with its place but without the calls that led there. */
export class CompiledMistake extends ScalarMistake {
  readonly at: Span | undefined;
  constructor(kind: string, message: string, at: Span | undefined) {
    super(kind, message, at);
    this.at = at;
  }
}

/** The reason of a job's end, for threads. */
export function toldOf(error: unknown): { readonly site?: number; readonly what?: "memory" | "depth" } | undefined {
  if (error instanceof CompiledMistake) return { site: 0 };
  const found = budgetOr(error);
  return found instanceof OutOfBudget ? found : undefined;
}

/** The error of compiled code; JavaScript's own exhaustion is a budget. */
export function budgetOr(error: unknown): unknown {
  if (error instanceof RangeError && /call stack/i.test(error.message)) return new OutOfBudget("depth");
  if (error instanceof RangeError && /allocation|array length/i.test(error.message)) return new OutOfBudget("memory");
  return error;
}

/** The mistake that a failure of compiled code is, with the values that its message shows. */
export function mistakeAt(failure: Failure, values: readonly number[]): CompiledMistake {
  const { kind, said } = saidBy(failure);
  return new CompiledMistake(kind, messageOf(said, values), failure.span);
}
