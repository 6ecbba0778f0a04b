// Why a run after typing could not begin, once typing has rested for a moment.
import type { ProgramCell } from "../../document/document.ts";
import { type CellRun, withoutOutdated } from "../../program/model/run.ts";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";

/** Milliseconds without a change before an input that does not fit is called an error: a number may be half typed. */
const QUIET = 500;

/** A cell's run, with the reason that kept the latest one from beginning where that is to be shown. */
export function useObstacle(cell: ProgramCell, run: CellRun): CellRun {
  const now = withoutOutdated(run, cell);
  const isShown = useDelayed(now.notBegun !== undefined, QUIET);
  return isShown || now.notBegun === undefined ? now : { ...now, notBegun: undefined };
}
