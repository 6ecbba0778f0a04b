// The examination of a gradient, part by part: those that end soon come first.
import { isUsedUp } from "../base/watch.ts";
import type { Checks } from "../derive/checks.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import type { RecordingEnd } from "../explore/column.ts";
import { Exploration } from "../explore/exploration.ts";
import type { Request } from "../session/input/prepare.ts";
import { precisionOf } from "../session/input/variations.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import { entryFindings } from "./entries.ts";
import { bySeriousness, type Finding } from "./finding.ts";
import { growthFindings } from "./growth.ts";
import { oddFindingsWithEffect } from "./odd-numbers.ts";
import { partialFindings } from "./partials.ts";
import { cancellationFindings } from "./rounding.ts";
import { Subject } from "./subject.ts";
import { zeroFindings } from "./zeros.ts";

/** A part of an examination, by its name. */
type Part = (subject: Subject) => readonly Finding[] | Steps<readonly Finding[]>;

const PARTS: Readonly<Record<string, Part>> = {
  "NaN, infinity and underflow": oddFindingsWithEffect,
  zeros: zeroFindings,
  cancellation: cancellationFindings,
  "vanishing and exploding": growthFindings,
  "partials and kinks": (subject) => Object.values(partialFindings(subject)).flat(),
  "forward mode and differences": entryFindings,
};

/** The names of the parts of an examination, in their order. */
export const PART_NAMES: readonly string[] = Object.keys(PARTS);

/** The findings of one part. */
export function* examinedPart(subject: Subject, name: string): Steps<readonly Finding[]> {
  const found = PARTS[name]?.(subject) ?? [];
  return Array.isArray(found) ? found : yield* found as Steps<readonly Finding[]>;
}

/** An examination: its findings, the most serious first, how the run ended, and the names of the parts for which no time was left. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly ended: RecordingEnd;
  readonly left: readonly string[];
  /** How much of the gradient was compared; undefined where it came to no comparison. */
  readonly checks: Checks | undefined;
}

/** Traces a run that is to be examined; there is no subject where it does not come to its end. */
export function* opened(
  exploration: Exploration,
  budget: Budget,
): Steps<{ readonly subject: Subject | undefined; readonly ended: RecordingEnd }> {
  const explored = yield* exploration.open(false);
  const { ended } = explored;
  return { subject: ended.tag === "done" ? new Subject(exploration, explored, budget) : undefined, ended };
}

/** Examines the gradient of a program at an input. */
export function* examined(checked: CheckedProgram, request: Request, budget: Budget): Steps<Examined> {
  const exploration = new Exploration(checked, { ...request, variations: precisionOf(request) }, budget);
  const { subject, ended } = yield* opened(exploration, budget);
  if (subject === undefined) return { findings: [], ended, left: PART_NAMES, checks: undefined };
  const findings: Finding[] = [];
  for (const [index, name] of PART_NAMES.entries()) {
    try {
      findings.push(...(yield* examinedPart(subject, name)));
    } catch (error) {
      if (!isUsedUp(error)) throw error;
      return { findings: bySeriousness(findings), ended, left: PART_NAMES.slice(index), checks: undefined };
    }
  }
  return { findings: bySeriousness(findings), ended, left: [], checks: subject.checks };
}
