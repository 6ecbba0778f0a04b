// A run of the compiled engine on the clock, as the jobs of the counted run: the forks of its tasks are found again among the forks of the
// counted run, which come in the same order. The jobs between two forks that were handed over ran in one stretch.
import { present } from "../../../engine/base/nth.ts";
import type { ClockedFork, ClockedPiece, ClockedRun } from "../../../engine/compile/parallel/clocked.ts";
import type { Span } from "../../../engine/source/span.ts";
import { contains } from "../../exploration/model/places.ts";
import { extraJobs } from "./graph.ts";
import type { JobsRun, Pass } from "./run.ts";
import type { MeasuredRun, Timed } from "./timing.ts";

/** The times of a run, by its jobs. */
export function measuredRun(run: JobsRun, clocked: ClockedRun): MeasuredRun {
  const jobs = jobsOfPieces(run, clocked);
  const slot = ({ task, piece, thread, start, end }: ClockedPiece, pass: Pass): Timed => {
    const all = jobs[pass].get(keyOf(task, piece)) ?? [];
    const [job, ...also] = all;
    return {
      job,
      also,
      ends: endsOf(all.map((id) => present(run.passes[pass].jobs.get(id)).cost)),
      worker: thread,
      start,
      end,
    };
  };
  const sums = clocked.sums.map(({ thread, start, end }) => ({ job: undefined, worker: thread, start, end }));
  const reverse = [...clocked.reverse.map((piece) => slot(piece, "reverse")), ...sums];
  return {
    workers: clocked.threads,
    passes: {
      forward: clocked.forward.map((piece) => slot(piece, "forward")),
      reverse: reverse.sort((a, b) => a.start - b.start),
    },
  };
}

/** Where each of some jobs ends that run one after the other, from 0 to 1. */
function endsOf(costs: readonly number[]): readonly number[] {
  const all = costs.reduce((sum, cost) => sum + cost, 0);
  let so = 0;
  return costs.map((cost, place) => {
    so += cost;
    return all === 0 ? (place + 1) / costs.length : so / all;
  });
}

type JobsByPiece = ReadonlyMap<string, readonly number[]>;

function keyOf(task: number, piece: number): string {
  return `${task} ${piece}`;
}

/** By piece of a task, the jobs of both passes that it runs. */
function jobsOfPieces(run: JobsRun, clocked: ClockedRun): Readonly<Record<Pass, JobsByPiece>> {
  const forward = forwardJobs(run, clocked.forks);
  const reverse = new Map<string, number[]>();
  for (const [key, jobs] of forward) {
    const back = jobs.flatMap((id) =>
      (run.mirrors.get(id) ?? []).filter((job) => present(run.passes.reverse.jobs.get(job)).mirrors[0] === id),
    );
    reverse.set(key, back.reverse());
  }
  // preparations of the reverse pass come first in it, assembling the gradient last
  const { ready, rebuild } = extraJobs(run.passes.reverse);
  const handed = clocked.forks[0]?.filter(({ tasks }) => tasks.length > 0).length ?? 0;
  for (const [piece, jobs] of [
    [handed, ready],
    [0, rebuild],
  ] as const) {
    const key = keyOf(0, piece);
    reverse.set(key, [...(reverse.get(key) ?? []), ...jobs]);
  }
  return { forward, reverse };
}

/** Where in the compiled run a walk through the jobs stands: a task, its next fork, and the piece that is run. */
interface Cursor {
  readonly task: number;
  next: number;
  piece: number;
}

function forwardJobs({ passes: { forward } }: JobsRun, forks: ClockedRun["forks"]): Map<string, number[]> {
  const parts = new Map<number, number[]>();
  const joins = new Map<number, number>();
  const definitions = new Map<number, number[]>();
  for (const { id, kind, from } of forward.list) {
    if (from === undefined) continue;
    if (kind === "join") joins.set(from, id);
    else if (kind === "part") push(parts, from, id);
    else push(definitions, from, id);
  }
  const found = new Map<string, number[]>();
  const open: { readonly job: number; readonly at: Cursor }[] = [];
  const later = (jobs: readonly number[], at: Cursor): void => {
    for (const job of jobs.toReversed()) open.push({ job, at });
  };
  const start = { task: 0, next: 0, piece: 0 };
  later(
    forward.list.filter(({ kind }) => kind === "entry").map(({ id }) => id),
    start,
  );
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { job, at } = step;
    push(found, keyOf(at.task, at.piece), job);
    // a definition is evaluated where it is needed first; its own forks are not handed over
    later(definitions.get(job) ?? [], { task: at.task, next: Number.POSITIVE_INFINITY, piece: at.piece });
    const join = joins.get(job);
    if (join === undefined) continue;
    const own = parts.get(job) ?? [];
    const fork = forks[at.task]?.[at.next];
    const isSame = fork !== undefined && isForkAt(fork, own.length, placesOf(forward, join, own));
    if (isSame) at.next++;
    if (!isSame || fork.tasks.length === 0) {
      later([...own, join], at);
      continue;
    }
    at.piece++;
    later([join], at);
    fork.tasks.forEach((task, grain) => {
      later(own.slice(grain * fork.size, (grain + 1) * fork.size), { task, next: 0, piece: 0 });
    });
  }
  return found;
}

type Place = Span | undefined;

/** Where a fork of the counted run is: it, and its parts. */
function placesOf({ jobs }: JobsRun["passes"]["forward"], join: number, parts: readonly number[]) {
  return { fork: jobs.get(join)?.place, parts: parts.map((id) => jobs.get(id)?.place) };
}

/** Whether a fork of the compiled run is one of the counted run. */
function isForkAt(
  { place: { span, isLoop }, count }: ClockedFork,
  parts: number,
  places: { readonly fork: Place; readonly parts: readonly Place[] },
): boolean {
  const { fork } = places;
  if (span === undefined || fork === undefined || span.source !== fork.source) return false;
  if (count > 0 && count !== parts) return false;
  if (isSameSpan(span, fork)) return true;
  // where the prelude forks, the user's call led there, or its surroundings
  return isLoop && places.parts.every((place) => isSameSpan(place, fork)) && isNested(fork, span);
}

function isSameSpan(a: Place, b: Place): boolean {
  return a?.source === b?.source && a?.from === b?.from && a?.to === b?.to;
}

function isNested(a: Span, b: Span): boolean {
  return contains(a, b) || contains(b, a);
}

function push<K>(lists: Map<K, number[]>, key: K, item: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
