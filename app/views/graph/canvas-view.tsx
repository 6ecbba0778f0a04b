// React's hold on the canvas of a graph: it is made once; drawings go in, what is pointed at comes out.
import { type RefObject, useEffect, useRef } from "react";
import { type GraphCanvas, graphCanvas, type Viewport } from "../../components/graph-canvas.ts";
import { hover } from "../../state/explorer.ts";
import { onThemeChange } from "../../state/theme.ts";
import type { Drawing } from "../../view-models/drawing.ts";

interface CanvasViewProps {
  readonly drawing: Drawing;
  readonly canvas: RefObject<GraphCanvas | undefined>;
  onEdge(id: string | undefined): void;
  onChoose(id: string): void;
  onOpen(id: string): void;
  onView(seen: Viewport): void;
}

export function CanvasView(props: CanvasViewProps) {
  const { drawing, canvas } = props;
  const host = useRef<HTMLDivElement>(null);
  const events = useRef(props);
  events.current = props;
  useEffect(() => {
    const made = graphCanvas(host.current!, {
      onNode: (id) => hover(id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined),
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
