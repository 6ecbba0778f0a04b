// The overview map: the whole drawing small, and what of it is seen; it follows the canvas without React.
import { memo, type RefObject, useEffect, useMemo, useRef } from "react";
import type { PictureNode } from "../../../engine/session/exploration/picture.ts";
import type { Viewport } from "../../drawing/graph-canvas.ts";

const WIDTH = 168;
const HEIGHT = 104;

interface OverviewProps {
  readonly nodes: readonly PictureNode[];
  /** Tells which part of the graph the canvas shows. */
  readonly listen: RefObject<(seen: Viewport) => void>;
}

export const Overview = memo(function Overview({ nodes, listen }: OverviewProps) {
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
    const scale = Math.min(WIDTH / Math.max(1, right - left), HEIGHT / Math.max(1, bottom - top));
    // in the middle of the map
    const [x, y] = [(WIDTH - (right - left) * scale) / 2, (HEIGHT - (bottom - top) * scale) / 2];
    return { left: left - x / scale, top: top - y / scale, scale };
  }, [nodes]);
  const window = useRef<SVGRectElement>(null);
  useEffect(() => {
    listen.current = ({ x1, y1, x2, y2 }) => {
      const rect = window.current;
      if (rect === null) return;
      rect.setAttribute("x", String((x1 - box.left) * box.scale));
      rect.setAttribute("y", String((y1 - box.top) * box.scale));
      rect.setAttribute("width", String(Math.max(0, (x2 - x1) * box.scale)));
      rect.setAttribute("height", String(Math.max(0, (y2 - y1) * box.scale)));
    };
  }, [listen, box]);
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
