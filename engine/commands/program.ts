// The commands that look at a program and run it: `check`, `run`, `stages`, `grad`.

import { type Stage, TRACE } from "../algorithms/algorithm.ts";
import { changedIn, editionsOf } from "../algorithms/editions.ts";
import { STAGES } from "../algorithms/index.ts";
import { latexListing } from "../base/latex.ts";
import { watched } from "../base/watch.ts";
import { printProgram } from "../core/notation/print.ts";
import { simplified } from "../core/terms/simplify.ts";
import { runCompiled } from "../derive/compiled-or-machine.ts";
import { type GradientRun, runGradient, transformed } from "../derive/gradient.ts";
import { runPrimal } from "../derive/run-primal.ts";
import { fragmentFor, printableSource, sourceOf } from "../derive/straight-run.ts";
import { asksToShow, type ShownByRun, shownByRun, TRACED_TIMES } from "../derive/trace.ts";
import { gradientNotes, withoutReals } from "../doctor/notes.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type Prepared, prepare } from "../session/input/prepare.ts";
import {
  type CheckedProgram,
  checkSource,
  definitionsOf,
  sourcesOf,
  stackExhausted,
  withinStack,
} from "../session/program/program.ts";
import { finish } from "../session/run/drive.ts";
import { type Ended, NoTrace, unlessUsedUp } from "../session/run/outcome.ts";
import { type Detail, WHOLE } from "../session/run/shown.ts";
import { located, place, type Sources } from "../source/render.ts";
import type { Span } from "../source/span.ts";
import { showType } from "../types/type.ts";
import {
  budgetOf,
  type Call,
  checkedProgram,
  chosen,
  printDiagnostics,
  reportEnd,
  requestOf,
  stageNamed,
  threadsOf,
  UsageError,
  warnWithoutEffect,
} from "./call.ts";
import { printJson, printText, reportContradiction, reportMultipliedZero, reportUnchecked } from "./printing.ts";

/** Runs `check`: prints the type of each definition. Gives 1 where the program has errors. */
export function check(call: Call): number {
  const checked = checkSource(call.text, [], call.files);
  const sources = sourcesOf(checked, call.file);
  printDiagnostics(call, checked.diagnostics, sources);
  const definitions = definitionsOf(checked).map(({ entity, type }) => ({ name: entity.name, type: showType(type) }));
  if (checked.hasErrors) return 1;
  if (call.json) printJson(call, definitions);
  else for (const { name, type } of definitions) call.terminal.out(`${name} : ${type}\n`);
  return 0;
}

/** Runs `run`: prints the value of the entry at its input. Gives the exit status. */
export function run(call: Call): number {
  const budget = budgetOf(call);
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const result = finish(runPrimal(checked, requestOf(call), budget, threadsOf(call)));
  if (result.value !== undefined && !call.json) printText(call, budget, result.value, "\n");
  const shown = shownOf(call, checked, budget);
  if (result.value !== undefined && call.json)
    printJson(call, { value: result.value, ...shownJson(shown, sources, false) }, budget);
  reportShown(call, shown, sources, false);
  const status = reportEnd(call, result.ended, sources);
  if (result.check?.tag === "contradicted") return reportContradiction(call, result.check.by, "this value");
  if (result.check?.tag === "too-long" && status === 0) reportUnchecked(call, "step-by-step evaluation");
  return status;
}

/** Runs `stages`: prints the program as each stage makes it, or as one does. Gives the exit status. */
export function stages(call: Call): number {
  const budget = budgetOf(call);
  const id = call.options.get("--stage");
  const wanted = id === undefined ? STAGES : [stageNamed(id)];
  const isLatex = chosen(call, "--format", ["text", "latex"]) === "latex";
  if (isLatex && call.json) throw new UsageError("--format latex prints no JSON: give one of them");
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  const found = finish(prepare(checked, requestOf(call), budget));
  if (found.tag === "mistake") return reportEnd(call, found, sources);
  if (found.tag === "stopped") return reportEnd(call, { tag: "stopped", phase: "input" }, sources);
  warnWithoutEffect(call, checked, requestOf(call), wanted, budget);
  const printed: StageText[] = [];
  const ended = unlessUsedUp("compile", () =>
    withinStack(
      () => {
        for (const stage of wanted)
          printed.push(watched(watchOf(budget), () => stageText(call, stage, found.prepared, budget)));
        return DONE;
      },
      (): Ended => ({ tag: "mistake", diagnostics: [stackExhausted()] }),
    ),
  );
  // what a stopped command has printed so far is still shown
  if (call.json && ended.tag === "done") printJson(call, printed, budget);
  else if (!call.json)
    for (const { stage, citation, changed, editions, beyond, front, program } of printed) {
      const shown =
        call.flags.has("--front") && front !== null ? `-- the program that ${stage} takes\n\n${front}\n` : "";
      const notes = [`${stage}: ${citation}`, changed, ...[editions, beyond].filter((one) => one !== null)];
      const [sign, text] = isLatex ? ["%", latexListing(`${shown}${program}`)] : ["--", `${shown}${program}`];
      call.terminal.out(`${notes.map((note) => `${sign} ${note}\n`).join("")}\n${text}\n`);
    }
  return reportEnd(call, ended, sources);
}

const DONE: Ended = { tag: "done" };

/** A stage as `stages` prints it. */
interface StageText {
  readonly stage: string;
  readonly citation: string;
  readonly changed: string;
  readonly editions: string | null;
  readonly beyond: string | null;
  /** The program that its rules take; null where that is the source. */
  readonly front: string | null;
  readonly program: string;
}

function stageText(call: Call, stage: Stage, prepared: Prepared, budget: Budget): StageText {
  const { id, citation } = stage;
  const changed = changedIn(id);
  const editions = editionsOf(id) ?? null;
  const beyond = beyondProof(stage, prepared);
  const front = printedFront(call, stage, prepared);
  return { stage: id, citation, changed, editions, beyond, front, program: printedBy(call, stage, prepared, budget) };
}

/** The program that a stage's rules take, where that is not the source. */
function printedFront(call: Call, stage: Stage, prepared: Prepared): string | null {
  if (stage.front === undefined || fragmentFor(stage, prepared).tag === "outside") return null;
  return printProgram(stage.front(sourceOf(prepared), requestOf(call).variations?.options), {
    types: call.flags.has("--types"),
    formulas: false,
  });
}

/** Parts of a program beyond the proof of a stage's paper; null where there are none. */
function beyondProof(stage: Stage, prepared: Prepared): string | null {
  const fragment = fragmentFor(stage, prepared);
  return fragment.tag === "inside" ? (fragment.beyond ?? null) : null;
}

/** The program after a stage; of a stage that transforms a run, where there is none, why. */
function printedBy(call: Call, stage: Stage, prepared: Prepared, budget: Budget): string {
  const { variations } = requestOf(call);
  const types = call.flags.has("--types");
  try {
    const source = printableSource(stage, prepared, variations, budget);
    if (stage.notation !== undefined && !types)
      return `${stage
        .notation(source, variations?.options)
        .map(({ text }) => text)
        .join("\n")}\n`;
    const exact = transformed(stage, prepared, variations, source);
    const program = call.flags.has("--simplified") ? simplified(exact) : exact;
    return printProgram(program, { types, formulas: call.flags.has("--formulas") });
  } catch (error) {
    if (error instanceof NoTrace) return `-- ${error.message}\n`;
    throw error;
  }
}

/** Runs `grad`: prints value, gradient and checks, by the compiled engine or by the stage of `--stage`. Gives the exit status. */
export function grad(call: Call): number {
  const budget = budgetOf(call);
  const id = call.options.get("--stage");
  const { checked, sources } = checkedProgram(call);
  if (checked.hasErrors) return 1;
  warnWithoutEffect(call, checked, requestOf(call), id === undefined ? [] : [stageNamed(id)], budget);
  if (id !== undefined && call.options.has("--workers"))
    call.terminal.err(`${call.file}: warning: --workers has no effect: stages run on one thread, which counts\n`);
  const isAsked = call.flags.has("--check");
  const checks = call.json || isAsked || "brief";
  const detail = call.json ? WHOLE : TEXTS;
  const run =
    id === undefined
      ? runCompiled(checked, requestOf(call), budget, { checks, detail, team: threadsOf(call) })
      : runGradient(checked, requestOf(call), stageNamed(id), budget, {
          checks,
          detail,
        });
  const result: GradientRun = finish<GradientRun>(run);
  // what a stopped run has found so far is still shown
  const isFound = result.value !== undefined && result.ended.tag !== "mistake";
  if (isFound && !call.json) {
    printText(call, budget, "value    ", result.value.text, "\n");
    if (result.gradient !== undefined) printText(call, budget, "gradient ", result.gradient.text, "\n");
  }
  const shown = shownOf(call, checked, budget);
  if (isFound && call.json) printJson(call, { ...gradientJson(result), ...shownJson(shown, sources, true) }, budget);
  reportShown(call, shown, sources, true);
  const status = reportEnd(call, result.ended, sources);
  if (id === undefined && result.stage === TRACE && !call.flags.has("--float32"))
    call.terminal.err(
      `${call.file}: computed step by step, for the compiled engine does not take this program: that takes some ${TRACED_TIMES} times as long\n`,
    );
  return status === 0 ? reportChecks(call, checked, sources, result, budget) : status;
}

/** Says that a gradient is that of the sum of several Reals; nothing where there is one, or a cotangent that weighs them. */
function ofSum(file: string, { value, cotangent, gradient }: GradientRun): string {
  const count = value?.reals.count ?? 0;
  return count > 1 && cotangent?.reals.areOnes === true && gradient?.reals.count !== 0
    ? `${file}: the value has ${count} Reals, and the gradient is that of their sum: --cotangent weighs them, \`jacobian\` has each alone\n`
    : "";
}

/** The values that a program asks to be shown; undefined where it asks for none. */
function shownOf(call: Call, checked: CheckedProgram, budget: Budget): ShownByRun | undefined {
  return asksToShow(checked) ? finish(shownByRun(checked, requestOf(call), budget)) : undefined;
}

/** Says on standard error what a program asks to be shown, with cotangents if they are asked for. */
function reportShown(call: Call, shown: ShownByRun | undefined, sources: Sources, withCotangents: boolean): void {
  if (shown === undefined) return;
  for (const { text, span, value, cotangent } of shown.values) {
    const beside = withCotangents && cotangent !== undefined ? `, cotangent ${cotangent}` : "";
    call.terminal.err(`${place(span, sources)}: ${text}: ${value}${beside}\n`);
  }
  if (shown.more > 0) call.terminal.err(`${call.file}: \`trace\` showed ${shown.more} more values\n`);
  if (shown.isCut)
    call.terminal.err(`${call.file}: \`trace\` shows no more: the run is too long to be followed step by step\n`);
}

/** A place, with its text's name where that is not the program. */
function placeJson(span: Span, sources: Sources): object {
  const { source, ...place } = located(span, sources);
  return { ...place, ...(source !== "<program>" && { source }) };
}

/** The fields of the same for JSON. */
function shownJson(shown: ShownByRun | undefined, sources: Sources, withCotangents: boolean): object {
  if (shown === undefined) return {};
  const { values, more, isCut } = shown;
  return {
    shown: values.map(({ text, span, value, cotangent }) => ({
      text,
      place: placeJson(span, sources),
      value,
      ...(withCotangents && { cotangent: cotangent ?? null }),
    })),
    ...(more > 0 && { shownMore: more }),
    ...(isCut && { shownCut: true }),
  };
}

/** Says on standard error what the checks of a gradient found; gives the exit status. */
function reportChecks(
  call: Call,
  checked: CheckedProgram,
  sources: Sources,
  result: GradientRun,
  budget: Budget,
): number {
  const isAsked = call.flags.has("--check");
  const { checks } = result;
  let status = 0;
  const withNone = withoutReals(result);
  if (withNone !== undefined) call.terminal.err(`${call.file}: ${withNone}\n`);
  // JSON has the cotangent, and a check prints what it found alone
  if (!call.json && !isAsked) call.terminal.err(ofSum(call.file, result));
  const notes = finish(gradientNotes(checked, requestOf(call), budget, result));
  for (const { span, message, isFault } of notes) {
    call.terminal.err(`${span === undefined ? call.file : place(span, sources)}: ${message}\n`);
    if (isFault && isAsked) status = 5;
  }
  if (checks?.ranOut === true) {
    reportUnchecked(call, checks.forwardMode === null ? "forward mode and finite differences" : "finite differences");
    if (isAsked) status ||= 3;
  }
  if (checks?.multipliedZero !== undefined) reportMultipliedZero(call, checks.multipliedZero);
  if (checks?.contradiction === undefined) return status;
  const contradicted = reportContradiction(call, checks.contradiction, "this result");
  return isAsked ? 5 : contradicted;
}

/** Reals of theirs that are looked at. */
const TEXTS: Detail = { ...WHOLE, scalars: 1000 };

function gradientJson(result: GradientRun): object {
  return {
    entry: result.entry,
    type: result.type,
    at: result.at?.text ?? null,
    value: result.value?.text ?? null,
    valueScalars: result.value?.scalars ?? null,
    cotangent: result.cotangent?.text ?? null,
    gradient: result.gradient?.text ?? null,
    gradientScalars: result.gradient?.scalars ?? null,
    stage: result.stage,
    cost: result.cost ?? null,
    ...(result.counts && { counts: result.counts }),
    checks: {
      forwardMode: result.checks?.forwardMode ?? null,
      finiteDifferences: result.checks?.finiteDifferences ?? null,
      ...(result.checks?.contradiction !== undefined && { contradiction: result.checks.contradiction }),
      ...(result.checks?.multipliedZero !== undefined && { multipliedZero: result.checks.multipliedZero }),
      ...(result.checks !== undefined && result.checks.findings.length > 0 && { findings: result.checks.findings }),
      ...(result.checks?.ranOut === true && { notChecked: true }),
    },
  };
}
