// The data of a ladder's picture: one run, and for each rung the work of its stage.

import { type CompoundIds, type ReplayOrder, VECTOR_KINDS } from "../../../engine/animation/replay-order.ts";
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { lastOf, nth, present } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { RunGraph } from "../../../engine/graphs/run-graph.ts";
import { rungOf } from "../../algorithms/index.ts";
import type { LadderGauge, RungLook } from "../../algorithms/rung.ts";
import { inputsOf } from "../../exploration/model/scalar.ts";
import { type Rung, rungsOf } from "./gauges.ts";

/** The kinds of work on whole gradients that are drawn as strips. */
export type VectorKind = (typeof VECTOR_KINDS)[number];

/** A zero, a sum, a one-hot or a product: as many squares as it touches scalars. */
export interface Strip {
  /** The same at all rungs: its kind, and its place among those of its kind. */
  readonly key: string;
  readonly kind: VectorKind;
  readonly scalars: number;
  /** The call that it is made in or after, by its place; -1 before the first. */
  readonly call: number;
  /** Where one-hots are made in pieces, without their zeros: the calls of its pieces, one for each square. */
  readonly pieces: readonly number[] | undefined;
}

/** A rung of any ladder: its stage, how it is drawn, and its counts. */
export interface AnyRung {
  readonly stage: string;
  readonly look: RungLook;
  readonly counts: Rung;
}

/** A ladder of few scalars or of many: one run, its gauges, and its rungs from the lowest. */
export interface AnyLadder {
  readonly graph: RunGraph;
  readonly gauges: readonly LadderGauge[];
  readonly rungs: readonly AnyRung[];
}

/** A stage's part in the run: its replay order, and its work on whole gradients. */
export interface LadderRung extends AnyRung {
  readonly replayOrder: ReplayOrder;
  /** The graph of its jobs, where it has some. */
  readonly jobs: JobColumns | undefined;
  readonly strips: readonly Strip[];
  /** All squares of its strips: (A) and (B) of the cost. */
  readonly squares: number;
  /** Map nodes that it visits. */
  readonly nodes: number;
  /** By strip, its number for each input, or in each of its pieces; undefined where the trace lacks it. */
  readonly contents: readonly Float64Array[] | undefined;
  /** By scalar, its total cotangent; NaN if unreached. */
  readonly worth: Float64Array;
  /** The inputs that have a cell of the gradient. */
  readonly cells: ReadonlySet<number>;
}

/** All that the pictures of a ladder of few scalars are drawn from. */
export interface Ladder extends AnyLadder {
  readonly inputs: readonly number[];
  readonly rungs: readonly LadderRung[];
}

/** A ladder of an algorithm's stages, from their recordings. */
export function ladderOf(
  graph: RunGraph,
  gauges: readonly LadderGauge[],
  infos: readonly ColumnInfo[],
  replayOrders: readonly ReplayOrder[],
): Ladder {
  const inputs = inputsOf(graph);
  const counts = rungsOf(infos, gauges);
  const rungs = infos.map(({ stage, cost }, place): LadderRung => {
    const replayOrder = nth(replayOrders, place);
    const look = rungOf(stage);
    const strips = stripsOf(replayOrder, inputs, look.waiting?.asked !== undefined);
    const worth = worthOf(graph, replayOrder);
    const reached = inputs.filter((number) => !Number.isNaN(nth(worth, number)));
    return {
      stage,
      look,
      replayOrder,
      jobs: replayOrder.ids && jobColumns(replayOrder.ids),
      strips,
      squares: strips.reduce((sum, { scalars }) => sum + scalars, 0),
      nodes: cost.forward.mapNodes + cost.reverse.mapNodes,
      contents: contentsOf(graph, inputs, replayOrder, strips),
      worth,
      cells: new Set(look.collected?.(inputs, reached)),
      counts: present(counts[place]),
    };
  });
  return { graph, inputs, gauges, rungs };
}

/**
 * The work of a rung in strips. A one-hot whose entries are counted one by one is one strip, if they sum to a whole one. Where calls write
 * only nonzero entries, a strip has entries of several calls: one for each input.
 */
function stripsOf(replayOrder: ReplayOrder, inputs: readonly number[], isUpdate: boolean): readonly Strip[] {
  const { vectors, calls } = replayOrder;
  const strips: Strip[] = [];
  const made = new Map<VectorKind, number>();
  const add = (kind: VectorKind, scalars: number, call: number, pieces?: readonly number[]): void => {
    const before = made.get(kind) ?? 0;
    made.set(kind, before + 1);
    strips.push({ key: `${kind}${before}`, kind, scalars, call, pieces });
  };
  /** Entries of one-hots, and how many scalars they have. */
  let entries: { readonly scalars: number; readonly call: number }[] = [];
  let sum = 0;
  const flush = (): void => {
    // an update counts unchanged entries beside those it writes; there is a square for each number that is written
    if (isUpdate && entries.every(({ call }) => inputs.includes(calls.number[call] ?? -1)))
      for (const layer of layersOf(entries)) {
        const layerSum = layer.reduce((all, { scalars }) => all + scalars, 0);
        const written = layer.map(({ call }) => call);
        add("one-hot", layerSum, lastOf(written), written);
      }
    else for (const { scalars, call } of entries) add("one-hot", scalars, call);
    entries = [];
    sum = 0;
  };
  for (const [place, scalars] of vectors.scalars.entries()) {
    if (scalars === 0) continue;
    const kind = nth(VECTOR_KINDS, nth(vectors.kind, place));
    const call = callOf(replayOrder, inputs, place);
    if (kind !== "one-hot" || (!isUpdate && sum + scalars > inputs.length)) flush();
    if (kind !== "one-hot") add(kind, scalars, call);
    else {
      entries.push({ scalars, call });
      sum += scalars;
      if (isUpdate || sum !== inputs.length) continue;
      entries = [{ scalars: sum, call }];
      flush();
    }
  }
  flush();
  return strips;

  /** The first entry of each call, the second of each, and so on. */
  function layersOf<Entry extends { readonly call: number }>(all: readonly Entry[]): readonly (readonly Entry[])[] {
    const layers: Entry[][] = [];
    const had = new Map<number, number>();
    for (const entry of all) {
      const number = nth(calls.number, entry.call);
      const layer = had.get(number) ?? 0;
      had.set(number, layer + 1);
      layers[layer] = [...(layers[layer] ?? []), entry];
    }
    return layers;
  }
}

/** The place of the call that makes a zero, a sum or an entry: entries of an input's one-hot are recorded right before its call, and after it. */
function callOf({ vectors, calls }: ReplayOrder, inputs: readonly number[], place: number): number {
  const call = nth(vectors.call, place);
  const isBefore =
    calls.step[call + 1] === nth(vectors.step, place) + 1 && inputs.includes(nth(calls.number, call + 1));
  return isBefore && VECTOR_KINDS[nth(vectors.kind, place)] === "one-hot" ? call + 1 : call;
}

/** Inputs and strips up to which the contents of strips are made out. */
const FEW_INPUTS = 40;
const FEW_STRIPS = 120;

/**
 * The contents of each strip: sums take the two that were made before them. Undefined where that does not yield the gradient of the run.
 */
function contentsOf(
  graph: RunGraph,
  inputs: readonly number[],
  { calls, isWhole }: ReplayOrder,
  strips: readonly Strip[],
): readonly Float64Array[] | undefined {
  if (!isWhole || inputs.length > FEW_INPUTS || strips.length > FEW_STRIPS || strips.length === 0) return undefined;
  const held: Float64Array[] = [];
  const waiting: Float64Array[] = [];
  for (const { kind, scalars, call, pieces } of strips) {
    if (pieces !== undefined) {
      if (pieces.some((one) => !isClose(nth(calls.cotangent, one), nth(graph.cotangents, nth(calls.number, one)))))
        return undefined;
      held.push(Float64Array.from(pieces, (one) => nth(calls.cotangent, one)));
      continue;
    }
    if (scalars !== inputs.length || kind === "scale") return undefined;
    const content = new Float64Array(inputs.length);
    if (kind === "one-hot") {
      const at = inputs.indexOf(calls.number[call] ?? -1);
      if (at < 0) return undefined;
      content[at] = nth(calls.cotangent, call);
    } else if (kind === "plus") {
      const [b, a] = [waiting.pop(), waiting.pop()];
      if (a === undefined || b === undefined) return undefined;
      for (const at of inputs.keys()) content[at] = nth(a, at) + nth(b, at);
    }
    held.push(content);
    waiting.push(content);
  }
  if (strips.some(({ pieces }) => pieces !== undefined)) return held;
  const last = lastOf(held);
  return inputs.every((number, at) => isClose(nth(last, at), nth(graph.cotangents, number))) ? held : undefined;
}

/** Sums of the same numbers in another order. */
function isClose(a: number, b: number): boolean {
  return Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

function worthOf(graph: RunGraph, { calls, contributions, merges }: ReplayOrder): Float64Array {
  const worth = new Float64Array(graph.size).fill(Number.NaN);
  for (const [place, to] of contributions.to.entries())
    if (Number.isNaN(nth(worth, to))) worth[to] = nth(contributions.amount, place);
  for (const [place, to] of merges.to.entries()) worth[to] = nth(merges.sum, place);
  const called = new Set<number>();
  for (const [call, number] of calls.number.entries()) {
    worth[number] = nth(calls.cotangent, call) + (called.has(number) ? nth(worth, number) : 0);
    called.add(number);
  }
  return worth;
}

/** Parts of the way from a rung to the next that are none. */
const NEAR = 0.001;

/** The next rung above a place on the ladder, or below it. */
export function rungBeyond(at: number, direction: 1 | -1): number {
  return direction === 1 ? Math.floor(at + NEAR) + 1 : Math.ceil(at - NEAR) - 1;
}

/** The rung that words are about: during a climb the next one, so that they name the change in sight; else the nearest. */
export function rungTold(at: number, heading: -1 | 0 | 1): number {
  if (heading === 0) return Math.round(at);
  return heading > 0 ? Math.ceil(at - NEAR) : Math.floor(at + NEAR);
}

/** Jobs that made scalars, in columns: each behind those that it follows; with their joins. */
export interface JobColumns {
  readonly columns: readonly (readonly number[])[];
  readonly knots: readonly Knot[];
}

/** Puts the jobs that made scalars into columns. */
function jobColumns(ids: CompoundIds): JobColumns {
  const made = [...new Set(ids.job)];
  const follows = madeFollowing(ids, new Set(made));
  const column = new Map(made.map((job) => [job, 0]));
  // jobs are made in an order in which each comes after those that it follows
  // and `follows` goes through them in that order
  for (const [before, after] of follows)
    column.set(after, Math.max(present(column.get(after)), present(column.get(before)) + 1));
  const columns: number[][] = [];
  for (const [job, at] of column) columns[at] = [...(columns[at] ?? []), job];
  return { columns, knots: knotsOf(follows) };
}

/** Jobs that all have to end before each of some others begins. */
interface Knot {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Jobs that the same others follow, together. */
export function knotsOf(follows: CompoundIds["follows"]): readonly Knot[] {
  const after = [...groupedBy(follows, ([one]) => one)].map(([job, all]) => ({ job, after: all.map(([, to]) => to) }));
  const knots = groupedBy(after, (one) => one.after.toSorted((a, b) => a - b).join(" "));
  return [...knots.values()].map((all) => ({ before: all.map(({ job }) => job), after: nth(all, 0).after }));
}

/** Which jobs that made scalars follow which, in the order of the run. */
export function madeFollowing(
  { follows }: Pick<CompoundIds, "follows">,
  made: ReadonlySet<number>,
): readonly (readonly [before: number, after: number])[] {
  const next = groupedBy(follows, ([before]) => before);
  return [...made].flatMap((before) => {
    const found = new Set(next.get(before)?.map(([, after]) => after));
    // this loop visits the jobs that it adds, too
    for (const job of found) if (!made.has(job)) for (const [, after] of next.get(job) ?? []) found.add(after);
    return [...found].filter((job) => made.has(job)).map((after) => [before, after] as const);
  });
}
