// The calls of a reverse pass as trees: each call below its caller. One scalar lights up in all its calls.
import { plural, t } from "@lingui/core/macro";
import { nth } from "../../../../engine/base/nth.ts";
import type { Glimpse, GlimpseColumn } from "../../../../engine/lessons/glimpse.ts";
import { keyed } from "../../../ui/keyed.ts";
import { CALL_HEIGHT, callTree } from "../../model/call-tree.ts";
import { PointAt, usePointed } from "./pointed.tsx";

/** Pixels of a letter in a box, and the room beside the letters. */
const [LETTER, BESIDE] = [7.3, 10];
const MARGIN = 4;

/** Shows the calls that each stage has made. */
export function GlimpseTree({ glimpse }: { readonly glimpse: Glimpse }) {
  const { pointed, pointing, ...pressing } = usePointed();
  const { nodes, columns } = glimpse;
  const name = pointed === undefined ? "" : nth(nodes, pointed).name;
  return (
    <div className="glimpse-trees">
      {columns.map((column) => (
        <div key={column.stage}>
          <p className="glimpse-stage" translate="no">
            {column.stage}
          </p>
          <p className="note">{callsWords(column.calls)}</p>
          <Tree column={column} glimpse={glimpse} pointed={pointed} pointing={pointing} />
        </div>
      ))}
      <div className="glimpse-pointed note">
        <PointAt nodes={nodes} {...pressing} />
        <p role="status">
          {pointed !== undefined &&
            columns
              .map(({ stage, made }) => timesWords(name, stage, made.filter(({ number }) => number === pointed).length))
              .join(" ")}
        </p>
      </div>
    </div>
  );
}

interface TreeProps extends Pick<ReturnType<typeof usePointed>, "pointed" | "pointing"> {
  readonly column: GlimpseColumn;
  readonly glimpse: Glimpse;
}

function Tree({ column, glimpse: { nodes }, pointed, pointing }: TreeProps) {
  const longest = nodes.reduce((most, { name }) => Math.max(most, name.length), 1);
  const box = BESIDE + LETTER * longest;
  const { calls, width, height } = callTree(column, box);
  if (calls.length === 0) return column.calls === 0 ? null : <p className="note">{t`Too many calls to draw.`}</p>;
  const size = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  return (
    <div className="glimpse-scroll" role="img" aria-label={treeWords(column.stage)}>
      <svg viewBox={size} style={{ minInlineSize: Math.min(width, 560), maxInlineSize: width }} aria-hidden="true">
        {keyed(calls).map(({ key, item: { by, x, y } }) => {
          const above = calls[by];
          return above === undefined ? null : (
            <path
              key={key}
              className="glimpse-call-line"
              d={`M${above.x} ${above.y + CALL_HEIGHT / 2}L${x} ${y - CALL_HEIGHT / 2}`}
            />
          );
        })}
        {keyed(calls).map(({ key, item: { number, x, y } }) => (
          <g
            key={key}
            className={number === pointed ? "glimpse-call lit" : "glimpse-call"}
            transform={`translate(${x} ${y})`}
            {...pointing(number)}
          >
            <rect x={-box / 2} y={-CALL_HEIGHT / 2} width={box} height={CALL_HEIGHT} rx={6} />
            <text textAnchor="middle" y={4} translate="no">
              {nth(nodes, number).name}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function treeWords(stage: string): string {
  return t`The calls of ${stage} as a tree`;
}

function callsWords(count: number): string {
  return plural(count, { 0: "no calls so far", one: "one call", other: "# calls" });
}

function timesWords(name: string, stage: string, count: number): string {
  return plural(count, {
    0: `${stage} does not call ${name}.`,
    one: `${stage} calls ${name} once.`,
    other: `${stage} calls ${name} # times.`,
  });
}
