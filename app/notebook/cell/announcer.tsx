// Text for screen readers: how a run ended, and when mistakes appear or go.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import { tally } from "../../program/model/mistakes.ts";
import type { CellCheck, CellRun } from "../../program/model/run.ts";
import { announcement, spokenMistake } from "../../program/model/status.ts";

/** Milliseconds without a change before errors, and results that follow typing, are spoken of: not at every letter. */
const QUIET = 900;

interface AnnouncerProps {
  readonly check: CellCheck | undefined;
  /** The mistakes in the text that was checked. */
  readonly mistakes: readonly Diagnostic[];
  readonly run: CellRun;
}

/** Tells screen readers how the run of a cell ended, and mistakes when typing rests. */
export function Announcer({ check, mistakes, run }: AnnouncerProps) {
  const wrong = useRested(spokenMistakes(mistakes, check?.text ?? ""), QUIET);
  const isLive = run.running?.isLive ?? run.result?.isLive ?? false;
  const outcome = useRested(announcement(run), isLive ? QUIET : 0);
  return (
    <div className="visually-hidden">
      <p role="status" data-part="run-status">
        {outcome}
      </p>
      <p role="status" data-part="mistake-status">
        {wrong}
      </p>
    </div>
  );
}

/** Words that have not changed for a time in milliseconds. */
function useRested(words: string, delay: number): string {
  const [rested, setRested] = useState(delay === 0 ? words : "");
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), delay);
    return () => clearTimeout(timer);
  }, [words, delay]);
  return rested;
}

function spokenMistakes(diagnostics: readonly Diagnostic[], text: string): string {
  const tallied = tally(diagnostics);
  const first = diagnostics[0] === undefined ? "" : spokenMistake(diagnostics[0], text);
  return tallied === ""
    ? ""
    : t({ message: `${tallied}. First, ${first}`, comment: "as in: 2 errors, 1 warning. First, line 3: …" });
}
