// Why a run that followed typing could not begin, once what was typed has been left alone for a moment.
import type { ProgramCell } from "../../document/document.ts";
import { type CellRun, withoutOutdated } from "../../program/model/run.ts";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";

/** Milliseconds without a change before an input that does not fit is called an error: a number may be half typed. */
const QUIET = 500;

/** What is known of a cell's run, with what kept the latest run from beginning where that is to be shown. */
export function useObstacle(cell: ProgramCell, run: CellRun): CellRun {
  const now = withoutOutdated(run, cell);
  const isShown = useDelayed(now.notBegun !== undefined, QUIET);
  return isShown || now.notBegun === undefined ? now : { ...now, notBegun: undefined };
}
