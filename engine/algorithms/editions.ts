// Differences of the papers' editions, and where stages leave them: apart from the catalogue, for it is long, and few ask for it.
import type { Editions, StageId } from "./algorithm.ts";
import { inOrder } from "./folders.ts";

const EDITIONS: Editions = Object.assign(
  {},
  ...inOrder(import.meta.glob<Editions>("./*/editions.ts", { eager: true, import: "editions" }), "editions.ts"),
);

/** The difference of the other edition, and where a stage leaves both; undefined where there is none. */
export function editionsOf(stage: StageId): string | undefined {
  return EDITIONS[stage];
}
