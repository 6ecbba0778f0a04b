// The sentences of a run of legs: one for each beat, and one at the end.
import { t } from "@lingui/core/macro";
import { nth } from "../../../../../engine/base/nth.ts";
import { shortReal } from "../../../../../engine/core/values/show-value.ts";
import { kept } from "../../../../base/kept.ts";
import { cut } from "../../../../words/cut.ts";
import { conjunction } from "../../../../words/lists.ts";
import { laneOf } from "./lanes.ts";
import type { Beat, Legs } from "./legs.ts";
import type { Score, Timed } from "./score.ts";

/** Letters of a term, and of a sentence. */
const [MOST_CODE, MOST_SAID] = [40, 330];

const short = (text: string): string => cut(text, MOST_CODE);
const numberText = (number: number | undefined): string => (number === undefined ? "0" : shortReal(number));
const tupleText = (numbers: readonly (number | undefined)[]): string => {
  const [first] = numbers;
  return short(numbers.length === 1 ? numberText(first) : `(${numbers.map(numberText).join(", ")})`);
};

/** The sentence of a time. */
export function saidAt(score: Score, at: number): string {
  const all = sentencesOf(score);
  return (all.findLast(({ from }) => from <= at) ?? nth(all, 0)).text;
}

/** The sentences of a run in order, from a time on. */
export const sentencesOf = kept((score: Score): readonly { readonly from: number; readonly text: string }[] => {
  const { legs, timed, end } = score;
  const found = [{ from: 0, text: beginning(legs) }];
  for (const [index, one] of timed.entries()) {
    const text = sentence(score, one, timed[index - 1]);
    if (text !== undefined) found.push({ from: one.from, text });
  }
  found.push({ from: end - 1000, text: ending(score) });
  return found.map(({ from, text }) => ({ from, text: cut(text, MOST_SAID) }));
});

function beginning({ levels, walls }: Legs): string {
  if (walls.length === 0) return t`One derivative, that of the page: down with the values, up with the sensitivities.`;
  const lanes = 2 ** levels;
  return t`A derivative of a derivative: each is a way there and a way back, and all go over the same rows. So there are ${lanes} lanes.`;
}

function ending({ legs }: Score): string {
  const { rows, beats, levels } = legs;
  const inputs = [...rows.keys()].filter((row) => nth(rows, row).kind === "input");
  const gradient = tupleText(
    inputs
      .map((row) => beats.findLast((beat) => beat.tag === "over" && beat.row === row && beat.back.includes(true)))
      .map(numberOf),
  );
  const wrong = beats.find((beat) => beat.tag === "confused");
  if (wrong !== undefined) {
    const names = namesOf(wrong);
    return t`The gradient comes out as \`${gradient}\`: what went to ${names} was taken for what the point got. With a cell for each derivative it is dropped at the wall.`;
  }
  const lanes = 2 ** levels;
  return t`The gradient is \`${gradient}\`, after ${lanes} lanes over one list of rows.`;
}

const numberOf = (beat: Beat | undefined): number | undefined => (beat?.tag === "over" ? beat.number : undefined);

function namesOf(beat: Beat): string {
  return beat.tag === "over" ? "" : conjunction(beat.given.map(({ name }) => `\`${name}\``));
}

function sentence(score: Score, { beat, leg }: Timed, before: Timed | undefined): string | undefined {
  const { legs } = score;
  if (beat.tag !== "over") return wallSentence(legs, beat);
  const { kind, text, wall, levels } = nth(legs.rows, beat.row);
  const [term, amount, lane] = [short(text), numberText(beat.number), laneOf(beat.back) + 1];
  const inner = wall === undefined ? undefined : nth(legs.walls, wall);
  // the numbers of a point come one after the other, and have one sentence
  const isFirst = before === undefined || before.leg !== leg;
  const isGoingOn = before?.beat.tag === "over" && nth(legs.rows, before.beat.row).kind === "point";
  if (kind === "point" && !isFirst && isGoingOn) return undefined;
  const grad = short(inner?.text || "grad");
  if (kind === "point" && inner !== undefined) {
    const numbers = legs.beats
      .filter(
        (one) => one.tag === "over" && one.back.join() === beat.back.join() && nth(legs.rows, one.row).wall === wall,
      )
      .flatMap((one) => (one.tag === "over" && nth(legs.rows, one.row).kind === "point" ? [one] : []))
      .sort((a, b) => a.row - b.row)
      .map(({ number }) => number);
    const all = tupleText(numbers);
    if (lane === 1) return t`\`${grad}\` begins at \`${all}\`. Within its wall each number wears one ring more.`;
    if (lane === 2)
      return t`The way back of \`${grad}\` is over: \`${all}\` leaves through its wall, without its ring. From here on it is a number like any other.`;
    if (lane === 2 ** levels) return t`Its point gets \`${all}\`, which goes on to where the point came from.`;
    return t`Lane ${lane} comes to the point of \`${grad}\` with \`${all}\`.`;
  }
  if (kind === "input")
    return lane === 1 ? t`\`${term}\` is \`${amount}\`.` : t`\`${term}\` has its derivative: \`${amount}\`.`;
  if (lane === 1) return t`\`${term}\` is \`${amount}\`.`;
  if (isFirst && lane > 2 && inner !== undefined) {
    const of = 2 ** Math.floor(Math.log2(lane - 1) + 1) - lane + 1;
    return t`Lane ${lane} goes back through lane ${of}, in the opposite direction. \`${term}\` gets \`${amount}\`.`;
  }
  if (isFirst && inner !== undefined)
    return t`The way back of \`${grad}\`: sensitivities go up. For the derivatives around it they are numbers, and wear their rings. \`${term}\` gets \`${amount}\`.`;
  return t`\`${term}\` gets \`${amount}\`.`;
}

function wallSentence(legs: Legs, beat: Exclude<Beat, { readonly tag: "over" }>): string {
  const grad = short(nth(legs.walls, beat.wall).text || "grad");
  const names = namesOf(beat);
  const amounts = conjunction(beat.given.map(({ number }) => `\`${numberText(number)}\``));
  return beat.tag === "dropped"
    ? t`The function of \`${grad}\` uses ${names} from outside, which got ${amounts}. For this derivative that is a constant: it is dropped at the wall.`
    : t`One cell for two derivatives: ${names} from outside got ${amounts}, and this is added to what the point of \`${grad}\` got. Here it goes wrong.`;
}
