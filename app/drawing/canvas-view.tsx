// React's hold on the canvas of a graph: it is made once; drawings are input, pointed parts output.
import { present } from "../../engine/base/nth.ts";
import "./canvas.css";
import { type RefObject, useEffect, useId, useRef } from "react";
import { type CanvasEvents, GraphCanvas } from "./graph-canvas.ts";
import type { Drawing } from "./model/drawing.ts";

interface CanvasViewProps extends CanvasEvents {
  readonly drawing: Drawing;
  readonly canvas: RefObject<GraphCanvas | undefined>;
}

/** Shows a drawing on a canvas, hidden from screen readers; `canvas` holds the canvas while it is mounted. */
export function CanvasView(props: CanvasViewProps) {
  const { drawing, canvas } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const events = useRef(props);
  events.current = props;
  useEffect(() => {
    const made = new GraphCanvas(present(host.current), id.replace(/\W/g, ""), {
      onNode: (node) => events.current.onNode(node),
      onEdge: (edge) => events.current.onEdge(edge),
      onChoose: (node) => events.current.onChoose(node),
      onOpen: (node) => events.current.onOpen(node),
      onView: (seen) => events.current.onView(seen),
    });
    canvas.current = made;
    return () => {
      canvas.current = undefined;
      made.destroy();
    };
  }, [canvas, id]);
  useEffect(() => canvas.current?.draw(drawing), [canvas, drawing]);
  return <div ref={host} className="canvas" aria-hidden="true" translate="no" />;
}
