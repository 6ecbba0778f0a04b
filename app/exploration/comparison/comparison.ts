// Two runs beside each other: of two programs of a document, of two versions of one, at two inputs, or in two precisions.
import type { ComparedRuns, DiffEnd } from "../../../engine/doctor/diff.ts";
import { readVariations, variationsText } from "../../../engine/session/input/variations.ts";
import type { CompareRequest, ExploreRequest } from "../../../engine/worker/protocol.ts";
import { type Asking, Question, useAsked } from "../../client/question.ts";
import type { CellId } from "../../document/document.ts";
import { whenClosed } from "../../document/state/closed.ts";
import { isSame } from "../state/request.ts";

/** Two runs that are to be compared, and the cell of the second; undefined where its text is in none. */
interface Comparing extends CompareRequest {
  readonly other: CellId | undefined;
}

/** The question for the differences of two runs; the page shows those of one comparison. */
export const comparison = new Question<Comparing, DiffEnd>(({ a, b }, { ask }) => ask("compare", { a, b }));

whenClosed(() => comparison.forget());

/** The changes that make another run of one. */
interface Changes {
  /** An input, and a program's text; empty ones change nothing. */
  readonly at: string;
  readonly text: string;
  /** Whether the precision is the other one. */
  readonly isRounded: boolean;
}

/** A run with changes. */
export function changed(request: ExploreRequest, { at, text, isRounded }: Changes): ExploreRequest {
  const known = readVariations(request.variations ?? "");
  const variations = variationsText({ ...known, float32: known.float32 !== true });
  return {
    ...request,
    ...(at.trim() !== "" && { at: at.trim() }),
    ...(text.trim() !== "" && { text }),
    ...(isRounded && { variations: variations === "" ? undefined : variations }),
  };
}

/** The comparison of a run, as far as it has come; undefined where another one is compared. */
export function useComparison(run: ExploreRequest | undefined): Asking<Comparing, DiffEnd> | undefined {
  const asked = useAsked(comparison);
  const { question } = asked;
  return run !== undefined && question !== undefined && isSame(question.a, run) ? asked : undefined;
}

/** The run beside a run; undefined where there is none. */
export function useOtherRun(run: ExploreRequest | undefined): ComparedRuns | undefined {
  const current = useComparison(run)?.current;
  return current?.tag === "compared" ? current : undefined;
}
