// Each system's treatment of a scalar that is used twice, not at all, and so on: from the events of runs.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { UseRow } from "../../../engine/explore/linear-use.ts";
import { Terms } from "../../help/term.tsx";
import { USE_WORDS, wordsOfUse } from "../model/uses.ts";

interface UsesProps {
  readonly rows: readonly UseRow[] | undefined;
  readonly stages: readonly StageId[];
  readonly shown: number;
}

/** Shows each stage's treatment of a scalar of each kind of use; says so while the runs are recorded. */
export function Uses({ rows, stages, shown }: UsesProps) {
  if (rows === undefined) return <p className="quiet">{t`recording …`}</p>;
  return (
    <table className="systems-uses">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t`Use`}</span>
          </th>
          {stages.map((stage, place) => (
            <th key={stage} scope="col" translate="no" data-shown={place === shown || undefined}>
              {stage}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.use}>
            <UseHead row={row} />
            {stages.map((stage, place) => (
              <UseCell key={stage} row={row} stage={stage} isShown={place === shown} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UseHead({ row: { use, text, label } }: { readonly row: UseRow }) {
  const { title, question } = USE_WORDS[use];
  const name = <code translate="no">{label}</code>;
  return (
    <th scope="row">
      <b>
        <Terms text={title} />
      </b>
      <span>{question}</span>
      {text === undefined ? (
        <span>
          <Trans>in your program: {name}</Trans>
        </span>
      ) : (
        <span>
          <Trans>in an example: {name}</Trans>
          <code translate="no" className="probe">
            {text.replace(/^-- at: (.*)\n.*? = /s, "$1 ↦ ")}
          </code>
        </span>
      )}
    </th>
  );
}

interface UseCellProps {
  readonly row: UseRow;
  readonly stage: StageId;
  readonly isShown: boolean;
}

function UseCell({ row, stage, isShown }: UseCellProps) {
  const words = wordsOfUse(row, stage);
  return (
    <td data-shown={isShown || undefined} data-odd={words?.isOdd || undefined}>
      {words === undefined ? (
        t`recording …`
      ) : (
        <>
          <b>{words.head}</b> {words.rest}
        </>
      )}
    </td>
  );
}
