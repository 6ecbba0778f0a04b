// The sentence of a visit of the reverse pass that is no call: an evaluation of a term or a binding, or a cotangent that is passed on.
import { t } from "@lingui/core/macro";
import type { Visit } from "../../../engine/algorithms/algorithm.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kindIn, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import { numbered } from "./scalar.ts";

/** A visit of a scalar: its place among its visits, where that is known, and its contributions to scalars, in words. */
interface Visited {
  readonly number: number;
  readonly cotangent: number;
  readonly call: number;
  readonly of: number | undefined;
  readonly goes: readonly string[];
}

/** The lead and the sentence of a visit. */
export function visitSentence(
  graph: RunGraph,
  visit: Exclude<Visit, "call">,
  { number, cotangent, call, of, goes }: Visited,
): readonly [string, string] {
  const [at, scalar, list] = [shortReal(cotangent), numbered(graph, number), goes.join(", ")];
  const isInput = number < graph.size && kindIn(graph, number) === "input";
  if (visit === "line" || visit === "cotangent") {
    const whole = t`The cotangent of \`${scalar}\` is whole: ${at}.`;
    const rest = isInput
      ? t`It is a part of the gradient.`
      : list === ""
        ? t`It goes no further.`
        : t`It is passed on: ${list}.`;
    return [visit === "line" ? t`Line` : t`Cotangent`, `${whole} ${rest}`];
  }
  const which = whichEvaluation(call, of);
  const what =
    visit === "term"
      ? t`The term of \`${scalar}\` is evaluated at ${at}, ${which}`
      : t`The binding of \`${scalar}\` is evaluated at ${at}, ${which}`;
  const rest = isInput ? t`it adds this to the gradient` : list === "" ? t`it is \`Zero\`, and adds nothing` : list;
  return [t`Evaluate`, `${what}: ${rest}.`];
}

function whichEvaluation(nth: number, total: number | undefined): string {
  if (total === undefined) return t`evaluation ${nth}`;
  return total === 1 ? t`its only evaluation` : t`evaluation ${nth} of ${total}`;
}
