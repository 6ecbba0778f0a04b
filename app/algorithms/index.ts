// The algorithms' parts of the page, in the order of the catalogue.
import { t } from "@lingui/core/macro";
import type { SharingForm, StageId, StageOption } from "../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, algorithmOf } from "../../engine/algorithms/catalogue.ts";
import { inOrder } from "../../engine/algorithms/folders.ts";
import { internal } from "../../engine/base/unreachable.ts";
import type {
  AlgorithmPage,
  GallerySweep,
  OptionWords,
  SharingWords,
  StageLook,
  StagePage,
  StudyWords,
} from "./algorithm.ts";
import type { LadderGauge, RungLook } from "./rung.ts";

const PAGES: readonly AlgorithmPage[] = inOrder(
  import.meta.glob<AlgorithmPage>("./*/page.ts", { eager: true, import: "page" }),
  "page.ts",
);

const pageOf = (stage: StageId): AlgorithmPage | undefined => PAGES.find(({ id }) => id === algorithmOf(stage)?.id);

/** All that the page says and draws of a stage. */
export function stagePageOf(stage: StageId): StagePage {
  return pageOf(stage)?.stages[stage] ?? internal("a stage has no page", stage);
}

/** The idea of a stage's algorithm, in a sentence or two. */
export function ideaOf(stage: StageId): string {
  return pageOf(stage)?.idea ?? internal("a stage has no page", stage);
}

/** Whether the comparison of all algorithms opens with that of a stage. */
export function isComparedFirst(stage: StageId): boolean {
  return pageOf(stage)?.isComparedFirst === true;
}

/** The look of a stage; one that is in no algorithm's page is in ink. */
export function lookOf(stage: StageId): StageLook {
  return pageOf(stage)?.stages[stage]?.look ?? { colour: "var(--ink)", marker: "circle" };
}

/** The gauges of an algorithm's ladder. */
export function gaugesOfLadder(algorithm: string): readonly LadderGauge[] {
  return PAGES.find(({ id }) => id === algorithm)?.gauges ?? internal("an algorithm has no page", algorithm);
}

/** The scalars that a stage keeps terms of for the way back: all, or those that it binds to IDs; undefined where it keeps none. */
export function termsOf(stage: StageId): "all" | "bound" | undefined {
  const keeps = pageOf(stage)?.stages[stage]?.keeps;
  return keeps === "term" ? "all" : keeps === "bound term" ? "bound" : undefined;
}

/** The rung of a stage. */
export function rungOf(stage: StageId): RungLook {
  return stagePageOf(stage).rung ?? internal("a stage has no rung", stage);
}

/** Words on a picture of the scalars' memory. */
export function sharingWordsOf(form: SharingForm): SharingWords {
  const found = PAGES.map(({ sharing }) => sharing[form.id]).find((words) => words !== undefined);
  return found ?? internal("a picture of memory has no words", form.id);
}

/** The experiments of all algorithms. */
export const GALLERY: readonly GallerySweep[] = PAGES.flatMap(({ gallery }) => gallery);

/** Words on the study of a stage's algorithm, where it has one. */
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

/** The algorithms that have a ladder: stages with a rung, or a picture of their own (`own`, of all stages or some). */
export const ALL_LADDERS = ALGORITHM_CATALOGUE.map(({ id, stages }) => {
  const page = PAGES.find((one) => one.id === id) ?? internal("an algorithm has no page", id);
  const { ladder: own } = page;
  const isRung = (stage: StageId): boolean =>
    own === undefined ? page.stages[stage]?.rung !== undefined : (own.stages?.includes(stage) ?? true);
  return { id, title: page.title, rungs: stages.filter((stage) => isRung(stage.id)), own: own?.folder };
}).filter(({ own, rungs }) => own !== undefined || rungs.length > 1);

/** The ladders with stages that take a program, with these alone, by the stages that refuse it; none for a ladder that needs all of its rungs. */
export function laddersFor(refused: Readonly<Record<StageId, unknown>>): typeof ALL_LADDERS {
  return ALL_LADDERS.map((one) => ({ ...one, rungs: one.rungs.filter(({ id }) => !(id in refused)) })).filter(
    ({ id, own, rungs }) =>
      rungs.length > 0 &&
      (own !== undefined || rungs.length === ALL_LADDERS.find((one) => one.id === id)?.rungs.length),
  );
}

/** The ladders that are climbed rung by rung. */
export const LADDERS = ALL_LADDERS.filter(({ own }) => own === undefined);
