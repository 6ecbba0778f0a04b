// The thread of a derivative's legs: down and up over its rows, lane by lane, with a turn where one ends and the next begins.
import { lastOf, nth } from "../../../../../engine/base/nth.ts";
import { kept } from "../../../../base/kept.ts";
import { between, eased } from "../../../../picture/motion.ts";
import type { Path } from "../../../../picture/path.ts";
import { around } from "../../../../picture/shape.ts";
import { isUp, laneOf } from "../model/lanes.ts";
import type { Score, Timed } from "../model/score.ts";
import type { Moment } from "./moment.ts";
import { laneAt } from "./paper.ts";

/** A leg over some rows: its lane, the wall around its rows, and its beats in order of time. */
interface Thread {
  readonly lane: number;
  readonly wall: number | undefined;
  readonly over: readonly { readonly row: number; readonly timed: Timed }[];
}

/** The legs of a run, by wall and lane. */
const threadsOf = kept(({ legs, timed }: Score): readonly Thread[] => {
  const found = new Map<string, { lane: number; wall: number | undefined; over: { row: number; timed: Timed }[] }>();
  for (const one of timed) {
    const { beat } = one;
    if (beat.tag !== "over") continue;
    const { wall } = nth(legs.rows, beat.row);
    const lane = laneOf(beat.back);
    const key = `${wall} ${lane}`;
    const thread = found.get(key) ?? { lane, wall, over: [] };
    thread.over.push({ row: beat.row, timed: one });
    found.set(key, thread);
  }
  return [...found.values()].sort((a, b) => a.lane - b.lane);
});

/** Draws the threads up to a time; the head of the one that is on its way is an arrow. */
export function drawThreads(moment: Moment): void {
  const { paper, score, t } = moment;
  const { scale, rowHeight, lane: wide } = paper;
  const width = Math.min(9 * scale, wide * 0.1, rowHeight * 0.3);
  const before = new Map<number | undefined, Thread>();
  for (const thread of threadsOf(score)) {
    const last = before.get(thread.wall);
    before.set(thread.wall, thread);
    if (nth(thread.over, 0).timed.from > t) continue;
    if (last !== undefined && thread.wall !== undefined) drawTurn(moment, last, thread, width);
    drawThread(moment, thread, width);
  }
}

/** Where a thread is, from left to right. */
function threadX({ paper, score }: Moment, { lane, over }: Thread): number {
  return laneAt(paper, score.legs, nth(over, 0).row, lane).x - paper.lane * 0.38;
}

const colourOf = ({ lane }: Thread): string => (lane === 0 ? "primal" : "cot");
const keyOf = ({ wall, lane }: Thread): string => `${wall ?? "all"}.${lane}`;

function drawThread(moment: Moment, thread: Thread, width: number): void {
  const { picture, paper, score, t } = moment;
  const { rows } = paper;
  const { lane, wall, over } = thread;
  const [x, key, fill] = [threadX(moment, thread), keyOf(thread), colourOf(thread)];
  for (const [index, { row, timed }] of over.entries()) {
    if (timed.from > t) break;
    const y = nth(rows, row);
    const knot = { r: width / 2, fill, data: { leg: lane, over: row } };
    picture.rect("edge", `knot${key}.${index}`, around(x, y, width, width), knot);
    const next = over[index + 1];
    if (next === undefined || next.timed.from > t || !isNear(score, row, next.row, wall)) continue;
    const { from, to } = next.timed;
    const u = eased(t, { from, to: from + Math.min(MOVES, to - from) });
    const end = between(y, nth(rows, next.row), u);
    const line = around(x, (y + end) / 2, width, Math.abs(end - y));
    picture.rect("edge", `thread${key}.${index}`, line, { fill, opacity: 0.75 });
    if (u < 1) drawArrow(moment, x, end, nth(rows, next.row) > y, fill, width);
  }
}

/** Milliseconds in which a thread goes on by a row. */
const MOVES = 240;

/** Whether no other derivative lies between two rows of one. */
function isNear({ legs }: Score, a: number, b: number, wall: number | undefined): boolean {
  return legs.rows.slice(Math.min(a, b), Math.max(a, b)).every((row) => row.wall === wall);
}

function drawArrow({ picture }: Moment, x: number, y: number, isDown: boolean, fill: string, width: number): void {
  const [w, h] = [width * 1.1, isDown ? width * 1.4 : -width * 1.4];
  picture.path("top", "arrow", { path: [["M", x - w, 0], ["h", 2 * w], ["l", -w, h], ["z"]], dy: y, fill });
}

/** Draws the turn from one lane to the next, below the rows of a wall or above them; over rows at the ends over which nothing came, it is dotted. */
function drawTurn(moment: Moment, from: Thread, to: Thread, width: number): void {
  const { picture, paper, score } = moment;
  const { rows, rowHeight } = paper;
  const own = [...score.legs.rows.keys()].filter((row) => nth(score.legs.rows, row).wall === from.wall);
  const isLow = !isUp(from.lane);
  const y = nth(rows, isLow ? lastOf(own) : nth(own, 0));
  const deep = (isLow ? 1 : -1) * rowHeight * 0.85;
  const [x0, x1] = [threadX(moment, from), threadX(moment, to)];
  const path: Path = [
    ["M", x0, 0],
    ["C", x0, deep, x1, deep, x1, 0],
  ];
  const look = {
    fill: "none",
    stroke: "cot",
    width: width * 0.8,
    opacity: 0.6,
    data: { turn: isLow ? "low" : "high" },
  };
  picture.path("edge", `turn${keyOf(to)}`, { path, dy: y, ...look });
  for (const [x, row] of [[x0, lastOf(from.over).row] as const, [x1, nth(to.over, 0).row] as const]) {
    const idle: Path = [
      ["M", x, y],
      ["V", nth(rows, row)],
    ];
    if (nth(rows, row) !== y) picture.line("edge", `idle${keyOf(to)}.${x}`, idle, "cot", width * 0.5, { dash: "3 5" });
  }
}
