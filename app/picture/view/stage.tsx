// The stage of a picture: an SVG that fills a box, laid out anew for each size of the box, and painted past React.
import { type ComponentProps, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import { projectedIn } from "../../ui/projected.ts";
import type { Point } from "../motion.ts";
import type { Room } from "../scale.ts";
import { Painter } from "./painter.ts";

/** Smaller boxes, in pixels, are not laid out: off the page, they have no size. */
const LEAST = 40;

/** The elements of a stage, once they are on the page. */
interface StageRefs {
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

/** How a picture is laid out in its stage, and painted. */
interface Painting<Laid> {
  /** Names its clip path; unique on the page. */
  readonly id: string;
  /** Lays it out for the size of its box. */
  lay(room: Room, box: HTMLElement): Laid;
  paint(painter: Painter, laid: Laid): void;
  /** Has it painted, or laid out, again whenever what it shows changes; returns functions that end this. */
  follow(paint: () => void, lay: () => void): readonly (() => void)[];
}

/** Has a picture painted past React, for as long as its stage shows the same subject; returns the stage, its layout and its painting. */
export function usePainted<Laid>(subject: unknown, painting: Painting<Laid>) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const laid = useRef<Laid>(undefined);
  const paint = useRef<() => void>(undefined);
  const begin = useEffectEvent((_: unknown) => {
    const element = present(box.current);
    const painter = new Painter(present(picture.current), painting.id);
    laid.current = undefined;
    const again = (): void => {
      if (laid.current !== undefined) painting.paint(painter, laid.current);
    };
    const lay = (): void => {
      // as it is laid out: a slide is scaled as a whole
      const { clientWidth: width, clientHeight: height } = element;
      if (width < LEAST || height < LEAST) return;
      laid.current = painting.lay({ width, height, projected: projectedIn(element) }, element);
      again();
    };
    const observer = new ResizeObserver(lay);
    observer.observe(element);
    lay();
    paint.current = again;
    return [() => observer.disconnect(), ...painting.follow(again, lay)];
  });
  useLayoutEffect(() => {
    const stops = begin(subject);
    return () => {
      for (const stop of stops) stop();
    };
  }, [subject]);
  return { box, picture, laid, paint };
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
