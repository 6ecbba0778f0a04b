// A cell's state in a few words, for its header, the outline and announcements.
import { plural, t } from "@lingui/core/macro";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import type { ProgramCell } from "../../document/document.ts";
import { plainMessage } from "../../words/rich-text.ts";
import { briefValue, derivativeText } from "../value/model/value-tree.ts";
import { isMissing, placeInWords, tally } from "./mistakes.ts";
import { PHASE_DOING } from "./outcome.ts";
import { type CellCheck, type CellRun, diagnosticsOf, type Freshness } from "./run.ts";

/** The state of a cell as a mark and a few words. */
export interface Status {
  /** The mark: nothing has run, up to date, wrong, running, or not the last word. */
  readonly mark: "empty" | "good" | "bad" | "running" | "stale";
  readonly words: string;
}

/** Facts behind a cell's state. */
interface Known {
  readonly check: CellCheck | undefined;
  readonly run: CellRun;
  /** Freshness of its latest result. */
  readonly freshness: Freshness;
  /** Whether its check takes long. */
  readonly slowCheck: boolean;
}

/** The state of a cell. */
export function statusOf(cell: ProgramCell, { check, run, freshness, slowCheck }: Known): Status {
  if (run.running !== undefined) {
    const { stopping, waiting, progress } = run.running;
    if (waiting) return { mark: "running", words: t`waiting for another run` };
    return { mark: "running", words: stopping ? t`stopping` : progress ? PHASE_DOING[progress.phase] : t`running` };
  }
  if (slowCheck) return { mark: "running", words: t`still checking` };
  const diagnostics = check?.text === cell.text ? check.checked.diagnostics : [];
  if (diagnostics.some((one) => one.severity === "error")) return { mark: "bad", words: tally(diagnostics) };
  const obstacles = diagnosticsOf(run.notBegun);
  if (obstacles.length > 0) return wrong(obstacles);
  const { result } = run;
  if (result === undefined) return { mark: "empty", words: t`not run yet` };
  if (freshness === "edited") return { mark: "stale", words: t`edited since it ran` };
  if (freshness === "changed-above") return { mark: "stale", words: t`a program above has changed since` };
  if (freshness === "changed-data") return { mark: "stale", words: t`its data have changed since` };
  if (result.end.tag !== "answered")
    return result.end.tag === "failed" ? { mark: "bad", words: t`crashed` } : { mark: "stale", words: t`stopped` };
  const { ended } = result.end.answer;
  switch (ended.tag) {
    case "mistake":
      return wrong(ended.diagnostics);
    case "out-of-budget":
      return { mark: "bad", words: t`too large to finish` };
    case "stopped":
      return { mark: "stale", words: t`stopped` };
    case "done":
      return result.end.answer.checks?.contradiction === undefined
        ? { mark: "good", words: t`ran, up to date` }
        : { mark: "bad", words: t`contradicted by its own check` };
  }
}

function wrong(diagnostics: readonly Diagnostic[]): Status {
  return { mark: diagnostics.some(isMissing) ? "empty" : "bad", words: tally(diagnostics) };
}

/** The announcement of a run's end. */
export function announcement(run: CellRun): string {
  const { running, result } = run;
  if (running !== undefined) return running.stopping ? t`Stopping.` : t`Running.`;
  if (result === undefined) return "";
  if (result.end.tag === "terminated" || result.end.tag === "withdrawn") return t`Stopped.`;
  if (result.end.tag === "failed") {
    const reason = result.end.message;
    return t`The run crashed: ${reason}.`;
  }
  const { ended, value, gradient, checks } = result.end.answer;
  const got = [
    ...(value === undefined ? [] : [spokenValue(briefValue(value.text))]),
    ...(gradient === undefined ? [] : [spokenGradient(derivativeText(briefValue(gradient.text)))]),
  ].join(" ");
  switch (ended.tag) {
    case "done":
      return checks?.contradiction === undefined
        ? `${t`Ran.`} ${got}`
        : `${t`Do not trust this result: its own check contradicts it.`} ${got}`;
    case "stopped":
      return [t`Stopped.`, ended.diagnostic && spokenMistake(ended.diagnostic, result.subject.text), got]
        .filter(Boolean)
        .join(" ");
    case "out-of-budget":
      return `${t`Too large to finish.`} ${spokenMistake(ended.diagnostic, result.subject.text)} ${got}`;
    case "mistake":
      return `${tally(ended.diagnostics)}. ${ended.diagnostics
        .slice(0, 2)
        .map((one) => spokenMistake(one, result.subject.text))
        .join(" ")}`;
  }
}

/** A mistake in one sentence. */
export function spokenMistake(diagnostic: Diagnostic, text: string): string {
  return `${placeInWords(diagnostic.span, text)}: ${plainMessage(diagnostic.message)}.`;
}

const LONGEST_SPOKEN = 200;

function spokenValue(value: string): string {
  const { length } = value;
  if (length <= LONGEST_SPOKEN) return t`Value ${value}.`;
  return plural(length, { one: `Value of ${length} character.`, other: `Value of ${length} characters.` });
}

function spokenGradient(gradient: string): string {
  const { length } = gradient;
  if (length <= LONGEST_SPOKEN) return t`Gradient ${gradient}.`;
  return plural(length, { one: `Gradient of ${length} character.`, other: `Gradient of ${length} characters.` });
}
