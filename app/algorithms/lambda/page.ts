// The page's part of "Lambda, the ultimate backpropagator" (Pearlmutter and Siskind).
import { plural, t } from "@lingui/core/macro";
import { heldBy } from "../../../engine/algorithms/lambda/held.ts";
import { givenIn, legOf } from "../../../engine/algorithms/lambda/nested/legs.ts";
import { sensitivity } from "../../../engine/algorithms/lambda/nested/passes.ts";
import type { OwnEvent } from "../../../engine/core/events/events.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { grouped } from "../../words/numbers.ts";
import type { AlgorithmPage, PhaseWords, StagePage } from "../algorithm.ts";

/** The stages run alike. */
const PHASES: PhaseWords = {
  forward: t`The program runs. Each function also gives its backpropagator: a function for the way back, which captures what it needs.`,
  reverse: (cotangent) =>
    t`The backpropagator of the program is called with \`${cotangent}\`. It calls those of its lines, from the last to the first.`,
  done: (gradient, calls) => {
    const count = grouped(calls);
    return plural(calls, {
      one: `The gradient is \`${gradient}\`, after ${count} scalar passed its sensitivity on.`,
      other: `The gradient is \`${gradient}\`, after ${count} scalars passed their sensitivities on, once each.`,
    });
  },
};

/** The event of the stages: a backpropagator was made. */
const TOLD: StagePage["told"] = {
  made: ({ captured = [] }) => {
    const held = heldBy(captured);
    return [
      t({ message: "Backpropagator", comment: "an event: one was made" }),
      held === "" ? t`A backpropagator is made. It holds nothing.` : t`A backpropagator is made. It holds \`${held}\`.`,
    ];
  },
};

const namesGiven = (event: OwnEvent): string =>
  givenIn(event)
    .map(({ name }) => name)
    .join(", ");

/** The events of derivatives within the program. */
const PASSES: StagePage["told"] = {
  enter: () => [
    t({ message: "Inner way back", comment: "an event: the way back of a derivative within the program begins" }),
    t`The way back of a derivative within the program begins with \`1\`.`,
  ],
  leg: (event) => {
    const numbers = legOf(event)
      .numbers.map((number) => (number === undefined ? "0" : shortReal(number)))
      .join(", ");
    return [
      t({
        message: "Inner derivative",
        comment: "an event: something comes over a row of a derivative within the program",
      }),
      t`\`${numbers}\` comes to this term on a leg of a derivative within the program.`,
    ];
  },
  dropped: (event) => {
    const names = namesGiven(event);
    return [
      t({ message: "Dropped", comment: "an event" }),
      t`\`${names}\` comes from outside: for the derivative within the program it is a constant, and what it got is dropped.`,
    ];
  },
  confused: (event) => {
    const names = namesGiven(event);
    return [
      t({ message: "Confused", comment: "an event: two derivatives are mixed up" }),
      t`What \`${names}\` got, which comes from outside, is taken for what the derivative’s own point got.`,
    ];
  },
  leave: (event) => {
    const got = sensitivity(event);
    return [
      t({ message: "Inner derivative", comment: "an event: a derivative within the program is known" }),
      t`The derivative within the program is known: its point got \`${got}\`, a value like any other from here on.`,
    ];
  },
};

/** A function of n numbers, of which second derivatives are taken. */
const PRODUCT = `-- at: map (\\i -> 0.1 * real i) (range 1 (n + 1))
-- sweep: n = 4, 2, 3, 4, 6, 8, 12
def f xs = product (map (\\x -> 1.0 + x * x) xs)
`;

/** A Hessian by rows, and its product with a vector of ones. */
const HESSIAN = `${PRODUCT}
def main xs = sum (map sum (hessian f xs))
`;
const TIMES_VECTOR = `${PRODUCT}
def main xs = sum (grad (\\ys -> sum (grad f ys)) xs)
`;

/** The words of the stages. */
const WORDS: Omit<StagePage, "look"> = {
  head: t`Backpropagators, and their calls`,
  phases: PHASES,
  told: TOLD,
  lists: { closures: t`The tape: backpropagators, and what they hold` },
  keeps: "returning",
};

/** The colours, words and gallery of Pearlmutter and Siskind's stages. */
export const page: AlgorithmPage = {
  id: "lambda",
  title: t`Lambda, the ultimate backpropagator`,
  idea: t`Every function also returns a function that goes back: from the cotangent of its result to those of its argument and of the variables that it captured.`,
  stages: {
    closures: { ...WORDS, look: { colour: "var(--rung-1)", marker: "cross" } },
    "lazy-zeros": { ...WORDS, look: { colour: "var(--rung-3)", marker: "diamond" } },
    nested: {
      ...WORDS,
      told: { ...TOLD, ...PASSES },
      word: t`computed by ↼f, on an inner way back`,
      lists: { passes: t`Derivatives within the program, and what their points get`, ...WORDS.lists },
      look: { colour: "var(--rung-4)", marker: "star" },
    },
  },
  gauges: [],
  ladder: { folder: "legs", stages: ["nested"] },
  gallery: [
    {
      title: t`Zeros that are values`,
      claim: t`The sensitivity of a list is a list. With zeros that are values, each sum walks all of it: n² sums of Reals for a list of n. With a symbol for zeros, it is one sum for each Real that is used twice.`,
      example: "18",
      settings: { stages: ["closures", "lazy-zeros"], quantities: ["real-sums"], x: "log", y: "log" },
      ns: [4, 6, 8, 12, 16, 24, 32, 48, 64],
    },
    {
      title: t`A Hessian, row by row`,
      claim: t`Each row is a gradient of an entry of the gradient, by reverse over reverse: n rows, each of which costs as much as the function, which is n² here. The paper: the complexity of a function is preserved under transformation.`,
      example: { title: t`A Hessian, row by row`, text: HESSIAN },
      settings: { stages: ["nested"], quantities: ["work"], x: "log", y: "log" },
      ns: [2, 3, 4, 6, 8, 12],
    },
    {
      title: t`A Hessian times a vector`,
      claim: t`The gradient of the gradient’s product with a vector is one reverse pass over another one: it costs as much as the function, which is n here, and the table is never made.`,
      example: { title: t`A Hessian times a vector`, text: TIMES_VECTOR },
      settings: { stages: ["nested"], quantities: ["work"], x: "log", y: "log" },
      ns: [2, 3, 4, 6, 8, 12, 16, 24, 32],
    },
  ],
  sharing: {},
  options: {
    oneCell: {
      label: t`One cell for two derivatives`,
      note: t`A derivative within another adds what captured variables get to what its own variable gets. That is perturbation confusion: x · d(x + y)/dy has the derivative 2 then, and not 1.`,
    },
  },
};
