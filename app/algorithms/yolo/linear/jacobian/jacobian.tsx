// The Jacobian both ways: a column is a run of the linear half in one direction, a row a run of its transpose for one output.

import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { nth } from "../../../../../engine/base/nth.ts";
import { shortReal } from "../../../../../engine/core/values/show-value.ts";
import type { BothWays } from "../../../../../engine/derive/both-ways.ts";
import type { ChosenRequest } from "../../../../../engine/worker/protocol.ts";
import { useQuestion } from "../../../../client/question.ts";
import { Terms } from "../../../../help/term.tsx";
import { Crashed } from "../../../../program/view/opening-states.tsx";
import { grouped } from "../../../../words/numbers.ts";
import { jacobianBothWays } from "../state.ts";
import { entryAt, type Line, largestDifference } from "./model.ts";

interface JacobianProps {
  readonly ask: ChosenRequest;
  /** Whether the reader gave a derivative by hand: it is run here. */
  readonly isGiven: boolean;
}

/** Shows a part that opens the Jacobian; it is asked for only while open. */
export function JacobianPart({ ask, isGiven }: JacobianProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="study-jacobian" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t`The Jacobian, both ways`}</h2>
      </summary>
      {isOpen && <Opened ask={ask} isGiven={isGiven} />}
    </details>
  );
}

function Opened({ ask, isGiven }: JacobianProps) {
  const { answer, isBusy, failure } = useQuestion(jacobianBothWays, ask);
  if (failure !== undefined) return <Crashed failure={failure} />;
  if (answer === undefined) return <p className="quiet" aria-busy={isBusy}>{t`running …`}</p>;
  if (answer.tag === "too-large") {
    const [rows, columns] = [grouped(answer.rows), grouped(answer.columns)];
    const { most } = answer;
    return (
      <p className="note">{t`It has ${rows} × ${columns} entries. At most ${most} rows and columns are shown here.`}</p>
    );
  }
  if (answer.tag !== "done") return <p className="note">{t`The run did not finish.`}</p>;
  return (
    <>
      {isGiven && <p className="note">{givenWords(answer.jacobian)}</p>}
      <Matrix jacobian={answer.jacobian} />
    </>
  );
}

/** The effect of derivatives written by hand, against those of J. */
function givenWords({ plain, byRows }: BothWays): string {
  if (plain === undefined) return t`With your derivatives: at this input, value and Jacobian agree with those of J.`;
  const difference = shortReal(largestDifference({ byColumns: plain.byRows, byRows }));
  const value = plain.isSameValue ? t`The value is the same.` : t`The value differs too: f.J computes it.`;
  return t`With your derivatives. The Jacobian differs from that of J by ${difference}. ${value}`;
}

function Matrix({ jacobian }: { readonly jacobian: BothWays }) {
  const { rows, columns } = jacobian;
  const [pointed, setPointed] = useState<Line>();
  const [kept, setKept] = useState<Line>();
  const line = pointed ?? kept;
  const button = (by: Line["by"], place: number, name: string) => (
    <button
      type="button"
      aria-pressed={kept?.by === by && kept.place === place}
      translate="no"
      onPointerEnter={() => setPointed({ by, place })}
      onPointerLeave={() => setPointed(undefined)}
      onFocus={() => setPointed({ by, place })}
      onBlur={() => setPointed(undefined)}
      onClick={() => setKept(kept?.by === by && kept.place === place ? undefined : { by, place })}
    >
      {name}
    </button>
  );
  return (
    <>
      <div className="study-matrix">
        <table>
          <thead>
            <tr>
              <td />
              {columns.map(({ name }, place) => (
                <th key={name} scope="col">
                  {button("column", place, `∂/∂${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name }, row) => (
              <tr key={name}>
                <th scope="row">{button("row", row, name)}</th>
                {columns.map((column, place) => (
                  <td
                    key={column.name}
                    data-lit={
                      line?.by === "column" ? line.place === place || undefined : line?.place === row || undefined
                    }
                  >
                    {shortReal(entryAt(jacobian, row, place, line))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="study-said" role="status">
        <LineWords jacobian={jacobian} line={line} />
      </p>
      <p className="note">
        <Terms text={sweepWords(jacobian)} />
      </p>
    </>
  );
}

/** The run behind the selected line. */
function LineWords({
  jacobian: { rows, columns },
  line,
}: {
  readonly jacobian: BothWays;
  readonly line: Line | undefined;
}) {
  if (line === undefined) return t`Tap or point at a column or a row: each is one run.`;
  const name = <code translate="no">{nth(line.by === "column" ? columns : rows, line.place).name}</code>;
  return line.by === "column" ? (
    <Trans>One run of the linear half: the tangent of {name} is 1, those of the other inputs are 0.</Trans>
  ) : (
    <Trans>One run of the transpose: the cotangent of {name} is 1, those of the other outputs are 0.</Trans>
  );
}

function sweepWords(jacobian: BothWays): string {
  const { rows, columns, work } = jacobian;
  const difference = largestDifference(jacobian);
  const forward = plural(columns.length, { one: "# run of the linear half", other: "# runs of the linear half" });
  const back = plural(rows.length, { one: "# run of the transpose", other: "# runs of the transpose" });
  const apart = shortReal(difference);
  const [across, down] = [work.columns, work.rows].map(grouped);
  const same =
    difference === 0
      ? t`Both give the same numbers.`
      : difference < Number.POSITIVE_INFINITY
        ? t`They differ by at most ${apart}.`
        : t`They differ where a run multiplies 0 by an infinite partial derivative, which is NaN. Tap or point at a row, then at a column, to see both.`;
  return t`By columns: ${forward}, work ${across}. By rows: ${back}, work ${down}. ${same}`;
}
