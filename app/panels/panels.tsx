// Panels below a program; which are open belongs to the document. Each is loaded when it is opened.
import { t } from "@lingui/core/macro";
import { lazy, type ReactNode, Suspense } from "react";
import type { ProgramCell } from "../document/document.ts";
import type { EmbeddedPanel } from "../document/views.ts";
import type { CellRun } from "../program/model/run.ts";
import { useIsDeep } from "../ui/depth/depth.ts";
import { isPlottable } from "./plot/model/plottable.ts";
import { EMBEDDED_PANEL_WORDS, setEmbeddedPanel } from "./state.ts";

const PlotInside = lazy(() => import("./plot/plot-panel.tsx"));
const PlayInside = lazy(() => import("./play/play-panel.tsx"));
const GraphInside = lazy(() => import("./graph/graph-panel.tsx"));
const ColumnsInside = lazy(() => import("./columns/columns-panel.tsx"));
const CurvesInside = lazy(() => import("./curves/curves-panel.tsx"));

interface EmbeddedPanelsProps {
  readonly cell: ProgramCell;
  readonly run: CellRun;
}

/** Shows the parts that can be opened below a program; the plot only where there is something to plot. */
export function EmbeddedPanels({ cell, run }: EmbeddedPanelsProps) {
  const isDeep = useIsDeep("program");
  const { inside } = cell.views;
  return (
    <>
      {(hasPlot(run) || inside.includes("plot")) && (
        <Part cell={cell} part="plot">
          <PlotInside cell={cell} />
        </Part>
      )}
      <Part cell={cell} part="play">
        <PlayInside cell={cell} run={run} />
      </Part>
      <Part cell={cell} part="graph">
        <GraphInside cell={cell} />
      </Part>
      {/* for documents that have it: the explorer shows the same, and the picture */}
      {inside.includes("columns") && (
        <Part cell={cell} part="columns">
          <ColumnsInside cell={cell} />
        </Part>
      )}
      {(isDeep || inside.includes("curves")) && (
        <Part cell={cell} part="curves">
          <CurvesInside cell={cell} />
        </Part>
      )}
    </>
  );
}

/** Whether the latest run that has a value has one that can be plotted. */
function hasPlot({ result, earlier }: CellRun): boolean {
  return [result, earlier].some((one) => one?.end.tag === "answered" && isPlottable(one.end.answer));
}

interface PartProps {
  readonly cell: ProgramCell;
  readonly part: EmbeddedPanel;
  readonly children: ReactNode;
}

/** Its children are there only while it is open. */
function Part({ cell, part, children }: PartProps) {
  const isOpen = cell.views.inside.includes(part);
  return (
    <details
      className="inside"
      data-part={part}
      open={isOpen}
      onToggle={(event) => setEmbeddedPanel(cell.id, part, event.currentTarget.open)}
    >
      <summary>{EMBEDDED_PANEL_WORDS[part]}</summary>
      {isOpen && cell.foreign && (
        <p className="quiet">{t`Run the program first: it came from a link or a file and has not run yet.`}</p>
      )}
      {isOpen && !cell.foreign && (
        <Suspense fallback={<p className="quiet" aria-busy="true">{t`loading …`}</p>}>{children}</Suspense>
      )}
    </details>
  );
}
