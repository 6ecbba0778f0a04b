// The overview map: the whole drawing small, and the part in view; it follows the canvas without React.

import { memo, type RefObject, useEffect, useMemo, useRef } from "react";
import { present } from "../../../engine/base/nth.ts";
import type { PictureNode } from "../../../engine/explore/picture.ts";
import type { Viewport } from "../../drawing/model/drawing.ts";

const WIDTH = 168;
const HEIGHT = 104;
/** Free around the nodes, and half of the window's line. */
const EDGE = 6;
const HALF = 1;

interface OverviewProps {
  readonly nodes: readonly PictureNode[];
  /** Called with the graph's part on the canvas. */
  readonly listen: RefObject<(seen: Viewport) => void>;
  /** The part that was last on it: a graph that does not move is not told again. */
  readonly last: RefObject<Viewport | undefined>;
}

/** Shows the whole drawing small, with a frame around the part in view. */
export const Overview = memo(function Overview({ nodes, listen, last }: OverviewProps) {
  const box = useMemo(() => {
    let [left, right, top, bottom] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (const { x, y, width, height } of nodes) {
      left = Math.min(left, x - width / 2);
      right = Math.max(right, x + width / 2);
      top = Math.min(top, y - height / 2);
      bottom = Math.max(bottom, y + height / 2);
    }
    const scale = Math.min(
      (WIDTH - 2 * EDGE) / Math.max(1, right - left),
      (HEIGHT - 2 * EDGE) / Math.max(1, bottom - top),
    );
    // in the middle of the map
    const [x, y] = [(WIDTH - (right - left) * scale) / 2, (HEIGHT - (bottom - top) * scale) / 2];
    return { left: left - x / scale, top: top - y / scale, scale, all: { left, right, top, bottom } };
  }, [nodes]);
  const window = useRef<SVGRectElement>(null);
  useEffect(() => {
    listen.current = ({ x1, y1, x2, y2 }) => {
      const rect = window.current;
      if (rect === null) return;
      const { left, right, top, bottom } = box.all;
      // in full view it needs no map, which would lie over it
      const isWhole = x1 <= left && y1 <= top && x2 >= right && y2 >= bottom;
      rect.ownerSVGElement?.classList.toggle("whole", isWhole);
      // the window ends where the map does
      const within = (at: number, size: number): number => Math.max(HALF, Math.min(size - HALF, at));
      const [fromX, toX] = [x1, x2].map((x) => within((x - box.left) * box.scale, WIDTH));
      const [fromY, toY] = [y1, y2].map((y) => within((y - box.top) * box.scale, HEIGHT));
      rect.setAttribute("x", String(fromX));
      rect.setAttribute("y", String(fromY));
      rect.setAttribute("width", String(present(toX) - present(fromX)));
      rect.setAttribute("height", String(present(toY) - present(fromY)));
    };
    if (last.current !== undefined) listen.current(last.current);
  }, [listen, last, box]);
  const path = useMemo(
    () =>
      nodes
        .map(({ x, y, width, height }) => {
          const [w, h] = [Math.max(1, width * box.scale), Math.max(1, height * box.scale)];
          const [left, top] = [(x - box.left) * box.scale - w / 2, (y - box.top) * box.scale - h / 2];
          return `M${left.toFixed(1)} ${top.toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}h-${w.toFixed(1)}z`;
        })
        .join(""),
    [nodes, box],
  );
  return (
    <svg className="overview" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={path} />
      <rect ref={window} className="window" />
    </svg>
  );
});
