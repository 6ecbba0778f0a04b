// A transformed program, linked to the scalars of the run: a part that comes from a place in the source lights up with the scalars of that
// place, and the part being evaluated is outlined.
import { nth } from "../../../engine/base/nth.ts";
import "../styles/program-lines.css";
import { t } from "@lingui/core/macro";
import { type CSSProperties, memo, type ReactNode, type RefObject, useEffect } from "react";
import { type Span, spanKey } from "../../../engine/source/span.ts";
import type { PrintedLine, PrintedPart, TransformedText } from "../../../engine/texts/transformed-text.ts";
import { cutAt } from "../../program/model/lanes.ts";
import { keyed } from "../../ui/keyed.ts";
import { Notation } from "../../ui/notation.tsx";
import { contains } from "../model/places.ts";
import { BackLane, lanesOf } from "./lanes.tsx";

interface ProgramLinesProps {
  readonly lines: readonly PrintedLine[];
  readonly lit: Span | undefined;
  readonly now: Span | undefined;
  readonly isMarked: boolean;
}

/** Shows a transformed program line by line; parts light up with the scalars that they are linked to. */
export const ProgramLines = memo(function ProgramLines(props: ProgramLinesProps) {
  const { lines, lit, now, isMarked } = props;
  return (
    <pre {...lanesOf(lines, "program-lines")} translate="no">
      {keyed(lines).map(({ key, item }) => (
        <Line key={key} line={item} lit={lit} now={now} isMarked={isMarked} />
      ))}
    </pre>
  );
});

interface LineProps {
  readonly line: PrintedLine;
  readonly lit: Span | undefined;
  readonly now: Span | undefined;
  readonly isMarked: boolean;
}

function Line({ line, lit, now, isMarked }: LineProps) {
  if (line.change === "gone") return null;
  const { indent, parts: unindented } = withoutIndent(line.parts);
  const [forward, reverse] = cutAt(unindented, line.reverseFrom === undefined ? undefined : line.reverseFrom - indent);
  const drawn = (some: readonly PrintedPart[]): ReactNode =>
    keyed(runsOf(some, lit, now)).map(({ key, item: { parts, className } }) => (
      <span key={key} className={className}>
        {keyed(parts).map(({ key: place, item }) => (
          <Part key={place} part={item} />
        ))}
      </span>
    ));
  const content = (
    <>
      {drawn(forward)}
      {reverse.length > 0 && <BackLane>{drawn(reverse)}</BackLane>}
    </>
  );
  const style = { "--indent": indent } as CSSProperties;
  return isMarked && line.change === "new" ? (
    <ins className="line" style={style}>
      {" ".repeat(indent)}
      {content}
      {"\n"}
    </ins>
  ) : (
    <span className="line" style={style}>
      {" ".repeat(indent)}
      {content}
      {"\n"}
    </span>
  );
}

/** A line's parts after its leading spaces, and the number of these: they are never marked. */
function withoutIndent(parts: readonly PrintedPart[]): {
  readonly indent: number;
  readonly parts: readonly PrintedPart[];
} {
  const start = parts.findIndex(({ text }) => text.trim() !== "");
  if (start < 0) return { indent: 0, parts };
  const first = nth(parts, start);
  const text = first.text.trimStart();
  const indent = parts.slice(0, start).reduce((sum, part) => sum + part.text.length, first.text.length - text.length);
  return { indent, parts: [{ ...first, text }, ...parts.slice(start + 1)] };
}

interface MarkedRun {
  readonly parts: PrintedPart[];
  readonly className: string | undefined;
}

/** Neighbours that are marked alike, so that they have one outline. */
function runsOf(parts: readonly PrintedPart[], lit: Span | undefined, now: Span | undefined): readonly MarkedRun[] {
  const runs: MarkedRun[] = [];
  for (const part of parts) {
    const marks =
      part.span === undefined ? [] : [contains(lit, part.span) ? "lit" : "", contains(now, part.span) ? "now" : ""];
    const names = marks.filter((name) => name !== "").join(" ");
    const className = names === "" ? undefined : names;
    const last = runs.at(-1);
    if (last !== undefined && last.className === className) last.parts.push(part);
    else runs.push({ parts: [part], className });
  }
  return runs;
}

function Part({ part: { span, text } }: { readonly part: PrintedPart }) {
  if (span === undefined) return <Notation text={text} />;
  return (
    <span data-place={spanKey(span)}>
      <Notation text={text} />
    </span>
  );
}

/** Explains the marks beside a program's lines. */
export function Since({ stage }: { readonly stage: string }) {
  return (
    <span className="since">
      <span className="since-mark" aria-hidden="true" />
      {t({ message: `Changed since ${stage}`, comment: "marks what a stage changes in the program of an earlier one" })}
    </span>
  );
}

/** Brings the part of a program that comes from a place of the source into view, in a pane of lines. */
export function useInView(
  pane: RefObject<HTMLElement | null>,
  place: Span | undefined,
  program: TransformedText | undefined,
): void {
  useEffect(() => {
    if (program === undefined || place === undefined || pane.current === null) return;
    const parts = pane.current.querySelectorAll<HTMLElement>("[data-place]");
    const part = [...parts].find(({ dataset }) => dataset.place === spanKey(place));
    if (part !== undefined) reveal(pane.current, part);
  }, [pane, place, program]);
}

/** Scrolls a pane, and nothing else, so that a part of it is seen. */
function reveal(pane: HTMLElement, part: HTMLElement): void {
  const [outer, inner] = [pane.getBoundingClientRect(), part.getBoundingClientRect()];
  const top = inner.top - outer.top + pane.scrollTop;
  const isSeen = top >= pane.scrollTop && top + inner.height <= pane.scrollTop + pane.clientHeight;
  if (!isSeen) pane.scrollTop = Math.max(0, top - pane.clientHeight / 3);
}
