// What the editions of the papers do otherwise, and where stages leave them: apart from the catalogue, for it is long, and few ask for it.
import type { Editions, StageId } from "./algorithm.ts";
import { inOrder } from "./folders.ts";

const EDITIONS: Editions = Object.assign(
  {},
  ...inOrder(import.meta.glob<Editions>("./*/editions.ts", { eager: true, import: "editions" }), "editions.ts"),
);

/** What the other edition does otherwise, and where a stage leaves both; undefined where there is nothing to say. */
export function editionsOf(stage: StageId): string | undefined {
  return EDITIONS[stage];
}
