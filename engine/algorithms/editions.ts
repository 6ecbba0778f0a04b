// Differences of the papers' editions, and where stages leave them: apart from the catalogue, for it is long, and few ask for it.
import { internal } from "../base/unreachable.ts";
import type { Editions, StageId, Stated, Statement } from "./algorithm.ts";
import { inOrder } from "./folders.ts";

const EDITIONS: Editions = Object.assign(
  {},
  ...inOrder(import.meta.glob<Editions>("./*/editions.ts", { eager: true, import: "editions" }), "editions.ts"),
);

/** The difference of the other edition, and where a stage leaves both; undefined where there is none. */
export function editionsOf(stage: StageId): string | undefined {
  return EDITIONS[stage];
}

const STATED: Stated = Object.assign(
  {},
  ...inOrder(import.meta.glob<Stated>("./*/editions.ts", { eager: true, import: "stated" }), "editions.ts"),
);

/** The statement of a stage's paper about the cost of a gradient. */
export function statedOf(stage: StageId): Statement {
  return STATED[stage] ?? internal("a stage's paper states nothing", stage);
}

const CHANGED: Editions = Object.assign(
  {},
  ...inOrder(import.meta.glob<Editions>("./*/editions.ts", { eager: true, import: "changed" }), "editions.ts"),
);

/** The change of a stage since the one that it is based on, in one sentence. */
export function changedIn(stage: StageId): string {
  return CHANGED[stage] ?? "";
}
