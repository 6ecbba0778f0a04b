// Programs that the front cannot lead to rules, with the reason.
import { derivativeIn } from "../../core/terms/derivatives.ts";
import { BY_RUN, type Fragment, type SourceProgram, type StageId } from "../algorithm.ts";
import { arrayIn } from "./arrays.ts";
import { front } from "./front.ts";
import { TooManyInstances } from "./monomorphic.ts";

type Outside = Extract<Fragment, { readonly tag: "outside" }>;

/** Words of an algorithm: why it takes no derivatives, and why no arrays, with the stage that takes these; left out where it takes them. */
interface Reasons {
  readonly derivative?: string | undefined;
  /** A stage that takes derivatives; one that takes the run, if left out. */
  readonly differentiates?: Pick<Outside, "instead" | "takesRun">;
  readonly arrays?: { readonly why: string; readonly instead: StageId };
}

/** The refusal of a program that asks for derivatives, has arrays, or has no end of instances; undefined for all others. */
export function refusal(
  source: SourceProgram,
  { derivative, differentiates = BY_RUN, arrays }: Reasons,
): Fragment | undefined {
  const { program } = source;
  const asked = derivativeIn(program);
  if (asked !== undefined && derivative !== undefined) {
    const why = `the program asks for a derivative itself, and ${derivative}`;
    return { tag: "outside", at: asked.span, why, ...differentiates };
  }
  // no other stage takes a program with derivatives as it is
  const byRun = asked === undefined ? undefined : BY_RUN;
  const found = arrays && arrayIn(source);
  if (arrays !== undefined && found !== undefined) return { tag: "outside", at: found.span, ...arrays, ...byRun };
  try {
    front(program);
  } catch (error) {
    if (!(error instanceof TooManyInstances)) throw error;
    return { tag: "outside", at: undefined, why: error.message, instead: "tape", ...byRun };
  }
  return undefined;
}
