// The data-flow graph: scalars in their rows, edges with their partials, and the contributions that travel back along them.

import { lastOf, nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { type RunGraph, userOf } from "../../../../engine/graphs/run-graph.ts";
import { kept } from "../../../base/kept.ts";
import { type Box, type GraphPlaces, MOST_ROWS, nodeName, nodeText } from "../../../exploration/drawn/graph-field.ts";
import { hiddenIn } from "../../../exploration/drawn/labels.ts";
import { eased, type Point, pointOn, type Way, wayPath } from "../../../picture/motion.ts";
import { missing, strong } from "../../../picture/parts.ts";
import type { Path } from "../../../picture/path.ts";
import { around, type Part } from "../../../picture/shape.ts";
import { type FilmColumn, factorsOf } from "../../../playback/model/film.ts";
import { isFar, overviewWidth, type Place } from "../../model/paper.ts";
import { calledNow, drawOther, lettersIn, markOf, toldParts } from "../changed.ts";
import { activeScalar } from "../frame.ts";
import type { Moment } from "../moment.ts";
import { drawFlags, type Flag, flagSize, flagsNow } from "./flags.ts";
import { drawOverview } from "./overview.ts";
import { drawPartials, type EdgeNumber, flagEnd, Stubs, sideOf, wasIn } from "./partials.ts";
import { curveOf, firstRow, type GraphMoment, placesIn } from "./places-in.ts";

/** Sizes, in pixels on paper of scale 1 (`PX`), in letters of a row (`EM`), and as parts of a whole (`PART`). */
const PX = { path: 4, product: 90, thickest: 7, live: 2.6, still: 1.7, context: 0.7, arrow: 5.5, active: 3 };
const EM = { ends: 0.62, below: 1.35, belowNode: 0.65, beside: 0.4 };
const PART = {
  swept: 55,
  cut: 0.45,
  head: 0.86,
  stubBend: 0.55,
  stubTurn: 0.75,
  stubFrom: 0.35,
  aside: 0.06,
  zero: 0.6,
  flags: 1.6,
  flag: 1.7,
} as const;
/** Where on an edge its head is looked at: at its start and at its end, and how far that is continued. */
const HEADS = { back: [0.02, 0.09], on: [0.985, 0.9], near: 3, far: 9 } as const;
/** A head of an edge by its size: its half width, and its length. */
const WIDE = 0.62;
const LONG = 1.5;
/** More than nothing: contributions are divided by the greatest. */
const TINY = 1e-300;

/** Draws the column of the data-flow graph: edges, nodes, flags of contributions, and the chosen path. */
export function drawGraph(moment: Moment, place: Place): void {
  const { film, paper, marks } = moment;
  const sides = [place.x + overviewWidth(paper), place.right] as const;
  const graph = { ...moment, places: placesIn(film, paper, place, marks.before), sides };
  const flags = flagsNow(moment);
  drawOverview(moment, place);
  drawEdges(graph, flags);
  drawNodes(graph, flags);
  drawFlags(graph, flags);
  drawPath(graph);
}

/** A path that is played: the edges of the product so far, and the product at its place. */
function drawPath(moment: GraphMoment): void {
  const { film, paper, picture, marks } = moment;
  const { path } = marks;
  if (path === undefined) return;
  for (const [index, edge] of path.edges.entries()) {
    const gone = Math.max(0, Math.min(1, path.at - index));
    if (gone === 0 && index > 0) break;
    const isCut = film.cut.has(edge);
    const back = [...curveOf(moment, edge)].reverse();
    picture.line("live", `path${edge}`, wayPath(back), isCut ? "err" : "cot", PX.path * paper.scale, {
      drawn: isCut ? gone / 2 : gone,
      data: { path: edge },
    });
    const isHere = isCut || (path.at <= index + 1 && (gone < 1 || index === path.edges.length - 1));
    if (!isHere) continue;
    const [x, y] = pointOn(back, Math.min(isCut ? PART.cut : PART.head, gone));
    const { size } = paper;
    const product = factorsOf(film.graph, { ...path, at: Math.min(path.at, index + 1) }).reduce(
      (all, one) => all * one,
    );
    const mark = isCut ? "missing" : undefined;
    const words = isCut ? [missing(shortReal(product))] : shortReal(product);
    picture.flag("top", "product", words, { x: Math.min(x, paper.width - PX.product), y, size, isLit: true, mark });
    // nothing crosses a cut
    if (isCut) break;
  }
}

function drawEdges(moment: GraphMoment, flags: readonly Flag[]): void {
  const { film, paper, picture, t, marks, isSeen, y, places } = moment;
  const { graph, animation } = film;
  const { size, scale } = paper;
  const first = y(0) - 0.5 * paper.rowHeight;
  // of a long run a window is shown: an edge that leaves it is drawn whole where it is wanted, and else as its end
  const isLong = paper.shown < paper.rows && paper.rows > MOST_ROWS;
  const active = activeScalar(moment);
  const sent = sentAlong(film.leader, t);
  const lost = lostAlong(film.leader, t);
  const most = mostCarried(graph);
  const moving = new Map<number, Flag>();
  const stubs = new Stubs();
  const partials: EdgeNumber[] = [];
  for (const flag of flags)
    if ((flag.now === undefined || flag.now.phase !== "waits") && !moving.has(flag.edge)) moving.set(flag.edge, flag);
  for (let edge = 0; edge < graph.operands.length; edge++) {
    const [from, to] = [nth(graph.operands, edge), userOf(graph, edge)];
    if (!isSeen(from) && !isSeen(to)) continue;
    const drawn = eased(t, nth(animation.scalars, to));
    if (drawn === 0) continue;
    const curve = nth(places.curves, edge);
    const flag = moving.get(edge);
    const isCut = marks.cut.has(edge);
    const isLive = flag !== undefined && !isCut;
    const isPast = !isLive && sent.has(edge);
    const isLost = !isLive && lost.has(edge);
    const stroke =
      isCut || isLost
        ? "err"
        : isLive
          ? "cot"
          : isPast
            ? ({ mix: ["cot", "line-strong"], part: PART.swept } as const)
            : "line-strong";
    const carried = isCut ? 0 : Math.abs(nth(graph.partials, edge) * (graph.cotangents[to] ?? 0));
    const thick =
      marks.isWeighted && t >= animation.forwardEnd
        ? 1 + PX.thickest * Math.min(1, carried / most)
        : isLive
          ? PX.live
          : PX.still;
    const isWanted = isLive || (to === active && t >= animation.forwardEnd) || from === marks.lit || to === marks.lit;
    const leaves = !isSeen(from) || !isSeen(to);
    const isContext = leaves ? !isLive : !isWanted && isFar(paper, from, to);
    const isEnds = drawn === 1 && !isWanted && isLong && leaves;
    picture.line(
      "edge",
      `edge${edge}`,
      isEnds ? endsOf(curve, size) : leadPath(places, from, to, curve),
      stroke,
      isContext ? PX.context : thick * scale,
      {
        dy: first,
        drawn: drawn < 1 ? drawn : undefined,
        dash: isCut ? "3 6" : isLost ? "9 5" : undefined,
        data: isLost ? { edge, forgotten: 1 } : { edge },
      },
    );
    stubs.note(curve, from, to, isEnds);
    if (drawn < 1 || (isContext && !isWanted) || !isSeen(to)) continue;
    const isBack = isLive || isPast || (isCut && t >= animation.forwardEnd);
    // where there are no flags yet, it points at the node itself
    const lead = t < animation.forwardEnd ? leadOf(places, to, lastOf(curve)) : 0;
    const colour = isCut || isLost ? "err" : isLive || isPast ? "cot" : "ink-3";
    if (isSeen(from) || !isBack) {
      // and beyond a flag with both numbers, which is longer
      const beyond = isBack && sideOf(curve) > 0 ? Math.max(0, flagEnd(moment, from) - nth(curve, 0)[0]) : 0;
      const path = headPath(lead === 0 ? aside(curve, beyond) : aside(curve, -lead), isBack, PX.arrow * scale);
      picture.path("edge", `head${edge}`, { path, dy: first, fill: colour });
    }
    if (places.labels[edge] !== undefined || isCut || (isLong && isWanted))
      partials.push({ edge, isCut, isHidden: isLive && flag.now?.phase !== "leaves" });
  }
  drawPartials(moment, stubs, partials);
  stubs.draw(moment);
}

/** The most that an edge of a run carries; above 0. */
const mostCarried = kept((graph: RunGraph): number => {
  let most = TINY;
  for (const [edge, partial] of graph.partials.entries()) {
    const carried = Math.abs(partial * (graph.cotangents[userOf(graph, edge)] ?? 0));
    if (Number.isFinite(carried)) most = Math.max(most, carried);
  }
  return most;
});

/** The two ends of an edge: how it leaves its operand, and how it comes to its user. */
function endsOf(curve: Way, size: number): Path {
  const [[x1, y1], [x2, y2]] = [nth(curve, 0), lastOf(curve)];
  const side = sideOf(curve) * size;
  const end = (x: number, y: number, to: number): Path => [
    ["M", x, y],
    ["q", side * PART.stubBend, 0, side * PART.stubTurn, to * size],
  ];
  return [...end(x1, y1, PART.stubFrom), ...end(x2, y2, -PART.stubFrom)];
}

/** The edges along which contributions have gone. */
function sentAlong({ animation }: FilmColumn, t: number): ReadonlySet<number> {
  const sent = new Set<number>();
  if (animation.tag === "waiting") {
    for (const { edge, fly, missing } of animation.pieces) if (missing === undefined && fly.to <= t) sent.add(edge);
    return sent;
  }
  const { contributions } = animation.replayOrder;
  for (const [index, call] of contributions.made.entries())
    if (animation.gone[call] === 0 && nth(animation.to, call) <= t) sent.add(nth(contributions.edge, index));
  return sent;
}

/** How far beyond the right edge of a node an edge begins or ends, where room is kept between them for flags; else 0. */
function leadOf(places: GraphPlaces, node: number, [x]: Point): number {
  const lead = x - nth(places.x, node) - nth(places.width, node) / 2;
  // nodes are round: extend it a little behind them
  return lead > 2 ? lead + places.height * PART.aside : 0;
}

/** An edge from node to node: across the room that is kept for flags, too, where it lies behind them. */
function leadPath(places: GraphPlaces, from: number, to: number, curve: Way): Path {
  const [[x1, y1], [x2]] = [nth(curve, 0), lastOf(curve)];
  const [first, last] = [leadOf(places, from, nth(curve, 0)), leadOf(places, to, lastOf(curve))];
  const [, ...along] = wayPath(curve);
  const lead: Path =
    first === 0
      ? [["M", x1, y1]]
      : [
          ["M", x1 - first, y1],
          ["L", x1, y1],
        ];
  return [...lead, ...along, ...(last === 0 ? [] : ([["H", x2 - last]] as const))];
}

function aside(curve: Way, by: number): Way {
  return curve.map(([x, y]) => [x + by, y] as const);
}

/** The edges along which contributions have gone that a stage which is broken on purpose has lost since. */
function lostAlong({ animation, isBroken }: FilmColumn, t: number): ReadonlySet<number> {
  if (!isBroken || animation.tag !== "waiting") return new Set();
  return new Set(animation.pieces.flatMap(({ edge, lostAt }) => (lostAt !== undefined && lostAt <= t ? [edge] : [])));
}

/** The head of an edge, of a size. */
function headPath(curve: Way, isBack: boolean, z: number): Path {
  const [[x, y], [fx, fy]] = headOf(curve, isBack);
  const angle = Math.atan2(y - fy, x - fx);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [
    ["M", x + 2 * c, y + 2 * s],
    ["l", -z * (LONG * c + WIDE * s), z * (WIDE * c - LONG * s)],
    ["l", 2 * WIDE * z * s, -2 * WIDE * z * c],
    ["z"],
  ];
}

/** Where the head of an edge is, and a point behind it. */
function headOf(curve: Way, isBack: boolean): readonly [Point, Point] {
  if (curve.length === 4) return (isBack ? HEADS.back : HEADS.on).map((u) => pointOn(curve, u)) as [Point, Point];
  // one of several curves ends in a straight line
  const points = isBack ? curve : [...curve].reverse();
  const [end] = points as readonly [Point];
  const [tx, ty] = points.find(([px, py]) => Math.hypot(px - end[0], py - end[1]) > 1) ?? end;
  const far = Math.max(1, Math.hypot(tx - end[0], ty - end[1]));
  const step: Point = [(tx - end[0]) / far, (ty - end[1]) / far];
  return [
    [end[0] + HEADS.near * step[0], end[1] + HEADS.near * step[1]],
    [end[0] + HEADS.far * step[0], end[1] + HEADS.far * step[1]],
  ];
}

function drawNodes(moment: GraphMoment, flags: readonly Flag[]): void {
  const { film, paper, picture, t, rows, y, marks, places, sides } = moment;
  const { graph, animation, leader } = film;
  const { size, scale } = paper;
  const active = activeScalar(moment);
  const first = firstRow(moment);
  const hides = ([l, top, r, bottom]: Box): number => hiddenIn(places, [l, top - first, r, bottom - first]);
  for (const number of rows) {
    const isThere = eased(t, nth(animation.scalars, number));
    if (isThere === 0) continue;
    const [x, at] = [nth(places.x, number), y(number)];
    const [w, h] = [nth(places.width, number), places.height];
    const isActive = active === number && t >= animation.forwardEnd;
    const isGiven = graph.starts[number] === graph.starts[number + 1];
    const stroke = marks.lit === number ? "lit-line" : "primal";
    const look = {
      r: h / 2,
      fill: isGiven ? "primal-soft" : "surface",
      stroke,
      width: (isActive ? PX.active : PX.still) * scale,
      opacity: isThere,
      data: { scalar: number },
    };
    const parts: Part[] =
      nodeText(graph, number) === shortReal(nth(graph.values, number))
        ? [{ text: shortReal(nth(graph.values, number)), colour: "primal" }]
        : [{ text: `${nodeName(graph, number)} ` }, strong(shortReal(nth(graph.values, number)), "primal")];
    picture.box(
      "node",
      "node",
      number,
      around(x, at, w, h),
      look,
      parts,
      Math.min(size, Math.max(paper.least, h * EM.ends)),
    );
    if (t < animation.forwardEnd) continue;
    const called = calledNow(moment, leader, number);
    const waits = flags.some((flag) => flag.to === number && flag.now?.phase === "waits");
    const left = x + w / 2 + 2 * scale;
    const isWhole = film.explored.ended.tag === "done";
    const isUnreached = isWhole && graph.reached[number] === 0 && t >= animation.togetherEnd;
    const settled = called ?? (isUnreached ? { value: 0, was: undefined, isMissing: false } : undefined);
    if (settled !== undefined && !waits) {
      // a cotangent without contributions is 0
      const was = settled.was ?? wasIn(moment, number, settled.value);
      const told = { ...settled, was, isMissing: false };
      const words = toldParts(told, { isSum: true, most: lettersIn(places.flag * PART.flags, paper.small) });
      picture.flag("node", `cot${number}`, words, {
        x: left,
        y: at,
        size: flagSize(paper, places, words),
        isLit: isActive,
        opacity: settled.value === 0 && was === undefined ? PART.zero : 1,
        ...markOf(told),
      });
    }
    // below a node of a column is the next: former cotangents stand in the flags, and the former value beside the lit scalar
    if (places.isColumn && marks.lit !== number) continue;
    const line = Math.max(size * EM.below, h / 2 + size * EM.belowNode);
    const lines = places.isColumn ? [] : [at + line, at - line];
    const beside = left + places.flag * (places.isColumn ? PART.flag : 1) + size * EM.beside;
    drawOther(moment, number, { x: left + size * 0.5, lines, beside, row: at, right: sides[1], hides });
  }
}
