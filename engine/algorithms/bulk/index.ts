// Dual numbers in bulk (Smeding's thesis, chapter 4): the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { bulk } from "./bulk.ts";
import { NATIVES } from "./core/natives.ts";
import { description } from "./descriptions.ts";
import { oneHots } from "./one-hots.ts";
import { symbolic } from "./symbolic.ts";

/** Bulk dual numbers with its stages. */
export const algorithm: Algorithm = {
  ...description,
  stages: [oneHots, bulk, symbolic],
  natives: NATIVES,
};
