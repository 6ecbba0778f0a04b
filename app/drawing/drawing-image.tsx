// A drawing as a picture within the page, in the page's colours.
import { useLayoutEffect, useRef } from "react";
import { svgOf } from "../base/trusted.ts";
import { pictureSvg } from "../picture/saved/files.ts";
import { mixed } from "../picture/svg.ts";
import type { Drawing } from "./model/drawing.ts";
import { frameOf, sheetShapes } from "./model/shapes.ts";

interface DrawingImageProps {
  readonly drawing: Drawing;
  readonly label: string;
}

/** Shows a drawing as an image that screen readers know by its label. */
export function DrawingImage({ drawing, label }: DrawingImageProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // texts are escaped where the file is made
    const paint = (colour: Parameters<typeof mixed>[0]): string => mixed(colour, (token) => `var(--${token})`);
    const sheet = { ...frameOf(drawing), ground: "var(--paper)", fonts: "", title: label, paint };
    const made = svgOf(pictureSvg(sheetShapes(drawing), sheet));
    made.setAttribute("aria-hidden", "true");
    made.setAttribute("translate", "no");
    box.current?.replaceChildren(made);
  }, [drawing, label]);
  return <div ref={box} className="drawing" role="img" aria-label={label} />;
}
