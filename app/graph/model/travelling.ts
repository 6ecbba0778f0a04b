// Numbers along the edges of the graph from a step to a later one: values to the operation that takes them, contributions back.

import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { nodeOf, type Picture, type PictureNode } from "../../../engine/explore/picture.ts";
import { edgesBetween, operandsIn, type RunGraph, userOf } from "../../../engine/graphs/run-graph.ts";
import type { ColumnFrame, RowFrame } from "../../../engine/timeline/frame.ts";
import type { Traveller } from "../../drawing/model/travellers.ts";
import { signed } from "../../exploration/model/scalar.ts";

/** Events that are animated in one step; longer ones jump. */
const MOST_EVENTS = 64;
/** Numbers that one can follow at a time. */
export const MOST_TRAVELLERS = 12;

/** The numbers along edges of the picture between two steps of a column; none for a step back, or a long one. */
export function travellersBetween(
  graph: RunGraph,
  { nodes }: Picture,
  before: number,
  frame: ColumnFrame,
): readonly Traveller[] {
  const { step, phase, scalar } = frame;
  if (step <= before || step - before > MOST_EVENTS) return [];
  const ways = new Ways(graph, nodes);
  if (phase === "forward")
    return scalar === undefined || frame.event?.tag !== "scalar" ? [] : valuesTo(graph, ways, scalar);
  return frame.rows.flatMap((row) => contributionsTo(ways, row, before, step)).slice(0, MOST_TRAVELLERS);
}

/** The values of its operands, on their way to a scalar. */
export function valuesTo(graph: RunGraph, ways: Ways, user: number): readonly Traveller[] {
  const travellers = operandsIn(graph, user).flatMap(({ edge, node }): readonly Traveller[] => {
    const name = ways.name(edge, user);
    return name === undefined ? [] : [{ edge: name, isBack: false, label: shortReal(nth(graph.values, node)) }];
  });
  return travellers.slice(0, MOST_TRAVELLERS);
}

/** Addends of a waiting call, or of calls at once. */
function contributionsTo(ways: Ways, row: RowFrame, before: number, step: number): readonly Traveller[] {
  const { number, arrivals, shown } = row;
  const back = (user: number, place: number, amount: number): readonly Traveller[] => {
    const edge = ways.between(number, user, place);
    return edge === undefined ? [] : [{ edge, isBack: true, label: signed(amount) }];
  };
  const added = arrivals.flatMap(({ event, from, amount }, index) => {
    if (from === undefined || event < before || event >= step) return [];
    const place = arrivals.slice(0, index).filter((other) => other.from?.number === from.number).length;
    return back(from.number, place, amount);
  });
  const called = shown.flatMap(({ step: at, within, cotangent }, index) => {
    if (within === undefined || at <= before || at > step) return [];
    const [user, call] = within;
    const isOfSame = (other: (typeof shown)[number]): boolean => other.within?.[0] === user && other.within[1] === call;
    return back(user, shown.slice(0, index).filter(isOfSame).length, cotangent);
  });
  return [...added, ...called];
}

/** The edges of a picture by their ends. */
export class Ways {
  readonly #graph: RunGraph;
  readonly #nodes: readonly PictureNode[];

  constructor(graph: RunGraph, nodes: readonly PictureNode[]) {
    this.#graph = graph;
    this.#nodes = nodes;
  }

  /** The name of a run's edge in the picture; undefined where it is not there. */
  name(edge: number, user: number): string | undefined {
    const [from, to] = [this.#owner(nth(this.#graph.operands, edge)), this.#owner(user)];
    if (from === undefined || to === undefined || from === to) return undefined;
    return from.tag === "scalar" && to.tag === "scalar" ? `e${edge}` : `${from.id}>${to.id}`;
  }

  /** The same, by the edge alone. */
  nameOf(edge: number): string | undefined {
    return this.name(edge, userOf(this.#graph, edge));
  }

  /** The edge from an operand to a use; of several, the one at a place, counted from 0. */
  between(operand: number, user: number, place: number): string | undefined {
    const edges = edgesBetween(this.#graph, user, operand);
    return edges.length === 0 ? undefined : this.name(nth(edges, place % edges.length), user);
  }

  #owner(scalar: number): PictureNode | undefined {
    return nodeOf(this.#nodes, scalar);
  }
}
