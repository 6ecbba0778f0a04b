// Open questions by their numbers, each with a link to it.

import { t } from "@lingui/core/macro";
import { Fragment } from "react";
import { nth } from "../../../engine/base/nth.ts";
import { i18n } from "../../base/locale.ts";
import { useDocument } from "../../document/state/document.ts";
import { keyed } from "../../ui/keyed.ts";
import { numberOfQuestion, questionsOf } from "../model/open-questions.ts";

/** Names questions by their numbers, in order; “the question” where the document has one alone. */
export function QuestionLinks({ questions }: { readonly questions: readonly string[] }) {
  const document = useDocument((state) => state.document);
  const found = questionsOf(document).filter(({ predict }) => questions.includes(predict.id));
  if (found.length === 0) return <>{t`the question`}</>;
  const names = found.map(({ cell }) => questionName(numberOfQuestion(document, cell.id)));
  return keyed(new Intl.ListFormat(i18n.locale).formatToParts(names)).map(({ key, item: { type, value } }) =>
    type === "literal" ? (
      <Fragment key={key}>{value}</Fragment>
    ) : (
      <a key={key} className="link" href={`#${nth(found, names.indexOf(value)).cell.id}`}>
        {value}
      </a>
    ),
  );
}

function questionName(number: number | undefined): string {
  return number === undefined ? t`the question` : t`question ${number}`;
}
