// The benchmark programs in plain JavaScript: what every other implementation is checked and timed against.
//
// They are those of Table 3.1 of Smeding's thesis (2025, §3.11), and five more for arrays, long chains and larger
// blocks. All scalars are IEEE doubles; the orders of the sums are as the comments at the heads of the files say.
import { ba } from "./adbench/ba.ts";
import { gmm as gmmOfAnySize } from "./adbench/gmm.ts";
import { hand } from "./adbench/hand.ts";
import { lstm } from "./adbench/lstm.ts";
import { mapsOfTables, matMul, tableTimesVector } from "./dense.ts";
import { descent } from "./descent.ts";
import { fib } from "./fib.ts";
import { gmm } from "./gmm.ts";
import { dot, matVec, mult, sumMatVec } from "./linear.ts";
import { neural, neuralWeighted } from "./neural.ts";
import { particles, particlesNonlinear } from "./particles.ts";
import type { MakePlain, PlainRun } from "./program.ts";
import { rotate } from "./rotate.ts";

export type { MakePlain, PlainProgram } from "./program.ts";

/** Makers by name. `dot` is of size 1000; the sizes of sweeps have entries of their own. */
export const plainPrograms: ReadonlyMap<string, MakePlain> = new Map<string, MakePlain>([
  ["mult", mult],
  ["dot", dot(1000, "dot")],
  ...[100, 1000, 10_000, 100_000].map((n) => [`dot ${n}`, dot(n)] as const),
  ...[10, 32, 100, 316].map((k) => [`sum-mat-vec ${k}`, sumMatVec(k)] as const),
  ["matvec300", matVec(300)],
  ["rotate", rotate],
  ["neural", neural],
  ["neural-weighted", neuralWeighted],
  ["particles", particles],
  ["particles-nl", particlesNonlinear],
  ["fib", fib(100_000)],
  ["gmm", gmm],
  ["descent", descent(1000)],
]);

/** Programs of any size, by name: makers of a run at the sizes that are given. */
export const sizedPrograms: Readonly<Record<string, (...sizes: readonly number[]) => PlainRun>> = {
  ba: sized(3, ba),
  gmm: sized(3, gmmOfAnySize),
  hand: sized(1, hand),
  lstm: sized(3, lstm),
  "table-product": sized(1, matMul),
  "table-vector": sized(1, tableTimesVector),
  "table-maps": sized(1, mapsOfTables),
};

function sized<Sizes extends readonly number[]>(count: Sizes["length"], make: (...sizes: Sizes) => PlainRun) {
  return (...sizes: readonly number[]): PlainRun => {
    if (sizes.length !== count) throw new Error(`${count} sizes were expected: ${sizes}`);
    return make(...(sizes as Sizes));
  };
}
