// A layout in one column: nodes one below the other in their order, edges on tracks beside them. It stays large where a graph is a
// long chain with edges that go far, which layers and rows would make small, or a tangle.
import { nth } from "../base/nth.ts";
import type { LayoutGraph, LayoutNode, Placed, Point } from "./layout.ts";
import { meetingOf, reachesOf, sidesOf } from "./tracks.ts";

/** Longer columns are looked at in parts, whatever the room. */
const MOST_NODES = 48;
/** Between two nodes at least, and how far their middles are apart at most, of how high they are. */
const GAP = 3;
const FURTHEST = 1.9;
/** How far tracks are apart, and how far the first one is from the nodes. */
const PITCH = 12;
const FIRST = 26;
/** The room of the head of an edge, and of the line on both sides of a label. */
const HEAD = 14;
const LINE = 16;
/** Where edges meet a node: that far from its middle, of its height. */
const ASIDE = 0.2;
/** The rounding where an edge leaves its user. */
const CORNER = 14;

/** A column that fits a room: how large it is there, and its places. */
export interface Column {
  readonly scale: number;
  place(): Placed;
}

/** A node that can be in a column: its height there, and the width of the texts beside it. */
export interface ColumnNode extends LayoutNode {
  readonly inColumn: { readonly height: number; readonly beside: number };
}

function canStand(node: LayoutNode): node is ColumnNode {
  return node.inColumn !== undefined;
}

/** The column of a graph in a room without its margins, no larger than `largest`; undefined where some node cannot stand in one. */
export function columnIn(
  { nodes, edges }: LayoutGraph,
  room: { readonly width: number; readonly height: number },
  largest: number,
): Column | undefined {
  if (nodes.length > MOST_NODES || !nodes.every(canStand) || edges.some(({ from, to }) => from >= to)) return undefined;
  const isNear = () => false;
  const isRight = sidesOf(edges, isNear);
  const isMet = meetingOf(edges, isRight);
  const wide = (edge: number): number => nth(edges, edge).label ?? 0;
  const needs = (edge: number): number =>
    Math.max(FIRST, wide(edge) + LINE + (nth(isMet, edge) || !nth(isRight, edge) ? HEAD : 0));
  const reaches = reachesOf(edges, isRight, { pitch: PITCH, needs, isDistant: isNear });
  const reach = (right: boolean): number =>
    reaches.reduce((most, one, edge) => (isRight[edge] === right ? Math.max(most, one) : most), 0);
  const height = nodes.reduce((most, node) => Math.max(most, node.inColumn.height), 0);
  const ends = nodes.map(({ width, inColumn }) => width + inColumn.beside);
  const lane = ends.reduce((most, end) => Math.max(most, end), 0);
  const width = reach(false) + lane + reach(true);
  const scale = Math.min(largest, room.width / width, room.height / (nodes.length * (height + GAP)));
  const place = (): Placed => {
    const pitch = Math.max(height + GAP, Math.min(height * FURTHEST, room.height / scale / nodes.length));
    const tracks = reaches.map((one, edge) => (isRight[edge] ? lane + one : -one));
    const y = Float64Array.from(nodes, (_, node) => (node + 0.5) * pitch);
    const bends = edges.map(({ from, to }, edge): readonly Point[] => {
      const [y1, y2] = [nth(y, from) + height * ASIDE, nth(y, to) - height * ASIDE];
      const [base, track] = [isRight[edge] ? lane : 0, nth(tracks, edge)];
      const above = Math.max((y1 + y2) / 2, y2 - 2 * CORNER);
      const way: readonly Point[] = [
        [base, y1],
        [track, y1],
        [track, above],
        [track, y2],
        [base + (track - base) * 0.5, y2],
        [base, y2],
      ];
      // on the left edges begin and end there already
      return isRight[edge] ? way : way.slice(1, -1);
    });
    const beside = edges.map(({ to }, edge) => {
      const head = nth(isMet, edge) || !nth(isRight, edge) ? HEAD : 0;
      // from the node itself, past what stands beside it
      return {
        isRight: nth(isRight, edge),
        label: (isRight[edge] ? lane - nth(nodes, to).width : 0) + head + (LINE + wide(edge)) / 2,
      };
    });
    const x = Float64Array.from(nodes, (node) => node.width / 2);
    return { x, y, bends, isDownward: true, column: { height, beside } };
  };
  return { scale, place };
}
