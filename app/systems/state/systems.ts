// The systems of the view, one beside the other: one run of the program, recorded by a stage of each, and the reader's selection.
import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, algorithmOf, CATALOGUE, describedStage } from "../../../engine/algorithms/catalogue.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { UseRow } from "../../../engine/explore/linear-use.ts";
import type { Choice, Linked } from "../../../engine/explore/linked.ts";
import type { Picture } from "../../../engine/explore/picture.ts";
import type { Room } from "../../../engine/graphs/fitted-layout.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { isComparedFirst } from "../../algorithms/index.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";
import { Question, type Work } from "../../client/question.ts";
import { isSame as isSameRun } from "../../exploration/state/request.ts";
import { isDeepNow, useIsDeep } from "../../ui/depth/depth.ts";
import type { SystemColumn } from "../model/column.ts";
import { firstChoice, nextChoice } from "../model/first-choice.ts";

interface SystemsAsk {
  readonly program: ExploreRequest;
  readonly stages: readonly StageId[];
}

/** A run, recorded by stages. */
export interface Systems {
  readonly program: ExploreRequest;
  readonly explored: Explored;
  readonly columns: Readonly<Record<StageId, SystemColumn>>;
  readonly uses: readonly UseRow[] | undefined;
  /** The stage being recorded. */
  readonly recording: StageId | undefined;
}

const CHOICE = "dualscope.systems";

/** The stage that an algorithm is shown by at first: the one that it is run by where none is named. */
const FIRST_STAGES: readonly StageId[] = ALGORITHM_CATALOGUE.map(({ usual }) => usual.run);

/** The stages that the reader chose last; as at first where they are not those of this version. */
function keptStages(): readonly StageId[] {
  const kept = (keptChoice(CHOICE) ?? "").split(" ");
  return isRow(kept) ? kept : FIRST_STAGES;
}

/** Whether there is a stage of this version for each column, each once. */
function isRow(stages: readonly StageId[]): boolean {
  const isKnown = stages.every((id) => CATALOGUE.some((stage) => stage.id === id));
  return isKnown && stages.length === FIRST_STAGES.length && new Set(stages).size === stages.length;
}

interface SystemsState {
  /** One of each system, from left to right. */
  readonly stages: readonly StageId[];
  /** The places of the stages that are shown; undefined before a choice. */
  readonly places: readonly number[] | undefined;
}

/** The choice of stages, and of those that are shown. */
export const useSystems = create<SystemsState>()(() => ({ stages: keptStages(), places: undefined }));

const ALL_PLACES: readonly number[] = FIRST_STAGES.map((_, place) => place);
/** The places that are always shown. */
export const FIRST_PLACES = ALL_PLACES.filter((place) => isComparedFirst(nth(FIRST_STAGES, place)));

/** The places of the stages that are shown, from left to right: before a choice those that differ most, or all for a reader who asked for more. */
export function usePlaces(): readonly number[] {
  const isDeep = useIsDeep("systems");
  return useSystems(({ places }) => places) ?? (isDeep ? ALL_PLACES : FIRST_PLACES);
}

/** Shows the stage of a place, or puts it away; the last one stays. */
export function togglePlace(place: number): void {
  const { stages, places = isDeepNow("systems") ? ALL_PLACES : FIRST_PLACES } = useSystems.getState();
  const others = places.filter((one) => one !== place);
  if (place < stages.length && others.length > 0)
    showPlaces(others.length < places.length ? others : [...places, place]);
}

/** Shows the stages of some places. */
export function showPlaces(places: readonly number[]): void {
  useSystems.setState({ places: [...places].sort((a, b) => a - b) });
}

/** Has the columns stand as they were kept for a program, before it is opened; if they are not those of this version, as they are. */
export function setUpColumns(stages: readonly StageId[]): void {
  if (isRow(stages)) useSystems.setState({ stages });
}

/** Shows another stage in a column. */
export function chooseStage(place: number, stage: StageId): void {
  const stages = useSystems.getState().stages.map((one, index) => (index === place ? stage : one));
  useSystems.setState({ stages });
  keepChoice(CHOICE, stages.join(" "));
}

/** Scalars whose rows are asked for. */
const MOST_ROWS = 400;

/**
 * The question for a run and its recordings: missing columns one by one, and then the uses of scalars. Other stages of the same program wait
 * for the present recording; the worker holds the run as long as it is looked at.
 */
export const systemsCompared = new Question<SystemsAsk, Systems>(
  async ({ program, stages }, { ask, show, shown, isOutdated, isKept }) => {
    const before = shown();
    let found = isKept && before !== undefined && isSameRun(before.program, program) ? before : undefined;
    if (found === undefined) {
      const explored = await ask("explore", program);
      found = { program, explored, columns: {}, uses: undefined, recording: undefined };
      show(found);
      for (const place of [POINTED, CHOSEN, EXCERPT]) linkedParts.forget(place);
      const first = firstChoice(explored.graph);
      if (first !== undefined) choose({ tag: "scalar", scalar: first });
    }
    if (found.explored.graph.size > 0)
      for (const stage of stages) {
        if (found.columns[stage] !== undefined) continue;
        if (isOutdated()) return found;
        show({ ...found, recording: stage });
        const column = await columnOf(stage, program, ask);
        found = { ...found, columns: { ...found.columns, [stage]: column } };
      }
    return { ...found, uses: await ask("linearUses", stages) };
  },
  { keeps: "own", overtakes: (newer, { question }) => !isSameRun(question?.program, newer.program) },
);

async function columnOf(stage: StageId, program: ExploreRequest, ask: Work<Systems>["ask"]): Promise<SystemColumn> {
  const info = await ask("record", stage);
  const text = await ask("program", { stage, simplified: true });
  const replayOrders = await ask("replayOrders", [stage]);
  const forward = info.phases.find(({ name }) => name === "forward")?.to ?? 0;
  const cursors = { [stage]: forward };
  const frames = await ask("frames", { stages: [stage], leader: stage, cursors, rows: [0, MOST_ROWS], also: [] });
  const algorithm = algorithmOf(stage);
  const isOfStudy = algorithm?.studied !== undefined && describedStage(stage)?.recomputes === true;
  const { recomputed = {} } = program;
  const studied = isOfStudy && (await ask("study", { ...program, algorithm: algorithm.id, recomputed, written: "" }));
  return {
    info,
    program: text,
    replayOrder: replayOrders?.[0],
    kept: frames?.frames[stage],
    study: studied && studied.tag === "studied" ? studied.study : undefined,
  };
}

/** The question for the graph of the run, laid out for a room. */
export const graphLaidOut = new Question<{ readonly program: ExploreRequest; readonly room: Room }, Picture>(
  ({ room }) =>
    systemsCompared.about("picture", { open: [], hideConstants: false, around: undefined, all: false, room }),
);

/** The question for the parts that belong to a pointed one, to a chosen one, and to the operation of the excerpts; null where there are none. */
export const linkedParts = new Question<Choice, Linked | null>(
  async (choice) => (await systemsCompared.about("linked", choice)) ?? null,
);

/** The places of {@link linkedParts}. */
export const [POINTED, CHOSEN, EXCERPT] = ["pointed", "chosen", "excerpt"] as const;

/** Lights up the parts that belong to the pointed one; nothing without one. */
export function point(choice: Choice | undefined): void {
  if (choice === undefined) linkedParts.forget(POINTED);
  else void linkedParts.ask(choice, POINTED);
}

/** Keeps the parts of a choice lit. */
export function choose(choice: Choice): void {
  void linkedParts.ask(choice, CHOSEN).then(() => linkedParts.forget(POINTED));
}

/** Chooses the next number of the run, or the one before. */
export function chooseNext(by: 1 | -1): void {
  const graph = systemsCompared.at().answer?.explored.graph;
  const scalar = graph && nextChoice(graph, linkedParts.at(CHOSEN).answer?.scalars[0], by);
  if (scalar !== undefined) choose({ tag: "scalar", scalar });
}
