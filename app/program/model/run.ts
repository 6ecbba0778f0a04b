// Runs and checks of programs as values: their subject, their end, and whether it is the program as it is now.

import { COMPILED, type StageId } from "../../../engine/algorithms/algorithm.ts";
import { CATALOGUE } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { RunReport } from "../../../engine/derive/gradient.ts";
import type { Progress } from "../../../engine/session/run/drive.ts";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import type { Checked } from "../../../engine/worker/protocol.ts";
import type { End } from "../../client/end.ts";
import { dataKeyAt } from "../../document/data-files.ts";
import { type Document, type ProgramCell, programsOf, sameRun } from "../../document/document.ts";

/** The latest answer of the checker for a cell, and for which text it was given. */
export interface CellCheck {
  readonly text: string;
  readonly checked: Checked;
}

/** A run that is over: its program, and how it ended. */
export interface Result {
  readonly subject: ProgramCell;
  /** The programs above it as they were. */
  readonly above: readonly string[];
  /** The key of their data. */
  readonly data: string | undefined;
  readonly end: End<RunReport>;
  /** Milliseconds from its beginning to its end, and when it ended, in milliseconds since 1970. */
  readonly took: number;
  readonly time: number;
  /** Whether its worker had run nothing before: then it took longer than the next run will. */
  readonly isFirst: boolean;
  /** Whether it ran by itself, after typing. */
  readonly isLive: boolean;
  /** Durations of earlier runs, but for the first of its worker: the latest first. */
  readonly before: readonly number[];
}

/** Milliseconds in which a result that follows typing is renewed: before that it is not called old. */
export const RENEWED = 400;

/** A run under way. */
export interface UnderWay {
  readonly subject: ProgramCell;
  readonly progress: Progress | undefined;
  /** Whether all workers are busy with other runs. */
  readonly waiting: boolean;
  readonly stopping: boolean;
  /** Whether it runs by itself, after typing. */
  readonly isLive: boolean;
}

/** The runs of a cell. */
export interface CellRun {
  readonly running: UnderWay | undefined;
  /** The latest result; it stays during the next run. */
  readonly result: Result | undefined;
  /** Where the latest result has no value: the latest one that has. */
  readonly earlier: Result | undefined;
  /** A later run that followed typing and did not get as far as its input: it says why. The latest result stays beside it. */
  readonly notBegun: Result | undefined;
}

/** A cell's latest run, without one that could not begin for another text or other fields. */
export function withoutOutdated(run: CellRun, cell: ProgramCell): CellRun {
  const { notBegun } = run;
  return notBegun === undefined || sameRun(notBegun.subject, cell) ? run : { ...run, notBegun: undefined };
}

/** Mistakes before a run could begin. */
export function diagnosticsOf(notBegun: Result | undefined): readonly Diagnostic[] {
  return notBegun?.end.tag === "answered" && notBegun.end.answer.ended.tag === "mistake"
    ? notBegun.end.answer.ended.diagnostics
    : [];
}

/** A cell that has not run. */
export const NO_RUN: CellRun = { running: undefined, result: undefined, earlier: undefined, notBegun: undefined };

/** The stage of a cell: its own, or the compiled engine. */
export function stageOfCell(cell: ProgramCell): StageId {
  const asked = CATALOGUE.find((stage) => stage.id === cell.ask.stage);
  return asked?.id ?? COMPILED;
}

/** Whether a result is of a program as it is now; else whether its own text or fields have changed since, or a program above it, or data. */
export type Freshness = "current" | "edited" | "changed-above" | "changed-data";

/** Freshness of a result for a document's cell. */
export function freshnessOf(
  { subject, above, data }: Pick<Result, "subject" | "above" | "data">,
  cell: ProgramCell,
  document: Document,
): Freshness {
  if (!sameRun(subject, cell)) return "edited";
  const programs = programsOf(document);
  const place = Math.max(
    0,
    programs.findIndex(({ id }) => id === cell.id),
  );
  const isSame = above.length === place && above.every((text, index) => text === nth(programs, index).text);
  if (!isSame) return "changed-above";
  return dataKeyAt(document, cell.id) === data ? "current" : "changed-data";
}
