// The animation of a run of which no single movement can be seen: how far each pass is at a time, and by scalar when it is reached and
// called. Like the animation of a small run it is made of replay orders and the graph, and a picture is a function of it and of a time.
import { addAt, nth } from "../base/nth.ts";
import type { RunGraph } from "../graphs/run-graph.ts";
import { totalOf } from "./animation.ts";
import type { ReplayOrder } from "./replay-order.ts";

/** A stage's part in the picture from afar: by scalar, the calls at which it is reached and called. */
export interface FarColumn {
  readonly replayOrder: ReplayOrder;
  /** By scalar, the first call of it, and the call in which something is first sent to it; {@link NEVER} where there is none. */
  readonly calledAt: Int32Array;
  readonly reachedAt: Int32Array;
  /** By scalar, the cotangent of its last call; 0 where there is none. */
  readonly cotangents: Float64Array;
  /** By scalar, how many calls a whole run makes: more than are listed where the run was too long to record. */
  readonly total: Float64Array;
  readonly calls: number;
  /** Binary logarithms of both, which floating point has for counts of any size; −∞ for none. */
  readonly totalLog2: Float64Array;
  readonly callsLog2: number;
}

/** A time after all calls. */
const NEVER = 2 ** 31 - 1;

/** When each pass of a run is shown from afar, for several stages on one clock. */
export interface FarAnimation {
  readonly graph: RunGraph;
  readonly columns: readonly FarColumn[];
  /** The calls in which all columns go along; a column with more goes on alone. */
  readonly together: number;
  /** In milliseconds: the ends of the forward pass, of the calls together, and of those alone. */
  readonly forwardEnd: number;
  readonly togetherEnd: number;
  readonly aloneEnd: number;
  readonly end: number;
}

/** How long the parts of a whole run take. */
const FORWARD = 8000;
const TOGETHER = 15_000;
const ALONE = 5000;
const HOLD = 2000;

/** The animation of a run that is too large for single movements. All have the same length, whatever the size of the run. */
export function farAnimation(graph: RunGraph, replayOrders: readonly ReplayOrder[]): FarAnimation {
  const columns = replayOrders.map((replayOrder): FarColumn => {
    const { calls, contributions } = replayOrder;
    const calledAt = new Int32Array(graph.size).fill(NEVER);
    for (const [call, number] of calls.number.entries()) calledAt[number] = Math.min(nth(calledAt, number), call);
    const cotangents = new Float64Array(graph.size);
    for (const [call, number] of calls.number.entries()) cotangents[number] = nth(calls.cotangent, call);
    const reachedAt = new Int32Array(graph.size).fill(NEVER);
    for (const [place, to] of contributions.to.entries())
      reachedAt[to] = Math.min(nth(reachedAt, to), Math.max(0, nth(contributions.call, place)));
    // a tree counts what the graph says; where calls wait, each is listed
    const total = replayOrder.waits ? countsOf(calls.number, graph.size) : totalOf(replayOrder, graph);
    const count = total.reduce((sum, count) => sum + count, 0);
    const totalLog2 = Number.isFinite(count) ? total.map(Math.log2) : pathsLog2(graph);
    const callsLog2 = Number.isFinite(count) ? Math.log2(count) : totalLog2.reduce(addLog2, Number.NEGATIVE_INFINITY);
    return { replayOrder, calledAt, reachedAt, cotangents, total, calls: count, totalLog2, callsLog2 };
  });
  const along = columns.filter(({ replayOrder }) => replayOrder.waits);
  const together = Math.max(
    0,
    ...(along.length > 0 ? along : columns).map(({ replayOrder }) => replayOrder.calls.number.length),
  );
  const isAlone = columns.some(({ calls }) => calls > together);
  const togetherEnd = FORWARD + TOGETHER + (isAlone ? 0 : ALONE);
  return {
    graph,
    columns,
    together,
    forwardEnd: FORWARD,
    togetherEnd,
    aloneEnd: FORWARD + TOGETHER + ALONE,
    end: FORWARD + TOGETHER + ALONE + HOLD,
  };
}

/** log₂ (2^a + 2^b). */
function addLog2(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log2(1 + 2 ** (low - high));
}

/** By scalar, the logarithm of how many paths lead from it to the result. */
function pathsLog2({ size, outputs, starts, operands }: RunGraph): Float64Array {
  const paths = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  for (const output of outputs) paths[output] = addLog2(nth(paths, output), 0);
  for (let number = size - 1; number >= 0; number--)
    for (let edge = nth(starts, number); edge < nth(starts, number + 1); edge++)
      paths[nth(operands, edge)] = addLog2(nth(paths, nth(operands, edge)), nth(paths, number));
  return paths;
}

function countsOf(numbers: Int32Array, size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const number of numbers) addAt(counts, number, 1);
  return counts;
}

/** How many scalars are there at a time. */
export function madeAt({ graph, forwardEnd }: FarAnimation, t: number): number {
  return Math.min(graph.size, Math.floor((graph.size * Math.max(0, t)) / forwardEnd));
}

/** How many calls of those together were made at a time. */
export function callsAt({ together, forwardEnd, togetherEnd }: FarAnimation, t: number): number {
  const part = (t - forwardEnd) / (togetherEnd - forwardEnd);
  return Math.max(0, Math.min(together, Math.floor(together * part)));
}

/** When a call is made. */
export function timeOfCall({ together, forwardEnd, togetherEnd }: FarAnimation, call: number): number {
  if (together === 0) return forwardEnd;
  return forwardEnd + ((togetherEnd - forwardEnd) * (call + 0.5)) / together;
}

/** How far the columns that go on alone are, from 0 to 1. */
export function aloneAt({ togetherEnd, aloneEnd }: FarAnimation, t: number): number {
  if (aloneEnd === togetherEnd) return t >= aloneEnd ? 1 : 0;
  return Math.max(0, Math.min(1, (t - togetherEnd) / (aloneEnd - togetherEnd)));
}
