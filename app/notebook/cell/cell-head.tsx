// The head of a cell's card: its signature, the cell's state, Run or Stop, and the examples.
import { t } from "@lingui/core/macro";
import type { Diagnostic } from "../../../engine/source/diagnostic.ts";
import type { ProgramCell } from "../../document/document.ts";
import { goTo } from "../../editor/registry.ts";
import { openDialog } from "../../navigation/dialogs.ts";
import { inputRow } from "../../program/model/input-row.ts";
import type { CellCheck, CellRun } from "../../program/model/run.ts";
import type { Status } from "../../program/model/status.ts";
import { stopChecking } from "../../program/state/checking.ts";
import { toggleLive, useLive } from "../../program/state/live.ts";
import { startRun, stopRun } from "../../program/state/running.ts";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";
import { Icon } from "../../ui/icon.tsx";

interface CellHeadProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
  /** The mistakes in its text. */
  readonly mistakes: readonly Diagnostic[];
  readonly run: CellRun;
  readonly status: Status;
  readonly slowCheck: boolean;
}

const FLICKER = 120;
const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

/** Shows the head of a program's card: its signature, its state, and the buttons to run or stop it. */
export function CellHead({ cell, check, mistakes, run, status, slowCheck }: CellHeadProps) {
  const { signature } = inputRow(cell, check?.checked);
  const isRunning = useDelayed(run.running !== undefined, FLICKER);
  const isDeep = useIsDeep("program");
  const isLive = useLive((state) => state.isOn);
  const isBrief = run.running !== undefined && !isRunning;
  const shown: Status = isBrief ? { mark: "empty", words: t`running` } : status;
  return (
    <div className="card-head">
      <p className="signature" translate="no">
        {signature !== undefined && (
          <>
            <b>{signature.name}</b> : {signature.param} → {signature.result}
          </>
        )}
      </p>
      <div className="card-actions">
        <StatusView cell={cell} first={check?.text === cell.text ? mistakes[0] : undefined} status={shown} />
        {slowCheck && (
          <button type="button" className="button line small" onClick={stopChecking}>
            {t`Stop checking`}
          </button>
        )}
        <button
          type="button"
          className="button examples"
          aria-haspopup="dialog"
          onClick={() => openDialog("examples", cell.id)}
        >
          <Icon name="book" /> <span className="wide-word">{t`Examples`}</span>
        </button>
        {(isDeep || !isLive) && <LiveSwitch />}
        <button
          type="button"
          className="button solid run"
          aria-keyshortcuts={isRunning ? "Escape" : "Control+Enter Meta+Enter"}
          onClick={() => (isRunning ? stopRun(cell.id) : void startRun(cell.id))}
        >
          <Icon name={isRunning ? "stop" : "play"} />
          {isRunning ? t`Stop` : t`Run`}
          <span className="key" aria-hidden="true">
            {isRunning ? t`Esc` : IS_MAC ? "⌘ ⏎" : t`Ctrl ⏎`}
          </span>
        </button>
      </div>
    </div>
  );
}

/** Whether programs that are quick run by themselves while they are typed; one switch for all. */
function LiveSwitch() {
  const isOn = useLive((state) => state.isOn);
  return (
    <button
      type="button"
      className="button line live-switch"
      aria-pressed={isOn}
      title={t`Run while typing, if the last run took less than a tenth of a second`}
      onClick={toggleLive}
    >
      {t({ message: "Live", comment: "a switch: programs run by themselves while they are typed" })}
    </button>
  );
}

/** The state in words; where there is a mistake, the way to the first. */
function StatusView(props: {
  readonly cell: ProgramCell;
  readonly first: Diagnostic | undefined;
  readonly status: Status;
}) {
  const { cell, first, status } = props;
  if (status.mark !== "bad" || first === undefined)
    return (
      <p className={`status ${status.mark}`}>
        {status.mark === "bad" && <Icon name="cross" />}
        {status.words}
      </p>
    );
  return (
    <button
      type="button"
      className="status bad"
      title={t`Go to the first error`}
      onClick={() => goTo(cell.id, first.span)}
    >
      <Icon name="cross" />
      {status.words}
    </button>
  );
}
