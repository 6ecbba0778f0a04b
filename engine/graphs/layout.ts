import { addAt, lastOf, nth, present } from "../base/nth.ts";
// A layered layout: a node's layer is the longest way to it, so evaluation goes from left to right; in a layer, nodes stand
// near what they are connected with. The same graph is always laid out the same way.

/** Places are centres of nodes, in CSS pixels. */
export interface Placed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** By edge, the points that it goes through between its ends: one for each layer that it passes. */
  readonly bends: readonly (readonly Point[])[];
  /** Whether layers stand one below the other; they stand from left to right otherwise. */
  readonly isDownward: boolean;
  /** Where all nodes stand in one column (column-layout.ts): how high they are, and by edge its side, and how far from its user its label is. */
  readonly column?: {
    readonly height: number;
    readonly beside: readonly { readonly isRight: boolean; readonly label: number }[];
  };
}

/** By node, its neighbours on one side. */
type Links = readonly (readonly number[])[];

/** A place in a layout, in CSS pixels. */
export type Point = readonly [x: number, y: number];

/** The room that a node needs, in CSS pixels. */
export interface LayoutNode {
  readonly width: number;
  readonly height: number;
  /** How high it is where it stands in a column, and the room for what stands beside it there; without it, it cannot. */
  readonly inColumn?: { readonly height: number; readonly beside: number } | undefined;
}

/** Nodes in the order of evaluation, edges by their places, with the width of their labels where that is known; an edge against the order is drawn, and moves nothing. */
export interface LayoutGraph {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly label?: number | undefined }[];
  /** Room between layers. */
  readonly betweenLayers?: number | undefined;
}

/** Room between layers, where nothing else is asked for. */
export const BETWEEN_LAYERS = 88;
/** Room between nodes of a layer: a flag hangs in it. */
const BETWEEN_NODES = 40;
/** Room between what stands for edges, and the next. */
const BETWEEN_EDGES = 12;
/** Sweeps over the layers. */
const SWEEPS = 8;
/** Further sweeps, in which neighbours of a layer are exchanged, and how often all of a layer are looked at in each; the best sweep is kept. With
 * all parts open, edges of the examples of up to 400 scalars cross 2093 times without exchanges, and 1376 times with them. */
const [EXCHANGING, EXCHANGES] = [8, 4] as const;
/** Nodes and edges that are gone through at a stretch. */
const YIELD_EVERY = 4096;
/** The node of an edge in a layer that it passes; in graphs that need more, edges are straight. */
const PASSING: LayoutNode = { width: 0, height: 16 };
const MOST_PASSING = 4000;

/** Nodes and what stands for passing edges, sorted into layers from left to right, with their places from top to bottom. */
export interface Sorted {
  /** First those that were given, then those that stand for edges. */
  readonly nodes: readonly LayoutNode[];
  readonly layers: readonly (readonly number[])[];
  readonly y: Float64Array;
  /** By edge, the nodes from its operand to its use; one against the order has none. */
  readonly ways: readonly (readonly number[])[];
}

/** Lays a graph out in steps, so that it can be stopped; yields now and then. */
export function* layered(graph: LayoutGraph): Generator<void, Placed, unknown> {
  const { nodes, layers, y, ways } = yield* sorted(graph);
  const between = graph.betweenLayers ?? BETWEEN_LAYERS;
  const x = across(
    layers,
    nodes,
    layers.map(() => between),
  );
  const bends = ways.map((way) => way.slice(1, -1).map((node): Point => [nth(x, node), nth(y, node)]));
  const count = graph.nodes.length;
  return { x: x.subarray(0, count), y: y.subarray(0, count), bends, isDownward: false };
}

/** The layout of a small graph, to the end. */
export function laidOut(graph: LayoutGraph): Placed {
  const steps = layered(graph);
  let next = steps.next();
  while (!next.done) next = steps.next();
  return next.value;
}

/** Sorts a graph into layers, of at most `most` nodes each. */
export function* sorted({ nodes: given, edges }: LayoutGraph, most = Infinity): Generator<void, Sorted, unknown> {
  const order = edges.map((_, index) => index).filter((index) => nth(edges, index).from < nth(edges, index).to);
  order.sort((a, b) => nth(edges, a).to - nth(edges, b).to || a - b);
  const layer = layersOf(
    given.length,
    order.map((index) => nth(edges, index)),
    most,
  );
  yield;
  // an edge that passes layers has a place of its own in each of them
  const nodes: LayoutNode[] = [...given];
  const ways: number[][] = edges.map(() => []);
  const links: { readonly from: number; readonly to: number }[] = [];
  const total = order.reduce(
    (sum, index) => sum + nth(layer, nth(edges, index).to) - nth(layer, nth(edges, index).from) - 1,
    0,
  );
  for (const index of order) {
    const { from, to } = nth(edges, index);
    const places: number[] = [];
    for (let at = nth(layer, from) + 1; total <= MOST_PASSING && at < nth(layer, to); at++) {
      places.push(nodes.length);
      nodes.push(PASSING);
      layer.push(at);
    }
    if (index % YIELD_EVERY === 0) yield;
    const way = [from, ...places, to];
    ways[index] = way;
    for (let step = 1; step < way.length; step++) links.push({ from: nth(way, step - 1), to: nth(way, step) });
  }
  const layers: number[][] = [];
  layer.forEach((at, node) => {
    layers[at] ??= [];
    layers[at].push(node);
  });
  const neighbours = { before: lists(nodes.length), after: lists(nodes.length) };
  for (const { from, to } of links) {
    nth(neighbours.before, to).push(from);
    nth(neighbours.after, from).push(to);
  }
  const y = new Float64Array(nodes.length);
  const there = layers.filter((members) => members !== undefined);
  for (const members of there) spread(members, nodes, y);
  let best: { readonly y: Float64Array; readonly crossings: number } | undefined;
  for (let sweep = 0; sweep < SWEEPS + EXCHANGING; sweep++) {
    const isForward = sweep % 2 === 0;
    const beside = isForward ? neighbours.before : neighbours.after;
    for (const members of isForward ? there : [...there].reverse()) {
      const wanted = new Map(members.map((node) => [node, mean(nth(beside, node), y) ?? nth(y, node)]));
      members.sort((a, b) => present(wanted.get(a)) - present(wanted.get(b)) || a - b);
      if (sweep >= SWEEPS) exchange(members, neighbours, y);
      place(members, wanted, nodes, y);
      yield;
    }
    if (sweep < SWEEPS - 1) continue;
    const crossings = crossingsIn(there, neighbours.after, y);
    if (best === undefined || crossings < best.crossings) best = { y: y.slice(), crossings };
    if (best.crossings === 0) break;
  }
  return { nodes, layers: there, y: present(best).y, ways };
}

/** How many edges between neighbouring layers cross. */
function crossingsIn(layers: readonly (readonly number[])[], after: Links, y: Float64Array): number {
  let count = 0;
  for (const members of layers) {
    // the ends of edges from nodes above, from the top
    const ends: number[] = [];
    for (const node of [...members].sort((a, b) => nth(y, a) - nth(y, b))) {
      const own = nth(after, node).map((other) => nth(y, other));
      for (const end of own) count += ends.length - placeIn(ends, end);
      for (const end of own) ends.splice(placeIn(ends, end), 0, end);
    }
  }
  return count;
}

/** The place behind all numbers of a rising list that are no larger. */
function placeIn(list: readonly number[], one: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nth(list, middle) <= one) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Exchanges neighbours of a layer as long as fewer of their edges cross, to the layers on both sides. */
function exchange(members: number[], { before, after }: Record<"before" | "after", Links>, y: Float64Array): void {
  /** How many edges cross where the first of two nodes stands above the second. */
  const crossings = (a: number, b: number): number => {
    let count = 0;
    for (const beside of [before, after])
      for (const one of nth(beside, a)) for (const other of nth(beside, b)) if (nth(y, one) > nth(y, other)) count++;
    return count;
  };
  for (let pass = 0; pass < EXCHANGES; pass++)
    for (let at = 1; at < members.length; at++) {
      const [a, b] = [nth(members, at - 1), nth(members, at)];
      if (crossings(a, b) > crossings(b, a)) [members[at - 1], members[at]] = [b, a];
    }
}

/** Where the nodes of layers stand from left to right; `gaps` has the room before each layer. */
export function across(
  layers: readonly (readonly number[])[],
  nodes: readonly LayoutNode[],
  gaps: readonly number[],
): Float64Array {
  const x = new Float64Array(nodes.length);
  let left = 0;
  layers.forEach((members, at) => {
    const width = widthOf(members, nodes);
    if (at > 0) left += nth(gaps, at);
    for (const node of members) x[node] = left + width / 2;
    left += width;
  });
  return x;
}

/** The width of the widest node of a layer. */
export function widthOf(members: readonly number[], nodes: readonly LayoutNode[]): number {
  return members.reduce((most, node) => Math.max(most, nth(nodes, node).width), 0);
}

/** By node, its layer: after those of its operands, the first in which there is room. */
function layersOf(size: number, edges: readonly { readonly from: number; readonly to: number }[], most: number) {
  const layer: number[] = new Array<number>(size).fill(0);
  const counts: number[] = [];
  const settle = (node: number): void => {
    while ((counts[nth(layer, node)] ?? 0) >= most) addAt(layer, node, 1);
    counts[nth(layer, node)] = (counts[nth(layer, node)] ?? 0) + 1;
  };
  // by the places of their ends, so that an operand's layer is known before it is used
  let next = 0;
  for (let node = 0; node < size; node++) {
    for (; next < edges.length && nth(edges, next).to === node; next++)
      layer[node] = Math.max(nth(layer, node), nth(layer, nth(edges, next).from) + 1);
    settle(node);
  }
  pullInputs(layer, edges, counts, most);
  return layer;
}

function lists(count: number): number[][] {
  return Array.from({ length: count }, () => []);
}

/** Moves nodes without operands just before their first user, as far as there is room. */
function pullInputs(
  layer: number[],
  edges: readonly { readonly from: number; readonly to: number }[],
  counts: number[],
  most: number,
): void {
  const hasOperands = new Uint8Array(layer.length);
  const first = new Int32Array(layer.length).fill(-1);
  for (const { from, to } of edges) {
    hasOperands[to] = 1;
    if (nth(first, from) < 0 || nth(layer, to) < nth(first, from)) first[from] = nth(layer, to);
  }
  for (let node = 0; node < layer.length; node++) {
    if (hasOperands[node] === 1) continue;
    let at = nth(first, node) - 1;
    while (at > nth(layer, node) && (counts[at] ?? 0) >= most) at--;
    if (at <= nth(layer, node)) continue;
    addAt(counts, nth(layer, node), -1);
    counts[at] = (counts[at] ?? 0) + 1;
    layer[node] = at;
  }
}

function mean(neighbours: readonly number[], y: Float64Array): number | undefined {
  if (neighbours.length === 0) return undefined;
  return neighbours.reduce((sum, node) => sum + nth(y, node), 0) / neighbours.length;
}

/** The height of a node with the room below it. */
function lengthOf(node: LayoutNode): number {
  return node.height + (node === PASSING ? BETWEEN_EDGES : BETWEEN_NODES);
}

/** One under the other, around 0. */
function spread(members: readonly number[], nodes: readonly LayoutNode[], y: Float64Array): void {
  const total = members.reduce((sum, node) => sum + lengthOf(nth(nodes, node)), -BETWEEN_NODES);
  let top = -total / 2;
  for (const node of members) {
    y[node] = top + nth(nodes, node).height / 2;
    top += lengthOf(nth(nodes, node));
  }
}

/** As near to where they want to be as their order and room allow: overlapping runs of nodes share the difference. */
function place(
  members: readonly number[],
  wanted: ReadonlyMap<number, number>,
  nodes: readonly LayoutNode[],
  y: Float64Array,
): void {
  // blocks of pool-adjacent-violators: sum of (desired top − offset in block)
  const runs: { first: number; count: number; sum: number; length: number }[] = [];
  members.forEach((node, index) => {
    const length = lengthOf(nth(nodes, node));
    runs.push({ first: index, count: 1, sum: present(wanted.get(node)) - nth(nodes, node).height / 2, length });
    for (
      let last = lastOf(runs), before = runs.at(-2);
      before !== undefined;
      last = lastOf(runs), before = runs.at(-2)
    ) {
      if (before.sum / before.count + before.length <= last.sum / last.count) break;
      before.sum += last.sum - last.count * before.length;
      before.count += last.count;
      before.length += last.length;
      runs.pop();
    }
  });
  for (const { first, count, sum } of runs) {
    let top = sum / count;
    for (const node of members.slice(first, first + count)) {
      y[node] = top + nth(nodes, node).height / 2;
      top += lengthOf(nth(nodes, node));
    }
  }
}
