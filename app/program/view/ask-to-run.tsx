// What stands in the place of a run that nobody has asked for: the program came by a link or a file.
import { t } from "@lingui/core/macro";
import type { ProgramCell } from "../../document/document.ts";
import { open } from "../../navigation/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { startRun } from "../state/running.ts";

interface AskToRunProps {
  readonly cell: ProgramCell;
  /** Whether it fills a view of its own. */
  readonly isView?: true;
}

/** Says that a program from a link or a file has not run, and runs it when asked. */
export function AskToRun({ cell, isView }: AskToRunProps) {
  return (
    <div className={isView ? "opening" : "no-result"}>
      <p className="headline">{t`This program has not run yet`}</p>
      <p>{t`It came from a link or a file. Check it before running.`}</p>
      <p>
        <button type="button" className="button solid" onClick={() => void startRun(cell.id)}>
          <Icon name="play" /> {t`Run it`}
        </button>{" "}
        {isView && (
          <button type="button" className="button line" onClick={() => open("document")}>
            {t`Read the program`}
          </button>
        )}
      </p>
    </div>
  );
}
