// The data-flow graph of the run (thesis §2.2.4): large ones folded, on the same timeline as the explorer.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { nth } from "../../../engine/base/nth.ts";
import "../../exploration/styles/explorer.css";
import "../graph.css";
import { type CSSProperties, lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { TracedNote } from "../../algorithms/traced-note.tsx";
import { OPENS_WITH_SLIDES } from "../../base/mode.ts";
import { useDocument } from "../../document/state/document.ts";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { useComparison } from "../../exploration/comparison/comparison.ts";
import { ComparisonView } from "../../exploration/comparison/comparison-view.tsx";
import { refusedByAll } from "../../exploration/model/ending.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { Dock } from "../../exploration/view/dock.tsx";
import { canLook, Opening } from "../../exploration/view/opening.tsx";
import { SourceView } from "../../exploration/view/source-view.tsx";
import { TIMELINE_KEYS } from "../../exploration/view/timeline-keys.ts";
import { useExplored } from "../../exploration/view/use-explored.ts";
import { useKeys } from "../../exploration/view/use-keys.ts";
import { Explained } from "../../exploration/view/why.tsx";
import { Terms } from "../../help/term.tsx";
import { forgetPath, playPath } from "../../playback/path.ts";
import { FILM_KEYS } from "../../playback/transport/film-keys.ts";
import type { LookProps } from "../../program/view/look-props.ts";
import { useIsDeep } from "../../ui/depth/depth.ts";
import { Splitter } from "../../ui/panes/splitter.tsx";
import { useLayout } from "../../ui/panes/widths.ts";
import { followGraph } from "../memory.ts";
import { beginningOf } from "../model/oddities.ts";
import { openPart, showGraph, showScalar, useGraph, useGraphOf } from "../state.ts";
import { CanvasArea } from "./canvas-area.tsx";
import { FilmDock } from "./film-dock.tsx";
import { JacobianPart } from "./jacobian.tsx";
import { NodeList } from "./node-list.tsx";
import { PartialsCheck } from "./partials-check.tsx";
import { TangentOf, TangentSweep } from "./tangents.tsx";
import { Tools } from "./tools.tsx";
import { isFilmOf } from "./use-now.ts";

/** Few look at it. */
const Sharing = lazy(() => import("./sharing.tsx"));

/** Shows the graph of a program's run, and handles the keys of its film or its timeline. */
export default function GraphView({ cell }: LookProps) {
  const explored = useExplored(cell);
  useKeys(isFilmOf(explored) ? FILM_KEYS : TIMELINE_KEYS);
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  return <Opened cell={cell} explored={explored} />;
}

type OpenedProps = LookProps & { readonly explored: Explored };

function Opened({ cell, explored }: OpenedProps) {
  const turn = useDocument((state) => state.turn);
  // first the kept state, then the run: before the effects of the views
  useLayoutEffect(() => followGraph(cell.id, turn), [cell.id, turn]);
  const shown = useGraph((state) => state.shown);
  if (shown === "flow") return <DataFlow cell={cell} explored={explored} />;
  return (
    <Suspense fallback={<p className="quiet look-loading">{t`loading …`}</p>}>
      <Sharing explored={explored} />
    </Suspense>
  );
}

function DataFlow({ cell, explored }: OpenedProps) {
  useEffect(() => void showGraph(explored), [explored]);
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const drawn = useRef<Drawing | undefined>(undefined);
  const list = useLayout((state) => state["graph-list"]);
  const side = useLayout((state) => state["graph-side"]);
  const isFilm = isFilmOf(explored);
  const refusal = refusedByAll(explored);
  const show = useCallback((id: string) => canvas.current?.center(id), []);
  // the opened part stays in place
  const open = useCallback((id: string) => openPart(id, canvas.current?.placeOf(id)), []);
  return (
    <div className={OPENS_WITH_SLIDES ? "graph-look projected" : "graph-look"}>
      <h1 className="visually-hidden">{t`Data-flow graph`}</h1>
      <Tools cell={cell} explored={explored} drawn={drawn} canvas={canvas} />
      <div className="graph-body" style={{ "--list": `${list}rem`, "--side": `${side}rem` } as CSSProperties}>
        <div className="graph-index">
          <SourceView text={explored.text} graph={explored.graph} />
          <NodeList explored={explored} onShow={show} onOpen={open} />
        </div>
        <Splitter pane="graph-list" />
        <CanvasArea explored={explored} drawn={drawn} canvas={canvas} onOpen={open} />
        <Splitter pane="graph-side" />
        <Side cell={cell} explored={explored} />
      </div>
      {refusal !== undefined ? (
        <TracedNote fragment={refusal} text={explored.text} isPrinted={false} />
      ) : isFilm ? (
        <FilmDock explored={explored} />
      ) : (
        <Dock cell={cell} explored={explored} />
      )}
    </div>
  );
}

/** Leads to where the first NaN or infinity began. */
function OddNumbers({ explored }: { readonly explored: Explored }) {
  const began = beginningOf(explored);
  if (began === undefined) return null;
  const { words, at } = began;
  return (
    <p className="odd-beginning">
      <Terms text={t`Some numbers of this run are NaN or infinite. ${words}`} />{" "}
      <button
        type="button"
        className="link"
        onClick={() => {
          showScalar(at);
          pin(at);
        }}
      >
        {t`Show #${at}`}
      </button>
    </p>
  );
}

function Side({ cell, explored }: OpenedProps) {
  const { graph } = explored;
  const turn = useExplorer((state) => state.turn);
  const shown = useExplorer(({ pinned, hovered }) => pinned ?? hovered);
  const value = shown === undefined || shown >= graph.size ? undefined : shortReal(nth(graph.values, shown));
  const direction = useGraphOf(explored, (state) => state.direction);
  const isCompared = useComparison(useExplorer((state) => state.subject)) !== undefined;
  const isDeep = useIsDeep("graph");
  // a path that is played goes with the explanation that has it
  useEffect(() => (shown === undefined ? undefined : forgetPath), [shown]);
  return (
    <aside className="graph-side" aria-label={t`Details`}>
      <h2 className="visually-hidden">{t`Details`}</h2>
      <OddNumbers explored={explored} />
      {shown === undefined || value === undefined ? (
        <p className="note">{t`Select a node to see why it has its cotangent.`}</p>
      ) : (
        <>
          <p className="side-head">
            <Trans>
              <span className="id-pill">#{shown}</span> value <b translate="no">{value}</b>
            </Trans>
          </p>
          <Explained
            key={shown}
            explored={explored}
            number={shown}
            onPath={isFilmOf(explored) ? playPath : undefined}
          />
          {direction !== undefined && <TangentOf explored={explored} direction={direction} number={shown} />}
        </>
      )}
      {(isDeep || direction !== undefined) && <TangentSweep key={turn} explored={explored} />}
      {isDeep && <JacobianPart key={`jacobian ${turn}`} explored={explored} />}
      {isDeep && <PartialsCheck explored={explored} />}
      {(isDeep || isCompared) && (
        <details className="compare" open={isCompared}>
          <summary>{t`Compare with another run`}</summary>
          <ComparisonView cell={cell} />
        </details>
      )}
    </aside>
  );
}
