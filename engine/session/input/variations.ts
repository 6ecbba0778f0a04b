// The variations of a stage's transformation and of the order of its jobs that a user can ask for.
import type { StageOption, StageOptions } from "../../algorithms/algorithm.ts";
import { OPTIONS, SCHEDULE_OPTIONS } from "../../algorithms/catalogue.ts";

/** A variation: an option of a transformation, `schedule`, `rightToLeft`, or `float32`. */
export type Variation = StageOption;

/** Jobs of both passes by their numbers: of those that are ready, the first one in the list runs; those that are not in it run last. */
export interface ChosenOrder {
  readonly forward: readonly number[];
  readonly reverse: readonly number[];
}

/** Chosen variations: the options of the transformation, and the order of jobs. */
export interface Variations {
  readonly options?: StageOptions | undefined;
  /** Independent jobs run in an order that is picked at random by this whole number, or that was chosen; as in a sequential run if left out. */
  readonly schedule?: number | ChosenOrder | undefined;
  /** The parts of an expression are evaluated from right to left, by every stage: other numbers of scalars, and the same gradient. */
  readonly rightToLeft?: boolean | undefined;
  /** Every operation of both passes is rounded to single precision: the run is traced for that, and no stage computes so. */
  readonly float32?: boolean | undefined;
}

/** Whether something is varied. */
export function isOn(variations: Variations, variation: Variation): boolean {
  if (variation === "schedule") return variations.schedule !== undefined;
  if (variation === "rightToLeft" || variation === "float32") return variations[variation] === true;
  return variations.options?.[variation] === true;
}

/** The same variations with an option on or off. */
export function withOption(variations: Variations, option: StageOption, isWanted: boolean): Variations {
  return { ...variations, options: { ...variations.options, [option]: isWanted } };
}

/** Whether contributions to other jobs are added in the order in which jobs run: then the gradient may depend on it. */
export function followsSchedule(variations: Variations): boolean {
  return SCHEDULE_OPTIONS.some((option) => isOn(variations, option));
}

/** The same variations, with contributions to other jobs added in the order in which jobs run, or not. */
export function followingSchedule(variations: Variations, isWanted: boolean): Variations {
  return SCHEDULE_OPTIONS.reduce((varied, option) => withOption(varied, option, isWanted), variations);
}

/** The order of evaluation, as a word. */
export const RIGHT_TO_LEFT = "right-to-left";
const FLOAT32 = "float32";

/**
 * Reads variations as the page and documents keep them: words in any order, `schedule=7` for an order of jobs that is picked at random,
 * `schedule=0.2.1/1.0` for one that was chosen; words that are none are left out.
 */
export function readVariations(text: string): Variations {
  const words = new Set(text.split(/\s+/));
  const [, schedule] = /(?:^|\s)schedule=([\d./]+)(?:\s|$)/.exec(text) ?? [];
  const options = Object.fromEntries(OPTIONS.map(({ id, word }) => [id, words.has(word)]));
  const isSingle = words.has(FLOAT32);
  return {
    options,
    rightToLeft: words.has(RIGHT_TO_LEFT),
    schedule: scheduleIn(schedule),
    ...(isSingle && { float32: true }),
  };
}

function scheduleIn(text = ""): Variations["schedule"] {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const [forward, reverse, ...others] = text.split("/").map((list) => list.split(".").filter((job) => job !== ""));
  if (forward === undefined || reverse === undefined || others.length > 0) return undefined;
  return { forward: forward.map(Number), reverse: reverse.map(Number) };
}

function scheduleText(schedule: number | ChosenOrder): string {
  return typeof schedule === "number"
    ? String(schedule)
    : `${schedule.forward.join(".")}/${schedule.reverse.join(".")}`;
}

/** The text that {@link readVariations} reads; empty where nothing is varied. */
export function variationsText(variations: Variations): string {
  const words = OPTIONS.filter(({ id }) => isOn(variations, id)).map(({ word }) => word);
  if (variations.rightToLeft === true) words.push(RIGHT_TO_LEFT);
  if (variations.float32 === true) words.push(FLOAT32);
  return [
    ...words,
    ...(variations.schedule === undefined ? [] : [`schedule=${scheduleText(variations.schedule)}`]),
  ].join(" ");
}

/** The faults of variations. */
export function faultOptions(variations: Variations): readonly StageOption[] {
  return OPTIONS.filter(({ id, isFault }) => isFault === true && isOn(variations, id)).map(({ id }) => id);
}

/** The same in words; empty where nothing is broken. */
export function faultsIn(variations: Variations): readonly string[] {
  const faults = faultOptions(variations);
  return OPTIONS.filter(({ id }) => faults.includes(id)).map(({ word }) => word);
}

/** The precision of a request, without what it varies of stages and their jobs. */
export function precisionOf({ variations }: { readonly variations?: Variations | undefined }): Variations | undefined {
  return variations?.float32 === true ? { float32: true } : undefined;
}
