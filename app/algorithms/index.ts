// The algorithms' parts of the page, in the order of the catalogue.
import "./locale.ts";
import { t } from "@lingui/core/macro";
import type { SharingForm, StageId, StageOption } from "../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, algorithmOf } from "../../engine/algorithms/catalogue.ts";
import { inOrder } from "../../engine/algorithms/folders.ts";
import { internal } from "../../engine/base/unreachable.ts";
import type {
  AlgorithmPage,
  GallerySweep,
  LadderGauge,
  OptionWords,
  PhaseWords,
  RungLook,
  SharingWords,
  StageLook,
  StudyWords,
} from "./algorithm.ts";

const PAGES: readonly AlgorithmPage[] = inOrder(
  import.meta.glob<AlgorithmPage>("./*/page.ts", { eager: true, import: "page" }),
  "page.ts",
);

const pageOf = (stage: StageId): AlgorithmPage | undefined => PAGES.find(({ id }) => id === algorithmOf(stage)?.id);

/** The look of a stage; one that its algorithm gives none is in ink. */
export function lookOf(stage: StageId): StageLook {
  return pageOf(stage)?.looks[stage] ?? { colour: "var(--ink)", marker: "circle" };
}

/** The head of a stage's state, where it has one of its own. */
export function stateHeadOf(stage: StageId): string | undefined {
  return pageOf(stage)?.stateHeads[stage];
}

/** What stands in the row of a scalar where a stage has no state to show. */
export function noStateOf(stage: StageId): string {
  return pageOf(stage)?.noState[stage] ?? "";
}

/** What is said where the passes of a stage with a reverse pass begin, and where they are done. */
export function phaseWordsOf(stage: StageId): PhaseWords {
  return pageOf(stage)?.phases[stage] ?? internal("a stage has no words for its passes", stage);
}

/** The gauges of an algorithm's ladder. */
export function gaugesOfLadder(algorithm: string): readonly LadderGauge[] {
  return PAGES.find(({ id }) => id === algorithm)?.gauges ?? internal("an algorithm has no page", algorithm);
}

/** Which scalars a stage keeps terms of for the way back: all, or those that it binds to IDs; undefined where it keeps none. */
export function termsOf(stage: StageId): "all" | "bound" | undefined {
  const rung = pageOf(stage)?.rungs[stage];
  return rung?.carries === "term" ? "all" : rung?.tape === "terms" ? "bound" : undefined;
}

/** Whether every scalar of a stage carries its whole gradient. */
export function carriesGradients(stage: StageId): boolean {
  return pageOf(stage)?.rungs[stage]?.carries === "gradient";
}

/** What the rung of a stage is drawn as. */
export function rungOf(stage: StageId): RungLook {
  return pageOf(stage)?.rungs[stage] ?? internal("a stage in reverse mode has no rung", stage);
}

/** What is said of a picture of what scalars hold in memory. */
export function sharingWordsOf(form: SharingForm): SharingWords {
  const found = PAGES.map(({ sharing }) => sharing[form]).find((words) => words !== undefined);
  return found ?? internal("a picture of memory has no words", form);
}

/** The experiments of all algorithms. */
export const GALLERY: readonly GallerySweep[] = PAGES.flatMap(({ gallery }) => gallery);

/** What is said of the study of a stage's algorithm, where it has one. */
export function studyWordsOf(stage: StageId): StudyWords | undefined {
  return pageOf(stage)?.study;
}

/** Options that all algorithms share, and those that each has. */
export const OPTION_WORDS: Readonly<Record<StageOption, OptionWords>> = {
  plainDiscrete: {
    label: t`Plain operands of comparisons`,
    note: t`Operands of comparisons and similar operations are computed without dual parts (thesis §3.9), after the values they use are converted. Each time, this costs the size of those values.`,
  },
  ...Object.assign({}, ...PAGES.map(({ options }) => options)),
};

/** The algorithms that have a ladder: more than one stage in reverse mode. */
export const LADDERS = ALGORITHM_CATALOGUE.map(({ id, stages }) => ({
  id,
  title: PAGES.find((page) => page.id === id)?.title ?? internal("an algorithm has no page", id),
  rungs: stages.filter(({ entry }) => entry === "reverse"),
})).filter(({ rungs }) => rungs.length > 1);
