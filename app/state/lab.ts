// The store of the complexity lab: curves of one program or of two, run by run, with a worker of its own.
import { create } from "zustand";
import type { GraphCounts, StageId } from "../../engine/algorithms/algorithm.ts";
import type { CurvePoint } from "../../engine/analysis/claims.ts";
import type { Progress } from "../../engine/session/drive.ts";
import type { Ended } from "../../engine/session/gradient.ts";
import type { Diagnostic } from "../../engine/source/diagnostic.ts";
import type { ExploreRequest } from "../../engine/worker/protocol.ts";
import { type Asked, EngineClient } from "../client.ts";

/** How an axis is divided. */
export type Axis = "linear" | "log";

/** A program whose curves are drawn, at an input that grows with n. */
export interface Subject {
  readonly title: string;
  readonly ask: Omit<ExploreRequest, "n">;
}

/** A run of a curve. */
export type Run = CurvePoint;

/** The runs of one stage of one program, by growing n. */
export interface Curve {
  readonly runs: readonly Run[];
  /** Where it ended early: by its budget, or by a mistake at that n. */
  readonly end:
    | { readonly n: number; readonly diagnostics: readonly Diagnostic[]; readonly isBudget: boolean }
    | undefined;
}

export const NO_CURVE: Curve = { runs: [], end: undefined };

/** What the graph of a program at n predicts. */
export interface Foretold {
  readonly n: number;
  readonly counts: GraphCounts;
}

export interface LabSettings {
  readonly stages: readonly StageId[];
  readonly quantities: readonly string[];
  readonly x: Axis;
  readonly y: Axis;
  /** The budget of a run, in steps. */
  readonly steps: number;
}

export interface LabState extends LabSettings {
  readonly subjects: readonly Subject[];
  readonly ns: readonly number[];
  /** By {@link curveKey}. */
  readonly curves: Readonly<Record<string, Curve>>;
  /** By {@link subjectKey}. */
  readonly foretold: Readonly<Record<string, readonly Foretold[]>>;
  readonly running:
    | { readonly subject: number; readonly stage: StageId; readonly n: number; readonly progress: Progress | undefined }
    | undefined;
  /** Whether the user stopped it before it was done. */
  readonly isStopped: boolean;
  readonly failure: string | undefined;
}

export const BUDGETS: readonly number[] = [1_000_000, 10_000_000, 100_000_000];

export const FIRST_SETTINGS: LabSettings = {
  stages: ["naive", "tape"],
  quantities: ["calls"],
  x: "linear",
  y: "log",
  steps: BUDGETS[1]!,
};

export const useLab = create<LabState>()(() => ({
  ...FIRST_SETTINGS,
  subjects: [],
  ns: [],
  curves: {},
  foretold: {},
  running: undefined,
  isStopped: false,
  failure: undefined,
}));

const get = useLab.getState;
const set = useLab.setState;

/** The lab's worker, for what only one part of it asks; it is one thing at a time. */
export const labClient = new EngineClient(undefined, (failure) => set({ failure, running: undefined }));

export function subjectKey({ ask }: Subject): string {
  return JSON.stringify([ask.entry, ask.at, ask.cotangent, ask.text]);
}

export function curveKey(subject: Subject, stage: StageId): string {
  return `${stage} ${subjectKey(subject)}`;
}

export function curveOf(state: Pick<LabState, "curves">, subject: Subject, stage: StageId): Curve {
  return state.curves[curveKey(subject, stage)] ?? NO_CURVE;
}

/** Draws the curves of these programs over these n. Runs that are known already are not run again. */
export function show(subjects: readonly Subject[], ns: readonly number[]): void {
  set({ subjects, ns, isStopped: false, failure: undefined });
  void runAll();
}

/** Changes what is drawn, and runs what is missing for it. */
export function change(settings: Partial<LabSettings>): void {
  const before = get().steps;
  set({ ...settings, isStopped: false });
  if (settings.steps !== undefined && settings.steps > before) forgetEnds();
  void runAll();
}

/** Runs everything again, or goes on after a stop. */
export function runAgain(afresh: boolean): void {
  if (afresh) set({ curves: {}, foretold: {} });
  set({ isStopped: false, failure: undefined });
  void runAll();
}

let underWay: Asked<unknown> | undefined;

/** Stops at once; what was run stays. */
export function stopLab(): void {
  set({ isStopped: true, running: undefined });
  underWay?.stop();
}

/** A larger budget may go on where a smaller one ended. */
function forgetEnds(): void {
  set(({ curves }) => ({
    curves: Object.fromEntries(
      Object.entries(curves).map(([key, curve]) => [key, curve.end?.isBudget ? { ...curve, end: undefined } : curve]),
    ),
  }));
}

let isAtWork = false;

/** Takes the next run that is missing until none is. Whatever changes meanwhile changes what is next. */
async function runAll(): Promise<void> {
  if (isAtWork) return;
  isAtWork = true;
  for (let next = nextRun(); next !== undefined; next = nextRun()) await run(next);
  isAtWork = false;
  set({ running: undefined });
}

interface NextRun {
  readonly subject: Subject;
  readonly index: number;
  readonly stage: StageId;
  readonly n: number;
  /** Only what the graph predicts is missing. */
  readonly isGraphAlone: boolean;
}

function nextRun(): NextRun | undefined {
  const { isStopped, failure, subjects, ns, stages, foretold } = get();
  if (isStopped || failure !== undefined) return undefined;
  for (const n of ns)
    for (const [index, subject] of subjects.entries())
      for (const stage of stages) {
        const { runs, end } = curveOf(get(), subject, stage);
        if (runs.some((one) => one.n === n)) continue;
        const isOver = end !== undefined && n >= end.n;
        if (!isOver) return { subject, index, stage, n, isGraphAlone: false };
        // past its budget a curve goes on as the graph predicts
        const isKnown = foretold[subjectKey(subject)]?.some((one) => one.n === n);
        if (end.isBudget && !isKnown) return { subject, index, stage, n, isGraphAlone: true };
      }
  return undefined;
}

async function run({ subject, index, stage, n, isGraphAlone }: NextRun): Promise<void> {
  set({ running: { subject: index, stage, n, progress: undefined } });
  const ask = { ...subject.ask, n, stage: isGraphAlone ? undefined : stage, steps: get().steps };
  const asked = labClient.measure(ask, (progress) =>
    set(({ running }) => ({ running: running && { ...running, progress } })),
  );
  underWay = asked;
  const answer = await asked.answer;
  if (underWay === asked) underWay = undefined;
  // a worker that broke off has said so; what was stopped says nothing
  if (answer === undefined || answer.ended.tag === "stopped") return;
  const { counts, ended, row, size } = answer;
  const key = subjectKey(subject);
  const known = get().foretold[key] ?? [];
  if (counts !== undefined && !known.some((one) => one.n === n))
    set(({ foretold }) => ({ foretold: { ...foretold, [key]: [...known, { n, counts }].sort((a, b) => a.n - b.n) } }));
  if (ended.tag !== "done") return end(subject, stage, n, ended, counts !== undefined);
  if (row?.counters == null) return;
  const run: Run = { n, cost: row.counters, size };
  update(subject, stage, (curve) => ({ ...curve, runs: [...curve.runs, run].sort((a, b) => a.n - b.n) }));
}

/** Ends a curve. Where not even the graph could be had, larger n are not asked for either. */
function end(
  subject: Subject,
  stage: StageId,
  n: number,
  ended: Exclude<Ended, { readonly tag: "done" | "stopped" }>,
  hasGraph: boolean,
): void {
  const isBudget = ended.tag === "out-of-budget";
  const diagnostics = isBudget ? [ended.diagnostic] : ended.diagnostics;
  update(subject, stage, (curve) => ({
    ...curve,
    end: { n: curve.end?.n ?? n, diagnostics, isBudget: isBudget && hasGraph },
  }));
}

function update(subject: Subject, stage: StageId, next: (curve: Curve) => Curve): void {
  const key = curveKey(subject, stage);
  set(({ curves }) => ({ curves: { ...curves, [key]: next(curves[key] ?? NO_CURVE) } }));
}
