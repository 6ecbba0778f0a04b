// The Jacobian as a table whose entries explain themselves, and the cost of each mode.
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useCallback, useMemo, useState } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { type JacobianSeen, seededAt } from "../../../engine/graphs/sweeps.ts";
import { scalarName } from "../../exploration/model/scalar.ts";
import { askPaths } from "../../exploration/state/questions.ts";
import { Explained } from "../../exploration/view/why.tsx";
import { Terms } from "../../help/term.tsx";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { entryName, entryOrigin, jacobianWords, modeRows, outputName } from "../model/modes.ts";
import { askJacobian, type JacobianEntry, showEntry, useGraphOf } from "../state.ts";

/** Shows the Jacobian in a part that opens; it is asked for when it is opened first. */
export function JacobianPart({ explored }: { readonly explored: Explored }) {
  const jacobian = useGraphOf(explored, (state) => state.jacobian);
  return (
    <details
      className="compare"
      onToggle={(event) => {
        if (event.currentTarget.open && jacobian === undefined) void askJacobian();
      }}
    >
      <summary>{t`Jacobian`}</summary>
      {explored.ended.tag !== "done" ? (
        <p className="note">{t`The run was not recorded to the end, so it has no Jacobian.`}</p>
      ) : (
        jacobian !== undefined && <Found explored={explored} jacobian={jacobian} />
      )}
    </details>
  );
}

function Found({ explored, jacobian }: { readonly explored: Explored; readonly jacobian: JacobianSeen }) {
  const isEmpty = jacobian.outputs === 0 || jacobian.inputs === 0;
  return (
    <div className="graph-sweep">
      {isEmpty ? (
        <p className="note">{t`It is empty: the input or the result has no Real.`}</p>
      ) : (
        <>
          <p className="note">
            {jacobianWords(jacobian).map((words) => (
              <span key={words}>
                <Terms text={words} />{" "}
              </span>
            ))}
          </p>
          <Entries explored={explored} jacobian={jacobian} />
        </>
      )}
      {jacobian.costs === undefined ? (
        <p className="note">{t`The modes need too many sweeps to count their cost.`}</p>
      ) : (
        <Modes costs={jacobian.costs} />
      )}
    </div>
  );
}

function Entries({ explored, jacobian }: { readonly explored: Explored; readonly jacobian: JacobianSeen }) {
  const { graph } = explored;
  const chosen = useGraphOf(explored, (state) => state.entry);
  const [at, setAt] = useState<JacobianEntry>({ row: 0, column: 0 });
  const { entries, by } = jacobian;
  const onKey = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const row = Math.max(0, Math.min(entries.length - 1, at.row + step.row));
    const column = Math.max(0, Math.min(nth(entries, 0).length - 1, at.column + step.column));
    setAt({ row, column });
    event.currentTarget.querySelector<HTMLElement>(`[data-entry="${row} ${column}"]`)?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className="jacobian-box">
        <table className="jacobian" onKeyDown={onKey}>
          <caption className="visually-hidden">{t`Jacobian; the arrow keys move between entries, Enter explains one`}</caption>
          <thead>
            <tr>
              <td />
              {Array.from(entries[0] ?? [], (_, column) => (
                <th key={scalarKey(column)} scope="col" translate="no">
                  {scalarName(graph, column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((row, output) => (
              <tr key={scalarKey(output)}>
                <th scope="row" translate="no" title={scalarName(graph, nth(graph.outputs, output))}>
                  {outputName(explored, output)}
                </th>
                {Array.from(row, (value, column) => (
                  <td key={scalarKey(column)}>
                    <button
                      type="button"
                      translate="no"
                      data-entry={`${output} ${column}`}
                      tabIndex={at.row === output && at.column === column ? 0 : -1}
                      className={chosen?.row === output && chosen.column === column ? "entry lit" : "entry"}
                      aria-label={entryName(explored, output, column, value)}
                      onFocus={() => setAt({ row: output, column })}
                      onClick={() => showEntry({ row: output, column })}
                    >
                      {shortReal(value)}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen !== undefined && entries[chosen.row]?.[chosen.column] !== undefined && (
        <EntryWhy
          key={`${chosen.row} ${chosen.column}`}
          explored={explored}
          by={by}
          entry={chosen}
          value={nth(nth(entries, chosen.row), chosen.column)}
        />
      )}
    </>
  );
}

const STEPS: Readonly<Record<string, JacobianEntry>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

function scalarKey(place: number): string {
  return `${place}`;
}

interface EntryWhyProps {
  readonly explored: Explored;
  readonly by: JacobianSeen["by"];
  readonly entry: JacobianEntry;
  readonly value: number;
}

/** The sweep that an entry came from, and the reasons for the cotangent of its input, where its output alone has a cotangent. */
function EntryWhy({ explored, by, entry: { row, column }, value }: EntryWhyProps) {
  const { graph } = explored;
  const seeded = useMemo(() => ({ ...explored, graph: seededAt(graph, row) }), [explored, graph, row]);
  const paths = useAnswer(useCallback(() => askPaths(column, 1, row), [row, column]));
  const output = outputName(explored, row);
  return (
    <>
      <p role="status">
        <b translate="no">{entryName(explored, row, column, value)}</b>, {entryOrigin(explored, by, row, column, paths)}
        . <span className="note">{t`Below, ${output} has the cotangent 1, and the rest of the result has 0.`}</span>
      </p>
      <Explained explored={seeded} number={column} output={row} />
    </>
  );
}

function Modes({ costs }: { readonly costs: NonNullable<JacobianSeen["costs"]> }) {
  return (
    <>
      <table className="modes">
        <caption>{t`Cost of the whole Jacobian in each mode`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`mode`}</th>
            <th scope="col">{t`sweeps`}</th>
            <th scope="col">{t`operations evaluated`}</th>
            <th scope="col">{t({ message: "× and +", comment: "multiplications and additions, head of a column" })}</th>
            <th scope="col">{t`numbers held`}</th>
          </tr>
        </thead>
        <tbody>
          {modeRows(costs).map(({ key, title, sweeps, evaluated, operations, live }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td>{sweeps}</td>
              <td>{evaluated}</td>
              <td>{operations}</td>
              <td>{live}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        <Terms
          text={t`Exact counts for this graph. × and + count the operations on tangents and cotangents. “Numbers held” is the most at any time: values and tangents, or the partial derivatives on the tape and the cotangents.`}
        />
      </p>
    </>
  );
}
