// Lambda, the ultimate backpropagator (Pearlmutter and Siskind 2008): the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { UNLIKE } from "../common/unlike.ts";
import { closures } from "./closures.ts";
import { description } from "./descriptions.ts";
import { lazyZeros } from "./lazy-zeros.ts";
import { NATIVES } from "./nested/told.ts";
import { nested } from "./nested.ts";

/** The algorithm of Pearlmutter and Siskind with its first-order stages. */
export const algorithm: Algorithm = {
  ...description,
  stages: [closures, lazyZeros, nested],
  natives: [UNLIKE, ...NATIVES],
};
