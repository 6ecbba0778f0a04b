// The canvas of the data-flow graph: the picture at the step, numbers along its edges, and the pointed part.
import { t } from "@lingui/core/macro";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { present } from "../../../engine/base/nth.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { userOf } from "../../../engine/graphs/run-graph.ts";
import { tangentSweep } from "../../../engine/graphs/sweeps.ts";
import { CanvasView } from "../../drawing/canvas-view.tsx";
import type { GraphCanvas } from "../../drawing/graph-canvas.ts";
import type { Drawing, Viewport } from "../../drawing/model/drawing.ts";
import { useOtherRun } from "../../exploration/comparison/comparison.ts";
import { refusedByAll } from "../../exploration/model/ending.ts";
import { edgeWords } from "../../exploration/model/scalar.ts";
import { hoverNode, pin } from "../../exploration/state/explorer.ts";
import { litOf, useExplorer } from "../../exploration/state/store.ts";
import { Icon } from "../../ui/icon.tsx";
import { drawingOf } from "../model/graph-drawing.ts";
import { beginningOf } from "../model/oddities.ts";
import { setRoom, stopLayout, unfoldTo, useGraphOf } from "../state.ts";
import { Overview } from "./overview.tsx";
import { useNow } from "./use-now.ts";

interface CanvasAreaProps {
  readonly explored: Explored;
  readonly drawn: RefObject<Drawing | undefined>;
  readonly canvas: RefObject<GraphCanvas | undefined>;
  onOpen(id: string): void;
}

/** The picture: parts that change with step and pointer are in here, so that nothing else is rendered with it. */
export function CanvasArea({ explored, drawn, canvas, onOpen }: CanvasAreaProps) {
  const picture = useGraphOf(explored, (state) => state.picture);
  const labels = useGraphOf(explored, (state) => state.labels);
  const isBusy = useGraphOf(explored, (state) => state.isBusy);
  const other = useOtherRun(useExplorer((state) => state.subject));
  const wrong = useGraphOf(explored, ({ checked }) => checked?.wrong);
  const now = useNow(explored, canvas);
  const lit = useExplorer(litOf);
  const [edge, setEdge] = useState<string>();
  const view = useRef<(seen: Viewport) => void>(() => undefined);
  const seen = useRef<Viewport | undefined>(undefined);
  const direction = useGraphOf(explored, (state) => state.direction);
  const drawing = useMemo(() => {
    if (picture === undefined) return undefined;
    const tangents = direction === undefined ? undefined : tangentSweep(explored.graph, direction);
    const began = beginningOf(explored)?.at;
    const isOver = refusedByAll(explored) !== undefined;
    return drawingOf(explored, picture, { now, isOver, labels, lit, began, other, wrong: wrong ?? [], tangents });
  }, [explored, picture, now, labels, lit, other, wrong, direction]);
  drawn.current = drawing;
  const box = useRef<HTMLDivElement>(null);
  useRoom(box);
  const pinned = useExplorer((state) => state.pinned);
  const isDrawn = picture !== undefined;
  useEffect(() => {
    if (isDrawn && pinned !== undefined) unfoldTo(pinned);
  }, [isDrawn, pinned]);
  const aim = useGraphOf(explored, (state) => state.aim);
  useEffect(() => {
    if (picture === undefined || aim === undefined) return;
    // once the canvas has drawn the picture
    const frame = requestAnimationFrame(() => {
      if (aim === "whole") return canvas.current?.begin();
      const { from, to, place } = aim;
      const seen = picture.nodes.filter((node) => node.from < to && node.to > from).map(({ id }) => id);
      if (place === undefined) canvas.current?.reveal(seen);
      else canvas.current?.anchor(seen, place);
    });
    return () => cancelAnimationFrame(frame);
  }, [picture, aim, canvas]);
  return (
    <div className="canvas-box" ref={box}>
      {drawing !== undefined && (
        <CanvasView
          drawing={drawing}
          canvas={canvas}
          onNode={hoverNode}
          onEdge={setEdge}
          onView={(part) => {
            seen.current = part;
            view.current(part);
          }}
          onOpen={onOpen}
          onChoose={(id) => {
            if (/^\d+$/.test(id)) pin(Number(id));
          }}
        />
      )}
      {picture !== undefined && <Overview nodes={picture.nodes} listen={view} last={seen} />}
      {isBusy && (
        <p className="busy" role="status">
          {t`laying out …`}{" "}
          <button type="button" className="button line small" onClick={stopLayout}>
            {t`Cancel`}
          </button>
        </p>
      )}
      <p className={edge === undefined ? "edge-words edge-hint" : "edge-words"}>
        {edge === undefined ? (
          <Hint folded={picture?.folded ?? 0} isReversed={drawing?.isReversed === true} />
        ) : (
          <EdgeLine explored={explored} edge={edge} />
        )}
      </p>
    </div>
  );
}

/** Lays the graph out in the room of a box. */
function useRoom(box: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = present(box.current);
    const measure = (): void => {
      // off the page, it has no size
      if (element.clientWidth > 0) setRoom({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}

interface HintProps {
  readonly folded: number;
  /** Whether the reverse pass has begun. */
  readonly isReversed: boolean;
}

/** How to read the edges: their arrows, and the numbers on them. */
function Hint({ folded, isReversed }: HintProps) {
  return (
    <>
      <Icon name="eye" />{" "}
      {isReversed ? t`Orange arrows show cotangents on their way back.` : t`Arrows show where values go.`}{" "}
      {t`Tap or point at an edge to see its partial derivative.`}
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
