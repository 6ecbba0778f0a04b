// Whether the variations that a user asks for change anything of a program.

import type { Stage } from "../../algorithms/algorithm.ts";
import { OPTIONS } from "../../algorithms/catalogue.ts";
import { present } from "../../base/nth.ts";
import { printProgram } from "../../core/notation/print.ts";
import { findTerm } from "../../core/terms/map-term.ts";
import type { CoreProgram, Term } from "../../core/terms/term.ts";
import { transformed } from "../../derive/gradient.ts";
import { loweredProgram, type Prepared } from "../../session/input/prepare.ts";
import { isOn, type Variation, type Variations, withOption } from "../../session/input/variations.ts";

/** A variation that was asked for and changes nothing, and why. */
export interface WithoutEffect {
  readonly variation: Variation;
  /** A sentence's end: “.. has no effect: ”. */
  readonly reason: string;
}

/**
 * The variations that were asked for and change nothing of what the stages make of a program. No stages stand for the compiled
 * engine, which has no variations.
 */
export function withoutEffect(
  stages: readonly Stage[],
  variations: Variations,
  prepared: Prepared,
): readonly WithoutEffect[] {
  const asked = OPTIONS.map(({ id }) => id).filter((one) => isOn(variations, one));
  const found: WithoutEffect[] = [];
  for (const variation of [
    ...asked,
    ...["rightToLeft", "schedule", "float32"].filter((one) => isOn(variations, one)),
  ]) {
    const reason = reasonWithout(variation, stages, variations, prepared);
    if (reason !== undefined) found.push({ variation, reason });
  }
  if (prepared.choices?.recomputed !== undefined && !recomputes(stages, variations, prepared))
    found.push({ variation: "recomputed", reason: "no stage here keeps what it names" });
  return found;
}

function reasonWithout(
  variation: Variation,
  stages: readonly Stage[],
  variations: Variations,
  prepared: Prepared,
): string | undefined {
  if (variation === "float32")
    return stages.length === 0 ? undefined : "stages compute in double precision; leave the stage out";
  if (stages.length === 0) return "the compiled engine has no variations; choose a stage";
  // every stage runs the program in the order that is asked for
  if (variation === "rightToLeft")
    return textOf(prepared.core) === textOf(loweredProgram(prepared.checked, prepared.entry, undefined))
      ? "no expression of this program has two parts that compute something"
      : undefined;
  const able = stages.filter((stage) => (variation === "schedule" ? stage.forks : stage.varied.includes(variation)));
  if (able.length === 0) {
    const [only] = stages;
    return stages.length === 1 ? `\`${present(only).id}\` does not have it` : "no stage here has it";
  }
  const changes = able.some((stage) => {
    const program = transformed(stage, prepared, variations);
    if (variation === "schedule") return hasForks(program);
    return textOf(program) !== textOf(transformed(stage, prepared, withOption(variations, variation, false)));
  });
  if (changes) return undefined;
  return variation === "schedule"
    ? "this program has no parallel parts"
    : "this program is transformed the same without it";
}

/** Whether a stage computes something again that it would keep otherwise. */
function recomputes(stages: readonly Stage[], variations: Variations, prepared: Prepared): boolean {
  const plain = { ...prepared, choices: undefined };
  return stages.some(
    (stage) => textOf(transformed(stage, prepared, variations)) !== textOf(transformed(stage, plain, variations)),
  );
}

function textOf(program: CoreProgram): string {
  return printProgram(program, { types: true });
}

/** Whether the definitions of a transformed program that are the user's fork. */
function hasForks({ globals, added = [] }: CoreProgram): boolean {
  const own = new Set(added);
  const forks = (at: Term): boolean =>
    at.tag === "fork" || at.tag === "forkList" || (at.tag === "global" && at.name === "inParallel");
  return globals.some(({ name, term }) => !own.has(name) && findTerm(term, forks) !== undefined);
}
