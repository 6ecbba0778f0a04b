// The picture of a large run at a time: a function of its animation, the paper and the time. Quantity is area: of waiting and called cotangents
// in each row of pixels, and of the calls of a tree; all calls have one measure. Edges are gathered into bundles.

import { plural, t as text } from "@lingui/core/macro";
import { scaleLinear } from "d3-scale";
import { callsAt, type FarAnimation, type FarColumn, madeAt } from "../../../engine/animation/far.ts";
import { nth } from "../../../engine/base/nth.ts";
import { kept } from "../../base/kept.ts";
import { bundlesOf } from "../../exploration/drawn/bundles.ts";
import { strong } from "../../picture/parts.ts";
import { level, type Path } from "../../picture/path.ts";
import { Picture, type Shape, UI_LINE } from "../../picture/shape.ts";
import { leaderIn } from "../../playback/model/far.ts";
import { grouped } from "../../words/numbers.ts";
import { drawCode } from "./code.ts";
import { type FarMoment, head, SMALLER } from "./frame.ts";
import { type FarPaper, type FarPlace, rowOf } from "./paper.ts";
import { drawRowBars } from "./row-bars.ts";
import { drawWaiting } from "./waiting.ts";

/** In pixels on paper of scale 1: numbers beside rows, words and bundles beside the edges of a column, and lines. */
const PX = { beside: 8, right: 14, left: 16, sides: 34, shortest: 10, thinnest: 0.6, thickest: 9, sweep: 1.6 };
/** How visible rows are that are not there yet, bundles before and after the sweep, and the chosen row. */
const SEEN = { unmade: 0.9, swept: 0.75, still: 0.4, pinned: 0.8 };
/** Numbers beside the rows at most, and half the height of a number, in letters. */
const TICKS = 6;
const HALF = 0.7;
/** Wider bundles are less wide than their lengths say. */
const FLATTER = 0.7;

/** The picture of a large run at a time, with the row of a scalar that is chosen marked. */
export function farPicture(animation: FarAnimation, paper: FarPaper, t: number, pinned?: number): readonly Shape[] {
  const moment = { animation, paper, t, picture: new Picture() };
  drawAxis(moment);
  for (const place of paper.places) {
    if (place.column === "program") drawCode(moment, place);
    else if (place.column === "graph") drawBundles(moment, place);
    else {
      const column = nth(animation.columns, place.column);
      if (column.replayOrder.waits) drawWaiting(moment, place, column);
      else drawRowBars(moment, place, column);
    }
  }
  drawSweep(moment);
  if (pinned !== undefined && pinned < animation.graph.size) drawPinned(moment, pinned);
  return moment.picture.shapes;
}

/** Numbers of scalars beside the rows. */
function drawAxis({ animation, paper, picture, t }: FarMoment): void {
  const { left, top, rows, rowHeight, size, scale } = paper;
  const count = animation.graph.size;
  for (const number of scaleLinear([0, count], [0, 1]).ticks(TICKS)) {
    if (!Number.isInteger(number) || number >= count) continue;
    const y = top + (number / count) * rows * rowHeight + size * 0.5;
    const parts = [{ text: `#${grouped(number)}`, colour: "bp" }];
    picture.text("ground", `axis ${number}`, [left - PX.beside * scale, y], parts, size * SMALLER, { anchor: "end" });
  }
  const made = madeAt(animation, t);
  const y = top + (made / count) * rows * rowHeight;
  // code is there before its values
  const x = besideCode(paper);
  if (made < count)
    picture.rect("top", "not yet", [x, y, paper.width - x, rows * rowHeight - (y - top)], {
      fill: "paper",
      opacity: SEEN.unmade,
    });
}

/** Bundles of edges at most, and groups of scalars that they lead between. */
const GROUPS = 40;
const MOST_BUNDLES = 260;
/** How much wider than high a bundle is at most. */
const FLATTEST = 4;

const bundlesIn = kept((animation: FarAnimation) => bundlesOf(animation.graph, GROUPS, MOST_BUNDLES));

function drawBundles(moment: FarMoment, place: FarPlace): void {
  const { animation, paper, picture, t } = moment;
  const { graph } = animation;
  const { top, rows, rowHeight, scale } = paper;
  const edges = grouped(graph.operands.length);
  const told = text`${edges} edges, in bundles`;
  const fits = told.length * paper.size * UI_LINE < place.w - PX.right * scale;
  head(
    moment,
    place,
    text`Data flow`,
    fits ? told : plural(graph.operands.length, { one: `${edges} edge`, other: `${edges} edges` }),
    false,
  );
  const all = bundlesIn(animation);
  const most = Math.max(1, ...all.map(({ count }) => count));
  const y = (group: number): number => top + ((group + 0.5) / GROUPS) * rows * rowHeight;
  const made = (madeAt(animation, t) / graph.size) * GROUPS;
  const leader = leaderIn(animation);
  const called = leader === undefined ? GROUPS : sweptTo(leader, callsAt(animation, t), graph.size) * GROUPS;
  const x = place.x + PX.left * scale;
  // the farthest goes across the column; none is much wider than it is high
  const farthest = Math.max(1, ...all.map(({ from, to }) => Math.abs(from - to)));
  for (const { from, to, count } of all) {
    if (from > made) continue;
    const isSwept = t > animation.forwardEnd && from >= called;
    const across = (Math.abs(from - to) / farthest) ** FLATTER * (place.w - PX.sides * scale);
    const far = Math.min(across, FLATTEST * Math.abs(y(from) - y(to))) + PX.shortest * scale;
    const path: Path = [
      ["M", x, y(from)],
      ["C", x + far, y(from), x + far, y(to), x, y(to)],
    ];
    const width = Math.max(PX.thinnest, PX.thickest * scale * (count / most));
    const stroke = isSwept ? "cot" : "primal";
    const data = { edges: count };
    picture.line("edge", `bundle ${from} ${to}`, path, stroke, width, {
      opacity: isSwept ? SEEN.swept : SEEN.still,
      data,
    });
  }
}

/** How far down the calls have come, in parts of all, from 1 to 0. */
function sweptTo({ replayOrder: { calls } }: FarColumn, made: number, size: number): number {
  return made === 0 ? 1 : nth(calls.number, Math.min(made, calls.number.length) - 1) / size;
}

/** Where the columns begin that have a row for each scalar: code has lines of its own. */
function besideCode({ places, left }: FarMoment["paper"]): number {
  return places.find(({ column }) => column !== "program")?.x ?? left;
}

/** Where the reverse sweep is. */
function drawSweep({ animation, paper, picture, t }: FarMoment): void {
  const leader = animation.columns.find(({ replayOrder }) => replayOrder.waits);
  const made = callsAt(animation, t);
  if (leader === undefined || t <= animation.forwardEnd || made >= animation.together) return;
  const number = leader.replayOrder.calls.number[made] ?? 0;
  const y = paper.top + rowOf(animation, paper, number) * paper.rowHeight;
  picture.line("token", "sweep", level(besideCode(paper), paper.width, y), "cot", PX.sweep * paper.scale, {
    data: { number },
  });
}

/** The row of the scalar that is chosen, with its number beside it. */
function drawPinned({ animation, paper, picture }: FarMoment, number: number): void {
  const { left, top, rowHeight, scale, size, width } = paper;
  const y = top + rowOf(animation, paper, number) * rowHeight;
  const h = Math.max(rowHeight, 2 * scale);
  const data = { pinned: number };
  picture.rect("top", "pinned", [left, y, width - left, h], { fill: "lit-line", opacity: SEEN.pinned, data });
  const parts = [strong(`#${grouped(number)}`, "bp")];
  const middle = y + h / 2;
  picture.rect("top", "pinned ground", [0, middle - size * HALF, left - 2, 2 * size * HALF], { fill: "paper" });
  const at = [left - PX.beside * scale, middle] as const;
  picture.text("top", "pinned name", at, parts, size * SMALLER, { anchor: "end" });
}
