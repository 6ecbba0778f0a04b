import { nth, present } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { product } from "../../../exploration/drawn/words.ts";
import { shortBackName } from "../../../exploration/model/scalar.ts";
import { apart, type Body } from "../../../picture/apart.ts";
import {
  between,
  type Curve,
  eased,
  type Point,
  pointOn,
  restOf,
  slidInto,
  sprung,
  wayPath,
} from "../../../picture/motion.ts";
import { changed, cot, lengthOf, missing, plain, strong, withFewerDigits } from "../../../picture/parts.ts";
import { around, type Layer, LETTER, type Part, soft } from "../../../picture/shape.ts";
import { appearing, type PieceNow, piecesNow, replacedBefore, toldUntil } from "../../../playback/model/pieces.ts";
import { sumOf } from "../../../words/numbers.ts";
import { markOf } from "../changed.ts";
import { goingOut, type WaitingMoment } from "../moment.ts";
import { clipped } from "../program.ts";
import { drawResult } from "../result.ts";
import { above, type Boxes, boxesOf, drawCalled, ROUND, slotX } from "./boxes.ts";
import { besideName, drawPinned, isUnder, pinnedRows, withPinned } from "./pinned.ts";

/** Sizes, in pixels on paper of scale 1 (`PX`), as parts of letters (`EM`) and of a way or a box (`PART`); times in milliseconds (`MS`). */
const PX = { ends: 6, bow: 30, rest: 4, flying: 2.4, behind: 1.6, told: 12, lit: 3, still: 1.8 } as const;
const EM = { plus: 1.4, leastPlus: 0.9, shortest: 3 } as const;
const PART = { soon: 0.3, late: 0.7, faint: 0.8, over: 0.15, apart: 0.6 } as const;
const MS = { fresh: 300, plus: 120, told: 400 } as const;

/** Draws a column in which calls wait in a map, and the contributions that are on their way there. */
export function drawMap(seen: WaitingMoment): void {
  const { place, animation } = seen;
  const boxes = boxesOf(seen.paper, seen.film)(place.id);
  const pinned = pinnedRows(seen);
  drawCalled(seen, boxes, (number) => isUnder(pinned, number));
  const moment = withPinned(seen, pinned);
  drawPinned(moment, boxes, pinned);
  const inRow = (number: number): Boxes => (pinned.has(number) ? besideName(moment, boxes) : boxes);
  const all = piecesNow(animation, moment.t).flatMap((now) => {
    const box = pieceIn(moment, now, inRow(now.piece.to));
    const row = pinned.get(now.piece.to);
    if (box === undefined || row === undefined) return box ?? [];
    return { ...box, layer: "token" as const, opacity: box.opacity * row.opacity };
  });
  // boxes behind another need no room
  const clear = all.filter(({ layer }) => layer !== "live");
  const pushed = apart(clear, boxes.x0, place.right);
  for (const one of all) {
    const x = one.x + (pushed[clear.indexOf(one)] ?? 0);
    drawPiece(moment, { ...one, x }, inRow(one.now.piece.to));
  }
  drawResult(moment, boxes.x0);
}

/** The box of a contribution, before it gives way to others. */
interface PieceBox extends Body {
  readonly now: PieceNow;
  readonly key: string;
  readonly layer: Layer;
  readonly parts: readonly Part[];
  readonly opacity: number;
}

/** The way of a contribution from one place to another, with a bow to the right as far as its box has room. */
function bowOf({ paper, place }: WaitingMoment, w: number, [xFrom, yFrom]: Point, [xTo, yTo]: Point): Curve {
  const bow = Math.min(PX.bow * paper.scale, Math.max(0, place.right - w - Math.max(xFrom, xTo) - PX.ends));
  return [
    [xFrom, yFrom],
    [xFrom + bow, between(yFrom, yTo, PART.soon)],
    [xTo + bow, between(yFrom, yTo, PART.late)],
    [xTo, yTo],
  ];
}

/** Draws the rest of the way of a contribution: the part behind could seem to start at a passed box. */
function drawRest(
  { paper, picture }: WaitingMoment,
  key: string,
  curve: Curve,
  gone: number,
  w: number,
  { isMissing, opacity }: { readonly isMissing: boolean; readonly opacity: number },
): void {
  const middle = restOf(curve, gone).map(([cx, cy]) => [cx + w / 2, cy]) as unknown as Curve;
  picture.line("live", key, wayPath(middle), isMissing ? "err" : "staged", PX.flying * paper.scale, {
    dash: "2 5",
    round: true,
    opacity,
  });
}

/** Where the box of a contribution is; draws the way that it takes. */
function pieceIn(moment: WaitingMoment, now: PieceNow, boxes: Boxes): PieceBox | undefined {
  const { film, paper, t, y, isSeen, column, animation } = moment;
  const { piece, phase, value } = now;
  const { scale } = paper;
  const { w } = boxes;
  const caller = piece.call < 0 ? undefined : animation.calls[piece.call];
  // a contribution to a row out of sight is seen leaving
  const isLeaving = !isSeen(piece.to);
  if (isLeaving && (phase === "waits" || caller === undefined || !isSeen(caller.number))) return undefined;
  const slot = piece.slot - replacedBefore(animation, piece, t);
  const [xTo, yTo] = [slotX(boxes, slot), y(piece.to) - above(boxes, slot)];
  const name: Part = strong(shortBackName(film.graph, piece.to), "bp");
  let [x, at, opacity] = [xTo, yTo, 1];
  const { isMissing, was } = now;
  // a number is shown whole, without a name where both have no room: its row has the name, too
  const most = Math.floor((w - PX.ends * scale) / (paper.least * LETTER));
  const named = (told: (room: number) => readonly Part[]): readonly Part[] => {
    const room = most - lengthOf([name]) - 1;
    const short = told(room);
    return lengthOf(short) <= room ? [name, plain(" "), ...short] : told(most);
  };
  let parts: readonly Part[] = isMissing
    ? [missing(`${name.text} ${shortReal(was ?? value)}`)]
    : named((room) => changed(value, was, room));
  let layer: Layer = "node";
  let { h } = boxes;
  let from: number | undefined;
  const key = `${animation.replayOrder.stage}${now.place}`;
  if (phase !== "waits") {
    layer = "token";
    const of = caller?.pieces.length ?? 0;
    const stacked = column.isComposed && of > 1 ? stackedIn(boxes.h, piece.place, of) : undefined;
    const yFrom = caller === undefined ? yTo + paper.rowHeight / 2 : y(caller.number) + (stacked?.dy ?? 0);
    const xFrom = caller === undefined ? xTo : slotX(boxes, stacked === undefined ? 1 + piece.place : 1);
    h = stacked === undefined ? h : between(stacked.h, h, eased(t, piece.fly));
    if (stacked !== undefined && piece.place > 0)
      drawJoint(moment, now, { x: xFrom, y: yFrom, h: stacked.h, gap: boxes.gap });
    if (phase === "flies") {
      const curve = bowOf(moment, w, [xFrom, yFrom], [xTo, yTo]);
      const gone = eased(t, piece.fly);
      from = xFrom;
      // a missing contribution fades at the cut
      [x, at] = pointOn(curve, isMissing ? gone / 2 : gone);
      if (isMissing) opacity = Math.min(1, 2 - 2 * gone);
      else if (isLeaving) opacity = goingOut(moment, at);
      if (isLeaving && opacity === 0) return undefined;
      drawRest(moment, `way${key}`, curve, gone, w, { isMissing, opacity: isLeaving ? 0 : PART.faint });
    } else {
      const out = eased(t, {
        from: piece.split.from,
        to: piece.split.from + (piece.split.to - piece.split.from) * PART.faint,
      });
      [x, at, opacity] = [between(slotX(boxes, 0), xFrom, out), yFrom, out];
      const multiplied = product(film.graph.partials[piece.edge] ?? 1, cot(caller?.cotangent ?? 1));
      parts = named((room) => withFewerDigits(multiplied, room));
    }
  }
  if (now.giving !== undefined) {
    const { slot } = nth(animation.pieces, now.giving.keeps);
    const { way: slid, opacity: left } = slidInto(t, now.giving.slide);
    // it slides behind its sum, and its number with it
    if (slid > 0) [layer, opacity] = ["live", left];
    x = between(x, slotX(boxes, slot) + w * PART.over, slid);
    at = between(at, y(piece.to) - above(boxes, slot), slid);
  }
  return { now, key, layer, x, y: at, w, h, from, parts, opacity };
}

function drawPiece(moment: WaitingMoment, piece: PieceBox, boxes: Boxes): void {
  const { paper, picture, t, y, animation } = moment;
  const { now, key, layer, x, y: at, h, parts, opacity } = piece;
  const { value, was, isMissing } = now;
  const { scale, size } = paper;
  const { w } = boxes;
  const yTo = y(now.piece.to) - above(boxes, now.piece.slot);
  const pop = now.summed === undefined ? 1 : sprung(t, { from: now.summed.slide.to, to: now.summed.done });
  const isFresh =
    (!isMissing && now.keeping !== undefined) || (now.summed !== undefined && t < now.summed.done + MS.fresh);
  if (now.summed !== undefined)
    picture.rect("edge", `stack${key}`, [x + PX.rest * scale, at - boxes.h / 2 + PX.rest * scale, w, boxes.h], {
      r: ROUND * scale,
      ...soft("staged", PX.behind),
      opacity,
    });
  const letters = Math.max(paper.least, Math.min(size, (w - PX.ends * scale) / (lengthOf(parts) * LETTER)));
  const most = Math.max(EM.shortest, Math.floor((w - PX.rest) / (letters * LETTER)));
  const { mark, data } = markOf({ value, was, isMissing });
  const look = {
    r: ROUND * scale,
    fill: mark === "missing" ? "none" : isFresh ? "staged-soft" : "surface",
    stroke: mark === undefined ? "staged" : "err",
    dash: mark === "missing" ? "4 3" : undefined,
    width: (isFresh ? PX.lit : PX.still) * scale,
    opacity,
    data: mark === undefined ? undefined : data,
  };
  const shown = clipped(withFewerDigits(parts, most), most);
  picture.box(layer, "box", key, around(x + w / 2, at, w * pop, h * pop), look, shown, letters);
  if (now.keeping !== undefined) {
    const { keeping } = now;
    const xGiven = between(
      slotX(boxes, nth(animation.pieces, keeping.gives).slot),
      x + w * PART.over,
      eased(t, keeping.slide),
    );
    // between two boxes that stand close together it is smaller
    const plus = Math.min(size * EM.plus, Math.max(size * EM.leastPlus, (xGiven - x - w) / LETTER));
    const look = { opacity: appearing(t, keeping.stand.from, MS.plus), data: { merge: keeping.sum, to: keeping.to } };
    if (xGiven > x + w * PART.apart)
      picture.write("top", `plus${key}`, [(x + w + xGiven) / 2, yTo], [strong("+", "staged")], plus, look);
  }
  drawEquals(moment, now, key, yTo, boxes);
}

/** Draws the two numbers of a new sum beside it, where nothing else waits there. */
function drawEquals(moment: WaitingMoment, now: PieceNow, key: string, y: number, boxes: Boxes): void {
  const { film, paper, picture, t, place, animation } = moment;
  const { piece } = now;
  const { scale, size } = paper;
  const told = now.summed && toldUntil(film, now.summed.done);
  if (told !== undefined && t < told + MS.told) {
    const { before, addend } = present(now.summed);
    const words = `= ${sumOf([shortReal(before), shortReal(addend)])}`;
    const x = slotX(boxes, piece.slot) + boxes.w + PX.told * scale;
    const look = { opacity: 1 - appearing(t, told, MS.told) };
    const isFree = !piecesNow(animation, t).some((other) => other.piece.to === piece.to && other.place !== now.place);
    if (isFree && slotX(boxes, 0) + boxes.w + (words.length + 2) * size * LETTER < place.right)
      picture.text("top", `equals${key}`, [x, y], [strong(words, "staged")], size, look);
  }
}

/** Composed functions, one above the other: the one that is applied first on top. */
interface Stacked {
  /** How far it lies from the middle of the row, and how high it is. */
  readonly dy: number;
  readonly h: number;
}

/** The place of one of them in its call; `h` is the height of a waiting box. */
function stackedIn(h: number, at: number, of: number): Stacked {
  // no higher than leaves the rows above and below to be read
  const each = Math.min(0.66 * h, (1.34 * h) / of);
  return { dy: (at - (of - 1) / 2) * (each + 1), h: each };
}

/** The ∘ between a function of a stack and the one above it, which is applied first, for as long as both lie there. */
function drawJoint(
  { picture, paper, t, animation }: WaitingMoment,
  { piece, place }: PieceNow,
  { x, y, h, gap }: { readonly x: number; readonly y: number; readonly h: number; readonly gap: number },
): void {
  const { pieces } = nth(animation.calls, piece.call);
  const above = nth(animation.pieces, nth(pieces, piece.place - 1));
  const opacity = Math.min(appearing(t, piece.split.to, 150), 1 - appearing(t, above.fly.from, 200));
  if (opacity <= 0) return;
  const parts = [strong("∘", "staged")];
  const key = `joint${animation.replayOrder.stage}${place}`;
  const data = { composed: piece.to };
  picture.write("top", key, [x - gap / 2, y - h / 2], parts, paper.size * 1.2, { opacity, data });
}
