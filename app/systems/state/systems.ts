// The systems of the view, one beside the other: one run of the program, recorded by a stage of each, and the reader's selection.
import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { ALGORITHM_CATALOGUE, algorithmOf, CATALOGUE, describedStage } from "../../../engine/algorithms/catalogue.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { UseRow } from "../../../engine/explore/linear-use.ts";
import type { Choice, Linked } from "../../../engine/explore/linked.ts";
import type { Picture } from "../../../engine/explore/picture.ts";
import type { Room } from "../../../engine/graphs/fitted-layout.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import type { Ask } from "../../../engine/worker/questions.ts";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";
import { Latest } from "../../base/latest.ts";
import { type Asked, EngineClient } from "../../client/client.ts";
import type { SystemColumn } from "../model/column.ts";
import { firstChoice } from "../model/first-choice.ts";

interface SystemsState {
  /** The subject of the view. */
  readonly ask: ExploreRequest | undefined;
  readonly explored: Explored | undefined;
  /** The graph of the run; undefined until it is laid out. */
  readonly picture: Picture | undefined;
  readonly isBusy: boolean;
  /** The stage being recorded, and its steps so far. */
  readonly progress: { readonly stage: StageId | undefined; readonly steps: number } | undefined;
  /** Whether another program is being run: the one before is still shown. */
  readonly isOpening: boolean;
  /** Whether the run was ended before there was anything to show. */
  readonly isStopped: boolean;
  readonly failure: string | undefined;
  /** A stage of each system, from left to right. */
  readonly stages: readonly StageId[];
  readonly columns: Readonly<Record<StageId, SystemColumn>>;
  readonly uses: readonly UseRow[] | undefined;
  /** Parts that belong to the pointed one, and to the chosen one. */
  readonly pointed: Linked | undefined;
  readonly chosen: Linked | undefined;
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

/** Has the columns stand as they were kept for a program, before it is opened; if they are not those of this version, as they are. */
export function setUpColumns(stages: readonly StageId[]): void {
  if (isRow(stages)) set({ stages });
}

const NOTHING = {
  ask: undefined,
  explored: undefined,
  picture: undefined,
  isBusy: false,
  progress: undefined,
  isOpening: false,
  isStopped: false,
  failure: undefined,
  columns: {},
  uses: undefined,
  pointed: undefined,
  chosen: undefined,
} as const;

/** The store of the systems that are compared. */
export const useSystems = create<SystemsState>()(() => ({ ...NOTHING, stages: keptStages() }));

const get = useSystems.getState;
const set = useSystems.setState;
const client = new EngineClient({
  // the run is its own for as long as it is looked at
  keeps: "own",
  onFailure: (failure) => set({ failure, isBusy: false, isOpening: false, progress: undefined }),
});
const latest = new Latest();
const pointing = new Latest();
/** The last slow request. */
const work: { underWay: Asked<unknown> | undefined } = { underWay: undefined };

/** Scalars whose rows are asked for. */
const MOST_ROWS = 400;

/** Runs a program and records it by the stages; a newer question ends an older one. */
export async function showSystems(ask: ExploreRequest): Promise<void> {
  const isLatest = latest.begin();
  if (client.isBusy) client.restart();
  set({ isBusy: true, isOpening: true, isStopped: false, failure: undefined });
  const explored = await long("explore", ask, undefined);
  if (!isLatest()) return;
  // a worker that does not hear that it is to stop is ended, and has no answer
  if (explored === undefined) return set({ ...NOTHING, isStopped: true });
  const none = { picture: undefined, columns: {}, uses: undefined, pointed: undefined, chosen: undefined };
  set({ ask, explored, isOpening: false, ...none });
  const first = firstChoice(explored.graph);
  if (first !== undefined) void choose({ tag: "scalar", scalar: first });
  await fill(isLatest);
}

/** Lays the graph of the run out for a room; a newer room ends an older one. */
export async function layOutGraph(room: Room): Promise<void> {
  const { explored } = get();
  const ask = { open: [], hideConstants: false, around: undefined, all: false, room };
  const picture = await client.begin("picture", ask).answer;
  if (picture !== undefined && get().explored === explored) set({ picture });
}

/** Shows another stage in a column. */
export async function chooseStage(place: number, stage: StageId): Promise<void> {
  const stages = get().stages.map((one, index) => (index === place ? stage : one));
  set({ stages });
  keepChoice(CHOICE, stages.join(" "));
  // a program that is being opened is recorded by the stages that are chosen by then
  if (get().explored === undefined || get().isOpening) return;
  set({ isBusy: true });
  await fill(latest.begin());
}

/** Records missing columns, one by one, and then the uses of scalars. */
async function fill(isLatest: () => boolean): Promise<void> {
  if ((get().explored?.graph.size ?? 0) > 0)
    for (const stage of get().stages) {
      if (get().columns[stage] !== undefined) continue;
      const column = await columnOf(stage);
      if (!isLatest()) return;
      if (column !== undefined) set(({ columns }) => ({ columns: { ...columns, [stage]: column } }));
    }
  const uses = await client.begin("linearUses", { stages: get().stages }).answer;
  if (isLatest()) set({ uses, isBusy: false, progress: undefined });
}

/** Begins a slow request, and shows its progress; {@link stopSystems} ends it. */
function long<K extends "explore" | "record">(kind: K, ask: Ask<K>, stage: StageId | undefined) {
  const asked = client.begin(kind, ask, ({ steps }) => set({ progress: { stage, steps } }));
  work.underWay = asked;
  return asked.answer;
}

/** Requests early termination with partial results. */
export function stopSystems(): void {
  work.underWay?.stop();
}

async function columnOf(stage: StageId): Promise<SystemColumn | undefined> {
  const info = await long("record", stage, stage);
  if (info === undefined) return undefined;
  const [program, performances] = await Promise.all([
    client.ask("program", { stage, simplified: true }),
    client.ask("performances", { stages: [stage] }),
  ]);
  const forward = info.phases.find(({ name }) => name === "forward")?.to ?? 0;
  const place = {
    stages: [stage],
    leader: stage,
    cursors: { [stage]: forward },
    rows: [0, MOST_ROWS],
    also: [],
  } as const;
  const answer = await client.ask("frames", place);
  const { ask } = get();
  const algorithm = algorithmOf(stage);
  const isOfStudy = algorithm?.studied !== undefined && describedStage(stage)?.recomputes === true;
  const isStudied = isOfStudy && ask !== undefined;
  const study =
    isStudied &&
    client.begin("study", { ...ask, algorithm: algorithm.id, recomputed: ask.recomputed ?? {}, written: "" });
  const studied = study ? await study.answer : undefined;
  return {
    info,
    program,
    performance: performances?.[0],
    kept: answer?.frames[stage],
    study: studied?.tag === "studied" ? studied.study : undefined,
  };
}

/** Lights up the parts that belong to the pointed one; nothing without one. */
export async function point(choice: Choice | undefined): Promise<void> {
  const isLatest = pointing.begin();
  if (choice === undefined) return set({ pointed: undefined });
  const pointed = await client.ask("linked", choice);
  if (isLatest()) set({ pointed });
}

/** Keeps the parts of a choice lit. */
export async function choose(choice: Choice | undefined): Promise<void> {
  const isLatest = pointing.begin();
  const chosen = choice && (await client.ask("linked", choice));
  if (isLatest()) set({ chosen, pointed: undefined });
}

/** Ends and drops all. */
export function forgetSystems(): void {
  latest.end();
  pointing.end();
  client.end();
  set(NOTHING);
}
