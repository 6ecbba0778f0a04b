// Calls of a map: lit while the call is made, then a ghost.
import { t as text } from "@lingui/core/macro";
import type { WaitingColumn } from "../../../../engine/animation/waiting.ts";
import { present } from "../../../../engine/base/nth.ts";
import { kept } from "../../../base/kept.ts";
import { call } from "../../../exploration/drawn/words.ts";
import { eased } from "../../../picture/motion.ts";
import { lengthOf, missing } from "../../../picture/parts.ts";
import { LETTER, type Part, UI_LETTER } from "../../../picture/shape.ts";
import { callNow, type FilmColumn, lastCall } from "../../../playback/model/film.ts";
import { appearing, otherThan, piecesNow } from "../../../playback/model/pieces.ts";
import type { Place } from "../../model/paper.ts";
import { calledWith } from "../changed.ts";
import type { Moment } from "../moment.ts";
import { clipped } from "../program.ts";
import { type Boxes, callParts, ROUND } from "./boxes.ts";

/** Sizes, in pixels on paper of scale 1 (`PX`) and as parts of letters (`EM`); times in milliseconds (`MS`). */
const PX = { ends: 6, words: 8, lift: 3, lit: 2.8, ghost: 1.3, beside: 12 } as const;
const EM = { words: 0.95, ends: 0.8 } as const;
const MS = { goes: 260, comes: 200 } as const;

/** The calls of a column: lit while the call is made, then a ghost; "never called" at the end. Rows that others cover are left out. */
export function drawCalled(
  moment: Moment,
  place: Place,
  column: FilmColumn,
  boxes: Boxes,
  isCovered: (number: number) => boolean,
): void {
  const { film, paper, picture, t, rows, y } = moment;
  const { scale, small } = paper;
  const { animation } = column;
  if (animation.tag !== "waiting") return;
  const waiting = new Set(piecesNow(animation, t).flatMap(({ piece, phase }) => (phase === "waits" ? [piece.to] : [])));
  const words = (key: string, x: number, at: number, said: string, opacity?: number): void =>
    picture.text("edge", key, { x, y: at, parts: [{ text: said, colour: "ink-3" }], size: small, font: "ui", opacity });
  for (const number of rows) {
    if (isCovered(number)) continue;
    const last = lastCall(moment, column, number);
    const at = y(number);
    if (last === undefined) {
      if (
        t >= film.animation.togetherEnd &&
        !waiting.has(number) &&
        (film.graph.reached[number] === 0 || column.isBroken)
      )
        words(`never${place.id}${number}`, boxes.x0, at, text`never called`);
      continue;
    }
    const made = present(animation.calls[last]);
    const gone = made.lift.to + (animation.pieces[made.pieces[0] ?? -1]?.split.to ?? made.lift.to) - made.lift.to;
    const before = animation.whole?.calls[last];
    // after several calls, a ghost shows the sum of their arguments
    const isNow = t < gone || callNow(moment, column) === last;
    const total = isNow || made.before === 0 ? undefined : calledWith(film, column, number, t);
    const parts =
      total === undefined || total.isMissing
        ? callParts(film, made, before)
        : call(film.graph, number, total.value, total.was);
    if (waiting.has(number)) continue;
    if (!made.isMade) {
      drawUnmade(moment, place, { number, cotangent: present(before).cotangent, appears: made.lift.from }, boxes);
      continue;
    }
    // a ghost is as wide as its text
    const fitted = Math.min(paper.size * EM.words, (boxes.w - PX.ends * scale) / (lengthOf(parts) * LETTER));
    const letters = Math.max(paper.least, fitted);
    const longest = place.right - boxes.x0 - PX.ends * scale;
    const shown = clipped(parts, Math.floor((longest - PX.words * scale) / (letters * LETTER)));
    const w = Math.max(boxes.w, Math.min(longest, (lengthOf(shown) + EM.ends) * letters * LETTER));
    const box = { number, x: boxes.x0, y: at, w, h: boxes.h, shown, letters };
    if (t < gone) {
      drawTaken(moment, place, box, made);
      continue;
    }
    const isMoved = before !== undefined && otherThan(made.cotangent, before.cotangent) !== undefined;
    const faint = shown.map((part) => ({ ...part, colour: "ink-3" as const, bold: false }));
    drawGhost(moment, place, { ...box, shown: isMoved ? shown : faint }, appearing(t, gone, MS.goes));
    // it may be called again
    if (t < made.end || last !== lastOf(animation, number)) continue;
    const times = made.before + 1;
    const called = times === 1 ? text`called once` : text`sum of ${times} calls`;
    const said = column.isBroken ? called : `✓ ${called}`;
    const x = boxes.x0 + w + PX.beside * scale;
    if (x + said.length * small * UI_LETTER < place.right)
      words(`once${place.id}${number}`, x, at, said, appearing(t, made.end, MS.comes));
  }
}

/** The box of a call, with its words: their parts, and the size of their letters. */
interface CallBox {
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly shown: readonly Part[];
  readonly letters: number;
}

/** Draws a call while it is made: lit, and lifted from its row. */
function drawTaken(
  { paper, picture, t }: Moment,
  place: Place,
  box: CallBox,
  { lift }: WaitingColumn["calls"][number],
): void {
  const { number, x, w, h, shown, letters } = box;
  const { scale } = paper;
  const y = box.y - Math.sin(Math.min(1, eased(t, lift)) * (Math.PI / 2)) * PX.lift * scale;
  const look = { fill: "cot-soft", stroke: "cot", width: PX.lit * scale };
  const lifted = { x, y: y - h / 2, w, h, r: ROUND * scale, ...look };
  picture.box("node", "taken", `${place.id}${number}`, lifted, shown, letters);
}

/** Draws a call that was made. */
function drawGhost({ paper, picture }: Moment, place: Place, box: CallBox, opacity: number): void {
  const { number, x, y, w, h, shown, letters } = box;
  const look = { fill: "none", stroke: "line-strong", width: PX.ghost, dash: "4 4", opacity };
  const ghost = { x, y: y - h / 2, w, h, r: ROUND * paper.scale, ...look };
  picture.box("edge", "ghost", `${place.id}${number}`, ghost, shown, letters);
}

/** The last call of each scalar. */
const lastCalls = kept(
  ({ calls }: WaitingColumn): ReadonlyMap<number, number> =>
    new Map(calls.flatMap(({ number, isMade }, call) => (isMade ? [[number, call] as const] : []))),
);

function lastOf(animation: WaitingColumn, number: number): number | undefined {
  return lastCalls(animation).get(number);
}

/** A call without contributions since an edge was cut, which is not made. */
function drawUnmade(
  { film, paper, picture, t, y }: Moment,
  place: Place,
  { number, cotangent, appears }: { readonly number: number; readonly cotangent: number; readonly appears: number },
  boxes: Boxes,
): void {
  const { scale, small } = paper;
  const opacity = appearing(t, appears, MS.goes);
  const words = call(film.graph, number, cotangent)
    .map((part) => part.text)
    .join("");
  const [x, at] = [boxes.x0, y(number)];
  const look = {
    fill: "none",
    stroke: "err",
    width: PX.ghost,
    dash: "4 4",
    opacity,
    data: { missing: cotangent },
  } as const;
  const box = { x, y: at - boxes.h / 2, w: boxes.w, h: boxes.h, r: ROUND * scale, ...look };
  const size = Math.max(
    paper.least,
    Math.min(paper.size * EM.words, (boxes.w - PX.ends * scale) / (words.length * LETTER)),
  );
  picture.box("edge", "unmade", `${place.id}${number}`, box, [missing(words)], size);
  const told = text`not called`;
  if (x + boxes.w + PX.beside * scale + told.length * small * UI_LETTER >= place.right) return;
  const beside = {
    x: x + boxes.w + PX.beside * scale,
    y: at,
    parts: [{ text: told, colour: "err" }],
    size: small,
    opacity,
  };
  picture.text("edge", `uncalled${place.id}${number}`, { ...beside, font: "ui" });
}
