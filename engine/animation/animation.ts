// The animation of a run: when what moves, in milliseconds, for several stages on one clock. It is made of replay orders and the
// data-flow graph; a picture of the run is a function of it and of a time, and of nothing else.
//
// In the reverse pass every column makes one call a beat. A column that has calls left when the others are done goes on alone,
// twice as many calls each beat. At the end, the calls of one backpropagator are folded into one: a backpropagator is linear.
import { addAt, nth, present } from "../base/nth.ts";
import { kindIn, operandsIn, type RunGraph } from "../graphs/run-graph.ts";
import { type Interval, type Pace, Rests } from "./intervals.ts";
import { MOVES, SHORTEST, UNHURRIED } from "./moves.ts";
import type { ReplayOrder } from "./replay-order.ts";
import { Waiting, type WaitingColumn } from "./waiting.ts";

/** A column in which a call is made at once, within the one that makes it. */
export interface TreeColumn {
  readonly tag: "tree";
  readonly replayOrder: ReplayOrder;
  /** By call, when it begins to grow, and when it is there. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** By scalar, how many calls a whole run makes: more than are listed where the run was too long to record. */
  readonly total: Float64Array;
  /** By batch of the animation, and at the end: by scalar, the calls that were made before it. */
  readonly made: readonly Float64Array[];
  /** By call, 1 where it is not made because an edge is taken out on the way to it. */
  readonly gone: Uint8Array;
  readonly end: number;
  /** The same with all edges; undefined where none is taken out. */
  readonly whole: TreeColumn | undefined;
}

/** The movements of one stage: one in which contributions wait, or one that makes a call for each path. */
export type ColumnAnimation = WaitingColumn | TreeColumn;

/** A beat in which trees go on alone. */
export interface Batch extends Interval {
  /** The calls before it, and in it. */
  readonly first: number;
  readonly count: number;
}

/** The calls of one scalar become one: they stand side by side, slide together, and their sum appears. */
export interface Fold extends Interval {
  readonly number: number;
  /** The scalars whose calls become one with them: each is used once, by the one scalar or by another of these. */
  readonly along: readonly number[];
  readonly slide: Interval;
}

/** The movements of all stages side by side. All times are in milliseconds from the beginning. */
export interface Animation {
  readonly graph: RunGraph;
  /** By scalar, when it appears. */
  readonly scalars: readonly Interval[];
  readonly forwardEnd: number;
  readonly beats: readonly Interval[];
  readonly columns: readonly ColumnAnimation[];
  /** When the columns that go along are done, and when the trees are that went on alone. */
  readonly togetherEnd: number;
  readonly batches: readonly Batch[];
  readonly reverseEnd: number;
  /** The column that is folded, by its place; undefined where none calls anything twice. */
  readonly folded: number | undefined;
  readonly folds: readonly Fold[];
  readonly end: number;
  /** Where playing rests, by how far it goes at a time. */
  readonly stops: Readonly<Record<Pace, readonly number[]>>;
  /** The states that are shown where nothing may move; every merge has one with both addends. */
  readonly stills: readonly number[];
  /** By how much the movements of the reverse pass are shortened. */
  readonly haste: number;
}

/** Scalars up to which every movement has the time that it needs to be followed. */
const FEW = 30;
/** A tree that has this many calls left goes on call by call. */
const FEW_CALLS = 6;
/** Calls that all have the time to be followed: of more, which a small program makes where nothing is merged, each has less. */
const MANY = 80;
const START = 300;
/** How long folding takes at most, where there is much to fold. */
const ALL_FOLDS = 12_000;

/** The animation of a run by some stages. */
export function animationOf(graph: RunGraph, replayOrders: readonly ReplayOrder[]): Animation {
  const rests = new Rests();
  const { scalars, end: forwardEnd } = forwardPass(graph, orderOf(graph, replayOrders), rests);
  rests.rest(forwardEnd, "run");
  const { beats, haste, moving, end: togetherEnd } = goOnTogether(graph, replayOrders, forwardEnd, rests);
  const lengths = replayOrders.map(({ calls, waits }) => (waits ? 0 : calls.number.length));
  const batches = goOnAlone(beats.length, Math.max(0, ...lengths), togetherEnd, rests);
  for (const { tree } of moving) if (tree !== undefined) for (const batch of batches) growIn(batch, tree, haste);
  const reverseEnd = (batches.at(-1)?.to ?? togetherEnd) + 500;
  rests.rest(reverseEnd, "run");
  const columns = moving.map(({ replayOrder, waiting, tree }): ColumnAnimation => {
    if (waiting !== undefined) return waiting.column();
    const total = totalOf(replayOrder, graph);
    const gone = new Uint8Array(replayOrder.calls.number.length);
    const made = madeBefore(replayOrder, batches, total, gone);
    const end = tree.to.at(-1) ?? forwardEnd;
    return { tag: "tree", replayOrder, ...tree, total, made, gone, end, whole: undefined };
  });
  const folded = columns.findIndex((column) => column.tag === "tree" && column.total.some((count) => count > 1));
  const tree = columns[folded];
  const folds = tree?.tag === "tree" ? foldsOf(tree, graph, reverseEnd, rests) : [];
  const end = (folds.at(-1)?.to ?? reverseEnd) + 1600;
  rests.rest(end, "run", "call", "operation");
  const { stops } = rests;
  const spans = columns.map(movingSpans);
  return {
    graph,
    scalars,
    forwardEnd,
    beats,
    columns,
    togetherEnd,
    batches,
    reverseEnd,
    folded: folded < 0 ? undefined : folded,
    folds,
    end,
    stops: { ...stops, operation: stops.operation.filter((at) => !spans.some((some) => isWithin(some, at))) },
    stills: rests.stills,
    haste,
  };
}

/** A column while its times are found. */
type Moving =
  | { readonly replayOrder: ReplayOrder; readonly waiting: Waiting; readonly tree: undefined }
  | {
      readonly replayOrder: ReplayOrder;
      readonly waiting: undefined;
      readonly tree: Pick<TreeColumn, "from" | "to">;
    };

function movingOf(graph: RunGraph, replayOrder: ReplayOrder, haste: number): Moving {
  if (replayOrder.waits) return { replayOrder, waiting: new Waiting(graph, replayOrder, haste), tree: undefined };
  const count = replayOrder.calls.number.length;
  return {
    replayOrder,
    waiting: undefined,
    tree: { from: new Float64Array(count), to: new Float64Array(count) },
  };
}

/** The beats in which all columns make one call each, until those whose contributions wait are done. */
function goOnTogether(graph: RunGraph, replayOrders: readonly ReplayOrder[], start: number, rests: Rests) {
  const counts = replayOrders.map(({ calls }) => calls.number.length);
  const along = counts.filter((_, index) => nth(replayOrders, index).waits);
  // trees alone go call by call for a while
  const together = along.length > 0 ? Math.max(...along) : Math.min(UNHURRIED, ...counts);
  const haste = hasteOf(graph.size, together);
  const moving = replayOrders.map((replayOrder) => movingOf(graph, replayOrder, haste));
  let t = Math.max(start, ...moving.map(({ waiting }) => waiting?.seeds(start, rests) ?? start));
  if (t > start) {
    t += MOVES.rest * haste;
    rests.rest(t, "operation");
  }
  const beats: Interval[] = [];
  for (let beat = 0; beat < together; beat++) {
    const ends = moving.map(({ waiting, tree }, index) => {
      if (beat >= nth(counts, index)) return t;
      return waiting === undefined ? branchAt(tree, beat, t, haste) : waiting.call(beat, t, rests);
    });
    const to = Math.max(t, ...ends) + MOVES.rest * haste;
    beats.push({ from: t, to });
    t = to;
    rests.rest(t, "call", "operation");
    rests.show(t - 1);
  }
  if (along.length > 0) rests.rest(t, "run");
  return { beats, haste, moving, end: t };
}

/** Lets a call of a tree grow in a beat; gives when it is there. */
function branchAt({ from, to }: Pick<TreeColumn, "from" | "to">, call: number, beat: number, haste: number): number {
  from[call] = beat + MOVES.lift * haste;
  to[call] = nth(from, call) + MOVES.branch * haste;
  return nth(to, call);
}

/** When anything of a column is on its way, in order: there playing does not rest. */
function movingSpans(column: ColumnAnimation): readonly Interval[] {
  if (column.tag === "tree") return [];
  const moves = [
    ...column.pieces.map(({ split, fly }): Interval => ({ from: split.from, to: fly.to })),
    ...column.merges.map(({ slide, done }): Interval => ({ from: slide.from, to: done })),
  ].sort((a, b) => a.from - b.from);
  const spans: Interval[] = [];
  for (const { from, to } of moves) {
    const last = spans.at(-1);
    // what begins where another ends leaves a moment between them
    if (last === undefined || from >= last.to) spans.push({ from, to });
    else if (to > last.to) spans[spans.length - 1] = { from: last.from, to };
  }
  return spans;
}

/** Whether a time is within one of some spans that follow on each other; their ends are not within. */
function isWithin(spans: readonly Interval[], at: number): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nth(spans, middle).to <= at) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && nth(spans, low).from < at;
}

/** The first time from a time on at which nothing of a column is on its way. */
export function stillFrom(column: ColumnAnimation, at: number): number {
  let still = at;
  const after = (from: number, to: number): void => {
    if (still > from && still < to) still = to;
  };
  for (let before = Number.NaN; before !== still; ) {
    before = still;
    if (column.tag === "tree") for (const [call, from] of column.from.entries()) after(from, nth(column.to, call));
    else {
      for (const { split, fly } of column.pieces) after(split.from, fly.to);
      for (const { slide, done } of column.merges) after(slide.from, done);
    }
  }
  return still;
}

/** The scalars in the order in which a stage made them: in that of their numbers, but where it forks and its jobs go in another order. */
function orderOf({ size }: RunGraph, replayOrders: readonly ReplayOrder[]): readonly number[] {
  const numbers = Array.from({ length: size }, (_, number) => number);
  const orders = replayOrders.map(({ created }): readonly number[] => {
    // what the run did not come to is last
    const at = (number: number): number => created[number] || Number.POSITIVE_INFINITY;
    return numbers.toSorted((a, b) => (at(a) === at(b) ? a - b : at(a) - at(b)));
  });
  return orders.find((order) => order.some((number, place) => number !== place)) ?? numbers;
}

/** Inputs appear together, then operations one after the other; a constant comes with the operation that follows it, if any. */
function forwardPass(
  graph: RunGraph,
  numbers: readonly number[],
  rests: Rests,
): { readonly scalars: readonly Interval[]; readonly end: number } {
  const made = numbers.filter((number) => kindIn(graph, number) === "operation").length;
  const least = graph.size > FEW ? Math.min(420, 12_000 / graph.size) : 420;
  const each = Math.max(least, Math.min(MOVES.scalar, 7000 / Math.max(1, made)));
  let t = START;
  const given = { from: t, to: t + 500 };
  t += 900;
  rests.rest(t, "call", "operation");
  const scalars: Interval[] = [];
  for (const number of numbers) {
    const kind = kindIn(graph, number);
    scalars[number] = kind === "input" ? given : { from: t, to: t + 0.7 * each };
    if (kind !== "operation") continue;
    t += each;
    rests.rest(t, "call", "operation");
  }
  return { scalars, end: scalars.reduce((last, { to }) => Math.max(last, to), t + 250) };
}

/** By how much movements are shortened: the more calls, the more. */
function hasteOf(scalars: number, calls: number): number {
  const most = scalars > FEW ? 18 / SHORTEST : MANY;
  const least = SHORTEST * Math.min(1, most / Math.max(1, calls));
  return Math.max(least, Math.min(1, UNHURRIED / Math.max(1, calls)));
}

/** Trees that have calls left make 1, 2, 4, .. of them a beat, or go on one by one where few are left. */
function goOnAlone(made: number, most: number, start: number, rests: Rests): readonly Batch[] {
  const batches: Batch[] = [];
  const areFew = most - made <= FEW_CALLS;
  let t = start;
  for (let [first, size] = [made, 1]; first < most; size *= 2) {
    const count = Math.min(areFew ? 1 : size, most - first);
    const to = t + (areFew ? 1.1 : count <= 2 ? 0.9 : 1) * MOVES.alone;
    batches.push({ from: t, to, first, count });
    rests.rest(to, "call", "operation");
    first += count;
    t = to;
  }
  return batches;
}

function growIn(batch: Batch, { from, to }: { from: Float64Array; to: Float64Array }, haste: number): void {
  const width = (batch.to - batch.from - 150) / batch.count;
  for (let call = batch.first; call < Math.min(batch.first + batch.count, from.length); call++) {
    from[call] = batch.from + (call - batch.first) * width;
    to[call] = Math.min(nth(from, call) + Math.max(width, MOVES.branch * haste), batch.to - 20);
  }
}

/** How many calls of each scalar a whole run makes: as listed, or by the paths of the graph where the run was cut short. */
export function totalOf({ calls, isWhole }: ReplayOrder, { size, outputs, starts, operands }: RunGraph): Float64Array {
  const total = new Float64Array(size);
  if (isWhole) {
    for (const number of calls.number) addAt(total, number, 1);
    return total;
  }
  for (const output of outputs) addAt(total, output, 1);
  for (let number = size - 1; number >= 0; number--)
    for (let edge = nth(starts, number); edge < nth(starts, number + 1); edge++)
      addAt(total, nth(operands, edge), nth(total, number));
  return total;
}

/** By batch, and at the end: by scalar, the calls before it that are not gone. */
export function madeBefore(
  { calls }: ReplayOrder,
  batches: readonly Batch[],
  total: Float64Array,
  gone: Uint8Array,
): readonly Float64Array[] {
  const made: Float64Array[] = [];
  const now = new Float64Array(total.length);
  let call = 0;
  for (const { first } of batches) {
    for (; call < Math.min(first, calls.number.length); call++)
      addAt(now, nth(calls.number, call), 1 - nth(gone, call));
    made.push(now.slice());
  }
  return [...made, total];
}

/** The fold in which the calls of a scalar become one; undefined where it is called once, or nothing is folded. */
export function foldOf({ folds }: Pick<Animation, "folds">, number: number): Fold | undefined {
  return folds.find((fold) => fold.number === number || fold.along.includes(number));
}

/** Groups single-use scalars with their user: both have the same call count. */
function foldedAlong(graph: RunGraph, total: Float64Array): ReadonlyMap<number, readonly number[]> {
  const uses = new Uint32Array(graph.size);
  const user = new Int32Array(graph.size);
  for (const output of graph.outputs) uses[output] = 2;
  for (let number = 0; number < graph.size; number++)
    if (nth(total, number) > 0)
      for (const { node } of operandsIn(graph, number)) {
        addAt(uses, node, 1);
        user[node] = number;
      }
  const along = new Map<number, number[]>();
  const own = Int32Array.from(user, (_, number) => number);
  for (let number = graph.size - 1; number >= 0; number--) {
    if (nth(total, number) < 2) continue;
    if (uses[number] === 1) own[number] = nth(own, nth(user, number));
    const with_ = along.get(nth(own, number));
    if (with_ === undefined) along.set(nth(own, number), []);
    else with_.push(number);
  }
  return along;
}

/** Scalar by scalar against the order of evaluation: when its calls are folded, all above it were. */
function foldsOf({ total }: TreeColumn, graph: RunGraph, start: number, rests: Rests): readonly Fold[] {
  const byScalar = foldedAlong(graph, total);
  const numbers = [...byScalar.keys()];
  // many folds take no longer than some seconds together
  const ms = numbers.length <= 5 ? MOVES.fold : Math.min(MOVES.quickFold, ALL_FOLDS / numbers.length);
  let t = start + 1300;
  rests.rest(t, "operation");
  return numbers.map((number) => {
    const slide = { from: t + 0.34 * ms, to: t + 0.72 * ms };
    const fold = { number, along: present(byScalar.get(number)), from: t, to: t + ms, slide };
    t += ms;
    rests.rest(t, "call", "operation");
    rests.show(slide.from);
    return fold;
  });
}
