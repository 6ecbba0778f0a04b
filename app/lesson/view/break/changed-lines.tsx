// The lines in which a broken program differs from the one before.
import { t } from "@lingui/core/macro";
import { keyed } from "../../../ui/keyed.ts";
import { Notation } from "../../../ui/notation.tsx";
import type { changedLines } from "../../model/changed-lines.ts";

/** Shows the lines that differ; says so where none does. */
export function ChangedLines({ lines }: { readonly lines: ReturnType<typeof changedLines> }) {
  if (lines.length === 0) return <p className="note">{t`No line changes: the stage does not have this part.`}</p>;
  return (
    <pre className="break-lines" translate="no">
      {keyed(lines).map(({ key, item: { text, change } }) => (
        <span key={key} className={change}>
          <span aria-hidden="true">{change === "new" ? "+ " : "− "}</span>
          <span className="visually-hidden">{change === "new" ? t`new:` : t`gone:`} </span>
          <Notation text={text} />
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
