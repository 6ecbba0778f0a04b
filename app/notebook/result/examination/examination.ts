// The examination of a cell's gradient: asked for part by part, so that what is found first is shown first.
import { bySeriousness, type Finding } from "../../../../engine/doctor/finding.ts";
import type { ExploreRequest } from "../../../../engine/worker/protocol.ts";
import { Question } from "../../../client/question.ts";

/** An examination so far. */
export interface ExaminationSoFar {
  readonly findings: readonly Finding[];
  /** The parts that were not examined yet; the first of them is under way, until it is stopped. */
  readonly left: readonly string[];
  readonly parts: number;
  /** Whether the run came to its end: no other is examined. */
  readonly isRun: boolean;
}

/** The question for the findings about a cell's gradient, by the cell. */
export const examination = new Question<ExploreRequest, ExaminationSoFar>(async (request, work) => {
  const { parts, ended } = await work.ask("examine", request);
  const isRun = ended.tag === "done";
  let findings: readonly Finding[] = [];
  for (const [index, part] of parts.entries()) {
    work.show({ findings, left: parts.slice(index), parts: parts.length, isRun });
    findings = bySeriousness([...findings, ...((await work.ask("examinePart", part)) ?? [])]);
  }
  return { findings, left: [], parts: parts.length, isRun };
});
