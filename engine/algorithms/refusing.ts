// Stages that refuse programs: no transformation of the papers takes what it gives, so a derivative in a program that is differentiated has
// no place there; and none has a rule for a function with a pullback of its own.
import { derivativeIn, pullbackIn } from "../core/terms/derivatives.ts";
import { BY_RUN, INSIDE, type Stage } from "./algorithm.ts";

/** A stage that refuses programs with derivatives in them, for a reason of its paper. */
export function withoutDerivatives(stage: Stage, why: string): Stage {
  return {
    ...stage,
    fragment: (source) => {
      const found = derivativeIn(source.program);
      if (found !== undefined) return { tag: "outside", at: found.span, why, ...BY_RUN };
      return stage.fragment?.(source) ?? INSIDE;
    },
  };
}

/** Why no stage takes a function with a pullback of its own. */
const PULLBACK =
  "a pullback of one's own takes back all numbers of a result together, and the rules of the papers are for operations that give one number: `grad` without a stage takes it";

/** A stage that refuses programs with pullbacks of their own. */
export function withoutPullbacks(stage: Stage): Stage {
  return {
    ...stage,
    fragment: (source) => {
      const found = pullbackIn(source.program);
      if (found !== undefined) return { tag: "outside", at: found.span, why: PULLBACK, instead: undefined };
      return stage.fragment?.(source) ?? INSIDE;
    },
  };
}
