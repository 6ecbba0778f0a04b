// The jobs of both passes of a run, found by their numbers, and which of them belong together.

import type { JobInfo, JobPicture, PassJobs } from "../../../engine/explore/job-picture.ts";
import { jobName } from "../../../engine/graphs/jobs.ts";

/** The two passes of a run. */
export type Pass = "forward" | "reverse";

/** The jobs of one pass: in a list, by their numbers, and those on the critical path. */
export interface PassRun extends Pick<PassJobs, "work" | "span" | "total"> {
  readonly list: readonly JobInfo[];
  readonly jobs: ReadonlyMap<number, JobInfo>;
  readonly critical: ReadonlySet<number>;
}

/** The jobs of both passes, and which jobs and scalars belong together. */
export interface JobsRun {
  readonly picture: JobPicture;
  readonly passes: Readonly<Record<Pass, PassRun>>;
  /** By job of the forward pass, those of the reverse pass that resolve its scalars. */
  readonly mirrors: ReadonlyMap<number, readonly number[]>;
  /** By scalar, the job of the forward pass that made it. */
  readonly madeIn: ReadonlyMap<number, number>;
}

/** Jobs of both passes that belong together: those that are chosen, and their mirrors. */
export type Chosen = Readonly<Record<Pass, ReadonlySet<number>>>;

/** Indexes the jobs of a run, so that jobs are found by number, mirror and scalar. */
export function jobsRun(picture: JobPicture): JobsRun {
  const { forward, reverse } = picture;
  const mirrors = new Map<number, number[]>();
  for (const { id, mirrors: own } of reverse.jobs)
    for (const job of own) {
      const list = mirrors.get(job);
      if (list === undefined) mirrors.set(job, [id]);
      else list.push(id);
    }
  const madeIn = new Map<number, number>();
  for (const { id, scalars } of forward.jobs) for (const scalar of scalars) madeIn.set(scalar, id);
  return { picture, passes: { forward: passRun(forward), reverse: passRun(reverse) }, mirrors, madeIn };
}

function passRun({ jobs, critical, work, span, total }: PassJobs): PassRun {
  return {
    list: jobs,
    jobs: new Map(jobs.map((job) => [job.id, job])),
    critical: new Set(critical),
    work,
    span,
    total,
  };
}

/** Some jobs of a pass, with their mirrors. */
export function chosenWith({ passes, mirrors }: JobsRun, pass: Pass, ids: readonly number[]): Chosen {
  // a job that resolves several belongs to the first: the others are definitions, which it resolves at the end
  const forward =
    pass === "forward" ? ids : ids.flatMap((id) => passes.reverse.jobs.get(id)?.mirrors.slice(0, 1) ?? []);
  const reverse = pass === "reverse" ? ids : ids.flatMap((id) => mirrors.get(id) ?? []);
  return { forward: new Set(forward), reverse: new Set(reverse) };
}

/** The job of the forward pass that a job is or mirrors. */
function ownJob(pass: Pass, job: JobInfo): number | undefined {
  return pass === "forward" ? job.id : job.mirrors[0];
}

/** Its letter; a job of the reverse pass that resolves nothing has none. */
export function jobTitle(pass: Pass, job: JobInfo): string {
  const own = ownJob(pass, job);
  return own === undefined ? "·" : jobName(own);
}
