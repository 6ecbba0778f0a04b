// Cancellation: operations after which most digits of a number are those of rounding.
//
// A rounding of a scalar v moves the result by its cotangent times ε |v| (first-order error analysis, by reverse mode). Where that is a
// large part of the result, the operation on the way is named that loses the digits.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { operandsIn, opIn, type RunGraph } from "../graphs/run-graph.ts";
import type { Finding } from "./finding.ts";
import { isOdd, type Subject } from "./subject.ts";

/** The part of a number that a single rounding may move unnoticed: about half of the digits are left. */
function unnoticed({ unit }: Subject): number {
  return 10 * Math.sqrt(unit);
}

/** Operations that do not round: they choose an operand or change a sign. */
const EXACT: ReadonlySet<string> = new Set(["max", "min", "abs", "neg", "relu"]);
const MOST_STEPS = 100;
const MOST_PLACES = 8;

/** A finding for each place where digits are lost that the result needs, or that something odd comes of. */
export function cancellationFindings(subject: Subject): readonly Finding[] {
  const found = new Map<string, Finding>();
  const add = (loss: Loss): void => {
    const key = subject.placeKey(loss.at);
    if (!found.has(key) && found.size < MOST_PLACES) found.set(key, lossFinding(subject, loss));
  };
  for (const loss of subject.isOdd ? lossesBeforeOdd(subject) : lossesOfResult(subject)) add(loss);
  return [...found.values()];
}

/** An operation that loses digits, the operand whose rounding shows, and by how much that can move the result. */
interface Loss {
  readonly at: number;
  readonly operand: number;
  readonly moves: number | undefined;
}

/** The roundings that can move the result by a large part of it. */
function* lossesOfResult(subject: Subject): Generator<Loss> {
  const { graph, depends, unit } = subject;
  const part = unnoticed(subject);
  const size = graph.outputs.reduce(
    (sum, node, index) => sum + Math.abs(nth(graph.values, node) * nth(graph.seeds, index)),
    0,
  );
  for (let node = 0; node < graph.size; node++) {
    if (graph.reached[node] === 0 || depends[node] === 0 || !rounds(graph, node)) continue;
    const moves = Math.abs(nth(graph.cotangents, node)) * unit * Math.abs(nth(graph.values, node));
    if (!(moves > part * size) || moves < Number.MIN_VALUE / unit) continue;
    const at = loserOf(subject, node);
    if (at !== undefined) yield { at, operand: node, moves };
  }
}

function rounds(graph: RunGraph, node: number): boolean {
  const op = opIn(graph, node);
  return op !== undefined && operandsIn(graph, node).length > 0 && !EXACT.has(op);
}

/** The first operation, on the way that a rounding takes to the result, whose own value it moves by a large part. */
function loserOf(subject: Subject, start: number): number | undefined {
  const { graph, uses, unit } = subject;
  let error = unit * Math.abs(nth(graph.values, start));
  for (let [at, step] = [start, 0]; step < MOST_STEPS; step++) {
    let next: { user: number; edge: number; share: number } | undefined;
    for (let i = nth(uses.starts, at); i < nth(uses.starts, at + 1); i++) {
      const edge = nth(uses.edges, i);
      const user = nth(uses.users, edge);
      const share = Math.abs(nth(graph.partials, edge) * nth(graph.cotangents, user));
      if (graph.reached[user] === 1 && (next === undefined || share > next.share)) next = { user, edge, share };
    }
    if (next === undefined) return undefined;
    error *= Math.abs(nth(graph.partials, next.edge));
    if (error > unnoticed(subject) * Math.abs(nth(graph.values, next.user))) return next.user;
    at = next.user;
  }
  return undefined;
}

/** Differences that are mostly rounding, among the operands of what makes a NaN or an infinity. */
function* lossesBeforeOdd(subject: Subject): Generator<Loss> {
  const { graph, unit } = subject;
  for (let node = 0; node < graph.size; node++) {
    const operands = operandsIn(graph, node);
    const isOwn =
      graph.reached[node] === 1 &&
      (isOdd(nth(graph.values, node)) || operands.some(({ edge }) => isOdd(nth(graph.partials, edge)))) &&
      !operands.some((operand) => isOdd(nth(graph.values, operand.node)));
    if (!isOwn) continue;
    for (const { node: at } of operands) {
      const op = opIn(graph, at);
      if (op !== "-" && op !== "+") continue;
      for (const { node: operand } of operandsIn(graph, at)) {
        const error = unit * Math.abs(nth(graph.values, operand));
        if (rounds(graph, operand) && error > unnoticed(subject) * Math.abs(nth(graph.values, at))) {
          yield { at, operand, moves: undefined };
          break;
        }
      }
    }
  }
}

function lossFinding(subject: Subject, { at, operand, moves }: Loss): Finding {
  const { graph } = subject;
  const value = nth(graph.values, at);
  const result = nth(graph.values, nth(graph.outputs, 0));
  const effect =
    moves === undefined
      ? "is larger than what is left"
      : `can move the result, ${showReal(result)}, by ${showReal(Number(moves.toPrecision(2)))}`;
  return subject.finding({
    kind: "cancellation",
    message: `${subject.named(at)} is ${showReal(value)}${subject.at(at)}, and has lost its digits: the rounding of ${subject.named(operand)} alone ${effect}`,
    values: subject.operandValues(at),
    scalar: at,
  });
}
