// A list or an array of the input as a small table: each number can be typed, dragged, and moved by the arrow keys.
import { plural, t } from "@lingui/core/macro";
import { type KeyboardEvent, useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { Icon } from "../../ui/icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { dragged, faultOf, type Playable, typedReal, withReal } from "./model/playing.ts";
import { resized, type Table } from "./model/tables.ts";
import { useScrub } from "./use-scrub.ts";

/** Rows and columns of a table that are shown. */
const MOST = 16;

interface PlayTableProps {
  readonly playable: Playable;
  readonly table: Table;
  onMove(at: string): void;
}

/** Shows a list or an array of the input as a table of numbers; a list can be made longer or shorter. */
export function PlayTable({ playable, table, onMove }: PlayTableProps) {
  const { name, rows, path, isRow } = table;
  const resize = (by: 1 | -1): void => {
    const next = resized(playable.text, path, by);
    if (next !== undefined) onMove(next);
  };
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const size = isRow ? `${widest}` : `${rows.length} × ${widest}`;
  const isCut = rows.length > MOST || widest > MOST;
  return (
    <div className="play-table">
      <table aria-label={`${name}, ${size}`}>
        <caption>
          <b translate="no">{name}</b>{" "}
          <span className="quiet">
            {isRow ? plural(widest, { one: "one number", other: `${widest} numbers` }) : size}
          </span>
        </caption>
        <tbody>
          {keyed(rows.slice(0, MOST)).map(({ key: row, item: places }) => (
            <tr key={row}>
              {!isRow && <th scope="row">{row}</th>}
              {places.slice(0, MOST).map((index, column) => (
                <NumberCell
                  key={index}
                  name={isRow ? `${name}[${column}]` : `${name}[${row}][${column}]`}
                  real={nth(playable.reals, index)}
                  gradient={playable.gradient?.[index]}
                  onReal={(next) => onMove(withReal(playable, index, next))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isRow && (
        <span className="play-resize">
          <button type="button" className="button icon-only" title={t`Add element`} onClick={() => resize(1)}>
            <Icon name="plus" />
            <span className="visually-hidden">{t`Add an element to ${name}`}</span>
          </button>
          <button
            type="button"
            className="button icon-only"
            title={t`Remove last`}
            disabled={widest === 0}
            onClick={() => resize(-1)}
          >
            <Icon name="minus" />
            <span className="visually-hidden">{t`Remove the last element of ${name}`}</span>
          </button>
        </span>
      )}
      {isCut && <p className="note">{t`The first ${MOST} rows and columns; the rest is in the “Input” field.`}</p>}
    </div>
  );
}

interface NumberCellProps {
  readonly name: string;
  readonly real: number;
  readonly gradient: number | undefined;
  onReal(real: number): void;
}

function NumberCell({ name, real, gradient, onReal }: NumberCellProps) {
  const [typed, setTyped] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const scrub = useScrub(real, onReal);
  const next = typed === undefined ? undefined : typedReal(typed);
  const isWrong = typed !== undefined && next === undefined;
  const fault = typed === undefined ? undefined : faultOf(typed);
  const take = (): void => {
    if (next !== undefined && !Object.is(next, real)) onReal(next);
    if (!isWrong) setTyped(undefined);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Enter") take();
    else if (event.key === "Escape") setTyped(undefined);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      setTyped(undefined);
      onReal(dragged(real, event.key === "ArrowUp" ? 10 : -10));
    }
  };
  return (
    <td>
      <input
        type="text"
        inputMode="decimal"
        aria-label={name}
        className="scrub"
        title={t`Type, drag to the left or right, or use the arrow keys`}
        aria-invalid={isWrong}
        // all digits are there to be edited
        value={typed ?? (isFocused && Number.isFinite(real) ? String(real) : shortReal(real))}
        onFocus={() => setFocused(true)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          take();
          setTyped(undefined);
          setFocused(false);
        }}
        onKeyDown={key}
        {...scrub}
      />
      {fault !== undefined && (
        <span className="play-fault" role="alert">
          {fault}
        </span>
      )}
      <span className="cot" translate="no">
        {gradient === undefined ? "" : shortReal(gradient)}
      </span>
    </td>
  );
}
