// A drawing as a picture within the page, in the page's colours.
import { useId, useLayoutEffect, useRef } from "react";
import { svgOf } from "../base/trusted.ts";
import type { Drawing } from "./model/drawing.ts";
import { drawingSvg, OF_PAGE } from "./model/svg.ts";

interface DrawingImageProps {
  readonly drawing: Drawing;
  readonly label: string;
}

/** Shows a drawing as an image that screen readers know by its label. */
export function DrawingImage({ drawing, label }: DrawingImageProps) {
  const box = useRef<HTMLDivElement>(null);
  const name = useId().replace(/\W/g, "");
  useLayoutEffect(() => {
    // the text is escaped where it is made: see drawing-svg.ts
    const svg = drawingSvg(drawing, OF_PAGE, label, name);
    const made = svgOf(svg);
    made.setAttribute("aria-hidden", "true");
    made.setAttribute("translate", "no");
    box.current?.replaceChildren(made);
  }, [drawing, label, name]);
  return <div ref={box} className="drawing" role="img" aria-label={label} />;
}
