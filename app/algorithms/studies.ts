// The views of the algorithms' studies. They are apart from the page's other parts of algorithms, because the bar and the addresses use
// them before any of those is loaded.
import type { StageId } from "../../engine/algorithms/algorithm.ts";
import { algorithmOf } from "../../engine/algorithms/catalogue.ts";
import type { StudyPage } from "./algorithm.ts";

const STUDIES = Object.entries(import.meta.glob<StudyPage>("./*/study.ts", { eager: true, import: "study" })).map(
  ([path, study]) => ({ algorithm: path.split("/").at(-2), study }),
);

/** The views that algorithms have of their studies. */
export const STUDY_PAGES: readonly StudyPage[] = STUDIES.map(({ study }) => study);

/** The view of the study of a stage's algorithm, where it has one. */
export function studyPageOf(stage: StageId): StudyPage | undefined {
  return STUDIES.find(({ algorithm }) => algorithm === algorithmOf(stage)?.id)?.study;
}
