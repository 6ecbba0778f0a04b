// Which jobs are beside which line of the program: a part beside its operand, the rest after a join beside the result.

import type { JobInfo } from "../../../engine/explore/job-picture.ts";
import { jobName } from "../../../engine/graphs/jobs.ts";
import type { Span } from "../../../engine/source/span.ts";
import type { JobsRun } from "./run.ts";

/** Letters beside one line; a line with more says how many there are. */
const MOST_LETTERS = 3;

/** The mark beside a line: letters that choose their jobs, or a count. */
export interface LineJobs {
  /** Where in the text the line is: the first offset of these jobs in it. */
  readonly at: number;
  readonly letters: readonly { readonly job: number; readonly letter: string }[];
  /** Where letters have no room, how many jobs there are. */
  readonly count: number | undefined;
}

/** By line, its jobs; `lineOf` returns the line of an offset, `placeOf` the place of a scalar. */
export function jobsByLine(
  { passes: { forward } }: JobsRun,
  lineOf: (offset: number) => number,
  placeOf: (scalar: number) => Span | undefined,
): readonly LineJobs[] {
  const lines = new Map<number, { at: number; jobs: JobInfo[] }>();
  for (const job of forward.list) {
    const place = anchorOf(job, placeOf);
    if (place?.source !== "<program>") continue;
    const line = lineOf(place.from);
    const found = lines.get(line);
    if (found === undefined) lines.set(line, { at: place.from, jobs: [job] });
    else found.jobs.push(job);
  }
  return [...lines.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ at, jobs }) => {
      const hasRoom = jobs.length <= MOST_LETTERS;
      const letters = hasRoom ? jobs.map(({ id }) => ({ job: id, letter: jobName(id) })) : [];
      return { at, letters, count: hasRoom ? undefined : jobs.length };
    });
}

/** The place of a job in the text. */
function anchorOf({ kind, place, scalars }: JobInfo, placeOf: (scalar: number) => Span | undefined): Span | undefined {
  if (kind === "part" || kind === "definition") return place;
  for (const scalar of scalars.slice(0, MOST_LOOKED)) {
    const made = placeOf(scalar);
    if (made?.source === "<program>") return made;
  }
  return place;
}

/** Scalars of a job that are looked at for one with a place. */
const MOST_LOOKED = 20;
