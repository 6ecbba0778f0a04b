// Gradients that vanish or explode: the largest cotangent of each round of a loop, as a curve.
import { nth } from "../base/nth.ts";
import { showReal } from "../core/values/show-value.ts";
import { operandsIn, type RunGraph } from "../graphs/run-graph.ts";
import type { Finding } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** A loop of fewer rounds has no curve. */
const FEWEST_ROUNDS = 8;
/** From the last round to the first, cotangents that shrink or grow by less than this are ordinary. */
const RATIO = 1e6;
/** Rounds that use the one before them, as a part of all: of a loop whose rounds are independent, none does. */
const CHAINED = 0.8;
/** Points of a curve. */
const MOST_POINTS = 64;

/** A loop that hands a value on from round to round. */
interface Chain {
  readonly loop: number;
  /** By round, from 0, the largest cotangent that arrives in it. */
  readonly largest: readonly number[];
}

/** A finding for each loop through which cotangents vanish or explode. */
export function growthFindings(subject: Subject): readonly Finding[] {
  return chainsOf(subject).flatMap((chain) => {
    const found = growthOf(subject, chain);
    return found === undefined ? [] : [found];
  });
}

/** By loop, the curve of its rounds; only of loops whose rounds use one another. */
function chainsOf({ graph, rounds }: Subject): readonly Chain[] {
  const curves = rounds.counts.map((count) => (count < FEWEST_ROUNDS ? undefined : new Float64Array(count)));
  const links = curves.map((curve) => (curve === undefined ? undefined : new Set<number>()));
  const around = new Around(graph, rounds);
  for (let node = 0; node < graph.size; node++) {
    if (graph.reached[node] === 0) continue;
    const size = Math.abs(nth(graph.cotangents, node));
    const here = around.of(node);
    for (const [loop, round] of here) {
      const curve = curves[loop];
      if (curve !== undefined && size > nth(curve, round - 1)) curve[round - 1] = size;
    }
    for (const operand of operandsIn(graph, node))
      for (const [loop, from] of around.of(operand.node)) {
        const to = here.find(([other]) => other === loop)?.[1];
        // a function that calls itself before it works hands on from the inner round to the outer one
        if (to !== undefined && Math.abs(to - from) === 1) links[loop]?.add(Math.min(from, to));
      }
  }
  return curves.flatMap((curve, loop) => {
    const linked = links[loop]?.size ?? 0;
    return curve === undefined || linked < CHAINED * (curve.length - 1) ? [] : [{ loop, largest: [...curve] }];
  });
}

/** The loops and rounds around scalars, by call. */
class Around {
  readonly #graph: RunGraph;
  readonly #rounds: Subject["rounds"];
  readonly #known = new Map<number, readonly (readonly [loop: number, round: number])[]>();

  constructor(graph: RunGraph, rounds: Subject["rounds"]) {
    this.#graph = graph;
    this.#rounds = rounds;
  }

  /** The rounds that a scalar is made in, one of each loop: the innermost. */
  of(node: number): readonly (readonly [loop: number, round: number])[] {
    const start = nth(this.#graph.calls.of, node);
    const known = this.#known.get(start);
    if (known !== undefined) return known;
    const found: [number, number][] = [];
    for (let call = start; call > 0; call = nth(this.#graph.calls.parents, call)) {
      const loop = nth(this.#rounds.loops, call);
      if (loop >= 0 && !found.some(([other]) => other === loop)) found.push([loop, nth(this.#rounds.numbers, call)]);
    }
    this.#known.set(start, found);
    return found;
  }
}

function growthOf(subject: Subject, { loop, largest }: Chain): Finding | undefined {
  const isBack = runsInward(subject, loop);
  // cotangents arrive at the last of the work first
  const curve = isBack ? largest.toReversed() : largest;
  const [first, last] = [nth(curve, 0), nth(curve, curve.length - 1)];
  if (!(last > 0) || !Number.isFinite(first)) return undefined;
  const kind = first * RATIO <= last ? "vanishing" : first >= last * RATIO ? "exploding" : undefined;
  if (kind === undefined || !isSteady(curve, kind)) return undefined;
  const scalar = operationAtWork(subject, loop, kind);
  const name = scalar === undefined ? "the loop" : subject.named(scalar);
  const rounds = curve.length;
  const rate = first === 0 ? "" : `, by ${short((first / last) ** (1 / (rounds - 1)))} in each`;
  const a = kind === "vanishing" ? "shrinks" : "grows";
  return subject.finding({
    kind,
    message: `over ${rounds} rounds the cotangent ${a} from ${short(last)} to ${short(first)}${rate}; ${name} is the factor that does most of it`,
    curve: sampled(curve.toReversed()),
    ...(scalar !== undefined && { scalar, values: subject.operandValues(scalar) }),
  });
}

/** Whether most rounds go the same way: a single step is no trend. */
function isSteady(curve: readonly number[], kind: "vanishing" | "exploding"): boolean {
  let same = 0;
  for (let round = 1; round < curve.length; round++) {
    const [before, after] = [nth(curve, round - 1), nth(curve, round)];
    if (kind === "vanishing" ? before <= after : before >= after) same++;
  }
  return same >= 0.6 * (curve.length - 1);
}

/** Whether the inner rounds of a loop work before the outer ones. */
function runsInward({ graph, rounds }: Subject, loop: number): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  let [first, last] = [-1, -1];
  for (let node = 0; node < graph.size; node++) {
    const call = nth(graph.calls.of, node);
    if (nth(rounds.loops, call) !== loop) continue;
    const number = nth(rounds.numbers, call);
    if (number < low) [low, first] = [number, node];
    if (number > high) [high, last] = [number, node];
  }
  return first > last;
}

/** The operation of a loop by whose partials the cotangents shrink or grow most, on the way that the largest of them take. */
function operationAtWork(subject: Subject, loop: number, kind: "vanishing" | "exploding"): number | undefined {
  const { graph, rounds } = subject;
  const around = new Around(graph, rounds);
  const isIn = (node: number): boolean => around.of(node).some(([other]) => other === loop);
  const sums = new Map<number, { by: number; scalar: number }>();
  let at: number | undefined;
  for (let node = graph.size - 1; node >= 0 && at === undefined; node--)
    if (graph.reached[node] === 1 && graph.cotangents[node] !== 0 && isIn(node)) at = node;
  while (at !== undefined) {
    let next: number | undefined;
    let most = -1;
    let by = 0;
    for (const { edge, node } of operandsIn(graph, at)) {
      const partial = Math.abs(nth(graph.partials, edge));
      if (partial <= most || !isIn(node)) continue;
      [next, most, by] = [node, partial, Math.log(partial)];
    }
    if (next === undefined) break;
    const place = nth(graph.span, at);
    const sum = sums.get(place) ?? { by: 0, scalar: at };
    sums.set(place, { by: sum.by + by, scalar: sum.scalar });
    at = next;
  }
  const sign = kind === "vanishing" ? -1 : 1;
  return [...sums.values()].toSorted((a, b) => sign * (b.by - a.by))[0]?.scalar;
}

function sampled(curve: readonly number[]): readonly number[] {
  if (curve.length <= MOST_POINTS) return curve;
  return Array.from({ length: MOST_POINTS }, (_, index) =>
    nth(curve, Math.round((index * (curve.length - 1)) / (MOST_POINTS - 1))),
  );
}

function short(x: number): string {
  return showReal(Number(x.toPrecision(3)));
}
