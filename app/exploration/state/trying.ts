// The gradient of an order of jobs that was chosen, beside that of a sequential run.
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import { type ChosenOrder, followsSchedule, readVariations } from "../../../engine/session/input/variations.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Question } from "../../client/question.ts";
import { noShuffles, withShuffles } from "../model/shuffles.ts";
import type { Tried } from "../model/tried-words.ts";

/** The stage whose runs have jobs. */
export const JOBS_STAGE: StageId = USUAL.jobs ?? USUAL.run;

/** A program's run, and an order of its jobs: one that was chosen, or picked at random by its number. */
interface OrderAsk {
  readonly subject: ExploreRequest;
  readonly order: number | ChosenOrder;
}

/** The question for the gradient of an order, and as a sequential run has it; no answer where a run ended early. */
export const orderTried = new Question<OrderAsk, Tried>(async ({ subject, order }, { ask }) => {
  const isAtomic = followsSchedule(readVariations(subject.variations ?? ""));
  const schedules = [undefined, order];
  const { gradients, names } = await ask("shuffled", { ...subject, stage: JOBS_STAGE, schedules, isAtomic });
  const [sequential, chosen] = gradients;
  if (sequential === undefined || chosen === undefined) return undefined;
  const { kinds, which } = withShuffles(noShuffles(1, sequential, names), [chosen]);
  return { gradient: nth(kinds, nth(which, 0)), isAtomic, names };
});
