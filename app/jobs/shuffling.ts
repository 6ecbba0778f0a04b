// A gradient in hundreds of orders of its jobs: some at a time, so that there is progress and they can be stopped.
import type { ExploreRequest } from "../../engine/worker/protocol.ts";
import { Question } from "../client/question.ts";
import { noShuffles, type Shuffles, withShuffles } from "../exploration/model/shuffles.ts";
import { JOBS_STAGE } from "../exploration/state/trying.ts";

interface ShufflesAsk {
  readonly subject: ExploreRequest;
  readonly isAtomic: boolean;
}

/** The gradients of the orders that were tried. */
export interface Shuffled {
  readonly shuffles: Shuffles;
  /** Why there are fewer schedules than were wanted; undefined where there are not. */
  readonly ended?: "stopped" | "time" | "failed";
}

/** Schedules that are tried. */
export const SCHEDULES = 200;
/** Schedules that are tried between two reports, and milliseconds after which no more are. */
const TOGETHER = 4;
const WITHIN = 30_000;

/** The question for the gradients of shuffled orders of jobs, compared with that of a sequential run. */
export const shuffledOrders = new Question<ShufflesAsk, Shuffled>(
  async ({ subject, isAtomic }, { ask, show, isStopped }) => {
    const began = performance.now();
    let shuffles: Shuffles | undefined;
    for (let tried = 0; tried < SCHEDULES; tried += TOGETHER) {
      const shuffled = Array.from({ length: Math.min(TOGETHER, SCHEDULES - tried) }, (_, index) => tried + index + 1);
      const schedules = tried === 0 ? [undefined, ...shuffled] : shuffled;
      const { gradients, names, ended } = await ask("shuffled", { ...subject, stage: JOBS_STAGE, schedules, isAtomic });
      const [first, ...others] = gradients;
      if (shuffles !== undefined) shuffles = withShuffles(shuffles, gradients);
      else if (first !== undefined) shuffles = withShuffles(noShuffles(SCHEDULES, first, names), others);
      if (shuffles === undefined) return undefined;
      if (ended.tag !== "done") return { shuffles, ended: ended.tag === "out-of-budget" ? "failed" : "stopped" };
      if (tried + TOGETHER >= SCHEDULES) break;
      if (isStopped()) return { shuffles, ended: "stopped" };
      if (performance.now() - began > WITHIN) return { shuffles, ended: "time" };
      show({ shuffles });
    }
    return shuffles && { shuffles };
  },
);
