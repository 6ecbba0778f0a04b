// Linearise, unzip, transpose (Radul et al. 2023): the stages in order.
import type { Algorithm } from "../algorithm.ts";
import { description } from "./descriptions.ts";
import { linearised } from "./linearised.ts";
import { study } from "./study.ts";
import { transposed } from "./transposed.ts";
import { unzipped } from "./unzipped.ts";

export const algorithm: Algorithm = { ...description, stages: [linearised, unzipped, transposed], study };
