// Work in slices: a generator that yields its progress and is told whether to go on. Who drives it polls for Stop.
import type { Outcome } from "../evaluate/budget.ts";
import type { Machine } from "../evaluate/machine.ts";

/** The phases whose cost is counted. */
export type CountedPhase = "primal" | "forward" | "reverse";

/** What a run is doing. */
export type Phase = "input" | "compile" | CountedPhase | "checks";

export function isCounted(phase: Phase): phase is CountedPhase {
  return phase === "primal" || phase === "forward" || phase === "reverse";
}

export interface Progress {
  readonly phase: Phase;
  /** Steps of this phase so far. */
  readonly steps: number;
  readonly backpropagatorCalls: number;
}

/** A computation in slices. `next(false)` asks it to stop; it then ends soon, keeping what there is. */
export type Steps<T> = Generator<Progress, T, boolean>;

/** Instructions in a slice: about 10 ms. */
const SLICE = 200_000;

/** Runs a started machine to its end or until it is told to stop. */
export function* drive(
  machine: Machine,
  phase: Phase,
): Steps<Exclude<Outcome, { readonly tag: "paused" }> | { readonly tag: "stopped" }> {
  while (true) {
    const outcome = machine.run(SLICE);
    if (outcome.tag !== "paused") return outcome;
    const { steps, backpropagatorCalls } = machine.counters;
    const goOn = yield { phase, steps, backpropagatorCalls };
    if (!goOn) return { tag: "stopped" };
  }
}

/** Runs a computation to its end without looking up, as tests do; `deadline` is in milliseconds of `performance.now`. */
export function finish<T>(steps: Steps<T>, deadline = Number.POSITIVE_INFINITY): T {
  let next = steps.next(true);
  while (!next.done) next = steps.next(performance.now() < deadline);
  return next.value;
}
