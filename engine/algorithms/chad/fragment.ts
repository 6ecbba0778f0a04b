// Which programs CHAD takes.
import { type Fragment, INSIDE, type SourceProgram, type StageId } from "../algorithm.ts";
import { recursionIn } from "../front/recursion.ts";
import { refusal } from "../front/refusal.ts";

/** The programs that a stage takes: recursion and data are beyond the thesis. `arrays` is the stage that takes arrays, where this one does not. */
export function fragmentOf(source: SourceProgram, arrays?: StageId): Fragment {
  const refused = refusal(source, {
    derivative: "linear functions and environments are in the target language only (thesis, ch. 5)",
    ...(arrays && {
      arrays: { why: "this stage has no rules for arrays (the thesis has them in §6.6, for cells)", instead: arrays },
    }),
  });
  if (refused !== undefined) return refused;
  const recursion = recursionIn(source.program);
  return recursion === undefined
    ? INSIDE
    : {
        tag: "inside",
        beyond: `${recursion}: recursion is not in the language of chapters 5 and 6, the rules for it are ours`,
      };
}
