// The study of the program of the view, and the reader's choices for it: what is computed again, written and studied.
import { create } from "zustand";
import type { LinearStudy } from "../../../../engine/algorithms/yolo/definition.ts";
import type { BothWaysRun } from "../../../../engine/derive/both-ways.ts";
import type { InDual, Studied } from "../../../../engine/texts/study.ts";
import type { ChosenRequest, StudyRequest } from "../../../../engine/worker/protocol.ts";
import { Question } from "../../../client/question.ts";
import { type CellId, programOf } from "../../../document/document.ts";
import { useDocument } from "../../../document/state/document.ts";
import { withToggled } from "./model.ts";

/** A study of the algorithm of this view, or why there is none. */
export type LinearAnswer =
  | Exclude<Studied, { readonly tag: "studied" }>
  | (Omit<Extract<Studied, { readonly tag: "studied" }>, keyof LinearStudy> & LinearStudy);

/** The reader's choices: by definition, what is computed again instead of being taped; definitions in Linear A; the subject. */
export type LinearChoices = Required<Pick<StudyRequest, "recomputed" | "written" | "of">>;

interface LinearState extends LinearChoices {
  /** The program of the choices. */
  readonly cell: CellId | undefined;
}

const NOTHING: LinearState = { cell: undefined, recomputed: {}, written: "", of: "program" };

/** The store of the reader's choices. */
export const useLinear = create<LinearState>()(() => NOTHING);

/** The algorithm whose texts are shown here. */
export const ALGORITHM = "yolo";

const set = useLinear.setState;

/** The question for the study of a program; one that is stopped has no answer. */
export const linearStudy = new Question<StudyRequest, LinearAnswer>(async (request, { ask }) => {
  const answer = await ask("study", request);
  // the one study that is asked for here
  return answer.tag === "stopped" ? undefined : (answer as LinearAnswer);
});

/** The question for the Jacobian by the linear half and by its transpose. */
export const jacobianBothWays = new Question<ChosenRequest, BothWaysRun>((request, { ask }) =>
  ask("bothWays", request),
);

/** The question for the subject of the study as a program of Dual. */
export const subjectInDual = new Question<StudyRequest, InDual>((request, { ask }) => ask("inDual", request));

/** Has the study of a program stand as it was chosen before. */
export function setUp(cell: CellId): void {
  const {
    recomputed = {},
    written = "",
    of = "program",
  } = programOf(useDocument.getState().document, cell)?.views.study ?? {};
  set({ cell, recomputed, written, of });
}

/** Studies the program, or what is made of it. */
export function studyThe(of: LinearChoices["of"]): void {
  set({ of });
}

/** Studies also what the reader writes in Linear A. */
export function write(written: string): void {
  set({ written });
}

/** Computes a variable of a definition again where it is needed, or tapes it. */
export function toggleRecomputed(definition: string, name: string): void {
  set(({ recomputed }) => ({ recomputed: withToggled(recomputed, definition, name) }));
}

/** Drops the choices. */
export function forgetChoices(): void {
  set(NOTHING);
}
