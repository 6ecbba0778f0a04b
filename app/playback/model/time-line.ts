// The timeline of a film: its parts, the calls with their names, the merges, and where it stands. That of a large run has its parts alone.

import { t as text } from "@lingui/core/macro";
import { shortBackName } from "../../exploration/model/scalar.ts";
import { level, upright } from "../../picture/path.ts";
import { projectedScale } from "../../picture/scale.ts";
import { LETTER, Picture, type Shape } from "../../picture/shape.ts";
import type { FarFilm } from "./far.ts";
import type { Film } from "./film.ts";

/** A part of a film that can be played alone. */
export interface FilmPart {
  readonly key: "forward" | "reverse" | "alone" | "fold";
  readonly words: string;
  readonly from: number;
  readonly to: number;
  /** Its ground, and its colour where it is a line. */
  readonly fill: string;
  readonly line: string;
}

/**
 * The parts of the timeline with their names and their times in milliseconds: forward, reverse, and the rest; nothing after `end`, where
 * the film is over before its animation is.
 */
export function partsOf(film: Film | FarFilm, end: number): readonly FilmPart[] {
  if (film.tag === "far") return farParts(film);
  const { animation, columns } = film;
  const isShort = end < animation.end;
  const reverseEnd = isShort ? end : animation.togetherEnd;
  const parts: FilmPart[] = [
    { key: "forward", words: text`forward`, from: 0, to: animation.forwardEnd, fill: "primal-soft", line: "primal" },
    {
      key: "reverse",
      words: text`reverse pass: one call per step`,
      from: animation.forwardEnd,
      to: reverseEnd,
      fill: "bp-soft",
      line: "bp",
    },
  ];
  if (!isShort && animation.batches.length > 0) {
    const tree = columns.find(({ kind }) => kind === "tree")?.id ?? "";
    const span = { from: animation.togetherEnd, to: animation.reverseEnd };
    parts.push({ key: "alone", words: text`${tree} continues alone`, ...span, fill: "sunken", line: "ink-3" });
  }
  if (!isShort && animation.folds.length > 0) {
    const span = { from: animation.reverseEnd, to: animation.end };
    parts.push({ key: "fold", words: text`fold`, ...span, fill: "staged-soft", line: "staged" });
  }
  return parts.filter(({ from, to }) => to > from);
}

function farParts({ animation: { forwardEnd, togetherEnd, aloneEnd } }: FarFilm): readonly FilmPart[] {
  const [together, alone] = [
    { from: forwardEnd, to: togetherEnd },
    { from: togetherEnd, to: aloneEnd },
  ];
  const parts: readonly FilmPart[] = [
    { key: "forward", words: text`forward`, from: 0, to: forwardEnd, fill: "primal-soft", line: "primal" },
    { key: "reverse", words: text`reverse pass, all stages`, ...together, fill: "bp-soft", line: "bp" },
    { key: "alone", words: text`one stage continues alone`, ...alone, fill: "sunken", line: "ink-3" },
  ];
  return parts.filter(({ from, to }) => to > from);
}

/** The times at which addends of the leading column stand beside each other. */
export function mergeTimes({ leader }: Film): readonly number[] {
  return leader.animation.tag === "waiting"
    ? leader.animation.merges.map(({ stand }) => stand.from + 40).sort((a, b) => a - b)
    : [];
}

/** Pixels: a timeline that is higher is one on a projector, and so high on one of 1080 rows. */
const HIGH = 60;
const PROJECTED_HEIGHT = 82;

/** The timeline as it is drawn at a time, in a box of pixels; it shows the film until `end`. */
export function timelineAt(
  film: Film | FarFilm,
  t: number,
  end: number,
  width: number,
  height: number,
): readonly Shape[] {
  const picture = new Picture();
  const x = (at: number): number => 1 + Math.min(1, at / end) * (width - 2);
  const isSlim = height < 34;
  const projected = height > HIGH ? height / PROJECTED_HEIGHT : 0;
  const scale = projectedScale(projected);
  const [y, h] = isSlim ? [6, 8] : [18 * scale, 18 * scale];
  for (const { key, from, to, fill, line } of partsOf(film, end)) {
    const [left, w] = [x(from), x(to) - x(from)];
    if (!isSlim) picture.rect("ground", `part${key}`, [left, y, w, h], { r: 3, fill });
    // each part has a line in its colour, which is higher where there is no room for words
    const high = isSlim ? h : 2 * scale;
    picture.rect("ground", `line${key}`, [left + 1, y + h - high, w - 2, high], { r: 1, fill: line });
  }
  if (!isSlim && film.tag === "film")
    drawMoments(picture, film, end, { x, y, h, width, scale, small: Math.max(12.5, 24 * projected) });
  const at = x(t);
  picture.line("top", "past", level(1, at, y + h), "ink", 2);
  picture.path("top", "head", {
    path: isSlim
      ? upright(at, 1, height - 1)
      : [...upright(at, y - 3, y + h + 3), ["M", at - 5, y - 8], ["h", 10], ["l", -5, 6], ["z"]],
    stroke: "ink",
    width: 2,
    fill: "ink",
  });
  return picture.shapes;
}

/** The box of a timeline: the pixel of a time, where its parts are, and the size of dots and of letters. */
interface Box {
  x(at: number): number;
  readonly y: number;
  readonly h: number;
  readonly width: number;
  readonly scale: number;
  readonly small: number;
}

/** Draws the scalars, the calls with their names, the calls of a batch, folds and merges, each at its time. */
function drawMoments(picture: Picture, film: Film, end: number, { x, y, h, width, scale, small }: Box): void {
  const { animation, graph, leader } = film;
  if (animation.scalars.length < width / 12)
    for (const [number, { to }] of animation.scalars.entries())
      picture.rect("edge", `dot${number}`, [x(to) - 2.5 * scale, y + h / 2 - 2.5 * scale, 5 * scale, 5 * scale], {
        r: 2.5 * scale,
        fill: "primal",
      });
  for (const [beat, { from, to }] of animation.beats.entries()) {
    const wide = x(to) - x(from);
    if (wide > 3) picture.line("edge", `beat${beat}`, upright(x(from), y, y + h), "bp", 1.4);
    const number = leader.animation.replayOrder.calls.number[beat];
    const name = number === undefined ? "" : shortBackName(graph, number);
    if (wide > (name.length + 1) * small * LETTER)
      picture.text("edge", `beatt${beat}`, [x(from) + 4, y + h / 2], [{ text: name, colour: "bp" }], small);
  }
  for (const [index, { from, to, count }] of animation.batches.entries()) {
    if (from >= end) break;
    const high = Math.max(2, Math.min(h, (Math.log2(count + 1) / 11) * h));
    picture.rect("edge", `batch${index}`, [x(from) + 0.5, y + h - high, Math.max(1, x(to) - x(from) - 1), high], {
      r: 1,
      fill: "bp",
      opacity: 0.6,
    });
  }
  for (const [index, { slide }] of animation.folds.entries())
    if (slide.to <= end) picture.line("edge", `fold${index}`, upright(x(slide.to), y, y + h), "staged", 1.4);
  const waiting = leader.animation.tag === "waiting" ? leader.animation.merges : [];
  if (waiting.length < width / 10)
    for (const [index, { slide }] of waiting.entries()) {
      const [cx, cy, r, arm] = [x(slide.to), y + h + 7 * scale, 4.5 * scale, 2.4 * scale];
      picture.rect("node", `merge${index}`, [cx - r, cy - r, 2 * r, 2 * r], { r, fill: "staged" });
      picture.line(
        "node",
        `plus${index}`,
        [...level(cx - arm, cx + arm, cy), ...upright(cx, cy - arm, cy + arm)],
        "paper",
        1.3 * scale,
      );
    }
}
