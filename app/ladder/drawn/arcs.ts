// Contributions of the called scalars, as arcs over the row of waiting sums: from the caller's cell to the receiver's.
import { nth } from "../../../engine/base/nth.ts";
import { shorterReal, shortReal } from "../../../engine/core/values/show-value.ts";
import { product } from "../../exploration/drawn/words.ts";
import { withSign } from "../../exploration/model/scalar.ts";
import { type Curve, type Point, pointOn, wayPath } from "../../picture/motion.ts";
import { cot, lengthOf, plain, strong } from "../../picture/parts.ts";
import { around, LETTER, type Part } from "../../picture/shape.ts";
import type { LadderRung } from "../model/ladder.ts";
import { arrived, type LadderMoment, waits } from "./moment.ts";
import { askedIn } from "./work.ts";

/** Contributions up to which each has its number; up to which each is drawn. */
const FEW = 60;
const MOST = 2000;

/** How high the lowest arc rises, in letters: at least, and so that its number does not hide it; and the part of all height it may take for that. */
const [LOW, LEAST_SEEN, MOST_LOW] = [2, 3.2, 0.35];

interface Arc {
  readonly from: number;
  readonly to: number;
  readonly edge: number;
  readonly amount: number;
  readonly cotangent: number;
}

/** Draws an arc for each contribution between scalars; fades out towards rungs whose calls do not wait. */
export function drawArcs(moment: LadderMoment): void {
  const { from, to, u, paper, picture, ladder, lit } = moment;
  const opacity = arrived(moment, waits);
  if (opacity < 0.02) return;
  const rung = waits(to) && (u >= 0.5 || !waits(from)) ? to : from;
  const arcs = arcsOf(rung);
  const { size, waitingY, scale, x, w } = paper;
  const foot = waitingY - size * 1.03;
  // arcs with a common end are side by side
  const slots = slotsOf(arcs, ladder.graph.size);
  const highest = room(moment);
  const lowest = Math.max(size * LOW, Math.min(size * LEAST_SEEN, highest * MOST_LOW));
  const feet = arcs.map((arc, index): Feet => {
    const slot = nth(slots, index);
    return [
      nth(x, arc.from) + (slot.out - 0.5) * nth(w, arc.from) * 0.7,
      nth(x, arc.to) + (slot.in - 0.5) * nth(w, arc.to) * 0.7,
    ];
  });
  const rises = arcs.length > FEW ? byWidth(feet) : byLevel(feet);
  const curves = feet.map(([from, to], index): Curve => {
    const height = Math.min(highest, lowest + (highest - lowest) * nth(rises, index));
    return [
      [from, foot],
      [from, foot - height * 1.33],
      [to, foot - height * 1.33],
      [to, foot],
    ];
  });
  const spots = arcs.length > FEW ? [] : spotsOf(moment, rung, arcs, curves);
  for (const [index, arc] of arcs.entries()) {
    const curve = nth(curves, index);
    const isLit = lit !== undefined && (arc.from === lit || arc.to === lit);
    const isFaint = lit !== undefined && !isLit;
    const key = `arc ${arc.from} ${arc.edge} ${index}`;
    picture.line("edge", key, wayPath(curve), "staged", (isLit ? 2.6 : arcs.length > FEW ? 0.8 : 1.5) * scale, {
      opacity: opacity * (isFaint ? 0.25 : arcs.length > FEW ? 0.55 : 1),
      data: { from: arc.from, to: arc.to },
    });
    if (arcs.length > FEW) continue;
    const tip = size * 0.32;
    const [end] = curve[3];
    picture.path("edge", `${key} tip`, {
      path: [["M", end, foot], ["l", -tip, -tip * 1.7], ["h", tip * 2], ["z"]],
      fill: "staged",
      opacity: opacity * (isFaint ? 0.25 : 1),
    });
    drawLabel(moment, key, arc, spots[index], opacity * (isFaint ? 0.3 : 1));
  }
}

/** Where an arc leaves, and where it ends. */
type Feet = readonly [from: number, to: number];

/** How high arcs rise, from 0 to 1: the wider, the higher. */
function byWidth(feet: readonly Feet[]): readonly number[] {
  const widest = feet.reduce((most, [from, to]) => Math.max(most, Math.abs(from - to)), 1);
  return feet.map(([from, to]) => (Math.abs(from - to) / widest) ** 0.8);
}

/** The same for a few arcs: each a level above all narrower ones that stand over the same place, so that no two lie on each other. */
function byLevel(feet: readonly Feet[]): readonly number[] {
  const [left, right] = [feet.map((ends) => Math.min(...ends)), feet.map((ends) => Math.max(...ends))];
  const level = feet.map(() => 0);
  const wide = (arc: number): number => nth(right, arc) - nth(left, arc);
  const order = [...feet.keys()].sort((a, b) => wide(a) - wide(b) || a - b);
  for (const [at, arc] of order.entries())
    for (const other of order.slice(0, at))
      if (nth(left, arc) < nth(right, other) && nth(left, other) < nth(right, arc))
        level[arc] = Math.max(nth(level, arc), nth(level, other) + 1);
  const highest = Math.max(1, ...level);
  return level.map((one) => one / highest);
}

/** Arcs up to which a number looks for a place where it covers no other arc. */
const FEW_LINES = 32;
const POINTS = 40;

const pointsOf = (curve: Curve): readonly Point[] =>
  Array.from({ length: POINTS + 1 }, (_, at) => pointOn(curve, at / POINTS));

/** The box of a number: its middle, and its width. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** The part of a scalar's width for outgoing arcs, and for incoming ones, where it has both. */
const APART = 0.5;

function arcsOf({ replayOrder: { calls, contributions } }: LadderRung): readonly Arc[] {
  const arcs: Arc[] = [];
  for (const [place, call] of contributions.call.entries()) {
    const edge = nth(contributions.edge, place);
    if (call < 0 || edge < 0) continue;
    arcs.push({
      from: nth(calls.number, call),
      to: nth(contributions.to, place),
      edge,
      amount: nth(contributions.amount, place),
      cotangent: nth(calls.cotangent, call),
    });
    if (arcs.length === MOST) break;
  }
  // an arc has its place by its edge, in whichever order the contributions of a call are made
  return arcs.sort((a, b) => b.from - a.from || a.edge - b.edge);
}

/**
 * By arc, its two feet: from 0 to 1 over the widths of its two ends. Arcs lead to the left: at a scalar with both, outgoing ones are on its
 * left, and incoming ones on its right, so that none seems to continue in another.
 */
function slotsOf(arcs: readonly Arc[], size: number): readonly { readonly out: number; readonly in: number }[] {
  const outs = Array.from({ length: size }, (): number[] => []);
  const ins = Array.from({ length: size }, (): number[] => []);
  for (const [index, { from, to }] of arcs.entries()) {
    nth(outs, from).push(index);
    nth(ins, to).push(index);
  }
  // the longest arc is outermost, so that arcs of one end do not cross
  const place = (list: readonly number[], index: number, far: (arc: Arc) => number): number => {
    const sorted = list.toSorted((a, b) => far(nth(arcs, a)) - far(nth(arcs, b)) || a - b);
    return (sorted.indexOf(index) + 1) / (list.length + 1);
  };
  return arcs.map(({ from, to }, index) => {
    const [out, come] = [place(nth(outs, from), index, (arc) => arc.to), place(nth(ins, to), index, (arc) => arc.from)];
    return {
      out: nth(ins, from).length === 0 ? out : out * APART,
      in: nth(outs, to).length === 0 ? come : 1 - (1 - come) * APART,
    };
  });
}

/** How high arcs may rise. */
function room({ paper, from, to, u, ladder }: LadderMoment): number {
  const { collectorY, waitingY, size, top } = paper;
  const low = waitingY - collectorY - size * 2.6;
  const lines = Math.min(Math.max(0, askedIn(paper)) + 1, ladder.graph.size);
  const high = Math.max(low, (waitingY - size - top - lines * size * 1.6) * 0.8);
  const isLow = ({ look, strips }: LadderRung): boolean => look.collected !== undefined || strips.length > 2;
  const [a, b] = [isLow(from) ? low : high, isLow(to) ? low : high];
  return a + (b - a) * u;
}

/** Parts of an arc at which its number may stand. */
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.12];

/** Height of a number over its arc, in its letters; and the part of its own arc that it may cover. */
const ABOVE = 0.9;
const MOST_OWN = 0.3;

/** An arc, with points of it and of all others. */
interface Lines {
  readonly curve: Curve;
  readonly own: readonly Point[];
  readonly others: readonly Point[];
}

/** A number on an arc, and its box. */
interface Spot {
  readonly parts: readonly Part[];
  readonly box: Box;
  /** Points of other arcs that it covers. */
  readonly covers: number;
  /** The same with points of its own arc, where it hides too much of that. */
  readonly hides: number;
}

/**
 * By arc, its number and its box: where no other is, and where it covers least of other arcs. At cells as a product, if all arcs have room.
 */
function spotsOf(
  moment: LadderMoment,
  { look }: LadderRung,
  arcs: readonly Arc[],
  curves: readonly Curve[],
): readonly (Spot | undefined)[] {
  const { graph } = moment.ladder;
  const lines = arcs.length <= FEW_LINES ? curves.map(pointsOf) : [];
  const long = (arc: Arc): readonly Part[] => [
    ...product(nth(graph.partials, arc.edge), { text: shortReal(arc.cotangent), colour: "cot" }),
    plain(" = "),
    cot(arc.amount),
  ];
  const short =
    (digits: number) =>
    ({ amount }: Arc): readonly Part[] => [strong(withSign(amount, shorterReal(amount, digits)), "cot")];
  const found = (words: (arc: Arc) => readonly Part[]): readonly (Spot | undefined)[] => {
    const placed: Box[] = [];
    return arcs.map((arc, index) => {
      const others = lines.filter((_, other) => other !== index).flat();
      const best = bestSpot(moment, words(arc), { curve: nth(curves, index), own: lines[index] ?? [], others }, placed);
      if (best !== undefined) placed.push(best.box);
      return best;
    });
  };
  const whole = look.waiting?.isArray ? found(long) : [];
  const isRoomy = whole.length > 0 && whole.every((spot) => spot?.covers === 0);
  if (isRoomy) return whole;
  // with fewer digits only if that hides clearly less of the arcs
  const forms = DIGITS.map((digits) => found(short(digits)));
  const hidden = forms.map((spots) => spots.reduce((sum, spot) => sum + (spot?.hides ?? POINTS), 0));
  const least = Math.min(...hidden) + arcs.length * POINTS * SPARED;
  return nth(
    forms,
    hidden.findIndex((points) => points <= least),
  );
}

/** The part of arcs that numbers with fewer digits have to leave in sight. */
const SPARED = 0.04;

/** Significant digits of the numbers on arcs: all that a short number has, or fewer. */
const DIGITS = [4, 3, 2] as const;

/** The best box of a number on its arc, and how much of others it covers there; undefined where it has no room. */
function bestSpot(
  { paper }: LadderMoment,
  parts: readonly Part[],
  { curve, own: line, others }: Lines,
  placed: readonly Box[],
): Spot | undefined {
  const own = letterOf(paper);
  const isFree = ({ x, y, w }: Box): boolean =>
    x - w / 2 > paper.left &&
    x + w / 2 < paper.right &&
    !placed.some((one) => Math.abs(one.x - x) < (one.w + w) / 2 && Math.abs(one.y - y) < own * 1.35);
  const covers = ({ x, y, w }: Box, points: readonly Point[]): number =>
    points.filter(([left, top]) => Math.abs(left - x) < w / 2 + 2 && Math.abs(top - y) < own * 0.65 + 2).length;
  const w = (lengthOf(parts) + 1.6) * own * LETTER;
  const [middle, highest] = pointOn(curve, 0.5);
  const boxes = [
    ...ALONG.map((along): Box => {
      const [x, y] = pointOn(curve, along);
      return { x, y, w };
    }),
    { x: middle, y: highest - own * ABOVE, w },
  ].filter(isFree);
  // a number that hides its own arc is over it, if that hides no other
  const cost = (box: Box): number => covers(box, others) + Math.max(0, covers(box, line) - POINTS * MOST_OWN);
  const costs = boxes.map(cost);
  const hides = Math.min(...costs);
  const box = boxes[costs.indexOf(hides)];
  return box && { parts, box, covers: covers(box, others), hides };
}

const letterOf = ({ size, least }: LadderMoment["paper"]): number => Math.max(least, size * 0.84);

function drawLabel(
  { picture, paper }: LadderMoment,
  key: string,
  arc: Arc,
  spot: Spot | undefined,
  opacity: number,
): void {
  if (spot === undefined) return;
  const own = letterOf(paper);
  const { parts, box } = spot;
  const { x, y, w } = box;
  picture.rect("label", `${key} ground`, around(x, y, w, own * 1.3), { fill: "paper", opacity });
  picture.write("label", `${key} label`, [x, y], parts, own, { opacity, data: { flag: arc.amount } });
}
