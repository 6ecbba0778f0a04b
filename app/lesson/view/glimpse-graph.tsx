// The data-flow graph of a run at a step: names and operations are the program's, numbers are what the run has by then.
import "../locale.ts";
import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { Glimpse, GlimpseEdge, GlimpseNode } from "../../../engine/session/lessons/glimpse.ts";
import { keyed } from "../../ui/keyed.ts";
import { fitted, nodeLine } from "../model/glimpse-text.ts";

interface GraphProps {
  readonly glimpse: Glimpse;
  readonly isMasked: boolean;
  /** The name of a scalar that is marked. */
  readonly chosen: string;
}

const HEIGHT = 46;
const MARGIN = 8;

export function GlimpseGraph({ glimpse, isMasked, chosen }: GraphProps) {
  const arrow = useId();
  const { nodes, edges, width, height, columns } = glimpse;
  const rows = new Map(columns[0]!.rows.map((row) => [row.number, row]));
  const at = (number: number): GlimpseNode => nodes[number]!;
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  return (
    <div className="glimpse-scroll" role="img" aria-label={t`The data-flow graph; the table below says the same.`}>
      <svg viewBox={box} style={{ minWidth: Math.min(width, 360), maxWidth: 1.15 * width }} aria-hidden="true">
        <defs>
          <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L8 4L0 8z" className="glimpse-arrow" />
          </marker>
        </defs>
        {keyed(edges).map(({ key, item: edge }) => (
          <Edge
            key={key}
            edge={edge}
            from={at(edge.from)}
            to={at(edge.to)}
            apart={apartOf(edges, edge)}
            arrow={arrow}
            isMasked={isMasked}
          />
        ))}
        {nodes.map((node) => (
          <Node
            key={node.number}
            node={node}
            cotangent={rows.get(node.number)?.cotangent}
            isBackwards={columns[0]!.phase !== "forward"}
            isCalling={columns[0]!.calling === node.name}
            isChosen={chosen === node.name}
          />
        ))}
      </svg>
    </div>
  );
}

interface EdgeProps {
  readonly edge: GlimpseEdge;
  readonly from: GlimpseNode;
  readonly to: GlimpseNode;
  /** By how many steps it is moved from the straight way, for another joins the same nodes. */
  readonly apart: number;
  readonly arrow: string;
  readonly isMasked: boolean;
}

function Edge({ edge, from, to, apart, arrow, isMasked }: EdgeProps) {
  const start = { x: from.x + from.width / 2, y: from.y };
  const end = { x: to.x - to.width / 2 - 2, y: to.y };
  const between =
    edge.bends.length > 0 || apart === 0 ? edge.bends : [{ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }];
  const points = [start, ...between.map(({ x, y }) => ({ x, y: y + APART * apart })), end];
  const middle = points[Math.floor((points.length - 1) / 2)]!;
  const next = points[Math.floor((points.length - 1) / 2) + 1]!;
  const label = { x: (middle.x + next.x) / 2, y: (middle.y + next.y) / 2 - 5 };
  const number = edge.partial === undefined ? (isMasked ? "?" : "") : fitted(edge.partial);
  const isNumber = edge.formula === undefined || Number.isFinite(Number(edge.formula));
  return (
    <g className="glimpse-edge">
      <path d={curve(points)} markerEnd={`url(#${arrow})`} />
      <text x={label.x} y={label.y} textAnchor="middle" translate="no">
        {isNumber ? number : number === "" ? edge.formula : `${edge.formula} = ${number}`}
      </text>
    </g>
  );
}

/** Pixels between two edges that join the same nodes. */
const APART = 26;

/** Where an edge stands among those that join the same nodes: −½ and ½ for two. */
function apartOf(edges: readonly GlimpseEdge[], edge: GlimpseEdge): number {
  const alike = edges.filter(({ from, to }) => from === edge.from && to === edge.to);
  return alike.indexOf(edge) - (alike.length - 1) / 2;
}

/** A line through points that leaves and arrives level. */
function curve(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points as [{ x: number; y: number }, ...{ x: number; y: number }[]];
  let before = first;
  const parts = [`M${first.x} ${first.y}`];
  for (const point of rest) {
    const half = (point.x - before.x) / 2;
    parts.push(`C${before.x + half} ${before.y} ${point.x - half} ${point.y} ${point.x} ${point.y}`);
    before = point;
  }
  return parts.join("");
}

interface NodeProps {
  readonly node: GlimpseNode;
  readonly cotangent: number | undefined;
  readonly isBackwards: boolean;
  readonly isCalling: boolean;
  readonly isChosen: boolean;
}

function Node({ node, cotangent, isBackwards, isCalling, isChosen }: NodeProps) {
  const { x, y, kind, width } = node;
  const marks = [kind, isCalling ? "calling" : "", isChosen ? "chosen" : ""].filter((mark) => mark !== "");
  const { title, op, value } = nodeLine(node);
  return (
    <g className={`glimpse-node ${marks.join(" ")}`} transform={`translate(${x - width / 2} ${y - HEIGHT / 2})`}>
      <rect width={width} height={HEIGHT} rx={kind === "input" ? 4 : 14} />
      <text x={width / 2} y={18} textAnchor="middle" translate="no">
        <tspan className="glimpse-name">{title}</tspan>
        {op !== "" && <tspan className="glimpse-op">{title === "" ? op : ` ${op}`}</tspan>}
        <tspan className="glimpse-value">{` ${value}`}</tspan>
      </text>
      <text x={width / 2} y={37} textAnchor="middle" className="glimpse-cotangent" translate="no">
        {isBackwards && (cotangent === undefined ? (kind === "constant" ? "" : "?") : fitted(cotangent))}
      </text>
    </g>
  );
}
