// The halves of a source program, as a stage has them: with what its reader chose to compute again instead of taping it.
import type { SourceProgram } from "../algorithm.ts";
import { ANY_DEFINITION } from "../study.ts";
import type { Front } from "./front/front.ts";
import { jvp } from "./jvp.ts";
import { derived } from "./linear-a/names.ts";
import { type HalfDefinition, halvesOf, type Recomputed, unzip } from "./unzip.ts";

/** Both halves of each definition of a program. */
export function halvesOfSource({ program }: Front, { recomputed = {} }: SourceProgram): readonly HalfDefinition[] {
  const wanted = new Map(Object.entries(recomputed));
  const chosen: Recomputed = new Map(
    program.map(({ name }) => [
      derived.jvp(name),
      new Set([...(wanted.get(name) ?? []), ...(wanted.get(ANY_DEFINITION) ?? [])]),
    ]),
  );
  return halvesOf(unzip(jvp(program), chosen));
}

/** The definitions that are printed: what computes the same another time stands there already. */
export function printedOf(halves: readonly HalfDefinition[]): readonly HalfDefinition[] {
  return halves.filter(({ role }) => role !== "again");
}
