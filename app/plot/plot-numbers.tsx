// A panel below a plot: its numbers as a table, which is loaded then.
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import type { NumberColumn } from "./numbers.ts";

const NumbersTable = lazy(() => import("./numbers-table.tsx"));

interface PlotNumbersProps {
  /** The label of the horizontal axis. */
  readonly xWords: string;
  readonly columns: readonly NumberColumn[];
}

/** Shows a part that opens the numbers of a plot as a table. */
export function PlotNumbers(props: PlotNumbersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="plot-numbers" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`The numbers`}</summary>
      {isOpen && (
        <Suspense fallback={<p className="quiet" aria-busy="true">{t`loading …`}</p>}>
          <NumbersTable {...props} />
        </Suspense>
      )}
    </details>
  );
}
