// Texts of a run's scalars, for the rows of rungs.
import { nth } from "../../../engine/base/nth.ts";
import { kindIn, operandsIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { ScalarTexts } from "../../algorithms/rung.ts";
import { back, backpropagator, call, entry } from "../../exploration/drawn/words.ts";
import { cot, plain, primal } from "../../picture/parts.ts";

/** The texts of the scalars of a run. */
export function textsIn(graph: RunGraph): ScalarTexts {
  return {
    kind: (number) => kindIn(graph, number),
    backpropagator: (number) => backpropagator(graph, number).slice(2),
    entry: (number) => entry(graph, number),
    term: (number) =>
      operandsIn(graph, number).flatMap(({ edge, node }, index) => [
        plain(index === 0 ? "" : " + "),
        primal(nth(graph.partials, edge)),
        plain("·"),
        back(graph, node),
      ]),
    call: (number, cotangent) => call(graph, number, cotangent),
    cotangent: cot,
  };
}
