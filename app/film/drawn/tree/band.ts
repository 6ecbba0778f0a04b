// The band above a tree of calls: the one-hots of its calls and their sum, or the gradient, and its touched scalars.
import { plural, t as text } from "@lingui/core/macro";
import type { TreeColumn } from "../../../../engine/animation/animation.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { cot, lengthOf, listed } from "../../../picture/parts.ts";
import { UI_LINE } from "../../../picture/shape.ts";
import { callsSoFar, ROUNDING } from "../../../playback/model/calls.ts";
import type { FilmColumn } from "../../../playback/model/film.ts";
import { grouped } from "../../../words/numbers.ts";
import { INSET, type Place } from "../../model/paper.ts";
import { touchedAt } from "../frame.ts";
import type { Moment } from "../moment.ts";
import { outOfSightWords } from "./calls-map.ts";
import { drawOwnBoxes, hasBoxes } from "./own-boxes.ts";

/** Letters around the gradient and between the words of the band. */
const LETTERS = { around: 2, between: 6 };

/**
 * Draws the band above a tree: the one-hots of its calls, as long as the input, and their sum; of a stage without one-hots, the gradient,
 * and before that its row of boxes, where it has one.
 */
export function drawBand(moment: Moment, place: Place, column: FilmColumn, animation: TreeColumn): void {
  const { film, paper, picture, t } = moment;
  const { scale, small, bandY } = paper;
  if (hasBoxes(moment, column)) return drawOwnBoxes(moment, place, column);
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
  const beyond = outOfSightWords(moment, animation);
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
