// Stages' states of the scalars of a run at a step, side by side: arrivals, waiting sums, calls, tape.
import { t } from "@lingui/core/macro";
import { nth } from "../../../../engine/base/nth.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import type { Glimpse, GlimpseColumn, GlimpseRow } from "../../../../engine/lessons/glimpse.ts";
import { keyed } from "../../../ui/keyed.ts";
import { missingText } from "../../model/glimpse-text.ts";

interface StagesProps {
  readonly glimpse: Glimpse;
  /** Whether numbers that are not reached are still asked for. */
  readonly isMasked: boolean;
  readonly chosen: string;
}

/** Shows a column for each stage at a step. */
export function GlimpseStages({ glimpse, isMasked, chosen }: StagesProps) {
  return (
    <div className="glimpse-columns">
      {glimpse.columns.map((column) => (
        <Column key={column.stage} column={column} glimpse={glimpse} isMasked={isMasked} chosen={chosen} />
      ))}
    </div>
  );
}

interface ColumnProps extends StagesProps {
  readonly column: GlimpseColumn;
}

function Column({ column, glimpse, isMasked, chosen }: ColumnProps) {
  const { stage, rows, calls, calling, phase } = column;
  const there = new Map(rows.map((row) => [row.number, row]));
  const isForward = phase === "forward";
  return (
    <div className="glimpse-column">
      <p className="glimpse-stage" translate="no">
        {stage}
      </p>
      <p className="note">
        {isForward ? t`forward pass` : t`reverse pass, calls so far: ${calls}`}
        {calling !== undefined && !isForward && <> · {t`calling ${calling}`}</>}
      </p>
      <ul>
        {glimpse.nodes
          .filter(({ kind }) => kind !== "constant")
          .toReversed()
          .map(({ number, name, value }) => {
            const row = there.get(number);
            const marks = [name === chosen ? "chosen" : "", !isForward && name === calling ? "calling" : ""].join(" ");
            return (
              <li key={number} className={marks.trim()}>
                <b translate="no">{name}</b>{" "}
                <span className="glimpse-value" translate="no">
                  {value === undefined || row === undefined ? missingText(isMasked) : shortReal(value)}
                </span>
                {row !== undefined && <State row={row} isForward={isForward} />}
              </li>
            );
          })}
      </ul>
    </div>
  );
}

/** One scalar's state: its entry, its contributions with their sources, the waiting sum, and the count of calls. */
function State({ row, isForward }: { readonly row: GlimpseRow; readonly isForward: boolean }) {
  const { entry, arrivals, waiting, cotangent, called, id } = row;
  return (
    <span className="glimpse-state">
      {id !== undefined && (
        <span className="glimpse-id" translate="no">
          {id}
        </span>
      )}
      {entry !== undefined && (
        <span translate="no">[{entry.map(({ partial, to }) => `(${shortReal(partial)}, ${to})`).join(", ")}]</span>
      )}
      {!isForward && arrivals.length > 0 && (
        <span className="glimpse-arrivals" translate="no">
          {keyed(arrivals).map(({ key, item: { from, amount } }) => (
            <span key={key} title={from}>
              {`${amount < 0 ? "−" : "+"}${shortReal(Math.abs(amount))}`}
            </span>
          ))}
        </span>
      )}
      {waiting !== undefined && <mark className="glimpse-waiting">{waitingWords(shortReal(waiting))}</mark>}
      {!isForward && called > 0 && (
        <span className="glimpse-called">{calledWords(called, shortReal(cotangent ?? 0))}</span>
      )}
    </span>
  );
}

/** All of it as a table. */
export function GlimpseTable({ glimpse, isMasked }: Omit<StagesProps, "chosen">) {
  const lead = nth(glimpse.columns, 0);
  const shown = (number: number | undefined): string =>
    number === undefined ? missingText(isMasked) : shortReal(number);
  const rows = new Map(lead.rows.map((row) => [row.number, row]));
  return (
    <div className="glimpse-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t`scalar`}</th>
            <th scope="col">{t`computed from, with which partial`}</th>
            <th scope="col">{t`value`}</th>
            <th scope="col">{t`cotangent so far`}</th>
          </tr>
        </thead>
        <tbody>
          {glimpse.nodes.map(({ number, name, op, value }) => {
            const operands = glimpse.edges.filter(({ to }) => to === number);
            const cotangent = rows.get(number)?.cotangent;
            return (
              <tr key={number}>
                <th scope="row" translate="no">
                  {name}
                </th>
                <td translate="no">
                  {op}{" "}
                  {operands.map((edge) => `${nth(glimpse.nodes, edge.from).name}: ${shown(edge.partial)}`).join(", ")}
                </td>
                <td translate="no">{shown(value)}</td>
                <td translate="no">{shown(cotangent)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function waitingWords(amount: string): string {
  return t`waits with ${amount}`;
}

function calledWords(called: number, amount: string): string {
  return called === 1 ? t`called with ${amount}` : t`called ${called} times, with ${amount} in all`;
}
