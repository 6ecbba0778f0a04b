// In the place of a picture that would answer an open question.
import "../locale.ts";
import { plural, t } from "@lingui/core/macro";
import { showAnswers } from "../../course/state/progress.ts";

/** Says that open questions come first, with a button that shows their answers. */
export function KeptBack({ questions }: { readonly questions: readonly string[] }) {
  const { length } = questions;
  return (
    <p className="glimpse-masked">
      {plural(length, { one: "Answer the question to open this.", other: "Answer the # questions to open this." })}{" "}
      <button type="button" className="button line small" onClick={() => showAnswers(questions)}>
        {t`Show me`}
      </button>
    </p>
  );
}
