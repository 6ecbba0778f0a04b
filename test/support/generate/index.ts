// Random well-typed programs of Dual that terminate, stay tame, and shrink.
//
// From the bottom up: type.ts, syntax.ts and print.ts are the language; choices.ts and shrink.ts record what was chosen
// and simplify it; scope.ts and site.ts say where something is generated; scalar.ts, structure.ts, tables.ts,
// derivatives.ts, call.ts and control.ts hold the rules, expression.ts chooses among them; data.ts, definition.ts, statements.ts, main.ts and
// program.ts make whole programs; trial.ts runs each of them with a small interpreter of its own and refuses those that
// are not tame.
//
// To add a construct: name it in feature.ts, and give a rule that name as its label, or record it with site.feature.

import * as fc from "fast-check";
import type { ChoiceNode } from "./choices.ts";
import { FEATURES } from "./feature.ts";
import { type Generated, type GeneratedProgram, generate, type Wanted } from "./program.ts";
import { simplerChoices } from "./shrink.ts";

export { coverage, FEATURES, type Feature } from "./feature.ts";
export type { GeneratedProgram } from "./program.ts";

const DEFAULT_SIZE = 3;
const MOST_ATTEMPTS = 60;
const PREFERRED = 17;
const MOST_USES = 1;
const DERIVATIVES = ["grad", "valueAndGrad", "jvp", "hvp", "hessian"];

/**
 * Programs with the entry `main`. `size` bounds depth and number of definitions and statements: 1 is tiny, 3 (the
 * default) rarely exceeds 60 operations on Reals, 5 is large; no program performs more than 200, nor has more than
 * 20 000 paths. Without `hasArrays`, few have arrays. With `hasDerivatives`, they may ask for derivatives, and operations have pullbacks;
 * their value by the generator's own interpreter is then as near as differences are.
 */
export function programs(
  options: { readonly size?: number; readonly hasArrays?: boolean; readonly hasDerivatives?: boolean } = {},
): fc.Arbitrary<GeneratedProgram> {
  const { size = DEFAULT_SIZE, hasArrays = true, hasDerivatives = false } = options;
  return new Programs({ size, hasDerivatives }, hasArrays);
}

/** The names of alternatives with arrays. */
const WITH_ARRAYS = /array|Array|^(?:build|parBuild|!|size|\w+A|fromList|toList|table|indices|at2|dot|slice|update)\b/;

class Programs extends fc.Arbitrary<GeneratedProgram> {
  readonly #wanted: Wanted;
  readonly #avoided: RegExp | undefined;

  constructor(wanted: Wanted, hasArrays: boolean) {
    super();
    this.#wanted = wanted;
    this.#avoided = hasArrays ? undefined : WITH_ARRAYS;
  }

  override generate(random: fc.Random): fc.Value<GeneratedProgram> {
    const integer = (low: number, high: number): number => random.nextInt(low, high);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const known = FEATURES.filter((feature) => this.#avoided?.test(feature) !== true);
      const features = Array.from({ length: PREFERRED }, () => known[integer(0, known.length - 1)] ?? "let");
      const derivatives = this.#wanted.hasDerivatives ? DERIVATIVES : [];
      const preferred = new Map<string, number>([...features, ...derivatives].map((feature) => [feature, MOST_USES]));
      const made = generate(undefined, { integer, preferred, avoided: this.#avoided }, this.#wanted);
      if (made !== undefined) return toValue(made);
    }
    const made = generate(undefined, undefined, this.#wanted);
    if (made === undefined) throw new Error("internal: the simplest program is not tame");
    return toValue(made);
  }

  override canShrinkWithoutContext(_value: unknown): _value is GeneratedProgram {
    return false;
  }

  override shrink(value: GeneratedProgram, context: unknown): fc.Stream<fc.Value<GeneratedProgram>> {
    return isChoices(context) ? fc.stream(this.#simpler(value, context)) : fc.Stream.nil();
  }

  /** Shorter programs; the length of the text is what makes shrinking end. */
  *#simpler(value: GeneratedProgram, choices: ChoiceNode): Generator<fc.Value<GeneratedProgram>, void> {
    const seen = new Set<string>();
    for (const simpler of simplerChoices(choices)) {
      const made = generate(simpler, undefined, this.#wanted);
      if (made === undefined || made.program.source.length >= value.source.length || seen.has(made.program.source))
        continue;
      seen.add(made.program.source);
      yield toValue(made);
    }
  }
}

/** The program, which fast-check reports as its text, with the choices to shrink it by. */
function toValue({ program, choices }: Generated): fc.Value<GeneratedProgram> {
  return new fc.Value({ ...program, [fc.toStringMethod]: () => `\n${program.source}` }, choices);
}

function isChoices(context: unknown): context is ChoiceNode {
  return typeof context === "object" && context !== null && "picks" in context && "children" in context;
}
