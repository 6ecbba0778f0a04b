// Rounds of loops: the calls of one function that one call makes again and again, or that a function makes of itself.
import { nth } from "../base/nth.ts";
import type { RunCalls, RunGraph } from "../graphs/run-graph.ts";

/** The rounds of a run, by call. */
export interface Rounds {
  /** By call, the loop that it is a round of; -1 for none. */
  readonly loops: Int32Array;
  /** By call, which round of its loop it is, from 1. */
  readonly numbers: Int32Array;
  /** By loop, how many rounds it has. */
  readonly counts: readonly number[];
}

/** Calls around one that are looked at for one of the same function. */
const MOST_AROUND = 64;

/** A loop while its calls are counted: those of one function that one call makes, or that nest in one another. */
interface Loop {
  readonly calls: number[];
  readonly sites: Set<number>;
  rounds: number;
}

/** Finds the rounds of a run. Calls from as many places as there are calls are no loop. */
export function roundsOf({ parents, fns, sites }: RunCalls): Rounds {
  const size = parents.length;
  const numbers = new Int32Array(size);
  const found = new Int32Array(size).fill(-1);
  const loops: Loop[] = [];
  const beside = new Map<string, number>();
  for (let call = 1; call < size; call++) {
    const fn = nth(fns, call);
    if (fn < 0) continue;
    const around = outerOf(parents, fns, call);
    const key = `${parents[call]} ${fn}`;
    const place = around === undefined ? beside.get(key) : nth(found, around);
    const loop = place === undefined ? { calls: [], sites: new Set<number>(), rounds: 0 } : nth(loops, place);
    if (place === undefined) beside.set(key, loops.push(loop) - 1);
    found[call] = place ?? loops.length - 1;
    const number = around === undefined ? loop.rounds + 1 : nth(numbers, around) + 1;
    numbers[call] = number;
    loop.rounds = Math.max(loop.rounds, number);
    loop.calls.push(call);
    loop.sites.add(nth(sites, call));
  }
  for (const { calls, sites: places } of loops)
    if (places.size >= calls.length) for (const call of calls) found[call] = -1;
  return { loops: found, numbers, counts: loops.map(({ rounds }) => rounds) };
}

/** The nearest call around one that is of the same function. */
function outerOf(parents: Int32Array, fns: Int32Array, call: number): number | undefined {
  let at = nth(parents, call);
  for (let looked = 0; at > 0 && looked < MOST_AROUND; looked++, at = nth(parents, at))
    if (fns[at] === fns[call]) return at;
  return undefined;
}

/** The round that a scalar is made in, the innermost: its call; undefined where it is made in none. */
export function roundAround({ calls }: RunGraph, { loops }: Rounds, scalar: number): number | undefined {
  for (let call = nth(calls.of, scalar); call > 0; call = nth(calls.parents, call))
    if (nth(loops, call) >= 0) return call;
  return undefined;
}
