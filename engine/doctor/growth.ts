// Gradients that vanish or explode: the largest cotangent of each round of a loop, as a curve.
import { lastOf, nth } from "../base/nth.ts";
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
  /** By round, in the order in which values go, the largest cotangent of what depends on the input. */
  readonly largest: readonly number[];
  /** By round, the scalar that has it; -1 where all are 0. */
  readonly holders: readonly number[];
}

/** A finding for each loop through which cotangents vanish or explode. */
export function growthFindings(subject: Subject): readonly Finding[] {
  const around = new Around(subject.graph, subject.rounds);
  return chainsOf(subject, around).flatMap((chain) => {
    const found = growthOf(subject, around, chain);
    return found === undefined ? [] : [found];
  });
}

/** The rounds of a loop while they are looked through. */
interface Look {
  readonly largest: Float64Array;
  readonly holders: Int32Array;
  /** The rounds that are linked with the next one. */
  readonly links: Set<number>;
  /** The largest contributions over such links, where the value goes to the next round, and where to the one before: a function that calls itself before it works. */
  outward: number;
  inward: number;
}

/** By loop, the curve of its rounds; only of loops whose rounds use one another. */
function chainsOf({ graph, rounds, depends }: Subject, around: Around): readonly Chain[] {
  const looks = rounds.counts.map((count): Look | undefined =>
    count < FEWEST_ROUNDS
      ? undefined
      : {
          largest: new Float64Array(count),
          holders: new Int32Array(count).fill(-1),
          links: new Set(),
          outward: 0,
          inward: 0,
        },
  );
  for (let node = 0; node < graph.size; node++) {
    if (graph.reached[node] === 0 || depends[node] === 0) continue;
    const size = Math.abs(nth(graph.cotangents, node));
    const here = around.of(node);
    for (const [loop, round] of here) {
      const look = looks[loop];
      if (look === undefined || !(size > nth(look.largest, round - 1))) continue;
      look.largest[round - 1] = size;
      look.holders[round - 1] = node;
    }
    for (const { edge, node: operand } of operandsIn(graph, node)) {
      if (depends[operand] === 0) continue;
      const contribution = size * Math.abs(nth(graph.partials, edge));
      for (const [loop, from] of around.of(operand)) {
        const to = here.find(([other]) => other === loop)?.[1];
        const look = looks[loop];
        if (look === undefined || to === undefined || Math.abs(to - from) !== 1) continue;
        look.links.add(Math.min(from, to));
        if (to > from) look.outward = Math.max(look.outward, contribution);
        else look.inward = Math.max(look.inward, contribution);
      }
    }
  }
  return looks.flatMap((look, loop) => {
    if (look === undefined || look.links.size < CHAINED * (look.largest.length - 1)) return [];
    const [largest, holders] = [[...look.largest], [...look.holders]];
    return look.inward > look.outward
      ? [{ loop, largest: largest.toReversed(), holders: holders.toReversed() }]
      : [{ loop, largest, holders }];
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

function growthOf(subject: Subject, around: Around, { loop, largest, holders }: Chain): Finding | undefined {
  // cotangents arrive at the last of the work first
  const [first, last] = [nth(largest, 0), lastOf(largest)];
  if (!(last > 0) || !Number.isFinite(first)) return undefined;
  const kind = first * RATIO <= last ? "vanishing" : first >= last * RATIO ? "exploding" : undefined;
  if (kind === undefined || !isSteady(largest, kind)) return undefined;
  const arrived = holders.find((holder) => holder >= 0);
  const most = arrived === undefined ? undefined : operationAtWork(subject, around, loop, arrived, kind);
  // where contributions cancel out, no factor does it
  const factor = most === undefined ? "" : `; ${subject.named(most)} is the factor that does most of it`;
  const scalar = most ?? arrived;
  const rounds = largest.length;
  const rate = first === 0 ? "" : `, by ${short((first / last) ** (1 / (rounds - 1)))} in each`;
  const a = kind === "vanishing" ? "shrinks" : "grows";
  return subject.finding({
    kind,
    message: `over ${rounds} rounds the cotangent ${a} from ${short(last)} to ${short(first)}${rate}${factor}`,
    curve: sampled(largest.toReversed()),
    ...(scalar !== undefined && { scalar, values: subject.operandValues(scalar) }),
  });
}

/** Whether most rounds to which a cotangent comes go the same way, and they are no few: a single step is no trend. */
function isSteady(curve: readonly number[], kind: "vanishing" | "exploding"): boolean {
  let [same, steps] = [0, 0];
  for (let round = 1; round < curve.length; round++) {
    const [before, after] = [nth(curve, round - 1), nth(curve, round)];
    if (before === 0 && after === 0) continue;
    steps++;
    if (kind === "vanishing" ? before <= after : before >= after) same++;
  }
  return steps >= FEWEST_ROUNDS - 1 && same >= 0.6 * steps;
}

/** The operation of a loop by whose partials the cotangents shrink or grow most, on the way of the largest contributions to a scalar. */
function operationAtWork(
  { graph, uses }: Subject,
  around: Around,
  loop: number,
  arrived: number,
  kind: "vanishing" | "exploding",
): number | undefined {
  const sign = kind === "vanishing" ? -1 : 1;
  const sums = new Map<number, { by: number; scalar: number }>();
  let at: number | undefined = arrived;
  while (at !== undefined) {
    let next: number | undefined;
    let most = 0;
    let by = 0;
    for (let place = nth(uses.starts, at); place < nth(uses.starts, at + 1); place++) {
      const edge = nth(uses.edges, place);
      const user = nth(uses.users, edge);
      const partial = Math.abs(nth(graph.partials, edge));
      const contribution = Math.abs(nth(graph.cotangents, user)) * partial;
      if (!(contribution > most) || !around.of(user).some(([other]) => other === loop)) continue;
      [next, most, by] = [user, contribution, sign * Math.log(partial)];
    }
    if (next === undefined) break;
    const key = nth(graph.span, next);
    sums.set(key, { by: by + (sums.get(key)?.by ?? 0), scalar: next });
    at = next;
  }
  const best = [...sums.values()].toSorted((a, b) => b.by - a.by)[0];
  return best !== undefined && best.by > 0 ? best.scalar : undefined;
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
