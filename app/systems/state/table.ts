// The table of the systems: which stages it compares, by which counter, and the counts of the run that is shown.

import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import type { PassCosts } from "../../../engine/analysis/quantities.ts";
import type { Measured } from "../../../engine/measure/lab.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Question } from "../../client/question.ts";

/** A stage's counts in the run that is shown; or why there are none. */
export type Counted =
  | { readonly tag: "counted"; readonly cost: PassCosts }
  | { readonly tag: "not-counted"; readonly why: string };

interface TableState {
  readonly stages: readonly StageId[];
  readonly quantity: string;
}

/** Stages that are compared at first: those that each algorithm draws curves of. */
const FIRST_STAGES = ALGORITHM_CATALOGUE.flatMap(({ usual }) => usual.curves);

/** The store of the choices in the table that compares the systems. */
export const useTable = create<TableState>()(() => ({ stages: FIRST_STAGES, quantity: "cost" }));

const set = useTable.setState;

/** The place of the table's curves. */
export const TABLE = "table of systems";

/** Steps of a run that is counted. */
export const STEPS = 2_000_000;

interface CountsAsk {
  readonly program: ExploreRequest;
  readonly stages: readonly StageId[];
}

/** The counts of a run, by stage. */
export interface Counts {
  readonly program: ExploreRequest;
  readonly here: Readonly<Record<StageId, Counted>>;
}

/** The question for the counts of a run, stage by stage; known ones are not counted again. */
export const countsOfRun = new Question<CountsAsk, Counts>(async ({ program, stages }, { ask, show, shown }) => {
  const before = shown();
  const isSame = JSON.stringify(before?.program) === JSON.stringify(program);
  let here = isSame && before !== undefined ? before.here : {};
  for (const stage of stages) {
    if (here[stage] !== undefined) continue;
    show({ program, here });
    const { row, ended } = await ask("measure", { ...program, stage, steps: STEPS });
    const cost = row?.counters;
    here = { ...here, [stage]: cost == null ? { tag: "not-counted", why: whyOf(ended) } : { tag: "counted", cost } };
  }
  return { program, here };
});

function whyOf(ended: Measured["ended"]): string {
  if (ended.tag === "mistake") return ended.diagnostics[0]?.message ?? "";
  return ended.tag === "out-of-budget" ? ended.diagnostic.message : "";
}

/** Has a stage in the table, or not. */
export function toggleStage(stage: StageId): void {
  const { stages } = useTable.getState();
  set({ stages: inOrder(stages.includes(stage) ? stages.filter((one) => one !== stage) : [...stages, stage]) });
}

function inOrder(stages: readonly StageId[]): readonly StageId[] {
  return CATALOGUE.flatMap(({ id }) => (stages.includes(id) ? [id] : []));
}

/** Sets the table to the choices kept for a program. */
export function setUpTable(stages: readonly StageId[], quantity: string): void {
  set({ stages: inOrder(stages), quantity });
}

/** Sets which counter the table compares over n, by its ID. */
export function setQuantity(quantity: string): void {
  set({ quantity });
}
