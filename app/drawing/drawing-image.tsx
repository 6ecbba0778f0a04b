// A drawing as a picture within the page, in the page's colours.
import { type PointerEvent, useId, useLayoutEffect, useRef } from "react";
import { present } from "../../engine/base/nth.ts";
import { Painter } from "../picture/view/painter.ts";
import type { Drawing } from "./model/drawing.ts";
import { frameOf, sheetShapes } from "./model/shapes.ts";

interface DrawingImageProps {
  readonly drawing: Drawing;
  readonly label: string;
  /** Called with the pointed node; undefined for none. */
  onPoint?(id: string | undefined): void;
  /** Called with the pressed node. */
  onPress?(id: string): void;
}

/** Shows a drawing as an image that screen readers know by its label. */
export function DrawingImage({ drawing, label, onPoint, onPress }: DrawingImageProps) {
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const painter = useRef<Painter>(undefined);
  const { width, height } = frameOf(drawing);
  useLayoutEffect(() => {
    painter.current ??= new Painter(present(svg.current), id.replace(/\W/g, ""));
    painter.current.paint(sheetShapes(drawing), 0, width, height);
  }, [drawing, id, width, height]);
  const press = (event: PointerEvent): void => {
    const node = nodeAt(event);
    if (node !== undefined) onPress?.(node);
  };
  return (
    <div className="drawing" role="img" aria-label={label}>
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-hidden="true"
        translate="no"
        onPointerOver={(event) => onPoint?.(nodeAt(event))}
        onPointerLeave={() => onPoint?.(undefined)}
        onPointerUp={press}
      />
    </div>
  );
}

/** The node whose shapes an event is on. */
function nodeAt({ target }: PointerEvent): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const shape = target.closest<SVGElement>("[data-node], [data-of], [data-flag]");
  return shape?.dataset.node ?? shape?.dataset.flag ?? shape?.dataset.of?.replace(/ flag$/, "");
}
