// Jobs and the program's text: where a job's place is, and which job a place belongs to.
import { type Span, spanKey } from "../../../engine/source/span.ts";
import { contains } from "../../exploration/model/places.ts";
import type { Chosen, JobsRun } from "./run.ts";
import { runningAt, type Timing } from "./timing.ts";

/** Scalars of a job whose places light up. */
const MOST_PLACES = 200;

/**
 * The places of chosen jobs: of a part, the operand that it computes; without an operand of its own, the operations that made its scalars.
 * A job after a join is placed at the fork's result.
 */
export function placesOf(
  { passes: { forward } }: JobsRun,
  chosen: Chosen,
  placeOf: (scalar: number) => Span | undefined,
): readonly Span[] {
  const found = new Map<string, Span>();
  const add = (place: Span | undefined): void => {
    if (place !== undefined && found.size < MOST_PLACES) found.set(spanKey(place), place);
  };
  for (const id of chosen.forward) {
    const job = forward.jobs.get(id);
    if (job === undefined) continue;
    const isPart = job.kind === "part" || job.kind === "definition";
    if (isPart && job.place !== undefined) add(job.place);
    else {
      const made = job.scalars.slice(0, MOST_PLACES).map(placeOf);
      if (made.every((place) => place === undefined)) add(job.place);
      else made.forEach(add);
    }
  }
  return [...found.values()];
}

/** Jobs of a run whose places are looked for. */
const MOST_FOLLOWED = 2000;

/** The first job of which the smallest place holds a place: its own, or that of an operation that made its scalars. */
export function jobAtPlace(
  run: JobsRun,
  place: Span,
  placeOf: (scalar: number) => Span | undefined,
): number | undefined {
  let best: { readonly job: number; readonly size: number } | undefined;
  for (const { id, place: own } of run.passes.forward.list.slice(0, MOST_FOLLOWED)) {
    const made = placesOf(run, { forward: new Set([id]), reverse: new Set() }, placeOf);
    for (const one of own === undefined ? made : [own, ...made]) {
      if (!contains(one, place)) continue;
      const size = one.to - one.from;
      if (best === undefined || size < best.size) best = { job: id, size };
    }
  }
  return best?.job;
}

/** The jobs of the forward pass that run at a time, or that the jobs which run then mirror; none of a run of many jobs. */
export function runningJobs(run: JobsRun, timing: Timing, t: number): readonly number[] {
  if (run.passes.forward.total > MOST_FOLLOWED) return [];
  const { pass, running } = runningAt(run, timing, t);
  if (pass === "forward") return running;
  return running.flatMap((id) => run.passes.reverse.jobs.get(id)?.mirrors.slice(0, 1) ?? []);
}
