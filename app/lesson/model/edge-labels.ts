// The edges of a graph in a lesson, and where their partials stand: along the edge, on no node and on no other label.
import { nth } from "../../../engine/base/nth.ts";
import type { Glimpse, GlimpseEdge, GlimpseNode } from "../../../engine/lessons/glimpse.ts";
import { fitted } from "./glimpse-text.ts";

/** A place in the drawing, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An edge as an SVG path, and its label; undefined where there is no room for one. */
export interface DrawnEdge {
  readonly path: string;
  readonly label: (Point & { readonly text: string }) | undefined;
}

/** How high the box of a node is. */
export const NODE_HEIGHT = 58;
/** Pixels between two edges that join the same nodes. */
const APART = 26;
/** Of a label in code of 11 px: its height, and the width of a letter. */
const LABEL_HEIGHT = 13;
const LETTER = 6.7;
/** How far along an edge its label may stand, the best place first. */
const PARTS = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The edges of a glimpse, in its order; masked and unreached labels are `?`. */
export function drawnEdges({ nodes, edges }: Glimpse, isMasked: boolean): readonly DrawnEdge[] {
  const taken = nodes.map(boxOfNode);
  return edges.map((edge): DrawnEdge => {
    const points = pointsOf(edge, nth(nodes, edge.from), nth(nodes, edge.to), apartOf(edges, edge));
    const texts = textsOf(edge, isMasked);
    const label = placed(points, texts, taken);
    if (label !== undefined) taken.push(boxOfLabel(label, label.text));
    return { path: curveThrough(points), label };
  });
}

/** The partial as formula and number; and shorter, where there is no room for that. */
function textsOf({ formula, partial }: GlimpseEdge, isMasked: boolean): readonly string[] {
  const number = partial === undefined ? (isMasked ? "?" : "") : fitted(partial);
  if (formula === undefined || Number.isFinite(Number(formula))) return number === "" ? [] : [number];
  return number === "" ? [formula] : [`${formula} = ${number}`, number];
}

/** The first place at which the longest text lies on nothing, else a shorter one; else the first place of all. */
function placed(points: readonly Point[], texts: readonly string[], taken: readonly Box[]): DrawnEdge["label"] {
  for (const text of texts)
    for (const part of PARTS) {
      const { x, y } = pointAt(points, part);
      const label = { x, y: y - 5, text };
      const box = boxOfLabel(label, text);
      if (!taken.some((other) => overlap(box, other))) return label;
    }
  const text = texts.at(-1);
  if (text === undefined) return undefined;
  const { x, y } = pointAt(points, nth(PARTS, 0));
  return { x, y: y - 5, text };
}

function boxOfNode({ x, y, width }: GlimpseNode): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - NODE_HEIGHT / 2, bottom: y + NODE_HEIGHT / 2 };
}

/** The box of a text whose baseline has its middle at a point. */
export function boxOfLabel({ x, y }: Point, text: string): Box {
  const half = (text.length * LETTER) / 2 + 2;
  return { left: x - half, right: x + half, top: y - LABEL_HEIGHT + 2, bottom: y + 3 };
}

/** Whether two boxes share an area. */
export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Where an edge stands among those that join the same nodes: −½ and ½ for two. */
function apartOf(edges: readonly GlimpseEdge[], edge: GlimpseEdge): number {
  const alike = edges.filter(({ from, to }) => from === edge.from && to === edge.to);
  return alike.indexOf(edge) - (alike.length - 1) / 2;
}

function pointsOf(edge: GlimpseEdge, from: GlimpseNode, to: GlimpseNode, apart: number): readonly Point[] {
  const start = { x: from.x + from.width / 2, y: from.y };
  const end = { x: to.x - to.width / 2 - 2, y: to.y };
  const between =
    edge.bends.length > 0 || apart === 0 ? edge.bends : [{ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }];
  return [start, ...between.map(({ x, y }) => ({ x, y: y + APART * apart })), end];
}

/** A line through points that leaves and arrives level. */
function curveThrough(points: readonly Point[]): string {
  const parts = [`M${nth(points, 0).x} ${nth(points, 0).y}`];
  for (const [index, { x, y }] of points.slice(1).entries()) {
    const before = nth(points, index);
    const half = (x - before.x) / 2;
    parts.push(`C${before.x + half} ${before.y} ${x - half} ${y} ${x} ${y}`);
  }
  return parts.join("");
}

/** A point of that line, some part of the way along. */
function pointAt(points: readonly Point[], part: number): Point {
  const legs = points.length - 1;
  const leg = Math.min(legs - 1, Math.floor(part * legs));
  const [a, b] = [nth(points, leg), nth(points, leg + 1)];
  const u = part * legs - leg;
  const half = (b.x - a.x) / 2;
  const [p, q] = [
    { x: a.x + half, y: a.y },
    { x: b.x - half, y: b.y },
  ];
  const at = (one: (point: Point) => number): number =>
    (1 - u) ** 3 * one(a) + 3 * (1 - u) ** 2 * u * one(p) + 3 * (1 - u) * u ** 2 * one(q) + u ** 3 * one(b);
  return { x: at(({ x }) => x), y: at(({ y }) => y) };
}
