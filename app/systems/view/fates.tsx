// Each system's treatment of a scalar that is used twice, not at all, and so on: from the events of runs.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { FateRow } from "../../../engine/explore/fates.ts";
import { Terms } from "../../help/term.tsx";
import { FATE_WORDS, fateWords } from "../model/fates.ts";

interface FatesProps {
  readonly rows: readonly FateRow[] | undefined;
  readonly stages: readonly StageId[];
  readonly shown: number;
}

/** Shows each stage's treatment of scalars of each fate; says so while the runs are recorded. */
export function Fates({ rows, stages, shown }: FatesProps) {
  if (rows === undefined) return <p className="quiet">{t`recording …`}</p>;
  return (
    <table className="systems-fates">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t`Fate`}</span>
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
          <tr key={row.fate}>
            <FateHead row={row} />
            {stages.map((stage, place) => (
              <FateCell key={stage} row={row} stage={stage} isShown={place === shown} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FateHead({ row: { fate, text, label } }: { readonly row: FateRow }) {
  const { title, question } = FATE_WORDS[fate];
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

interface FateCellProps {
  readonly row: FateRow;
  readonly stage: StageId;
  readonly isShown: boolean;
}

function FateCell({ row, stage, isShown }: FateCellProps) {
  const words = fateWords(row, stage);
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
