// Dual numbers with Delta terms (Krawiec et al. 2022): the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { withoutDerivatives } from "../refusing.ts";
import { deltaArray } from "./delta-array.ts";
import { deltaLets } from "./delta-lets.ts";
import { deltas } from "./deltas.ts";
import { description } from "./descriptions.ts";
import { NATIVES } from "./natives.ts";
import { vectors } from "./vectors.ts";

const OUTSIDE =
  "a derivative within a program that is differentiated: `pure`, do and Delta terms are in the output language only (§10.4)";

/** The algorithm of Krawiec et al. 2022 with its stages, in the order of the paper. */
export const algorithm: Algorithm = {
  ...description,
  stages: [vectors, deltas, deltaLets, deltaArray].map((stage) => withoutDerivatives(stage, OUTSIDE)),
  natives: NATIVES,
};
