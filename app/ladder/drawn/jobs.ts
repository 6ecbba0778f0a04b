// The jobs of a rung that keeps the parallelism of the program: a band behind the scalars that each has made, with its own cells, and
// lines from each to those that it forked, or that went on when it had ended.
import { jobName } from "../../../engine/graphs/jobs.ts";
import type { CompoundIds } from "../../../engine/score/performance.ts";
import { type Curve, curvePath } from "../../film/model/motion.ts";
import { n } from "../../film/model/shape.ts";
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
  drawFollowing(moment, ids, top, opacity);
}

/**
 * Lines over the bands, from jobs to those that follow them. Where several jobs have to end before several others begin, the lines
 * meet in a knot between them.
 */
function drawFollowing({ paper, picture }: LadderMoment, ids: CompoundIds, top: number, opacity: number): void {
  const { size, scale, x, w } = paper;
  const bands = stretches(ids.job);
  const [first, last] = [new Map<number, Stretch>(), new Map<number, Stretch>()];
  for (const band of bands) {
    if (!first.has(band.job)) first.set(band.job, band);
    last.set(band.job, band);
  }
  const start = ({ from }: Stretch): number => x[from]! - w[from]! / 2;
  const end = ({ to }: Stretch): number => x[to]! + w[to]! / 2;
  const middle = (band: Stretch): number => (start(band) + end(band)) / 2;
  const high = top - size * 0.95;
  const tip = size * 0.28;
  const line = (key: string, curve: Curve, data: Readonly<Record<string, number>>): void =>
    picture.path("edge", key, { d: curvePath(curve), stroke: "job", width: 1.6 * scale, opacity, data });
  const arrow = (key: string, at: number): void =>
    picture.path("edge", `${key} tip`, {
      d: `M${n(at)} ${n(top)}l${n(-tip)} ${n(-tip * 1.7)}h${n(tip * 2)}z`,
      fill: "job",
      opacity,
    });
  for (const { before, after } of knotsOf(madeFollowing(ids, new Set(first.keys())))) {
    const [from, to] = [before.map((job) => last.get(job)!), after.map((job) => first.get(job)!)];
    const key = `jobs ${before.join(" ")} > ${after.join(" ")}`;
    if (before.length === 1 || after.length === 1) {
      for (const one of from)
        for (const other of to) {
          const [a, b] = [middle(one), middle(other)];
          const curve: Curve = [
            [a, top],
            [a, high - size * 0.4],
            [b, high - size * 0.4],
            [b, top - tip],
          ];
          line(`${key} ${one.job} ${other.job}`, curve, { before: one.job, after: other.job });
        }
    } else {
      const knot = (Math.max(...from.map(end)) + Math.min(...to.map(start))) / 2;
      for (const one of from) {
        const a = middle(one);
        line(
          `${key} ${one.job}`,
          [
            [a, top],
            [a, high],
            [a, high],
            [knot, high],
          ],
          { before: one.job },
        );
      }
      for (const other of to) {
        const b = middle(other);
        line(
          `${key} > ${other.job}`,
          [
            [knot, high],
            [b, high],
            [b, high],
            [b, top - tip],
          ],
          { after: other.job },
        );
      }
      const r = size * 0.26;
      picture.rect("edge", `${key} knot`, { x: knot - r, y: high - r, w: 2 * r, h: 2 * r, r, fill: "job", opacity });
    }
    for (const other of to) arrow(`${key} ${other.job}`, middle(other));
  }
}

/** Jobs that all have to end before each of some others begins. */
interface Knot {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Jobs that the same others follow, together. */
export function knotsOf(follows: CompoundIds["follows"]): readonly Knot[] {
  const after = new Map<number, number[]>();
  for (const [one, other] of follows) after.set(one, [...(after.get(one) ?? []), other]);
  const knots = new Map<string, { readonly before: number[]; readonly after: readonly number[] }>();
  for (const [one, others] of after) {
    const key = [...others].sort((a, b) => a - b).join(" ");
    const known = knots.get(key);
    if (known === undefined) knots.set(key, { before: [one], after: others });
    else known.before.push(one);
  }
  return [...knots.values()];
}

/** Which jobs that made scalars follow which, in the order of the run. */
export function madeFollowing(
  { follows }: Pick<CompoundIds, "follows">,
  made: ReadonlySet<number>,
): readonly (readonly [before: number, after: number])[] {
  const next = new Map<number, number[]>();
  for (const [before, after] of follows) next.set(before, [...(next.get(before) ?? []), after]);
  return [...made].flatMap((before) => {
    const found = new Set(next.get(before));
    // a set grows while it is gone through
    for (const job of found) if (!made.has(job)) for (const after of next.get(job) ?? []) found.add(after);
    return [...found].filter((job) => made.has(job)).map((after) => [before, after] as const);
  });
}

/** The compound ID of a scalar at a rung that has jobs: the job, and the place there; undefined at others. */
export function compoundId({ performance: { ids } }: LadderRung, number: number): string | undefined {
  return ids === undefined ? undefined : `⟨${jobName(ids.job[number]!)},${ids.place[number]!}⟩`;
}
