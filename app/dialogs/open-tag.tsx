// The mark of a choice that is open.
import { t } from "@lingui/core/macro";

/** Marks the choice that is open. */
export function OpenTag() {
  return (
    <span className="choice-open" aria-hidden="true">
      {" · "}
      {t({ message: "open", comment: "behind the title of the document or example that is open" })}
    </span>
  );
}
