// The compiled engine's output for the program of the view, and its run's tape.
import type { TapeOfRun } from "../../engine/texts/explain.ts";
import type { ExplainAnswer, ExploreRequest } from "../../engine/worker/protocol.ts";
import { Question } from "../client/question.ts";

/** The compiler's output. */
export interface Compiled {
  readonly output: ExplainAnswer;
  /** `counting` during the run; `none` where it did not finish. */
  readonly tape: TapeOfRun | "counting" | "none";
}

/** The question for the compiler's output: the output first, and then the tape of the run. */
export const compiledOutput = new Question<ExploreRequest, Compiled>(async (request, { ask, show }) => {
  const { text, above, entry } = request;
  const output = await ask("explain", { text, above, entry });
  const isCounted = output.tag === "explained" && output.leftToMachine === undefined && output.fixedTape === undefined;
  if (!isCounted) return { output, tape: "none" };
  show({ output, tape: "counting" });
  return { output, tape: (await ask("tape", request)) ?? "none" };
});
