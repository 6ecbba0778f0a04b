// The button that runs a gradient in hundreds of orders of its jobs: some at a time, so that it shows progress and can be stopped.
import { create } from "zustand";
import type { ExploreRequest } from "../../engine/worker/protocol.ts";
import { EngineClient } from "../client/client.ts";
import { Inquiry } from "../client/inquiry.ts";
import { noShuffles, type Shuffles, withShuffles } from "../exploration/model/shuffles.ts";
import { JOBS_STAGE } from "../exploration/state/trying.ts";

interface ShufflingState {
  readonly shuffles: Shuffles | undefined;
  readonly isRunning: boolean;
  /** Why there are fewer schedules than were wanted; undefined where there are not. */
  readonly ended: "stopped" | "time" | "failed" | undefined;
}

const NOTHING: ShufflingState = { shuffles: undefined, isRunning: false, ended: undefined };

/** The store of the gradients of many orders of jobs. */
export const useShuffling = create<ShufflingState>()(() => NOTHING);

/** Schedules that are tried. */
export const SCHEDULES = 200;
/** Schedules that are tried between two reports, and milliseconds after which no more are. */
const TOGETHER = 4;
const WITHIN = 30_000;

const get = useShuffling.getState;
const set = useShuffling.setState;
const client = new EngineClient({ onFailure: () => set({ isRunning: false, ended: "failed" }) });
const inquiry = new Inquiry();
/** Stop may come while no question is pending: between two of them it counts as well. */
const work = { isStopped: false };

/** Runs the gradient in shuffled orders of its jobs, and compares the results with a sequential run. */
export async function shuffle(subject: ExploreRequest, isAtomic: boolean): Promise<void> {
  const ask = inquiry.begin();
  const began = performance.now();
  work.isStopped = false;
  set({ shuffles: undefined, isRunning: true, ended: undefined });
  for (let tried = 0; tried < SCHEDULES; tried += TOGETHER) {
    const shuffled = Array.from({ length: Math.min(TOGETHER, SCHEDULES - tried) }, (_, index) => tried + index + 1);
    const schedules = tried === 0 ? [undefined, ...shuffled] : shuffled;
    const found = await ask(client.begin("shuffled", { ...subject, stage: JOBS_STAGE, schedules, isAtomic }));
    if (found === undefined) return;
    const { answer } = found;
    const [first, ...others] = answer?.gradients ?? [];
    const { shuffles } = get();
    if (answer !== undefined && first !== undefined)
      set({
        shuffles:
          shuffles === undefined
            ? withShuffles(noShuffles(SCHEDULES, first, answer.names), others)
            : withShuffles(shuffles, answer.gradients),
      });
    if (answer === undefined || answer.ended.tag !== "done")
      return set({ isRunning: false, ended: answer?.ended.tag === "out-of-budget" ? "failed" : "stopped" });
    if (work.isStopped && tried + TOGETHER < SCHEDULES) return set({ isRunning: false, ended: "stopped" });
    if (performance.now() - began > WITHIN && tried + TOGETHER < SCHEDULES)
      return set({ isRunning: false, ended: "time" });
  }
  set({ isRunning: false });
}

/** Stops trying orders; tried ones stay. */
export function stopShuffling(): void {
  work.isStopped = true;
  inquiry.stop();
}

/** Drops the tried orders, and the worker. */
export function endShuffling(): void {
  inquiry.end();
  client.end();
  set(NOTHING);
}
