// The button that shows the answers of open questions, wherever something waits for them.
import { t } from "@lingui/core/macro";
import { showAnswers } from "../state/progress.ts";

interface ShowMeProps {
  /** The open questions, by their IDs. */
  readonly questions: readonly string[];
  readonly isSmall?: boolean;
}

/** Shows the answers of open questions when it is pressed; on slides a key does, too. */
export function ShowMe({ questions, isSmall = false }: ShowMeProps) {
  return (
    <button
      type="button"
      className={isSmall ? "button line small show-me" : "button line show-me"}
      onClick={() => showAnswers(questions)}
    >
      {t`Show me`}
    </button>
  );
}
