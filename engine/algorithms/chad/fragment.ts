// Which programs CHAD takes.
import { derivativeIn } from "../../core/terms/derivatives.ts";
import { type Fragment, INSIDE, type SourceProgram, type StageId } from "../algorithm.ts";
import { arrayIn } from "../front/arrays.ts";
import { front } from "../front/front.ts";
import { TooManyInstances } from "../front/monomorphic.ts";
import { recursionIn } from "../front/recursion.ts";

/** The programs that a stage takes: recursion and data are beyond the thesis. `arrays` is the stage that takes arrays, where this one does not. */
export function fragmentOf(source: SourceProgram, arrays?: StageId): Fragment {
  const { program } = source;
  const asked = derivativeIn(program);
  if (asked !== undefined)
    return {
      tag: "outside",
      at: asked.span,
      why: "the program asks for a derivative itself, and linear functions and environments are in the target language only (thesis, ch. 5)",
      instead: "transposed",
    };
  const found = arrays === undefined ? undefined : arrayIn(source);
  if (found !== undefined)
    return {
      tag: "outside",
      at: found.span,
      why: "this stage has no rules for arrays (the thesis has them in §6.6, for cells)",
      instead: arrays,
    };
  try {
    front(program);
  } catch (error) {
    if (!(error instanceof TooManyInstances)) throw error;
    const why = "its definitions are used at ever larger types, and each type needs rules of its own";
    return { tag: "outside", at: undefined, why, instead: "tape" };
  }
  const recursion = recursionIn(program);
  return recursion === undefined
    ? INSIDE
    : {
        tag: "inside",
        beyond: `${recursion}: recursion is not in the language of chapters 5 and 6, the rules for it are ours`,
      };
}
