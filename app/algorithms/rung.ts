// A rung of the ladder as data of its stage: the rows of its picture, from what waits down to what scalars carry; and rows that stages share.
import { t } from "@lingui/core/macro";
import type { Counters } from "../../engine/core/events/counters.ts";
import type { Part } from "../picture/shape.ts";

/** Texts of scalars, as pictures write them. */
export interface ScalarTexts {
  kind(number: number): "input" | "constant" | "operation";
  /** The body of its backpropagator: `dx·y; dy·x`. */
  backpropagator(number: number): readonly Part[];
  /** Its contributions as a list: `[3 · dx, 2 · dy]`. */
  entry(number: number): readonly Part[];
  /** Its Delta term: `3·Δx + 2·Δy`. */
  term(number: number): readonly Part[];
  /** The call of its backpropagator: name, space and cotangent. */
  call(number: number, cotangent: number): readonly Part[];
  cotangent(value: number): Part;
}

/** Forms of a text, the longest first; none where nothing is drawn. */
export type Texts = readonly (readonly Part[])[];

/** A scalar's record for the way back, drawn below it. */
export interface Carried {
  /** The same for rungs that carry the same. */
  readonly key: string;
  /** The row of all scalars in pictures of large runs: its colours, its words, and its height as a part of a row. */
  readonly row: { readonly fill: string; readonly stroke: string; readonly words: string; readonly high: number };
  texts(of: ScalarTexts, number: number): Texts;
  /** The record is the scalar's number alone, which rises to this row. */
  readonly isPlace?: true;
  /** The record is a gradient, drawn as a square for each input. */
  readonly isGradient?: true;
}

/** Contributions in words of code: `insert 16 1 ∘ insert 17 2`, or `m[16] += 1, m[17] += 2`. */
export interface Asked {
  before(to: number): string;
  readonly joint: Part;
}

/** The sum that waits for a scalar until its call, in a box of its column. */
export interface Waiting {
  /** An array has a cell for each scalar; a map has an entry once something comes. */
  readonly isArray?: true;
  /** Left out where contributions are drawn as whole gradients, with the names of the operations on them. */
  readonly asked?: Asked;
  /** `value`: the sum that waits; undefined where nothing came. */
  texts(of: ScalarTexts, number: number, value: number | undefined): Texts;
}

/** The tape: what the forward pass left of each scalar. */
export interface Taped {
  /** The row of all scalars in pictures of large runs, in words. */
  words(count: string): string;
  text(of: ScalarTexts, number: number): readonly Part[];
  /** The records that rise to the tape from the rung below. */
  readonly risesFrom?: Carried;
}

/** How a rung of the ladder is drawn. */
export interface RungLook {
  /** Its idea, in a sentence or two for those who meet it for the first time; in the papers' words, if left out. */
  readonly idea?: string;
  /** An example that shows what it gains, by the beginning of its file name, and words on that; left out where any program shows it. */
  readonly gain?: { readonly words: string; readonly example: string };
  /** Contributions are calls that are made at once: a tree of calls is drawn. */
  readonly isTree?: true;
  /** Scalars have no IDs. */
  readonly hasNoIds?: true;
  /** Left out where no call waits. */
  readonly waiting?: Waiting;
  readonly carries: Carried;
  /** The inputs that have a cell of the gradient beside what waits, of all inputs and of those that are reached; none, if left out. */
  collected?(inputs: readonly number[], reached: readonly number[]): readonly number[];
  readonly tape?: Taped;
}

/** A gauge of the ladder, read from the counters of a pass; those of both passes are added. */
export interface LadderGauge {
  readonly key: string;
  /** The colour of its bars. */
  readonly colour: string;
  /** Its area in pictures of large runs is fainter than others. */
  readonly isFaint?: true;
  /** It counts things that have a row of their own in pictures of large runs, and so no area. */
  readonly hasRow?: true;
  /** The scale of its area: how many of what it counts a pixel has, and how many pixels one of them; scalars, if left out. */
  readonly scale?: { pixel(count: string): string; one(pixels: string): string };
  readonly title: string;
  readonly words: string;
  /** Its unit, where others count the same: their bars have one scale. */
  readonly unit?: string;
  /** Its name within a sentence. */
  readonly name: string;
  /** Its count in a run's counters, by a stage with that look. */
  of(counters: Counters, look: RungLook): number;
}

const ofOperations =
  (text: (of: ScalarTexts, number: number) => readonly Part[], short: Part, others: (kind: string) => Part) =>
  (of: ScalarTexts, number: number): Texts =>
    of.kind(number) === "operation" ? [text(of, number), [short]] : [[others(of.kind(number))]];

const LAMBDA: Part = { text: "λ", colour: "bp", bold: true };

/** A function. */
export const FUNCTION: Carried = {
  key: "function",
  row: { fill: "bp-soft", stroke: "bp", words: t`λ: each a function`, high: 1 },
  texts: ofOperations(
    (of, number) => of.backpropagator(number),
    LAMBDA,
    () => LAMBDA,
  ),
};

/** The list of its contributions. */
export const LIST: Carried = {
  key: "list",
  row: { fill: "primal-soft", stroke: "primal", words: t`[…]: each a list of what it contributes`, high: 1 },
  texts: ofOperations(
    (of, number) => of.entry(number),
    { text: "[…]" },
    () => ({ text: "[]" }),
  ),
};

/** A Delta term. */
export const TERM: Carried = {
  key: "term",
  row: { fill: "primal-soft", stroke: "primal", words: t`Δ: each a term`, high: 1 },
  texts: ofOperations(
    (of, number) => of.term(number),
    { text: "Δ" },
    (kind) => ({ text: kind === "input" ? "Δ" : "0" }),
  ),
};

/** Its place, by its number. */
export const PLACE: Carried = {
  key: "place",
  row: { fill: "none", stroke: "none", words: t`#: each its number, and nothing else`, high: 1 },
  texts: () => [],
  isPlace: true,
};

/** Its whole gradient. */
export const GRADIENT: Carried = {
  key: "gradient",
  row: { fill: "cot-soft", stroke: "cot", words: t`each a whole gradient`, high: 1.2 },
  texts: () => [],
  isGradient: true,
};

const entryTexts: Waiting["texts"] = (of, number, value) => {
  if (value === undefined) return [];
  const named = of.call(number, value);
  const [name, , cotangent] = named as readonly [Part, Part, Part];
  const pair = [name, { text: ", " }, cotangent];
  return [[{ text: `${number} ↦ (` }, ...pair, { text: ")" }], named, [of.cotangent(value)]];
};

/** Entries of a map. */
export const ENTRIES: Waiting = { texts: entryTexts };

/** Entries of a map, to which functions add that are composed with others. */
export const COMPOSED: Waiting = {
  texts: entryTexts,
  asked: { before: (to) => `insert ${to} `, joint: { text: " ∘ ", colour: "staged", bold: true } },
};

const cells = (texts: (of: ScalarTexts, number: number, short: readonly Part[], value: number) => Texts): Waiting => ({
  isArray: true,
  asked: ADDED,
  texts: (of, number, value) =>
    value === undefined ? [[{ text: "0", colour: "ink-2" }]] : texts(of, number, [of.cotangent(value)], value),
});

const ADDED: Asked = { before: (to) => `m[${to}] += `, joint: { text: ", " } };

/** Cells of an array, each with its sum. */
export const CELLS = cells((_of, _number, short) => [short]);
/** Cells of an array, each with the call that waits. */
export const CELLS_OF_CALLS = cells((of, number, short, value) => [of.call(number, value), short]);
/** Cells of an array, each with a list of contributions and its sum. */
export const CELLS_OF_LISTS = cells((_of, _number, short) => [[{ text: "[…] " }, ...short], short]);

/** A tape of lists of contributions. */
export const LISTS_ON_TAPE: Taped = {
  words: (count) => t`${count} lists of contributions, in their order`,
  text: (of, number) => of.entry(number),
  risesFrom: LIST,
};

/** A tape of Delta terms. */
export const TERMS_ON_TAPE: Taped = {
  words: (count) => t`${count} terms in their order`,
  text: (of, number) => of.term(number),
};

/** Cells of the gradient for all inputs. */
export const WHOLE: NonNullable<RungLook["collected"]> = (inputs) => inputs;
/** Cells of the gradient for inputs that are reached. */
export const REACHED: NonNullable<RungLook["collected"]> = (_inputs, reached) => reached;

/** The scale of gauges that count nodes of maps. */
export const NODES: NonNullable<LadderGauge["scale"]> = {
  pixel: (count) => t`1 px = ${count} nodes`,
  one: (pixels) => t`1 node = ${pixels} px`,
};
