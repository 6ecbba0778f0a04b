// One text of a study, line by line: the keyboard walks along it, and what belongs together lights up.
import { t } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";
import type { StudyText } from "../../../../engine/algorithms/study.ts";
import { type PaneId, type Place, placeKey } from "./model.ts";

interface PaneProps {
  readonly pane: PaneId;
  readonly text: StudyText;
  readonly title: string;
  readonly note: string;
  readonly lit: ReadonlySet<string>;
  readonly kept: Place | undefined;
  onPoint(place: Place | undefined): void;
  onKeep(place: Place): void;
}

/** Shows one text line by line; the arrow keys, Home and End move the choice and the focus along its lines. */
export function Pane({ pane, text, title, note, lit, kept, onPoint, onKeep }: PaneProps) {
  const current = kept?.pane === pane ? kept.line : 0;
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const last = text.lines.length - 1;
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: last }[event.key];
    if (next === undefined || next < 0 || next > last) return;
    event.preventDefault();
    onKeep({ pane, line: next });
    event.currentTarget.querySelectorAll<HTMLElement>("[data-place]")[next]?.focus();
  };
  return (
    <section className={`study-pane study-${pane}`} aria-label={title}>
      <header>
        <h2 translate="no">{text.name}</h2>
        <p className="quiet">{note}</p>
      </header>
      {text.lines.length === 0 && <p className="note">{t`Too long to be printed: it is counted.`}</p>}
      <ol className="study-lines" translate="no" onKeyDown={onKey}>
        {text.lines.map((line, index) => {
          const place: Place = { pane, line: index };
          return (
            <li key={line.text}>
              <button
                type="button"
                data-place={placeKey(place)}
                data-kind={line.kind}
                data-lit={lit.has(placeKey(place)) || undefined}
                tabIndex={index === current ? 0 : -1}
                aria-pressed={kept?.pane === pane && kept.line === index}
                onClick={() => onKeep(place)}
                onPointerEnter={() => onPoint(place)}
                onPointerLeave={() => onPoint(undefined)}
              >
                {line.text}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
