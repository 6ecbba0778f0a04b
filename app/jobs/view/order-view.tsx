// The partial order on compound IDs, as the thesis draws it (Fig. 3.15c).
import { t } from "@lingui/core/macro";
import { useMemo, useRef } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { MOST_ORDERED } from "../../../engine/explore/job-picture.ts";
import { CanvasTools } from "../../drawing/canvas-tools.tsx";
import { CanvasView } from "../../drawing/canvas-view.tsx";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { hoverNode, pin } from "../../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../../exploration/state/store.ts";
import { Terms } from "../../help/term.tsx";
import { orderDrawing } from "../model/order.ts";
import type { JobsRun } from "../model/run.ts";

/** Shows the partial order of the compound IDs as a graph; the job of the lit scalar is marked. */
export function OrderView({ explored, run }: { readonly explored: Explored; readonly run: JobsRun }) {
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const drawn = useRef<Drawing | undefined>(undefined);
  const lit = useExplorer(litOf);
  const litJob = lit === undefined ? undefined : run.madeIn.get(lit);
  const { graph, entry } = explored;
  const drawing = useMemo(() => orderDrawing(run.picture, graph, litJob), [run, graph, litJob]);
  drawn.current = drawing;
  const { total } = run.picture.order;
  const most = MOST_ORDERED;
  return (
    <div className="jobs-order">
      <div className="jobs-order-head">
        <p className="note jobs-order-note">
          <Terms
            text={t`Each box is a scalar with its compound ID: its job, and its number in that job. Arrows lead from earlier to later IDs; later IDs are resolved first. Scalars with no path between them may be resolved at the same time (thesis, Fig. 3.15c).`}
          />
          {total > most && ` ${t`The first ${most} of ${total} are drawn.`}`}
        </p>
        <CanvasTools
          drawn={drawn}
          canvas={canvas}
          title={t`The order of compound IDs in ${entry}`}
          name={`${entry}-order`}
        />
      </div>
      <div className="canvas-box jobs-canvas">
        <CanvasView
          drawing={drawing}
          canvas={canvas}
          onNode={hoverNode}
          onEdge={() => undefined}
          onView={() => undefined}
          onOpen={(node) => pin(Number(node))}
          onChoose={(node) => pin(Number(node))}
        />
      </div>
    </div>
  );
}
