// The catalogue of algorithms for those who only choose and name them, the page among them: plain data, and no transformation.
import type { AlgorithmDescription, OptionDescription, StageDescription } from "./algorithm.ts";
import { inOrder } from "./folders.ts";

/** What is said of every algorithm, in the order of the list. */
export const ALGORITHM_CATALOGUE: readonly AlgorithmDescription[] = inOrder(
  import.meta.glob<AlgorithmDescription>("./*/descriptions.ts", { eager: true, import: "description" }),
  "descriptions.ts",
);

/** All stages of all algorithms, in order. */
export const CATALOGUE: readonly StageDescription[] = ALGORITHM_CATALOGUE.flatMap(({ stages }) => stages);

/** The stages that tools begin with: those of the first algorithm. */
export const USUAL: AlgorithmDescription["usual"] = ALGORITHM_CATALOGUE[0]!.usual;

/** What can be varied in transformations: what all algorithms share, and what each has of its own. */
export const OPTIONS: readonly OptionDescription[] = [
  {
    id: "plainDiscrete",
    word: "plain-discrete",
    summary: "operands of comparisons and the like are computed without dual parts (thesis §3.9)",
  },
  ...ALGORITHM_CATALOGUE.flatMap(({ options }) => options),
];

/** What is said of the stage of an id. */
export function describedStage(id: string): StageDescription | undefined {
  return CATALOGUE.find((stage) => stage.id === id);
}

/** The algorithm that a stage belongs to. */
export function algorithmOf(id: string): AlgorithmDescription | undefined {
  return ALGORITHM_CATALOGUE.find(({ stages }) => stages.some((stage) => stage.id === id));
}
