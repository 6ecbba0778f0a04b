// The jobs of a rung that keeps the parallelism of the program: a band behind the scalars that each has made, with its own cells, and
// the graph of jobs: lines lead from each to those that it forked, or that went on when it had ended.

import { t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import { jobName } from "../../../engine/graphs/jobs.ts";
import { linked, type Point } from "../../picture/motion.ts";
import { strong } from "../../picture/parts.ts";
import { runsOf } from "../../picture/path.ts";
import { around, soft } from "../../picture/shape.ts";
import type { JobColumns, LadderRung } from "../model/ladder.ts";
import { type LadderMoment, presence } from "./moment.ts";
import { besideAsked } from "./work.ts";

const hasJobs = ({ replayOrder }: LadderRung): boolean => replayOrder.ids !== undefined;

/** Draws the bands; nothing where neither rung has jobs. */
export function drawJobs(moment: LadderMoment): void {
  const { paper, picture, from, to } = moment;
  const opacity = presence(moment, hasJobs);
  const ids = to.replayOrder.ids ?? from.replayOrder.ids;
  if (ids === undefined || opacity < 0.02) return;
  const { size, scale } = paper;
  // between the rows of waiting sums and of scalars there is room for names
  const top = paper.tapeY - size * 0.85;
  const bottom = paper.idY + size * 0.62;
  const look = { r: 6 * scale, ...soft("job", 1.2 * scale), opacity };
  const runs = runsOf(ids.job.length, (a, b) => ids.job[a] === ids.job[b]);
  for (const [index, [first, end]] of runs.entries()) {
    const job = nth(ids.job, first);
    const left = nth(paper.x, first) - nth(paper.w, first) / 2 + 1.5 * scale;
    const w = nth(paper.x, end - 1) + nth(paper.w, end - 1) / 2 - 1.5 * scale - left;
    picture.rect("ground", `job ${index}`, [left, top, w, bottom - top], { ...look, data: { job } });
    const [at, letters] = [[left + w / 2, paper.tapeY] as const, Math.max(paper.least, size * 1.2)];
    picture.write("top", `job ${index}t`, at, [strong(jobName(job), "job")], letters, { opacity });
  }
  drawGraph(moment, hasJobs(to) ? to : from, opacity);
}

/** Letters of a column and of a row of the graph, and of its smallest room. */
const COLUMN = 5;
const ROW = 2.1;
const LEAST = { w: 14, h: 5 } as const;

/** The graph of jobs, from left to right, where the paper has room for it: forks, joins, and knots where several wait for several. */
function drawGraph(moment: LadderMoment, rung: LadderRung, opacity: number): void {
  const { paper, picture } = moment;
  const { size, scale } = paper;
  const room = besideAsked(moment, rung);
  if (room === undefined) return;
  const [left, top, wide, high] = room;
  if (wide < LEAST.w * size || high < LEAST.h * size) return;
  const graph = present(rung.jobs);
  const most = Math.max(...graph.columns.map(({ length }) => length));
  const head = size * 1.4;
  const column = Math.min(COLUMN * size, wide / graph.columns.length);
  const row = Math.min(ROW * size, (high - head) / most);
  // smaller, its letters could not be read
  if (row < paper.least * 1.1 || column < size * 2.4) return;
  const middle = top + head + (row * most) / 2;
  const placeOf = (at: number, index: number, of: number): Point => [
    left + column * (at + 0.5),
    middle + row * (index - (of - 1) / 2),
  ];
  const places = new Map(
    graph.columns.flatMap((jobs, at) => jobs.map((job, index) => [job, placeOf(at, index, jobs.length)] as const)),
  );
  const words = [left + column / 2 - size, top + size * 0.5] as const;
  picture.say("label", "jobs words", words, t`Jobs: forks and joins`, "ink-2", paper.small, { opacity });
  const [w, h] = [Math.min(size * 2, column * 0.6), Math.min(size * 1.7, row * 0.84)];
  drawKnots(moment, graph, places, w, opacity);
  const letters = Math.max(paper.least, Math.min(size, h * 0.8));
  const look = { r: 5 * scale, ...soft("job", 1.2 * scale), opacity };
  for (const [job, [x, y]] of places) {
    const name = [strong(jobName(job), "job")];
    picture.box("token", "job node ", job, around(x, y, w, h), { ...look, data: { node: job } }, name, letters);
  }
}

/** Draws the lines of a graph of jobs, whose boxes are `w` wide. */
function drawKnots(
  { picture, paper: { size, scale } }: LadderMoment,
  graph: JobColumns,
  places: ReadonlyMap<number, Point>,
  w: number,
  opacity: number,
): void {
  const line = (key: string, from: Point, to: Point, data: Readonly<Record<string, number>>): void =>
    picture.line("edge", key, linked(from, to), "job", 1.5 * scale, { opacity, data });
  const right = ([x, y]: Point): Point => [x + w / 2, y];
  const left = ([x, y]: Point): Point => [x - w / 2, y];
  for (const { before, after } of graph.knots) {
    const [from, to] = [before.map((job) => present(places.get(job))), after.map((job) => present(places.get(job)))];
    const key = `jobs ${before.join(" ")} > ${after.join(" ")}`;
    if (before.length === 1 || after.length === 1) {
      for (const [a, one] of from.entries())
        for (const [b, other] of to.entries())
          line(`${key} ${a} ${b}`, right(one), left(other), { before: nth(before, a), after: nth(after, b) });
      continue;
    }
    const x = (Math.max(...from.map(([one]) => one)) + Math.min(...to.map(([one]) => one))) / 2;
    const ys = [...from, ...to].map(([, y]) => y);
    const knot: Point = [x, (Math.min(...ys) + Math.max(...ys)) / 2];
    for (const [a, one] of from.entries()) line(`${key} ${a}`, right(one), knot, { before: nth(before, a) });
    for (const [b, other] of to.entries()) line(`${key} > ${b}`, knot, left(other), { after: nth(after, b) });
    const r = size * 0.24;
    picture.rect("token", `${key} knot`, around(...knot, 2 * r, 2 * r), { r, fill: "job", opacity });
  }
}

/** The compound ID of a scalar at a rung that has jobs: the job, and the place there; undefined at others. */
export function compoundId({ replayOrder: { ids } }: LadderRung, number: number): string | undefined {
  return ids === undefined ? undefined : `⟨${jobName(nth(ids.job, number))},${nth(ids.place, number)}⟩`;
}
