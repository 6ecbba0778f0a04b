// The halves of a source program, as a stage has them: with what its reader chose to compute again instead of taping it, and with the
// derivatives that were given by hand.
import type { SourceProgram } from "../algorithm.ts";
import type { Front } from "./front/front.ts";
import { inOrder, systemOf } from "./system.ts";
import { type HalfDefinition, halvesOf, unzip } from "./unzip.ts";
import { readLinear } from "./written/read.ts";

/** Both halves of each definition that the entry of a program needs; those of the entry are the last ones. */
export function halvesOfSource({ program, entry }: Front, { choices = {} }: SourceProgram): readonly HalfDefinition[] {
  const written = choices.written === undefined ? [] : readLinear(choices.written, program).definitions;
  const { tangents, chosen, all } = systemOf(program, written, choices.recomputed);
  return halvesOf(unzip(inOrder([tangents.get(entry.name)!], all), chosen));
}

/** The definitions that are printed: what computes the same another time stands there already. */
export function printedOf(halves: readonly HalfDefinition[]): readonly HalfDefinition[] {
  return halves.filter(({ role }) => role !== "again");
}
