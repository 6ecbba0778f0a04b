// The visits of the reverse pass to scalars, by stage: a backpropagator is called, a term or a binding is evaluated, or a line of the
// transposed half passes a cotangent on.
import { describedStage } from "../../engine/algorithms/catalogue.ts";
import { countedBackpropagatorCalls, countedBindings, countedCotangents, countedEvaluations } from "../words/counts.ts";
import { carriesGradients, termsOf } from "./index.ts";

/** A kind of visits that the reverse pass of a stage pays to scalars. */
export type Visit = "call" | "term" | "binding" | "line";

/** The kind of visits of a stage in reverse mode; undefined where every scalar has its gradient, and none is visited. */
export function visitOf(stage: string): Visit | undefined {
  if (describedStage(stage)?.state === "lines") return "line";
  if (carriesGradients(stage)) return undefined;
  const terms = termsOf(stage);
  return terms === undefined ? "call" : terms === "all" ? "term" : "binding";
}

/** How many visits a run of a stage has made, in words: `12 backpropagator calls`, `3 evaluations`; empty for none. */
export function countedVisits(stage: string, n: number): string {
  if (n === 0) return "";
  switch (visitOf(stage)) {
    case "term":
      return countedEvaluations(n);
    case "binding":
      return countedBindings(n);
    case "line":
      return countedCotangents(n);
    default:
      return countedBackpropagatorCalls(n);
  }
}
