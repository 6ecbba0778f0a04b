// The help on speed: measured times beside their anchors, and where others are faster.
import { t } from "@lingui/core/macro";
import { FASTER, MEASURED, SPEED, type SpeedTable } from "../texts/speed.ts";

/** Shows all tables, and where others are faster. */
export function SpeedSection() {
  return (
    <>
      <p className="help-none">{MEASURED}</p>
      {SPEED.map((table) => (
        <SpeedTableView key={table.id} table={table} />
      ))}
      <article className="help-entry" tabIndex={-1} data-entry="speed others">
        <h3 className="help-topic">{t`Where others are faster`}</h3>
        {FASTER.map((words) => (
          <p key={words} className="help-prose">
            {words}
          </p>
        ))}
      </article>
    </>
  );
}

/** Shows a table of times. */
export function SpeedTableView({ table: { id, title, words, heads, rows } }: { readonly table: SpeedTable }) {
  return (
    <article className="help-entry" tabIndex={-1} data-entry={`speed ${id}`}>
      <h3 className="help-topic">{title}</h3>
      <p className="help-prose">{words}</p>
      <table className="help-keys">
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, ...numbers]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {numbers.map((number, index) => (
                <td key={heads[index]} className="numeral">
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
