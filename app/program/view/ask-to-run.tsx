// The place of a run that waits for its reader's consent: the program came by a link or a file.
import { t } from "@lingui/core/macro";
import { foreignPrograms, type ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { open } from "../../navigation/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { runForeign, startRun } from "../state/running.ts";

interface AskToRunProps {
  readonly cell: ProgramCell;
  /** Whether it fills a view of its own. */
  readonly isView?: true;
}

/** Says that a program from a link or a file has not run, and runs it, or all of them, when asked. */
export function AskToRun({ cell, isView }: AskToRunProps) {
  const isOneOfMany = useDocument(({ document }) => foreignPrograms(document).length > 1);
  return (
    <div className={isView ? "opening" : "no-result"}>
      <p className="headline">{t`This program has not run yet`}</p>
      <p>{t`It came from a link or a file. Check it before running.`}</p>
      <p>
        <button type="button" className="button solid" onClick={() => void startRun(cell.id)}>
          <Icon name="play" /> {t`Run it`}
        </button>{" "}
        {isOneOfMany && (
          <button type="button" className="button line" onClick={runForeign}>
            {t`Run all programs`}
          </button>
        )}{" "}
        {isView && (
          <button type="button" className="button line" onClick={() => open("document")}>
            {t`Read the program`}
          </button>
        )}
      </p>
    </div>
  );
}
