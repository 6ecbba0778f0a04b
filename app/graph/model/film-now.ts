// The graph at a time of the film of its run: made scalars, waiting sums, and numbers in flight along an edge. All of it is a function of
// the animation and the time, as the pictures of the film are.
import { nth, present } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Picture } from "../../../engine/explore/picture.ts";
import type { Underway } from "../../drawing/model/travellers.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { between, eased } from "../../picture/motion.ts";
import {
  callNow,
  countsFrom,
  type Film,
  type FilmColumn,
  factorsOf,
  isMade,
  type Marks,
} from "../../playback/model/film.ts";
import { type PieceNow, piecesNow } from "../../playback/model/pieces.ts";
import { productOf } from "../../words/numbers.ts";
import type { GraphNow } from "./now.ts";
import { MOST_TRAVELLERS, valuesTo, Ways } from "./travelling.ts";

/** The times at which the graph changes, in order: between two of them only flying numbers move. */
export function changesOf({ animation, leader }: Film): readonly number[] {
  const times = new Set([0, animation.forwardEnd, animation.togetherEnd, animation.reverseEnd, animation.end]);
  for (const { from, to } of animation.scalars) times.add(from).add(to);
  for (const { from, to } of animation.beats) times.add(from).add(to);
  if (leader.animation.tag === "waiting") {
    const { calls, pieces, merges } = leader.animation;
    for (const { lift, end } of calls) times.add(lift.from).add(end);
    for (const { fly, takenAt } of pieces) times.add(fly.to).add(takenAt ?? 0);
    for (const { stand, slide } of merges) times.add(stand.from).add(slide.to);
  } else {
    for (const at of leader.animation.from) times.add(at);
    for (const at of leader.animation.to) times.add(at);
  }
  return [...times].sort((a, b) => a - b);
}

/** The last of the changes that has happened. */
export function changeAt(changes: readonly number[], t: number): number {
  let [low, high] = [0, changes.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (nth(changes, middle) <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The graph's state at a time, by the leading column. */
export function nowOfFilm(film: Film, t: number): GraphNow {
  const { animation, leader } = film;
  const isReversed = t >= animation.forwardEnd && film.explored.ended.tag === "done";
  const making = animation.scalars.findIndex(({ from, to }) => from <= t && to > t);
  const call = isReversed ? callNow({ film, t }, leader) : undefined;
  const calling = call === undefined ? undefined : leader.animation.replayOrder.calls.number[call];
  const waiting = new Map<number, number[]>();
  for (const { piece, value } of waitingPieces(leader, t)) {
    const all = waiting.get(piece.to) ?? [];
    waiting.set(piece.to, all);
    all.push(value);
  }
  const calledWith = (scalar: number): readonly number[] => callsUntil(film, leader, scalar, t);
  return {
    isReversed,
    isWhole: true,
    isKnown: () => true,
    isCreated: (scalar) => nth(animation.scalars, scalar).to <= t,
    scalar: isReversed ? calling : making < 0 ? undefined : making,
    calling,
    isCalled: (scalar) => calledWith(scalar).length > 0,
    cotangents: (scalar) => {
      const waits = waiting.get(scalar);
      if (waits !== undefined) return waits;
      const called = calledWith(scalar);
      if (called.length > 0) return [called.reduce((sum, one) => sum + one)];
      // an unreached input has the derivative 0
      return t >= animation.togetherEnd && film.inputs.includes(scalar) ? [0] : [];
    },
  };
}

function waitingPieces({ animation }: FilmColumn, t: number): readonly PieceNow[] {
  return animation.tag === "waiting"
    ? piecesNow(animation, t).filter(({ phase, isMissing }) => phase === "waits" && !isMissing)
    : [];
}

/** The cotangents of the calls of a scalar that have been made. */
function callsUntil(film: Film, column: FilmColumn, scalar: number, t: number): readonly number[] {
  const { animation } = column;
  const { cotangent } = animation.replayOrder.calls;
  return nth(present(film.callsOf.get(column)), scalar)
    .filter((call) => countsFrom(animation, call) <= t && isMade(animation, call))
    .map((call) => nth(cotangent, call));
}

/** The parts of its edge at which a number sets out and arrives, so that it hides no node. A contribution sets out at the partial. */
const SETS_OUT = 0.1;
const ARRIVES = 0.92;

type Path = NonNullable<Marks["path"]>;

/** Numbers in flight along edges of the picture at a time: values to the scalar that is made of them, contributions back. */
export function travellersAt(film: Film, { nodes }: Picture, t: number): readonly Underway[] {
  const ways = new Ways(film.graph, nodes);
  const found = t < film.animation.forwardEnd ? valuesAt(film, ways, t) : contributionsAt(film, ways, t);
  return found.slice(0, MOST_TRAVELLERS);
}

/** The product of a path that is played, where it is on its way from the result; it is multiplied in the middle of each edge. */
export function productAt(film: Film, { nodes }: Picture, path: Path): readonly Underway[] {
  const { edges, at } = path;
  const { graph } = film;
  const index = Math.min(edges.length - 1, Math.floor(at));
  const edge = edges[index];
  const name = edge === undefined ? undefined : new Ways(graph, nodes).nameOf(edge);
  if (name === undefined) return [];
  const part = Math.min(1, at - index);
  const product = factorsOf(graph, path).reduce((all, one) => all * one);
  return [{ edge: name, isBack: true, label: shortReal(product), at: between(SETS_OUT, ARRIVES, part) }];
}

function valuesAt({ graph, animation }: Film, ways: Ways, t: number): readonly Underway[] {
  const user = animation.scalars.findIndex(({ from, to }) => t > from && t < to);
  if (user < 0) return [];
  const at = between(SETS_OUT, ARRIVES, eased(t, nth(animation.scalars, user)));
  return valuesTo(graph, ways, user).map((one) => ({ ...one, at }));
}

function contributionsAt({ graph, leader }: Film, ways: Ways, t: number): readonly Underway[] {
  const { animation } = leader;
  const along = (edge: number, label: string, part: number): readonly Underway[] => {
    const name = edge < 0 ? undefined : ways.nameOf(edge);
    return name === undefined ? [] : [{ edge: name, isBack: true, label, at: ARRIVES * part, isFromLabel: true }];
  };
  if (animation.tag === "waiting")
    return piecesNow(animation, t).flatMap(({ piece, phase }) => {
      const { edge, amount, fly, call } = piece;
      if (phase === "flies") return along(edge, signed(amount), eased(t, fly));
      // the product is at its partial, before it is a number
      if (phase !== "product" || edge < 0) return [];
      const cotangent = shortReal(animation.calls[call]?.cotangent ?? 1);
      return along(edge, productOf(shortReal(nth(graph.partials, edge)), cotangent), 0);
    });
  const { calls, contributions } = animation.replayOrder;
  return [...contributions.made.entries()].flatMap(([index, call]) => {
    const edge = nth(contributions.edge, index);
    const fly = { from: nth(animation.from, call), to: nth(animation.to, call) };
    if (t < fly.from || t >= fly.to || animation.gone[call] === 1) return [];
    return along(edge, signed(nth(calls.cotangent, call)), eased(t, fly));
  });
}
