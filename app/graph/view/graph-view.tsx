// The data-flow graph of the run (thesis §2.2.4): large ones folded, on the same timeline as the explorer.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import "../../exploration/styles/explorer.css";
import "../graph.css";
import {
  type CSSProperties,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { shortReal } from "../../../engine/core/values/show-value.ts";
import { userOf } from "../../../engine/graphs/run-graph.ts";
import type { Explored } from "../../../engine/session/exploration/exploration.ts";
import { useDocument } from "../../document/state/document.ts";
import { CanvasView } from "../../drawing/canvas-view.tsx";
import type { GraphCanvas, Viewport } from "../../drawing/graph-canvas.ts";
import type { Drawing } from "../../drawing/model/drawing.ts";
import { edgeWords } from "../../exploration/model/scalar.ts";
import { hoverNode, pin } from "../../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../../exploration/state/store.ts";
import { Dock } from "../../exploration/view/dock.tsx";
import { canLook, Opening } from "../../exploration/view/opening.tsx";
import { useExplored } from "../../exploration/view/use-explored.ts";
import { useExplorerKeys } from "../../exploration/view/use-keys.ts";
import { Explained } from "../../exploration/view/why.tsx";
import { Terms } from "../../help/term.tsx";
import type { LookProps } from "../../program/view/look-props.ts";
import { Icon } from "../../ui/icon.tsx";
import { Splitter } from "../../ui/panes/splitter.tsx";
import { useLayout } from "../../ui/panes/widths.ts";
import { followGraph } from "../memory.ts";
import { drawingOf } from "../model/graph-drawing.ts";
import { tangentsIn } from "../model/modes.ts";
import { openPart, showGraph, stopLayout, useGraph } from "../state.ts";
import { CompareBar } from "./compare-bar.tsx";
import { JacobianPart } from "./jacobian.tsx";
import { NodeList } from "./node-list.tsx";
import { Overview } from "./overview.tsx";
import { PartialsCheck } from "./partials-check.tsx";
import { TangentOf, TangentSweep } from "./tangents.tsx";
import { Tools } from "./tools.tsx";

/** Few look at it. */
const Sharing = lazy(() => import("./sharing.tsx"));

export default function GraphView({ cell }: LookProps) {
  const explored = useExplored(cell);
  useExplorerKeys();
  if (!canLook(explored)) return <Opening cell={cell} explored={explored} />;
  return <Opened cell={cell} explored={explored} />;
}

type OpenedProps = LookProps & { readonly explored: Explored };

function Opened({ cell, explored }: OpenedProps) {
  const shown = useGraph((state) => state.shown);
  if (shown === "flow") return <DataFlow cell={cell} explored={explored} />;
  return (
    <Suspense fallback={<p className="quiet look-loading">{t`loading …`}</p>}>
      <Sharing explored={explored} />
    </Suspense>
  );
}

function DataFlow({ cell, explored }: OpenedProps) {
  const turn = useDocument((state) => state.turn);
  // first how it stood, then what is there
  useEffect(() => followGraph(cell.id, turn), [cell.id, turn]);
  useEffect(() => void showGraph(explored), [explored]);
  const canvas = useRef<GraphCanvas | undefined>(undefined);
  const drawn = useRef<Drawing | undefined>(undefined);
  const list = useLayout((state) => state["graph-list"]);
  const side = useLayout((state) => state["graph-side"]);
  const show = useCallback((id: string) => canvas.current?.center(id), []);
  return (
    <div className="graph-look">
      <h1 className="visually-hidden">{t`Data-flow graph`}</h1>
      <Tools explored={explored} drawn={drawn} canvas={canvas} />
      <div className="graph-body" style={{ "--list": `${list}rem`, "--side": `${side}rem` } as CSSProperties}>
        <NodeList explored={explored} onShow={show} />
        <Splitter pane="graph-list" />
        <CanvasArea explored={explored} drawn={drawn} canvas={canvas} />
        <Splitter pane="graph-side" />
        <Side explored={explored} />
      </div>
      <Dock cell={cell} explored={explored} />
    </div>
  );
}

interface CanvasAreaProps {
  readonly explored: Explored;
  readonly drawn: RefObject<Drawing | undefined>;
  readonly canvas: RefObject<GraphCanvas | undefined>;
}

/** The picture: what changes with the step and the pointer is in here, so that nothing else is rendered with it. */
function CanvasArea({ explored, drawn, canvas }: CanvasAreaProps) {
  const picture = useGraph((state) => state.picture);
  const labels = useGraph((state) => state.labels);
  const isBusy = useGraph((state) => state.isBusy);
  const comparison = useGraph(({ compared }) => compared?.comparison);
  const wrong = useGraph(({ checked }) => checked?.wrong);
  const frame = useExplorer(({ frames, leader }) => frames[leader]);
  const lit = useExplorer(litOf);
  const [edge, setEdge] = useState<string>();
  const view = useRef<(seen: Viewport) => void>(() => undefined);
  const direction = useGraph((state) => state.direction);
  const drawing = useMemo(() => {
    if (picture === undefined) return undefined;
    const { differing, parting } = comparison ?? {};
    const tangents = direction === undefined ? undefined : tangentsIn(explored.graph, direction);
    return drawingOf(explored, picture, { frame, labels, lit, differing, parting, wrong: wrong ?? [], tangents });
  }, [explored, picture, frame, labels, lit, comparison, wrong, direction]);
  drawn.current = drawing;
  const revealed = useGraph((state) => state.revealed);
  useEffect(() => {
    if (picture === undefined || revealed === undefined) return;
    const [from, to] = revealed;
    const seen = picture.nodes.filter((node) => node.from < to && node.to > from).map(({ id }) => id);
    // once the canvas has drawn the picture
    const frame = requestAnimationFrame(() => canvas.current?.reveal(seen));
    return () => cancelAnimationFrame(frame);
  }, [picture, revealed, canvas]);
  return (
    <div className="canvas-box">
      {drawing !== undefined && (
        <CanvasView
          drawing={drawing}
          canvas={canvas}
          onNode={hoverNode}
          onEdge={setEdge}
          onView={(seen) => view.current(seen)}
          onOpen={openPart}
          onChoose={(id) => {
            if (/^\d+$/.test(id)) pin(Number(id));
          }}
        />
      )}
      {picture !== undefined && <Overview nodes={picture.nodes} listen={view} />}
      {isBusy && (
        <p className="busy" role="status">
          {t`laying out …`}{" "}
          <button type="button" className="button line small" onClick={stopLayout}>
            {t`Cancel`}
          </button>
        </p>
      )}
      <p className="edge-words">
        {edge === undefined ? <Hint folded={picture?.folded ?? 0} /> : <EdgeLine explored={explored} edge={edge} />}
      </p>
    </div>
  );
}

function Side({ explored }: { readonly explored: Explored }) {
  const { graph } = explored;
  const turn = useExplorer((state) => state.turn);
  const shown = useExplorer(({ pinned, hovered }) => pinned ?? hovered);
  const value = shown === undefined || shown >= graph.size ? undefined : shortReal(graph.values[shown]!);
  const direction = useGraph((state) => state.direction);
  return (
    <aside className="graph-side" aria-label={t`Details`}>
      <h2 className="visually-hidden">{t`Details`}</h2>
      {shown === undefined || value === undefined ? (
        <p className="note">
          <Terms
            text={t`Select a node to see why it has its cotangent, and to compare its partials with finite differences.`}
          />
        </p>
      ) : (
        <>
          <p className="side-head">
            <Trans>
              <span className="id-pill">#{shown}</span> value <b translate="no">{value}</b>
            </Trans>
          </p>
          <Explained key={shown} explored={explored} number={shown} />
          {direction !== undefined && <TangentOf explored={explored} direction={direction} number={shown} />}
        </>
      )}
      <TangentSweep key={turn} explored={explored} />
      <JacobianPart key={`jacobian ${turn}`} explored={explored} />
      <PartialsCheck explored={explored} />
      <CompareBar explored={explored} />
    </aside>
  );
}

function Hint({ folded }: { readonly folded: number }) {
  return (
    <>
      <Icon name="eye" /> <Terms text={t`Point at an edge to see its partial derivative.`} />
      {folded > 0 && ` ${t`To open a folded part, double-click it or press Enter in the list.`}`}
    </>
  );
}

/** An edge with the numbers plugged in. */
function EdgeLine({ explored, edge }: { readonly explored: Explored; readonly edge: string }) {
  const { graph, customPartials } = explored;
  const place = /^e(\d+)$/.exec(edge)?.[1];
  if (place === undefined) {
    const ends = edge.replace(">", " → ");
    return t`${ends}: several uses, folded`;
  }
  const words = edgeWords(graph, userOf(graph, Number(place)), Number(place), customPartials);
  return (
    <code translate="no">
      {words.derivative}; {words.contribution}
    </code>
  );
}
