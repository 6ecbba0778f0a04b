// The band above a tree of calls: the one-hots of its calls and their sum, or the gradient, and its touched scalars. Of a stage that has a row
// of boxes (`StateView.boxes`), the row as it is now, such as the environment of CHAD: a box comes and goes with its variable, and one that was
// changed stands out for a while.

import { plural, t as text } from "@lingui/core/macro";
import type { ColumnAnimation, TreeColumn } from "../../../../engine/animation/animation.ts";
import { progress } from "../../../../engine/animation/intervals.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { heldIn, isZero } from "../../../algorithms/own-boxes.ts";
import { kept, keptForPair } from "../../../base/kept.ts";
import { cot, lengthOf, listed } from "../../../picture/parts.ts";
import { around, LETTER, UI_LETTER, UI_LINE } from "../../../picture/shape.ts";
import { callsSoFar, ROUNDING } from "../../../playback/model/calls.ts";
import { type Film, type FilmColumn, startOf } from "../../../playback/model/film.ts";
import { grouped } from "../../../words/numbers.ts";
import { INSET } from "../../model/paper.ts";
import { touchedAt } from "../frame.ts";
import type { ColumnMoment, TreeMoment } from "../moment.ts";
import { outOfSightWords } from "./calls-map.ts";

/** Letters around the gradient and between the words of the band. */
const LETTERS = { around: 2, between: 6 };

/**
 * Draws the band above a tree: the one-hots of its calls, as long as the input, and their sum; of a stage without one-hots, the gradient,
 * and before that its row of boxes, where it has one.
 */
export function drawBand(moment: TreeMoment): void {
  const { film, paper, picture, t, place, animation } = moment;
  const { scale, small, bandY } = paper;
  if (hasBoxes(moment)) return drawOwnBoxes(moment);
  const isWhole = animation.whole === undefined;
  const made = callsSoFar(film, animation, t);
  const hots = Math.round(film.inputs.reduce((sum, input) => sum + nth(made, input), 0));
  const touched = touchedAt(moment, animation);
  const count = grouped(hots);
  const words = !hasVectors(animation)
    ? text`gradient`
    : hots === 0
      ? text`one vector per call, added up`
      : plural(hots, { one: `${count} one-hot, added up`, other: `${count} one-hots, added up` });
  // as soon as all are there, their sum
  const isDone = hots > 0 && film.inputs.every((input) => nth(made, input) >= nth(animation.total, input) - ROUNDING);
  const room = (place.w - 2 * INSET * scale) / (small * UI_LINE) - words.length - LETTERS.around;
  const numbers = film.inputs.map((input) => cot(nth(film.graph.cotangents, input)));
  const sum = isDone ? listed(numbers, room) : [];
  const label = { text: sum.length > 0 ? `${words}: ` : words, colour: isDone || hots > 0 ? "ink-2" : "ink-3" };
  const style = { font: "ui", data: hasVectors(animation) ? { hots } : undefined } as const;
  picture.text("band", `hots${place.id}`, [place.x + INSET * scale, bandY], [label, ...sum], small, style);
  const many = grouped(touched);
  // the squares above are those of the call that is made now
  const scalars = isDone
    ? plural(touched, { one: `${many} scalar touched`, other: `${many} scalars touched` })
    : plural(touched, { one: `${many} scalar touched so far`, other: `${many} scalars touched so far` });
  // with cut edges the touched scalars are not counted
  const isCounted = isWhole && t >= film.animation.forwardEnd && touched > 0;
  const beyond = outOfSightWords(moment);
  const aside = beyond ?? (isCounted ? scalars : "");
  if (aside === "" || place.w <= (words.length + lengthOf(sum) + aside.length + LETTERS.between) * small * UI_LINE)
    return;
  const look = { anchor: "end", data: beyond === undefined ? { touched } : { beyond } } as const;
  const colour = beyond === undefined ? "ink-3" : "bp";
  picture.say("band", `aside${place.id}`, [place.right - INSET * scale, bandY], aside, colour, small, look);
}

/** Whether the calls of a stage make whole gradients, by its run's counts: Delta terms and transposed lines add numbers to cells. */
export function hasVectors({ replayOrder }: TreeColumn): boolean {
  return replayOrder.vectors.kind.length > 0;
}

/** How long a changed box stands out, in milliseconds of an unhurried animation. */
const CHANGING = 340;
/** The part of a call's time in which the row changes. */
const WITHIN = 0.65;
/** In heights of the band: the box, its middle, the middle of its name and letters of that; and in heights of the box, its letters. */
const PART = { high: 0.5, middle: 0.31, name: 0.77, nameLetters: 0.27, letters: 0.6 };
/** Letters of room within a box, and of the longest one. */
const BOX = { around: 1.2, most: 12 };

/** When the calls of a column are over: its boxes are gone then. */
const endOf = kept((animation: ColumnAnimation): number =>
  animation.tag === "tree" ? animation.to.reduce((latest, one) => Math.max(latest, one), 0) : 0,
);

/** By change of the row, when it is there: those after a call one after the other, all of them before one rests after it. */
const timesOf = keptForPair((film: Film, { animation }: FilmColumn): readonly number[] => {
  const { boxes, calls } = animation.replayOrder;
  const begin = (call: number): number =>
    call < calls.number.length ? startOf(animation, Math.max(0, call)) : endOf(animation);
  const counts = new Map<number, number>();
  for (const { call } of boxes) counts.set(call, (counts.get(call) ?? 0) + 1);
  let [last, index] = [-2, 0];
  return boxes.map(({ call }) => {
    index = call === last ? index + 1 : 0;
    last = call;
    const end = film.animation.beats[call]?.to ?? begin(call + 1);
    return begin(call) + (WITHIN * (end - begin(call)) * index) / (counts.get(call) ?? 1);
  });
});

/** Whether a column has its row of boxes now: in its reverse pass; with cut edges there is no recording of one. */
function hasBoxes({ film, t, animation }: ColumnMoment): boolean {
  return film.whole === undefined && animation.replayOrder.boxes.length > 0 && t < endOf(animation);
}

/** Draws the row of boxes of a time; event by event, that of the present event. */
function drawOwnBoxes({ film, paper, picture, t, marks, place, column }: ColumnMoment): void {
  const { scale, head, bandHeight, small } = paper;
  const { boxes } = column.animation.replayOrder;
  const event = marks.event?.column === place.id ? marks.event : undefined;
  const times = timesOf(film, column);
  const at = boxes.findLastIndex(({ step }, index) =>
    event === undefined ? nth(times, index) <= t : step <= event.step,
  );
  if (at < 0) return;
  const { items } = nth(boxes, at);
  const before = new Map((boxes[at - 1]?.items ?? []).map(({ key, text }) => [key, text]));
  const since = nth(times, at);
  const u = event === undefined ? progress(t, { from: since, to: since + CHANGING * film.animation.haste }) : 0.5;
  const h = bandHeight * PART.high;
  const held = items.map((item) => {
    const text = heldIn(item);
    return text.length > BOX.most ? `${text.slice(0, BOX.most - 1)}…` : text;
  });
  const letters = Math.min(small, h * PART.letters);
  const wide = held.map((text) => Math.max(h, (text.length + BOX.around) * letters * LETTER));
  const room = place.w - 2 * INSET * scale;
  const fit = Math.min(1, room / wide.reduce((sum, one) => sum + one, 0));
  let x = place.x + INSET * scale;
  for (const [index, { key, text }] of items.entries()) {
    const w = nth(wide, index) * fit;
    const zero = isZero(nth(held, index));
    const isNew = !before.has(key);
    const hot = isNew || before.get(key) !== text ? 1 - u : 0;
    const opacity = isNew ? Math.max(0.25, u) : 1;
    const y = head + bandHeight * PART.middle;
    const look = {
      r: 4 * scale,
      fill: zero ? "sunken" : "cot-soft",
      stroke: zero ? "line-strong" : "cot",
      width: 1.25 + 1.5 * hot,
      opacity,
      data: { own: key, held: nth(held, index) },
    };
    const part = { text: nth(held, index), colour: zero ? "ink-3" : "cot", bold: !zero };
    picture.box("band", "own", `${place.id}${key}`, around(x + w / 2, y, w - 2, h), look, [part], letters * fit);
    // the names of what conversions made say nothing
    const size = Math.min(small, bandHeight * PART.nameLetters, (w * 1.3) / key.length / UI_LETTER);
    const at = [x + w / 2, head + bandHeight * PART.name] as const;
    const style = { font: "prose", anchor: "middle", isName: true, opacity } as const;
    if (!key.includes("₀")) picture.say("band", `ownn${place.id}${key}`, at, key, "ink-2", size, style);
    x += w;
  }
}
