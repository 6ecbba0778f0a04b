// Curves of cost: the runs of a stage of a program over n, and how they end.
import type { GraphCounts, RunSize, StageId } from "../../../engine/algorithms/algorithm.ts";
import type { CurvePoint } from "../../../engine/analysis/claims.ts";
import type { Measured } from "../../../engine/measure/lab.ts";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import type { Axis } from "../../plot/model.ts";

/** A program whose curves are drawn, at an input that grows with n; or programs, one for each n, of which `ask` has one. */
export interface Subject {
  readonly title: string;
  readonly ask: Omit<ExploreRequest, "n">;
  readonly textOf?: ((n: number) => string) | undefined;
}

/** The program of a subject for an n, as it is asked for. */
export function askAt({ ask, textOf }: Subject, n: number | undefined): ExploreRequest {
  return { ...ask, n, ...(textOf !== undefined && n !== undefined && { text: textOf(n) }) };
}

/** A run of a curve. */
export type Run = CurvePoint;

/** Where a curve ends early, and the budget that it had there, in steps. */
export interface CurveEnd {
  readonly n: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly steps: number;
}

/** The runs of one stage of one program, by growing n. */
export interface Curve {
  readonly runs: readonly Run[];
  /** Where a budget ran out: larger n are not run, unless the budget becomes larger. */
  readonly end: CurveEnd | undefined;
  /** Runs that ended in a mistake: other n may do well. */
  readonly mistakes: readonly CurveEnd[];
  /** Where the stage does not take the program, whatever n is: why, and which do. */
  readonly refused?: Diagnostic;
}

/** A curve of which nothing has been run yet. */
export const NO_CURVE: Curve = { runs: [], end: undefined, mistakes: [] };

/** The prediction of a program's graph at n. */
export interface Foretold {
  readonly n: number;
  readonly counts: GraphCounts;
  /** How large the run is; undefined where neither the program nor a stage was run. */
  readonly size: RunSize | undefined;
}

/** Lab settings: stages, counters, the scales of the axes, and the budget of a run. */
export interface LabSettings {
  readonly stages: readonly StageId[];
  readonly quantities: readonly string[];
  readonly x: Axis;
  readonly y: Axis;
  /** The budget of a run, in steps. */
  readonly steps: number;
}

/** Data of curves. */
export interface CurvesKnown {
  readonly subjects: readonly Subject[];
  readonly ns: readonly number[];
  /** By {@link curveKey}. */
  readonly curves: Readonly<Record<string, Curve>>;
  /** By {@link subjectKey}. */
  readonly foretold: Readonly<Record<string, readonly Foretold[]>>;
}

/** Names a program with its input. */
export function subjectKey({ ask }: Subject): string {
  return JSON.stringify([ask.entry, ask.at, ask.cotangent, ask.text, ask.above, ask.data]);
}

/** Names the curve of a stage of a program. */
export function curveKey(subject: Subject, stage: StageId): string {
  return `${stage} ${subjectKey(subject)}`;
}

/** The curve of a stage of a program. */
export function curveOf(state: Pick<CurvesKnown, "curves">, subject: Subject, stage: StageId): Curve {
  return state.curves[curveKey(subject, stage)] ?? NO_CURVE;
}

/** Whether a curve ends before an n: an end by a smaller budget than the present one is none. */
export function isOver(end: CurveEnd | undefined, n: number, steps: number): boolean {
  return end !== undefined && n >= end.n && end.steps >= steps;
}

interface Answered {
  readonly n: number;
  /** The budget that the run had. */
  readonly steps: number;
  readonly answer: Measured;
}

/** The curve with a run's answer. */
export function answered(curve: Curve, { n, steps, answer: { ended, row, size } }: Answered): Curve {
  const refused = ended.tag === "mistake" ? ended.diagnostics.find(({ kind }) => kind === "outside-stage") : undefined;
  if (refused !== undefined) return { ...curve, refused };
  const run: Run | null | undefined = row?.counters && { n, cost: row.counters, size, counts: row.counts };
  // growth is with n from 1 on: a run at 0 or below does not bound the others
  if (ended.tag === "out-of-budget" && n >= 1) return { ...curve, end: { n, diagnostics: [ended.diagnostic], steps } };
  if (ended.tag === "mistake" || ended.tag === "out-of-budget") {
    const diagnostics = ended.tag === "mistake" ? ended.diagnostics : [ended.diagnostic];
    return { ...curve, mistakes: [...curve.mistakes, { n, diagnostics, steps }] };
  }
  if (run == null) return curve;
  const end = curve.end !== undefined && curve.end.n <= n ? undefined : curve.end;
  return { ...curve, end, runs: [...curve.runs, run].sort((a, b) => a.n - b.n) };
}
