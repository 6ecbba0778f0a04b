// The data-flow graph of a run at a step: names and operations are the program's, numbers are the run's so far.
import { plural, t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { nth, present } from "../../../../engine/base/nth.ts";
import type { Glimpse, GlimpseNode } from "../../../../engine/lessons/glimpse.ts";
import { keyed } from "../../../ui/keyed.ts";
import { drawnEdges, NODE_HEIGHT } from "../../model/edge-labels.ts";
import { fitted } from "../../model/glimpse-text.ts";
import { pathsFrom, wayOnFrom } from "../../model/paths.ts";
import { PointAt, type Pointing, usePointed } from "./pointed.tsx";

interface GraphProps {
  readonly glimpse: Glimpse;
  readonly isMasked: boolean;
  /** The name of a scalar that is marked. */
  readonly chosen: string;
  /** Whether the paths from a pointed scalar may be shown: no open question asks for them. */
  readonly tellsPaths: boolean;
}

const MARGIN = 8;
/** Paths that are listed at most. */
const MOST_PATHS = 12;

/**
 * Shows the graph of a run at a step; `isMasked` hides numbers that are still asked for. A pointed scalar lights up with all that it flows
 * into.
 */
export function GlimpseGraph({ glimpse, isMasked, chosen, tellsPaths }: GraphProps) {
  const arrow = useId();
  const { pointed, pointing, ...pressing } = usePointed();
  const [path, setPath] = useState<readonly number[]>();
  const { nodes, width, height, columns } = glimpse;
  const rows = new Map(nth(columns, 0).rows.map((row) => [row.number, row]));
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  const on = pointed === undefined ? undefined : wayOnFrom(glimpse, pointed);
  const paths = pointed !== undefined && tellsPaths ? pathsFrom(glimpse, pointed, MOST_PATHS) : undefined;
  // a path of another scalar than the one that is pointed at is none
  const along = path !== undefined && paths?.some((one) => String(one) === String(path)) ? new Set(path) : on?.edges;
  const isLit = (number: number): boolean =>
    on?.nodes.has(number) === true &&
    (along === on.edges || number === pointed || isOn(glimpse, present(along), number));
  return (
    <>
      <div className="glimpse-scroll" role="img" aria-label={t`The data-flow graph; the table below says the same.`}>
        <svg viewBox={box} style={{ minWidth: Math.min(width, 360), maxWidth: 1.15 * width }} aria-hidden="true">
          <defs>
            {[false, true].map((isOn) => (
              <marker
                key={String(isOn)}
                id={isOn ? `${arrow}-lit` : arrow}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="10"
                markerHeight="10"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0L8 4L0 8z" className={isOn ? "glimpse-arrow lit" : "glimpse-arrow"} />
              </marker>
            ))}
          </defs>
          {keyed(drawnEdges(glimpse, isMasked)).map(({ key, item: { path: line, label } }, place) => (
            <g key={key} className={along?.has(place) ? "glimpse-edge lit" : "glimpse-edge"}>
              <path d={line} markerEnd={`url(#${along?.has(place) ? `${arrow}-lit` : arrow})`} />
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
              isBackwards={nth(columns, 0).phase !== "forward"}
              isCalling={nth(columns, 0).calling === node.name}
              isChosen={chosen === node.name}
              isLit={isLit(node.number)}
              pointing={pointing(node.number)}
            />
          ))}
        </svg>
      </div>
      <div className="glimpse-pointed note">
        <PointAt nodes={nodes} {...pressing} />
        <p role="status">
          {pointed !== undefined && (
            <Pointed glimpse={glimpse} scalar={pointed} paths={paths} isTold={tellsPaths} onPath={setPath} />
          )}
        </p>
      </div>
    </>
  );
}

function isOn({ edges }: Glimpse, path: ReadonlySet<number>, number: number): boolean {
  return [...path].some((place) => nth(edges, place).from === number || nth(edges, place).to === number);
}

interface PointedProps {
  readonly glimpse: Glimpse;
  readonly scalar: number;
  readonly paths: readonly (readonly number[])[] | undefined;
  readonly isTold: boolean;
  onPath(path: readonly number[] | undefined): void;
}

/** The paths from a pointed scalar, each of which lights up alone; its users where paths may not be shown. */
function Pointed({ glimpse, scalar, paths, isTold, onPath }: PointedProps) {
  const nameOf = (number: number): string => nth(glimpse.nodes, number).name;
  const name = nameOf(scalar);
  if (!isTold) return t`All that ${name} flows into.`;
  if (paths === undefined) return t`More than ${MOST_PATHS} paths lead from ${name} to the result.`;
  const count = paths.length;
  const words = plural(count, {
    0: `No path leads from ${name} to the result.`,
    one: `One path leads from ${name} to the result:`,
    other: `# paths lead from ${name} to the result:`,
  });
  return (
    <>
      {words}{" "}
      {keyed(paths).map(({ key, item: path }) => (
        <button
          key={key}
          type="button"
          className="glimpse-path"
          translate="no"
          onPointerEnter={() => onPath(path)}
          onPointerLeave={() => onPath(undefined)}
          onFocus={() => onPath(path)}
          onBlur={() => onPath(undefined)}
        >
          {[scalar, ...path.map((place) => nth(glimpse.edges, place).to)].map(nameOf).join(" → ")}
        </button>
      ))}
    </>
  );
}

interface NodeProps {
  readonly node: GlimpseNode;
  readonly cotangent: number | undefined;
  readonly isBackwards: boolean;
  readonly isCalling: boolean;
  readonly isChosen: boolean;
  readonly isLit: boolean;
  readonly pointing: Pointing;
}

function Node({ node, cotangent, isBackwards, isCalling, isChosen, isLit, pointing }: NodeProps) {
  const { x, y, kind, width, line, value } = node;
  const marks = [kind, isCalling && "calling", isChosen && "chosen", isLit && "lit"].filter((mark) => mark !== false);
  const [name = "", expression] = line.split(" = ");
  // two lines without a cotangent, three with one
  const [top, middle, bottom] = isBackwards ? [16, 35, 51] : [22, 43, NODE_HEIGHT];
  return (
    <g
      className={`glimpse-node ${marks.join(" ")}`}
      transform={`translate(${x - width / 2} ${y - NODE_HEIGHT / 2})`}
      {...pointing}
    >
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
