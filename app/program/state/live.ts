// Results that follow typing: a program whose last run was quick runs again by itself as soon as its new text checks; the first
// run of a worker says nothing of that, so the next one is tried.
import { create } from "zustand";
import { keepChoice, keptChoice } from "../../base/kept-choice.ts";
import { type CellId, type ProgramCell, programsOf, sameRun } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import { NO_RUN, type Result } from "../model/run.ts";
import { useChecking } from "./checking.ts";
import { startRun, useRunning } from "./running.ts";

/** A program follows typing if its last run took less than this many milliseconds. */
const QUICK = 100;

const KEY = "dualscope.live";

/** Whether quick programs run by themselves while they are typed. */
export const useLive = create<{ readonly isOn: boolean }>()(() => ({ isOn: keptChoice(KEY) !== "off" }));

export function toggleLive(): void {
  const isOn = !useLive.getState().isOn;
  useLive.setState({ isOn });
  keepChoice(KEY, isOn ? "on" : "off");
}

/** Whether a program follows typing after a run. */
export function isFollowed({ took, isFirst }: Result): boolean {
  return isFirst || took < QUICK;
}

/** What ran by itself last in each cell: a program that gave nothing is not tried again as it is. */
const tried = new Map<CellId, ProgramCell>();

/** Whether a program ran quickly before and is to run again now. */
function isDue(cell: ProgramCell): boolean {
  const { running, result } = useRunning.getState().runs.get(cell.id) ?? NO_RUN;
  if (cell.held || cell.foreign || running !== undefined || result === undefined || !isFollowed(result)) return false;
  if (isSame(result.subject, cell) || isSame(tried.get(cell.id), cell)) return false;
  if (result.end.tag !== "ran" || !/^(?:done|mistake)$/.test(result.end.run.ended.tag)) return false;
  const check = useChecking.getState().checks.get(cell.id);
  return check?.text === cell.text && check.checked.diagnostics.every(({ severity }) => severity !== "error");
}

function isSame(one: ProgramCell | undefined, other: ProgramCell): boolean {
  return one !== undefined && sameRun(one, other);
}

/** Looks after every change of a text, a check or a run, until the function that comes back is called. */
export function startLive(): () => void {
  const look = (): void => {
    if (!useLive.getState().isOn) return;
    for (const cell of programsOf(useDocument.getState().document)) {
      if (!isDue(cell)) continue;
      tried.set(cell.id, cell);
      void startRun(cell.id, "live");
    }
  };
  const ends = [
    useDocument.subscribe(({ document, turn }, before) => {
      if (turn !== before.turn) tried.clear();
      if (document.cells !== before.document.cells) look();
    }),
    useChecking.subscribe(look),
    useRunning.subscribe(look),
    useLive.subscribe(look),
  ];
  return () => {
    for (const end of ends) end();
  };
}
