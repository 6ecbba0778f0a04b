// Notes beside a gradient that is printed: the most serious of what an examination finds, as far as the gradient's own checks ask for it.
import { nth } from "../base/nth.ts";
import type { GradientRun } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import { Exploration } from "../explore/exploration.ts";
import type { Request } from "../session/input/prepare.ts";
import { precisionOf } from "../session/input/variations.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Span } from "../source/span.ts";
import { entryNote } from "./entries.ts";
import { opened } from "./examine.ts";
import { alikeText, type Finding, foldedAlike } from "./finding.ts";
import { entriesByCause, type OddFinding, oddFindings } from "./odd-numbers.ts";
import type { Subject } from "./subject.ts";
import { zeroFindings } from "./zeros.ts";

/** A note on a gradient: where in the program, as far as that is known, and whether it says that something is wrong. */
export interface GradientNote {
  readonly span: Span | undefined;
  readonly message: string;
  readonly isFault: boolean;
}

/** Notes of one kind that are listed one by one; more are summed up. */
const MOST_TOLD = 12;

/** Steps of the machine for the run that is looked at. */
const STEPS = 2_000_000;

/** Zeros whose input can change the value all the same. */
const LOST: ReadonlySet<string | undefined> = new Set(["floor", "round", "comparison"]);

/** Notes on the gradient of a run, the most serious first; the program runs once more for them, traced, where there is something to say. */
export function* gradientNotes(
  checked: CheckedProgram,
  request: Request,
  budget: Budget,
  { gradient, checks }: GradientRun,
): Steps<readonly GradientNote[]> {
  if (gradient === undefined) return [];
  const findings = checks?.findings ?? [];
  const isOdd = gradient.reals.hasNan || gradient.reals.hasInfinity;
  if (!isOdd && findings.length === 0 && !gradient.scalars.includes(0)) return [];
  const steps = { ...budget, steps: STEPS };
  const exploration = new Exploration(checked, { ...request, variations: precisionOf(request) }, steps);
  const { subject } = yield* opened(exploration, steps);
  const told = findings.slice(0, MOST_TOLD).map((finding) => ({
    ...entryNote(finding, subject),
    isFault: finding.tag === "differs",
  }));
  return [
    ...(isOdd ? oddNotes(gradient, subject) : []),
    ...told,
    ...moreNote(findings.slice(MOST_TOLD)),
    ...(subject === undefined ? [] : lostNotes(subject, new Set(findings.map(({ entry }) => entry)))),
  ];
}

/** That entries are NaN or infinite, with where that began: a note for each beginning. */
function oddNotes({ reals }: NonNullable<GradientRun["gradient"]>, subject: Subject | undefined): GradientNote[] {
  if (subject === undefined) {
    const message = `the gradient has an entry that is ${reals.hasNan ? "nan" : "infinite"}`;
    return [{ span: undefined, message, isFault: true }];
  }
  const { beginnings, back } = oddFindings(subject);
  const isNaN = ({ finding }: OddFinding): boolean => finding.kind === "nan";
  const found = [...beginnings.filter(isNaN), ...beginnings.filter((one) => !isNaN(one)), ...back];
  const { texts, left } = entriesByCause(subject, found);
  const caused = found.flatMap(({ finding: { span, message } }, index) =>
    nth(texts, index).map((entries) => ({ span, message: `${entries}: ${message}`, isFault: true })),
  );
  return [...caused, ...left.map((message) => ({ span: undefined, message, isFault: true }))];
}

function moreNote(findings: NonNullable<GradientRun["checks"]>["findings"]): readonly GradientNote[] {
  if (findings.length === 0) return [];
  const isFault = findings.some(({ tag }) => tag === "differs");
  return [{ span: undefined, message: `and ${findings.length} entries more`, isFault }];
}

/** Zeros of inputs that the value can depend on, for some use of them gives no Real; without those that are told already. */
function lostNotes(subject: Subject, told: ReadonlySet<string | undefined>): readonly GradientNote[] {
  const lost = new Map<string | undefined, Finding>();
  for (const one of zeroFindings(subject))
    if (LOST.has(one.cut) && !told.has(one.entry) && !lost.has(one.entry)) lost.set(one.entry, one);
  const alike = foldedAlike([...lost.values()]).slice(0, MOST_TOLD);
  return alike.map((one) => ({ span: one.first.span, message: alikeText(one), isFault: false }));
}

/** That a gradient has no Real in it, or none to come from; undefined where it has. */
export function withoutReals({ gradient, value }: GradientRun): string | undefined {
  if (gradient?.reals.count === 0)
    return "the input has no Real to differentiate by: what is printed as the gradient are its own Ints and constructors";
  if (gradient !== undefined && value?.reals.count === 0)
    return "the result has no Real that could be differentiated: every derivative is 0";
  return undefined;
}
