// The catalogue of stages for those who only choose and name them: the page loads no transformation.
import type { StageDescription } from "./algorithm.ts";
import * as descriptions from "./dual-numbers/descriptions.ts";

const { forward, vectorised, naive, staged, cayley, sparse, mutable, oneArray, defunctionalised, tape, parallel } =
  descriptions;

/** All stages of all algorithms, in the order of the algorithms' lists (`index.ts`). */
export const CATALOGUE: readonly StageDescription[] = [
  forward,
  vectorised,
  naive,
  staged,
  cayley,
  sparse,
  mutable,
  oneArray,
  defunctionalised,
  tape,
  parallel,
];

/** What is said of the stage of an id. */
export function describedStage(id: string): StageDescription | undefined {
  return CATALOGUE.find((stage) => stage.id === id);
}
