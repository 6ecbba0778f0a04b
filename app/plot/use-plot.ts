// A plot that is as wide as the room that it has.
import { type RefObject, useMemo, useRef } from "react";
import { useWidth } from "../ui/hooks/use-width.ts";
import { type Axis, type DrawnPlot, drawPlot, type Series } from "./model.ts";

/** Pixels that a plot is wide at least. */
const LEAST = 280;

interface PlotHold {
  /** For the element around the plot, whose width it takes. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly plot: DrawnPlot;
}

interface Ask {
  readonly series: readonly Series[];
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
  /** The least range of the x axis. */
  readonly xs?: readonly number[] | undefined;
}

/** Lays a plot out, and again when its curves or its room change. */
export function usePlot({ series, height, x, y, xs }: Ask): PlotHold {
  const [box, room] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const width = Math.max(LEAST, room);
  const plot = useMemo(
    () => drawPlot({ series, width, height, x, y, ...(xs === undefined ? {} : { xs }) }),
    [series, width, height, x, y, xs],
  );
  return { box, svg, plot };
}
