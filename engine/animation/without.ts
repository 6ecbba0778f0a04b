// An animation without some edges of the graph: the same movements at the same times, with the numbers that are left. What a cut edge
// brought does not come, and nobody calls what nothing comes to. The sums are made again in the order of the recording, so that they
// are those of a run in which these edges are not there, to the bit.
import { addAt, nth, present } from "../base/nth.ts";
import { type RunGraph, reverseSweep } from "../graphs/run-graph.ts";
import { type Animation, type ColumnAnimation, madeBefore, type TreeColumn } from "./animation.ts";
import type { Calls, ReplayOrder } from "./replay-order.ts";
import type { CallMove, Merge, Piece, WaitingColumn } from "./waiting.ts";

/** A set of edges that are taken out, by their places in the graph. */
export type Cut = ReadonlySet<number>;

/** The animation without the edges of a cut; the animation itself where nothing is cut. */
export function withoutEdges(animation: Animation, cut: Cut): Animation {
  if (cut.size === 0) return animation;
  const graph = graphWithout(animation.graph, cut);
  const columns = animation.columns.map(
    (column): ColumnAnimation =>
      column.tag === "waiting" ? waitingWithout(column, graph, cut) : treeWithout(column, animation, graph, cut),
  );
  return { ...animation, graph, columns };
}

/** The same graph with the cotangents that come without these edges; its edges keep their places. */
export function graphWithout(graph: RunGraph, cut: Cut): RunGraph {
  const starts = new Uint32Array(graph.size + 1);
  const [operands, partials]: [number[], number[]] = [[], []];
  for (let number = 0; number < graph.size; number++) {
    for (let edge = nth(graph.starts, number); edge < nth(graph.starts, number + 1); edge++) {
      if (cut.has(edge)) continue;
      operands.push(nth(graph.operands, edge));
      partials.push(nth(graph.partials, edge));
    }
    starts[number + 1] = operands.length;
  }
  const left = {
    size: graph.size,
    starts,
    operands: Int32Array.from(operands),
    partials: Float64Array.from(partials),
  };
  return { ...graph, ...reverseSweep(left, graph.outputs, graph.seeds) };
}

/** Goes through the calls of a column again: what each takes, sends, and what becomes one. */
function waitingWithout(column: WaitingColumn, graph: RunGraph, cut: Cut): WaitingColumn {
  const { replayOrder } = column;
  const { contributions } = replayOrder;
  const calls: CallMove[] = [];
  const pieces: Piece[] = [];
  const merges: Merge[] = [];
  /** By piece, what it is worth at this place of the run; undefined where it is not there. */
  const worth: (number | undefined)[] = [];
  const called = new Map<number, number>();
  for (let call = -1; call < column.calls.length; call++) {
    const move = column.calls[call];
    if (move !== undefined) calls.push(callWithout(move, pieces, worth, called));
    for (let place = pieces.length; column.pieces[place]?.call === call; place++) {
      const piece = nth(column.pieces, place);
      // what goes along no edge is sent in any case
      const by = piece.edge < 0 ? -1 : nth(contributions.call, place);
      const sender = calls[by];
      const isSent = by < 0 || present(sender).isMade;
      const isCut = cut.has(piece.edge);
      const isSame = sender === undefined || Object.is(sender.cotangent, nth(column.calls, by).cotangent);
      const amount = isSame ? piece.amount : nth(graph.partials, piece.edge) * sender.cotangent;
      const missing = !isSent ? "unsent" : isCut ? "cut" : undefined;
      worth.push(missing === undefined ? amount : undefined);
      const first = missing === undefined ? [{ at: piece.split.from, value: amount }] : [];
      const lostAt = missing === undefined ? piece.lostAt : undefined;
      pieces.push({ ...piece, amount: isSent ? amount : piece.amount, worth: first, lostAt, missing });
    }
    for (let place = merges.length; column.merges[place]?.call === call; place++) {
      const merge = nth(column.merges, place);
      const { keeps, gives, slide } = merge;
      const [before, addend] = [worth[keeps], worth[gives]];
      const isMade = before !== undefined && addend !== undefined;
      const sum = isMade ? before + addend : (before ?? addend);
      worth[keeps] = sum;
      if (sum !== undefined) nth(pieces, keeps).worth.push({ at: slide.to, value: sum });
      merges.push({ ...merge, before: before ?? 0, addend: addend ?? 0, sum: sum ?? 0, isMade });
    }
  }
  const changed: ReplayOrder = {
    ...replayOrder,
    calls: { ...replayOrder.calls, cotangent: Float64Array.from(calls, ({ cotangent }) => cotangent) },
    contributions: { ...contributions, amount: Float64Array.from(pieces, ({ amount }) => amount) },
  };
  return { ...column, replayOrder: changed, calls, pieces, merges, whole: column };
}

/** A call with what still waits for it. */
function callWithout(
  move: CallMove,
  pieces: readonly Piece[],
  worth: readonly (number | undefined)[],
  called: Map<number, number>,
): CallMove {
  const { number, waiting, takes } = move;
  const before = called.get(number) ?? 0;
  if (takes === undefined) {
    called.set(number, before + 1);
    return { ...move, before };
  }
  // a faulty stage overwrites: removing the last contribution restores the previous one
  const come = waiting.slice(0, waiting.indexOf(takes) + 1).filter((place) => worth[place] !== undefined);
  const kept = come.at(-1);
  for (const place of waiting) {
    const next = come[come.indexOf(place) + 1];
    nth(pieces, place).lostAt = come.includes(place) && next !== undefined ? nth(pieces, next).fly.to : undefined;
  }
  const isMade = kept !== undefined;
  if (isMade) called.set(number, before + 1);
  return { ...move, before, takes: kept, isMade, cotangent: isMade ? present(worth[kept]) : 0 };
}

function treeWithout(column: TreeColumn, animation: Animation, graph: RunGraph, cut: Cut): TreeColumn {
  const { replayOrder } = column;
  const { calls, contributions, isWhole } = replayOrder;
  const { gone, cotangent } = callsWithout(replayOrder, animation.graph, graph, cut);
  const total = isWhole ? listed(calls, gone, graph.size) : totalWithout(graph, cut);
  const made = madeBefore(replayOrder, animation.batches, total, gone);
  const amount = contributions.amount.map((before, index) => {
    const call = nth(contributions.made, index);
    return call < 0 ? before : nth(cotangent, call);
  });
  const changed = { ...replayOrder, calls: { ...calls, cotangent }, contributions: { ...contributions, amount } };
  return { ...column, replayOrder: changed, total, made, gone, whole: column };
}

/**
 * The calls that are left after edges are cut. In a tree of calls, a call is as it was or is not made; where each scalar is called
 * once, its call has what is left of its cotangent.
 */
function callsWithout(
  { calls, contributions }: ReplayOrder,
  whole: RunGraph,
  graph: RunGraph,
  cut: Cut,
): { readonly gone: Uint8Array; readonly cotangent: Float64Array } {
  const { number } = calls;
  const gone = new Uint8Array(number.length);
  const cotangent = calls.cotangent.slice();
  if (calls.parent.some((parent) => parent >= 0)) {
    for (const [index, call] of contributions.made.entries())
      if (call >= 0 && (cut.has(nth(contributions.edge, index)) || gone[nth(calls.parent, call)] === 1)) gone[call] = 1;
  } else if (new Set(number).size === number.length) {
    for (const [call, scalar] of number.entries()) {
      gone[call] = 1 - nth(graph.reached, scalar);
      const isSame = Object.is(graph.cotangents[scalar], whole.cotangents[scalar]);
      if (!isSame) cotangent[call] = nth(graph.cotangents, scalar);
    }
  } else {
    const path = pathsOf(calls, graph);
    for (const [call, parent] of path?.parent.entries() ?? [])
      if (parent >= 0 && (cut.has(nth(present(path).edge, call)) || gone[parent] === 1)) gone[call] = 1;
  }
  for (const [call, isGone] of gone.entries()) if (isGone === 1) cotangent[call] = 0;
  return { gone, cotangent };
}

/**
 * The callers of visits that a recording has in the order of a walk, without their makers: first all scalars of the result, then
 * what is below each. Undefined where they are no such walk.
 */
function pathsOf(
  { number }: Calls,
  { starts, operands, outputs }: RunGraph,
): { readonly parent: Int32Array; readonly edge: Int32Array } | undefined {
  const [parent, edge] = [new Int32Array(number.length).fill(-1), new Int32Array(number.length).fill(-1)];
  const roots = outputs.length;
  if (outputs.some((output, at) => number[at] !== output)) return undefined;
  /** Visits that are under way, with the next edge that each goes along. */
  const open: { readonly call: number; next: number }[] = [];
  let root = 0;
  for (let call = roots; call < number.length; call++) {
    for (;;) {
      const top = open.at(-1);
      if (top === undefined) {
        if (root >= roots) return undefined;
        open.push({ call: root, next: nth(starts, nth(outputs, root++)) });
        continue;
      }
      if (top.next >= nth(starts, nth(number, top.call) + 1)) {
        open.pop();
        continue;
      }
      const along = top.next++;
      // what is visited by no event, such as a constant
      if (operands[along] !== number[call]) continue;
      [parent[call], edge[call]] = [top.call, along];
      break;
    }
    open.push({ call, next: nth(starts, nth(number, call)) });
  }
  return { parent, edge };
}

function listed({ number }: Calls, gone: Uint8Array, size: number): Float64Array {
  const total = new Float64Array(size);
  for (const [call, scalar] of number.entries()) addAt(total, scalar, 1 - nth(gone, call));
  return total;
}

function totalWithout({ size, outputs, starts, operands }: RunGraph, cut: Cut): Float64Array {
  const total = new Float64Array(size);
  for (const output of outputs) addAt(total, output, 1);
  for (let number = size - 1; number >= 0; number--)
    for (let edge = nth(starts, number); edge < nth(starts, number + 1); edge++)
      if (!cut.has(edge)) addAt(total, nth(operands, edge), nth(total, number));
  return total;
}
