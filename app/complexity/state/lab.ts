// The store of the complexity lab: curves of one program or of two, run by run, with a worker of its own.

import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { USUAL } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { Progress } from "../../../engine/session/run/drive.ts";
import { Rounds } from "../../base/rounds.ts";
import { EngineClient } from "../../client/client.ts";
import { Inquiry } from "../../client/inquiry.ts";
import { whenClosed } from "../../document/state/closed.ts";
import {
  answered,
  type Curve,
  type CurvesKnown,
  curveKey,
  curveOf,
  isOver,
  type LabSettings,
  NO_CURVE,
  type Subject,
  subjectKey,
} from "../model/curves.ts";

/** The present run. */
export interface UnderWay {
  /** {@link subjectKey}. */
  readonly key: string;
  readonly stage: StageId;
  readonly n: number;
  /** Its budget. */
  readonly steps: number;
  readonly isGraphAlone: boolean;
  readonly progress: Progress | undefined;
}

/** The state of the lab: its settings, the curves known so far, and the present run. */
export interface LabState extends LabSettings, CurvesKnown {
  /** By {@link subjectKey}: from which n on not even the graph can be had. */
  readonly graphEnds: Readonly<Record<string, number>>;
  /** The programs whose curves are remembered, by {@link subjectKey}; the latest first. */
  readonly latest: readonly string[];
  readonly running: UnderWay | undefined;
  /** Whether the user stopped it before it was done. */
  readonly isStopped: boolean;
  readonly failure: string | undefined;
}

/** The budgets of a run to choose from, in steps. */
export const BUDGETS: readonly number[] = [1_000_000, 10_000_000, 100_000_000];

const FIRST_SETTINGS: LabSettings = {
  stages: USUAL.curves,
  quantities: ["calls"],
  x: "linear",
  y: "log",
  steps: nth(BUDGETS, 1),
};

/** The store of the complexity lab. */
export const useLab = create<LabState>()(() => ({
  ...FIRST_SETTINGS,
  subjects: [],
  ns: [],
  curves: {},
  foretold: {},
  graphEnds: {},
  latest: [],
  running: undefined,
  isStopped: false,
  failure: undefined,
}));

const get = useLab.getState;
const set = useLab.setState;

/** The lab's worker, for questions of one part; it does one thing at a time. */
export const labClient = new EngineClient({ onFailure: (failure) => set({ failure, running: undefined }) });
whenClosed(() => labClient.end());

/** Draws the curves of these programs over these n. Runs that are known already are not run again. */
export function show(subjects: readonly Subject[], ns: readonly number[]): void {
  set({ subjects, ns, isStopped: false, failure: undefined, ...remembered(subjects.map(subjectKey)) });
  dropUnwanted();
  void runAll();
}

/** How many programs the curves are remembered of: each edit of a text makes another. */
const MOST_REMEMBERED = 12;

/** The curves of the programs that were shown lately, these the latest. */
function remembered(keys: readonly string[]): Pick<LabState, "latest" | "curves" | "foretold" | "graphEnds"> {
  const { curves, foretold, graphEnds, latest: before } = get();
  const latest = [...new Set([...keys, ...before])].slice(0, MOST_REMEMBERED);
  const ofLatest = <T>(known: Readonly<Record<string, T>>, keyOf: (name: string) => string): Record<string, T> =>
    Object.fromEntries(Object.entries(known).filter(([name]) => latest.includes(keyOf(name))));
  return {
    latest,
    // the name of a stage has no space
    curves: ofLatest(curves, (name) => name.slice(name.indexOf(" ") + 1)),
    foretold: ofLatest(foretold, (name) => name),
    graphEnds: ofLatest(graphEnds, (name) => name),
  };
}

/** Changes the settings, and runs missing points. */
export function change(settings: Partial<LabSettings>): void {
  set({ ...settings, isStopped: false });
  dropUnwanted();
  void runAll();
}

/** Resumes after a stop or a failure. */
export function goOn(): void {
  set({ isStopped: false, failure: undefined });
  void runAll();
}

/** The present run. */
const inquiry = new Inquiry();

/** Ends the present run if nothing needs it any more. */
function dropUnwanted(): void {
  const { running, subjects, stages, ns, steps } = get();
  if (running === undefined) return;
  const isWanted =
    subjects.some((one) => subjectKey(one) === running.key) &&
    stages.includes(running.stage) &&
    ns.includes(running.n) &&
    running.steps === steps;
  if (!isWanted) interrupt();
}

/** Stops at once; finished runs stay. */
export function stopLab(): void {
  set({ isStopped: true, running: undefined });
  interrupt();
}

/** Ends the present run. */
function interrupt(): void {
  inquiry.stop();
}

const rounds = new Rounds();

/** Takes the next run that is missing until none is. A change meanwhile changes the next one. */
function runAll(): Promise<void> {
  return rounds.run(async () => {
    try {
      for (let next = nextRun(); next !== undefined; next = nextRun()) await run(next);
    } catch (error) {
      set({ failure: error instanceof Error ? error.message : String(error) });
    } finally {
      set({ running: undefined });
    }
  });
}

interface NextRun {
  readonly subject: Subject;
  readonly stage: StageId;
  readonly n: number;
  /** Only the graph's prediction is missing. */
  readonly isGraphAlone: boolean;
}

function nextRun(): NextRun | undefined {
  const { isStopped, failure, subjects, ns, stages, foretold, graphEnds, steps } = get();
  if (isStopped || failure !== undefined) return undefined;
  for (const n of ns)
    for (const subject of subjects)
      for (const stage of stages) {
        const { runs, end, mistakes, refused } = curveOf(get(), subject, stage);
        if (refused !== undefined) continue;
        if ([...runs, ...mistakes].some((one) => one.n === n)) continue;
        if (!isOver(end, n, steps)) return { subject, stage, n, isGraphAlone: false };
        // past its budget a curve continues by prediction
        const key = subjectKey(subject);
        const isKnown = foretold[key]?.some((one) => one.n === n);
        if (!isKnown && n < (graphEnds[key] ?? Number.POSITIVE_INFINITY))
          return { subject, stage, n, isGraphAlone: true };
      }
  return undefined;
}

async function run({ subject, stage, n, isGraphAlone }: NextRun): Promise<void> {
  const { steps } = get();
  set({ running: { key: subjectKey(subject), stage, n, steps, isGraphAlone, progress: undefined } });
  const ask = { ...subject.ask, n, stage: isGraphAlone ? undefined : stage, steps };
  const asked = labClient.begin("measure", ask, (progress) =>
    set(({ running }) => ({ running: running && { ...running, progress } })),
  );
  const answer = (await inquiry.begin()(asked))?.answer;
  // a worker that broke off has said so; a stopped run says nothing
  if (answer === undefined || answer.ended.tag === "stopped") return;
  const { counts, size } = answer;
  const key = subjectKey(subject);
  const known = get().foretold[key] ?? [];
  if (counts !== undefined && !known.some((one) => one.n === n))
    set(({ foretold }) => ({
      foretold: { ...foretold, [key]: [...known, { n, counts, size }].sort((a, b) => a.n - b.n) },
    }));
  // a graph that could not be had is not asked for again
  if (counts === undefined)
    set(({ graphEnds }) => ({ graphEnds: { ...graphEnds, [key]: Math.min(n, graphEnds[key] ?? n) } }));
  if (isGraphAlone) return;
  update(subject, stage, (curve) => answered(curve, { n, steps, answer }));
}

function update(subject: Subject, stage: StageId, next: (curve: Curve) => Curve): void {
  const key = curveKey(subject, stage);
  set(({ curves }) => ({ curves: { ...curves, [key]: next(curves[key] ?? NO_CURVE) } }));
}
