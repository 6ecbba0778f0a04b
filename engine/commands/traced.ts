// The sentences about numbers that count the trace of a run, in place of the derivative of its program.
import type { StageId } from "../algorithms/algorithm.ts";

/** Says of stages that their counters are those of the trace. */
export function tracedWords(stages: readonly StageId[]): string {
  const [are, their] = stages.length === 1 ? ["is", "its"] : ["are", "their"];
  return `${stages.join(", ")} ${are} traced: ${their} forward and reverse passes are those of the run at the input, without the program's calls, data and branches. They may cost less than the program, and no bound is judged on them.`;
}
