// What screen readers are told: how a run ended, and when mistakes appear or go.
import { useEffect, useState } from "react";
import type { CellCheck } from "../state/checking.ts";
import type { CellRun } from "../state/running.ts";
import { tally } from "../view-models/mistakes.ts";
import { announcement, spokenMistake } from "../view-models/status.ts";

/** Milliseconds without a change before mistakes are spoken of: not at every letter. */
const QUIET = 900;

interface AnnouncerProps {
  readonly check: CellCheck | undefined;
  readonly run: CellRun;
}

export function Announcer({ check, run }: AnnouncerProps) {
  const [mistakes, setMistakes] = useState("");
  const diagnostics = check?.checked.diagnostics ?? [];
  const count = tally(diagnostics);
  const first = diagnostics[0] === undefined ? "" : spokenMistake(diagnostics[0], check?.text ?? "");
  useEffect(() => {
    const timer = setTimeout(() => setMistakes(count === "" ? "" : `${count}. First, ${first}`), QUIET);
    return () => clearTimeout(timer);
  }, [count, first]);
  return (
    <div className="visually-hidden">
      <p role="status" data-part="run-status">
        {announcement(run)}
      </p>
      <p role="status" data-part="mistake-status">
        {mistakes}
      </p>
    </div>
  );
}
