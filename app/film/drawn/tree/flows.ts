// The edges of a silhouette: as many calls along each edge of the graph as its user has.

import { addAt, nth } from "../../../../engine/base/nth.ts";
import { edgesBetween, userOf } from "../../../../engine/graphs/run-graph.ts";
import { between, type Curve, movedWay } from "../../../picture/motion.ts";
import type { Path } from "../../../picture/path.ts";
import type { Part, PathShape } from "../../../picture/shape.ts";
import { branch, type PillEnd, straightWay } from "../../model/folding.ts";
import { BORDER } from "../../model/paper.ts";
import type { TreeMoment } from "../moment.ts";
import { callHeight, pillFor, withinPlace } from "../pill.ts";
import { ENDS } from "./rows.ts";
import { attached, type GraphMorph, visibleIn } from "./to-graph.ts";

/** Lines and areas, in pixels, and how visible they are. */
const LINE = { width: 1.4, opacity: 0.7 };
const AREA = { outline: 0.6, opacity: 0.24 };
/** Fewer calls than this along an edge are one line. */
const SINGLE = 1.5;
/** How far an edge of calls that become one bends at its ends and between them, in letters. */
const BOW = { end: 0.6, handle: 1.4 };

/** The calls of a scalar in a silhouette. */
export interface Bar {
  readonly number: number;
  /** Its calls: as many as are drawn, also as a whole number, as are made by now, and as will be with all edges. */
  readonly count: number;
  readonly counted: number;
  readonly begun: number;
  readonly all: number;
  readonly u: number;
  readonly w: number;
  /** Whether it is a pill: it has one call, or its calls are one by now. */
  readonly isPill: boolean;
  /** The text of its pill once all its calls are one, and the room for it. */
  readonly told: readonly Part[];
  readonly pill: number;
}

/** How flows are drawn: how far there are any, and whether the tree takes the shape of the graph. */
interface Flows {
  readonly outgrown: number;
  readonly morph: GraphMorph | undefined;
}

/** Along every edge as many calls go as its user has: from all of the user's bar to a part of the operand's. */
export function drawFlows(moment: TreeMoment, bars: readonly Bar[], { outgrown, morph }: Flows): void {
  const { film, picture, y, isPassing, paper, place } = moment;
  const { graph } = film;
  const h = callHeight(paper);
  const taken = new Float64Array(bars.length);
  // a call that several have become is called along all edges that they were
  const asked = new Float64Array(bars.length);
  for (const [edge, operand] of graph.operands.entries()) addAt(asked, operand, nth(bars, userOf(graph, edge)).count);
  const line = (edge: number, at: Pick<PathShape, "path" | "dy">, visible = 1): void =>
    picture.path("edge", `flow${place.id}${edge}`, {
      ...at,
      fill: "none",
      stroke: "bp",
      width: LINE.width,
      opacity: LINE.opacity * outgrown * visible,
    });
  const halfOf = ({ isPill, told, pill, w }: Bar): number => (isPill ? pillFor(paper, told, pill + ENDS).w : w) / 2;
  const boxOf = (number: number, { told, pill }: Bar, { x }: GraphMorph): PillEnd => {
    const { w } = pillFor(paper, told, pill + ENDS);
    return { x: withinPlace(place, x(number, place.middle, w), w), y: y(number), half: w / 2 };
  };
  for (let edge = graph.operands.length - 1; edge >= 0; edge--) {
    const [user, operand] = [userOf(graph, edge), nth(graph.operands, edge)];
    const [a, b] = [nth(bars, user), nth(bars, operand)];
    if (a.count === 0 || b.count === 0) continue;
    // as much of the operand's bar as is already called along this edge
    const most = b.u > 0 ? nth(asked, operand) : b.count;
    const share = Math.max(0, Math.min(a.count, most - nth(taken, operand)));
    if (share === 0) continue;
    const scaleB = b.w / most;
    const left = place.middle - b.w / 2 + nth(taken, operand) * scaleB;
    const right = left + share * scaleB;
    addAt(taken, operand, share);
    if (!isPassing(operand, user)) continue;
    const [y0, y1] = [y(user) - h / 2, y(operand) + h / 2];
    const dy = (y0 - y1) / 2;
    const [l0, r0] = [place.middle - a.w / 2, place.middle + a.w / 2];
    const folded = Math.max(a.u, b.u);
    const thin = Math.min(a.w, right - left) < 2 * paper.scale;
    // one call is a line, however wide the calls are
    const isSingle = share < SINGLE && a.u === 0 && b.u === 0;
    if (folded >= 1 || morph !== undefined) {
      const twins = edgesBetween(graph, user, operand);
      const twin = twins.indexOf(edge);
      const side = twins.length > 1 ? twin - (twins.length - 1) / 2 : Math.sign((left + right) / 2 - place.middle) / 2;
      const own = wayOf(moment, { user, operand, side, half: [halfOf(a), halfOf(b)], folded });
      const way = morph && attached(paper, morph.curve(edge, own), [boxOf(user, a, morph), boxOf(operand, b, morph)]);
      line(edge, movedWay(way ?? own), visibleIn(paper, operand, user, morph));
      continue;
    }
    if (thin || isSingle) {
      const middle = (left + right) / 2;
      const bow = folded * Math.sign(middle - place.middle) * paper.size;
      const end = between(middle, place.middle + bow * BOW.end, folded);
      const path: Path = [
        ["M", place.middle + bow * BOW.end, 0],
        ["C", place.middle + 2 * bow, -dy, end + BOW.handle * bow, y1 - y0 + dy, end, y1 - y0],
      ];
      line(edge, { path, dy: y0 });
      continue;
    }
    picture.path("edge", `flow${place.id}${edge}`, {
      path: areaPath([l0, r0], [left, right], y1 - y0, dy),
      dy: y0,
      fill: "bp",
      stroke: "bp",
      width: AREA.outline,
      opacity: AREA.opacity * outgrown,
    });
  }
}

/** The outline of a flow from one row up to another, which bends by `dy` at its ends. */
function areaPath(
  [l0, r0]: readonly [left: number, right: number],
  [left, right]: readonly [left: number, right: number],
  up: number,
  dy: number,
): Path {
  return [
    ["M", l0, 0],
    ["C", l0, -dy, left, up + dy, left, up],
    ["H", right],
    ["C", right, up + dy, r0, -dy, r0, 0],
    ["z"],
  ];
}

/** The way along an edge between two rows of which each is, or will be, one call in the middle. */
function wayOf(
  { y, paper, place: { x, middle, right } }: TreeMoment,
  edge: {
    readonly user: number;
    readonly operand: number;
    readonly side: number;
    readonly half: readonly [number, number];
    readonly folded: number;
  },
): Curve {
  const { user, operand, side, half, folded } = edge;
  const { rowHeight, size } = paper;
  const h = callHeight(paper);
  if (folded === 0) return straightWay(middle, middle, y(user) - h / 2, y(operand) + h / 2);
  const blocked = user > operand + 1 ? 1 : 0;
  const ends = [
    { x: middle, y: y(user), half: half[0] },
    { x: middle, y: y(operand), half: half[1] },
  ] as const;
  // all pills stand in one column
  const blockedAt = (at: number): number => (Math.abs(at - middle) < 1 ? blocked : 0);
  return branch(...ends, { h, rowHeight, size, side, least: x + BORDER, most: right - BORDER, blockedAt });
}
