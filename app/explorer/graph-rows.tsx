// The data-flow graph, a row for each scalar: evaluation runs down, the reverse pass runs up in the same places.

import { memo, useMemo } from "react";
import { nth, present } from "../../engine/base/nth.ts";
import { shortReal } from "../../engine/core/values/show-value.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { indexedLabel, kindIn, operandsIn, type RunGraph, userOf } from "../../engine/graphs/run-graph.ts";
import { isAmong } from "../../engine/timeline/created.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import { isDistant } from "../exploration/drawn/graph-field.ts";
import { edgeWords, partialFormula, signed } from "../exploration/model/scalar.ts";
import { pointOn, type Way, wayPath } from "../picture/motion.ts";
import { pathText } from "../picture/path.ts";
import { LETTER } from "../picture/shape.ts";
import { middleOf, withLetters } from "./geometry.ts";
import { partOf, type RowPlaces, rowPlaces } from "./graph-places.ts";

/** Labels of edges: partials as numbers, or as formulas. */
export type EdgeLabels = "numbers" | "formulas";

interface GraphRowsProps {
  readonly explored: Explored;
  readonly frame: ColumnFrame;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly width: number;
  readonly labels: EdgeLabels;
}

/** The place of the IDs beside the graph, in pixels, with a letter of theirs; and the room at the other edge. */
const IDS = { room: 46, letter: 8 } as const;
const MARGIN = 8;
/** The size of letters in nodes and flags, and how wide one is. */
const SIZE = 14;
const WIDE = SIZE * LETTER;
/** How far an edge to a row that is not laid out is drawn, in pixels. */
const STUB = 22;

/** Shows the part of the data-flow graph in the rows that are in view. */
export const GraphRows = memo(function GraphRows(props: GraphRowsProps) {
  const { explored, frame, from, to, row, width, labels } = props;
  const { graph } = explored;
  const isReverse = frame.phase !== "forward";
  const first = partOf(graph, from);
  const places = useMemo(() => {
    const x = IDS.room + IDS.letter * String(graph.size - 1).length;
    return rowPlaces(graph, first, { x, w: Math.max(120, width - x - MARGIN), rowHeight: row, size: SIZE });
  }, [graph, first, width, row]);
  const last = Math.min(to, graph.size);
  const edges = edgesIn(graph, places, from, last);
  const drawn = (layer: "line" | "label") =>
    edges.map((edge) => (
      <Edge
        key={edge}
        explored={explored}
        frame={frame}
        edge={edge}
        places={places}
        labels={labels}
        isReverse={isReverse}
        row={row}
        width={width}
        layer={layer}
      />
    ));
  const height = graph.size * row;
  return (
    <svg
      className="graph-rows"
      style={{ width: withLetters(width), height: withLetters(height) }}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      translate="no"
    >
      <defs>
        {(["rest", "live", "done"] as const).map((name) => (
          <marker
            key={name}
            id={`arrow-${name}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0.5 7.5 4 0 7.5Z" className={`arrow ${name}`} />
          </marker>
        ))}
      </defs>
      {drawn("line")}
      {Array.from({ length: Math.max(0, last - from) }, (_, index) => from + index).map((number) => (
        <Node
          key={number}
          explored={explored}
          frame={frame}
          number={number}
          places={places}
          y={middleOf(number, row)}
        />
      ))}
      {drawn("label")}
    </svg>
  );
});

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

interface EdgeProps {
  readonly explored: Explored;
  readonly frame: ColumnFrame;
  readonly edge: number;
  readonly places: RowPlaces;
  readonly labels: EdgeLabels;
  readonly isReverse: boolean;
  readonly row: number;
  readonly width: number;
  /** Labels lie above nodes, lines below. */
  readonly layer: "line" | "label";
}

function Edge({ explored, frame, edge, places, labels, isReverse, row, width, layer }: EdgeProps) {
  const { graph, customPartials } = explored;
  const user = userOf(graph, edge);
  const operand = nth(graph.operands, edge);
  const isLive = isReverse && frame.calling === user;
  const state = stateOf(frame, user, isReverse);
  const place = places.edge(edge);
  const isContext = isDistant(graph.size, operand, user) && !isLive;
  const marker = state === "waiting" ? "rest" : state;
  const marked = isContext ? undefined : `url(#arrow-${marker})`;
  const way = place?.way ?? stubOf(places, user, row);
  const path = pathText(wayPath(way));
  const text = isLive ? liveText(graph, frame, edge, user) : labelOn(explored, edge, user, labels);
  const at = place?.labelAt ?? (isLive || place === undefined ? pointOn(way, 0.5) : undefined);
  const words = edgeWords(graph, user, edge, customPartials);
  return (
    <g className={`edge ${state}${isContext ? " context" : ""}`} data-edge={edge}>
      {layer === "line" && (
        <path
          className="edge-line"
          d={path}
          markerEnd={isReverse ? undefined : marked}
          markerStart={isReverse ? marked : undefined}
        />
      )}
      {layer === "label" && isLive && (
        // what is contributed travels along its edge; the step is its name, so that each step has a travel of its own
        <circle key={frame.step} className="traveller" r={5} style={{ offsetPath: `path("${path}")` }} />
      )}
      {layer === "label" && !isContext && at !== undefined && (
        <Label
          x={within(at[0], text, width)}
          y={at[1]}
          text={place === undefined ? `↑#${operand}` : text}
          title={`${words.derivative}; ${words.contribution}`}
        />
      )}
    </g>
  );
}

/** Of users that are not in view it is not known whether they were called. */
function stateOf(frame: ColumnFrame, user: number, isReverse: boolean): "live" | "done" | "waiting" | "rest" {
  if (!isReverse) return isAmong(frame.created, user) ? "rest" : "waiting";
  if (frame.calling === user) return "live";
  const row = frame.rows.find(({ number }) => number === user);
  return row === undefined ? "rest" : row.called > 0 ? "done" : "waiting";
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

/** The label of an edge: its partial. */
function labelOn({ graph, customPartials }: Explored, edge: number, user: number, labels: EdgeLabels): string {
  const value = shortReal(nth(graph.partials, edge));
  if (labels === "numbers") return value;
  return partialFormula(graph, user, edge - nth(graph.starts, user), customPartials) ?? value;
}

/** The contribution of an edge in its user's call. */
function liveText(graph: RunGraph, frame: ColumnFrame, edge: number, user: number): string {
  return signed(nth(graph.partials, edge) * liveCotangent(frame, user));
}

/** A label's place inside its column. */
function within(x: number, label: string, width: number): number {
  const half = labelWidth(label) / 2;
  return Math.max(half + 4, Math.min(x, width - half - 4));
}

function labelWidth(text: string): number {
  return 8 + text.length * 6.9;
}

/** The cotangent of the present call. */
function liveCotangent(frame: ColumnFrame, user: number): number {
  if (frame.event?.tag === "call" && frame.event.number === user) return frame.event.cotangent;
  const row = frame.rows.find(({ number }) => number === user);
  const calls = row?.shown.filter(({ call }) => call <= row.called);
  return calls?.at(-1)?.cotangent ?? Number.NaN;
}

function Label({
  x,
  y,
  text,
  title,
}: {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly title: string;
}) {
  const width = labelWidth(text);
  return (
    <g className="edge-label" transform={`translate(${x} ${y})`}>
      <title>{title}</title>
      <rect className="label-box" x={-width / 2} y={-9} width={width} height={18} rx={5} />
      <text className="label-text" y={4.5}>
        {text}
      </text>
    </g>
  );
}

interface NodeProps {
  readonly explored: Explored;
  readonly frame: ColumnFrame;
  readonly number: number;
  readonly places: RowPlaces;
  readonly y: number;
}

function Node({ explored: { graph }, frame, number, places, y }: NodeProps) {
  const place = places.node(number);
  if (place === undefined) return null;
  const kind = kindIn(graph, number);
  const isMade = isAmong(frame.created, number);
  const row = frame.rows.find((one) => one.number === number);
  const { name, value } = places.text(number);
  const cotangent = row === undefined || frame.phase === "forward" ? undefined : row.cotangent;
  const isCalling = frame.calling === number && frame.phase !== "forward";
  const { width } = place;
  const letters = (name === "" ? value : `${name} ${value}`).length * WIDE;
  const classes = [
    "node",
    kind,
    isMade ? "made" : "coming",
    isCalling ? "calling" : "",
    frame.scalar === number ? "at" : "",
  ];
  return (
    <g
      className={classes.filter((one) => one !== "").join(" ")}
      transform={`translate(${place.x} ${y})`}
      data-scalar={number}
    >
      <title>{`#${number} ${indexedLabel(graph, number)} = ${graph.values[number]}`}</title>
      <rect
        x={-width / 2}
        y={-places.height / 2}
        width={width}
        height={places.height}
        rx={kind === "constant" ? 5 : places.height / 2}
      />
      <text className="name" x={-letters / 2} y={5}>
        {name}
      </text>
      {(isMade || kind !== "operation") && (
        <text className="value" x={letters / 2} y={5}>
          {value}
        </text>
      )}
      {cotangent !== undefined && (
        <Flag
          x={width / 2 + 3}
          height={places.height - 4}
          text={flagText(cotangent, row?.parts ?? [])}
          isNow={isCalling}
        />
      )}
    </g>
  );
}

/** Letters of several numbers in a flag, at most. */
const MOST_IN_FLAG = 13;

/** The sum so far; unjoined addends one by one, where there is room. */
function flagText(cotangent: number, parts: readonly number[]): string {
  const each = parts.map(shortReal).join(" | ");
  return parts.length > 1 && each.length <= MOST_IN_FLAG ? each : shortReal(cotangent);
}

interface FlagProps {
  readonly x: number;
  readonly height: number;
  readonly text: string;
  readonly isNow: boolean;
}

/** A cotangent: a flag that points back to its node. */
function Flag({ x, height, text, isNow }: FlagProps) {
  const width = 12 + text.length * WIDE;
  return (
    <g className={isNow ? "flag now" : "flag"} transform={`translate(${x} 0)`}>
      <path d={`M0 0 7 ${-height / 2}H${width}V${height / 2}H7Z`} />
      <text x={8} y={5}>
        {text}
      </text>
    </g>
  );
}
