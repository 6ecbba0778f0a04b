// Actions on the explored run: programs are opened, stages recorded, columns shown at their cursors.

import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import { CATALOGUE, isWatched, WATCHED_STAGES } from "../../../engine/algorithms/catalogue.ts";
import { MOST_PLAYED } from "../../../engine/animation/most-played.ts";
import { nth } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import type { Breakpoint } from "../../../engine/timeline/jumps.ts";
import type { ExploreRequest } from "../../../engine/worker/protocol.ts";
import { Rounds } from "../../base/rounds.ts";
import { Question } from "../../client/question.ts";
import type { ProgramCell } from "../../document/document.ts";
import { whenClosed } from "../../document/state/closed.ts";
import type { ExplorerLook } from "../../document/views.ts";
import { exploreRequestOf, isSame, knownLook, USUAL_LOOK } from "./request.ts";
import {
  BUCKETS,
  type ColumnState,
  type ExplorerState,
  litOf,
  MOST_COLUMNS,
  NO_COLUMN,
  NOTHING_EXPLORED,
  useExplorer,
} from "./store.ts";

const get = useExplorer.getState;
const set = useExplorer.setState;

/** The question for the run that is explored; its worker holds that, and answers what is asked about it. */
export const exploration = new Question<ExploreRequest, Explored>((subject, { ask }) => ask("explore", subject), {
  keeps: "state",
  // it is explored again when it is looked at
  onLost: () => set({ subject: undefined }),
});

/** The recordings of it, by stage. */
const recordings = new Question<StageId, ColumnInfo>((id) => recordNow(id));

/** Lets go of the run that is explored, and of the worker that has it. */
function forgetExplored(): void {
  exploration.forget();
  set(NOTHING_EXPLORED);
}

whenClosed(forgetExplored);

/** Sets the columns up as they stood before; as at first for a program of which that is not known. */
export function arrange(kept: ExplorerLook | undefined): void {
  const look = knownLook(kept);
  const { stages, leader, together } = look;
  set({ stages, leader, isTogether: together, arranged: look, wanted: undefined });
  const { preferred } = get();
  if (preferred !== undefined) prefer(preferred);
}

/** Whether the explored program is this cell now, with its run. */
export function isExploring(cell: ProgramCell): boolean {
  const { subject, isOpening, explored } = get();
  return !isOpening && explored !== undefined && isSame(subject, exploreRequestOf(cell));
}

/** Has a stage among the columns, and lets it lead, from the next exploration on. */
export function prefer(id: StageId): void {
  set({ preferred: id });
  const { stages } = get();
  const shown = isWatched(id);
  if (!shown) return;
  const next = stages.includes(id) ? stages : [...stages.slice(0, MOST_COLUMNS - 1), id];
  set({ stages: next, leader: id, wanted: undefined });
  if (get().explored !== undefined && !get().isOpening) void showStages(next, id);
}

/** Explores a cell as it is now, unless that is explored already. */
export async function explore(cell: ProgramCell): Promise<void> {
  const subject = exploreRequestOf(cell);
  if (isSame(get().subject, subject) && exploration.at().failure === undefined) {
    const { explored, isOpening, arranged } = get();
    if (arranged !== undefined && explored !== undefined && !isOpening) {
      set(arrangement(explored));
      await showStages(get().stages, get().leader);
    }
    return;
  }
  set({ subject, isOpening: true, isPlaying: false, hovered: undefined });
  // a request that is pending is about another program: that ends
  await exploration.ask(subject);
  if (!isSame(get().subject, subject)) return;
  const { current: explored } = exploration.at();
  const { columns, turn, wanted = get().stages } = get();
  const stages = takenOf(wanted, explored);
  const leader = stages.includes(get().leader) ? get().leader : nth(stages, 0);
  const kept = Object.fromEntries(
    Object.entries(columns).map(([id, { isSimplified }]) => [id, { ...NO_COLUMN, isSimplified }]),
  );
  // until here, the former run stays in sight
  set({
    turn: turn + 1,
    stages,
    leader,
    wanted: stages === wanted ? undefined : wanted,
    explored,
    isOpening: false,
    columns: kept,
    frames: {},
    lead: undefined,
    ...arrangement(explored, leader),
    ...(explored?.text !== get().explored?.text && { breakpoints: [] }),
    hovered: undefined,
    watches: [],
    followed: [],
    stoppedBy: undefined,
    landscape: undefined,
    touching: undefined,
  });
  if (explored !== undefined && explored.graph.size > 0) await showStages(get().stages, get().leader);
}

/** Those of some stages that take a program; where none does, the first reverse one that does. */
function takenOf(stages: readonly StageId[], explored: Explored | undefined): readonly StageId[] {
  const refused = explored?.refused ?? {};
  if (!stages.some((id) => id in refused)) return stages;
  const taken = stages.filter((id) => !(id in refused));
  if (taken.length > 0) return taken;
  const other = WATCHED_STAGES.find(({ id }) => !(id in refused));
  return other === undefined ? stages : [other.id];
}

/** Whether two runs are of one program and one definition, and have as many scalars: they differ in the input at most. */
export function isSameProgram(one: Explored, other: Explored): boolean {
  return one.text === other.text && one.entry === other.entry && one.graph.size === other.graph.size;
}

/** The leader's step and the selection to set up, once. */
function arrangement(
  explored: Explored | undefined,
  leader: StageId = get().leader,
): Pick<ExplorerState, "cursors" | "pinned" | "arranged" | "preferred"> {
  // without a step, the end; the worker knows the count
  const { step = Number.MAX_SAFE_INTEGER, pinned } = get().arranged ?? USUAL_LOOK;
  // at another input a program's scalars are the same ones
  const before = get().explored;
  const isSame = before !== undefined && explored !== undefined && isSameProgram(before, explored);
  const wanted = get().arranged === undefined && isSame ? get().pinned : pinned;
  return {
    cursors: { [leader]: step },
    pinned: wanted !== undefined && wanted < (explored?.graph.size ?? 0) ? wanted : undefined,
    arranged: undefined,
    preferred: undefined,
  };
}

/** Sets whether the exploration is in sight: then its worker is reserved. */
export function keepExploring(isSeen: boolean): void {
  exploration.hold(isSeen);
}

/** Requests early termination with partial results. */
export function stopExploring(): void {
  exploration.stop();
}

/** Chooses the columns; records missing ones. */
export async function showStages(chosen: readonly StageId[], leader: StageId = get().leader): Promise<void> {
  const stages = takenOf(chosen, get().explored);
  const leads = stages.includes(leader) ? leader : nth(stages, 0);
  const { columns, stages: before } = get();
  const next = { ...columns };
  for (const id of stages) next[id] ??= NO_COLUMN;
  // of columns that a program does not take, and of those that stand for them, the chosen ones come back with the next program
  const wanted = stages !== chosen ? chosen : chosen === before ? get().wanted : undefined;
  set({ stages, leader: leads, columns: next, isPlaying: false, wanted });
  const { turn, explored } = get();
  for (const id of inOrder(stages, leads, explored)) {
    await record(id);
    if (get().turn !== turn || get().isOpening) return;
  }
  await look();
  await lookFromAfar();
}

/** The order in which stages are recorded: the leader first, for the others follow it; of a large run the later ones, which take less time. */
function inOrder(stages: readonly StageId[], leader: StageId, explored: Explored | undefined): readonly StageId[] {
  if ((explored?.graph.size ?? 0) <= MOST_PLAYED) return [leader, ...stages.filter((other) => other !== leader)];
  const place = (stage: StageId): number => CATALOGUE.findIndex(({ id }) => id === stage);
  return stages.toSorted((a, b) => place(b) - place(a));
}

/** Records a stage, for a column or for a view of all of them; a stage that is being recorded is not recorded twice. */
export async function record(id: StageId): Promise<ColumnInfo | undefined> {
  if (get().isOpening) return undefined;
  if (get().columns[id]?.info === undefined)
    await (recordings.at(id).isBusy ? recordings.rest(id) : recordings.ask(id, id));
  return get().columns[id]?.info;
}

async function recordNow(id: StageId): Promise<ColumnInfo | undefined> {
  const { subject } = get();
  const ours = (): boolean => get().subject === subject && !get().isOpening;
  const info = await exploration.about("record", id, (progress) => ours() && updateColumn(id, { progress }));
  if (!ours() || info === undefined) return undefined;
  // a cursor set to the end gets the last step now
  set(({ cursors }) => ({ cursors: { ...cursors, [id]: Math.min(cursors[id] ?? 0, info.steps) } }));
  updateColumn(id, { info, progress: undefined });
  await program(id);
  if (get().stages.includes(id)) await look();
  return info;
}

async function program(id: StageId): Promise<void> {
  const { subject } = get();
  const isSimplified = get().columns[id]?.isSimplified ?? true;
  const text = await exploration.about("program", { stage: id, simplified: isSimplified });
  if (get().subject === subject) updateColumn(id, { program: text });
}

/** Sets whether a stage's program is shown simplified, and requests its text anew. */
export function setSimplified(id: StageId, isSimplified: boolean): void {
  updateColumn(id, { isSimplified });
  void program(id);
}

function updateColumn(id: StageId, change: Partial<ColumnState>): void {
  set(({ columns }) => ({ columns: { ...columns, [id]: { ...(columns[id] ?? NO_COLUMN), ...change } } }));
}

/** Replaces a column's stage by another. */
export function changeStage(place: number, id: StageId): void {
  const { stages, leader } = get();
  const next = stages.map((stage, index) => (index === place ? id : stage));
  void showStages(next, leader === stages[place] ? id : leader);
}

/** Adds a column with the first reverse stage that has none; does nothing when the columns are full. */
export function addColumn(): void {
  const { stages } = get();
  const refused = get().explored?.refused ?? {};
  const free = WATCHED_STAGES.find(({ id }) => !stages.includes(id) && !(id in refused));
  if (free !== undefined && stages.length < MOST_COLUMNS) void showStages([...stages, free.id]);
}

/** Takes a stage's column away; the last one stays. */
export function removeColumn(id: StageId): void {
  const { stages } = get();
  if (stages.length > 1) void showStages(stages.filter((stage) => stage !== id));
}

/** Makes a stage the leading column, whose steps the others follow; this pauses. */
export function lead(id: StageId): void {
  if (get().leader === id) return;
  set({ leader: id, isPlaying: false });
  void look().then(lookFromAfar);
}

const looks = new Rounds();

/** Shows the columns at their cursors. While an answer is awaited, later questions become one. */
export async function look(): Promise<void> {
  if (!get().isOpening) await looks.run(lookNow);
}

/** Followed scalars whose rows are requested, too, so that their addends are seen to arrive. */
const MOST_ROWS = 800;

async function lookNow(): Promise<void> {
  const { subject, stages, leader, cursors, rows, columns, pinned, hovered, watches, followed, isTogether } = get();
  const known = stages.filter((id) => columns[id]?.info !== undefined);
  if (!known.includes(leader)) return;
  const near = followed.slice(0, MOST_ROWS);
  const also = [pinned, hovered, ...watches, ...near].filter((number) => number !== undefined);
  const ask = { stages: known, leader, cursors, rows, also, followed, together: isTogether };
  const answer = await exploration.about("frames", ask);
  // a later step is shown by the next round
  if (answer === undefined || get().subject !== subject || get().leader !== leader) return;
  set(({ cursors: now }) => ({
    frames: answer.frames,
    lead: answer.lead,
    // cursors moved since the question stay
    cursors: Object.fromEntries(
      Object.entries({ ...now, ...answer.cursors }).map(([id, step]) => [
        id,
        now[id] === cursors[id] ? step : (now[id] ?? step),
      ]),
    ),
  }));
}

/** Which rows are to be seen. */
export function showRows(from: number, to: number): void {
  const [before, after] = get().rows;
  if (from === before && to === after) return;
  set({ rows: [from, to] });
  void look();
}

/** Which scalars are to be followed beside the rows. */
export function watchRows(followed: readonly number[]): void {
  set({ followed });
  void look();
}

/** Points at the scalar of a node of a drawing; at none, where it has none. */
export function hoverNode(id: string | undefined): void {
  hover(id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined);
}

/** The scalar under the pointer or the focus; `undefined` when it leaves. */
export function hover(number: number | undefined): void {
  if (get().hovered === number) return;
  set({ hovered: number });
  void look().then(lookFromAfar);
}

/** Chooses a scalar for good, or lets go of it. */
export function pin(number: number | undefined): void {
  set({ pinned: number, hovered: undefined });
  void look().then(lookFromAfar);
}

async function lookFromAfar(): Promise<void> {
  const { leader, columns, subject } = get();
  if (columns[leader]?.info === undefined || get().isOpening) return;
  const answer = await exploration.about("landscape", { stage: leader, buckets: BUCKETS, scalar: litOf(get()) });
  if (answer === undefined || get().subject !== subject || get().leader !== leader) return;
  set({ landscape: { stage: leader, landscape: answer.landscape }, touching: answer.touching });
}

/** Replaces the breakpoints, and forgets which one stopped the run. */
export function setBreakpoints(breakpoints: readonly Breakpoint[]): void {
  set({ breakpoints, stoppedBy: undefined });
}

/** Sets whether all columns step together with the leader in the reverse pass. */
export function setTogether(isTogether: boolean): void {
  set({ isTogether });
  void look();
}

/** Replaces the scalars that are watched, by their numbers. */
export function setWatches(watches: readonly number[]): void {
  set({ watches });
  void look();
}
