// The questions that a document asks later, an entry for each: stages, explorations, examinations, lessons, the reference. With all that they
// need they are one file, which a worker loads after its first answer.

import "../syntax/mistakes/advised.ts";
import { COMPILED, type Stage, type StageId } from "../algorithms/algorithm.ts";
import { DEFAULT_STAGE, stageOf } from "../algorithms/index.ts";
import { internal } from "../base/unreachable.ts";
import { watched } from "../base/watch.ts";
import { jacobianBothWays } from "../derive/both-ways.ts";
import { shuffledGradients } from "../derive/shuffled.ts";
import { shownByRun } from "../derive/trace.ts";
import { diffOf, type Side } from "../doctor/diff.ts";
import { type ExaminedPart, examinedPart, opened, PART_NAMES } from "../doctor/examine.ts";
import { type Budget, watchOf } from "../evaluate/tasks/budget.ts";
import { type EventsAsk, Exploration, type FramesAsk, type MoveAsk } from "../explore/exploration.ts";
import { graphText } from "../explore/graph.ts";
import { linearUses } from "../explore/linear-use.ts";
import { type Choice, linkedWith } from "../explore/linked.ts";
import type { Picture, PictureAsk } from "../explore/picture.ts";
import { answers, exercised, glimpsed, smallest } from "../lessons/lesson.ts";
import { smallestWrong } from "../lessons/smallest-input.ts";
import { type Checkpointed, runCheckpointed } from "../measure/checkpointing.ts";
import { measure, speedOf } from "../measure/lab.ts";
import { profileAnswer } from "../measure/profile.ts";
import { timeProgram } from "../measure/timing.ts";
import type { Reference } from "../reference/entry.ts";
import { reference } from "../reference/reference.ts";
import { precisionOf, readVariations } from "../session/input/variations.ts";
import { type Completion, completionsAt, type Hover, hoverAt } from "../session/program/editor.ts";
import { type Meaning, type NameUses, nameAt, usesOf } from "../session/program/names.ts";
import { unlessUsedUp } from "../session/run/outcome.ts";
import { formatted } from "../syntax/layout/format.ts";
import type { TapeOfRun } from "../texts/explain.ts";
import { explainProgram, tapeOfRun } from "../texts/explain.ts";
import { exportProgram } from "../texts/export.ts";
import { inDualOf, studiedAlgorithm, studyOf } from "../texts/study.ts";
import { transformedText } from "../texts/transformed-text.ts";
import { checked, type Desk, inputOf, WORKER_BUDGET } from "./desk.ts";
import type {
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

/** For a run of which nothing but its graph is wanted: some ten million operations. */
const GRAPH_BUDGET: Budget = { ...WORKER_BUDGET, steps: 50_000_000 };

/** Milliseconds that it may take to compile a program for a look at it, and to run it for its tape or on the clock; lines of a pass that are shown. */
const LOOK_WITHIN = 10_000;
const MOST_LINES = 5000;

/** A question about what is explored. */
function about<Ask, Answer>(
  answer: (exploration: Exploration, ask: Ask) => Answer,
): (ask: Ask, desk: Desk) => Answer | undefined {
  return (ask, { memory }) => memory.explored && answer(memory.explored, ask);
}

/** By kind: what answers a question. An answer is plain data; it is undefined where there is none. */
export const LATER = {
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
  reference: (_: object): Reference => reference(),
  /** How a definition of a text reads after the transformation of a stage; undefined where the text has mistakes. */
  transform({ entry, stage, variations, recomputed, simplified, ...program }: TransformRequest, desk: Desk) {
    const request = { entry, variations: readVariations(variations ?? ""), choices: recomputed && { recomputed } };
    return transformedText(checked(program, desk), request, stageNamed(stage), simplified);
  },
  /** The program as a module, or why it has none. */
  module: (ask: ModuleRequest, desk: Desk) => exportProgram(checked(ask, desk), ask.entry, "a program"),
  /** The compiled engine's form of a program. */
  explain(ask: ModuleRequest, desk: Desk): ExplainAnswer {
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
  tape: (ask: ExploreRequest, desk: Desk): Promise<TapeOfRun | undefined> =>
    desk.inSlices(tapeOfRun(checked(ask, desk), inputOf(ask), lookBudget())),
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
  queries: ({ asks, ...ask }: QueriesRequest, desk: Desk) =>
    desk.inSlices(answers(checked(ask, desk), ask.entry, asks, GRAPH_BUDGET)),
  /** A run at a step, without what the step has not reached. */
  glimpse: ({ look, setting, ...ask }: GlimpseRequest, desk: Desk) =>
    desk.inSlices(glimpsed(checked(ask, desk), ask.entry, setting, look, GRAPH_BUDGET)),
  /** Whether a program solves an exercise. */
  exercise: ({ text, reference: solution, above, ...ask }: ExerciseRequest, desk: Desk) =>
    desk.inSlices(exercised(text, solution, above, ask, GRAPH_BUDGET, desk.memory.files)),
  /** The smallest program that a fault makes wrong. */
  breaks: ({ stage, variations }: { readonly stage: StageId; readonly variations: string }, desk: Desk) =>
    desk.inSlices(smallest(stage, variations, GRAPH_BUDGET)),
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
  /** A part of the examination that was opened; undefined where there is none. */
  async examinePart(part: string, desk: Desk): Promise<ExaminedPart | undefined> {
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

/** The stage of an id; that of the machine in place of the compiled engine. */
export function stageNamed(id: StageId): Stage {
  return stageOf(id === COMPILED ? DEFAULT_STAGE : id) ?? internal("an unknown stage was asked for", id);
}

function lookBudget(): Budget {
  return { ...WORKER_BUDGET, deadline: performance.now() + LOOK_WITHIN };
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
