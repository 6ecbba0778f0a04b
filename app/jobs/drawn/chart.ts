// The charts of both passes: a lane for each worker that has something to do, one scale of time, mirrored about the turn; and the play
// head in them.

import { plural, t } from "@lingui/core/macro";
import { scaleLinear } from "d3-scale";
import { present } from "../../../engine/base/nth.ts";
import { level, upright } from "../../picture/path.ts";
import type { Colour, Picture } from "../../picture/shape.ts";
import { grouped } from "../../words/numbers.ts";
import type { JobsPaper } from "../model/paper.ts";
import { jobTitle, type Pass } from "../model/run.ts";
import type { Timed, Timing } from "../model/timing.ts";
import { DONE, LIT, LIT_DONE } from "./graph.ts";
import type { JobsMoment } from "./moment.ts";

/** Pixels for a unit of time: both passes fit on their sides. */
export function scaleOf({ chart, axis }: JobsPaper, { forward, reverse }: Timing): number {
  const longest = Math.max(
    forward.end,
    reverse.end,
    forward.bounds?.most ?? 0,
    reverse.bounds?.most ?? 0,
    Number.MIN_VALUE,
  );
  return Math.min(axis - chart.left, chart.right - axis) / (longest * 1.02);
}

/** The place of a time of a pass: the forward pass ends at the axis, and the reverse pass begins there. */
export function across(paper: JobsPaper, timing: Timing, pass: Pass, time: number): number {
  const scale = scaleOf(paper, timing);
  return pass === "forward" ? paper.axis - (timing.forward.end - time) * scale : paper.axis + time * scale;
}

/** The time of both passes at a place of the charts. */
export function timeAcross(paper: JobsPaper, timing: Timing, x: number): number {
  const time = timing.forward.end + (x - paper.axis) / scaleOf(paper, timing);
  return Math.max(0, Math.min(timing.end, time));
}

/** Draws the charts of both passes on one scale of time, with a lane for each worker and the play head. */
export function drawChart(moment: JobsMoment): void {
  const { paper, picture, timing } = moment;
  const lanes = Math.max(1, timing.forward.lanes, timing.reverse.lanes);
  const { top, bottom } = paper.chart;
  const lane = Math.min(paper.letters * 4.5, (bottom - top) / lanes);
  const base = top + lane * lanes;
  drawTitle(moment, lanes);
  drawTicks(moment, base);
  for (let worker = 0; worker < lanes; worker++) {
    const y = top + (worker + 0.5) * lane;
    if (lane >= 8)
      picture.line(
        "ground",
        `lane ${worker}`,
        level(across(paper, timing, "forward", 0), across(paper, timing, "reverse", timing.reverse.end), y),
        "line-strong",
        1,
        { dash: "1.5 5" },
      );
    if (lane >= paper.letters)
      picture.say("label", `lane ${worker}`, [0, y], `w${worker + 1}`, "ink-2", Math.min(paper.letters, lane * 0.7), {
        isName: true,
      });
  }
  drawSlots(moment, "forward", lane);
  drawSlots(moment, "reverse", lane);
  drawHead(moment, base);
}

function drawTitle({ paper, picture, timing }: JobsMoment, lanes: number): void {
  const { workers } = timing;
  const { isStacked } = paper;
  const unused = workers - lanes;
  const title = plural(workers, { one: `${workers} worker`, other: `${workers} workers` });
  const idle = plural(unused, { one: `${unused} is never used`, other: `${unused} are never used` });
  picture.write(
    "label",
    "chart head",
    [0, paper.chart.top - paper.letters * 1.5],
    [
      { text: title, bold: true },
      ...(unused > 0 ? [{ text: `  ${idle}`, colour: "ink-2" }] : []),
      ...(isStacked
        ? []
        : [{ text: `   ${t`solid line: T∞; grey: Brent’s bounds; tick: this schedule`}`, colour: "ink-2" }]),
    ],
    paper.letters * 1.1,
    { font: "prose", anchor: "start" },
  );
}

/** The time, counted from the turn to either side. */
function drawTicks({ paper, picture, timing }: JobsMoment, base: number): void {
  const { letters, axis, chart, isStacked } = paper;
  const longest = (axis - chart.left) / scaleOf(paper, timing);
  const size = letters * 0.86;
  const label = (key: string, x: number, text: string): void =>
    picture.say("label", `tick ${key}`, [x, base + size * 0.9], text, "ink-2", size, { anchor: "middle" });
  // as many as have room beside each other, and beside the turn
  const wide = (text: string): number => text.length * size * TICK_LETTER;
  const turn = t`the turn`;
  const ticks =
    [isStacked ? 2 : 4, 2, 1]
      .map((count) =>
        scaleLinear()
          .domain([0, longest])
          .ticks(count)
          .filter((tick) => tick > 0),
      )
      .find((some) => {
        const gap = ((some[0] ?? 0) * (axis - chart.left)) / longest;
        return gap > Math.max(...some.map((tick) => wide(grouped(tick))), wide(turn)) + size / 2;
      }) ?? [];
  for (const tick of ticks)
    for (const [side, sign] of [
      ["f", -1],
      ["r", 1],
    ] as const) {
      const x = axis + (sign * tick * (axis - chart.left)) / longest;
      picture.line("ground", `tick ${side}${tick}`, upright(x, chart.top, base), "line", 1);
      label(`${side}${tick}`, x, grouped(tick));
    }
  label("turn", axis, turn);
}

/** Letters of the font of the page are about this wide, in letters of height. */
const TICK_LETTER = 0.6;

/** Fill without room for an outline: darker when done. */
const SMALL_DONE: Colour = { mix: ["job", "job-soft"], part: 60 };
const SMALL_WAITS: Colour = { mix: ["job", "surface"], part: 16 };

/** Narrower slots are drawn with their neighbours. */
const NARROW = 1.4;

/** A stretch of a lane that is one box: a job, or neighbours that are too narrow for boxes of their own. */
interface Stretch {
  readonly first: Timed;
  start: number;
  end: number;
  count: number;
}

function drawSlots(moment: JobsMoment, pass: Pass, lane: number): void {
  const { run, paper, picture, timing, t: now, chosen } = moment;
  const scale = scaleOf(paper, timing);
  const turn = pass === "forward" ? 0 : timing.forward.end;
  const gap = lane > 14 ? 4 : lane > 6 ? 1.5 : 0;
  const { critical, jobs } = run.passes[pass];
  const isLit = (slot: Timed): boolean => chosen?.[pass].has(slot.job) === true;
  for (const { first, start, end, count } of stretches(timing[pass].slots, scale)) {
    const x = across(paper, timing, pass, start);
    const w = Math.max(NARROW / 2, (end - start) * scale - (gap > 0 ? 1.5 : 0));
    const y = paper.chart.top + first.worker * lane + gap / 2;
    const h = Math.max(1.5, lane - gap);
    const key = `${pass} slot ${first.job}`;
    const part = Math.max(0, Math.min(1, (now - turn - start) / Math.max(end - start, Number.MIN_VALUE)));
    const waits = now < turn + start;
    const isDone = now >= turn + end;
    const r = Math.min(5, h / 3, w / 3);
    const isCritical = count === 1 && critical.has(first.job);
    const isBox = w > 9 && h > 6;
    const lit = count === 1 && isLit(first);
    picture.rect("node", key, [x, y, w, h], {
      r,
      fill: lit ? (isDone ? LIT_DONE : LIT) : isBox ? (isDone ? DONE : "surface") : isDone ? SMALL_DONE : SMALL_WAITS,
      ...(isBox && {
        stroke: lit ? "lit-line" : "job",
        width: lit || isCritical ? Math.min(3, h / 3) : 1.1,
        ...(waits && { dash: "4 3" }),
      }),
      data: {
        slot: pass,
        pass,
        jobs: count,
        job: first.job,
        state: isDone ? "done" : waits ? "waits" : "runs",
        ...(lit && { lit: "" }),
      },
    });
    if (!waits && !isDone) drawRunning(picture, key, { x, y, w, h, r }, part, isBox, lit);
    if (lit)
      picture.rect("token", `${key} lit`, [x - 3, y - 3, w + 6, h + 6], {
        r: r + 2,
        fill: "none",
        stroke: "ink",
        width: 2,
      });
    const size = Math.min(paper.letters * 1.25, h * 0.7);
    const title = jobTitle(pass, present(jobs.get(first.job)));
    if (count === 1 && size >= 9 && title.length * size * 0.6 < w - 3)
      picture.write("token", key, [x + w / 2, y + h / 2], [{ text: title, colour: "job", bold: true }], size, {
        font: "ui",
        isName: true,
      });
  }
  if (chosen !== undefined && chosen[pass].size <= MOST_WAITING) drawWaiting(moment, pass, lane, gap);
}

interface Slot {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly r: number;
}

/** Draws the part of a running job that is done, and a ring around the job. */
function drawRunning(
  picture: Picture,
  key: string,
  { x, y, w, h, r }: Slot,
  part: number,
  isBox: boolean,
  lit: boolean,
): void {
  picture.rect("node", `${key} part`, [x, y, w * part, h], {
    r,
    fill: isBox ? DONE : SMALL_DONE,
    ...(lit && { opacity: 0.6 }),
  });
  picture.rect("token", `${key} ring`, [x - 1, y - 1, w + 2, h + 2], {
    r,
    fill: "none",
    stroke: "cot",
    width: h > 10 ? 3 : 1.5,
  });
}

/** Jobs that are chosen of which one sees how long they waited. */
const MOST_WAITING = 8;

/** From when a chosen job was ready to where it found a worker. */
function drawWaiting({ run, paper, picture, timing, chosen }: JobsMoment, pass: Pass, lane: number, gap: number): void {
  for (const id of present(chosen)[pass]) {
    const slot = timing[pass].byJob.get(id);
    const job = run.passes[pass].jobs.get(id);
    if (slot === undefined || job === undefined) continue;
    const ready = job.after.reduce((latest, one) => Math.max(latest, timing[pass].byJob.get(one)?.end ?? 0), 0);
    const [from, to] = [across(paper, timing, pass, ready), across(paper, timing, pass, slot.start)];
    if (to - from < 2) continue;
    const y = paper.chart.top + slot.worker * lane + gap / 2 + (lane - gap) / 2;
    picture.line(
      "top",
      `${pass} waited ${id}`,
      [...upright(from, y - 4, y + 4), ...level(from, to, y)],
      "lit-line",
      2,
      { dash: "3 3" },
    );
  }
}

/** The slots of each lane; too narrow neighbours are joined. */
function stretches(slots: readonly Timed[], scale: number): readonly Stretch[] {
  const lanes = new Map<number, Stretch>();
  const found: Stretch[] = [];
  for (const slot of slots) {
    const { worker, start, end } = slot;
    const last = lanes.get(worker);
    const isNarrow = (one: number): boolean => one * scale < NARROW;
    if (
      last !== undefined &&
      isNarrow(end - start) &&
      isNarrow(start - last.end) &&
      (last.count > 1 || isNarrow(last.end - last.start)) &&
      last.count < MOST_TOGETHER
    ) {
      last.end = Math.max(last.end, end);
      last.count++;
      continue;
    }
    const stretch = { first: slot, start, end, count: 1 };
    lanes.set(worker, stretch);
    found.push(stretch);
  }
  return found;
}

/** Narrow neighbours that stand in one box, at most: with more, the head would stand still for too long. */
const MOST_TOGETHER = 64;

function drawHead({ paper, picture, timing, t: now }: JobsMoment, base: number): void {
  const x =
    timing.forward.end === 0 && now === 0
      ? paper.axis
      : paper.axis + (now - timing.forward.end) * scaleOf(paper, timing);
  const top = paper.chart.top - 8;
  picture.line("top", "head", upright(x, top, base + 4), "ink", 2.5, { data: { head: "" } });
  picture.path("top", "head grip", { path: [["M", x - 7, top - 4], ["h", 14], ["l", -7, 10], ["z"]], fill: "ink" });
}
