// The fork/join graph of one pass at a time: filled boxes are done, dashed ones wait, a ring is around those that run.

import { t } from "@lingui/core/macro";
import { nth, present } from "../../../engine/base/nth.ts";
import { linked } from "../../picture/motion.ts";
import { upright } from "../../picture/path.ts";
import { around, type Colour } from "../../picture/shape.ts";
import { grouped } from "../../words/numbers.ts";
import type { GraphNode, GraphSide } from "../model/graph.ts";
import { middleOf } from "../model/paper.ts";
import { jobTitle, type Pass } from "../model/run.ts";
import { doingAt } from "../model/timing.ts";
import type { JobsMoment } from "./moment.ts";

/** Done jobs. */
export const DONE: Colour = { mix: ["job", "job-soft"], part: 24 };

/** Chosen jobs, not done. */
export const LIT: Colour = { mix: ["lit", "surface"], part: 40 };
/** Chosen jobs, when done. */
export const LIT_DONE: Colour = { mix: ["lit", "job"], part: 82 };

/** Progress of a box's jobs: how much of them is done, and whether one runs. */
interface NodeDoing {
  readonly done: number;
  readonly runs: boolean;
}

/** Draws the fork/join graph of one pass at the time of the moment. */
export function drawGraph(moment: JobsMoment, pass: Pass): void {
  const side = moment.paper.graph[pass];
  const doing = side.nodes.map((node) => doingOf(moment, pass, node));
  const costs = costSize(moment);
  drawHead(moment, pass, costs !== undefined);
  drawEdges(moment, pass, side, doing);
  side.nodes.forEach((node, place) => {
    drawNode(moment, pass, node, nth(doing, place), costs);
  });
  if (pass === "reverse") drawTurn(moment);
}

function doingOf({ timing, t: now }: JobsMoment, pass: Pass, { jobs }: GraphNode): NodeDoing {
  let done = 0;
  let runs = false;
  for (const job of jobs) {
    const doing = doingAt(timing, pass, job, now);
    if (doing.tag === "done") done++;
    if (doing.tag === "runs") {
      done += doing.part;
      runs = true;
    }
  }
  return { done: jobs.length === 0 ? 0 : done / jobs.length, runs };
}

function drawHead({ paper, picture }: JobsMoment, pass: Pass, hasCosts: boolean): void {
  const { sides, letters, isStacked } = paper;
  const { left, right, top } = sides[pass];
  const isLeft = pass === "forward" || isStacked;
  const title = pass === "forward" ? t`Forward` : t`Reverse`;
  const shape = pass === "forward" ? t`forks, then joins` : t`forks where it joined`;
  const says = hasCosts && !isStacked && pass === "forward" ? t`${shape}; letter and counted cost` : shape;
  const bold = { text: title, bold: true };
  const note = { text: isLeft ? `  ${says}` : `${says}  `, colour: "ink-2" };
  picture.write(
    "label",
    `${pass} head`,
    [isLeft ? left : right, top - letters],
    isLeft ? [bold, note] : [note, bold],
    letters * 1.1,
    { font: "prose", anchor: isLeft ? "start" : "end" },
  );
}

function drawEdges(moment: JobsMoment, pass: Pass, { nodes, edges }: GraphSide, doing: readonly NodeDoing[]): void {
  const { paper, picture } = moment;
  const half = paper.box.width / 2;
  const isSmall = paper.box.height < paper.letters;
  for (const { from, to, isCritical } of edges) {
    const [a, b] = [middleOf(paper, pass, nth(nodes, from)), middleOf(paper, pass, nth(nodes, to))];
    const waits = nth(doing, to).done === 0 && !nth(doing, to).runs;
    const [start, end] = [a.x + half, b.x - half - (isSmall ? 0 : 5)];
    picture.line(
      "edge",
      `${pass} ${nth(nodes, from).key}>${nth(nodes, to).key}`,
      linked([start, a.y], [end, b.y]),
      "job",
      isCritical ? 3.5 : 1.4,
      {
        opacity: isCritical ? 1 : isSmall ? 0.5 : 0.75,
        ...(waits && !isSmall && { dash: isCritical ? "7 4" : "4 4" }),
        ...(isCritical && { data: { critical: pass } }),
      },
    );
    if (isSmall) continue;
    const [x, y] = [Math.round(b.x - half), Math.round(b.y * 10) / 10];
    const tip = isCritical ? 5 : 3.5;
    picture.path("edge", `${pass} ${nth(nodes, from).key}>${nth(nodes, to).key} tip`, {
      path: [["M", x, y], ["l", -7, -tip], ["v", 2 * tip], ["z"]],
      fill: "job",
    });
  }
}

function drawNode(
  moment: JobsMoment,
  pass: Pass,
  node: GraphNode,
  { done, runs }: NodeDoing,
  costs: number | undefined,
): void {
  const { paper, picture, chosen } = moment;
  const { x, y } = middleOf(paper, pass, node);
  const { width: w, height: h } = paper.box;
  const key = `${pass} ${node.key}`;
  const isLit = chosen !== undefined && node.jobs.some((job) => chosen[pass].has(job));
  const r = Math.min(7, h / 4);
  const isDone = done >= 1;
  const waits = done === 0 && !runs;
  const isBundle = node.jobs.length > 1;
  const behind = { r, fill: "paper", stroke: "job", width: 1, opacity: 0.7 };
  if (isBundle) picture.rect("label", `${key} behind`, around(x + 3, y + 3, w, h), behind);
  picture.rect("node", key, around(x, y, w, h), {
    r,
    fill: isLit ? (isDone ? LIT_DONE : LIT) : isDone ? DONE : "surface",
    stroke: isLit ? "lit-line" : "job",
    width: isLit ? 3 : node.isCritical ? 3 : 1.4,
    ...(waits && { dash: h < 10 ? "2 2" : "4 3" }),
    data: {
      node: key,
      pass,
      jobs: node.jobs.length,
      job: nth(node.jobs, 0),
      state: isDone ? "done" : waits ? "waits" : "runs",
      ...(isLit && { lit: "" }),
    },
  });
  // progress: from the left, as the time runs
  const [isFilled, wide] = [isBundle || h < 20, (w - 4) * done];
  const part = [x - w / 2 + 2, isFilled ? y - h / 2 + 2 : y + h / 2 - 7, wide, isFilled ? h - 4 : 5] as const;
  if (!waits && !isDone) picture.rect("node", `${key} part`, part, { r: 2, fill: isFilled ? DONE : "job" });
  const ring = { r: r + 3, fill: "none", stroke: "cot", width: h < 14 ? 2 : 3 };
  if (runs) picture.rect("token", `${key} ring`, around(x, y, w + 8, h + 8), ring);
  // the chosen box has an outline, too
  const outline = { r: r + 5, fill: "none", stroke: "ink", width: 2 };
  if (isLit) picture.rect("token", `${key} lit`, around(x, y, w + 14, h + 14), outline);
  drawLabel(moment, pass, node, costs);
}

function drawLabel({ run, paper, picture }: JobsMoment, pass: Pass, node: GraphNode, costs: number | undefined): void {
  const { letters, box } = paper;
  const job = present(run.passes[pass].jobs.get(nth(node.jobs, 0)));
  const isBundle = node.jobs.length > 1;
  const count = grouped(node.jobs.length);
  const name = isBundle ? `×${count}` : jobTitle(pass, job);
  const alone = Math.min(letters * 1.1, box.height * 0.62, (box.width - 4) / (name.length * UI_LETTER));
  const hasCost = !isBundle && costs !== undefined;
  const size = hasCost ? costs : alone;
  if (size < LEAST) return;
  const { x, y } = middleOf(paper, pass, node);
  const parts = [
    { text: name, colour: "job", bold: true },
    ...(hasCost ? [{ text: `  ${grouped(job.cost)}`, colour: "ink-2" }] : []),
  ];
  picture.write("top", `${pass} ${node.key}`, [x, y - (box.height >= 26 ? 1 : 0)], parts, size, {
    font: "ui",
    isName: true,
  });
}

/** Letters of the font of the page are about this wide, in letters of height; smaller ones than these cannot be read. */
const UI_LETTER = 0.64;
const LEAST = 9;

/** The size at which the name and the cost of every box have room; undefined where that is too small, and costs stand in no box. */
function costSize({ run, paper }: JobsMoment): number | undefined {
  const { letters, box, graph } = paper;
  let longest = 0;
  for (const pass of ["forward", "reverse"] as const)
    for (const { jobs } of graph[pass].nodes) {
      const job = present(run.passes[pass].jobs.get(nth(jobs, 0)));
      if (jobs.length === 1)
        longest = Math.max(longest, jobTitle(pass, job).length + grouped(Math.round(job.cost)).length + 1.5);
    }
  const size = Math.min(letters * 1.1, box.height * 0.62, (box.width - 6) / (longest * UI_LETTER));
  return size < 0.82 * letters ? undefined : size;
}

/** The axis, and the cotangent that enters the reverse pass. */
function drawTurn({ paper, picture, timing, t: now }: JobsMoment): void {
  const { axis, sides, chart, isStacked, letters } = paper;
  const above = isStacked ? [] : upright(axis, 4, sides.forward.bottom);
  picture.line("ground", "axis", [...above, ...upright(axis, chart.top - 4, chart.bottom)], "cot", 1.5, {
    dash: "2 5",
    opacity: 0.8,
  });
  if (isStacked) return;
  const { top: from, bottom } = sides.forward;
  const size = letters;
  picture.flag("top", "turn", "1.0", {
    x: axis - size * 1.7,
    y: (from + bottom) / 2,
    size,
    isLit: now >= timing.forward.end,
    opacity: now >= timing.forward.end ? 1 : 0.45,
  });
}
