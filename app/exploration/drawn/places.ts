// Where the nodes of a data-flow graph stand: each in the row of its scalar, spread over the width so that every edge is an arc of
// its own that no node covers. Lanes are tried node by node, and the best is kept; then the ways of edges that nodes would cover. Many nodes,
// and those in low rows, stand in one column, and edges run beside it (arcs.ts).
import { groupedBy } from "../../../engine/base/grouped-by.ts";
import { lastOf, nth } from "../../../engine/base/nth.ts";
import { type RunGraph, userOf } from "../../../engine/graphs/run-graph.ts";
import { type Curve, type Point, pointOn, type Way } from "../../picture/motion.ts";
import { flagHeight, LETTER } from "../../picture/shape.ts";
import { arcPlaces } from "./arcs.ts";
import { type Box, type Field, flagRoom, flagWidth, type GraphPlaces, isColumn, nodeText } from "./graph-field.ts";
import { FINE, labelsOf } from "./labels.ts";

/** The lanes of small graphs, of half a field. */
const LANES = [-1, -0.5, 0, 0.5, 1] as const;
const SAMPLES = 12;
/** A layout without lanes is chosen if it places this part of all labels more than the one with lanes. */
const MANY_LABELS = 0.2;
/** A field of usual measures: its lanes are taken where they will do, so that nodes keep their sides when the room changes. */
const USUAL: Field = { x: 0, w: 340, rowHeight: 80, size: 14 };
/** How much worse they may be: by some crossings, or labels near flags. */
const SLACK = 80;
/** How far aside an edge may go where a node covers it, in letters. */
const BOWS = [-15, -12, -9, -7, -5, -3, -1.5, 1.5, 3, 5, 7, 9, 12, 15] as const;
/** Width of a flag with its surroundings, as a part of its room. */
const WHOLE_FLAG = 1.2;
/** How far from its ends the handles of an edge are, of its height. */
const PARTS = [0.42, 0.25, 0.1, 0.65] as const;

/** The places of a graph; those of a run at another input, `like`, are kept as far as possible, so that changes can be compared. */
export function graphPlaces(graph: RunGraph, field: Field, like: RunGraph = graph): GraphPlaces {
  // of a large graph a window is shown, whose edges come from out of sight
  if (isColumn(graph, field)) return arcPlaces(graph, field);
  const plan = new Plan(graph, field);
  const usual = new Plan(like, USUAL).tried();
  const own = like === graph ? plan.tried() : new Plan(like, field).tried();
  const found = [...(plan.isAsGood(usual, own) ? [usual] : []), own].map((lanes) => plan.places(lanes));
  const places = found.find((one) => plan.isClear(one)) ?? (like === graph ? lastOf(found) : plan.places(plan.tried()));
  const beside = arcPlaces(graph, field);
  // where every layout covers an edge or many labels, all edges run beside the nodes
  const isBetter = lacking(places) > lacking(beside) + graph.operands.length * MANY_LABELS;
  return plan.isClear(places) && !isBetter ? places : beside;
}

/** How many edges have no label. */
function lacking({ labels }: GraphPlaces): number {
  return labels.filter((label) => label === undefined).length;
}

class Plan {
  private readonly graph: RunGraph;
  private readonly field: Field;
  private readonly width: Float64Array;
  private readonly height: number;
  private readonly flag: number;
  private readonly flags: readonly number[];
  private readonly half: number;
  private readonly middle: number;
  /** By edge, the node that it leads to, and its place among the edges between the same two nodes. */
  private readonly users: readonly number[];
  private readonly twins: readonly { readonly place: number; readonly of: number }[];

  constructor(graph: RunGraph, field: Field) {
    this.graph = graph;
    this.field = field;
    const { size } = field;
    const nodes = [...graph.kinds.keys()];
    this.height = Math.min(size * 1.9, field.rowHeight * 0.56);
    this.width = Float64Array.from(nodes, (node) =>
      Math.max(size * 3.4, (nodeText(graph, node).length + 1.8) * size * LETTER),
    );
    this.flag = flagRoom(graph, field);
    this.flags = nodes.map((node) => flagWidth(graph, node, field));
    this.half = Math.max(0, (field.w - Math.max(...this.width) - 2 * this.flag - 16) / 2 + this.flag * 0.35);
    this.middle = field.x + field.w / 2 - this.flag * 0.25;
    this.users = Array.from(graph.operands, (_, edge) => userOf(graph, edge));
    const between = groupedBy(graph.operands.keys(), (edge) => `${graph.operands[edge]} ${this.users[edge]}`);
    const twins: { place: number; of: number }[] = [];
    for (const edges of between.values())
      for (const [place, edge] of edges.entries()) twins[edge] = { place, of: edges.length };
    this.twins = twins;
  }

  /** A lane for each node, by trying. */
  tried(): readonly number[] {
    const { size } = this.graph;
    let best: number[] = Array.from({ length: size }, () => 0);
    let least = this.cost(best);
    for (let pass = 0; pass < 4; pass++) {
      const before = least;
      for (let node = 0; node < size; node++)
        for (const lane of LANES) {
          if (lane === best[node]) continue;
          const tried = best.with(node, lane);
          const cost = this.cost(tried);
          if (cost < least - 1e-9) [best, least] = [tried, cost];
        }
      if (least === before) break;
    }
    return best;
  }

  isAsGood(lanes: readonly number[], best: readonly number[]): boolean {
    return this.cost(lanes) < this.cost(best) + SLACK;
  }

  places(lanes: readonly number[]): GraphPlaces {
    const curves = this.clear(lanes, this.curves(lanes));
    const x = Float64Array.from(lanes, (lane) => this.x(lane));
    const { width, height, flag } = this;
    return { x, width, height, isColumn: false, flag, curves, labels: this.labels(lanes, curves) };
  }

  /** Edges that nodes cover go around them: with another bow, or as an arc from side to side. */
  private clear(lanes: readonly number[], curves: readonly Curve[]): readonly Curve[] {
    // those that stay as they are first: the others keep clear of them
    const isFree = curves.map(
      (curve, edge) => this.covered(lanes, edge, curve) + this.flagged(lanes, edge, curve) === 0,
    );
    const ways = curves.filter((_, edge) => isFree[edge]).map(wayOf);
    return curves.map((curve, edge) => {
      if (isFree[edge]) return curve;
      const others = [
        ...PARTS.flatMap((part) =>
          BOWS.flatMap((first) => BOWS.map((last) => bowed(curve, [first, last], this.field.size, part))),
        ),
        ...this.sideways(lanes, edge),
      ];
      const aside = (one: Curve): number => Math.abs(one[1][0] - curve[1][0]) + Math.abs(one[2][0] - curve[2][0]);
      const cost = (one: Curve, most: number): number => {
        const sure = aside(one) + this.covered(lanes, edge, one) * 100;
        if (sure >= most) return sure;
        return sure + this.flagged(lanes, edge, one) * 40 + along(wayOf(one), ways) * 25;
      };
      let [best, least] = [curve, cost(curve, Number.POSITIVE_INFINITY)];
      // places further aside cost at least that
      for (const one of others.sort((a, b) => aside(a) - aside(b))) {
        if (aside(one) >= least) break;
        const found = cost(one, least);
        if (found < least) [best, least] = [one, found];
      }
      ways.push(wayOf(best));
      return best;
    });
  }

  /** Whether no edge lies on a node, or out of the field. */
  isClear({ x, curves }: GraphPlaces): boolean {
    const lanes = Array.from(x, (middle) => (this.half === 0 ? 0 : (middle - this.middle) / this.half));
    return curves.every((curve, edge) => this.covered(lanes, edge, curve) === 0);
  }

  /** How much of an edge lies on nodes that are not its ends, or out of the field. */
  private covered(lanes: readonly number[], edge: number, curve: Way): number {
    const [from, to] = [nth(this.graph.operands, edge), nth(this.users, edge)];
    const { x: left, w } = this.field;
    let count = 0;
    for (let at = 0; at <= FINE; at++) {
      const [px, py] = pointOn(curve, at / FINE);
      if (px < left + 4 || px > left + w - 4) count++;
      for (let node = from; node <= to; node++) {
        const wide = nth(this.width, node) / 2;
        // at its ends an edge may touch the outline, and no more
        const own = node === from || node === to ? -2 : 3;
        if (
          Math.abs(px - this.x(nth(lanes, node))) < wide + own &&
          Math.abs(py - this.row(node)) < this.height / 2 + own
        )
          count++;
      }
    }
    return count;
  }

  /** How much of an edge lies on flags. */
  private flagged(lanes: readonly number[], edge: number, curve: Curve): number {
    const [from, to] = [nth(this.graph.operands, edge), nth(this.users, edge)];
    const high = flagHeight(this.field.size, this.field.rowHeight) / 2;
    let count = 0;
    for (let at = 2; at <= FINE - 2; at++) {
      const [px, py] = pointOn(curve, at / FINE);
      for (let node = from; node <= to; node++) {
        if (this.graph.reached[node] === 0) continue;
        const left = this.x(nth(lanes, node)) + nth(this.width, node) / 2;
        if (px > left && px < left + nth(this.flags, node) * WHOLE_FLAG && Math.abs(py - this.row(node)) < high)
          count++;
      }
    }
    return count;
  }

  /** Arcs from the left side of the operand to that of its user, of several widths. */
  private sideways(lanes: readonly number[], edge: number): readonly Curve[] {
    const [from, to] = [nth(this.graph.operands, edge), nth(this.users, edge)];
    const [x1, x2] = [from, to].map((node) => this.x(nth(lanes, node)) - nth(this.width, node) / 2) as [number, number];
    const [y1, y2] = [this.row(from), this.row(to)];
    return BOWS.filter((bow) => bow > 0).map((bow): Curve => {
      const handle = Math.min(x1, x2) - bow * this.field.size;
      return [
        [x1, y1],
        [handle, y1],
        [handle, y2],
        [x2, y2],
      ];
    });
  }

  private x(lane: number): number {
    return this.middle + lane * this.half;
  }

  private row(node: number): number {
    return (node + 0.5) * this.field.rowHeight;
  }

  private curves(lanes: readonly number[]): readonly Curve[] {
    const { size } = this.field;
    const { operands } = this.graph;
    return Array.from(operands, (from, edge): Curve => {
      const to = nth(this.users, edge);
      const twin = nth(this.twins, edge);
      const [x1, x2] = [this.x(nth(lanes, from)), this.x(nth(lanes, to))];
      const [y1, y2] = [this.row(from) + this.height / 2, this.row(to) - this.height / 2];
      const [dy, side] = [y2 - y1, twin.place - (twin.of - 1) / 2];
      const narrow = Math.min(nth(this.width, from), nth(this.width, to));
      // several edges between two nodes make a lens; one that passes rows swings around their nodes
      let bow = side * (narrow + size * 2.4);
      if (twin.of === 1 && to - from > 1) {
        const outward = (x1 + x2) / 2 >= this.middle ? 1 : -1;
        bow = outward * size * 1.5 * (Math.abs(x1 - x2) < size * 4 ? 3.2 : 0.6);
      }
      const port = twin.of > 1 ? side * narrow * 0.62 : 0;
      const [a, b] = twin.of > 1 ? [port, port] : [this.port(edge, from, lanes), this.port(edge, to, lanes)];
      return [
        [x1 + a, y1],
        [x1 + bow, y1 + dy * 0.42],
        [x2 + bow, y2 - dy * 0.42],
        [x2 + b, y2],
      ];
    });
  }

  /** Where an edge meets a node: those on one side beside each other, in the order of where they lead. */
  private port(edge: number, node: number, lanes: readonly number[]): number {
    const { operands } = this.graph;
    const isUser = this.users[edge] === node;
    const mine: number[] = [];
    for (const [other, operand] of operands.entries())
      if ((isUser ? this.users[other] : operand) === node) mine.push(other);
    const lead = (other: number): number => {
      const far = isUser ? nth(operands, other) : nth(this.users, other);
      const swing = Math.abs(far - node) > 1 ? (nth(lanes, far) + nth(lanes, node) >= 0 ? 0.3 : -0.3) : 0;
      return nth(lanes, far) - nth(lanes, node) + swing + 0.01 * other;
    };
    mine.sort((a, b) => lead(a) - lead(b));
    const room = Math.min(this.field.size * 0.95, (nth(this.width, node) * 0.8) / Math.max(1, mine.length));
    return (mine.indexOf(edge) - (mine.length - 1) / 2) * room;
  }

  /** The less, the better: crossings, edges through nodes, labels on nodes, edges that leave the field. */
  private cost(lanes: readonly number[]): number {
    const { field, graph } = this;
    const curves = this.curves(lanes);
    const points = curves.map((curve) => Array.from({ length: SAMPLES + 1 }, (_, i) => pointOn(curve, i / SAMPLES)));
    let cost = 0;
    for (const [edge, path] of points.entries()) {
      const [from, to] = [nth(graph.operands, edge), nth(this.users, edge)];
      for (let node = from; node <= to; node++) {
        const left = this.x(nth(lanes, node)) - nth(this.width, node) / 2;
        const right = left + nth(this.width, node) + this.flag;
        const y = this.row(node);
        if (node !== from && node !== to)
          for (const [px, py] of path)
            if (px > left - 6 && px < right + 6 && Math.abs(py - y) < this.height / 2 + 5) cost += 6;
        if (nth(this.twins, edge).of > 1) continue;
        const [lx, ly] = nth(path, SAMPLES / 2);
        const reach = field.size * 2.4;
        if (lx + reach > left && lx - reach < right && Math.abs(ly - y) < this.height / 2 + field.size * 0.9)
          cost += 14;
      }
      for (const [px] of path) if (px < field.x + 8 || px > field.x + field.w - 8) cost += 8;
      for (let other = 0; other < edge; other++) cost += this.entangled(path, nth(points, other), edge, other);
      cost += Math.abs(nth(lanes, from) - nth(lanes, to)) * (nth(this.twins, edge).of > 1 ? 5 : 0.5);
    }
    for (const lane of lanes) cost += Math.abs(lane) * 0.3;
    return cost + Math.abs(lanes.reduce((sum, lane) => sum + lane, 0)) * 0.8;
  }

  private entangled(a: readonly Point[], b: readonly Point[], edge: number, other: number): number {
    if (lastOf(a)[1] < nth(b, 0)[1] || lastOf(b)[1] < nth(a, 0)[1]) return 0;
    let cost = 0;
    for (let i = 1; i < SAMPLES - 1; i += 2)
      for (let j = 1; j < SAMPLES - 1; j += 2)
        if (cross(nth(a, i), a[i + 2] ?? nth(a, i + 1), nth(b, j), b[j + 2] ?? nth(b, j + 1))) cost += 30;
    const [u, v] = [nth(a, SAMPLES / 2), nth(b, SAMPLES / 2)];
    // those that run along each other would be read as one
    cost += along(a.slice(2, SAMPLES - 1), [b]) * 5;
    const isShared = this.users[edge] === this.users[other];
    if (Math.hypot(u[0] - v[0], u[1] - v[1]) < this.field.size * 1.6) cost += isShared ? 4 : 8;
    return cost;
  }

  /** Labels on their edges, where no node and no other label is. */
  private labels(lanes: readonly number[], curves: readonly Curve[]): readonly (Point | undefined)[] {
    const { size } = this.field;
    const taken: Box[] = lanes.flatMap((lane, node): readonly Box[] => {
      const x = this.x(lane);
      const y = this.row(node);
      const [w, h] = [nth(this.width, node) / 2 + 2, this.height / 2 + 2];
      // flags may be higher than their nodes
      const high = Math.max(h, flagHeight(size, this.field.rowHeight) / 2);
      return [
        [x - w, y - h, x + w, y + h],
        [x + w, y - high, x + w + Math.max(this.flag, nth(this.flags, node) * WHOLE_FLAG), y + high],
      ];
    });
    const { x, w } = this.field;
    return labelsOf({ graph: this.graph, size, curves, twins: this.twins, taken, sides: [x + 2, x + w - 2] });
  }
}

/** Points on a curve between its ends. */
function wayOf(curve: Curve): readonly Point[] {
  return Array.from({ length: SAMPLES - 3 }, (_, at) => pointOn(curve, (at + 2) / SAMPLES));
}

/** How near, in pixels, two edges would be read as one. */
const NEAR = 9;

/** How much of a way runs along others. */
function along(way: readonly Point[], others: readonly (readonly Point[])[]): number {
  let count = 0;
  for (const [x, y] of way)
    for (const other of others) {
      const index = other.findIndex(([, oy], at) => at > 0 && (nth(other, at - 1)[1] - y) * (oy - y) <= 0);
      if (index < 1) continue;
      const [[ax, ay], [bx, by]] = [nth(other, index - 1), nth(other, index)];
      const part = by === ay ? 0 : (y - ay) / (by - ay);
      if (Math.abs(ax + (bx - ax) * part - x) < NEAR) count++;
    }
  return count;
}

/** A curve whose handles are moved aside, each at a part of its height from its end. */
function bowed([a, b, c, d]: Curve, [first, last]: readonly [number, number], size: number, part: number): Curve {
  const high = d[1] - a[1];
  return [a, [b[0] + first * size, a[1] + high * part], [c[0] + last * size, d[1] - high * part], d];
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
