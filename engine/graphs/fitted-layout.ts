// A layered layout for a given room. Where its letters could not be read, layers hold fewer nodes, or go on in the next row, like a
// text, or all nodes stand in one column, whatever makes them largest.
import { addAt, lastOf, nth, present } from "../base/nth.ts";
import { columnIn } from "./column-layout.ts";
import {
  across,
  BETWEEN_LAYERS,
  type LayoutGraph,
  layered,
  type Placed,
  type Point,
  type Sorted,
  sorted,
  widthOf,
} from "./layout.ts";

/** The room for a picture, in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Larger graphs are looked at in parts, whatever the room. */
const MOST_NODES = 160;
/** Nodes of a layer that are tried where there are more. */
const FEWER = [10, 7, 5, 4, 3] as const;
const MOST_ROWS = 6;
/** Lines that go on from a row to the next: where there are more, they would be a tangle. */
const MOST_CROSSING = 4;
/** Up to so many edges that go on a column is no plainer. */
const MOST_PLAIN = 2;
/** How much larger the letters have to be for a picture that is less plain. */
const WORTH = 1.2;
/** Layers one below the other are plainer than rows that go on: they may be smaller by this. */
const PLAINER = 0.75;
/** Above this nothing is gained. */
const LARGEST = 1;
/** Letters of ten pixels. Where a layout has larger ones, none is tried that is less plain. */
const READABLE = 0.72;
/** In a wider room, in pixels, both grow with its width: a projector is looked at from afar. */
const WIDE = 1100;

const largestIn = ({ width }: Room): number => LARGEST * Math.max(1, width / WIDE);
const readableIn = ({ width }: Room): number => READABLE * Math.max(1, width / WIDE);
/** A smaller picture is seen in parts. */
const SMALLEST = 0.4;
/** The room around a picture, and below a node where its cotangent hangs. */
const MARGIN = 36;
const FLAG = 28;
/** The room of a flag that hangs beside a node. */
const BESIDE_FLAG = 30;
/** Between two rows, for each edge that goes on, and beside them. */
const BETWEEN_ROWS = 56;
const LANE = 10;
const BESIDE = 30;
/** How near layers may stand where that makes the picture fit, nearer still where its letters have less than eleven pixels, and how far apart where it is high. */
const NEAREST = 64;
const TIGHTEST = 52;
const LEGIBLE = 0.8;
const FURTHEST = 200;
/** How much a flat picture is stretched at most, and how much of the height it may fill then. */
const MOST_STRETCH = 2.2;
const FILLED = 0.85;

interface Rows {
  /** The first layer of each row, and the end. */
  readonly starts: readonly number[];
  readonly crossing: readonly number[];
}

interface Candidate extends Rows {
  readonly found: Sorted;
  readonly scale: number;
}

/**
 * Lays a graph out in steps, so that it is as large as may be in a room; yields now and then. One that cannot be read as a whole is
 * plain, and looked at in parts.
 */
export function* fitted(graph: LayoutGraph, room: Room): Generator<void, Placed, unknown> {
  if (graph.nodes.length > MOST_NODES || room.width < 2 * MARGIN || room.height < 2 * MARGIN)
    return yield* layered(graph);
  const plain = yield* sorted(graph);
  let best = bestRows(plain, room);
  const most = Math.max(...plain.layers.map((members) => members.length));
  for (const fewer of FEWER) {
    if (fewer >= most || best.scale >= readableIn(room)) continue;
    const candidate = bestRows(yield* sorted(graph, fewer), room);
    if (candidate.scale > best.scale * WORTH) best = candidate;
  }
  const one = { starts: [0, plain.layers.length], crossing: [] };
  const inside = { width: room.width - 2 * MARGIN, height: room.height - 2 * MARGIN };
  const column = columnIn(graph, inside, largestIn(room));
  const hasRows = best.starts.length > 2;
  if (room.height > room.width && (hasRows || best.scale < readableIn(room))) {
    const down = yield* downward(graph, room);
    // one layer below the other is plainer than rows that go on
    if (down.scale >= SMALLEST && down.scale > best.scale * (hasRows ? PLAINER : WORTH))
      return (column !== undefined && column.scale > down.scale * WORTH ? column : down).place();
  }
  // edges that go on from row to row are harder to follow than those beside a column
  const isTangled = mostGoingOn(best) > MOST_PLAIN;
  const isSmall = best.scale < readableIn(room);
  if (column !== undefined && (isSmall || isTangled) && column.scale > best.scale * (isTangled ? PLAINER : WORTH))
    return column.place();
  if (best.scale < SMALLEST) best = { found: plain, ...one, scale: scaleOf(plain, one, room) };
  return placed(best, room, graph.nodes.length);
}

/** Layers one below the other: the picture of a room that is turned, turned back. A flag hangs beside its node there. */
function* downward(graph: LayoutGraph, room: Room): Generator<void, { readonly scale: number; place(): Placed }> {
  const turned = {
    ...graph,
    nodes: graph.nodes.map(({ width, height }) => ({ width: height, height: width + BESIDE_FLAG })),
  };
  const found = yield* sorted(turned);
  const across = { width: room.height, height: room.width };
  const one = { starts: [0, found.layers.length], crossing: [] };
  const candidate = { found, ...one, scale: scaleOf(found, one, across) };
  return {
    scale: candidate.scale,
    place: () => {
      const { x, y, bends } = placed(candidate, across, graph.nodes.length);
      return { x: y, y: x, bends: bends.map((way) => way.map(([a, b]): Point => [b, a])), isDownward: true };
    },
  };
}

/** A sorted graph in as many rows as make it largest. */
function bestRows(found: Sorted, room: Room): Candidate {
  const { layers } = found;
  const crossing = crossingOf(found);
  const one = { starts: [0, layers.length], crossing };
  let best: Candidate = { found, ...one, scale: scaleOf(found, one, room) };
  for (let count = 2; count <= MOST_ROWS && best.scale < readableIn(room); count++) {
    const rows = { starts: inRows(found, count), crossing };
    const isTangled = rows.starts.slice(1, -1).some((start) => nth(crossing, start) > MOST_CROSSING);
    if (isTangled || rows.starts.length !== count + 1) continue;
    const scale = scaleOf(found, rows, room);
    if (scale > best.scale * WORTH) best = { found, ...rows, scale };
  }
  return best;
}

/**
 * By edge, the line that carries it from row to row: all edges from one operand are one line there, except those that lead to
 * one use.
 */
function linesOf({ ways }: Sorted): readonly string[] {
  const seen = new Map<string, number>();
  return ways.map((way) => {
    const ends = `${way[0]} ${way.at(-1)}`;
    const turn = seen.get(ends) ?? 0;
    seen.set(ends, turn + 1);
    return `${way[0]} ${turn}`;
  });
}

/** By layer, how many lines come from the layer before. */
function crossingOf(found: Sorted): readonly number[] {
  const { layers, ways } = found;
  const layer = new Map(layers.flatMap((members, at) => members.map((node) => [node, at] as const)));
  const crossing = layers.map(() => new Set<string>());
  const lines = linesOf(found);
  ways.forEach((way, edge) => {
    for (const node of way.slice(1)) nth(crossing, present(layer.get(node))).add(nth(lines, edge));
  });
  return crossing.map(({ size }) => size);
}

/** The most edges that go on from one row to the next. */
function mostGoingOn({ found: { layers, ways }, starts }: Candidate): number {
  const layer = new Map(layers.flatMap((members, at) => members.map((node) => [node, at] as const)));
  const inner = starts.slice(1, -1);
  return inner.reduce((most, start) => {
    const count = ways.filter(
      (way) => present(layer.get(nth(way, 0))) < start && present(layer.get(lastOf(way))) >= start,
    ).length;
    return Math.max(most, count);
  }, 0);
}

/** The layers in some rows of about the same width. */
function inRows({ layers, nodes }: Sorted, count: number): readonly number[] {
  const widths = layers.map((members) => widthOf(members, nodes) + BETWEEN_LAYERS);
  const filled = (limit: number): number[] => {
    const starts = [0];
    let width = 0;
    widths.forEach((one, at) => {
      if (width > 0 && width + one > limit) {
        starts.push(at);
        width = 0;
      }
      width += one;
    });
    return [...starts, layers.length];
  };
  const total = widths.reduce((sum, one) => sum + one, 0);
  let [low, high] = [total / count, total];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (filled(middle).length <= count + 1) high = middle;
    else low = middle;
  }
  return filled(high);
}

function rowWidth({ layers, nodes }: Sorted, from: number, to: number, between: number): number {
  return layers.slice(from, to).reduce((sum, members) => sum + widthOf(members, nodes) + between, -between);
}

/** From the top of the highest node of a row to the bottom of the lowest one's flag. */
function rowSpan({ layers, nodes, y }: Sorted, from: number, to: number): readonly [top: number, bottom: number] {
  let [top, bottom] = [Infinity, -Infinity];
  for (const node of layers.slice(from, to).flat()) {
    top = Math.min(top, nth(y, node) - nth(nodes, node).height / 2);
    bottom = Math.max(bottom, nth(y, node) + nth(nodes, node).height / 2 + FLAG);
  }
  return [top, bottom];
}

function rowHeight(found: Sorted, from: number, to: number): number {
  const [top, bottom] = rowSpan(found, from, to);
  return bottom - top;
}

function scaleOf(found: Sorted, { starts, crossing }: Rows, room: Room): number {
  let [width, height] = [0, 0];
  for (let row = 1; row < starts.length; row++) {
    const [from, to] = [nth(starts, row - 1), nth(starts, row)];
    // layers of one row may stand nearer
    width = Math.max(width, rowWidth(found, from, to, starts.length === 2 ? NEAREST : BETWEEN_LAYERS));
    height += rowHeight(found, from, to) + (row > 1 ? gapBefore(nth(crossing, from)) : 0);
  }
  if (starts.length > 2) width += 2 * BESIDE;
  return Math.min(largestIn(room), (room.width - 2 * MARGIN) / width, (room.height - 2 * MARGIN) / height);
}

/** Between a row and the one before. */
function gapBefore(crossing: number): number {
  return BETWEEN_ROWS + LANE * crossing;
}

/** The places of what was found: row below row, and layers as far apart as the room allows. */
function placed({ found, starts, crossing, scale }: Candidate, room: Room, count: number): Placed {
  const { layers, nodes, ways } = found;
  const rows = starts.slice(1).map((to, row) => ({ from: nth(starts, row), to }));
  const longest = Math.max(...rows.map(({ from, to }) => to - from));
  const widest = Math.max(...rows.map(({ from, to }) => rowWidth(found, from, to, 0)));
  const height = rows.reduce((sum, { from, to }) => sum + rowHeight(found, from, to), 0);
  // as large as it can be by its height, its ways take what is left of the width
  const largest = Math.min(largestIn(room), Math.max(SMALLEST, (room.height - 2 * MARGIN) / height));
  const freeAt = (size: number): number => ((room.width - 2 * MARGIN) / size - widest) / (longest - 1);
  const nearest = Math.max(TIGHTEST, Math.min(NEAREST, freeAt(LEGIBLE)));
  const between =
    scale < largestIn(room) && rows.length === 1 && longest > 1
      ? Math.max(nearest, Math.min(FURTHEST, freeAt(largest)))
      : BETWEEN_LAYERS;
  const x = new Float64Array(nodes.length);
  const y = new Float64Array(nodes.length);
  const rowOf = new Int32Array(nodes.length);
  const gaps: number[] = [];
  const stretch = rows.length === 1 ? stretched(rowWidth(found, 0, layers.length, between), height, room) : 1;
  let below = 0;
  rows.forEach(({ from, to }, row) => {
    const members = layers.slice(from, to);
    const places = across(members, nodes, rows.length === 1 ? gapsOf(found, between) : members.map(() => between));
    const [top, bottom] = rowSpan(found, from, to);
    if (row > 0) {
      gaps[row] = below + BETWEEN_ROWS / 2;
      below += gapBefore(nth(crossing, from));
    }
    for (const node of members.flat()) {
      x[node] = nth(places, node);
      y[node] = (nth(found.y, node) - top) * stretch + below;
      rowOf[node] = row;
    }
    below += bottom - top;
  });
  const right = Math.max(...rows.map(({ from, to }) => rowWidth(found, from, to, between)));
  const taken: Map<string, number>[] = rows.map(() => new Map<string, number>());
  const lines = linesOf(found);
  const bends = ways.map((way, edge) =>
    way.slice(1).flatMap((node, index): readonly Point[] => {
      const before = nth(way, index);
      const own: readonly Point[] = index + 2 < way.length ? [[nth(x, node), nth(y, node)]] : [];
      const row = nth(rowOf, node);
      if (row === rowOf[before]) return own;
      const lane = nth(taken, row).get(nth(lines, edge)) ?? nth(taken, row).size;
      nth(taken, row).set(nth(lines, edge), lane);
      return [
        ...aroundRow([nth(x, before), nth(y, before)], [nth(x, node), nth(y, node)], right, nth(gaps, row), lane),
        ...own,
      ];
    }),
  );
  return { x: x.subarray(0, count), y: y.subarray(0, count), bends, isDownward: false };
}

/** How much further apart the nodes of a layer stand where the width alone limits a picture: so its edges have slopes, and its labels room. */
function stretched(width: number, height: number, room: Room): number {
  const scale = Math.min(largestIn(room), (room.width - 2 * MARGIN) / width);
  return Math.max(1, Math.min(MOST_STRETCH, (FILLED * (room.height - 2 * MARGIN)) / scale / height));
}

/** The room before each layer, so much in the mean: more where more edges come from the layer before. */
function gapsOf({ layers, ways }: Sorted, mean: number): readonly number[] {
  const layer = new Map(layers.flatMap((members, at) => members.map((node) => [node, at] as const)));
  const counts = layers.map(() => 0);
  for (const way of ways) for (const node of way.slice(1)) addAt(counts, present(layer.get(node)), 1);
  // edges of a bundle are distinguished by their slopes: twice as many need less than twice the room
  const weights = counts.map(Math.sqrt);
  const total = weights.reduce((sum, one) => sum + one, 0);
  const nearest = Math.min(NEAREST, mean);
  const free = (mean - nearest) * (layers.length - 1);
  return weights.map((weight) => nearest + (total > 0 ? (free * weight) / total : 0));
}

/** The way from the end of a row to the beginning of the next, through the gap between them. */
function aroundRow([, from]: Point, [, to]: Point, right: number, gap: number, lane: number): readonly Point[] {
  const [end, start, y] = [right + BESIDE + LANE * lane, -BESIDE - LANE * lane, gap + LANE * lane];
  return [
    [end, from],
    [end, y],
    [start, y],
    [start, to],
  ];
}
