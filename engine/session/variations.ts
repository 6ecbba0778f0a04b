// The variations of a stage's transformation and of the order of its jobs that a user can ask for.
import type { StageOption, StageOptions } from "../algorithms/algorithm.ts";

/** What is varied. */
export type Variation = StageOption | "schedule";

/** What a user asks for: the options of the transformation, and the seed of the order of jobs. */
export interface Variations extends StageOptions {
  /** Independent jobs run in an order that is picked at random by this whole number; as in a sequential run if left out. */
  readonly schedule?: number | undefined;
}

/** Variations as the page and documents keep them: words in any order, `schedule=7` for an order of jobs. */
const WORDS: Readonly<Record<StageOption, string>> = {
  stageOutputs: "stage-outputs",
  plainDiscrete: "plain-discrete",
  atomic: "atomic",
};

/** Reads variations; words that are none are left out. */
export function readVariations(text: string): Variations {
  const words = new Set(text.split(/\s+/));
  const has = (option: StageOption): boolean => words.has(WORDS[option]);
  const [, seed] = /(?:^|\s)schedule=(\d{1,9})(?:\s|$)/.exec(text) ?? [];
  return {
    stageOutputs: has("stageOutputs"),
    plainDiscrete: has("plainDiscrete"),
    atomic: has("atomic"),
    schedule: seed === undefined ? undefined : Number(seed),
  };
}

/** The text that {@link readVariations} reads; empty where nothing is varied. */
export function variationsText(variations: Variations): string {
  const options = (Object.keys(WORDS) as StageOption[]).filter((option) => variations[option] === true);
  const words = options.map((option) => WORDS[option]);
  return [...words, ...(variations.schedule === undefined ? [] : [`schedule=${variations.schedule}`])].join(" ");
}
