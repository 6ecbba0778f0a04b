// Cases of programs: one program each, at the input of its header and at others, by everyone who can answer.
import * as fc from "fast-check";
import { UNWATCHED } from "../../engine/base/watch.ts";
import { showValue } from "../../engine/core/values/show-value.ts";
import { programs } from "../support/generate/index.ts";
import { disagreementAt, Tally } from "./agreement.ts";
import { begin, STAGES_IN_TURN } from "./answers.ts";
import { Inputs } from "./inputs.ts";
import { loopProgram } from "./loops.ts";
import { oddProgram } from "./programs/program.ts";
import { Random } from "./random.ts";
import { shrunk } from "./shrink.ts";
import { untypedProgram } from "./untyped.ts";

/** Something that is wrong, with the smallest text that shows it. */
export interface Finding {
  readonly seed: number;
  readonly what: string;
  readonly text: string;
}

/** Inputs of a program beside that of its header; the last one has long rows. */
const FURTHER_INPUTS = 6;
/** The share of programs that all stages run; the others are for the compiled engine, its module and `tape`. */
const BY_ALL_STAGES = 0.35;

/** Counts of programs. */
export class ProgramCounts {
  programs = 0;
  /** Programs that the checker refuses, and such whose input ends in a mistake. */
  refused = 0;
  withoutInput = 0;
}

/** Generators of programs: those of this fuzzer, of which one ignores types, and that of the test suite. */
const GENERATORS = {
  odd: oddProgram,
  loops: loopProgram,
  untyped: (seed: number) => untypedProgram(new Random(seed)),
  suite: (seed: number) => fc.sample(programs(), { seed, numRuns: 1 })[0]!.source,
} as const;

/** Runs the program of a seed. */
export function programCase(
  seed: number,
  by: keyof typeof GENERATORS,
  tally: Tally,
  counts: ProgramCounts,
): Finding | undefined {
  const text = GENERATORS[by](seed);
  counts.programs++;
  const found = programFinding(text, seed, tally, counts);
  if (found === undefined) return undefined;
  const { what, input } = found;
  const isSame = (other: string): boolean => {
    const again = programFinding(other, seed, new Tally(), new ProgramCounts(), 3);
    return again !== undefined && kindOf(again.what) === kindOf(what);
  };
  const withInput = input === undefined ? text : text.replace(/^-- at: .*$/m, () => `-- at: ${input}`);
  return { seed, what, text: shrunk(isSame(withInput) ? withInput : text, isSame) };
}

/**
 * The fault of a program, and its input. `repeats` runs the header's input so often, with other cotangents, and no others.
 */
export function programFinding(
  text: string,
  seed: number,
  tally = new Tally(),
  counts = new ProgramCounts(),
  repeats = 0,
): { readonly what: string; readonly input: string | undefined } | undefined {
  const random = new Random(seed);
  let input: string | undefined;
  try {
    const begun = begin(text);
    if (begun.tag === "refused") counts.refused++;
    if (begun.tag === "no-input") counts.withoutInput++;
    if (begun.tag !== "subject") return undefined;
    const { subject } = begun;
    const stages = repeats > 0 || random.chance(BY_ALL_STAGES) ? STAGES_IN_TURN : STAGES_IN_TURN.slice(0, 1);
    const inputs = new Inputs(subject.prepared, random);
    for (let index = 0; index <= (repeats || FURTHER_INPUTS); index++) {
      const isLong = repeats === 0 && index === FURTHER_INPUTS;
      const value =
        index === 0 || repeats > 0
          ? subject.prepared.input
          : isLong
            ? inputs.longValue(0.05)
            : inputs.value(index < 3 ? 0.05 : 0.4);
      input = showValue(subject.paramShape, value, UNWATCHED);
      const what = disagreementAt(subject, value, random, tally, isLong ? stages.slice(0, 1) : stages);
      if (what !== undefined) return { what, input };
    }
    return undefined;
  } catch (error) {
    return { what: `thrown: ${error instanceof Error ? error.message : String(error)}`, input };
  }
}

/** The beginning of a message, without the numbers of the case. */
function kindOf(what: string): string {
  return what.replace(/( by more than| at \d|:).*$/s, "").slice(0, 60);
}
