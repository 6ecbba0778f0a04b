// f.nonlin and f.lin: all that is not linear, and what is, with the tape between them (Radul et al. 2023, §6).
//
//   Wrap[f] = λ(x : σ). let (y, t) = f.nonlin(x;) in (y, λ̲ẋ : σ̲. f.lin(t; ẋ))
//
// U is unzip.ts; both halves are programs of Linear B.

import { present } from "../../base/nth.ts";
import type { CoreProgram } from "../../core/terms/term.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { linearWrap, wrapped } from "./core/wrap.ts";
import * as descriptions from "./descriptions.ts";
import { type Front, fragmentOf, frontOf, headOf } from "./front/front.ts";
import { checkLinear } from "./linear-a/check.ts";
import { linearLines } from "./linear-a/print.ts";
import { inOrder, systemOf } from "./system.ts";
import { type HalfDefinition, halvesOf, unzip } from "./unzip.ts";
import { readLinear } from "./written/read.ts";

/** Both halves of each definition that the entry of a program needs; those of the entry are the last ones. */
export function halvesOfSource({ program, entry }: Front, { choices = {} }: SourceProgram): readonly HalfDefinition[] {
  const written = choices.written === undefined ? [] : readLinear(choices.written, program).definitions;
  const { tangents, chosen, all } = systemOf(program, written, choices.recomputed);
  return halvesOf(unzip(inOrder([present(tangents.get(entry.name))], all), chosen));
}

/** The definitions that are printed: what computes the same another time stands there already. */
export function printedOf(halves: readonly HalfDefinition[]): readonly HalfDefinition[] {
  return halves.filter(({ role }) => role !== "again");
}

function transform(source: SourceProgram): CoreProgram {
  const front = frontOf(source);
  const program = halvesOfSource(front, source).map(({ definition }) => definition);
  checkLinear(program);
  const linear = { from: front.param, to: front.result, reachesInputs: false };
  return wrapped(source, front, program, linearWrap(front, program, linear));
}

/** U after J (Radul et al. 2023, §6): the non-linear half runs first, and leaves a tape for the linear one. */
export const unzipped: Stage = {
  ...descriptions.unzipped,
  fragment: fragmentOf,
  notation: (source) => {
    const printed = printedOf(halvesOfSource(frontOf(source), source));
    return [...headOf(source), ...linearLines(printed.map(({ definition }) => definition))];
  },
  transform,
};
