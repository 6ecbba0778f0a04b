// The band above a column in which contributions wait: the cells of the gradient.
import { plural, t as text } from "@lingui/core/macro";
import { progress } from "../../../engine/animation/intervals.ts";
import type { WaitingColumn } from "../../../engine/animation/waiting.ts";
import { lastOf } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { kept, keptForPair } from "../../base/kept.ts";
import { signed } from "../../exploration/model/scalar.ts";
import { between, eased } from "../../picture/motion.ts";
import { changed, lengthOf } from "../../picture/parts.ts";
import { around, LETTER, UI_LETTER } from "../../picture/shape.ts";
import type { Film } from "../../playback/model/film.ts";
import { otherThan } from "../../playback/model/pieces.ts";
import { grouped } from "../../words/numbers.ts";
import { touchedAt } from "./frame.ts";
import type { Moment, WaitingMoment } from "./moment.ts";

/** In pixels on paper of scale 1 (`PX`); parts of the band and of letters (`CELL`); how early the band appears, in milliseconds. */
const PX = { cell: 16, right: 14, left: 18, label: 8, more: 4, round: 4, line: 1.4, apart: 4 };
const CELL = { letters: 1.75, band: 0.62 };
const APPEARS = 200;
/** How wide letters of the touched scalars are, in their height. */
const TOUCHED = 0.52;

/** How the cells of a result are drawn: letters, least width, letters of the padding, whether former values are shown. */
interface ResultFit {
  readonly size: number;
  readonly cell: number;
  readonly padding: number;
  readonly tellsBefore: boolean;
  /** Whether all cells fit. */
  readonly isWhole: boolean;
}

/** Letters that an arrow between two numbers takes, beside its own. */
const ARROW = 1.2;

/** The sum of the cotangents of each scalar at the end. */
const sumsOf = keptForPair((film: Film, animation: WaitingColumn): ReadonlyMap<number, number> => {
  const found = new Map(leftIn(film, animation));
  for (const { number, cotangent, isMade } of animation.calls)
    if (isMade) found.set(number, (found.get(number) ?? 0) + cotangent);
  return found;
});

/** The cotangents that wait for inputs at the end, of a stage that does not call them: the gradient, which is read from there when all calls are made. */
const leftIn = keptForPair(({ inputs }: Film, { pieces, replayOrder }: WaitingColumn): ReadonlyMap<number, number> => {
  const found = new Map<number, number>();
  if (inputs.some((input) => replayOrder.calls.number.includes(input))) return found;
  for (const { to, worth, into, takenAt, lostAt } of pieces) {
    const left = into === undefined && takenAt === undefined && lostAt === undefined ? worth.at(-1) : undefined;
    if (left !== undefined && inputs.includes(to)) found.set(to, (found.get(to) ?? 0) + left.value);
  }
  return found;
});

/** When remaining entries are read: all calls made, all contributions arrived. */
const readAt = kept(({ end, pieces, merges }: WaitingColumn): number => {
  const come = pieces.reduce((latest, { fly }) => Math.max(latest, fly.to), end);
  return merges.reduce((latest, { done }) => Math.max(latest, done), come);
});

/** The cells of a result in the largest letters in which all of them fit at the end; in the smallest form if none does. */
function resultFit(moment: WaitingMoment, room: number): ResultFit {
  const { film, paper, animation } = moment;
  const { size, least, scale, bandHeight } = paper;
  const small = Math.min(size, least);
  const forms: readonly Omit<ResultFit, "isWhole">[] = [
    { size, cell: Math.min(size * CELL.letters, bandHeight * CELL.band), padding: 1, tellsBefore: true },
    { size: small, cell: PX.cell * scale, padding: 1, tellsBefore: true },
    { size: small, cell: PX.cell * scale, padding: 1, tellsBefore: false },
    { size: small, cell: PX.cell * scale, padding: 0.5, tellsBefore: false },
  ];
  const fits = ({ size: letters, cell, padding, tellsBefore }: Omit<ResultFit, "isWhole">): boolean => {
    if (film.inputs.length * cell > room) return false;
    let w = 0;
    for (const input of film.inputs) {
      const sum = sumsOf(film, animation).get(input) ?? 0;
      const before = animation.whole ? (sumsOf(film, animation.whole).get(input) ?? 0) : earlierResult(moment, input);
      const was = tellsBefore && before !== undefined ? otherThan(sum, before) : undefined;
      const beside = was === undefined ? 0 : ARROW;
      w += Math.max(cell, (lengthOf(changed(sum, was)) + padding + beside) * letters * LETTER);
    }
    return w <= room;
  };
  const whole = forms.find(fits);
  return whole === undefined ? { ...lastOf(forms), isWhole: false } : { ...whole, isWhole: true };
}

/** The derivative by an input before a number was changed; shown when all calls are made. */
function earlierResult({ film, marks, t }: Moment, input: number): number | undefined {
  return t >= film.animation.togetherEnd ? marks.before?.cotangents[input] : undefined;
}

/** The band of a column in which contributions wait: the cells of the result, written when inputs are called. */
export function drawResult(moment: WaitingMoment, from: number): void {
  const { film, paper, picture, t, y, place, animation } = moment;
  // a run that has no way back has no gradient
  if (film.explored.ended.tag !== "done") return;
  const { bandY, small, scale } = paper;
  const { calls, whole } = animation;
  const end = place.right - PX.right * scale;
  const isThere = progress(t, { from: film.animation.forwardEnd - APPEARS, to: film.animation.forwardEnd + APPEARS });
  const label = text`gradient`;
  const x0 = place.x + PX.left * scale;
  picture.say("band", `result${place.id}`, [x0, bandY], label, "ink-2", small, { opacity: isThere });
  const height = Math.min(paper.size * CELL.letters, paper.bandHeight * CELL.band);
  let x = x0 + label.length * small * UI_LETTER + PX.label * scale;
  const { size, cell, padding, tellsBefore, isWhole } = resultFit(moment, end - x);
  for (const [index, input] of film.inputs.entries()) {
    const last = calls.findLast(({ number, lift, isMade }) => number === input && isMade && lift.from <= t);
    const sum = arrived(film, animation, input, t);
    const before = whole === undefined ? earlierResult(moment, input) : arrived(film, whole, input, t);
    const was = before === undefined ? undefined : otherThan(sum, before);
    const isRead = leftIn(film, animation).has(input) && t >= readAt(animation);
    const isIn = isRead || calls.some((call) => call.number === input && call.isMade && call.end <= t);
    const parts =
      was === undefined
        ? [{ text: shortReal(sum), colour: isIn ? "cot" : "ink-3", bold: isIn }]
        : changed(sum, was, tellsBefore ? undefined : 0);
    const beside = was === undefined || !tellsBefore ? 0 : ARROW;
    // as wide from the beginning as its number will be
    const atEnd = shortReal(sumsOf(film, animation).get(input) ?? 0).length;
    const w = Math.max(cell, (Math.max(atEnd, lengthOf(parts) + beside) + padding) * size * LETTER);
    const left = film.inputs.length - index;
    const rest = left === 1 || isWhole ? 0 : (`+${left}`.length + 0.5) * small * LETTER + PX.more * scale;
    if (x + w > end - rest) {
      const at = [x + PX.more * scale, bandY] as const;
      picture.say("band", `more${place.id}`, at, `+${left}`, "ink-3", small, { opacity: isThere });
      break;
    }
    const [fill, stroke] =
      was !== undefined ? ["paper", "err"] : isIn ? ["cot-soft", "cot"] : ["surface", "line-strong"];
    const data = was === undefined ? undefined : { result: sum, was };
    const look = { r: PX.round * scale, fill, stroke, width: PX.line, opacity: isThere };
    const box = around(x + w / 2, bandY, w - PX.apart * scale, height);
    picture.rect("band", `cell${place.id}${input}`, box, look);
    picture.write("band", `cellt${place.id}${input}`, [x + w / 2, bandY], parts, size, { data, opacity: isThere });
    if (last !== undefined && t >= last.lift.to && t < last.end) {
      const u = eased(t, { from: last.lift.to, to: last.end });
      const at = { x: between(from, x, u), y: between(y(input), bandY, u), size, isLit: true };
      const { cotangent } = last;
      picture.flag("token", `in${place.id}${input}`, signed(cotangent), { ...at, data: { flag: cotangent } });
    }
    x += w;
  }
  // with cut edges the touched scalars are not counted
  if (whole === undefined) drawTouched(moment, x, end);
}

/** Draws how many scalars the sums of a column have touched, where there is room for that behind its cells. */
function drawTouched(moment: WaitingMoment, x: number, end: number): void {
  const { film, paper, picture, t, place, animation } = moment;
  const { small, bandY } = paper;
  const soFar = touchedAt(moment, animation);
  if (animation.replayOrder.touched === 0 || t < film.animation.forwardEnd) return;
  const many = grouped(soFar);
  const said = plural(soFar, {
    one: `${many} scalar touched by 0, + and one-hots`,
    other: `${many} scalars touched by 0, + and one-hots`,
  });
  const look = { anchor: "end", data: { touched: soFar } } as const;
  if (end - x > said.length * small * TOUCHED)
    picture.say("band", `touched${place.id}`, [end, bandY], said, "ink-3", small, look);
}

/** The cotangent that has arrived in an input's cell. */
function arrived(film: Film, animation: WaitingColumn, input: number, t: number): number {
  return animation.calls.reduce(
    (sum, { number, isMade, end, cotangent }) => (number === input && isMade && end <= t ? sum + cotangent : sum),
    t >= readAt(animation) ? (leftIn(film, animation).get(input) ?? 0) : 0,
  );
}
