// What the texts cost by the paper's cost model, and the two laws that hold between them.
import { t } from "@lingui/core/macro";
import type { StudiedDefinition } from "../../engine/algorithms/study.ts";
import { tapeSize } from "./model.ts";

export function Ledger({ definition }: { readonly definition: StudiedDefinition }) {
  const { program, tangents, values, linear, transpose, linearIn, linearOut } = definition;
  const rows = [program, tangents, values, linear, transpose];
  const most = Math.max(...rows.map(({ work }) => work), 1);
  const [first, second, before, turned] = [values.work, linear.work, tangents.work, transpose.work];
  const more = first + second - before;
  return (
    <section className="study-ledger" aria-label={t`Work`}>
      <table>
        <caption>{t`Work of a call: operations on Reals, and Reals dropped`}</caption>
        <tbody>
          {rows.map(({ name, work }) => (
            <tr key={name}>
              <th scope="row" translate="no">
                {name}
              </th>
              <td>
                <span className="study-bar" style={{ width: `${(100 * work) / most}%` }} aria-hidden="true" />
                {work}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t`tape`}</th>
            <td>{tapeSize(definition)}</td>
          </tr>
        </tbody>
      </table>
      <p>
        {more === 0
          ? t`Unzipping costs nothing: ${first} + ${second} = ${before}.`
          : t`What is computed again costs ${more} more: ${first} + ${second}, instead of ${before}.`}
      </p>
      <p>
        {t`The transpose does no more work than the linear half, up to the Reals that go in and out: ${turned} + ${linearIn} ≤ ${second} + ${linearOut}.`}
      </p>
    </section>
  );
}
