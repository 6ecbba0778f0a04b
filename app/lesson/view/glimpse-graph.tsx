// The data-flow graph of a run at a step: names and operations are the program's, numbers are what the run has by then.
import "../locale.ts";
import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { Glimpse, GlimpseNode } from "../../../engine/session/lessons/glimpse.ts";
import { keyed } from "../../ui/keyed.ts";
import { drawnEdges, NODE_HEIGHT } from "../model/edge-labels.ts";
import { fitted } from "../model/glimpse-text.ts";

interface GraphProps {
  readonly glimpse: Glimpse;
  readonly isMasked: boolean;
  /** The name of a scalar that is marked. */
  readonly chosen: string;
}

const MARGIN = 8;

/** Shows the graph of a run at a step; `isMasked` hides numbers that are still asked for. */
export function GlimpseGraph({ glimpse, isMasked, chosen }: GraphProps) {
  const arrow = useId();
  const { nodes, width, height, columns } = glimpse;
  const rows = new Map(columns[0]!.rows.map((row) => [row.number, row]));
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  return (
    <div className="glimpse-scroll" role="img" aria-label={t`The data-flow graph; the table below says the same.`}>
      <svg viewBox={box} style={{ minWidth: Math.min(width, 360), maxWidth: 1.15 * width }} aria-hidden="true">
        <defs>
          <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L8 4L0 8z" className="glimpse-arrow" />
          </marker>
        </defs>
        {keyed(drawnEdges(glimpse, isMasked)).map(({ key, item: { path, label } }) => (
          <g key={key} className="glimpse-edge">
            <path d={path} markerEnd={`url(#${arrow})`} />
            {label !== undefined && (
              <text x={label.x} y={label.y} textAnchor="middle" translate="no">
                {label.text}
              </text>
            )}
          </g>
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

interface NodeProps {
  readonly node: GlimpseNode;
  readonly cotangent: number | undefined;
  readonly isBackwards: boolean;
  readonly isCalling: boolean;
  readonly isChosen: boolean;
}

function Node({ node, cotangent, isBackwards, isCalling, isChosen }: NodeProps) {
  const { x, y, kind, width, line, value } = node;
  const marks = [kind, isCalling ? "calling" : "", isChosen ? "chosen" : ""].filter((mark) => mark !== "");
  const [name = "", expression] = line.split(" = ");
  // two lines without a cotangent, three with one
  const [top, middle, bottom] = isBackwards ? [16, 35, 51] : [22, 43, NODE_HEIGHT];
  return (
    <g className={`glimpse-node ${marks.join(" ")}`} transform={`translate(${x - width / 2} ${y - NODE_HEIGHT / 2})`}>
      <rect width={width} height={NODE_HEIGHT} rx={kind === "input" ? 4 : 14} />
      <text x={width / 2} y={top} textAnchor="middle" className="glimpse-line" translate="no">
        <tspan className="glimpse-name">{name}</tspan>
        {expression !== undefined && <tspan>{` = ${expression}`}</tspan>}
      </text>
      <text x={width / 2} y={middle} textAnchor="middle" className="glimpse-value" translate="no">
        {value === undefined ? "?" : fitted(value)}
      </text>
      <text x={width / 2} y={bottom} textAnchor="middle" className="glimpse-cotangent" translate="no">
        {isBackwards && (cotangent === undefined ? (kind === "constant" ? "" : "?") : fitted(cotangent))}
      </text>
    </g>
  );
}
