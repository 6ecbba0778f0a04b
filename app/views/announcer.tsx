// What screen readers are told: how a run ended, and when mistakes appear or go.
import { t } from "@lingui/core/macro";
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
  const tallied = tally(diagnostics);
  const first = diagnostics[0] === undefined ? "" : spokenMistake(diagnostics[0], check?.text ?? "");
  const words =
    tallied === ""
      ? ""
      : t({ message: `${tallied}. First, ${first}`, comment: "as in: 2 mistakes, 1 warning. First, line 3: …" });
  useEffect(() => {
    const timer = setTimeout(() => setMistakes(words), QUIET);
    return () => clearTimeout(timer);
  }, [words]);
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
