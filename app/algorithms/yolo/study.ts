// The view of a program linearised, unzipped and transposed.
import { t } from "@lingui/core/macro";
import { type StudyPage, studyView } from "../algorithm.ts";

/** The view Linearise. */
export const study: StudyPage = {
  view: studyView("linear"),
  title: t`Linearise`,
  skip: t`Skip to the linear halves`,
  icon: "line",
};
