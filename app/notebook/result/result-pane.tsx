// The right side of a cell: nothing yet, the present run, or the latest result.

import type { ProgramCell } from "../../document/document.ts";
import type { CellCheck, CellRun } from "../../program/model/run.ts";
import { AskToRun } from "../../program/view/ask-to-run.tsx";
import { useDelayed } from "../../ui/hooks/use-delayed.ts";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { NoResult, ResultView } from "./result-view.tsx";
import { RunningView } from "./running-view.tsx";

/** A run that is over within this many milliseconds is not announced by a moving picture. */
const FLICKER = 180;

interface ResultPaneProps {
  readonly cell: ProgramCell;
  readonly check: CellCheck | undefined;
  readonly run: CellRun;
  readonly label: string;
}

/** Shows the latest run of a cell, or the present one, with the former result during that. */
export function ResultPane({ cell, check, run, label }: ResultPaneProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const { running, result, earlier } = run;
  const isSlow = useDelayed(running !== undefined, FLICKER);
  return (
    <section className="result" aria-label={label}>
      <div ref={ref} className="result-width">
        {running !== undefined && isSlow && <RunningView running={running} />}
        {result === undefined ? (
          running === undefined && (cell.foreign ? <AskToRun cell={cell} /> : <NoResult />)
        ) : (
          <ResultView cell={cell} check={check} result={result} replaced={isSlow} width={width} />
        )}
        {earlier !== undefined && !isSlow && (
          <ResultView cell={cell} check={check} result={earlier} replaced width={width} />
        )}
      </div>
    </section>
  );
}
