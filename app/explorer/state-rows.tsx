// A stage's store at its step, a row for each scalar: calls of the naive stage as a tree that grows upwards, waiting calls in the staging
// map or in cells, entries of the tape.

import { t } from "@lingui/core/macro";
import { Fragment, memo } from "react";
import { viewOf } from "../../engine/algorithms/catalogue.ts";
import { nth, present } from "../../engine/base/nth.ts";
import type { ColumnInfo } from "../../engine/explore/column.ts";
import type { RunGraph } from "../../engine/graphs/run-graph.ts";
import type { ColumnFrame } from "../../engine/timeline/frame.ts";
import { hasBoxes, type RowView, rowView } from "../exploration/model/rows.ts";
import { goIn } from "../exploration/state/transport.ts";
import { keyed } from "../ui/keyed.ts";
import { grouped } from "../words/numbers.ts";
import { middleOf, narrowerPills, PILL, pillWidth, treeColumns, withLetters } from "./geometry.ts";

/** Pixels from the edge of a column to its first call. */
const EDGE = 16;
/** Pixels between two calls of a tidy tree, at least. */
const LEAST_GAP = 3;
/** A call that is narrower than its letters at this width is a dot. */
const LEAST_LETTER = 7.5;
/** The room for how many calls a row has, in pixels. */
const COUNT = 64;

interface StateRowsProps {
  readonly graph: RunGraph;
  readonly info: ColumnInfo;
  readonly frame: ColumnFrame;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly width: number;
  readonly isTree: boolean;
}

/** Shows a stage's store for each of the rows in view, at the step of its frame. */
export const StateRows = memo(function StateRows(props: StateRowsProps) {
  const { graph, info, frame, from, to, row, width, isTree } = props;
  const rows = frame.rows.filter(({ number }) => number >= from && number < to).map((one) => rowView(graph, info, one));
  const calls = placed(rows, width, Math.max(1, info.mostCalls));
  const marked = frame.marked?.number;
  const deepest = rows.reduce((most, { inMap }) => Math.max(most, inMap?.depth ?? 0), 0);
  const { between } = viewOf(info.stage);
  const height = info.scalars * row;
  const indent = isTree ? Math.min(34, Math.max(8, (width - 170) / Math.max(1, deepest))) : 0;
  return (
    <>
      <svg
        className="state-lines"
        style={{ width: withLetters(width), height: withLetters(height) }}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        {between === "calls" ? (
          <CallLines rows={rows} row={row} placed={calls} />
        ) : (
          isTree && <TreeLines rows={rows} row={row} indent={indent} />
        )}
        {between === "contributions" && (
          <ContributionLines rows={rows} row={row} width={width} calling={frame.calling} />
        )}
      </svg>
      <ul className="state-list">
        {rows.map((view, place) => (
          <li
            key={view.number}
            className={view.number === marked ? "state-row marked" : "state-row"}
            style={{ top: withLetters(view.number * row), height: withLetters(row) }}
            data-scalar={view.number}
          >
            <span className="visually-hidden">{view.words}</span>
            <span className="state-picture" aria-hidden="true">
              {!hasBoxes(info.stage) ? (
                <Calls view={view} row={nth(calls, place)} stage={info.stage} />
              ) : (
                <Box view={view} indent={isTree ? (view.inMap?.depth ?? 0) * indent : 0} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
});

/** Where the calls of a row stand, and how wide they are: by their keys, the left edges of those that are shown. */
interface PlacedRow {
  readonly pill: number;
  readonly left: ReadonlyMap<string, number>;
  /** The bar of all calls of the row, where they have no room side by side. */
  readonly bar: { readonly left: number; readonly width: number } | undefined;
}

/** Letters of the longest call of a row. */
const longest = ({ calls }: RowView): number => Math.max(0, ...calls.map(({ text }) => text.length));

/** Places the calls of all rows: as a tidy tree where all of them have room, and else as bars. */
function placed(rows: readonly RowView[], width: number, most: number): readonly PlacedRow[] {
  return tidyRows(rows, width) ?? rows.map((view) => barRow(view, width, most));
}

/** A tidy tree of the calls of all rows; undefined where not even dots have room. */
function tidyRows(rows: readonly RowView[], width: number): readonly PlacedRow[] | undefined {
  const { columns, count } = treeColumns(rows.map(({ calls }) => calls));
  const letters = Math.max(0, ...rows.map(longest));
  const apart = (pill: number): number => (width - 2 * EDGE - pill) / Math.max(1, count - 1);
  const widest = pillWidth(width, letters);
  const least = [widest, ...narrowerPills(letters)].find((pill) => apart(pill) >= pill + LEAST_GAP);
  if (least === undefined || rows.some(({ more }) => more > 0)) return undefined;
  const each = Math.min(widest + PILL.gap, apart(least));
  const middles = new Map([...columns].map(([key, column]) => [key, EDGE + least / 2 + column * each]));
  return rows.map((view): PlacedRow => {
    // where the calls of a row have room for their letters, they have them
    const own = view.calls.map(({ key }) => present(middles.get(key))).sort((a, b) => a - b);
    const ends = [EDGE / 2 - LEAST_GAP, ...own, width - EDGE / 2 + LEAST_GAP];
    const gaps = ends.slice(1).map((x, at) => (x - nth(ends, at)) * (at === 0 || at === own.length ? 2 : 1));
    const [wanted] = narrowerPills(longest(view));
    const pill = Math.max(least, Math.min(...gaps) - LEAST_GAP >= present(wanted) ? present(wanted) : 0);
    const left = new Map(view.calls.map(({ key }) => [key, present(middles.get(key)) - pill / 2]));
    return { pill, left, bar: undefined };
  });
}

/** The calls of a row as a bar whose width is how many there are, of at most `most`; with the latest call where it is among them. */
function barRow(view: RowView, width: number, most: number): PlacedRow {
  const { calls, called, total } = view;
  const room = Math.max(0, width - 2 * EDGE - COUNT);
  const own = Math.min(room, pillWidth(width, longest(view)));
  const bar = { width: (room * total) / most, left: EDGE + (room - (room * total) / most) / 2 };
  const latest = calls.filter(({ isDone }) => isDone).at(-1);
  if (latest === undefined) return { pill: own, left: new Map(), bar };
  const middle = bar.left + (bar.width * (called - 0.5)) / total;
  const left = Math.max(EDGE, Math.min(EDGE + room - own, middle - own / 2));
  // a hidden bar is not drawn
  return { pill: own, left: new Map([[latest.key, left]]), bar: bar.width > own + PILL.gap ? bar : undefined };
}

/** Whether a call as wide as this has no room for its letters. */
function isDot(pill: number, text: string): boolean {
  return pill < PILL.narrowest && pill < text.length * LEAST_LETTER;
}

interface CallsProps {
  readonly view: RowView;
  readonly row: PlacedRow;
  readonly stage: string;
}

function Calls({ view, row: { pill, left, bar }, stage }: CallsProps) {
  const shown = view.calls.filter(({ key }) => left.has(key));
  if (view.calls.length === 0 && view.isCreated) return <span className="note">{view.note}</span>;
  return (
    <>
      {bar !== undefined && (
        <span
          className="call-bar"
          style={{ insetInlineStart: withLetters(bar.left), inlineSize: withLetters(bar.width) }}
        >
          <span className="call-bar-done" style={{ inlineSize: `${(100 * view.called) / view.total}%` }} />
        </span>
      )}
      {shown.map(({ key, text, isDone, step }) => {
        const isSmall = isDot(pill, text);
        return (
          <button
            key={key}
            type="button"
            translate="no"
            tabIndex={-1}
            className={`call-pill${isDone ? " done" : ""}${isSmall ? " call-dot" : ""}`}
            title={text}
            style={{
              width: withLetters(pill),
              height: withLetters(isSmall ? pill : PILL.height),
              insetInlineStart: withLetters(present(left.get(key))),
            }}
            onClick={() => goIn(stage, step)}
          >
            {isSmall ? "" : text}
          </button>
        );
      })}
      {view.total > shown.length && <span className="note call-count">{grouped(view.total)}</span>}
    </>
  );
}

interface CallLinesProps {
  readonly rows: readonly RowView[];
  readonly row: number;
  readonly placed: readonly PlacedRow[];
}

/** From each call to the one it is made in. */
function CallLines({ rows, row, placed: of }: CallLinesProps) {
  /** The middle of a call, and half its height. */
  const places = new Map<string, readonly [x: number, y: number, half: number]>();
  for (const [place, { calls, number }] of rows.entries()) {
    const { pill, left } = nth(of, place);
    for (const { key, text } of calls) {
      const at = left.get(key);
      const half = (isDot(pill, text) ? pill : PILL.height) / 2;
      if (at !== undefined) places.set(key, [at + pill / 2, middleOf(number, row), half]);
    }
  }
  return rows.flatMap(({ calls }) =>
    calls.map(({ key, within, isDone }) => {
      const [at, outer] = [places.get(key), within === undefined ? undefined : places.get(within)];
      if (at === undefined || outer === undefined) return null;
      const [x1, y1] = [outer[0], outer[1] - outer[2]];
      const [x2, y2] = [at[0], at[1] + at[2]];
      const bend = Math.max(12, (y1 - y2) / 2);
      return (
        <path
          key={key}
          className={isDone ? "call-line done" : "call-line"}
          d={`M${x1} ${y1}C${x1} ${y1 - bend} ${x2} ${y2 + bend} ${x2} ${y2}`}
        />
      );
    }),
  );
}

function Box({ view, indent }: { readonly view: RowView; readonly indent: number }) {
  const { box, entries, boxKind, note, isMerged, arrivals, earlier, flag, id, collected } = view;
  const before = grouped(earlier + arrivals.length - 2);
  return (
    <span className="box-row" style={{ paddingInlineStart: withLetters(indent) }}>
      {!id.startsWith("#") && <span className="job-id">{id}</span>}
      {entries.length > 0
        ? keyed(entries).map(({ key, item }, place) => (
            <Fragment key={key}>
              {place > 0 && <span className="plus">+</span>}
              <span className={`box ${boxKind}`} translate="no">
                {item}
              </span>
            </Fragment>
          ))
        : box !== undefined && (
            <span
              className={`box ${boxKind}${isMerged ? " merged" : ""}`}
              title={box}
              translate={boxKind === "resolved" ? undefined : "no"}
            >
              {box}
            </span>
          )}
      {note !== "" && <span className="note">{note}</span>}
      {boxKind === "waiting" && entries.length === 0 && arrivals.length > (flag === undefined ? 0 : 1) && (
        <span className="arrivals">
          {arrivals.slice(-2).map(({ key, from, amount }) => (
            <span key={key} className="arrival">
              {from} <b>{amount}</b>
            </span>
          ))}
          {earlier + arrivals.length > 2 && <span className="arrival">{t`and ${before} before`}</span>}
        </span>
      )}
      {isMerged && entries.length === 0 && boxKind === "waiting" && <span className="plus">⊕</span>}
      {collected !== undefined && <span className="collected">c: {collected}</span>}
      {flag !== undefined && <span className="flag-text">{flag}</span>}
    </span>
  );
}

interface ContributionLinesProps {
  readonly rows: readonly RowView[];
  readonly row: number;
  readonly width: number;
  readonly calling: number | undefined;
}

/** From what a scalar contributes to the scalars that it goes to: the graph that `Contrib` data is. */
function ContributionLines({ rows, row, width, calling }: ContributionLinesProps) {
  const x = width - 116;
  return rows.flatMap(({ number, targets }) =>
    keyed(targets).map(({ key: place, item: target }) => {
      const [y1, y2] = [middleOf(number, row) - 4, middleOf(target, row) + 4];
      const bulge = Math.min(44, 10 + 5 * (number - target) + 4 * place);
      return (
        <path
          key={`${number} ${place}`}
          className={number === calling ? "contribution-line live" : "contribution-line"}
          d={`M${x} ${y1}C${x + bulge} ${y1} ${x + bulge} ${y2} ${x} ${y2}`}
        />
      );
    }),
  );
}

/** From each entry of the map's tree to the one that it stands under. */
function TreeLines({
  rows,
  row,
  indent,
}: {
  readonly rows: readonly RowView[];
  readonly row: number;
  readonly indent: number;
}) {
  return rows.map(({ number, inMap }) => {
    if (inMap?.under === undefined) return null;
    const x = 16 + (inMap.depth - 1) * indent + 6;
    const [y1, y2] = [middleOf(inMap.under, row), middleOf(number, row)];
    const towards = y2 > y1 ? 1 : -1;
    return <path key={number} className="tree-line" d={`M${x} ${y1 + towards * 16}V${y2}H${x + indent - 6}`} />;
  });
}
