// The help on speed: what `npm run bench` printed, each beside its anchor in one run. `test/bench/README.md` has the same numbers, and more.
import { t } from "@lingui/core/macro";

/** A table of the help on speed: what was measured, its time, and how many times longer that is than what it is compared with. */
export interface SpeedTable {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  /** The heads of the columns of times and ratios. */
  readonly heads: readonly [time: string, ratio: string];
  readonly rows: readonly (readonly [what: string, time: string, ratio: string])[];
}

/** The date and the machine of the measurements. */
export const MEASURED = t`Measured on 30 November 2026, on two cores of an AMD EPYC under Node 20, by “npm run bench”. Ratios are of one run; your machine has other times.`;

const GRADIENT = t({ message: "gradient", comment: "the head of a column of times" });

/** The tables, in the order in which they are read. */
export const SPEED: readonly SpeedTable[] = [
  {
    id: "c",
    title: t`Compiled gradients beside C`,
    words: t`The anchor is an adjoint that we wrote by hand, compiled for the processor by gcc. Sums keep their order, here as there. Loops over Reals run in WebAssembly; exp and log are those of JavaScript.`,
    heads: [GRADIENT, t`times C`],
    rows: [
      [t`scalar product of 1000`, "1.66 µs", "1.7"],
      [t`300 × 300 matrix times a vector`, "71.4 µs", "0.91"],
      [t`chain of 100 000 steps`, "338 µs", "0.99"],
      [t`four particles, 1000 steps each`, "42.4 µs", "0.89"],
      [t`logistic regression, 2000 × 4`, "66.9 µs", "3.0"],
      [t`product of 200 × 200 matrices`, "10.5 ms", "1.6"],
    ],
  },
  {
    id: "stages",
    title: t`Stages, which count each step`,
    words: t`The logistic map, 10 000 rounds: all of a gradient, from the text on, by counted step, on an Intel Xeon. Below, the compiled engine, which counts nothing.`,
    heads: [t`nanoseconds a step`, t`milliseconds`],
    rows: [
      [t`seven stages, the fastest`, "22", "99"],
      [t`seven stages, the slowest`, "38", "255"],
      [t`compiled engine, the gradient alone`, "", "0.10"],
    ],
  },
];

/** Where others are faster. */
export const FASTER: readonly string[] = [
  t`C is faster where exp and log take the time, and where four Reals at once, or a multiplication and an addition in one instruction, save some.`,
  t`Systems with graphics cards, and libraries of linear algebra with blocks for the cache, were not measured. Expect them to be faster on large matrices.`,
  t`Stages count every step and can be watched; the compiled engine does neither. So the same gradient takes a stage one to two thousand times as long.`,
];
