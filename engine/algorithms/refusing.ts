// Stages that refuse programs: no transformation of the papers takes what it gives, so a derivative in a program that is differentiated has
// no place there.
import { derivativeIn } from "../core/terms/derivatives.ts";
import { INSIDE, type Stage, type StageId } from "./algorithm.ts";

/** The stage that takes the run of a program with derivatives in it. */
const INSTEAD: StageId = "transposed";

/** A stage that refuses programs with derivatives in them, for a reason of its paper. */
export function withoutDerivatives(stage: Stage, why: string): Stage {
  return {
    ...stage,
    fragment: (source) => {
      const found = derivativeIn(source.program);
      if (found !== undefined) return { tag: "outside", at: found.span, why, instead: INSTEAD };
      return stage.fragment?.(source) ?? INSIDE;
    },
  };
}
