// A program explored: one run by the tape for its data-flow graph, and recordings of it by any stages, all by the numbers
// of the same scalars. It stays where it ran; what is asked of it comes back as plain data.

import { type Fragment, INSIDE, type StageId } from "../algorithms/algorithm.ts";
import { STAGES, stageOf } from "../algorithms/index.ts";
import { type ReplayOrder, replayOrderOf } from "../animation/replay-order.ts";
import { present } from "../base/nth.ts";
import { internal } from "../base/unreachable.ts";
import { isUsedUp, UNWATCHED, watched } from "../base/watch.ts";
import type { Event } from "../core/events/events.ts";
import type { DataFlowGraph } from "../core/events/trace.ts";
import { scalarNames } from "../derive/scalar-names.ts";
import { fragmentFor } from "../derive/straight-run.ts";
import { tracedRun } from "../derive/trace.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { partsOf, type RunPart } from "../graphs/folding/parts.ts";
import { lanesOf } from "../graphs/lanes.ts";
import { largestPaths, type PathsFound } from "../graphs/paths.ts";
import { type RunGraph, runGraph, type Uses, usesOf } from "../graphs/run-graph.ts";
import { type JacobianSeen, jacobianSeen, seededAt } from "../graphs/sweeps.ts";
import { type Prepared, type Request, sourcesIn } from "../session/input/prepare.ts";
import { entryName } from "../session/program/entry.ts";
import type { CheckedProgram } from "../session/program/program.ts";
import type { Contradiction } from "../session/run/contradiction.ts";
import type { Steps } from "../session/run/drive.ts";
import type { Shown } from "../session/run/shown.ts";
import { type TransformedText, transformedText } from "../texts/transformed-text.ts";
import { alongWith, followed, leadingScalar, reverseOf } from "../timeline/column-sync.ts";
import { eventLine } from "../timeline/event-line.ts";
import { type ColumnFrame, frameAt } from "../timeline/frame.ts";
import { type Breakpoint, firstStop, type Jump, jump } from "../timeline/jumps.ts";
import { type Landscape, landscapeOf, touchingBuckets } from "../timeline/landscape.ts";
import { type Column, type ColumnInfo, infoOf, predictedCallsOf, type RecordingEnd, recordedColumn } from "./column.ts";
import { type CustomPartials, customPartialsOf } from "./custom-partials.ts";
import { Definitions } from "./definitions.ts";
import {
  checkedPartials,
  type DifferencesFound,
  differencesOf,
  NOT_COMPARED,
  type PartialsChecked,
} from "./differences.ts";
import { type JobPicture, jobsOf } from "./job-picture.ts";
import { openFor, type Picture, type PictureAsk, pictureOf } from "./picture.ts";
import { sharingOf } from "./sharing.ts";
import type { SharingSeen } from "./sharing-boxes.ts";

/** Outputs whose names cross to the page. */
const MOST_NAMED = 1000;

/** Lanes for scalars that stand one under the other. */
export const LANES = 4;

/** Scalars that a graph has at most: a longer run is shown up to there. */
export const MOST_EXPLORED = 400_000;

/** The program and its data-flow graph. */
export interface Explored {
  /** The program as it was run. */
  readonly text: string;
  readonly entry: string;
  readonly type: string;
  readonly at: Shown | undefined;
  readonly value: Shown | undefined;
  readonly cotangent: Shown | undefined;
  readonly gradient: Shown | undefined;
  readonly graph: RunGraph;
  /** Names of the first outputs, by where they are in the result: `main`, `main.2`, `main[0]`. */
  readonly outputNames: readonly string[];
  readonly ended: RecordingEnd;
  readonly contradiction: Contradiction | undefined;
  /** The user's text behind `by`, for each operand of each custom op. */
  readonly customPartials: CustomPartials;
  /** How the stages that refuse the program do so. */
  readonly refused: Readonly<Record<StageId, Refused>>;
  /** The stages that take the program itself, and not its run. */
  readonly inside: readonly StageId[];
  /** By scalar, its lane where scalars stand one under the other (graphs/lanes.ts). */
  readonly lanes: Uint8Array;
}

/** The answer of a stage that refuses a program. */
export type Refused = Extract<Fragment, { readonly tag: "outside" }>;

/** Which stages refuse a program, and which take it itself; of those for which no budget is left, neither is known. */
function answersOf(prepared: Prepared | undefined, budget: Budget): Pick<Explored, "refused" | "inside"> {
  const refused: Record<StageId, Refused> = {};
  const inside: StageId[] = [];
  try {
    for (const stage of prepared === undefined ? [] : STAGES) {
      const fragment = watched(watchOf(budget), () => fragmentFor(stage, present(prepared)));
      if (fragment.tag === "outside") refused[stage.id] = fragment;
      if (fragment.tag === "inside") inside.push(stage.id);
    }
  } catch (error) {
    if (!isUsedUp(error)) throw error;
  }
  return { refused, inside };
}

/** Where every column is to stand, and what is to be seen of it. */
export interface FramesAsk {
  readonly stages: readonly StageId[];
  readonly leader: StageId;
  /** By stage: the steps so far; the leader's is where it goes to. */
  readonly cursors: Readonly<Record<StageId, number>>;
  /** The rows from a number up to another, and some more. */
  readonly rows: readonly [from: number, to: number];
  readonly also: readonly number[];
  /** Scalars of the leader of which only what has come to them is shown, however many. */
  readonly followed?: readonly number[];
  /** Whether the others go along in the reverse pass too: to their last call of what the leader calls. */
  readonly together?: boolean;
}

/** Asks for events of a stage's recording, by their names, up to some. */
export interface EventsAsk {
  readonly stage: StageId;
  readonly names: readonly string[];
  readonly most: number;
}

/** Each stage's frame at its own step, after the leading stage moved and the others followed. */
export interface FramesAnswer {
  readonly cursors: Readonly<Record<StageId, number>>;
  readonly frames: Readonly<Record<StageId, ColumnFrame>>;
  /** The scalar that the leader is at. */
  readonly lead: number | undefined;
}

/** Asks for the step at which a stage comes to rest when it goes from one step in a direction. */
export interface MoveAsk {
  readonly stage: StageId;
  readonly from: number;
  readonly to: Jump;
  readonly direction: 1 | -1;
  readonly breakpoints: readonly Breakpoint[];
}

/** A program at an input, explored. Nothing is known of the run before {@link open}, which the worker calls first. */
export class Exploration {
  readonly checked: CheckedProgram;
  readonly request: Request;
  private readonly budget: Budget;
  private readonly columns = new Map<StageId, Column>();
  private prepared: Prepared | undefined;
  private outputNames: readonly string[] = [];
  private flow: DataFlowGraph | undefined;
  /** Whether the traced run came to its end. */
  private isWhole = false;
  private found: RunGraph | undefined;
  private readonly landscapes = new Map<StageId, Landscape>();
  private usesFound: Uses | undefined;
  private whole: readonly RunPart[] | undefined;
  private definitions: Definitions | undefined;
  private partials: PartialsChecked | undefined;

  constructor(checked: CheckedProgram, request: Request, budget: Budget) {
    this.checked = checked;
    this.request = request;
    this.budget = budget;
  }

  get text(): string {
    return this.checked.text;
  }

  /** The name of what is run. */
  get entry(): string {
    return entryName(this.checked, this.request.entry);
  }

  /** The data-flow graph; only after {@link open}. */
  get graph(): RunGraph {
    return this.found ?? internal("nothing has been explored yet");
  }

  get uses(): Uses {
    this.usesFound ??= usesOf(this.graph);
    return this.usesFound;
  }

  /** Traces the program, for its graph; its gradient is checked along one direction, unless that is done elsewhere. */
  *open(checks: "quick" | false = "quick"): Steps<Explored> {
    const options = { checks, most: MOST_EXPLORED };
    const { run, graph, prepared, outputNames } = yield* tracedRun(this.checked, this.request, this.budget, options);
    const isFull = run.ended.tag === "stopped" && graph.nodes.length >= MOST_EXPLORED;
    const ended: RecordingEnd = isFull ? { tag: "too-many-events" } : run.ended;
    this.isWhole = ended.tag === "done";
    const names = prepared === undefined ? undefined : scalarNames(prepared, watchOf(this.budget));
    this.prepared = prepared;
    this.outputNames = outputNames.slice(0, MOST_NAMED);
    this.flow = graph;
    this.found = runGraph(graph, run.cotangent?.scalars ?? [], ({ kind, number, span }) =>
      kind === "input" ? names?.inputs[number] : names?.at(span),
    );
    const { entry, type, at, value, cotangent, gradient } = run;
    const customPartials: CustomPartials = prepared === undefined ? new Map() : customPartialsOf(prepared);
    return {
      text: this.text,
      entry,
      type,
      at,
      value,
      cotangent,
      gradient,
      graph: this.found,
      outputNames: this.outputNames,
      ended,
      contradiction: run.checks?.contradiction,
      customPartials,
      ...answersOf(prepared, this.budget),
      lanes: lanesOf(this.found, LANES),
    };
  }

  /** Records a run by a stage, and makes its checkpoints. */
  *record(id: StageId): Steps<ColumnInfo> {
    let column = this.columns.get(id);
    const flow = this.isWhole ? this.flow : undefined;
    if (column === undefined) {
      const stage = stageOf(id) ?? internal("an unknown stage was asked for", id);
      const { variations } = this.request;
      const calls = flow && predictedCallsOf(stage, flow, variations);
      column = yield* recordedColumn(this.checked, this.request, stage, this.budget, calls);
      this.columns.set(id, column);
    }
    while (column.playback.prepare()) yield { phase: "checks", steps: 0, backpropagatorCalls: 0 };
    const fragment = this.prepared === undefined ? INSIDE : fragmentFor(column.stage, this.prepared);
    return infoOf(column, fragment, flow, this.request.variations);
  }

  /** The columns at their steps: the leader where it is to be, the others where that leaves them. */
  frames({ stages, leader, cursors, rows, also, followed: known = [], together = false }: FramesAsk): FramesAnswer {
    const lead = this.columnOf(leader);
    const step = Math.max(0, Math.min(cursors[leader] ?? 0, lead.recording.steps));
    const at = leadingScalar(lead.recording, step);
    const next: Record<StageId, number> = {};
    const frames: Record<StageId, ColumnFrame> = {};
    for (const id of stages) {
      const { recording, playback } = this.columnOf(id);
      const own = id === leader ? step : followed(lead.recording, step, recording, cursors[id] ?? 0);
      const isAlong = together && id !== leader && step > reverseOf(lead.recording);
      next[id] = isAlong ? alongWith(lead.recording, step, recording) : own;
      frames[id] = frameAt(recording, playback, next[id], {
        rows: numbers(rows, also, recording.scalars),
        followed: id === leader ? known.filter((number) => number < recording.scalars) : [],
        marked: at,
      });
    }
    return { cursors: next, frames, lead: at };
  }

  /** The actions of some stages on the run's scalars, to be played side by side. */
  replayOrders(stages: readonly StageId[]): readonly ReplayOrder[] {
    return stages.map((id) => {
      const { recording, playback, ended, run } = this.columnOf(id);
      const found = { isWhole: ended.tag === "done", gradient: run.gradient?.text ?? "" };
      return replayOrderOf(recording, this.graph, playback, found);
    });
  }

  /** The first events of a recording with some names, and how many there are: those of the algorithm's own by what they tell, others by their tags. */
  events({ stage, names, most }: EventsAsk): { readonly events: readonly Event[]; readonly count: number } {
    const { columns } = this.columnOf(stage).recording;
    const events: Event[] = [];
    let count = 0;
    for (let index = 0; index < columns.length; index++) {
      const tag = columns.tag(index);
      if (tag !== "own" && !names.includes(tag)) continue;
      const event = columns.at(index);
      if (event.tag === "own" && !names.includes(event.event)) continue;
      if (count++ < most) events.push(event);
    }
    return { events, count };
  }

  /** Where a jump leads, or where a breakpoint on the way stops it. */
  move({ stage, from, to, direction, breakpoints }: MoveAsk): {
    readonly step: number | undefined;
    readonly breakpoint: number | undefined;
  } {
    const { recording } = this.columnOf(stage);
    const step = jump(recording, from, to, direction);
    if (direction === -1 || breakpoints.length === 0) return { step, breakpoint: undefined };
    const stop = firstStop(recording, from, step ?? recording.steps, breakpoints);
    return stop === undefined ? { step, breakpoint: undefined } : stop;
  }

  /** How a run looks from afar, and which of its parts touch a scalar. */
  landscape(id: StageId, buckets: number, scalar: number | undefined) {
    const { recording } = this.columnOf(id);
    let landscape = this.landscapes.get(id);
    if (landscape === undefined || landscape.buckets !== buckets) {
      landscape = landscapeOf(recording, buckets);
      this.landscapes.set(id, landscape);
    }
    return { landscape, touching: scalar === undefined ? undefined : touchingBuckets(recording, landscape, scalar) };
  }

  program(id: StageId, simplified: boolean): TransformedText | undefined {
    const stage = stageOf(id) ?? internal("an unknown stage was asked for", id);
    return transformedText(this.checked, this.request, stage, simplified);
  }

  /** The paths of a scalar to the result, or to one occurrence in it, the largest first. */
  paths(scalar: number, most: number, output?: number): PathsFound {
    // a question about the run before may come late
    if (scalar >= this.graph.size || (output ?? 0) >= this.graph.outputs.length)
      return { paths: [], total: 0n, log2: Number.NEGATIVE_INFINITY };
    const graph = output === undefined ? this.graph : seededAt(this.graph, output);
    return largestPaths(graph, this.uses, scalar, most);
  }

  /** The first rows and columns of the Jacobian, and what each mode takes for all of it. */
  jacobian(most: number): JacobianSeen {
    return jacobianSeen(this.graph, most, watchOf(this.budget));
  }

  /** The partials of a scalar's operation beside finite differences of it. */
  differences(scalar: number): DifferencesFound {
    if (this.prepared === undefined) return { tag: "nothing", reason: "the program has mistakes" };
    if (scalar >= this.graph.size) return { tag: "nothing", reason: "it belongs to another run" };
    return differencesOf(this.prepared, this.graph, scalar, this.budget);
  }

  /** The jobs of a recording and of its reverse pass. */
  jobs(id: StageId): JobPicture {
    const { recording, run } = this.columnOf(id);
    return jobsOf(this.graph, recording, run.jobs);
  }

  /** Memory of the run's backpropagators, by runs of their own. */
  sharing(): SharingSeen {
    return sharingOf(this.checked, this.request, this.graph, this.budget);
  }

  /** The graph laid out with some of its parts open. */
  *picture(ask: PictureAsk): Generator<void, Picture, unknown> {
    this.whole ??= partsOf(this.graph);
    this.definitions ??= new Definitions(this.checked, this.graph, this.entry, this.flow?.calls);
    yield;
    // what is asked to be near a scalar shows that scalar
    const seen = [ask.around?.scalar, ask.show].filter((scalar) => scalar !== undefined && scalar < this.graph.size);
    const open = [...ask.open, ...seen.flatMap((scalar) => openFor(present(this.whole), present(scalar)))];
    return yield* pictureOf(this.graph, this.outputNames, this.definitions, this.whole, { ...ask, open });
  }

  /** Partials that finite differences contradict, and those that differences cannot decide. */
  disagreeingPartials(): PartialsChecked {
    if (this.prepared === undefined) return NOT_COMPARED;
    this.partials ??= checkedPartials(this.prepared, this.graph, this.budget);
    return this.partials;
  }

  /** The events of a recording, as text of one JSON value a line. */
  *lines(id: StageId): Generator<string> {
    const sources = sourcesIn(this.checked, this.request);
    for (const event of this.columnOf(id).recording.columns) yield `${eventLine(event, sources, UNWATCHED)}\n`;
  }

  private columnOf(id: StageId): Column {
    return this.columns.get(id) ?? internal("a stage that is not recorded was asked for", id);
  }
}

function numbers([from, to]: readonly [number, number], also: readonly number[], scalars: number): readonly number[] {
  const found = new Set<number>();
  for (let number = Math.max(0, from); number < Math.min(to, scalars); number++) found.add(number);
  for (const number of also) if (number < scalars) found.add(number);
  return [...found];
}
