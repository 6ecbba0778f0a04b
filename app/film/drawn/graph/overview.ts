// The map of a run of which a window is shown: all scalars from the first to the last with their edges, the run's progress, and the rows
// that are in sight.

import { nth, present } from "../../../../engine/base/nth.ts";
import { userOf } from "../../../../engine/graphs/run-graph.ts";
import { kept, keptByKey } from "../../../base/kept.ts";
import type { Path } from "../../../picture/path.ts";
import { around } from "../../../picture/shape.ts";
import { callsSoFar } from "../../../playback/model/calls.ts";
import { type Film, type FilmColumn, startOf } from "../../../playback/model/film.ts";
import { BORDER, overviewWidth, type Paper, type Place } from "../../model/paper.ts";
import { activeScalar } from "../frame.ts";
import type { Moment } from "../moment.ts";

/** Sizes, in pixels on paper of scale 1 (`PX`), and parts of the map (`PART`) and of a dot (`DOT`). */
const PX = { least: 1.6, most: 4, round: 4, arc: 0.6, own: 1.6, now: 6 } as const;
const PART = { dots: 0.12, handle: 0.75 } as const;
const DOT = { row: 0.7, now: 1.8, arc: 0.6 } as const;

/** How much of the map's width is for arcs; the dots of the scalars stand beside them. */
const ARCS = 0.68;

/** The arcs and the dots of a run on one paper. */
interface Layout {
  readonly x: number;
  readonly reach: number;
  readonly dot: number;
  y(number: number): number;
}

function layoutOf(paper: Paper, place: Place, rows: number): Layout {
  const w = overviewWidth(paper);
  const high = paper.shown * paper.rowHeight;
  const dot = Math.max(PX.least, Math.min(PX.most * paper.scale, (high / rows) * DOT.row));
  const [x, reach] = [place.x + w * (ARCS + PART.dots), w * ARCS];
  return { x, reach, dot, y: (number) => paper.top + ((number + 0.5) / rows) * high };
}

/** Draws the map at the left of the data-flow graph's column; nothing where all rows are in sight. */
export function drawOverview(moment: Moment, place: Place): void {
  const { film, paper, picture, t, y } = moment;
  const w = overviewWidth(paper);
  if (w === 0) return;
  const { graph, animation, leader } = film;
  const layout = layoutOf(paper, place, graph.size);
  const high = paper.shown * paper.rowHeight;
  const first = (paper.top - y(0)) / paper.rowHeight + 0.5;
  picture.rect(
    "still",
    "overview",
    [place.x + BORDER, paper.top + (first / graph.size) * high, w - BORDER, (paper.shown / graph.size) * high],
    { r: PX.round, fill: "sunken", stroke: "line-strong", width: 1, data: { overview: Math.round(first) } },
  );
  const active = activeScalar(moment);
  const chosen = [active, moment.marks.lit].filter((number) => number !== undefined);
  const arcs = arcsIn(film, layout, [place.x, paper.top, high, w].join(" "));
  const own = arcs.byEdge.filter((_, edge) => {
    const [from, to] = [nth(graph.operands, edge), userOf(graph, edge)];
    return nth(animation.scalars, to).from <= t && (to === active || chosen.includes(from) || to === moment.marks.lit);
  });
  const there = arcs.byEdge.filter((_, edge) => nth(animation.scalars, userOf(graph, edge)).from <= t);
  const all = there.length === arcs.byEdge.length ? arcs.whole : there.flat();
  picture.line("still", "overviewarcs", all, "line-strong", PX.arc);
  const stroke = t < animation.forwardEnd ? "primal" : "cot";
  if (own.length > 0) picture.line("still", "overviewown", own.flat(), stroke, PX.own * paper.scale);
  const called = calledIn(moment, leader);
  const colourOf = (number: number): "line-strong" | "primal" | "cot" => {
    if (t >= animation.forwardEnd && called(number)) return "cot";
    return nth(animation.scalars, number).from <= t ? "primal" : "line-strong";
  };
  const { dot } = layout;
  const pitch = layout.y(1) - layout.y(0);
  // dots that all but touch are one line
  const isLine = pitch - dot < CLOSE;
  for (let number = 0; number < graph.size; ) {
    const [from, fill] = [number, colourOf(number)];
    while (number < graph.size && colourOf(number) === fill && (isLine || number === from)) number++;
    const [left, top, high] = [layout.x - dot / 2, layout.y(from) - dot / 2, (number - 1 - from) * pitch + dot];
    picture.rect("still", `overview${from}`, [left, top, dot, high], { fill });
  }
  const side = Math.max(PX.now * paper.scale, dot * DOT.now);
  for (const number of chosen) {
    const look = { fill: number === active ? "bp" : "lit-line", data: { mapped: number } };
    picture.rect("still", `overviewnow${number}`, around(layout.x, layout.y(number), side, side), look);
  }
}

/** Dots with less room between them, in pixels, are drawn as one line. */
const CLOSE = 1;

/** Pixels from the operand to its user, at least. */
const SHORTEST = 6;

interface Arcs {
  readonly byEdge: readonly Path[];
  readonly whole: Path;
}

const latestArcs = kept((_: Film) => keptByKey<string, Arcs>(1));

/** The arcs of a run on one paper: made once, for they stay where they are. */
function arcsIn(film: Film, layout: Layout, key: string): Arcs {
  const { graph } = film;
  return latestArcs(film)(key, () => {
    const byEdge = Array.from(graph.operands, (from, edge): Path => {
      const to = userOf(graph, edge);
      // edges no longer than a dot are invisible, and cost time in each frame
      return layout.y(to) - layout.y(from) < SHORTEST ? [] : arc(layout, graph.size, from, to);
    });
    return { byEdge, whole: byEdge.flat() };
  });
}

function calledIn({ film, t }: Moment, column: FilmColumn): (number: number) => boolean {
  const { animation } = column;
  if (animation.tag === "tree") {
    const made = callsSoFar(film, animation, t);
    return (number) => nth(made, number) > 0;
  }
  const calls = present(film.callsOf.get(column));
  return (number) =>
    nth(calls, number).some((call) => nth(animation.calls, call).isMade && startOf(animation, call) <= t);
}

/** From the operand to its user, the wider the more scalars lie between them. */
function arc({ x, reach, y, dot }: Layout, rows: number, from: number, to: number): Path {
  const wide = (reach * Math.log1p(to - from)) / Math.log1p(rows);
  const [y1, y2] = [y(from), y(to)];
  const left = x - dot * DOT.arc;
  const handle = left - wide / PART.handle;
  return [
    ["M", left, y1],
    ["C", handle, y1, handle, y2, left, y2],
  ];
}
