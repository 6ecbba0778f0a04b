// Two runs beside each other: of two programs of a document, of two versions of one, at two inputs, or in two precisions.
import type { ComparedRuns, DiffEnd } from "../../../engine/doctor/diff.ts";
import { readVariations, variationsText } from "../../../engine/session/input/variations.ts";
import type { CompareRequest, ExploreRequest } from "../../../engine/worker/protocol.ts";
import { type Asking, Question, useAsked } from "../../client/question.ts";
import type { CellId } from "../../document/document.ts";
import { headerOf } from "../../document/header.ts";
import { whenClosed } from "../../document/state/closed.ts";
import { sweepNumbers } from "../../program/model/sweep.ts";
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

/** A run with changes: another version of the program has the input and the sweep of this one, where its header has none of its own. */
export function changed(request: ExploreRequest, { at, text, isRounded }: Changes): ExploreRequest {
  const known = readVariations(request.variations ?? "");
  const variations = variationsText({ ...known, float32: known.float32 !== true });
  const version = text.trim() === "" ? request : { ...request, text, ...lentTo(text, request) };
  return {
    ...version,
    ...(at.trim() !== "" && { at: at.trim() }),
    ...(isRounded && { variations: variations === "" ? undefined : variations }),
  };
}

/** The input and the n of a run that a text does not have in its header. */
function lentTo(text: string, { text: before, at, n }: ExploreRequest): Pick<ExploreRequest, "at" | "n"> {
  const [own, lent] = [headerOf(text), headerOf(before)];
  const sweep = own.sweep === undefined && lent.sweep !== undefined ? sweepNumbers(lent.sweep.text) : [];
  return {
    at: at ?? (own.at === undefined ? lent.at?.text : undefined),
    n: n ?? (typeof sweep === "string" ? undefined : sweep[0]),
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
