// The rows: one for each scalar, at the same height in the graph and in every stage; only those that are seen are drawn.

import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { goesBack, viewOf } from "../../engine/algorithms/catalogue.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { indexedLabel, operandsIn, type RunGraph } from "../../engine/graphs/run-graph.ts";
import { stagePageOf } from "../algorithms/index.ts";
import { addressOf } from "../document/address.ts";
import { firstUser } from "../exploration/model/scalar.ts";
import { hover, pin, showRows } from "../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../exploration/state/store.ts";
import { Terms } from "../help/term.tsx";
import { Choice, type Choosable } from "../ui/choice.tsx";
import { useWidth } from "../ui/hooks/use-width.ts";
import { LEAST_ROW, MOST_GROWN, useLetterScale } from "./geometry.ts";
import type { EdgeLabels } from "./graph-drawing.ts";
import { GraphRows } from "./graph-rows.tsx";
import { StateRows } from "./state-rows.tsx";

interface StatesAreaProps {
  readonly explored: Explored;
  readonly labels: EdgeLabels;
  onLabels(labels: EdgeLabels): void;
}

/** Rows that are drawn beyond those that are seen. */
const BEYOND = 6;
/** Scalars up to which all rows are asked for, whether they are in view or not. */
const MOST_ASKED = 48;

/** Shows the rows of the graph and of all stages in one scrolling area. */
export function StatesArea({ explored, labels, onLabels }: StatesAreaProps) {
  const { graph } = explored;
  const stages = useExplorer((state) => state.stages);
  const leader = useExplorer((state) => state.leader);
  const lead = useExplorer(({ frames, leader: id, lead: at }) => frames[id]?.scalar ?? at);
  const [isTree, setTree] = useState(false);
  const scale = useLetterScale();
  const scroller = useRef<HTMLDivElement>(null);
  const { row, from, to, look } = useRows(scroller, graph, scale);
  const rows = { explored, from, to, row: row / scale };
  const [flow, flowWidth] = useWidth<HTMLDivElement>();
  const [space, spaceWidth] = useWidth<HTMLDivElement>();
  // all stages are as wide
  const width = Math.max(0, Math.floor((spaceWidth - flowWidth) / Math.max(1, stages.length)) - 1);
  const hasMap = useExplorer(({ columns }) =>
    stages.some((id) => columns[id]?.info !== undefined && viewOf(id).between === "entries"),
  );
  // the leader's row stays in view, and so does the chosen one, in any view
  const pinned = useExplorer((state) => state.pinned);
  useEffect(() => showRowIn(scroller.current, lead, row), [lead, row]);
  useEffect(() => showRowIn(scroller.current, pinned, row), [pinned, row]);

  return (
    <>
      <div className="state-head">
        <span>{t`Data flow`}</span>
        <Choice label={t`Labels of edges`} value={labels} choices={EDGE_LABELS} onChange={onLabels} />
      </div>
      {stages.map((stage) => (
        <StateHead key={stage} stage={stage}>
          {hasMap && <MapChoice stage={stage} isTree={isTree} onTree={setTree} />}
        </StateHead>
      ))}
      <section className="states" ref={scroller} onScroll={look} aria-label={t`A row for each scalar`}>
        <div className="states-space" ref={space} style={{ height: graph.size * row }}>
          <Bands row={row} />
          <div className="states-column ids" ref={flow} style={{ gridColumn: 1 }}>
            <FrameOf stage={leader}>
              {(frame) => <GraphRows {...rows} frame={frame} width={flowWidth / scale} labels={labels} />}
            </FrameOf>
            <Ids {...rows} row={row} />
          </div>
          {stages.map((stage, place) => (
            <div key={stage} className="states-column" style={{ gridColumn: place + 2 }}>
              <StageState {...rows} stage={stage} width={width / scale} isTree={isTree} />
            </div>
          ))}
        </div>
      </section>
    </>
  );
}

interface Rows {
  /** How high a row is, in pixels. */
  readonly row: number;
  /** The rows to draw: those in sight and some around them. */
  readonly from: number;
  readonly to: number;
  /** Looks again which rows are in sight. */
  look(): void;
}

/** The rows in sight of an area that scrolls; a few rows take the room that there is. */
function useRows(scroller: RefObject<HTMLDivElement | null>, graph: RunGraph, scale: number): Rows {
  const [height, setHeight] = useState(0);
  const [[from, to], setSeen] = useState<readonly [number, number]>([0, 24]);
  const least = LEAST_ROW * scale;
  const row = Math.max(least, Math.min(least * MOST_GROWN, Math.floor(height / graph.size)));
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    setHeight(element.clientHeight);
    const first = Math.max(0, Math.floor(element.scrollTop / row) - BEYOND);
    const last = Math.min(graph.size, Math.ceil((element.scrollTop + element.clientHeight) / row) + BEYOND);
    setSeen((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    // an edge is as its user is, which may be out of sight
    if (graph.size <= MOST_ASKED) showRows(0, graph.size);
    else showRows(first, last);
  }, [scroller, graph, row]);
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (scroller.current !== null) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, look]);
  return { row, from, to, look };
}

/** Scrolls so far that a row is in sight. */
function showRowIn(element: HTMLElement | null, number: number | undefined, row: number): void {
  if (element === null || number === undefined) return;
  const [top, bottom] = [number * row, (number + 1) * row];
  if (top < element.scrollTop) element.scrollTo({ top: Math.max(0, top - row) });
  else if (bottom > element.scrollTop + element.clientHeight)
    element.scrollTo({ top: bottom + row - element.clientHeight });
}

function FrameOf(props: {
  readonly stage: string;
  children(frame: NonNullable<ReturnType<typeof useExplorer.getState>["frames"][string]>): React.ReactNode;
}) {
  const frame = useExplorer(({ frames }) => frames[props.stage]);
  return frame === undefined ? null : props.children(frame);
}

interface StageStateProps {
  readonly explored: Explored;
  readonly stage: string;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly width: number;
  readonly isTree: boolean;
}

function StageState({ explored, stage, ...rest }: StageStateProps) {
  const info = useExplorer(({ columns }) => columns[stage]?.info);
  const frame = useExplorer(({ frames }) => frames[stage]);
  if (info === undefined || frame === undefined) return <p className="note recording">{t`recording …`}</p>;
  return (
    <StateRows
      graph={explored.graph}
      info={info}
      frame={frame}
      {...rest}
      isTree={rest.isTree && viewOf(stage).between === "entries"}
    />
  );
}

function StateHead({ stage, children }: { readonly stage: string; readonly children: React.ReactNode }) {
  const info = useExplorer(({ columns }) => columns[stage]?.info);
  const words = info === undefined ? "" : stagePageOf(stage).head;
  return (
    <div className="state-head">
      <span>
        <Terms text={words} />
      </span>
      {info !== undefined && goesBack(stage) && info.jobs > 1 && (
        <a className="link" href={addressOf("jobs")}>
          {jobsWords(info.jobs)}
        </a>
      )}
      {children}
    </div>
  );
}

function jobsWords(jobs: number): string {
  return plural(jobs, { one: `${jobs} job`, other: `${jobs} jobs` });
}

function MapChoice(props: { readonly stage: string; readonly isTree: boolean; onTree(isTree: boolean): void }) {
  if (viewOf(props.stage).between !== "entries") return null;
  return (
    <Choice
      label={t({ message: "The staging map as", comment: "before the choice of: table, tree" })}
      value={props.isTree ? "tree" : "table"}
      choices={MAP_SHAPES}
      onChange={(value) => props.onTree(value === "tree")}
    />
  );
}

const EDGE_LABELS: readonly Choosable<EdgeLabels>[] = [
  { value: "numbers", words: t`numbers` },
  { value: "formulas", words: t`formulas` },
];

const MAP_SHAPES: readonly Choosable<"table" | "tree">[] = [
  { value: "table", words: t`table` },
  { value: "tree", words: t`tree` },
];

/** The marker across all columns, and the line where the leader is. */
function Bands({ row }: { readonly row: number }) {
  const lit = useExplorer(litOf);
  const lead = useExplorer((state) => state.lead);
  return (
    <>
      {lit !== undefined && <div className="lit-band" style={{ top: lit * row, height: row }} />}
      {lead !== undefined && <div className="lead-line" style={{ top: lead * row, height: row }} />}
    </>
  );
}

/** The IDs as a list that arrows walk: up and down the rows, left to an operand, right to a use. */
function Ids({
  explored,
  from,
  to,
  row,
}: {
  readonly explored: Explored;
  readonly from: number;
  readonly to: number;
  readonly row: number;
}) {
  const { graph } = explored;
  const pinned = useExplorer((state) => state.pinned);
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<number>(0);
  const last = Math.min(to, graph.size);
  const focusRow = (number: number): void => {
    setFocused(number);
    hover(number);
    const scroller = list.current?.closest(".states");
    const [top, bottom] = [number * row, (number + 1) * row];
    if (scroller !== null && scroller !== undefined) {
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
    }
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-id="${number}"]`)?.focus());
  };
  const onKey = (event: KeyboardEvent, number: number): void => {
    const operand = operandsIn(graph, number)[0]?.node;
    const use = firstUser(graph, number);
    const next = { ArrowUp: number - 1, ArrowDown: number + 1, ArrowLeft: operand, ArrowRight: use }[event.key];
    if (!["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== undefined && next >= 0 && next < graph.size) focusRow(next);
  };
  const tabStop = focused >= from && focused < last ? focused : from;
  return (
    <ul
      className="id-list"
      ref={list}
      aria-label={t`Scalars; up and down move, left goes to an operand, right to a use`}
    >
      {Array.from({ length: Math.max(0, last - from) }, (_, index) => from + index).map((number) => (
        <li key={number} style={{ top: number * row, height: row }}>
          <button
            type="button"
            translate="no"
            data-id={number}
            className={number === pinned ? "id-pill pinned" : "id-pill"}
            aria-pressed={number === pinned}
            tabIndex={number === tabStop ? 0 : -1}
            aria-label={`#${number} ${indexedLabel(graph, number)}`}
            onClick={() => pin(number === pinned ? undefined : number)}
            onFocus={() => {
              setFocused(number);
              hover(number);
            }}
            onBlur={({ relatedTarget }) => {
              // moving to the explanation keeps its scalar
              if (relatedTarget instanceof Element && relatedTarget.closest(".why") !== null) pin(number);
              else hover(undefined);
            }}
            onKeyDown={(event) => onKey(event, number)}
          >
            #{number}
          </button>
        </li>
      ))}
    </ul>
  );
}
