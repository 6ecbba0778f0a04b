// The strokes between the lines of the panes, drawn over them: measured where the lines stand.
import { useLayoutEffect, useRef, useState } from "react";
import { placeKey, type Stroke } from "./model.ts";

interface StrokesProps {
  readonly strokes: readonly Stroke[];
  readonly lit: ReadonlySet<string>;
  /** Changes whenever the lines may have moved. */
  readonly layout: string;
}

interface Drawn extends Stroke {
  readonly path: string;
}

/** Curves from line to line; nothing where the panes stand one above the other. */
export function Strokes({ strokes, lit, layout }: StrokesProps) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([]);
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const element = svg.current?.parentElement;
    if (element === null || element === undefined) return;
    const measure = (): void => setDrawn(layout === "" ? [] : pathsIn(element, strokes));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [strokes, layout]);
  return (
    <svg ref={svg} className="study-strokes" aria-hidden="true">
      {drawn.map(({ from, to, kind, path }) => {
        const isLit = lit.has(placeKey(from)) && lit.has(placeKey(to));
        return (
          <path
            key={`${placeKey(from)} ${placeKey(to)} ${kind}`}
            d={path}
            className={`stroke-${kind}`}
            data-lit={isLit || undefined}
          />
        );
      })}
    </svg>
  );
}

/** Where an element stands in the stage, whatever moves it at the moment. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

function boxOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box {
  return { left: offsetLeft, right: offsetLeft + offsetWidth, middle: offsetTop + offsetHeight / 2 };
}

function pathsIn(host: HTMLElement, strokes: readonly Stroke[]): readonly Drawn[] {
  const lines = new Map<string, Box>();
  for (const line of host.querySelectorAll<HTMLElement>("[data-place]"))
    lines.set(line.dataset.place ?? "", boxOf(line));
  return strokes.flatMap((stroke): readonly Drawn[] => {
    const from = lines.get(placeKey(stroke.from));
    const to = lines.get(placeKey(stroke.to));
    if (from === undefined || to === undefined) return [];
    const [y1, y2] = [from.middle, to.middle];
    if (stroke.kind === "tape") {
      // down the right side of the two halves
      const x = Math.max(from.right, to.right);
      const out = x + Math.min(40, 10 + Math.abs(y2 - y1) / 12);
      return [{ ...stroke, path: `M${x} ${y1}C${out} ${y1} ${out} ${y2} ${x} ${y2}` }];
    }
    const [x1, x2] = [from.right, to.left];
    if (x2 <= x1) return [];
    const middle = (x1 + x2) / 2;
    return [{ ...stroke, path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}` }];
  });
}
