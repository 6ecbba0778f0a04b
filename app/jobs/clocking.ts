// Runs of the compiled engine on the clock: asked for where the reader wants times that were measured.

import { create } from "zustand";
import { lastOf } from "../../engine/base/nth.ts";
import type { Clocked, ClockedAnswer } from "../../engine/session/derivatives/clocked.ts";
import type { ExploreRequest } from "../../engine/worker/protocol.ts";
import { EngineClient } from "../client/client.ts";
import { Inquiry } from "../client/inquiry.ts";
import { CAN_SHARE, THREADS, threadsChosen } from "../program/state/threads.ts";
import { measuredRun } from "./model/measured.ts";
import { showMeasured, useJobs } from "./state.ts";

/** Why there are no times: workers cannot share memory here, the question was given up, or the engine's reason. */
export type NoTimes = Exclude<ClockedAnswer, { readonly tag: "clocked" }> | { readonly tag: "alone" | "lost" };

/** The state of the runs on the clock: the measurement, why there is none, and how many threads are wanted. */
export interface ClockingState {
  readonly isRunning: boolean;
  readonly clocked: Clocked | undefined;
  readonly none: NoTimes | undefined;
  readonly threads: number;
  /** Whether every fork is handed over for which a thread is idle, or those where it pays. */
  readonly isEager: boolean;
}

const NOTHING = { isRunning: false, clocked: undefined, none: undefined } as const;

/** Threads that can be chosen at most; one alone hands nothing over. */
export const MOST_THREADS = lastOf(THREADS);

/** The store of the runs on the clock. */
export const useClocking = create<ClockingState>()(() => ({
  ...NOTHING,
  threads: Math.max(2, threadsChosen()),
  // of a small program nothing would be handed over
  isEager: true,
}));

const get = useClocking.getState;
const set = useClocking.setState;
const client = new EngineClient({ onFailure: () => set({ ...NOTHING, none: { tag: "lost" } }) });
const inquiry = new Inquiry();

/** Puts runs on the clock, and shows the fastest. */
export async function clock(subject: ExploreRequest): Promise<void> {
  const { run } = useJobs.getState();
  if (run === undefined) return;
  if (!CAN_SHARE) return set({ ...NOTHING, none: { tag: "alone" } });
  const ask = inquiry.begin();
  const { threads, isEager } = get();
  set({ isRunning: true, none: undefined });
  const found = await ask(client.begin("clock", { ...subject, threads, isEager }));
  if (found === undefined) return;
  const { answer } = found;
  if (answer?.tag !== "clocked") {
    set({ ...NOTHING, none: answer ?? { tag: "lost" } });
    return showMeasured(undefined);
  }
  const { clocked } = answer;
  set({ ...NOTHING, clocked });
  showMeasured(measuredRun(run, clocked.run));
}

/** Measures again, otherwise than before. */
export function clockWith(subject: ExploreRequest, how: Partial<Pick<ClockingState, "threads" | "isEager">>): void {
  set(how);
  void clock(subject);
}

/** Drops the measurement, and the worker. */
export function endClocking(): void {
  inquiry.end();
  client.end();
  set(NOTHING);
}
