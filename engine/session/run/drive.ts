// Work in slices: a generator yields progress and gets whether to continue. Its driver polls for Stop.

import type { Machine } from "../../evaluate/machine.ts";
import type { Outcome } from "../../evaluate/tasks/budget.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";

/** The phases whose cost is counted. */
export type CountedPhase = "primal" | "forward" | "reverse";

/** A phase of a run. */
export type Phase = "input" | "compile" | CountedPhase | Showing | "graph" | "checks";

/** A result being made text and numbers to be printed. */
export type Showing = "value" | "gradient";

/** Whether the cost of a phase is counted: whether it has counters to be shown. */
export function isCounted(phase: Phase): phase is CountedPhase {
  return phase === "primal" || phase === "forward" || phase === "reverse";
}

/** Whether a phase makes text of what is known already. A run that is stopped there has its value. */
export function isShowing(phase: Phase): phase is Showing {
  return phase === "value" || phase === "gradient";
}

/** How far a run is, for the page to show while it goes on. */
export interface Progress {
  readonly phase: Phase;
  /** Steps of this phase so far. */
  readonly steps: number;
  readonly backpropagatorCalls: number;
  /** The note on a function that has been called again and again so far, without an answer. */
  readonly endless?: Diagnostic | undefined;
}

/** A computation in slices. `next(false)` asks it to stop; it then ends soon, keeping what there is. */
export type Steps<T> = Generator<Progress, T, boolean>;

/** How a machine came to its end, or that it was stopped: by its deadline, or on request. */
export type Ending = Exclude<Outcome, { readonly tag: "paused" | "late" }> | { readonly tag: "stopped" };

/** Instructions in a slice, about 10 ms; where they are long, a slice ends after this many milliseconds. */
const SLICE = 200_000;
const LENGTH = 30;

/** Runs a started machine to its end, its deadline, or a request to stop. */
export function* drive(machine: Machine, phase: Phase): Steps<Ending> {
  while (true) {
    const outcome = machine.run(SLICE, LENGTH);
    if (outcome.tag === "late") return { tag: "stopped" };
    if (outcome.tag !== "paused") return outcome;
    const { steps, backpropagatorCalls } = machine.counters;
    const goOn = yield { phase, steps, backpropagatorCalls };
    if (!goOn) return { tag: "stopped" };
  }
}

/** Runs a computation to its end, or to that of its budget. */
export function finish<T>(steps: Steps<T>): T {
  let next = steps.next(true);
  while (!next.done) next = steps.next(true);
  return next.value;
}
