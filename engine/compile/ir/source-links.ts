// Links from lines of generated code to the user's text. While code is written, a line ends with a mark that no code has; the marks are
// taken off when the text is whole. Code that is not to be explained has none.
import { nth } from "../../base/nth.ts";
import type { Span } from "../../source/span.ts";

/** A line of a text, and the places in the user's text that it comes from. */
export interface LinkedLine {
  readonly text: string;
  readonly spans: readonly Span[];
}

const MARK = "\u0002";

/** Marks lines, and reads the marks again. */
export class Links {
  private readonly spans: (readonly Span[])[] = [];
  private readonly known = new Map<string, number>();

  /** A line with a mark of where it comes from. */
  mark(line: string, from: readonly (Span | undefined)[]): string {
    const spans = distinct(from);
    if (spans.length === 0) return line;
    const key = spans.map(keyOf).join(" ");
    let index = this.known.get(key);
    if (index === undefined) {
      index = this.spans.length;
      this.known.set(key, index);
      this.spans.push(spans);
    }
    return `${line}${MARK}${index}`;
  }

  /** The lines of a text without their marks. */
  lines(text: string): LinkedLine[] {
    return text.split("\n").map((line) => {
      const at = line.indexOf(MARK);
      if (at < 0) return { text: line, spans: [] };
      return { text: line.slice(0, at), spans: nth(this.spans, Number(line.slice(at + 1))) };
    });
  }
}

/** A line without its mark. */
export function unmarked(line: string): string {
  const at = line.indexOf(MARK);
  return at < 0 ? line : line.slice(0, at);
}

/** Places without those that are missing, each once, in order. */
export function distinct(from: readonly (Span | undefined)[]): readonly Span[] {
  const found = new Map<string, Span>();
  for (const span of from) if (span !== undefined) found.set(keyOf(span), span);
  return [...found.values()].sort((a, b) => a.from - b.from || a.to - b.to);
}

function keyOf({ source, from, to }: Span): string {
  return `${source}${from}-${to}`;
}
