// In the place of a result that an open question asks for.
import "./hidden-result.css";
import { plural, t } from "@lingui/core/macro";
import { useDocument } from "../../document/state/document.ts";
import { questionsOf } from "../model/open-questions.ts";
import { showAnswers } from "../state/progress.ts";

interface HiddenResultProps {
  /** The open questions, by their IDs. */
  readonly questions: readonly string[];
  /** Whether it stands in the place of a whole view. */
  readonly isView?: boolean;
}

/** Stands in the place of a result that open questions ask for: a link to the first one, and a button that shows the answers. */
export default function HiddenResult({ questions, isView = false }: HiddenResultProps) {
  const document = useDocument((state) => state.document);
  const first = questionsOf(document).find(({ predict }) => questions.includes(predict.id));
  const { length } = questions;
  const words = plural(length, {
    one: "Hidden until you answer the question below.",
    other: "Hidden until you answer the # questions below.",
  });
  return (
    <div className={isView ? "opening hidden-result" : "hidden-result"}>
      <p className={isView ? "headline" : undefined}>{isView ? t`This view would give an answer away` : words}</p>
      <p>
        {first !== undefined && (
          <a className="button" href={isView ? "#/" : `#${first.cell.id}`}>
            {t`To the question`}
          </a>
        )}{" "}
        <button type="button" className="button line" onClick={() => showAnswers(questions)}>
          {t`Show me`}
        </button>
      </p>
    </div>
  );
}
