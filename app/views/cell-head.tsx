// The head of a cell's card: what is differentiated, how the cell stands, Run or Stop, and the examples.
import { Icon } from "../components/icon.tsx";
import { useDelayed } from "../components/use-delayed.ts";
import type { ProgramCell } from "../document/document.ts";
import { type CellCheck, stopChecking } from "../state/checking.ts";
import { type CellRun, startRun, stopRun } from "../state/running.ts";
import { inputRow } from "../view-models/input-row.ts";
import type { Status } from "../view-models/status.ts";

interface CellHeadProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
  readonly run: CellRun;
  readonly status: Status;
  readonly slowCheck: boolean;
  onExamples(): void;
}

const FLICKER = 120;
const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

export function CellHead({ cell, check, run, status, slowCheck, onExamples }: CellHeadProps) {
  const { signature } = inputRow(cell, check?.checked);
  const isRunning = useDelayed(run.running !== undefined, FLICKER);
  return (
    <div className="card-head">
      <p className="signature">
        {signature !== undefined && (
          <>
            <b>{signature.name}</b> : {signature.param} → {signature.result}
          </>
        )}
      </p>
      <div className="card-actions">
        <p className={`status ${isRunning || run.running === undefined ? status.mark : "empty"}`}>
          {status.mark === "bad" && <Icon name="cross" />}
          {run.running !== undefined && !isRunning ? "running" : status.words}
        </p>
        {slowCheck && (
          <button type="button" className="button line small" onClick={stopChecking}>
            Stop checking
          </button>
        )}
        <button type="button" className="button" aria-haspopup="dialog" onClick={onExamples}>
          <Icon name="book" /> Examples
        </button>
        <button
          type="button"
          className="button solid run"
          aria-keyshortcuts={isRunning ? "Escape" : "Control+Enter Meta+Enter"}
          onClick={() => (run.running === undefined ? void startRun(cell.id) : stopRun(cell.id))}
        >
          <Icon name={isRunning ? "stop" : "play"} />
          {isRunning ? "Stop" : "Run"}
          <span className="key" aria-hidden="true">
            {isRunning ? "Esc" : IS_MAC ? "⌘ ⏎" : "Ctrl ⏎"}
          </span>
        </button>
      </div>
    </div>
  );
}
