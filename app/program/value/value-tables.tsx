// Tables of a value, and of its derivative beside it: numbers in rows and columns, each in a shade by its size. Without their numbers they
// are heat maps; the number that is pointed at, or has the focus, is written below.
import { t } from "@lingui/core/macro";
import { type CSSProperties, type KeyboardEvent, type SyntheticEvent, useMemo, useState } from "react";
import { keyed } from "../../ui/keyed.ts";
import { shortened } from "../../words/numbers.ts";
import type { LabelledPair } from "../model/outcome.ts";
import { legendOf, numberOf, type Scale, scaleOf, shadeOf, type ValueTable } from "./model/tables.ts";
import { NO_DERIVATIVE } from "./model/value-tree.ts";
import type { EntryAddress } from "./model/values.ts";
import "./value-tables.css";

/** Rows and columns that are shown. */
const MOST = 40;

/** Columns beyond which numbers are hidden at first. */
const MOST_WITH_NUMBERS = 12;

/** Shades of a legend. */
const LEGEND = 9;

interface TablesProps {
  readonly pair: LabelledPair;
  readonly tables: readonly ValueTable[];
  readonly entryAddress?: EntryAddress;
}

/** Shows the tables of a pair of values. */
export function ValueTables({ pair, tables, entryAddress }: TablesProps) {
  return (
    <div className="value-tables">
      {tables.map((table) => (
        <OneTable key={table.name} pair={pair} table={table} entryAddress={entryAddress} />
      ))}
    </div>
  );
}

interface OneTableProps {
  readonly pair: LabelledPair;
  readonly table: ValueTable;
  readonly entryAddress?: EntryAddress;
}

function OneTable({ pair: { labels, kinds }, table, entryAddress }: OneTableProps) {
  const { name, rows, columns, above, below, first } = table;
  const [hasNumbers, setNumbers] = useState(columns <= MOST_WITH_NUMBERS);
  const [shownRows, shownColumns] = [Math.min(rows, MOST), Math.min(columns, MOST)];
  const size = { rows, columns, shownRows, shownColumns, hasNumbers };
  return (
    <figure>
      <figcaption>
        {name !== "" && <code translate="no">{name} </code>}
        {t`${rows} × ${columns}`}
        {(shownRows < rows || shownColumns < columns) && (
          <>
            {". "}
            {t`${shownRows} of ${rows} rows and ${shownColumns} of ${columns} columns are shown.`}
          </>
        )}{" "}
        <button type="button" className="link" aria-pressed={!hasNumbers} onClick={() => setNumbers(!hasNumbers)}>
          {hasNumbers ? t`Colours alone` : t`With numbers`}
        </button>
      </figcaption>
      <div className="value-table-pair">
        <Grid label={labels[0]} kind={kinds[0]} cells={above} size={size} />
        {below !== undefined && labels[1] !== undefined && (
          <Grid
            label={labels[1]}
            kind={kinds[1]}
            cells={kinds[1] === "cotangent" && first === undefined ? [] : below}
            size={size}
            addressOf={entryAddress && first !== undefined ? (entry) => entryAddress(first + entry) : undefined}
          />
        )}
      </div>
    </figure>
  );
}

interface GridProps {
  readonly label: string;
  readonly kind: "primal" | "cotangent";
  /** Row by row. */
  readonly cells: readonly string[];
  readonly size: Size;
  /** The address of the reasons for a number, by its place. */
  readonly addressOf?: ((entry: number) => string) | undefined;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
  readonly shownRows: number;
  readonly shownColumns: number;
  readonly hasNumbers: boolean;
}

/** A place in the table, of which one is in the order of Tab. */
interface At {
  readonly row: number;
  readonly column: number;
}

function Grid({ label, kind, cells, size, addressOf }: GridProps) {
  const { rows, columns, shownRows, shownColumns, hasNumbers } = size;
  const scale = useMemo(() => scaleOf(cells.map(numberOf), kind === "cotangent"), [cells, kind]);
  const [stop, setStop] = useState<At>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<At>();
  const onKey = (event: KeyboardEvent<HTMLTableElement>): void => {
    const to = movedBy(event, stop, shownRows, shownColumns);
    if (to === undefined) return;
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${to.row} ${to.column}"]`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const point = (event: SyntheticEvent): void => setPointed(atOf(event));
  return (
    <div className={`value-grid ${kind}`}>
      <div className="value-grid-head">
        <span className={`label ${kind}`}>{label}</span>
        <Legend scale={scale} />
      </div>
      <div className="value-grid-box">
        <table
          className={hasNumbers ? "numbers" : "colours"}
          style={{ "--columns": shownColumns } as CSSProperties}
          aria-rowcount={rows + 1}
          aria-colcount={columns + 1}
          onKeyDown={onKey}
          onPointerOver={point}
          onPointerLeave={() => setPointed(undefined)}
          onFocus={(event) => {
            point(event);
            const at = atOf(event);
            if (at !== undefined) setStop(at);
          }}
          onBlur={() => setPointed(undefined)}
        >
          <caption className="visually-hidden">
            {label}. {t`The arrow keys move between its numbers.`}
          </caption>
          <thead>
            <tr>
              <td />
              {indices(shownColumns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody translate="no">
            {indices(shownRows).map((row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {indices(shownColumns).map((column) => (
                  <Cell
                    key={column}
                    text={cells[row * columns + column]}
                    at={`${row} ${column}`}
                    scale={scale}
                    isStop={stop.row === row && stop.column === column}
                    href={addressOf?.(row * columns + column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="value-grid-said" aria-hidden="true" translate="no">
        {pointed && `[${pointed.row}, ${pointed.column}]  ${cells[pointed.row * columns + pointed.column] ?? ""}`}
      </p>
    </div>
  );
}

function indices(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

interface CellProps {
  /** Undefined where the value was cut before it, and in a gradient where the number is an Int. */
  readonly text: string | undefined;
  readonly at: string;
  readonly scale: Scale;
  readonly isStop: boolean;
  readonly href: string | undefined;
}

function Cell({ text, at, scale, isStop, href }: CellProps) {
  if (text === undefined)
    return (
      <td className="none" tabIndex={isStop ? 0 : -1} data-at={at}>
        <span>{NO_DERIVATIVE}</span>
      </td>
    );
  const { share, side } = shadeOf(numberOf(text), scale);
  const style = { "--share": share } as CSSProperties;
  const number = shortened(text);
  const focus = { tabIndex: isStop ? 0 : -1, "data-at": at };
  return href === undefined ? (
    <td className={side} style={style} {...focus}>
      <span>{number}</span>
    </td>
  ) : (
    <td className={side} style={style}>
      <a href={href} title={t`Why is this ${number}?`} {...focus}>
        <span>{number}</span>
      </a>
    </td>
  );
}

/** Shades from the least number to the greatest, with both. */
function Legend({ scale }: { readonly scale: Scale }) {
  const { least, greatest } = scale;
  return (
    <span className="value-legend">
      <span>
        <span className="visually-hidden">{t`least`} </span>
        <span translate="no">{shortened(String(least))}</span>
      </span>
      <span className="value-legend-shades" aria-hidden="true">
        {keyed(legendOf(scale, LEGEND)).map(({ key, item }) => {
          const { share, side } = shadeOf(item, scale);
          return <span key={key} className={side} style={{ "--share": share } as CSSProperties} />;
        })}
      </span>
      <span>
        <span className="visually-hidden">{t`greatest`} </span>
        <span translate="no">{shortened(String(greatest))}</span>
      </span>
    </span>
  );
}

function atOf({ target }: SyntheticEvent): At | undefined {
  const place =
    (target as Element).closest("td")?.querySelector("[data-at]") ?? (target as Element).closest("[data-at]");
  const [row, column] = place?.getAttribute("data-at")?.split(" ").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -MOST],
  End: [0, MOST],
};

/** Where a key leads from a place, within the rows and columns that are shown; undefined where it leads nowhere. */
function movedBy({ key }: KeyboardEvent, { row, column }: At, rows: number, columns: number): At | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
  return { row: within(row + step[0], rows), column: within(column + step[1], columns) };
}
