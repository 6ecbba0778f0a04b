// The examination of a cell's gradient: asked for part by part, so that what is found first is shown first.
import { bySeriousness, type Finding } from "../../../../engine/doctor/finding.ts";
import type { ExploreRequest } from "../../../../engine/worker/protocol.ts";
import { Question } from "../../../client/question.ts";

/** An examination so far. */
export interface ExaminationSoFar {
  readonly findings: readonly Finding[];
  /** The parts that were not examined yet; the first of them is under way, until it is stopped. */
  readonly left: readonly string[];
  /** The parts that did not come to their end: the run is too long for them, or in single precision. */
  readonly unfinished: readonly string[];
  readonly parts: number;
  /** Whether the run came to its end: no other is examined. */
  readonly isRun: boolean;
}

/** The question for the findings about a cell's gradient, by the cell. */
export const examination = new Question<ExploreRequest, ExaminationSoFar>(async (request, work) => {
  const { parts, ended } = await work.ask("examine", request);
  const isRun = ended.tag === "done";
  let findings: readonly Finding[] = [];
  const unfinished: string[] = [];
  for (const [index, part] of parts.entries()) {
    work.show({ findings, left: parts.slice(index), unfinished, parts: parts.length, isRun });
    const examined = await work.ask("examinePart", part);
    findings = bySeriousness([...findings, ...(examined?.findings ?? [])]);
    if (examined?.isWhole !== true) unfinished.push(part);
  }
  return { findings, left: [], unfinished, parts: parts.length, isRun };
});
