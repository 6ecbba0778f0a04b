// A picture of curves that can be pointed at, walked along by keys, and saved.

import { t } from "@lingui/core/macro";
import {
  type SymbolType,
  symbol,
  symbolAsterisk,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTimes,
  symbolTriangle,
  symbolWye,
} from "d3-shape";
import { nth } from "../../engine/base/nth.ts";
import "./plot.css";
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useId } from "react";
import type { DrawnCurve, DrawnPlot, MarkerName } from "./model.ts";

const SYMBOLS: Readonly<
  Record<MarkerName, { readonly type: SymbolType; readonly isStroke?: true; readonly turn?: number }>
> = {
  circle: { type: symbolCircle },
  square: { type: symbolSquare },
  triangle: { type: symbolTriangle },
  diamond: { type: symbolDiamond },
  star: { type: symbolStar },
  wye: { type: symbolWye },
  asterisk: { type: symbolAsterisk, isStroke: true },
  cross: { type: symbolCross },
  times: { type: symbolTimes, isStroke: true },
  "triangle-down": { type: symbolTriangle, turn: 180 },
};

/** A mark of a curve, in the picture and beside the curve's name. */
export function Mark({
  marker,
  colour,
  isHollow,
}: {
  readonly marker: MarkerName;
  readonly colour: string;
  readonly isHollow: boolean;
}) {
  const { type, isStroke, turn } = SYMBOLS[marker];
  const isOutline = isStroke || isHollow;
  return (
    <path
      d={symbol(type, isOutline ? 58 : 72)() ?? ""}
      transform={turn === undefined ? undefined : `rotate(${turn})`}
      fill={isOutline ? (isStroke ? "none" : "var(--paper)") : colour}
      stroke={isOutline ? colour : "none"}
      strokeWidth={isOutline ? 2 : 0}
    />
  );
}

/** The mark of a curve in running text. */
export function MarkIcon(props: { readonly marker: MarkerName; readonly colour: string; readonly isHollow: boolean }) {
  return (
    <svg className="mark-icon" viewBox="-9 -9 18 18" aria-hidden="true">
      <Mark {...props} />
    </svg>
  );
}

/** Pixels across a dot of a shape, and points of one shape that are ringed at one x. */
const DOT = 7;
const MOST_RINGS = 20;

/** Pixels within which a click means a point. */
const NEAR = 28;

interface Nearest {
  readonly x: number | undefined;
  readonly curve: string | undefined;
  /** Pixels from its mark. */
  readonly distance: number;
}

/** The point of a plot that is nearest to the pointer: first the x, then a curve that has a point there. */
function nearestTo(event: PointerEvent, plot: DrawnPlot, xs: readonly number[]): Nearest {
  const box = event.currentTarget.getBoundingClientRect();
  const scale = plot.width / Math.max(1, box.width);
  const [left, top] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const x = xs.reduce<number | undefined>(
    (best, one) =>
      best === undefined || Math.abs(plot.xAt(one) - left) < Math.abs(plot.xAt(best) - left) ? one : best,
    undefined,
  );
  const marks = plot.curves.flatMap(({ series, marks }) =>
    marks.filter(({ datum }) => datum.x === x).map((mark) => ({ series, mark })),
  );
  const curve = marks.reduce<(typeof marks)[number] | undefined>(
    (best, one) => (best === undefined || Math.abs(one.mark.y - top) < Math.abs(best.mark.y - top) ? one : best),
    undefined,
  );
  const distance = curve === undefined ? Number.POSITIVE_INFINITY : Math.hypot(curve.mark.x - left, curve.mark.y - top);
  return { x, curve: curve?.series.id, distance };
}

interface PlotProps {
  readonly plot: DrawnPlot;
  /** Its description for screen readers. */
  readonly label: string;
  readonly xWords: string;
  /** The x that is looked at, of these. */
  readonly xs: readonly number[];
  readonly at: number | undefined;
  /** The values there, in words. */
  readonly spoken: string;
  /** The curve that is looked at. */
  readonly chosen: string | undefined;
  /** Whether the curves are called by the names of stages and programs, which are in no language. */
  readonly hasNames?: true;
  readonly svg: RefObject<SVGSVGElement | null>;
  onPoint(x: number | undefined, curve: string | undefined): void;
  onOpen?: ((x: number, curve: string | undefined) => void) | undefined;
  readonly children?: ReactNode;
}

/** Shows a plot whose points are reached by pointer or by keys; `spoken` has the words of a point. */
export function Plot({
  plot,
  label,
  xWords,
  xs,
  at,
  spoken,
  chosen,
  hasNames,
  svg,
  onPoint,
  onOpen,
  children,
}: PlotProps) {
  const clip = useId();
  const index = at === undefined ? -1 : xs.indexOf(at);
  const nearest = (event: PointerEvent): Nearest => nearestTo(event, plot, xs);
  const move = (event: KeyboardEvent): void => {
    const curves = plot.curves.filter(({ marks }) => marks.some(({ datum }) => datum.x === at));
    const place = curves.findIndex(({ series }) => series.id === chosen);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: xs.length - 1 }[event.key];
    const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (to !== undefined) onPoint(xs[Math.max(0, Math.min(xs.length - 1, to))], chosen);
    else if (turn !== undefined && curves.length > 0)
      onPoint(at ?? xs[0], nth(curves, (place + turn + curves.length) % curves.length).series.id);
    else if (event.key === "Enter" && at !== undefined) onOpen?.(at, chosen);
    else if (event.key === "Escape") onPoint(undefined, undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, xs.length - 1)}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={at === undefined ? t`nothing is selected` : spoken}
      onKeyDown={move}
      onPointerLeave={(event) => event.pointerType === "mouse" && onPoint(undefined, undefined)}
      onPointerMove={(event) => {
        const { x, curve } = nearest(event);
        onPoint(x, curve);
      }}
      onPointerUp={(event) => {
        const { x, curve, distance } = nearest(event);
        // a finger looks first, and opens a run from the table
        const isMeant = event.pointerType === "mouse" && event.button === 0 && distance < NEAR;
        if (x !== undefined && isMeant) onOpen?.(x, curve);
      }}
    >
      <svg
        ref={svg}
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        width={plot.width}
        height={plot.height}
        aria-hidden="true"
      >
        <clipPath id={clip}>
          <rect x={plot.left} y={plot.top} width={plot.right - plot.left} height={plot.bottom - plot.top} />
        </clipPath>
        <Axes plot={plot} xWords={xWords} />
        {at !== undefined && (
          <line className="plot-at" x1={plot.xAt(at)} x2={plot.xAt(at)} y1={plot.top} y2={plot.bottom} />
        )}
        {plot.curves.map((curve) => (
          <CurveLines key={curve.series.id} curve={curve} clip={`url(#${clip})`} />
        ))}
        {plot.curves.map((curve) => (
          <CurveMarks key={curve.series.id} curve={curve} at={at} isChosen={curve.series.id === chosen} />
        ))}
        {plot.hasLabels &&
          plot.curves.map((curve) => <CurveLabel key={curve.series.id} curve={curve} isName={hasNames === true} />)}
      </svg>
      {children}
    </div>
  );
}

function Axes({ plot, xWords }: { readonly plot: DrawnPlot; readonly xWords: string }) {
  const { left, right, top, bottom, xTicks, yTicks, height } = plot;
  return (
    <g className="plot-axes">
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <line x1={left} x2={right} y1={at} y2={at} />
          <text x={left - 8} y={at + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={bottom} y2={bottom + 4} />
          <text x={at} y={bottom + 18} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <line className="plot-ground" x1={left} x2={right} y1={bottom} y2={bottom} />
      <line className="plot-ground" x1={left} x2={left} y1={top} y2={bottom} />
      <text x={right} y={height - 2} textAnchor="end">
        {xWords}
      </text>
    </g>
  );
}

function CurveLines({
  curve: { series, line, dashed, bars, path },
  clip,
}: {
  readonly curve: DrawnCurve;
  readonly clip: string;
}) {
  const width = series.isBound === true ? 1.25 : series.isSecond ? 1.5 : 2.5;
  return (
    <g clipPath={clip} fill="none" stroke={series.colour} strokeWidth={width}>
      {bars.map(({ x, from, to }) => (
        <line key={x} x1={x} x2={x} y1={from} y2={to} strokeWidth={6} strokeOpacity={0.35} />
      ))}
      {line !== "" && <path d={line} strokeDasharray={series.isBound === true ? "2 4" : undefined} />}
      {dashed !== "" && <path d={dashed} strokeDasharray="7 6" />}
      {path !== "" && series.shape === "dots" && <path d={path} strokeWidth={DOT} strokeLinecap="round" />}
      {path !== "" && series.shape === "columns" && <path d={path} fill={series.colour} stroke="none" />}
    </g>
  );
}

function CurveMarks({
  curve: { series, marks, end },
  at,
  isChosen,
}: {
  readonly curve: DrawnCurve;
  readonly at: number | undefined;
  readonly isChosen: boolean;
}) {
  if (series.shape !== undefined)
    return (
      <g>
        {marks
          .filter(({ datum }) => datum.x === at)
          .slice(0, MOST_RINGS)
          .map(({ datum, x, y }) => (
            <circle
              key={String(datum.y)}
              cx={x}
              cy={y}
              r={6}
              fill={isChosen ? "var(--lit)" : "none"}
              stroke={series.colour}
              strokeWidth={2.5}
            />
          ))}
      </g>
    );
  return (
    <g>
      {marks.map(({ datum, x, y }) => (
        <g key={datum.x} transform={`translate(${x} ${y})`}>
          {isChosen && datum.x === at && <circle className="plot-chosen" r={9} />}
          <Mark marker={series.marker} colour={series.colour} isHollow={series.isSecond} />
        </g>
      ))}
      {end !== undefined && (
        <g transform={`translate(${end.x} ${end.y})`}>
          <path d="M-8 0H8" stroke={series.colour} strokeWidth={3} />
        </g>
      )}
    </g>
  );
}

function CurveLabel({ curve: { series, label }, isName }: { readonly curve: DrawnCurve; readonly isName: boolean }) {
  return (
    <g transform={`translate(${label.x} ${label.y})`} className="plot-label">
      <text fill={series.colour} translate={isName ? "no" : undefined}>
        {series.label}
      </text>
      {series.note !== undefined && (
        <text className="plot-note" y={16}>
          {series.note}
        </text>
      )}
    </g>
  );
}
