// The keys of the jobs: their names and their actions.
import { t } from "@lingui/core/macro";
import { type TimelineKey, timelineKey } from "../../exploration/view/timeline-keys.ts";
import { nextJobs } from "../model/interleaving.ts";
import {
  chooseNext,
  chooseNothing,
  chooseWorkers,
  playJobs,
  runNext,
  seekJobs,
  stepJobs,
  takeBack,
  useJobs,
} from "../state.ts";

/** Runs one of the ready jobs, counted from 1, where the reader chooses their order. */
function runReady(place: number): void {
  const { run, order, policy } = useJobs.getState();
  if (run === undefined || policy !== "chosen") return;
  const job = nextJobs(run, order).ready[place - 1];
  if (job !== undefined) runNext(job);
}

/** Arrows on a slider of a setting move it, and not the head. */
export function keepArrows(event: React.KeyboardEvent): void {
  if (/^(Arrow|Home|End)/.test(event.key)) event.stopPropagation();
}

/** The keys of the jobs, for the handler and for the help that lists them. */
export const JOBS_KEYS: readonly TimelineKey[] = [
  timelineKey([" "], t({ message: "Space", comment: "the key" }), t`Play, or pause`, playJobs),
  timelineKey(["arrowright"], "→", t`To the next time at which a job begins or ends`, () => stepJobs(1)),
  timelineKey(["arrowleft"], "←", t`To the previous time at which a job begins or ends`, () => stepJobs(-1)),
  timelineKey(["home"], t({ message: "Home", comment: "the key" }), t`To the start`, () => seekJobs(0)),
  timelineKey(["end"], t({ message: "End", comment: "the key" }), t`To the end`, () =>
    seekJobs(useJobs.getState().timing?.end ?? 0),
  ),
  timelineKey(["j"], "j", t`Choose the next job; with Shift, the one before`, ({ shiftKey }) =>
    chooseNext(shiftKey ? -1 : 1),
  ),
  timelineKey(["+", "="], "+", t`Add a worker`, () => chooseWorkers(useJobs.getState().workers + 1)),
  timelineKey(["-"], "-", t`Remove a worker`, () => chooseWorkers(useJobs.getState().workers - 1)),
  timelineKey(["1", "2", "3", "4", "5", "6", "7", "8", "9"], "1 – 9", t`Run this ready job next`, ({ key }) =>
    runReady(Number(key)),
  ),
  timelineKey(["backspace"], t({ message: "Backspace", comment: "the key" }), t`Undo the last choice of a job`, () => {
    if (useJobs.getState().policy === "chosen") takeBack();
  }),
  timelineKey(["escape"], t`Esc`, t`Clear the selection`, chooseNothing),
];
