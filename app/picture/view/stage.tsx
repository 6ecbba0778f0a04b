// The stage of a picture: an SVG that fills a box, laid out anew for each size of the box, and painted past React.
import type { ComponentProps, RefObject } from "react";
import { present } from "../../../engine/base/nth.ts";
import { projectedIn } from "../../ui/projected.ts";
import type { Point } from "../motion.ts";
import type { Room } from "../scale.ts";
import { Painter } from "./painter.ts";

/** Smaller boxes, in pixels, are not laid out: off the page, they have no size. */
const LEAST = 40;

/** The elements of a stage, once they are on the page. */
export interface StageRefs {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly picture: RefObject<SVGSVGElement | null>;
}

interface StageProps extends StageRefs, Omit<ComponentProps<"div">, "ref"> {
  /** The contents of the picture, for screen readers. */
  readonly label: string;
}

/** Shows the box of a picture, with what else stands in it. */
export function Stage({ box, picture, label, className = "", children, ...handlers }: StageProps) {
  return (
    <div className={`${className} film-stage`.trimStart()} ref={box} {...handlers}>
      <svg ref={picture} role="img" aria-label={label} />
      {children}
    </div>
  );
}

/** A stage on the page: its painter, and how it is laid out again. */
export interface Staged {
  readonly painter: Painter;
  /** Lays the picture out for the present size of the box. */
  lay(): void;
  /** Ends following the size. */
  leave(): void;
}

/** Begins a stage, and has `onRoom` lay its picture out whenever its box gets another size; `id` is unique on the page. */
export function staged({ box, picture }: StageRefs, id: string, onRoom: (room: Room) => void): Staged {
  const element = present(box.current);
  const lay = (): void => {
    // as it is laid out: a slide is scaled as a whole
    const { clientWidth: width, clientHeight: height } = element;
    if (width >= LEAST && height >= LEAST) onRoom({ width, height, projected: projectedIn(element) });
  };
  const observer = new ResizeObserver(lay);
  observer.observe(element);
  return { painter: new Painter(present(picture.current), id), lay, leave: () => observer.disconnect() };
}

/** Where a pointer is in a picture, in its pixels. */
export function pointIn(
  { box }: Pick<StageRefs, "box">,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const element = present(box.current);
  const { left, top, width } = element.getBoundingClientRect();
  const scale = width / element.clientWidth;
  return [(clientX - left) / scale, (clientY - top) / scale];
}
