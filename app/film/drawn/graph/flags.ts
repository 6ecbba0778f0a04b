// Contributions in the data-flow graph: each on its edge, or beside its scalar.

import { progress } from "../../../../engine/animation/intervals.ts";
import type { Piece } from "../../../../engine/animation/waiting.ts";
import { nth, present } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { userOf } from "../../../../engine/graphs/run-graph.ts";
import type { GraphPlaces } from "../../../exploration/drawn/graph-field.ts";
import { signed } from "../../../exploration/model/scalar.ts";
import { between, eased, pointOn, type Way } from "../../../picture/motion.ts";
import { type Flight, flagHeight, flagWidth, type Part } from "../../../picture/shape.ts";
import type { Film } from "../../../playback/model/film.ts";
import { type PieceNow, piecesNow } from "../../../playback/model/pieces.ts";
import { productOf } from "../../../words/numbers.ts";
import type { Paper } from "../../model/paper.ts";
import { drawWaitingFlag, lettersIn, markOf, type Spots, type Told, toldParts } from "../changed.ts";
import { goingOut, type Moment } from "../moment.ts";
import { stacked } from "../waiting-cells.ts";
import { curveOf, type GraphMoment } from "./places-in.ts";

/** Sizes of flags: as parts of their letters (`EM`), of a flag's room (`PART`), in pixels (`PX`); the shortest flight, in milliseconds. */
const EM = { flying: 0.95, gap: 0.25 } as const;
const PART = { wide: 1.6, behind: 0.45, fitted: 1.15 } as const;
const PX = { above: 4 } as const;
const SHORTEST = 200;
/** How late a flag turns to its place. */
const LATE = 3;

/** A contribution in the graph: on its edge, or beside its scalar. */
export interface Flag extends Told, Pick<Piece, "edge" | "to" | "amount" | "fly"> {
  readonly key: string;
  readonly now: PieceNow | undefined;
}

/** Contributions in flight or waiting in the leading column. */
export function flagsNow({ film, t }: Moment): readonly Flag[] {
  const { animation } = film.leader;
  if (animation.tag === "waiting")
    return piecesNow(animation, t).map((now): Flag => ({ ...now.piece, ...now, key: String(now.place), now }));
  // calls at once: each is its own contribution, and lands when it is made
  const { contributions, calls } = animation.replayOrder;
  return [...contributions.made.entries()].flatMap(([index, call]): Flag[] => {
    const fly = { from: nth(animation.from, call), to: nth(animation.to, call) };
    if (t < fly.from || t >= fly.to || fly.to - fly.from < SHORTEST) return [];
    const edge = nth(contributions.edge, index);
    const isCut = film.cut.has(edge) && animation.gone[nth(calls.parent, call)] === 0;
    if (animation.gone[call] === 1 && !isCut) return [];
    const amount = isCut ? nth(present(animation.whole).replayOrder.calls.cotangent, call) : nth(calls.cotangent, call);
    const told = { amount, value: amount, was: undefined, isMissing: isCut };
    return [{ key: String(call), edge, to: nth(calls.number, call), ...told, fly, now: undefined }];
  });
}

/** Draws the contributions that fly and those that wait. */
export function drawFlags(moment: GraphMoment, flags: readonly Flag[]): void {
  const { paper, picture, t, isSeen, y, film, places, sides } = moment;
  const { size } = paper;
  const { animation } = film.leader;
  const flights: Flight[] = [];
  // as wide as the widest that comes to the same scalar
  const widths = new Map<number, number>();
  for (const { to, value } of flags) {
    const wide = flagWidth(signed(value), flagSize(paper, places, signed(value)));
    widths.set(to, Math.max(widths.get(to) ?? 0, wide));
  }
  for (const flag of flags) {
    const { key, edge, to, amount, fly, now } = flag;
    if (now?.phase === "leaves") continue;
    // a contribution to a row out of sight is seen leaving
    if (!isSeen(to) && (t >= fly.to || edge < 0 || !isSeen(userOf(film.graph, edge)))) continue;
    const most = lettersIn(places.flag * PART.wide, paper.small);
    const spots = spotsBeside(moment, to, present(widths.get(to)));
    if (t >= fly.to && now !== undefined && animation.tag === "waiting") {
      const sizeOf = (words: string | readonly Part[]): number => flagSize(paper, places, words);
      drawWaitingFlag(moment, animation, `flag${key}`, now, spots, { most, sizeOf });
      continue;
    }
    const words =
      now?.phase === "product"
        ? productOf(shortReal(film.graph.partials[edge] ?? 1), shortReal(cotangentOf(film, now)))
        : toldParts({ ...flag, value: amount }, { isSum: false, most });
    if (edge < 0) {
      const u = eased(t, fly);
      const below = y(to) + paper.rowHeight * 0.5;
      picture.flag("token", `flag${key}`, toldParts({ ...flag, value: amount }, { isSum: true, most }), {
        x: spots.beside(0),
        y: below + (y(to) - below) * u,
        size,
        opacity: u,
        isLit: true,
        ...markOf(flag),
      });
      continue;
    }
    const flight = flightOf(moment, flag, words, spots);
    if (flight !== undefined) flights.push(flight);
  }
  picture.flights(flights, ...sides);
}

/** Finds the places of flags beside a scalar, as wide as the widest of them. */
function spotsBeside({ paper, places, sides: [start, right] }: GraphMoment, to: number, wide: number): Spots {
  const { size, scale } = paper;
  const step = wide + size * EM.gap;
  const left = Math.min(nth(places.x, to) + nth(places.width, to) / 2 + 2 * scale, right - wide);
  const across = Math.max(0, Math.floor((right - left - wide) / step));
  // without room there, on the other side
  const before = nth(places.x, to) - nth(places.width, to) / 2 - 2 * scale - wide;
  const isBefore = across === 0 && before >= start;
  const beside = (slot: number): number => (isBefore && slot > 0 ? before : left + Math.min(slot, across) * step);
  const above = (slot: number): number => stacked(isBefore ? slot : slot - across + 1, size);
  return { beside, above };
}

/** The flight of a contribution against its edge; undefined where it has left the picture. */
function flightOf(moment: GraphMoment, flag: Flag, words: string | readonly Part[], spots: Spots): Flight | undefined {
  const { film, paper, t, y, isSeen, places } = moment;
  const [start, right] = moment.sides;
  const { size, scale } = paper;
  const { key, edge, to, isMissing, fly, now } = flag;
  const curve = curveOf(moment, edge);
  const u = eased(t, fly);
  // from the called scalar, against the edge
  const clear = (places.height + flagHeight(size, paper.rowHeight)) / 2 + 1;
  // low rows leave no room between them
  const hasRoom = 2 * clear < paper.rowHeight + PX.above * scale;
  const partOf = (number: number, from: number): number | undefined =>
    hasRoom ? clearOf(curve, y(number), clear, [from, MIDDLE]) : undefined;
  const leaves = partOf(userOf(film.graph, edge), 1 - NEAREST) ?? MIDDLE;
  const arrives = isMissing ? 0.5 : (partOf(to, NEAREST) ?? NEAREST);
  const [x, at] = pointOn(curve, between(leaves, arrives, isMissing ? u : Math.min(1, u / ON_EDGE)));
  // and below it to the side where it will stand, so that it covers no number
  const end = isMissing ? 0 : progress(u, { from: ON_EDGE, to: 1 });
  const w = flagWidth(words, size * EM.flying);
  const fx = Math.max(start + 2, Math.min(x - w * PART.behind, right - w - 2));
  const slot = now?.piece.slot ?? 0;
  const height = between(at, y(to) - spots.above(slot), end ** LATE);
  const seen = !isSeen(to) ? goingOut(moment, height) : undefined;
  if (seen === 0) return undefined;
  return {
    key: `flag${key}`,
    text: words,
    // the second passes the first on the side where it will stand
    from: slot > 0 ? spots.beside(slot) : pointOn(curve, leaves)[0],
    leaves: [pointOn(curve, leaves)[0], y(userOf(film.graph, edge))],
    at: {
      x: between(spots.beside(slot), fx, (1 - end) ** LATE),
      y: height,
      size: Math.max(paper.least, size * EM.flying),
      // it fades at a cut
      opacity: isMissing ? Math.min(1, 2 - 2 * u) : seen,
      ...markOf(flag),
    },
  };
}

/** The part of its flight that a contribution follows its edge. */
const ON_EDGE = 0.7;
/** The parts of an edge at which a contribution may arrive and set out, from the scalar that it goes to. */
const [NEAREST, MIDDLE] = [0.05, 0.6];
/** Parts of an edge that are tried. */
const TRIED = 28;

/** The first part of an edge, from one to another, that is at least some pixels above or below a row; undefined where none is. */
function clearOf(
  curve: Way,
  row: number,
  clear: number,
  [from, to]: readonly [from: number, to: number],
): number | undefined {
  for (let tried = 0; tried < TRIED; tried++) {
    const part = between(from, to, tried / TRIED);
    if (Math.abs(pointOn(curve, part)[1] - row) >= clear) return part;
  }
  return undefined;
}

function cotangentOf(film: Film, now: PieceNow): number {
  const { animation } = film.leader;
  return animation.tag === "waiting" ? (animation.calls[now.piece.call]?.cotangent ?? 1) : 1;
}

/** The size of letters with which words fit into a flag. */
export function flagSize(paper: Paper, places: GraphPlaces, text: string | readonly Part[]): number {
  return Math.max(paper.small, Math.min(paper.size, (places.flag / flagWidth(text, 1)) * PART.fitted));
}
