// The cost of a run: a bar for each phase, and all counters.
import { t } from "@lingui/core/macro";
import { ALL_COUNTERS } from "../../../../engine/algorithms/catalogue.ts";
import type { Cost } from "../../../../engine/derive/gradient.ts";

/** The phases of a run, in order. */
export const PHASES = ["primal", "forward", "reverse"] as const;
/** A phase of a run that is counted apart. */
export type CostPhase = (typeof PHASES)[number];

/** Names of the phases. */
export const PHASE_WORDS: Readonly<Record<CostPhase, string>> = {
  primal: t`primal`,
  forward: t`forward pass`,
  reverse: t`reverse pass`,
};

/** The steps of a phase as a bar, as long as its share of the phase that has most. */
export interface Bar {
  readonly phase: CostPhase;
  readonly label: string;
  readonly steps: number;
  /** Of the longest bar, from 0 to 1. */
  readonly share: number;
}

/** The steps of each phase, on one linear scale. */
export function bars(cost: Cost): readonly Bar[] {
  const longest = Math.max(1, ...PHASES.map((phase) => cost[phase].steps));
  return PHASES.map((phase) => ({
    phase,
    label: PHASE_WORDS[phase],
    steps: cost[phase].steps,
    share: cost[phase].steps / longest,
  }));
}

/** A counter in all phases, as the table of all counters has it. */
export interface CounterRow {
  readonly counter: string;
  readonly words: string;
  readonly counts: Readonly<Record<CostPhase, number>>;
}

/** Every counter that is not zero in all phases. */
export function counterRows(cost: Cost): readonly CounterRow[] {
  return ALL_COUNTERS.map(({ id, words }) => ({
    counter: id,
    words,
    counts: { primal: cost.primal[id] ?? 0, forward: cost.forward[id] ?? 0, reverse: cost.reverse[id] ?? 0 },
  })).filter(({ counts }) => PHASES.some((phase) => counts[phase] !== 0));
}

/** Whether anything was counted at all. */
export function anythingCounted(cost: Cost): boolean {
  return PHASES.some((phase) => ALL_COUNTERS.some(({ id }) => (cost[phase][id] ?? 0) !== 0));
}
