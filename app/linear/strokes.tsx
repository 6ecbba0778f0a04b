// The strokes between the lines of the panes, drawn over them: measured where the lines stand.
import { type RefObject, useLayoutEffect, useState } from "react";
import { placeKey, type Stroke } from "./model.ts";

interface StrokesProps {
  readonly host: RefObject<HTMLElement | null>;
  readonly strokes: readonly Stroke[];
  readonly lit: ReadonlySet<string>;
  /** Changes whenever the lines may have moved. */
  readonly layout: string;
}

interface Drawn extends Stroke {
  readonly path: string;
}

/** Curves from line to line; nothing where the panes stand one above the other. */
export function Strokes({ host, strokes, lit, layout }: StrokesProps) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([]);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = (): void => setDrawn(layout === "" ? [] : pathsIn(element, strokes));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [host, strokes, layout]);
  return (
    <svg className="study-strokes" aria-hidden="true">
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

function pathsIn(host: HTMLElement, strokes: readonly Stroke[]): readonly Drawn[] {
  const box = host.getBoundingClientRect();
  const lines = new Map<string, DOMRect>();
  for (const line of host.querySelectorAll<HTMLElement>("[data-place]"))
    lines.set(line.dataset.place ?? "", line.getBoundingClientRect());
  return strokes.flatMap((stroke): readonly Drawn[] => {
    const from = lines.get(placeKey(stroke.from));
    const to = lines.get(placeKey(stroke.to));
    if (from === undefined || to === undefined) return [];
    const y1 = from.top + from.height / 2 - box.top;
    const y2 = to.top + to.height / 2 - box.top;
    if (stroke.kind === "tape") {
      // down the right side of the two halves
      const x = Math.max(from.right, to.right) - box.left;
      const out = x + Math.min(40, 10 + Math.abs(y2 - y1) / 12);
      return [{ ...stroke, path: `M${x} ${y1}C${out} ${y1} ${out} ${y2} ${x} ${y2}` }];
    }
    const x1 = from.right - box.left;
    const x2 = to.left - box.left;
    if (x2 <= x1) return [];
    const middle = (x1 + x2) / 2;
    return [{ ...stroke, path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}` }];
  });
}
