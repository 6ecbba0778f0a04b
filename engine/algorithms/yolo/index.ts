// Linearise, unzip, transpose (Radul et al. 2023): the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { NATIVES } from "./core/natives.ts";
import { description } from "./descriptions.ts";
import { inDual } from "./dual/in-dual.ts";
import { linearised } from "./linearised.ts";
import { study } from "./study.ts";
import { transposed } from "./transposed.ts";
import { unzipped } from "./unzipped.ts";

/** The algorithm of Radul et al. 2023 with its stages, and the study that shows each transformation with its work and its tape. */
export const algorithm: Algorithm = {
  ...description,
  stages: [linearised, unzipped, transposed],
  natives: NATIVES,
  study,
  inDual,
};
