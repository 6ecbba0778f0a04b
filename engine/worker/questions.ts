// Questions of the page to the engine's worker, an entry for each. The types of questions and answers, the worker's work, and the page's
// client all follow from this one table.

import { COMPILED, type Stage, type StageId } from "../algorithms/algorithm.ts";
import { stageOf } from "../algorithms/index.ts";
import { internal } from "../base/unreachable.ts";
import { watched } from "../base/watch.ts";
import type { Team } from "../compile/parallel/team.ts";
import { jacobianBothWays } from "../derive/both-ways.ts";
import { runCompiled } from "../derive/compiled.ts";
import { type GradientRun, type RunReport, runGradient } from "../derive/gradient.ts";
import { shuffledGradients } from "../derive/shuffled.ts";
import { shownByRun } from "../derive/trace.ts";
import { diffOf, type Side } from "../doctor/diff.ts";
import { examinedPart, opened, PART_NAMES } from "../doctor/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import type { Subject as Examined } from "../doctor/subject.ts";
import { type Budget, DEFAULT_BUDGET, watchOf } from "../evaluate/tasks/budget.ts";
import { type EventsAsk, Exploration, type FramesAsk, type MoveAsk } from "../explore/exploration.ts";
import { graphText } from "../explore/graph.ts";
import { linearUses } from "../explore/linear-use.ts";
import { type Choice, linkedWith } from "../explore/linked.ts";
import type { Picture, PictureAsk } from "../explore/picture.ts";
import { smallestWrong } from "../lessons/smallest-input.ts";
import { type Checkpointed, runCheckpointed } from "../measure/checkpointing.ts";
import { measure, speedOf } from "../measure/lab.ts";
import { profileAnswer } from "../measure/profile.ts";
import { timeProgram } from "../measure/timing.ts";
import type { Reference } from "../reference/entry.ts";
import type { Request as InputRequest } from "../session/input/prepare.ts";
import { precisionOf, readVariations } from "../session/input/variations.ts";
import { dataKey, type Files } from "../session/program/data.ts";
import { type Completion, completionsAt, type Hover, hoverAt } from "../session/program/editor.ts";
import { type Meaning, type NameUses, nameAt, usesOf } from "../session/program/names.ts";
import { type CheckedProgram, checkSource } from "../session/program/program.ts";
import type { Phase, Progress, Steps } from "../session/run/drive.ts";
import { PATIENCE } from "../session/run/endless.ts";
import { unlessUsedUp } from "../session/run/outcome.ts";
import type { Detail } from "../session/run/shown.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { formatted } from "../syntax/layout/format.ts";
import type { TapeOfRun } from "../texts/explain.ts";
import { exportProgram } from "../texts/export.ts";
import { inDualOf, studiedAlgorithm, studyOf } from "../texts/study.ts";
import { transformedText } from "../texts/transformed-text.ts";
import { described } from "./described.ts";
import type {
  Checked,
  CheckpointRequest,
  ChosenRequest,
  CompareRequest,
  Examination,
  ExerciseRequest,
  ExplainAnswer,
  ExploreRequest,
  GlimpseRequest,
  MeasureRequest,
  ModuleRequest,
  ProgramText,
  QueriesRequest,
  RunRequest,
  ShuffleRequest,
  StudyRequest,
  TransformRequest,
} from "./protocol.ts";

/** A worker's heap is smaller than Node's. */
const WORKER_BUDGET: Budget = { ...DEFAULT_BUDGET, bytes: 1_200_000_000, depth: 6_000_000 };

/** The part of a value for the page: it shows no more, and would block while taking in much more. */
const SEEN: Detail = { characters: 1_000_000, scalars: 20_000 };

/** For a run of which nothing but its graph is wanted: some ten million operations. */
const GRAPH_BUDGET: Budget = { ...WORKER_BUDGET, steps: 50_000_000 };

/** Milliseconds that it may take to compile a program for a look at it, and to run it for its tape or on the clock; lines of a pass that are shown. */
const LOOK_WITHIN = 10_000;
const MOST_LINES = 5000;

/** Milliseconds between two reports of what compiled code is doing. */
const REPORT_EVERY = 100;

/** The worker's state between two questions. */
export interface Memory {
  /** The text that was checked last: what an editor asks is about it. */
  checked: CheckedProgram | undefined;
  /** The exploration; a worker that was started anew has none yet. */
  explored: Exploration | undefined;
  /** The gradient that is examined. */
  examined: Examined | undefined;
  /** Any program that was checked last, for curves and editors ask for the same again and again. */
  program: CheckedProgram | undefined;
  /** Threads that take jobs of compiled programs. */
  team: Team | undefined;
  /** Files that programs may read. */
  files: Files;
}

/** The context of a question. */
export interface Desk {
  readonly memory: Memory;
  /** Drives a computation, letting messages in between its slices; it reports its progress, and can be asked to end soon. */
  inSlices<T>(steps: Steps<T>): Promise<T>;
  /** Drives a computation as long as no later question drives one so, and it is not stopped; undefined otherwise. */
  whileLatest<T>(steps: Generator<void, T, unknown>): Promise<T | undefined>;
  /** Tells the page of progress. */
  progress(progress: Progress): void;
  /** Tells the page what a run that cannot be asked to end has so far, as if it were stopped now. */
  partial(run: RunReport): void;
}

/** A question about what is explored. */
function about<Ask, Answer>(
  answer: (exploration: Exploration, ask: Ask) => Answer,
): (ask: Ask, desk: Desk) => Answer | undefined {
  return (ask, { memory }) => memory.explored && answer(memory.explored, ask);
}

/** By kind: what answers a question. An answer is plain data; it is undefined where there is none. */
const QUESTIONS = {
  check(program: ProgramText, desk: Desk): Checked {
    desk.memory.checked = checked(program, desk);
    return described(desk.memory.checked);
  },
  // about the text that was checked last
  hover: (offset: number, { memory }: Desk): Hover | undefined => memory.checked && hoverAt(memory.checked, offset),
  complete: (offset: number, { memory }: Desk): readonly Completion[] =>
    memory.checked === undefined ? [] : completionsAt(memory.checked, offset),
  name: (offset: number, { memory }: Desk): NameUses | undefined => memory.checked && nameAt(memory.checked, offset),

  /** Where a definition of a text above it is used. */
  uses: ({ program, meaning }: { readonly program: ProgramText; readonly meaning: Meaning }, desk: Desk) =>
    usesOf(checked(program, desk), meaning),
  /** A program in its usual layout; undefined where it has mistakes of syntax. */
  format: (text: string): string | undefined => formatted(text),
  /** The same for lines of some columns, as far as it can be broken. */
  formatWithin: ({ text, width }: { readonly text: string; readonly width: number }): string | undefined =>
    formatted(text, width),
  /** The reference of the language. */
  async reference(_: object): Promise<Reference> {
    const { reference } = await import("../reference/reference.ts");
    return reference();
  },
  /** How a definition of a text reads after the transformation of a stage; undefined where the text has mistakes. */
  transform({ entry, stage, variations, recomputed, simplified, ...program }: TransformRequest, desk: Desk) {
    const request = { entry, variations: readVariations(variations ?? ""), choices: recomputed && { recomputed } };
    return transformedText(checked(program, desk), request, stageNamed(stage), simplified);
  },
  /** The program as a module, or why it has none. */
  module: (ask: ModuleRequest, desk: Desk) => exportProgram(checked(ask, desk), ask.entry, "a program"),
  /** The compiled engine's form of a program. */
  async explain(ask: ModuleRequest, desk: Desk): Promise<ExplainAnswer> {
    // few look at it
    const { explainProgram } = await import("../texts/explain.ts");
    const budget = lookBudget();
    const program = checked(ask, desk);
    return unlessUsedUp("compile", () =>
      watched(watchOf(budget), () => explainProgram(program, ask.entry, MOST_LINES)),
    );
  },
  /** The texts that the transformations of an algorithm make of a program. */
  study: ({ recomputed, written, of, algorithm, ...ask }: StudyRequest, desk: Desk) =>
    desk.inSlices(
      studyOf(studiedAlgorithm(algorithm), checked(ask, desk), inputOf(ask), { recomputed, written, of }, GRAPH_BUDGET),
    ),
  /** The subject of a study as a program of Dual; it has no tape, and so nothing that is computed again. */
  inDual: ({ recomputed: _, written, of, algorithm, ...ask }: StudyRequest, desk: Desk) =>
    desk.inSlices(
      inDualOf(studiedAlgorithm(algorithm), checked(ask, desk), inputOf(ask), { written, of }, GRAPH_BUDGET),
    ),
  /** The Jacobian by a linear function and by its transpose. */
  bothWays: ({ written, ...ask }: ChosenRequest, desk: Desk) => {
    const request = { ...inputOf(ask), choices: { recomputed: ask.recomputed, written } };
    return desk.inSlices(jacobianBothWays(checked(ask, desk), request, GRAPH_BUDGET));
  },
  /** A compiled run's tape; undefined where it does not end soon. */
  async tape(ask: ExploreRequest, desk: Desk): Promise<TapeOfRun | undefined> {
    const { tapeOfRun } = await import("../texts/explain.ts");
    return desk.inSlices(tapeOfRun(checked(ask, desk), inputOf(ask), lookBudget()));
  },
  /** Runs a program: value, gradient and checks. */
  async run(run: RunRequest, desk: Desk): Promise<RunReport> {
    return reportOf(await desk.inSlices(begin(run, desk)));
  },
  /** The values that a program asks to be shown, as far as its run can be followed in some seconds. */
  shown: (ask: ExploreRequest, desk: Desk) =>
    desk.inSlices(shownByRun(checked(ask, desk), inputOf(ask), { ...lookBudget(), steps: GRAPH_BUDGET.steps })),
  /** Runs a stage at one n of a curve, and counts; without a stage, what the graph predicts. */
  measure(ask: MeasureRequest, desk: Desk) {
    const stage = ask.stage === undefined ? undefined : stageNamed(ask.stage);
    const budgets = { run: { ...WORKER_BUDGET, steps: ask.steps }, graph: GRAPH_BUDGET };
    return desk.inSlices(measure(checked(ask, desk), inputOf(ask), stage, budgets));
  },
  /** The cost of a gradient by line and by definition; at its n, and at the next of its sweep. */
  profile: (ask: ExploreRequest, desk: Desk) =>
    desk.inSlices(profileAnswer(checked(ask, desk), inputOf(ask), GRAPH_BUDGET)),
  /** Puts a compiled gradient and its primal on the clock. */
  time: (ask: ExploreRequest, desk: Desk) =>
    desk.inSlices(timeProgram(checked(ask, desk), inputOf(ask), WORKER_BUDGET)),
  /** The gain of more workers for a run's jobs. */
  speed: (ask: RunRequest, desk: Desk) =>
    desk.inSlices(speedOf(checked(ask, desk), inputOf(ask), stageNamed(ask.stage), GRAPH_BUDGET)),
  /** The gradients that several orders of jobs give. */
  shuffled: (ask: ShuffleRequest, desk: Desk) =>
    desk.inSlices(shuffledGradients(checked(ask, desk), inputOf(ask), stageNamed(ask.stage), ask, GRAPH_BUDGET)),
  /** The smallest input at which a stage that is broken on purpose goes wrong. */
  smallest: (ask: RunRequest, desk: Desk) =>
    desk.inSlices(smallestWrong(checked(ask, desk), inputOf(ask), stageNamed(ask.stage), GRAPH_BUDGET)),
  /** Queries of a document about a program. */
  async queries({ asks, ...ask }: QueriesRequest, desk: Desk) {
    const { answers } = await import("../lessons/lesson.ts");
    return desk.inSlices(answers(checked(ask, desk), ask.entry, asks, GRAPH_BUDGET));
  },
  /** A run at a step, without what the step has not reached. */
  async glimpse({ look, setting, ...ask }: GlimpseRequest, desk: Desk) {
    const { glimpsed } = await import("../lessons/lesson.ts");
    return desk.inSlices(glimpsed(checked(ask, desk), ask.entry, setting, look, GRAPH_BUDGET));
  },
  /** Whether a program solves an exercise. */
  async exercise({ text, reference, above, ...ask }: ExerciseRequest, desk: Desk) {
    const { exercised } = await import("../lessons/lesson.ts");
    return desk.inSlices(exercised(text, reference, above, ask, GRAPH_BUDGET, desk.memory.files));
  },
  /** The smallest program that a fault makes wrong. */
  async breaks({ stage, variations }: { readonly stage: StageId; readonly variations: string }, desk: Desk) {
    const { smallest } = await import("../lessons/lesson.ts");
    return desk.inSlices(smallest(stage, variations, GRAPH_BUDGET));
  },
  /** A gradient with a part of the tape at a time. */
  async checkpoint(ask: CheckpointRequest, desk: Desk): Promise<Checkpointed> {
    const steps = runCheckpointed(checked(ask, desk), inputOf(ask), ask.part, GRAPH_BUDGET);
    const { cost, ended } = await desk.inSlices(steps);
    return { cost, ended };
  },

  /** Opens the run of a gradient that is to be examined: the names of the parts, which are asked for one by one. */
  async examine(ask: ExploreRequest, desk: Desk): Promise<Examination> {
    const input = { ...inputOf(ask), variations: precisionOf(inputOf(ask)) };
    const exploration = new Exploration(checked(ask, desk), input, GRAPH_BUDGET);
    const { subject, ended } = await desk.inSlices(opened(exploration, GRAPH_BUDGET));
    desk.memory.examined = subject;
    return { parts: subject === undefined ? [] : PART_NAMES, ended };
  },
  /** The findings of a part of the examination that was opened; undefined where there is none. */
  async examinePart(part: string, desk: Desk): Promise<readonly Finding[] | undefined> {
    const { examined } = desk.memory;
    return examined && desk.inSlices(examinedPart(examined, part));
  },

  /** Runs two programs, or one at two inputs, and finds where they differ. */
  compare({ a, b }: CompareRequest, desk: Desk) {
    const side = (ask: ExploreRequest): Side => ({ checked: checked(ask, desk), request: inputOf(ask) });
    return desk.inSlices(diffOf(side(a), side(b), GRAPH_BUDGET));
  },

  /** Opens a program to be explored, in place of the one before; until it is open, questions are about that one. */
  async explore(ask: ExploreRequest, desk: Desk) {
    const exploration = explorationOf(ask, desk);
    const explored = await desk.inSlices(exploration.open());
    desk.memory.explored = exploration;
    return explored;
  },
  /** Records what is explored by a stage; a stage that is recorded already is answered at once. */
  record: (stage: StageId, desk: Desk) => desk.inSlices(current(desk).record(stage)),
  /** The graph laid out; a later question of this kind ends an earlier one. */
  picture: async (ask: PictureAsk, desk: Desk): Promise<Picture | undefined> =>
    desk.memory.explored && desk.whileLatest(desk.memory.explored.picture(ask)),

  /** The data flow as the command line prints it; undefined where the run does not come to its end. */
  graphText: async (format: "dot" | "json", desk: Desk) =>
    desk.inSlices(graphText(current(desk), format, GRAPH_BUDGET)),
  /** The columns at their steps. */
  frames: about((exploration, ask: FramesAsk) => exploration.frames(ask)),
  /** Where a jump leads. */
  move: about((exploration, ask: MoveAsk) => exploration.move(ask)),
  /** The actions of some stages on the run's scalars, to be played side by side. */
  replayOrders: about((exploration, stages: readonly StageId[]) => exploration.replayOrders(stages)),
  /** The events of a run by a stage. */
  events: about((exploration, ask: EventsAsk) => exploration.events(ask)),
  /** A run from afar, and what of it touches a scalar. */
  landscape: about(
    (exploration, ask: { readonly stage: StageId; readonly buckets: number; readonly scalar: number | undefined }) =>
      exploration.landscape(ask.stage, ask.buckets, ask.scalar),
  ),
  /** The transformed program. */
  program: about((exploration, ask: { readonly stage: StageId; readonly simplified: boolean }) =>
    exploration.program(ask.stage, ask.simplified),
  ),
  /** The paths from a scalar to the result, or to one occurrence in it alone. */
  paths: about(
    (exploration, ask: { readonly scalar: number; readonly most: number; readonly output?: number | undefined }) =>
      exploration.paths(ask.scalar, ask.most, ask.output),
  ),
  /** The first rows and columns of the Jacobian, and what each mode takes for all of it. */
  jacobian: about((exploration, ask: { readonly most: number }) => exploration.jacobian(ask.most)),
  /** An operation's partials beside finite differences. */
  differences: about((exploration, ask: { readonly scalar: number }) => exploration.differences(ask.scalar)),
  /** Partials that finite differences do not agree with, in all of the run. */
  disagreeingPartials: about((exploration, _: object) => exploration.disagreeingPartials()),
  /** The fork/join graphs of a recording. */
  jobs: about((exploration, ask: { readonly stage: StageId }) => exploration.jobs(ask.stage)),
  /** Memory of the run's backpropagators, as closures and as data. */
  sharing: about((exploration, _: object) => exploration.sharing()),
  /** The places and scalars that belong to what is chosen. */
  linked: about((exploration, choice: Choice) => linkedWith(exploration, choice)),
  /** The counts for scalars that are used twice, not at all, and so on, by stage. */
  linearUses: (stages: readonly StageId[], desk: Desk) => desk.inSlices(linearUses(current(desk), stages)),
  /** The events of a recording as JSON Lines. */
  trace: about((exploration, ask: { readonly stage: StageId }) => [...exploration.lines(ask.stage)].join("")),
};

/** The name of a question. It says which types its ask and its answer have. */
export type Kind = keyof typeof QUESTIONS;
/** A question. */
export type Ask<K extends Kind> = Parameters<(typeof QUESTIONS)[K]>[0];
/** An answer. */
export type Answer<K extends Kind> = Awaited<ReturnType<(typeof QUESTIONS)[K]>>;

const ANSWERS: { readonly [K in Kind]: (ask: Ask<K>, desk: Desk) => Answer<K> | Promise<Answer<K>> } = QUESTIONS;

/** Answers a question. */
export async function answer<K extends Kind>(kind: K, ask: Ask<K>, desk: Desk): Promise<Answer<K>> {
  return ANSWERS[kind](ask, desk);
}

function checked({ text, above }: ProgramText, { memory }: Desk): CheckedProgram {
  const known = memory.program;
  const isKnown =
    known?.text === text &&
    known.above.length === above.length &&
    above.every((one, i) => one === known.above[i]) &&
    known.dataKey === dataKey([...above, text], memory.files);
  if (known !== undefined && isKnown) return known;
  memory.program = checkSource(text, above, memory.files);
  return memory.program;
}

/** The settings beside a program's text. */
function inputOf({ entry, at, cotangent, n, variations, recomputed }: ExploreRequest): InputRequest {
  const varied = variations === undefined ? undefined : readVariations(variations);
  return { entry, at, cotangent, n, variations: varied, choices: recomputed && { recomputed } };
}

function stageNamed(id: StageId): Stage {
  return stageOf(id) ?? internal("an unknown stage was asked for", id);
}

function lookBudget(): Budget {
  return { ...WORKER_BUDGET, deadline: performance.now() + LOOK_WITHIN };
}

/** The part of a run for the page. */
function reportOf({ jobs: _, ...run }: GradientRun): RunReport {
  return run;
}

function begin(run: RunRequest, desk: Desk): Steps<GradientRun> {
  const request = inputOf(run);
  const program = checked(run, desk);
  // a worker that does not stop in time is terminated: the page keeps the last partial result
  const onPartial = (run: GradientRun): void => desk.partial(reportOf(run));
  const options = { checks: true, detail: SEEN, onPartial, patience: PATIENCE } as const;
  const budget = { ...WORKER_BUDGET, deadline: performance.now() + (run.within ?? Number.POSITIVE_INFINITY) };
  if (run.stage !== COMPILED) return runGradient(program, request, stageNamed(run.stage), budget, options);
  // compiled code handles no messages, but can send its phase
  let told = 0;
  const onPhase = (phase: Phase, endless: Diagnostic | undefined): void => {
    if (performance.now() - told < REPORT_EVERY) return;
    told = performance.now();
    desk.progress({ phase, steps: 0, backpropagatorCalls: 0, endless });
  };
  const team = (run.threads ?? 1) > 1 ? desk.memory.team : undefined;
  return runCompiled(program, request, budget, { ...options, onPhase, team });
}

function explorationOf(ask: ExploreRequest, desk: Desk): Exploration {
  // stages compute in double precision, and the graph stands beside them
  const input = inputOf(ask);
  const variations = input.variations && { ...input.variations, float32: undefined };
  return new Exploration(checked(ask, desk), { ...input, variations }, WORKER_BUDGET);
}

function current({ memory }: Desk): Exploration {
  return memory.explored ?? internal("nothing is being explored");
}
