// The jobs that are looked at: the run, how many workers, which job goes first, the play head, the choice. The head stands at a share
// of the whole time, so that it stays where it is among more or fewer workers.

import { create } from "zustand";
import type { Policy } from "../../engine/analysis/schedule.ts";
import { nth } from "../../engine/base/nth.ts";
import type { JobPicture } from "../../engine/explore/job-picture.ts";
import type { ChosenOrder } from "../../engine/session/input/variations.ts";
import { isStill, Motion } from "../base/motion.ts";
import { NO_ORDER, nextJobs, orderFor, withJob, withoutLast, withTheRest } from "./model/interleaving.ts";
import { type Chosen, chosenWith, type JobsRun, jobsRun, type Pass } from "./model/run.ts";
import { chosenTiming, countedTiming, markFrom, type Timing } from "./model/timing.ts";

/** The state of the jobs that are looked at; `run` and `timing` are undefined until the run is there. */
export interface JobsState {
  readonly run: JobsRun | undefined;
  readonly timing: Timing | undefined;
  readonly workers: number;
  /** Which job goes first where several are ready: by a policy, or as the reader chooses, on one worker. */
  readonly policy: Policy["tag"] | "chosen";
  readonly seed: number;
  /** The order that the reader has chosen so far. */
  readonly order: ChosenOrder;
  /** The head: the share of the whole time that has gone by. */
  readonly at: number;
  readonly isPlaying: boolean;
  readonly chosen: Chosen | undefined;
}

/** The most workers that can be chosen. */
export const MOST_WORKERS = 64;

/** The store of the jobs that are looked at. */
export const useJobs = create<JobsState>()(() => ({
  run: undefined,
  timing: undefined,
  workers: 4,
  policy: "order",
  seed: 1,
  order: NO_ORDER,
  at: 1,
  isPlaying: false,
  chosen: undefined,
}));

const get = useJobs.getState;
const set = useJobs.setState;

/** Shows the jobs of a run. */
export function showJobs(picture: JobPicture): void {
  const run = jobsRun(picture);
  const order = orderFor(run, get().order);
  set({ run, order, chosen: undefined, isPlaying: false });
  retime();
}

/** Pauses, and drops the run with all that was chosen in it; called when the view closes. The next one is shown as it ends. */
export function forgetJobs(): void {
  pauseJobs();
  set({ run: undefined, timing: undefined, order: NO_ORDER, chosen: undefined, at: 1 });
}

/** Sets the number of workers, rounded and within its bounds, and schedules the jobs anew. */
export function chooseWorkers(workers: number): void {
  set({ workers: Math.max(1, Math.min(MOST_WORKERS, Math.round(workers))) });
  retime();
}

/** Which of the ready jobs goes first; shuffled again where it was shuffled before. */
export function choosePolicy(policy: JobsState["policy"]): void {
  const { policy: before, seed } = get();
  set({ policy, seed: policy === "shuffled" && before === "shuffled" ? seed + 1 : seed });
  retime();
  if (policy === "chosen") toLatest();
}

/** Changes the reader's order; the head moves to its end. */
function reorder(change: (run: JobsRun, order: ChosenOrder) => ChosenOrder): void {
  const { run, order } = get();
  if (run === undefined) return;
  set({ order: change(run, order) });
  retime();
  toLatest();
}

/** Moves the head to the end of the choice. */
function toLatest(): void {
  const { timing } = get();
  if (timing === undefined) return;
  const { forward, reverse } = timing;
  const back = reverse.slots.at(-1)?.end;
  seekJobs(back === undefined ? (forward.slots.at(-1)?.end ?? 0) : forward.end + back);
}

/** Of the jobs that are ready, this one runs next. */
export function runNext(job: number): void {
  reorder((run, order) => (nextJobs(run, order).ready.includes(job) ? withJob(run, order, job) : order));
}

/** Takes the last job out of the chosen order. */
export function takeBack(): void {
  reorder(withoutLast);
}

/** Completes the chosen order with all jobs that are left. */
export function runTheRest(): void {
  reorder(withTheRest);
}

/** Empties the chosen order. */
export function beginOrder(): void {
  reorder(() => NO_ORDER);
}

function retime(): void {
  const { run, workers, policy, seed, order } = get();
  if (run === undefined) return;
  if (policy === "chosen") set({ timing: chosenTiming(run, order) });
  else set({ timing: countedTiming(run, workers, policy === "shuffled" ? { tag: policy, seed } : { tag: policy }) });
}

/** The time at which the head stands. */
export function timeNow({ at, timing }: JobsState): number {
  return at * (timing?.end ?? 0);
}

/** Moves the head to a time. */
export function seekJobs(t: number): void {
  const { timing } = get();
  pauseJobs();
  if (timing !== undefined && timing.end > 0) set({ at: Math.max(0, Math.min(1, t / timing.end)) });
}

/** To the next time at which a job begins or ends, or back to the one before. */
export function stepJobs(direction: 1 | -1): void {
  const { timing } = get();
  if (timing !== undefined) seekJobs(markFrom(timing, timeNow(get()), direction));
}

/** Milliseconds that the whole takes, and that a step rests where nothing may move. */
const WHOLE = 12_000;
const REST = 700;

const motion = new Motion();

/** Stops playing; the play head stays where it is. */
function pauseJobs(): void {
  motion.stop();
  set({ isPlaying: false });
}

/** Plays to the end, or pauses; from the end, from the start again. */
export function playJobs(): void {
  if (get().isPlaying) return pauseJobs();
  if (get().at >= 1) set({ at: 0 });
  set({ isPlaying: true });
  if (isStill()) return playSteps();
  motion.run((passed) => {
    const at = Math.min(1, get().at + passed / WHOLE);
    set({ at, isPlaying: at < 1 });
    return at < 1;
  });
}

/** Reduced motion: from one event to the next. */
function playSteps(): void {
  const { timing } = get();
  if (timing === undefined || timing.end === 0) return pauseJobs();
  motion.rest(REST, () => {
    set({ at: Math.min(1, markFrom(timing, timeNow(get()), 1) / timing.end) });
    if (get().at >= 1) set({ isPlaying: false });
    else playSteps();
  });
}

/** Chooses jobs of a pass, with their mirrors. */
export function chooseJobs(pass: Pass, ids: readonly number[]): void {
  const { run } = get();
  if (run !== undefined) set({ chosen: chosenWith(run, pass, ids) });
}

/** Takes the choice of jobs back. */
export function chooseNothing(): void {
  set({ chosen: undefined });
}

/** The next job of the forward pass, or the one before. */
export function chooseNext(direction: 1 | -1): void {
  const { run, chosen } = get();
  const list = run?.passes.forward.list ?? [];
  if (list.length === 0) return;
  const [first] = chosen?.forward ?? [];
  const place = list.findIndex(({ id }) => id === first);
  const next = place < 0 ? (direction === 1 ? 0 : list.length - 1) : (place + direction + list.length) % list.length;
  chooseJobs("forward", [nth(list, next).id]);
}
