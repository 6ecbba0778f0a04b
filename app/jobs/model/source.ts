// Jobs and the program's text: where a job's place is, and which job a place belongs to.
import type { Span } from "../../../engine/source/span.ts";
import { contains } from "../../exploration/model/places.ts";
import type { Chosen, JobsRun } from "./run.ts";
import { runningAt, type Timing } from "./timing.ts";

/** Scalars of a job whose places light up. */
const MOST_PLACES = 200;

/**
 * The places of chosen jobs: of a part, the operand that it computes; of what has no operand of its own, the operations that made its
 * scalars. Of one that goes on after a join, the fork is told by what it makes of it.
 */
export function placesOf(
  { passes: { forward } }: JobsRun,
  chosen: Chosen,
  placeOf: (scalar: number) => Span | undefined,
): readonly Span[] {
  const found = new Map<string, Span>();
  const add = (place: Span | undefined): void => {
    if (place !== undefined && found.size < MOST_PLACES) found.set(`${place.source} ${place.from} ${place.to}`, place);
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

/** The first job whose place is the smallest that holds a place. */
export function jobAtPlace({ passes: { forward } }: JobsRun, place: Span): number | undefined {
  let best: { readonly job: number; readonly size: number } | undefined;
  for (const { id, place: own } of forward.list) {
    if (own === undefined || !contains(own, place)) continue;
    const size = own.to - own.from;
    if (best === undefined || size < best.size) best = { job: id, size };
  }
  return best?.job;
}

/** Jobs of a run whose places are looked for as the head moves. */
const MOST_FOLLOWED = 2000;

/** The place of a job that runs at a time: the first that has one. The same object as long as that job runs. */
export function runningPlace(run: JobsRun, timing: Timing, t: number): Span | undefined {
  const { forward } = run.passes;
  if (forward.total > MOST_FOLLOWED) return undefined;
  const { pass, running } = runningAt(run, timing, t);
  for (const id of running) {
    const own = pass === "forward" ? id : run.passes.reverse.jobs.get(id)!.mirrors[0];
    const place = own === undefined ? undefined : forward.jobs.get(own)?.place;
    if (place !== undefined) return place;
  }
  return undefined;
}
