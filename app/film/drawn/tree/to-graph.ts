// The end of folding: the tree that is left takes the shape of the data-flow graph, node by node and edge by edge, for it is that graph.

import { lastOf, nth } from "../../../../engine/base/nth.ts";
import { operandsIn } from "../../../../engine/graphs/run-graph.ts";
import { between, blended, eased, type Point, pointOn, type Way } from "../../../picture/motion.ts";
import { foldsOf, GRAPH } from "../../../playback/model/film.ts";
import { CLEAR, type PillEnd, ROUNDING } from "../../model/folding.ts";
import { isFar, type Paper } from "../../model/paper.ts";
import { curveOf, type GraphMoment, placesIn } from "../graph/places-in.ts";
import type { TreeMoment } from "../moment.ts";
import { callHeight } from "../pill.ts";

/** Opacity of a long edge where the tree of a long run has become its graph. */
const FAINT = 0.12;
/** Milliseconds from the last fold until the tree begins to move, and until it stands as the graph does. */
const BEGINS = 150;
const STANDS = 1250;

/** Points of an edge that are looked at. */
const SAMPLES = 60;

/** Where the parts of the tree are on their way from its own shape to that of the graph. */
export interface GraphMorph {
  /** Where the middle of the call of a scalar is, which is so wide, from where it was. */
  x(number: number, from: number, wide: number): number;
  /** How an edge of the graph lies, from how the calls along it were drawn: from the user to the operand. */
  curve(edge: number, from: Way): Way;
  /** Their progress, from 0 to 1. */
  readonly done: number;
}

/** Undefined before the last fold is over, and where nothing is folded. */
export function graphMorphOf(moment: TreeMoment): GraphMorph | undefined {
  const { film, t, paper, marks, place, animation } = moment;
  const last = foldsOf(film, animation).at(-1);
  if (last === undefined || t <= last.to + BEGINS) return undefined;
  const u = eased(t, { from: last.to + BEGINS, to: last.to + STANDS });
  // the graph beside it, where it is shown, moved over
  const beside = paper.places.find(({ id }) => id === GRAPH) ?? place;
  const places = placesIn(film, paper, beside, marks.before);
  const graph = { ...moment, places };
  const narrower = Math.min(1, place.w / beside.w);
  const moved = (x: number): number => place.middle + (x - beside.middle) * narrower;
  // calls are wider than nodes: those of a column begin where these do, and others go aside of edges that pass their rows
  const settled = (number: number, wide: number): number => {
    if (places.isColumn) return moved(nth(places.x, number) - nth(places.width, number) / 2) + wide / 2;
    const passing = passingIn(graph, number).map(moved);
    return clearOf(passing, moved(nth(places.x, number)), wide / 2 + CLEAR, [place.x, place.right]);
  };
  return {
    done: u,
    x: (number, from, wide) => between(from, settled(number, wide), u),
    curve: (edge, from) => {
      const to = [...curveOf(graph, edge)].reverse();
      return blended(
        from,
        to.map(([x, y]) => [moved(x), y] as const),
        u,
      );
    },
  };
}

/** Where the edges of the graph that pass the row of a scalar are in it. */
function passingIn(moment: Omit<GraphMoment, "sides">, number: number): readonly number[] {
  const { film, y, paper } = moment;
  const h = callHeight(paper);
  const [top, bottom] = [y(number) - h / 2, y(number) + h / 2];
  const found: number[] = [];
  for (let user = number + 1; user < film.graph.size; user++)
    for (const { node, edge } of operandsIn(film.graph, user)) {
      if (node >= number) continue;
      const way = curveOf(moment, edge);
      for (let at = 0; at <= SAMPLES; at++) {
        const [x, height] = pointOn(way, at / SAMPLES);
        if (height > top && height < bottom) found.push(x);
      }
    }
  return found;
}

/** The place nearest to another, no farther than it reaches, that is as far as it reaches from all that passes; the same place where there is none. */
function clearOf(
  passing: readonly number[],
  x: number,
  reach: number,
  [left, right]: readonly [number, number],
): number {
  const isFree = (place: number): boolean => passing.every((one) => Math.abs(one - place) >= reach - ROUNDING);
  return (
    [x, ...passing.flatMap((one) => [one - reach, one + reach])]
      .filter((place) => Math.abs(place - x) <= reach && place - reach >= left && place + reach <= right)
      .sort((a, b) => Math.abs(a - x) - Math.abs(b - x))
      .find(isFree) ?? x
  );
}

/** An edge of the graph between two calls, which are narrower than the nodes of the graph: it ends where they do. */
export function attached(paper: Paper, way: Way, ends: readonly [call: PillEnd, called: PillEnd]): Way {
  const h = callHeight(paper);
  const at = ([x, y]: Point, { x: middle, y: row, half }: PillEnd): Point => {
    const dy = within(y - row, h / 2);
    // its ends are round
    const r = Math.min(half, h / 2);
    const wide = half - r + Math.sqrt(Math.max(0, r * r - dy * dy));
    return [middle + within(x - middle, wide), row + dy];
  };
  return [at(nth(way, 0), ends[0]), ...way.slice(1, -1), at(lastOf(way), ends[1])];
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** How visible an edge is, from 0 to 1: of the graph of a long run few are drawn whole. */
export function visibleIn(paper: Paper, operand: number, user: number, morph: GraphMorph | undefined): number {
  return isFar(paper, operand, user) ? between(1, FAINT, morph?.done ?? 0) : 1;
}
