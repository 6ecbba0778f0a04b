// The timeline of the leading column: phases above, events below, and the cursor.

import { t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { present } from "../../../engine/base/nth.ts";
import type { ColumnInfo } from "../../../engine/explore/column.ts";
import type { Work } from "../../../engine/timeline/landscape.ts";
import { useWidth } from "../../ui/hooks/use-width.ts";
import { type Mark, type Strip, stripOf, workWords } from "../model/timeline.ts";
import { visitWordsOf } from "../model/visits.ts";
import { useExplorer } from "../state/store.ts";
import { go } from "../state/transport.ts";

const HEIGHT = 58;
const BASE = 40;

const PHASES: Readonly<Record<string, string>> = {
  forward: t({ message: "forward", comment: "a phase of a run" }),
  resolve: t({ message: "resolve", comment: "a phase of a run" }),
  rebuild: t({ message: "rebuild", comment: "a phase of a run" }),
};

const EVENTS: Readonly<Record<string, string>> = {
  scalar: t({ message: "scalar", comment: "an event of a run" }),
  merge: t({ message: "merge", comment: "an event of a run" }),
  touch: t({ message: "touch", comment: "an event of a run" }),
  map: t({ message: "map", comment: "an event of a run" }),
  highest: t({ message: "highest", comment: "an event of a run" }),
  alloc: t({ message: "alloc", comment: "an event of a run" }),
  write: t({ message: "write", comment: "an event of a run" }),
  freeze: t({ message: "freeze", comment: "an event of a run" }),
  fork: t({ message: "fork", comment: "an event of a run" }),
  join: t({ message: "join", comment: "an event of a run" }),
  job: t({ message: "job", comment: "an event of a run" }),
  phase: t({ message: "phase", comment: "an event of a run" }),
};

/** The name of a kind of events of a stage, with the kind of its work. */
export function eventWords(tag: string, work: Work, stage: string): string {
  const event = tag === "call" ? visitWordsOf(stage)?.event : EVENTS[tag];
  return `${event ?? tag}: ${workWords(work, stage)}`;
}

/** Shows the timeline of the leading column, and moves the run to the step that is pressed; `spoken` describes the step. */
export function TimelineStrip({ info, spoken }: { readonly info: ColumnInfo; readonly spoken: string }) {
  const known = useExplorer((state) => state.landscape);
  const touching = useExplorer((state) => state.touching);
  const step = useExplorer(({ cursors }) => cursors[info.stage] ?? 0);
  const { steps } = info;
  const [ref, width] = useWidth<HTMLDivElement>();
  const landscape = known?.stage === info.stage ? known.landscape : undefined;
  const strip = useMemo(
    () => (landscape === undefined ? undefined : stripOf(landscape, info.phases, info.steps)),
    [landscape, info],
  );
  return (
    <div className="strip" ref={ref}>
      {strip !== undefined && width > 0 && (
        <svg width={width} height={HEIGHT} aria-hidden="true" className="strip-picture">
          <Still
            stage={info.stage}
            strip={strip}
            width={width}
            touching={touching}
            buckets={present(landscape).buckets}
            steps={info.steps}
          />
          <Cursor x={strip.scale(step) * width} />
          <rect
            className="strip-future"
            x={strip.scale(step) * width}
            y={18}
            width={Math.max(0, width - strip.scale(step) * width)}
            height={HEIGHT - 24}
          />
        </svg>
      )}
      <input
        type="range"
        className="strip-range"
        aria-label={t`Event of the run`}
        aria-valuetext={`${t`event ${step} of ${steps}.`} ${spoken}`}
        min={0}
        max={strip === undefined ? 1 : 1000}
        step={1}
        value={strip === undefined ? 0 : Math.round(strip.scale(step) * 1000)}
        onChange={(event) => strip !== undefined && go(strip.stepAt(Number(event.currentTarget.value) / 1000))}
        onKeyDown={(event) => {
          // the keys of the explorer step by events; the range's own would step by its resolution
          if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.preventDefault();
        }}
      />
    </div>
  );
}

interface StillProps {
  readonly stage: string;
  readonly strip: Strip;
  readonly width: number;
  readonly touching: Uint8Array | undefined;
  readonly buckets: number;
  readonly steps: number;
}

/** Parts that ignore the cursor. */
const Still = memo(function Still({ stage, strip, width, touching, buckets, steps }: StillProps) {
  return (
    <>
      {strip.phases.map(({ name, from, to }) => (
        <g key={name} className="phase">
          <rect x={from * width + 1} y={0} width={Math.max(0, (to - from) * width - 2)} height={16} rx={4} />
          {(to - from) * width > 50 && (
            <text x={from * width + 7} y={12}>
              {PHASES[name] ?? name}
            </text>
          )}
        </g>
      ))}
      <line className="axis" x1={0} x2={width} y1={BASE} y2={BASE} />
      {strip.marks.map((mark) => (
        <Glyph key={mark.step} mark={mark} x={mark.at * width} stage={stage} />
      ))}
      {strip.heaps.map(({ at, width: share, parts }) =>
        parts.map(({ work, from, to }) => (
          <rect
            key={`${at} ${work}`}
            className={`heap ${work}`}
            x={at * width}
            width={Math.max(0.5, share * width - 0.4)}
            y={BASE + 8 - to * 28}
            height={Math.max(0.6, (to - from) * 28)}
          />
        )),
      )}
      {touchedSteps(touching, buckets, steps).map((step) => (
        <rect
          key={step}
          className="touch"
          x={strip.scale(step) * width - 3}
          y={HEIGHT - 6}
          width={7}
          height={4}
          rx={2}
        />
      ))}
    </>
  );
});

/** The middles of the stretches that touch the selection. */
function touchedSteps(touching: Uint8Array | undefined, buckets: number, steps: number): readonly number[] {
  const middles = new Set<number>();
  touching?.forEach((isTouched, bucket) => {
    if (isTouched === 1) middles.add(Math.ceil(((bucket + 0.5) * steps) / buckets));
  });
  return [...middles];
}

function Glyph({ mark: { tag, work }, x, stage }: { readonly mark: Mark; readonly x: number; readonly stage: string }) {
  return (
    <g className={`glyph ${work}`} transform={`translate(${x} ${BASE})`}>
      <title>{eventWords(tag, work, stage)}</title>
      <Shape tag={tag} />
    </g>
  );
}

/** One shape for each kind of event: colour is never the only sign. */
export function Shape({ tag }: { readonly tag: string }) {
  switch (tag) {
    case "scalar":
      return <circle r={3.6} />;
    case "call":
      return <path d="M0-4.5 4.5 3.5H-4.5Z" />;
    case "merge":
      return (
        <>
          <circle r={5} />
          <path className="inner" d="M-2.8 0H2.8M0-2.8V2.8" />
        </>
      );
    case "highest":
      return <path className="open" d="M-4 2.5 0-2.5 4 2.5" />;
    case "map":
    case "write":
      return <rect className="hollow" x={-3.4} y={-3.4} width={6.8} height={6.8} />;
    case "alloc":
    case "freeze":
      return <path className="open" d="M-4-4V4H4V-4ZM-4 0H4M0-4V4" />;
    case "touch":
      return <path className="open" d="M-3.5 0H3.5" />;
    case "fork":
      return <path className="open" d="M-4 0H0L4-4M0 0 4 4" />;
    case "join":
      return <path className="open" d="M4 0H0L-4-4M0 0-4 4" />;
    default:
      return <path className="open" d="M0-5V5" />;
  }
}

function Cursor({ x }: { readonly x: number }) {
  return (
    <g className="cursor" transform={`translate(${x} 0)`}>
      <path d="M-6 14H6L0 22Z" />
      <line y1={20} y2={HEIGHT} />
    </g>
  );
}
