// A transformed program, linked to the scalars of the run: a part of it that comes from a place in the source lights up
// with the scalars of that place, and what is being evaluated is outlined.
import { memo, type ReactNode } from "react";
import type { PrintedLine, PrintedPart } from "../../../engine/session/transformed-text.ts";
import type { Span } from "../../../engine/source/span.ts";
import { keyed } from "../../components/keyed.ts";
import { Notation } from "../../components/notation.tsx";
import { contains } from "../../view-models/places.ts";

interface ProgramLinesProps {
  readonly lines: readonly PrintedLine[];
  readonly lit: Span | undefined;
  readonly now: Span | undefined;
  readonly isMarked: boolean;
}

export const ProgramLines = memo(function ProgramLines(props: ProgramLinesProps) {
  const { lines, lit, now, isMarked } = props;
  return (
    <pre className="program-lines" translate="no">
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
  const content: ReactNode = keyed(runsOf(line.parts, lit, now)).map(({ key, item: { parts, className } }) => (
    <span key={key} className={className}>
      {keyed(parts).map(({ key: place, item }) => (
        <Part key={place} part={item} />
      ))}
    </span>
  ));
  return isMarked && line.change === "new" ? (
    <ins className="line">
      {content}
      {"\n"}
    </ins>
  ) : (
    <span className="line">
      {content}
      {"\n"}
    </span>
  );
}

interface MarkedRun {
  readonly parts: PrintedPart[];
  readonly className: string | undefined;
}

/** Neighbours that are marked alike, so that they have one outline. */
function runsOf(parts: readonly PrintedPart[], lit: Span | undefined, now: Span | undefined): readonly MarkedRun[] {
  const runs: MarkedRun[] = [];
  for (const part of parts) {
    const isBlank = part.text.trim() === "" && runs.length === 0;
    const marks =
      part.span === undefined || isBlank
        ? []
        : [contains(lit, part.span) ? "lit" : "", contains(now, part.span) ? "now" : ""];
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
    <span data-place={`${span.source} ${span.from} ${span.to}`}>
      <Notation text={text} />
    </span>
  );
}
