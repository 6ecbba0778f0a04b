// The state of a cell's result pane: nothing yet, a run, or how the latest one ended.

import { t } from "@lingui/core/macro";
import { unreachable } from "../../../engine/base/unreachable.ts";
import type { RunReport } from "../../../engine/derive/gradient.ts";
import { isCounted, type Phase, type Progress } from "../../../engine/session/run/drive.ts";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import type { SourceName } from "../../../engine/source/span.ts";
import { capital } from "../../words/capital.ts";
import { countedSteps, countedVisits } from "../../words/counts.ts";
import { conjunction } from "../../words/lists.ts";
import { grouped } from "../../words/numbers.ts";
import type { ValuePair } from "../value/model/values.ts";
import { inSource, isMissing, tally } from "./mistakes.ts";
import { type CellCheck, diagnosticsOf, type Freshness, type Result, stageOfCell } from "./run.ts";

/** The work of a run in each phase, in words. */
export const PHASE_DOING: Readonly<Record<Phase, string>> = {
  input: t`evaluating the input`,
  compile: t`compiling the program`,
  primal: t`running the program`,
  forward: t`in the forward pass`,
  reverse: t`in the reverse pass`,
  value: t`printing the value`,
  gradient: t`printing the gradient`,
  graph: t`building the graph of the run`,
  checks: t`checking the gradient`,
};

/** The phases of a run in their order, with short names. */
export const PHASE_NAMES: readonly (readonly [Phase, string])[] = [
  ["input", t`input`],
  ["primal", t`primal`],
  ["forward", t`forward pass`],
  ["reverse", t`reverse pass`],
  ["checks", t`checks`],
];

/** A result as it is shown. */
export interface Outcome {
  /** A line above everything else; empty where all went well. */
  readonly headline: string;
  readonly explanation: string;
  readonly run: RunReport | undefined;
  /** The mistakes, in the program that ran. */
  readonly diagnostics: readonly Diagnostic[];
  /** The result's value and cotangent, the input and its gradient. */
  readonly pairs: readonly LabelledPair[];
  readonly stale: boolean;
}

/** Two values over each other, with the words before each row; the second is undefined where there is one value. */
export interface LabelledPair extends ValuePair {
  readonly labels: readonly [string, string | undefined];
  /** Whether the upper and the lower row hold primal values or cotangents. */
  readonly kinds: readonly ["primal" | "cotangent", "primal" | "cotangent"];
}

/** How a result is shown; `check` is the latest answer about the cell's text. */
export function outcomeOf(result: Result, freshness: Freshness, check: CellCheck | undefined): Outcome {
  const stale = freshness !== "current";
  const nothing = { run: undefined, diagnostics: [], pairs: [], stale } as const;
  const { end } = result;
  switch (end.tag) {
    case "terminated":
      return {
        ...nothing,
        headline: t`Stopped`,
        explanation: `${whereStopped(stageOfCell(result.subject), end.progress)} ${TERMINATED}`,
        diagnostics: found(end.progress?.endless),
      };
    case "withdrawn":
      return {
        ...nothing,
        headline: t`Stopped`,
        explanation: t`It had not started: all workers were busy with other runs.`,
      };
    case "failed":
      return { ...nothing, headline: t`The run crashed`, explanation: `${end.message}.` };
    case "answered": {
      const words = notRun(result, check) ?? endedWords(end.answer);
      return { ...words, run: end.answer, pairs: pairsOf(end.answer), stale };
    }
    default:
      return unreachable(end);
  }
}

type Words = Pick<Outcome, "headline" | "explanation" | "diagnostics">;

/** For programs and fields with mistakes, which are shown at their own place. */
function notRun({ subject, end }: Result, check: CellCheck | undefined): Words | undefined {
  if (end.tag !== "answered" || end.answer.ended.tag !== "mistake") return undefined;
  const nothing = { headline: t`Not run`, diagnostics: end.answer.ended.diagnostics };
  const known = check?.text === subject.text ? check.checked.diagnostics : [];
  if (known.some((one) => one.severity === "error")) {
    const mistakes = tally(known);
    return { ...nothing, explanation: t`The program has ${mistakes}.`, diagnostics: [] };
  }
  const inField = end.answer.ended.diagnostics.find(isInField);
  if (inField === undefined) return undefined;
  if (inField.span.source === "<at>") return { ...nothing, explanation: t`The input has an error, shown below it.` };
  return { ...nothing, headline: t`No gradient`, explanation: t`The seed has an error, shown below it.` };
}

/** Whether a diagnostic is about the field for the input or for the cotangent. */
export function isInField(diagnostic: Diagnostic): boolean {
  return diagnostic.span.source === "<at>" || diagnostic.span.source === "<cotangent>";
}

function endedWords(run: RunReport): Words {
  const { ended } = run;
  switch (ended.tag) {
    case "done":
      return { headline: "", explanation: "", diagnostics: [] };
    case "mistake":
      return { headline: "", explanation: "", diagnostics: ended.diagnostics };
    case "out-of-budget": {
      const doing = capital(PHASE_DOING[ended.phase]);
      return {
        headline: t`Too large to finish`,
        explanation: t({
          message: `${doing}: the results so far are kept.`,
          comment: "doing is “Running the program”, “In the forward pass” and so on",
        }),
        diagnostics: [ended.diagnostic],
      };
    }
    case "stopped": {
      const counters = isCounted(ended.phase) ? run.cost?.[ended.phase] : undefined;
      const { steps = 0, backpropagatorCalls = 0 } = counters ?? {};
      return {
        headline: t`Stopped`,
        explanation: `${whereStopped(run.stage, { phase: ended.phase, steps, backpropagatorCalls })} ${t`The results so far are kept.`}`,
        diagnostics: found(ended.diagnostic),
      };
    }
    default:
      return unreachable(ended);
  }
}

function found(one: Diagnostic | undefined): readonly Diagnostic[] {
  return one === undefined ? [] : [one];
}

const TERMINATED = t`It took too long to respond and was stopped.`;

/** Where a run was when it was stopped. */
function whereStopped(stage: string, progress: Progress | undefined): string {
  if (progress === undefined) return t`It had just started.`;
  const doing = PHASE_DOING[progress.phase];
  const counts = progressCounts(stage, progress);
  return counts === ""
    ? t({ message: `It was ${doing}.`, comment: "doing is “running the program”, “in the forward pass” and so on" })
    : t({
        message: `It was ${doing}, after ${counts}.`,
        comment:
          "doing is “running the program”, “in the forward pass” and so on; counts is “5 steps and 2 backpropagator calls”",
      });
}

/** `1 234 steps and 5 backpropagator calls`, or the stage's other counts. */
function progressCounts(stage: string, { steps, backpropagatorCalls }: Progress): string {
  const parts = [steps === 0 ? "" : countedSteps(steps), countedVisits(stage, backpropagatorCalls)];
  return conjunction(parts.filter((part) => part !== ""));
}

function pairsOf(run: RunReport): readonly LabelledPair[] {
  const pairs: LabelledPair[] = [];
  const { value, cotangent, at, gradient } = run;
  if (value !== undefined) {
    const isAllOnes = cotangent?.reals.areOnes ?? true;
    pairs.push({
      labels: [t`value`, isAllOnes ? undefined : t`cotangent`],
      kinds: ["primal", "cotangent"],
      above: value.text,
      below: isAllOnes ? undefined : cotangent?.text,
      areWhole: [value.isWhole, cotangent?.isWhole ?? true],
    });
  }
  if (at !== undefined)
    pairs.push({
      labels: [t`input`, gradient === undefined ? undefined : t`gradient`],
      kinds: ["primal", "cotangent"],
      above: at.text,
      below: gradient?.text,
      areWhole: [at.isWhole, gradient?.isWhole ?? true],
    });
  return pairs;
}

/** Why there is nothing to differentiate: the input has no Real, or the result has none; undefined where both have. */
export function withoutReals({ gradient, value }: Pick<RunReport, "gradient" | "value">): string | undefined {
  if (gradient?.reals.count === 0) return t`The input has no Real to differentiate by, so there is no gradient.`;
  if (gradient !== undefined && value?.reals.count === 0)
    return t`The result has no Real that could be differentiated, so every derivative is 0.`;
  return undefined;
}

/** That a gradient is that of the sum of several Reals; undefined where there is one, or a seed that weighs them. */
export function ofSum({
  gradient,
  value,
  cotangent,
}: Pick<RunReport, "gradient" | "value" | "cotangent">): string | undefined {
  const count = value?.reals.count ?? 0;
  if (gradient === undefined || gradient.reals.count === 0 || count < 2 || cotangent?.reals.areOnes !== true)
    return undefined;
  const reals = grouped(count);
  return t`The value has ${reals} Reals, and the gradient is that of their sum: the seed is 1 at each.`;
}

/** Whether a gradient holds something that is not a finite number. */
export function oddNumbers(run: RunReport): "nan" | "infinite" | undefined {
  const reals = run.gradient?.reals;
  if (reals?.hasNan) return "nan";
  return reals?.hasInfinity ? "infinite" : undefined;
}

const NONE: readonly Diagnostic[] = [];

/** The mistakes of a run in one field, if everything is as it was then; the same list each time. */
export function fieldMistakes(
  result: Result | undefined,
  freshness: Freshness,
  source: SourceName,
): readonly Diagnostic[] {
  if (result?.end.tag !== "answered" || freshness !== "current") return NONE;
  const { ended } = result.end.answer;
  if (ended.tag !== "mistake") return NONE;
  const found = inSource(ended.diagnostics, source);
  return found.length === ended.diagnostics.length ? ended.diagnostics : found.length === 0 ? NONE : found;
}

/** The mistakes in a program's text: from its check, and from a run that could not begin. */
export function knownMistakes(check: CellCheck | undefined, notBegun: Result | undefined): readonly Diagnostic[] {
  const known = check?.checked.diagnostics ?? NONE;
  const more = inSource(diagnosticsOf(notBegun), "<program>").filter((one) => !isAmong(known, one));
  return more.length === 0 ? known : [...known, ...more];
}

function isAmong(known: readonly Diagnostic[], one: Diagnostic): boolean {
  return known.some((other) => other.kind === one.kind && other.span.from === one.span.from);
}

/** The marks in the editor's text; undefined while nothing is known about just this text. */
export function programMarks(
  text: string,
  check: CellCheck | undefined,
  result: Result | undefined,
): readonly Diagnostic[] | undefined {
  if (check?.text !== text) return undefined;
  const { diagnostics } = check.checked;
  if (result?.subject.text !== text || result.end.tag !== "answered") return diagnostics;
  const { ended } = result.end.answer;
  const more = ended.tag === "mistake" ? ended.diagnostics : "diagnostic" in ended ? found(ended.diagnostic) : [];
  // nothing in the text is wrong where an input is missing
  return [...diagnostics, ...more.filter((one) => !isMissing(one) && !isAmong(diagnostics, one))];
}
