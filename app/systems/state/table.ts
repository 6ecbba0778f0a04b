// The counts in the table of the systems: of the run that is shown, and of runs at growing n, stage by stage.

import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import type { PassCosts } from "../../../engine/analysis/quantities.ts";
import { present } from "../../../engine/base/nth.ts";
import type { Measured } from "../../../engine/measure/lab.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Latest } from "../../base/latest.ts";
import { EngineClient } from "../../client/client.ts";
import { answered, type Curve, type Foretold, NO_CURVE, type Subject } from "../../complexity/model/curves.ts";

/** A stage's counts in the run that is shown; or why there are none. */
export type Counted =
  | { readonly tag: "counted"; readonly cost: PassCosts }
  | { readonly tag: "not-counted"; readonly why: string };

interface TableState {
  readonly stages: readonly StageId[];
  readonly quantity: string;
  readonly here: Readonly<Record<StageId, Counted>>;
  /** By stage, its runs over n. */
  readonly curves: Readonly<Record<StageId, Curve>>;
  /** The predictions of the program's graph at each n, by growing n. */
  readonly foretold: readonly Foretold[];
  readonly isBusy: boolean;
}

/** Stages that are compared at first: those that each algorithm draws curves of. */
const FIRST_STAGES = ALGORITHM_CATALOGUE.flatMap(({ usual }) => usual.curves);

const NOTHING = { here: {}, curves: {}, foretold: [], isBusy: false } as const;

/** The store of the table that compares the systems. */
export const useTable = create<TableState>()(() => ({ ...NOTHING, stages: FIRST_STAGES, quantity: "cost" }));

const get = useTable.getState;
const set = useTable.setState;
const client = new EngineClient();
const latest = new Latest();

/** Steps of a run that is counted. */
const STEPS = 2_000_000;

/** Subjects of counts: the run that is shown, and the program at inputs that grow with n, if any. */
export interface TableAsk {
  readonly ask: ExploreRequest;
  readonly growing: Subject | undefined;
  readonly ns: readonly number[];
}

const asked: { now: TableAsk | undefined } = { now: undefined };

/** Makes missing counts, first of the run that is shown, then from small n to large ones. */
export async function count(ask: TableAsk): Promise<void> {
  if (JSON.stringify(ask) !== JSON.stringify(asked.now)) set({ here: {}, curves: {}, foretold: [] });
  asked.now = ask;
  await goOn();
}

async function goOn(): Promise<void> {
  const isLatest = latest.begin();
  const { now } = asked;
  if (now === undefined) return;
  if (client.isBusy) client.restart();
  set({ isBusy: true });
  for (const stage of get().stages) {
    if (get().here[stage] !== undefined) continue;
    const answer = await client.begin("measure", { ...now.ask, stage, steps: STEPS }).answer;
    if (!isLatest() || answer === undefined) return;
    const cost = answer.row?.counters;
    const counted: Counted = cost == null ? { tag: "not-counted", why: whyOf(answer.ended) } : { tag: "counted", cost };
    set(({ here }) => ({ here: { ...here, [stage]: counted } }));
  }
  for (const n of now.growing === undefined ? [] : now.ns)
    for (const stage of get().stages) {
      const known = get().curves[stage] ?? NO_CURVE;
      if (
        known.end !== undefined ||
        known.refused !== undefined ||
        [...known.runs, ...known.mistakes].some((one) => one.n === n)
      )
        continue;
      const answer = await client.begin("measure", { ...present(now.growing).ask, n, stage, steps: STEPS }).answer;
      if (!isLatest() || answer === undefined) return;
      set(({ curves }) => ({ curves: { ...curves, [stage]: answered(known, { n, steps: STEPS, answer }) } }));
      foretell(n, answer);
    }
  set({ isBusy: false });
}

function foretell(n: number, { counts, size }: Measured): void {
  const { foretold } = get();
  if (counts === undefined || foretold.some((one) => one.n === n)) return;
  set({ foretold: [...foretold, { n, counts, size }].sort((a, b) => a.n - b.n) });
}

function whyOf(ended: Measured["ended"]): string {
  if (ended.tag === "mistake") return ended.diagnostics[0]?.message ?? "";
  return ended.tag === "out-of-budget" ? ended.diagnostic.message : "";
}

/** Has a stage in the table, or not. */
export function toggleStage(stage: StageId): void {
  const { stages } = get();
  set({ stages: inOrder(stages.includes(stage) ? stages.filter((one) => one !== stage) : [...stages, stage]) });
  void goOn();
}

function inOrder(stages: readonly StageId[]): readonly StageId[] {
  return CATALOGUE.flatMap(({ id }) => (stages.includes(id) ? [id] : []));
}

/** Sets the table to the choices kept for a program. */
export function setUpTable(stages: readonly StageId[], quantity: string): void {
  set({ stages: inOrder(stages), quantity });
  void goOn();
}

/** Sets which counter the table compares over n, by its ID. */
export function setQuantity(quantity: string): void {
  set({ quantity });
}

/** Ends and drops all. */
export function forgetTable(): void {
  latest.end();
  client.end();
  asked.now = undefined;
  set(NOTHING);
}
