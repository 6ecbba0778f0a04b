// React's hold on the canvas of a graph: it is made once; drawings are input, pointed parts output.
import { present } from "../../engine/base/nth.ts";
import "./canvas.css";
import { type RefObject, useEffect, useRef } from "react";
import { onThemeChange } from "../ui/theme.ts";
import { type GraphCanvas, graphCanvas, type Viewport } from "./graph-canvas.ts";
import type { Drawing } from "./model/drawing.ts";

interface CanvasViewProps {
  readonly drawing: Drawing;
  readonly canvas: RefObject<GraphCanvas | undefined>;
  /** Called with the pointed node; undefined for none. */
  onNode(id: string | undefined): void;
  onEdge(id: string | undefined): void;
  onChoose(id: string): void;
  onOpen(id: string): void;
  onView(seen: Viewport): void;
}

/** Shows a drawing on a canvas, hidden from screen readers; `canvas` holds the canvas while it is mounted. */
export function CanvasView(props: CanvasViewProps) {
  const { drawing, canvas } = props;
  const host = useRef<HTMLDivElement>(null);
  const events = useRef(props);
  events.current = props;
  useEffect(() => {
    const made = graphCanvas(present(host.current), {
      onNode: (id) => events.current.onNode(id),
      onEdge: (id) => events.current.onEdge(id),
      onChoose: (id) => events.current.onChoose(id),
      onOpen: (id) => events.current.onOpen(id),
      onView: (seen) => events.current.onView(seen),
    });
    canvas.current = made;
    return () => {
      canvas.current = undefined;
      made.destroy();
    };
  }, [canvas]);
  useEffect(() => canvas.current?.draw(drawing), [canvas, drawing]);
  // the theme's colours are there a frame after it changes
  useEffect(() => onThemeChange(() => requestAnimationFrame(() => canvas.current?.restyle())), [canvas]);
  return <div ref={host} className="canvas" aria-hidden="true" />;
}
