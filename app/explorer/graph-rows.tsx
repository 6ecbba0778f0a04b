// The data-flow graph, a row for each scalar: evaluation runs down, the reverse pass runs up in the same places.
import { memo, useMemo } from "react";
import { shortReal } from "../../engine/core/values/show-value.ts";
import { kindIn, labelOf, nameIn, operandsIn, opIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import type { Explored } from "../../engine/session/exploration/exploration.ts";
import { isAmong } from "../../engine/timeline/created.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import { edgeWords, partialFormula } from "../exploration/model/scalar.ts";
import { graphPlaces } from "../film/drawn/graph/places.ts";
import { type Way, wayPath } from "../film/model/motion.ts";
import { middleOf } from "./geometry.ts";

/** What stands on edges: partials as numbers, or as formulas. */
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

/** Where the IDs stand, and how far nodes keep from the column's edges. */
const LEFT = 66;
const RIGHT = 66;
const NODE = { narrowest: 76, widest: 142, height: 30 } as const;
const LETTER = 8.4;
const PADDING = 34;

/** Scalars of a graph that is laid out as a whole, and its letters in pixels. */
const MOST_LAID_OUT = 30;
const LETTERS = 14;

/** As wide as its name and its value want. */
function nodeWidth(name: string, value: string): number {
  return Math.max(NODE.narrowest, Math.min(NODE.widest, PADDING + LETTER * (name.length + value.length)));
}

/** A name, or the end of it, beside a value that is not cut; what leads through constructors is said by its numbers. */
function nameBeside(whole: string, value: string): string {
  const name = whole.length <= 8 ? whole : whole.replace(/\.\p{Lu}[\p{L}\p{N}_']*(?=\.)/gu, "");
  const room = Math.min(8, Math.floor((NODE.widest - PADDING) / LETTER) - value.length);
  return name.length <= room ? name : `…${name.slice(-Math.max(1, Math.min(6, room - 1)))}`;
}

/** Scalars whose flags are measured. */
const MOST_MEASURED = 2000;

/** The room for the longest flag, which hangs at the right of its node. */
function roomForFlags(graph: RunGraph): number {
  let longest = 0;
  for (const cotangent of graph.cotangents.subarray(0, MOST_MEASURED))
    longest = Math.max(longest, shortReal(cotangent).length);
  return Math.max(RIGHT, flagWidth(longest) + 8);
}

function flagWidth(letters: number): number {
  return 14 + letters * 8;
}

/** Shows the part of the data-flow graph in the rows that are in view. */
export const GraphRows = memo(function GraphRows(props: GraphRowsProps) {
  const { explored, frame, from, to, row, width, labels } = props;
  const { graph, lanes } = explored;
  const isReverse = frame.phase !== "forward";
  const right = useMemo(() => roomForFlags(graph), [graph]);
  // a small graph is laid out as that of the film: no node covers an edge
  const places = useMemo(() => {
    if (graph.size > MOST_LAID_OUT) return undefined;
    const field = { x: LEFT, w: Math.max(120, width - LEFT - 8), rowHeight: row, size: LETTERS };
    const found = graphPlaces(graph, field);
    // numbers that are long are written out here
    return found.x.every((x) => x + NODE.widest / 2 + right <= width) ? found : undefined;
  }, [graph, width, row, right]);
  const xOf = (number: number): number => {
    if (places !== undefined) return places.x[number]!;
    const room = Math.max(0, width - LEFT - right - NODE.widest);
    return LEFT + NODE.widest / 2 + (room * lanes[number]!) / 3;
  };
  const last = Math.min(to, graph.size);
  const edges = withLabels(explored, frame, visibleEdges(graph, from, last), labels, isReverse);
  const height = graph.size * row;
  const edgesIn = (layer: "line" | "label") =>
    edges.map(({ edge, user, operand, turn, label, offset }) => (
      <Edge
        key={edge}
        explored={explored}
        frame={frame}
        edge={edge}
        user={user}
        operand={operand}
        from={[xOf(operand), middleOf(operand, row)]}
        to={[xOf(user), middleOf(user, row)]}
        turn={turn}
        isReverse={isReverse}
        label={label}
        curve={places?.curves[edge]}
        labelAt={places?.labels[edge] ?? [xOf(user) + offset, middleOf(user, row) - row / 2]}
        width={width}
        layer={layer}
      />
    ));
  return (
    <svg
      className="graph-rows"
      width={width}
      height={height}
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
      {edgesIn("line")}
      {Array.from({ length: Math.max(0, last - from) }, (_, index) => from + index).map((number) => (
        <Node
          key={number}
          explored={explored}
          frame={frame}
          number={number}
          x={xOf(number)}
          y={middleOf(number, row)}
        />
      ))}
      {edgesIn("label")}
    </svg>
  );
});

interface VisibleEdge {
  readonly edge: number;
  readonly user: number;
  readonly operand: number;
  /** Which of the edges between the same two this is, from 0. */
  readonly turn: number;
}

/** The edges that begin or end in the rows that are seen; long ones only where the user is seen. */
function visibleEdges(graph: RunGraph, from: number, to: number): readonly VisibleEdge[] {
  const found: VisibleEdge[] = [];
  for (let user = from; user < to; user++) {
    const seen = new Map<number, number>();
    for (const { edge, node } of operandsIn(graph, user)) {
      const turn = seen.get(node) ?? 0;
      seen.set(node, turn + 1);
      found.push({ edge, user, operand: node, turn });
    }
  }
  return found;
}

interface LabelledEdge extends VisibleEdge {
  readonly label: string;
  /** Where the label stands beside the middle of its operation: those of one operation stand next to each other above it. */
  readonly offset: number;
}

function withLabels(
  { graph, customPartials }: Explored,
  frame: ColumnFrame,
  edges: readonly VisibleEdge[],
  labels: EdgeLabels,
  isReverse: boolean,
): readonly LabelledEdge[] {
  const texts = edges.map(({ edge, user }) => {
    const partial = graph.partials[edge]!;
    const value = shortReal(partial);
    if (isReverse && frame.calling === user) {
      const cotangent = liveCotangent(frame, user);
      return `${value} × ${shortReal(cotangent)} = ${shortReal(partial * cotangent)}`;
    }
    return labels === "formulas"
      ? (partialFormula(graph, user, edge - graph.starts[user]!, customPartials) ?? value)
      : value;
  });
  const rooms = new Map<number, number>();
  edges.forEach(({ user }, index) => {
    rooms.set(user, (rooms.get(user) ?? -BETWEEN_LABELS) + labelWidth(texts[index]!) + BETWEEN_LABELS);
  });
  const used = new Map<number, number>();
  return edges.map((edge, index): LabelledEdge => {
    const label = texts[index]!;
    const before = used.get(edge.user) ?? 0;
    used.set(edge.user, before + labelWidth(label) + BETWEEN_LABELS);
    return { ...edge, label, offset: before + labelWidth(label) / 2 - rooms.get(edge.user)! / 2 };
  });
}

const BETWEEN_LABELS = 6;

interface EdgeProps extends VisibleEdge {
  readonly explored: Explored;
  readonly frame: ColumnFrame;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly isReverse: boolean;
  readonly label: string;
  /** Its way, where the graph is laid out as a whole. */
  readonly curve: Way | undefined;
  readonly labelAt: readonly [number, number];
  readonly width: number;
  /** Labels lie above nodes, lines below. */
  readonly layer: "line" | "label";
}

function Edge({
  explored,
  frame,
  edge,
  user,
  operand,
  from,
  to,
  turn,
  isReverse,
  label,
  curve,
  labelAt,
  layer,
  width,
}: EdgeProps) {
  const { graph, customPartials } = explored;
  const called = frame.rows.find(({ number }) => number === user)?.called ?? 0;
  const isLive = isReverse && frame.calling === user;
  const isMade = isAmong(frame.created, user);
  const state = isLive ? "live" : isReverse ? (called > 0 ? "done" : "waiting") : isMade ? "rest" : "waiting";
  const span = user - operand;
  // away from the IDs where they are near
  const first = (from[0] + to[0]) / 2 < LEFT + 110 ? 1 : -1;
  const side = turn % 2 === 0 ? first : -first;
  const bulge = side * (14 + 12 * turn + Math.min(60, 9 * (span - 1)));
  const [x1, y1] = [from[0], from[1] + NODE.height / 2];
  const [x2, y2] = [to[0], to[1] - NODE.height / 2 - 2];
  const bend = Math.min(70, (y2 - y1) / 2 + 8);
  const plain = `M${x1} ${y1}C${x1 + bulge} ${y1 + bend} ${x2 + bulge} ${y2 - bend} ${x2} ${y2}`;
  const path = curve === undefined ? plain : wayPath(curve);
  const words = edgeWords(graph, user, edge, customPartials);
  const classes = `edge ${state}`;
  const marker = state === "waiting" ? "rest" : state;
  return (
    <g className={classes} data-edge={edge}>
      {layer === "line" && (
        <path
          className="edge-line"
          d={path}
          markerEnd={isReverse ? undefined : `url(#arrow-${marker})`}
          markerStart={isReverse ? `url(#arrow-${marker})` : undefined}
        />
      )}
      {layer === "label" && isLive && (
        // what is contributed travels along its edge; the step is its name, so that each step has a travel of its own
        <circle key={frame.step} className="traveller" r={5} style={{ offsetPath: `path("${path}")` }} />
      )}
      {layer === "label" && (
        <Label
          x={within(labelAt[0], label, width)}
          y={labelAt[1]}
          text={label}
          title={`${words.derivative}; ${words.contribution}`}
        />
      )}
    </g>
  );
}

/** A label's place inside its column. */
function within(x: number, label: string, width: number): number {
  const half = labelWidth(label) / 2;
  return Math.max(half + 4, Math.min(x, width - half - 4));
}

function labelWidth(text: string): number {
  return 8 + text.length * 6.9;
}

/** The cotangent of the call that is under way. */
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
  readonly x: number;
  readonly y: number;
}

function Node({ explored: { graph }, frame, number, x, y }: NodeProps) {
  const kind = kindIn(graph, number);
  const isMade = isAmong(frame.created, number);
  const row = frame.rows.find((one) => one.number === number);
  const name = nameIn(graph, number) ?? (kind === "operation" ? (opIn(graph, number) ?? "") : "");
  const value = shortReal(graph.values[number]!);
  const shownName = nameBeside(name, value);
  const size = nodeWidth(shownName, value);
  const cotangent = row === undefined || frame.phase === "forward" ? undefined : row.cotangent;
  const isCalling = frame.calling === number && frame.phase !== "forward";
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
      transform={`translate(${x} ${y})`}
      data-scalar={number}
    >
      <title>{`#${number} ${labelOf(graph, number)} = ${graph.values[number]}`}</title>
      <rect
        x={-size / 2}
        y={-NODE.height / 2}
        width={size}
        height={NODE.height}
        rx={kind === "constant" ? 5 : NODE.height / 2}
      />
      <text className="name" x={-size / 2 + 13} y={5}>
        {shownName}
      </text>
      {(isMade || kind !== "operation") && (
        <text className="value" x={size / 2 - 12} y={5}>
          {value}
        </text>
      )}
      {cotangent !== undefined && <Flag x={size / 2 + 5} text={shortReal(cotangent)} isNow={isCalling} />}
    </g>
  );
}

/** A cotangent: a flag that points back to its node. */
function Flag({ x, text, isNow }: { readonly x: number; readonly text: string; readonly isNow: boolean }) {
  const width = flagWidth(text.length);
  return (
    <g className={isNow ? "flag now" : "flag"} transform={`translate(${x} 0)`}>
      <path d={`M0 0 8 -11H${width}V11H8Z`} />
      <text x={9} y={4.5}>
        {text}
      </text>
    </g>
  );
}
