// The data-flow graph of the debugger at a step: a row for each scalar, edges beside them; numbers as far as the run has come.
import { nth, present } from "../../engine/base/nth.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { kindIn, operandsIn, type RunGraph, userOf } from "../../engine/graphs/run-graph.ts";
import { isAmong } from "../../engine/timeline/created.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import type { Drawing, DrawnEdge, DrawnNode, EdgeMark, NodeMark } from "../drawing/model/drawing.ts";
import type { WayOfEdge } from "../drawing/model/edges.ts";
import { GRAPH } from "../drawing/model/looks.ts";
import { isDistant } from "../exploration/drawn/graph-field.ts";
import { partialFormula, signed } from "../exploration/model/scalar.ts";
import { pointOn, type Way } from "../picture/motion.ts";
import { LETTER } from "../picture/shape.ts";
import { middleOf } from "./geometry.ts";
import type { RowPlaces } from "./graph-places.ts";

/** Labels of edges: partials as numbers, or as formulas. */
export type EdgeLabels = "numbers" | "formulas";

/** The rows in view, from a scalar up to another, where they stand, and the labels of edges; lengths are pixels. */
export interface Rows {
  readonly places: RowPlaces;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly width: number;
  readonly labels: EdgeLabels;
}

/** A drawing with the ways of its edges. */
export interface RowsDrawing {
  readonly drawing: Drawing;
  readonly ways: readonly WayOfEdge[];
}

/** How far an edge to a row that is not laid out is drawn, and how far labels are from the sides, in pixels. */
const [STUB, INSET] = [22, 4] as const;

/** The drawing of the rows in view at a step. */
export function rowsDrawing(explored: Explored, frame: ColumnFrame, rows: Rows): RowsDrawing {
  const { graph } = explored;
  const { places, from, row } = rows;
  const to = Math.min(rows.to, graph.size);
  const isReversed = frame.phase !== "forward";
  const nodes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).flatMap(
    (number): readonly DrawnNode[] => {
      const place = places.node(number);
      return place === undefined
        ? []
        : [drawnNode(graph, frame, places, { ...place, y: middleOf(number, row) }, number)];
    },
  );
  const ways = edgesIn(graph, places, from, to).map((edge) => wayOf(explored, frame, rows, edge, isReversed));
  return { drawing: { nodes, edges: ways.map(({ edge }) => edge), isReversed, isDownward: true }, ways };
}

function drawnNode(
  graph: RunGraph,
  frame: ColumnFrame,
  places: RowPlaces,
  place: Pick<DrawnNode, "x" | "y" | "width">,
  number: number,
): DrawnNode {
  const kind = kindIn(graph, number);
  const isMade = isAmong(frame.created, number);
  const found = frame.rows.find((one) => one.number === number);
  const { name, value } = places.text(number);
  const isBack = frame.phase !== "forward";
  const marks: NodeMark[] = [];
  if (!isMade) marks.push("coming");
  if (frame.scalar === number || (isBack && frame.calling === number)) marks.push("now");
  const shown = isMade || kind !== "operation" ? value : "";
  const words = name === "" ? { title: shown, detail: "" } : { title: name, detail: shown };
  const flag = isBack && found?.cotangent !== undefined ? flagText(found.cotangent, found.parts ?? []) : undefined;
  return { id: `${number}`, kind, ...place, height: places.height, ...words, flag, marks, data: { scalar: number } };
}

/** Letters of several numbers in a flag, at most. */
const MOST_IN_FLAG = 13;

/** The sum so far; unjoined addends one by one, where there is room. */
function flagText(cotangent: number, parts: readonly number[]): string {
  const each = parts.map(shortReal).join(" | ");
  return parts.length > 1 && each.length <= MOST_IN_FLAG ? each : shortReal(cotangent);
}

/** The edges that pass the rows in view, and those of users in view whose operand is not laid out. */
function edgesIn(graph: RunGraph, places: RowPlaces, from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let user = from; user < graph.size && places.node(user) !== undefined; user++)
    for (const { edge, node } of operandsIn(graph, user)) {
      const isLaidOut = places.edge(edge) !== undefined;
      if (isLaidOut ? node < to : user < to) found.push(edge);
    }
  return found;
}

function wayOf(
  { graph, customPartials }: Explored,
  frame: ColumnFrame,
  { places, row, width, labels }: Rows,
  number: number,
  isReversed: boolean,
): WayOfEdge {
  const [user, operand] = [userOf(graph, number), nth(graph.operands, number)];
  const isLive = isReversed && frame.calling === user;
  const place = places.edge(number);
  const way = place?.way ?? stubOf(places, user, row);
  const partial = nth(graph.partials, number);
  const formula =
    labels === "formulas" ? partialFormula(graph, user, number - nth(graph.starts, user), customPartials) : undefined;
  const text = isLive ? signed(partial * liveCotangent(frame, user)) : (formula ?? shortReal(partial));
  const isContext = isDistant(graph.size, operand, user) && !isLive;
  const at = place?.labelAt ?? (isLive || place === undefined ? pointOn(way, 0.5) : undefined);
  const label = isContext || at === undefined ? "" : place === undefined ? `↑#${operand}` : text;
  const marks: EdgeMark[] = [...(isContext ? (["context"] as const) : []), ...stateOf(frame, user, isReversed)];
  const half = (GRAPH.labelRoom + label.length * GRAPH.labelLetters * LETTER) / 2 + INSET;
  const [x, y] = at ?? pointOn(way, 0.5);
  const edge: DrawnEdge = { id: `e${number}`, from: `${operand}`, to: `${user}`, label, bends: [], marks };
  // a label stays inside its column
  return { edge, way, labelAt: () => [Math.max(half, Math.min(x, width - half)), y] };
}

/** Of users that are not in view it is not known whether they were called. */
function stateOf(frame: ColumnFrame, user: number, isReversed: boolean): readonly EdgeMark[] {
  if (!isReversed) return isAmong(frame.created, user) ? [] : ["waiting"];
  if (frame.calling === user) return ["live"];
  const row = frame.rows.find(({ number }) => number === user);
  return row === undefined ? [] : [row.called > 0 ? "done" : "waiting"];
}

/** An edge to a row above all that is laid out. */
function stubOf(places: RowPlaces, user: number, row: number): Way {
  const { x, width } = present(places.node(user));
  const [left, y] = [x - width / 2, middleOf(user, row)];
  return [
    [left - STUB, y - row / 2],
    [left - STUB, y - row / 4],
    [left - STUB, y],
    [left, y],
  ];
}

/** The cotangent of the present call. */
function liveCotangent(frame: ColumnFrame, user: number): number {
  if (frame.event?.tag === "call" && frame.event.number === user) return frame.event.cotangent;
  const row = frame.rows.find(({ number }) => number === user);
  const calls = row?.shown.filter(({ call }) => call <= row.called);
  return calls?.at(-1)?.cotangent ?? Number.NaN;
}
