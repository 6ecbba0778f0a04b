// Sentences on a run of jobs: on a moment of it, and on the chosen jobs.
import { plural, t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import type { JobInfo } from "../../../engine/explore/job-picture.ts";
import { jobName } from "../../../engine/graphs/jobs.ts";
import { indexedLabel, type RunGraph } from "../../../engine/graphs/run-graph.ts";
import type { ChosenOrder } from "../../../engine/session/input/variations.ts";
import { grouped } from "../../words/numbers.ts";
import { extraJobs } from "./graph.ts";
import { nextJobs } from "./interleaving.ts";
import { type Chosen, type JobsRun, jobTitle, type Pass } from "./run.ts";
import { runningAt, type Timing } from "./timing.ts";

/** Jobs that a sentence names. */
const MOST_NAMED = 4;

/** Describes a moment. */
export function momentWords(run: JobsRun, timing: Timing, at: number): string {
  const { workers, end } = timing;
  if (at >= end) return doneWords(timing);
  const { pass, running, ready } = runningAt(run, timing, at);
  const idle = workers - running.length;
  const names = namesOf(run, pass, running);
  const what =
    pass === "forward"
      ? plural(running.length, { one: `${names} runs.`, other: `${names} run.` })
      : plural(running.length, { one: `Going back, ${names} runs.`, other: `Going back, ${names} run.` });
  if (ready.length > 0) {
    const waiting = namesOf(run, pass, ready);
    const wait = plural(ready.length, {
      one: `${waiting} is ready and waits for a worker.`,
      other: `${waiting} are ready and wait for a worker.`,
    });
    return `${what} ${wait}`;
  }
  if (idle === 0) return what;
  const resting = plural(idle, { one: `${idle} worker waits`, other: `${idle} workers wait` });
  return `${what} ${t`${resting}: nothing else is ready.`}`;
}

/** A time of a run: a counted cost. */
export function timeWords(time: number): string {
  return grouped(Math.round(time));
}

function doneWords({ end, workers, forward, reverse }: Timing): string {
  const on = plural(workers, { one: `${workers} worker`, other: `${workers} workers` });
  const all = grouped(end);
  const alone = grouped(forward.bounds.work + reverse.bounds.work);
  return t`Done: ${all} on ${on}; one worker alone needs ${alone}.`;
}

function namesOf({ passes }: JobsRun, pass: Pass, ids: readonly number[]): string {
  const names = ids.slice(0, MOST_NAMED).map((id) => jobTitle(pass, present(passes[pass].jobs.get(id))));
  const more = ids.length - names.length;
  const list = names.join(", ");
  return more === 0 ? list : plural(more, { one: `${list} and ${more} other`, other: `${list} and ${more} others` });
}

/** The name of a job that may run next: its letter, or its purpose, where it mirrors no job. */
export function readyName({ passes }: JobsRun, pass: Pass, id: number): string {
  const job = present(passes[pass].jobs.get(id));
  if (pass === "forward" || job.mirrors.length > 0) return jobTitle(pass, job);
  const { ready, rebuild } = extraJobs(passes.reverse);
  const [first, last] = [ready.indexOf(id) + 1, rebuild.indexOf(id) + 1];
  return first > 0 ? t`preparation ${first}` : t`gradient ${last}`;
}

/** The progress of an order that the reader chooses, and the next choices. */
export function orderWords(run: JobsRun, order: ChosenOrder): string {
  const { pass, ready } = nextJobs(run, order);
  const { total } = run.passes[pass];
  const done = grouped(order[pass].length);
  const all = grouped(total);
  if (ready.length === 0) return t`All jobs have run, in an order of your own.`;
  const waiting = ready.length;
  const next = plural(waiting, {
    one: `${waiting} job is ready.`,
    other: `${waiting} jobs are ready: which runs next?`,
  });
  const ran =
    pass === "forward" ? t`${done} of ${all} jobs have run.` : t`Going back, ${done} of ${all} jobs have run.`;
  return `${ran} ${next}`;
}

/** The words on chosen jobs. */
export interface ChosenWords {
  readonly title: string;
  readonly what: string;
  readonly work: string;
  readonly mirror: string;
  /** Its scalars with their compound IDs: the first of them. */
  readonly scalars: readonly { readonly id: string; readonly label: string; readonly number: number }[];
  readonly more: number;
}

const MOST_SCALARS = 8;

/** The words on the chosen jobs; undefined when no job is chosen. */
export function chosenWords(run: JobsRun, graph: RunGraph, { forward, reverse }: Chosen): ChosenWords | undefined {
  const { passes } = run;
  if (forward.size > 1) return bundleWords(run, [...forward], [...reverse]);
  const [own] = [...forward].flatMap((id) => passes.forward.jobs.get(id) ?? []);
  if (own === undefined) return reverse.size === 0 ? undefined : rebuildWords(run, [...reverse]);
  const back = [...reverse].flatMap((id) => passes.reverse.jobs.get(id) ?? []);
  const name = jobName(own.id);
  const scalars = own.scalars.slice(0, MOST_SCALARS).map((number, place) => ({
    number,
    id: `⟨${name}, ${place}⟩`,
    label: number < graph.size ? indexedLabel(graph, number) : `#${number}`,
  }));
  return {
    title: t`Job ${name}`,
    what: [beginsWords(run, own), placeWords(own), criticalWords(run, own, back)].filter((one) => one !== "").join(" "),
    work: workWords(own.cost, back),
    mirror: mirrorWords(run, own, back),
    scalars,
    more: own.scalars.length - scalars.length,
  };
}

function beginsWords({ passes }: JobsRun, { kind, from, definition, after }: JobInfo): string {
  const before = from === undefined ? "" : jobName(from);
  switch (kind) {
    case "entry":
      return t`The run begins with it.`;
    case "part":
      return t`It is a part of the fork of ${before}.`;
    case "definition": {
      const named = definition ?? "";
      return t`It evaluates \`${named}\`, which ${before} was the first to need.`;
    }
    case "join": {
      const ends = after.filter((id) => passes.forward.jobs.get(id)?.kind !== "definition");
      const joined = ends.slice(0, MOST_NAMED).map(jobName).join(", ");
      const more = ends.length - MOST_NAMED;
      if (more <= 0) return t`It continues from ${before} when ${joined} have joined.`;
      return plural(more, {
        one: `It continues from ${before} when ${joined} and ${more} other have joined.`,
        other: `It continues from ${before} when ${joined} and ${more} others have joined.`,
      });
    }
  }
}

/** Why nothing lights up in the program. */
function placeWords({ kind, place, scalars }: JobInfo): string {
  if (kind === "entry" || place !== undefined || scalars.length > 0) return "";
  return t`It takes the input apart before the program begins, so it comes from no line of the program.`;
}

function criticalWords({ passes }: JobsRun, { id }: JobInfo, back: readonly JobInfo[]): string {
  const isOn = passes.forward.critical.has(id);
  const isBack = back.some((job) => passes.reverse.critical.has(job.id));
  if (isOn && isBack) return t`It is on the critical path of both passes.`;
  if (isOn) return t`It is on the critical path of the forward pass.`;
  return isBack ? t`It is on the critical path of the reverse pass.` : "";
}

function workWords(cost: number, back: readonly JobInfo[]): string {
  const there = grouped(cost);
  if (back.length === 0) return t`Its work is ${there} forward.`;
  const again = grouped(back.reduce((sum, job) => sum + job.cost, 0));
  return t`Its work is ${there} forward and ${again} in the reverse pass.`;
}

function mirrorWords({ passes }: JobsRun, own: JobInfo, back: readonly JobInfo[]): string {
  if (back.length === 0) return t`Nothing mirrors it.`;
  const [mirror] = back;
  const parts = passes.reverse.list.filter(({ kind, from }) => kind === "part" && from === present(mirror).id).length;
  if (present(mirror).mirrors[0] !== own.id) {
    const with_ = jobName(nth(present(mirror).mirrors, 0));
    return t`Its scalars are resolved with those of ${with_}.`;
  }
  if (parts > 0)
    return plural(parts, {
      one: `Its mirror forks into ${parts} job.`,
      other: `Its mirror forks into ${parts} jobs.`,
    });
  return present(mirror).kind === "join" ? t`Its mirror begins where jobs join.` : t`Its mirror is a part of a fork.`;
}

function bundleWords({ passes }: JobsRun, forward: readonly number[], reverse: readonly number[]): ChosenWords {
  const count = grouped(forward.length);
  const sum = (pass: Pass, ids: readonly number[]): number =>
    ids.reduce((all, id) => all + (passes[pass].jobs.get(id)?.cost ?? 0), 0);
  const [there, again] = [grouped(sum("forward", forward)), grouped(sum("reverse", reverse))];
  return {
    title: plural(forward.length, { one: `${count} job`, other: `${count} jobs` }),
    what: t`There is no room to show each of them, so they share one box.`,
    work: t`Their work is ${there} forward and ${again} in the reverse pass.`,
    mirror: "",
    scalars: [],
    more: 0,
  };
}

function rebuildWords({ passes }: JobsRun, ids: readonly number[]): ChosenWords {
  const count = grouped(ids.length);
  const cost = grouped(ids.reduce((sum, id) => sum + (passes.reverse.jobs.get(id)?.cost ?? 0), 0));
  return {
    title: plural(ids.length, { one: `${count} job`, other: `${count} jobs` }),
    what: t`They mirror no job: they prepare cells, or assemble the gradient in the shape of the input.`,
    work: t`Their work is ${cost}.`,
    mirror: "",
    scalars: [],
    more: 0,
  };
}
