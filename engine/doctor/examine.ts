// The examination of a gradient, part by part: those that end soon come first.
import { isUsedUp, Late } from "../base/watch.ts";
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

/** The part that compares the gradient with others: a run may be too long for it, and it is in double precision. */
const COMPARISON = "forward mode and differences";

const PARTS: Readonly<Record<string, Part>> = {
  "NaN, infinity and underflow": oddFindingsWithEffect,
  zeros: zeroFindings,
  cancellation: cancellationFindings,
  "vanishing and exploding": growthFindings,
  "partials and kinks": (subject) => {
    const { wrong, kinks, ties } = partialFindings(subject);
    return [...wrong, ...kinks, ...ties].map(({ finding }) => finding);
  },
  [COMPARISON]: entryFindings,
};

/** The names of the parts of an examination, in their order. */
export const PART_NAMES: readonly string[] = Object.keys(PARTS);

/** A part of an examination: its findings, and whether it came to its end. */
export interface ExaminedPart {
  readonly findings: readonly Finding[];
  readonly isWhole: boolean;
}

/** Examines one part. */
export function* examinedPart(subject: Subject, name: string): Steps<ExaminedPart> {
  const found = PARTS[name]?.(subject) ?? [];
  const findings = Array.isArray(found) ? found : yield* found as Steps<readonly Finding[]>;
  return { findings, isWhole: name !== COMPARISON || subject.checks?.ranOut === false };
}

/** Why parts of an examination were left out: a budget is used up, the run is too long, or it is in single precision. */
export type LeftFor = "time" | "memory" | "length" | "precision";

/** An examination: its findings, the most serious first, how the run ended, and the names of the parts that were left out. */
export interface Examined {
  readonly findings: readonly Finding[];
  readonly ended: RecordingEnd;
  readonly left: readonly string[];
  /** Undefined where none was left out. */
  readonly leftFor: LeftFor | undefined;
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
  if (subject === undefined) return { findings: [], ended, left: PART_NAMES, leftFor: "length", checks: undefined };
  const findings: Finding[] = [];
  let left: readonly string[] = [];
  let leftFor: LeftFor | undefined;
  for (const [index, name] of PART_NAMES.entries()) {
    try {
      const part = yield* examinedPart(subject, name);
      findings.push(...part.findings);
      if (part.isWhole) continue;
      left = [name];
      const isLate = performance.now() > budget.deadline;
      leftFor = request.variations?.float32 === true ? "precision" : isLate ? "time" : "length";
    } catch (error) {
      if (!isUsedUp(error)) throw error;
      left = PART_NAMES.slice(index);
      leftFor = error instanceof Late ? "time" : "memory";
      break;
    }
  }
  return { findings: bySeriousness(findings), ended, left, leftFor, checks: subject.checks };
}
