// The jobs of a rung that keeps the parallelism of the program: a band behind the scalars that each has made, with its own cells.
import { jobName } from "../../../engine/graphs/jobs.ts";
import type { LadderRung } from "../model/ladder.ts";
import { type LadderMoment, presence } from "./moment.ts";

const hasJobs = ({ performance }: LadderRung): boolean => performance.ids !== undefined;

/** Scalars in a row of which one job has made all. */
interface Stretch {
  readonly job: number;
  readonly from: number;
  readonly to: number;
}

/** The scalars of a run in their order, cut where another job goes on. */
function stretches(job: Int32Array): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const [number, one] of job.entries()) {
    const last = found.at(-1);
    if (last?.job === one) found[found.length - 1] = { ...last, to: number };
    else found.push({ job: one, from: number, to: number });
  }
  return found;
}

/** Draws the bands; nothing where neither rung has jobs. */
export function drawJobs(moment: LadderMoment): void {
  const { paper, picture, from, to } = moment;
  const opacity = presence(moment, hasJobs);
  const ids = to.performance.ids ?? from.performance.ids;
  if (ids === undefined || opacity < 0.02) return;
  const { size, scale } = paper;
  // between the row of what waits and that of the scalars there is room for names
  const top = paper.tapeY - size * 0.85;
  const bottom = paper.idY + size * 0.62;
  for (const [index, { job, from: first, to: last }] of stretches(ids.job).entries()) {
    const left = paper.x[first]! - paper.w[first]! / 2 + 1.5 * scale;
    const w = paper.x[last]! + paper.w[last]! / 2 - 1.5 * scale - left;
    picture.rect("ground", `job ${index}`, {
      x: left,
      y: top,
      w,
      h: bottom - top,
      r: 6 * scale,
      fill: "job-soft",
      stroke: "job",
      width: 1.2 * scale,
      opacity,
      data: { job },
    });
    picture.text("top", `job ${index}t`, {
      x: left + w / 2,
      y: paper.tapeY,
      parts: [{ text: jobName(job), colour: "job", bold: true }],
      size: Math.max(paper.least, size * 1.2),
      font: "code",
      anchor: "middle",
      opacity,
    });
  }
}

/** The compound ID of a scalar at a rung that has jobs: the job, and the place there; undefined at others. */
export function compoundId({ performance: { ids } }: LadderRung, number: number): string | undefined {
  return ids === undefined ? undefined : `⟨${jobName(ids.job[number]!)},${ids.place[number]!}⟩`;
}
