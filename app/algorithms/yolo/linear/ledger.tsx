// Costs of the texts by the paper's cost model, and the two laws that hold between them.
import { t } from "@lingui/core/macro";
import type { LinearDefinition } from "../../../../engine/algorithms/yolo/definition.ts";
import { shortReal } from "../../../../engine/core/values/show-value.ts";
import { Terms } from "../../../help/term.tsx";
import type { WordId } from "../../../help/words.ts";
import { grouped } from "../../../words/numbers.ts";
import { tapeSize } from "./model.ts";

/** How long the transpose is, and how long it would be by the figure word for word. */
function Sizes({ definition }: { readonly definition: LinearDefinition }) {
  const { texts, literal } = definition;
  const { linear, transpose } = texts;
  const [half, turned] = [linear.size, transpose.size].map(grouped);
  const sizes = t`The text of the transpose has ${turned} nodes, that of the linear half ${half}.`;
  if (literal.size === undefined || literal.size === transpose.size) return <p>{sizes}</p>;
  const words = grouped(literal.size);
  return (
    <details className="study-literal">
      <summary>{t`${sizes} Transposed literally by Fig. 11, it would have ${words}.`}</summary>
      <p>
        {t`There, every let binds and returns all waiting cotangents again, so the text grows with the square of their number. It computes the same.`}
      </p>
      {literal.lines !== undefined && <pre translate="no">{literal.lines.join("\n")}</pre>}
    </details>
  );
}

/** The transpose, transposed: the linear half again. */
function Again({ definition }: { readonly definition: LinearDefinition }) {
  const { texts, again } = definition;
  const { linear } = texts;
  const [once, twice] = [linear.work, again.work].map(grouped);
  return (
    <details className="study-literal">
      <summary>
        {again.isSame
          ? t`Transposing twice gives back the linear half, up to renaming: work ${twice} = ${once}.`
          : t`Transposing twice gives a half that computes the same, with different lines: work ${twice} ≤ ${once}.`}
      </summary>
      {again.lines.length > 0 && <pre translate="no">{again.lines.map(({ text }) => text).join("\n")}</pre>}
    </details>
  );
}

/** A cost is of stages in the glossary; here it is work. */
const NOT_HERE: ReadonlySet<WordId> = new Set(["cost"]);

/** Shows the work of each text of a definition, the size of its tape, and the laws between them. */
export function Ledger({ definition }: { readonly definition: LinearDefinition }) {
  const { texts, linearIn, linearOut } = definition;
  const { program, tangents, values, linear, transpose } = texts;
  const rows = [...(program === undefined ? [] : [program]), tangents, values, linear, transpose];
  const most = Math.max(...rows.map(({ work }) => work), 1);
  const extra = values.work + linear.work - tangents.work;
  const [first, second, before, turned, more] = [values.work, linear.work, tangents.work, transpose.work, extra].map(
    grouped,
  );
  const [given, found] = [linearIn, linearOut].map(grouped);
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
                {grouped(work)}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t`tape`}</th>
            <td>{grouped(tapeSize(definition))}</td>
          </tr>
        </tbody>
      </table>
      <p>
        <Terms
          known={NOT_HERE}
          text={
            extra === 0
              ? t`Unzipping costs nothing: ${first} + ${second} = ${before}.`
              : t`Recomputing costs ${more} more: ${first} + ${second}, instead of ${before}.`
          }
        />
      </p>
      {program !== undefined && program.work > 0 && <Factors definition={definition} of={program.work} />}
      <p>
        <Terms
          text={t`The transpose does no more work than the linear half, up to the Reals that go in and out: ${turned} + ${given} ≤ ${second} + ${found}.`}
        />
      </p>
    </section>
  );
}

/** How many times the work of the program its derivative is: the bounds that forward mode and the gradient have are of these. */
function Factors({ definition, of }: { readonly definition: LinearDefinition; readonly of: number }) {
  const { tangents, values, transpose } = definition.texts;
  const [first, second, before, once] = [values.work, transpose.work, tangents.work, of].map(grouped);
  const [forward, back] = [tangents.work / of, (values.work + transpose.work) / of].map(shortReal);
  return (
    <p>
      <Terms
        known={NOT_HERE}
        text={t`Values with tangents take ${forward} times the work of the values alone: ${before} / ${once}. Values with the gradient take ${back} times: (${first} + ${second}) / ${once}.`}
      />
    </p>
  );
}

/** Notes on the transpose, below it: they open without moving a line of the panes. */
export function TransposeNotes({ definition }: { readonly definition: LinearDefinition }) {
  return (
    <section className="study-more" aria-label={t`More about the transpose`}>
      <Sizes definition={definition} />
      <Again definition={definition} />
    </section>
  );
}
