// The sentences about passes that send nothing back, which stages of several algorithms have.
import { t } from "@lingui/core/macro";
import type { PhaseWords } from "./algorithm.ts";

/** A pass for each Real of the input. */
export const EACH_PASS: PhaseWords = {
  lead: t`A pass`,
  forward: t`The program runs with a tangent beside each scalar: 1 for one Real of the input, 0 for the others.`,
  done: (gradient) => t`The gradient is \`${gradient}\`, from one pass for each Real of the input.`,
  steps: t`steps, one pass for each Real of the input`,
};

/** One pass for all Reals of the input. */
export const ONE_PASS: PhaseWords = {
  lead: t`The pass`,
  forward: t`The program runs with several tangents beside each scalar, one for each Real of the input.`,
  done: (gradient) => t`The gradient is \`${gradient}\`, from one pass for all Reals of the input.`,
  steps: t`steps, one pass for all Reals of the input`,
};
