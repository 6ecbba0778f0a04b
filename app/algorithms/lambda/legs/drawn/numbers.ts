// The numbers that have come over the rows: values as pills, sensitivities as flags, each with a ring for every derivative that it still goes
// through.
import { nth } from "../../../../../engine/base/nth.ts";
import { shortReal } from "../../../../../engine/core/values/show-value.ts";
import { eased } from "../../../../picture/motion.ts";
import { lengthOf, withFewerDigits } from "../../../../picture/parts.ts";
import { around, flagWidth, LETTER } from "../../../../picture/shape.ts";
import { laneOf, ringsOf } from "../model/lanes.ts";
import type { Timed } from "../model/score.ts";
import { levelColour, type Moment } from "./moment.ts";
import { laneAt } from "./paper.ts";

/** Milliseconds in which a number appears, and for which it is lit. */
const [APPEARS, LIT] = [300, 700];

/** Draws the numbers up to a time. */
export function drawNumbers(moment: Moment): void {
  for (const [index, timed] of moment.score.timed.entries()) {
    if (timed.from > moment.t) break;
    if (timed.beat.tag === "over") drawNumber(moment, index, timed);
  }
}

function drawNumber({ picture, paper, score, t }: Moment, index: number, { beat, from, to }: Timed): void {
  if (beat.tag !== "over" || beat.number === undefined) return;
  const { rows, rowHeight, scale, size, lane: wide } = paper;
  const { legs } = score;
  const row = nth(legs.rows, beat.row);
  const lane = laneOf(beat.back);
  const place = laneAt(paper, legs, beat.row, lane);
  // beside the thread
  const [x, y] = [place.x + wide * 0.06, nth(rows, beat.row)];
  const rings = ringsOf(beat.back);
  const most = Math.max(2, Math.floor((wide * 0.78 - size * 1.2 - rings.length * 8 * scale) / size / LETTER));
  const isValue = lane === 0;
  const colour = Number.isFinite(beat.number) ? (isValue ? "primal" : "cot") : "err";
  const parts = withFewerDigits([{ text: shortReal(beat.number), number: beat.number, colour, bold: !isValue }], most);
  const room = [
    (wide * 0.78 - rings.length * 6 * scale) / (lengthOf(parts) * LETTER + 1.2),
    rowHeight / (1.8 + 0.7 * rings.length),
  ];
  const fit = Math.min(size, ...room);
  const opacity = eased(t, { from, to: from + Math.min(APPEARS, to - from) });
  const key = `n${index}`;
  const isOver = lane === 2 ** row.levels - 1;
  const data = { row: beat.row, lane, number: beat.number, rings: rings.length };
  const w = isValue ? (lengthOf(parts) * LETTER + 1.2) * fit : flagWidth(parts[0]?.text ?? "", fit);
  const h = fit * 1.55;
  if (isValue) {
    picture.rect("node", key, around(x, y, w, h), {
      r: h / 2,
      fill: "surface",
      stroke: "primal",
      width: 1.5,
      opacity,
      data,
    });
    picture.write("node", `${key}t`, [x, y], parts, fit, { opacity });
  } else {
    const isLit = t < to + LIT || (isOver && row.kind !== "operation");
    picture.flag("node", key, parts, { x: x - w / 2, y, size: fit, opacity, isLit, data });
  }
  for (const [at, level] of rings.entries()) {
    const out = fit * (0.2 + 0.28 * at);
    picture.rect("node", `${key}r${level}`, [x - w / 2 - out, y - h / 2 - out, w + 2 * out, h + 2 * out], {
      r: h / 2 + out,
      fill: "none",
      stroke: levelColour(row.levels - level),
      width: Math.min(2.2, fit / 6),
      opacity,
      data: { ring: level, row: beat.row, lane },
    });
  }
}
