// In the place of a result that an open question asks for.
import "./hidden-result.css";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useDocument } from "../../document/state/document.ts";
import { questionsOf } from "../model/open-questions.ts";
import { QuestionLinks } from "./question-links.tsx";
import { ShowMe } from "./show-me.tsx";

interface HiddenResultProps {
  /** The open questions, by their IDs. */
  readonly questions: readonly string[];
  /** Whether it stands in the place of a whole view. */
  readonly isView?: boolean;
}

/** Stands in the place of a result that open questions ask for: a link to each, and a button that shows the answers. */
export default function HiddenResult({ questions, isView = false }: HiddenResultProps) {
  const document = useDocument((state) => state.document);
  const first = questionsOf(document).find(({ predict }) => questions.includes(predict.id));
  const links = <QuestionLinks questions={questions} />;
  return (
    <div className={isView ? "opening hidden-result" : "hidden-result"}>
      <p className={isView ? "headline" : undefined}>
        {isView ? t`This view would give an answer away` : <Trans>Answer {links} to see it.</Trans>}
      </p>
      <p>
        {isView && first !== undefined && (
          <a className="button" href="#/">
            {t`To the question`}
          </a>
        )}{" "}
        <ShowMe questions={questions} />
      </p>
    </div>
  );
}
