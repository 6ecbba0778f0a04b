// Underflow: results that are too small to be represented, and became 0 though no operand is.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { operandsIn, opIn, type RunGraph } from "../graphs/run-graph.ts";
import type { Finding } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** Whether an operation's result was rounded to 0, though it is another number. */
export function underflowed(graph: RunGraph, node: number): boolean {
  if (graph.values[node] !== 0) return false;
  const [first, second] = operandsIn(graph, node).map((operand) => nth(graph.values, operand.node));
  switch (opIn(graph, node)) {
    case "*":
      return first !== undefined && second !== undefined && first !== 0 && second !== 0;
    case "/":
      return first !== undefined && first !== 0 && (second === undefined || Number.isFinite(second));
    case "exp":
    case "exp2":
      return Number.isFinite(first);
    case "pow":
    case "^":
      return first !== undefined && first !== 0 && Number.isFinite(first);
    default:
      return false;
  }
}

/** The operations, one for each place, that underflowed and made a scalar 0; none where it is 0 for another reason. */
export function underflowsBehind(subject: Subject, scalar: number): readonly number[] {
  const { graph } = subject;
  const found = new Map<number, number>();
  const seen = new Set([scalar]);
  const waiting = [scalar];
  for (let at = 0; at < waiting.length; at++) {
    const node = nth(waiting, at);
    if (graph.values[node] !== 0) continue;
    if (underflowed(graph, node)) {
      const place = nth(graph.span, node);
      found.set(place, Math.min(node, found.get(place) ?? node));
      continue;
    }
    for (const operand of operandsIn(graph, node)) {
      if (seen.has(operand.node)) continue;
      seen.add(operand.node);
      waiting.push(operand.node);
    }
  }
  return [...found.values()].toSorted((a, b) => a - b);
}

/** That an operation underflowed, and the effect of that. */
export function underflowFinding(subject: Subject, node: number, effect: string, entry?: string): Finding {
  const { round } = subject.placed(node);
  const small = firstSubnormal(subject, node);
  const since = small === undefined ? undefined : subject.placed(small).round;
  const digits =
    since === undefined || since === round ? "" : `, too small for all of its digits from round ${since} on`;
  const where = round === undefined ? subject.at(node) : ` in round ${round}${digits}`;
  const message = `${subject.named(node)} underflows to 0.0${where}; ${effect}`;
  return subject.finding({ kind: "underflow", message, values: subject.operandValues(node), entry, scalar: node });
}

/** That a contribution to a cotangent underflowed on its way back over an edge, and the effect of that. */
export function lostContribution(
  subject: Subject,
  { user, edge }: { readonly user: number; readonly edge: number },
  effect: string,
  entry: string,
): Finding {
  const { round } = subject.placed(user);
  const where = round === undefined ? "" : ` in round ${round}`;
  const [cotangent, partial] = [nth(subject.graph.cotangents, user), nth(subject.graph.partials, edge)];
  const message = `on the way back through ${subject.named(user)}${where}, the cotangent ${showReal(cotangent)} times the partial ${showReal(partial)} underflows to 0.0; ${effect}`;
  return subject.finding({ kind: "underflow", message, values: subject.operandValues(user), entry, scalar: user });
}

/** The first result at the same place that is too small to have all of its digits; undefined where the first such is 0. */
function firstSubnormal({ graph, smallestNormal }: Subject, node: number): number | undefined {
  const place = nth(graph.span, node);
  for (let at = 0; at < node; at++) {
    const value = Math.abs(nth(graph.values, at));
    if (graph.span[at] === place && value > 0 && value < smallestNormal) return at;
  }
  return undefined;
}
