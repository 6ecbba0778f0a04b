// A stage's run of a program that is explored, recorded event by event.
import type { Fragment, Stage, StageId } from "../algorithms/algorithm.ts";
import { graphCounts } from "../analysis/predict.ts";
import { UNWATCHED } from "../base/watch.ts";
import type { Counters } from "../core/events/counters.ts";
import type { Event } from "../core/events/events.ts";
import type { DataFlowGraph } from "../core/events/trace.ts";
import { type Cost, runGradient, type StageRun } from "../derive/gradient.ts";
import type { Budget } from "../evaluate/tasks/budget.ts";
import type { Request } from "../session/input/prepare.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Contradiction, WrongDerivative } from "../session/run/contradiction.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Ended } from "../session/run/outcome.ts";
import type { PhaseMark } from "../timeline/event-index.ts";
import { Playback, type Tally } from "../timeline/playback.ts";
import { Recorder, type Recording } from "../timeline/recording.ts";

/** Events that a recording holds at most: a run that has more is stopped, and shows as much as there is. */
export const MOST_EVENTS = 1_000_000;

/** Calls of the reverse pass that are recorded where the run has more of them than a recording holds events. */
const FIRST_CALLS = 5000;

/** The scalars of a run whose paths are counted. */
const MOST_COUNTED = 60_000;

/** How a recorded run ended: as a run does, or because it had too many events. */
export type RecordingEnd = Ended | { readonly tag: "too-many-events" };

/** Facts of a recording before it is looked at. */
export interface ColumnInfo {
  readonly stage: StageId;
  readonly title: string;
  readonly citation: string;
  readonly basedOn: StageId | undefined;
  /** Whether it is the program that was transformed, or its run. */
  readonly fragment: Fragment;
  readonly steps: number;
  readonly phases: readonly PhaseMark[];
  readonly scalars: number;
  readonly ended: RecordingEnd;
  /** Evidence that this run went wrong; undefined without any. */
  readonly contradiction: Contradiction | undefined;
  /** A derivative that is NaN because the stage multiplies zeros (`Checks.multipliedZero`). */
  readonly multipliedZero: WrongDerivative | undefined;
  /** Results of this run; empty if not reached. */
  readonly gradient: string;
  readonly cotangent: string;
  readonly cost: Cost;
  /** Counts at the last step. */
  readonly totals: Tally;
  /** How often the backpropagator that is called most often is called. */
  readonly mostCalls: number;
  /** The calls of backpropagators that the data-flow graph predicts, however many. */
  readonly predictedCalls: string | undefined;
  /** How many jobs the forward pass has; by job of the reverse pass, the one that it mirrors. */
  readonly jobs: number;
  readonly mirrors: readonly (number | undefined)[];
}

/** A recorded run, with what plays it. */
export interface Column {
  readonly stage: Stage;
  readonly recording: Recording;
  readonly playback: Playback;
  readonly run: StageRun;
  readonly ended: RecordingEnd;
}

/**
 * Runs a program by a stage, and records it. A run with more calls than a recording can hold, of those that its graph predicts, is
 * recorded up to its first calls: all of them would be a picture of nothing more.
 */
export function* recordedColumn(
  checked: CheckedProgram,
  request: Request,
  stage: Stage,
  budget: Budget,
  predictedCalls?: bigint,
): Steps<Column> {
  const recorder = new Recorder(stage);
  const observer = (event: Event, counters: Counters): void => recorder.observe(event, counters);
  const steps = runGradient(checked, request, stage, budget, { checks: "quick", observer });
  const isTooLong = predictedCalls !== undefined && predictedCalls > MOST_EVENTS;
  let isFull = false;
  let next = steps.next(true);
  while (!next.done) {
    const goOn = yield next.value;
    const { phase, backpropagatorCalls } = next.value;
    const isEnough = isTooLong && phase === "reverse" && backpropagatorCalls >= FIRST_CALLS;
    isFull = isEnough || recorder.columns.length >= MOST_EVENTS;
    next = steps.next(goOn && !isFull);
  }
  const run = next.value;
  const ended: RecordingEnd = isFull && run.ended.tag === "stopped" ? { tag: "too-many-events" } : run.ended;
  const recording = recorder.finish();
  return { stage, recording, playback: new Playback(recording), run, ended };
}

/**
 * Facts of a recording; `fragment`: how its stage takes the program; `flow`: the graph of the whole run, where there is one, for its
 * predictions of a run with these variations.
 */
export function infoOf(
  { stage, recording, playback, run, ended }: Column,
  fragment: Fragment,
  flow: DataFlowGraph | undefined,
  variations: Request["variations"],
): ColumnInfo {
  const { id, title, citation, basedOn } = stage;
  const { steps, phases, scalars } = recording;
  const totals = { ...playback.seek(steps).tally };
  return {
    stage: id,
    title,
    citation,
    basedOn,
    fragment,
    steps,
    phases,
    scalars,
    ended,
    contradiction: run.checks?.contradiction,
    multipliedZero: run.checks?.multipliedZero,
    gradient: run.gradient?.text ?? "",
    cotangent: run.cotangent?.text ?? "",
    cost: run.cost,
    totals,
    mostCalls: recording.calls.most(),
    predictedCalls: flow && predictedCallsOf(stage, flow, variations)?.toString(),
    jobs: run.jobs.forward.length,
    mirrors: run.jobs.forward.length === 1 ? [] : run.jobs.reverse.map(({ mirrors }) => mirrors[0]),
  };
}

/** The calls that the graph of a whole run predicts of a stage; undefined where there are too many scalars to count their paths. */
export function predictedCallsOf(
  stage: Stage,
  flow: DataFlowGraph,
  variations: Request["variations"],
): bigint | undefined {
  // paths are counted with as many digits as they have: beyond this that takes too long
  return flow.nodes.length > MOST_COUNTED
    ? undefined
    : stage.predictedCalls?.(graphCounts(flow, UNWATCHED), variations?.options);
}
