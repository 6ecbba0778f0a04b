// The partial order on compound IDs, as the thesis draws it (Fig. 3.15c).
import { t } from "@lingui/core/macro";
import { type RefObject, useMemo, useRef } from "react";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { MOST_ORDERED } from "../../../engine/explore/job-picture.ts";
import { CanvasView } from "../../drawing/canvas-view.tsx";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import { savePng, saveSvg } from "../../drawing/save-drawing.ts";
import { hoverNode, pin } from "../../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../../exploration/state/store.ts";
import { Terms } from "../../help/term.tsx";
import { Icon } from "../../ui/icon.tsx";
import { orderDrawing } from "../model/order.ts";
import type { JobsRun } from "../model/run.ts";

/** Shows the partial order of the compound IDs as a graph; the job of the lit scalar is marked. */
export function OrderView({ explored, run }: { readonly explored: Explored; readonly run: JobsRun }) {
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const lit = useExplorer(litOf);
  const litJob = lit === undefined ? undefined : run.madeIn.get(lit);
  const { graph, entry } = explored;
  const drawing = useMemo(() => orderDrawing(run.picture, graph, litJob), [run, graph, litJob]);
  const { total } = run.picture.order;
  const most = MOST_ORDERED;
  const title = t`The order of compound IDs in ${entry}`;
  const name = `${entry}-order`;
  return (
    <div className="jobs-order">
      <div className="jobs-order-head">
        <p className="note jobs-order-note">
          <Terms
            text={t`Each box is a scalar with its compound ID: its job, and its number in that job. Arrows lead from earlier to later IDs; later IDs are resolved first. Scalars with no path between them may be resolved at the same time (thesis, Fig. 3.15c).`}
          />
          {total > most && ` ${t`The first ${most} of ${total} are drawn.`}`}
        </p>
        <span className="tools-group end">
          <button
            type="button"
            className="button icon-only"
            title={t`Fit to view`}
            onClick={() => canvas.current?.fit()}
          >
            <Icon name="fit" />
            <span className="visually-hidden">{t`Fit to view`}</span>
          </button>
          <button
            type="button"
            className="button line small"
            translate="no"
            onClick={() => void saveSvg(drawing, "light", title, name)}
          >
            <Icon name="save" /> SVG
          </button>
          <button
            type="button"
            className="button line small"
            onClick={() => void saveSvg(drawing, "dark", title, name)}
          >
            <Icon name="save" /> {t`SVG, dark`}
          </button>
          <button
            type="button"
            className="button line small"
            translate="no"
            onClick={() => void savePng(canvas.current, name)}
          >
            <Icon name="save" /> PNG
          </button>
        </span>
      </div>
      <div className="canvas-box jobs-canvas">
        <CanvasView
          drawing={drawing}
          canvas={canvas as RefObject<GraphCanvas | undefined>}
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
