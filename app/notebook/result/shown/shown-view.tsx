// The values that a program asks to be shown by `trace`, each with its place and its cotangent.
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import type { ShownPair } from "../../../../engine/derive/trace.ts";
import type { ExploreRequest } from "../../../../engine/worker/protocol.ts";
import type { Answer } from "../../../../engine/worker/questions.ts";
import { Question, useAsked } from "../../../client/question.ts";
import type { ProgramCell } from "../../../document/document.ts";
import { goTo } from "../../../editor/registry.ts";
import { exploreRequestOf, isSame } from "../../../exploration/state/request.ts";
import { placeInWords } from "../../../program/model/mistakes.ts";
import { derivativeText, replaceReals } from "../../../program/value/model/value-tree.ts";
import { Place } from "../../../program/view/mistake-view.tsx";
import { keyed } from "../../../ui/keyed.ts";
import { shortened } from "../../../words/numbers.ts";
import "./shown.css";

/** Values that are shown at first. */
const FIRST = 12;

/** The question for the values that a cell's program shows, by the cell. */
const shownValues = new Question<ExploreRequest, Answer<"shown">>((request, { ask }) => ask("shown", request));

interface ShownViewProps {
  readonly cell: ProgramCell;
  /** Whether the result is of the cell as it is now: only then its values are asked for. */
  readonly isCurrent: boolean;
}

/** Shows the values that a cell's program asks to be shown; those of the run before until the present ones are there. */
export function ShownView({ cell, isCurrent }: ShownViewProps) {
  const key = JSON.stringify(exploreRequestOf(cell));
  const { answer, of, isBusy, isStopped, failure } = useAsked(shownValues, cell.id);
  useEffect(() => {
    if (!isCurrent) return;
    const wanted = JSON.parse(key) as ExploreRequest;
    if (!isSame(shownValues.at(cell.id).question, wanted)) void shownValues.ask(wanted, cell.id);
  }, [cell.id, key, isCurrent]);
  return (
    <section className="shown-values" aria-label={t`Values shown by trace`} aria-busy={isBusy}>
      {answer !== undefined && <Values found={answer} cell={cell} isHere={of?.text === cell.text} />}
      {isBusy && answer === undefined && (
        <p>
          {t`Following the run for the values that it shows`}{" "}
          <button type="button" className="link" onClick={() => shownValues.stop(cell.id)}>{t`Stop`}</button>
        </p>
      )}
      {!isBusy && (isStopped || failure !== undefined) && <p>{failure ?? t`Stopped.`}</p>}
    </section>
  );
}

interface ValuesProps {
  readonly found: Answer<"shown">;
  readonly cell: ProgramCell;
  /** Whether the places are those of the text as it is now. */
  readonly isHere: boolean;
}

function Values({ found, cell, isHere }: ValuesProps) {
  const { values, more, isCut } = found;
  const [isAll, setAll] = useState(false);
  const shown = isAll ? values : values.slice(0, FIRST);
  const left = values.length - shown.length;
  return (
    <>
      {shown.length > 0 && (
        <ul>
          {keyed(shown).map(({ key, item }) => (
            <ShownLine key={key} pair={item} cell={cell} isHere={isHere} />
          ))}
        </ul>
      )}
      {left > 0 && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {plural(left, { one: `Show # more`, other: `Show # more` })}
        </button>
      )}
      {more > 0 && left === 0 && <p>{plural(more, { one: `and # more`, other: `and # more` })}</p>}
      {isCut && <p>{t`The run is too long to be followed step by step: trace shows no more of it.`}</p>}
      {values.length === 0 && !isCut && <p>{t`The run did not come to a value that trace shows.`}</p>}
    </>
  );
}

function ShownLine(props: { readonly pair: ShownPair; readonly cell: ProgramCell; readonly isHere: boolean }) {
  const { pair, cell, isHere } = props;
  const { text, span, value, cotangent } = pair;
  return (
    <li>
      <Place words={placeInWords(span, cell.text)} span={span} current={isHere} onGo={(at) => goTo(cell.id, at)} />
      <span className="shown-text" translate="no">
        {text}
      </span>
      <span className="shown-numbers">
        <code className="primal" translate="no" title={value}>
          {replaceReals(value, shortened)}
        </code>
        {cotangent !== undefined && (
          <span>
            {t`cotangent`}{" "}
            <code className="cotangent" translate="no" title={cotangent}>
              {derivativeText(replaceReals(cotangent, shortened))}
            </code>
          </span>
        )}
      </span>
    </li>
  );
}
