// The consent of a reader: programs that came by a link or a file run when it is given.
import { t } from "@lingui/core/macro";
import { foreignPrograms, type ProgramCell } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { open } from "../../navigation/route.ts";
import { Icon } from "../../ui/icon.tsx";
import { runForeign, startRun } from "../state/running.ts";

/** Hands the focus of a button that goes away on: to the “Run” of its cell, or to the document. */
function handsOn(button: HTMLButtonElement): () => void {
  return () => {
    if (document.activeElement !== button) return;
    const cell = button.closest("[data-cell]");
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const next = cell?.querySelector<HTMLElement>(".run") ?? document.querySelector("main");
      next?.focus({ preventScroll: true });
    });
  };
}

/** Above a document or its slides, of which programs have not run yet: says so, and runs all of them when asked. */
export function AskToRunAll() {
  const isNeeded = useDocument(({ document }) => document.cells.length > 1 && foreignPrograms(document).length > 0);
  if (!isNeeded) return null;
  return (
    <div className="notice top run-notice">
      <p>{t`This document came from a link or a file. Its programs have not run yet, so numbers and pictures are missing.`}</p>
      <button ref={handsOn} type="button" className="button solid run-all" onClick={runForeign}>
        <Icon name="play" /> {t`Run all programs`}
      </button>
    </div>
  );
}

interface AskToRunProps {
  readonly cell: ProgramCell;
  /** Whether it fills a view of its own. */
  readonly isView?: true;
}

/** In the place of a run: says that its program has not run, and runs it when asked. */
export function AskToRun({ cell, isView }: AskToRunProps) {
  return (
    <div className={isView ? "opening" : "no-result"}>
      <p className="headline">{t`This program has not run yet`}</p>
      {isView && <p>{t`It came from a link or a file. Check it before running.`}</p>}
      <p>
        <button ref={handsOn} type="button" className="button solid" onClick={() => void startRun(cell.id)}>
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
