// CHAD (Smeding's thesis, chapters 5 and 6): the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { UNLIKE } from "../common/unlike.ts";
import { chad } from "./chad.ts";
import { chadCells } from "./chad-cells.ts";
import { chadLocal } from "./chad-local.ts";
import { chadSparse } from "./chad-sparse.ts";
import { description } from "./descriptions.ts";
import { FITS, OTHER_SIDE } from "./natives.ts";

/** CHAD with its stages: what a variable gets is added up in an environment. */
export const algorithm: Algorithm = {
  ...description,
  stages: [chad, chadSparse, chadLocal, chadCells],
  natives: [UNLIKE, OTHER_SIDE, FITS],
};
