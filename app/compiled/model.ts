// Output of the compiled engine, for the page: which lines come from which places, and the bytes of its tape as bars.
import { t } from "@lingui/core/macro";
import type { Held, TapePart, TapeSegment } from "../../engine/compile/codegen/text.ts";
import type { LinkedLine } from "../../engine/compile/ir/source-links.ts";
import { positionOf, type Span } from "../../engine/source/span.ts";
import type { TapeOfRun } from "../../engine/texts/explain.ts";

/** The links of the selection: places in the program, and lines of a pass from 0. */
export interface Linked {
  readonly spans: readonly Span[];
  readonly lines: readonly number[];
}

/** The links of a place without lines. */
export const NOT_LINKED: Linked = { spans: [], lines: [] };

/** The lines from a place in the program: from the smallest place around it that has lines. */
export function linkedAt(lines: readonly LinkedLine[], offset: number): Linked {
  let best: Span | undefined;
  for (const { spans } of lines)
    for (const span of spans) {
      if (span.source !== "<program>" || offset < span.from || offset > span.to) continue;
      if (best === undefined || span.to - span.from < best.to - best.from) best = span;
    }
  const place = best;
  if (place === undefined) return NOT_LINKED;
  const isFrom = ({ spans }: LinkedLine): boolean => spans.some((span) => isSame(span, place));
  return { spans: [place], lines: lines.flatMap((line, index) => (isFrom(line) ? [index] : [])) };
}

/** The origin of a line. */
export function linkedWith(lines: readonly LinkedLine[], line: number): Linked {
  const found = lines[line];
  return found === undefined ? NOT_LINKED : { spans: found.spans, lines: [line] };
}

function isSame(a: Span, b: Span): boolean {
  return a.source === b.source && a.from === b.from && a.to === b.to;
}

/** Places that are named one by one. */
const MOST_PLACES = 3;

/** Places for people: `3:11, 4:2`; those of texts above the program without numbers. */
export function placesText(spans: readonly Span[], text: string): string {
  const names = spans.slice(0, MOST_PLACES).map((span) => {
    if (span.source !== "<program>") return t`a program above`;
    const { line, column } = positionOf(text, span.from);
    return `${line}:${column}`;
  });
  return [...new Set(names), ...(spans.length > MOST_PLACES ? ["…"] : [])].join(", ");
}

/** Parts pushed onto the tape, as a row. */
export interface TapeRow {
  readonly key: string;
  /** `segment`, or the part of it in the row. */
  readonly of: TapePart["of"];
  readonly id: number;
  readonly name: string;
  readonly spans: readonly Span[];
  readonly holds: readonly string[];
  readonly bytes: number;
  /** How often in the last run; undefined where that is not known. */
  readonly times: number | undefined;
  /** Bytes of the last run. */
  readonly total: number | undefined;
  /** Of the largest row: by the bytes of the run where they are known, else by those each time. */
  readonly share: number;
}

const HELD: Readonly<Record<Held["what"], (name: string) => string>> = {
  value: (name) => t`the value ${name}`,
  cell: (name) => t`the cell ${name}`,
  rounds: (name) => t`the rounds ${name}`,
  "truth value": (name) => t`the truth value ${name}`,
  count: (name) => t`the count ${name}`,
  "number of the segment": () => t`its number`,
};

/** Rows for all that segments leave on the tape. */
export function tapeRows(segments: readonly TapeSegment[], run: TapeOfRun | undefined): readonly TapeRow[] {
  const rows = segments.flatMap((segment, index) => {
    const times = run?.executed[index];
    const row = (part: TapePart, key: string, count: number | undefined): Omit<TapeRow, "share"> => ({
      key: `${segment.id} ${key}`,
      of: part.of,
      id: segment.id,
      name: segment.function,
      spans: part.spans,
      holds: part.holds.map(({ what, name }) => HELD[what](name)),
      bytes: part.bytes,
      times: count,
      total: count === undefined ? undefined : count * part.bytes,
    });
    const parts = segment.parts.map((part, at) => row(part, String(at), times?.parts[at]));
    return [row(segment, "whole", times?.record), ...parts];
  });
  const weight = ({ total, bytes }: Omit<TapeRow, "share">): number => (run === undefined ? bytes : (total ?? 0));
  const most = Math.max(1, ...rows.map(weight));
  return rows.map((row) => ({ ...row, share: weight(row) / most }));
}
