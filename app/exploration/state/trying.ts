// The gradient of an order of jobs that was chosen, beside that of a sequential run.

import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import { type ChosenOrder, followsSchedule, readVariations } from "../../../engine/session/input/variations.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { EngineClient } from "../../client/client.ts";
import { Inquiry } from "../../client/inquiry.ts";
import { noShuffles, withShuffles } from "../model/shuffles.ts";
import type { Tried } from "../model/tried-words.ts";

interface TryingState {
  readonly isRunning: boolean;
  readonly tried: Tried | undefined;
  readonly hasFailed: boolean;
}

/** The stage whose runs have jobs. */
export const JOBS_STAGE: StageId = USUAL.jobs ?? USUAL.run;

const NOTHING: TryingState = { isRunning: false, tried: undefined, hasFailed: false };

/** The store of the gradient of the chosen order. */
export const useTrying = create<TryingState>()(() => NOTHING);

const set = useTrying.setState;
const client = new EngineClient({ onFailure: () => set({ ...NOTHING, hasFailed: true }) });
const inquiry = new Inquiry();

/** Runs the gradient in an order that was chosen, or picked at random by its number, and as a sequential run has it. */
export async function tryOrder(subject: ExploreRequest, order: number | ChosenOrder): Promise<void> {
  const ask = inquiry.begin();
  set({ ...NOTHING, isRunning: true });
  const isAtomic = followsSchedule(readVariations(subject.variations ?? ""));
  const schedules = [undefined, order];
  const found = await ask(client.begin("shuffled", { ...subject, stage: JOBS_STAGE, schedules, isAtomic }));
  if (found === undefined) return;
  const [sequential, chosen] = found.answer?.gradients ?? [];
  if (found.answer === undefined || sequential === undefined || chosen === undefined)
    return set({ ...NOTHING, hasFailed: true });
  const { names } = found.answer;
  const { kinds, which } = withShuffles(noShuffles(1, sequential, names), [chosen]);
  set({ ...NOTHING, tried: { gradient: nth(kinds, nth(which, 0)), isAtomic, names } });
}

/** Drops the tried order, and the worker. */
export function endTrying(): void {
  inquiry.end();
  client.end();
  set(NOTHING);
}
