// Spans: places in a text that the user (or the prelude) wrote.

import { nth } from "../base/nth.ts";
import { Remembered } from "../base/remembered.ts";

/**
 * Which text a span lies in: the program, the first, second, .. of the texts above it, an `--at`, `--cotangent` or
 * `--direction` expression, the prelude, definitions in Linear A, a printed core program.
 */
export type SourceName =
  | "<program>"
  | `<above ${number}>`
  | "<at>"
  | "<cotangent>"
  | "<direction>"
  | "<prelude>"
  | "<linear>"
  | "<core>";

/** The source of the n-th text above a program, counted from 1 at the top. */
export function aboveSource(n: number): SourceName {
  return `<above ${n}>`;
}

/** Which of the texts above a source is; undefined for other sources. */
export function placeAbove(source: SourceName): number | undefined {
  return source.startsWith("<above ") ? Number.parseInt(source.slice("<above ".length), 10) : undefined;
}

/** Whether it is a text with the user's definitions. */
export function isUsersText(source: SourceName): boolean {
  return source === "<program>" || source.startsWith("<above ");
}

/** A half-open range of UTF-16 code units, counted from zero, in one text. */
export interface Span {
  readonly source: SourceName;
  readonly from: number;
  readonly to: number;
}

/** A place in a text: from a code unit up to another, which is no longer in it. */
export function span(source: SourceName, from: number, to: number): Span {
  return { source, from, to };
}

/** The smallest span that holds both; they lie in the same text. */
export function cover(first: Span, last: Span): Span {
  return { source: first.source, from: Math.min(first.from, last.from), to: Math.max(first.to, last.to) };
}

/** A span as a key of maps. */
export function spanKey({ source, from, to }: Span): string {
  return `${source} ${from} ${to}`;
}

/** A position as people count: line and column from 1; a column is one UTF-16 code unit. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text that positions were asked of last, and where its lines begin: a program's diagnostics are told one after the other. */
const lines = new Remembered<readonly number[]>(1);

/** The position of an offset in a text; offsets past the end count as the end. */
export function positionOf(text: string, offset: number): Position {
  const end = Math.min(offset, text.length);
  const starts = lines.get(text) ?? startsOf(text);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (nth(starts, middle) <= end) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: end - nth(starts, low) + 1 };
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let newline = text.indexOf("\n"); newline >= 0; newline = text.indexOf("\n", newline + 1))
    starts.push(newline + 1);
  lines.set(text, starts);
  return starts;
}
