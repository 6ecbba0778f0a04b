// One text of a study, line by line: the keyboard walks along it, and what belongs together lights up. Of a long text, what is near the
// window is in the page.

import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { StudyText } from "../../../../engine/algorithms/study.ts";
import { nth } from "../../../../engine/base/nth.ts";
import { grouped } from "../../../words/numbers.ts";
import { type PaneId, type Place, placeKey } from "./model.ts";
import { type Stretch, stretchAt, stretchesOf, useSight } from "./sight.ts";

interface PaneProps {
  readonly pane: PaneId;
  readonly text: StudyText;
  readonly title: string;
  readonly note: string;
  readonly lit: ReadonlySet<string>;
  readonly kept: Place | undefined;
  onPoint(place: Place | undefined): void;
  onKeep(place: Place): void;
  /** Other lines are in the page than before. */
  onSight(): void;
}

/** Shows one text line by line; the arrow keys, Home and End move the choice and the focus along its lines. */
export function Pane({ pane, text, title, note, lit, kept, onPoint, onKeep, onSight }: PaneProps) {
  const current = kept?.pane === pane ? kept.line : 0;
  const host = useRef<HTMLElement>(null);
  const focused = useRef<number>(undefined);
  const stretches = stretchesOf(text.lines.length);
  const sight = useSight(host, stretches.length, onSight);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const last = text.lines.length - 1;
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: last }[event.key];
    if (next === undefined || next < 0 || next > last) return;
    event.preventDefault();
    if (next !== current) focused.current = next;
    onKeep({ pane, line: next });
  };
  // a line that was far away is in the page once it is chosen
  useLayoutEffect(() => {
    const wanted = focused.current;
    focused.current = undefined;
    if (wanted !== current) return;
    const place = placeKey({ pane, line: current });
    host.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)?.focus();
  }, [pane, current]);
  const line = (index: number) => {
    const place: Place = { pane, line: index };
    const { text: words, kind } = nth(text.lines, index);
    return (
      <li key={words} aria-setsize={text.lines.length} aria-posinset={index + 1}>
        <button
          type="button"
          data-place={placeKey(place)}
          data-kind={kind}
          data-lit={lit.has(placeKey(place)) || undefined}
          tabIndex={index === current ? 0 : -1}
          aria-pressed={kept?.pane === pane && kept.line === index}
          onClick={() => onKeep(place)}
          onPointerEnter={() => onPoint(place)}
          onPointerLeave={() => onPoint(undefined)}
        >
          {words}
        </button>
      </li>
    );
  };
  // where the focus goes in, the lines are there wherever the window is
  const isThere = ({ index }: Stretch): boolean => sight.has(index) || index === stretchAt(current);
  return (
    <section ref={host} className={`study-pane study-${pane}`} aria-label={title}>
      <header>
        <h2 translate="no">{text.name}</h2>
        <p className="quiet">{note}</p>
      </header>
      {text.lines.length === 0 && <p className="note">{t`Too long to print, but counted.`}</p>}
      {stretches.map((stretch) => {
        const { index, from, to } = stretch;
        const [first, last, all] = [from + 1, to, text.lines.length].map(grouped);
        return (
          <ol
            key={index}
            className="study-lines"
            translate="no"
            data-stretch={index}
            aria-label={stretches.length === 1 ? undefined : t`Lines ${first} to ${last} of ${all}`}
            style={isThere(stretch) ? undefined : { height: sight.heightOf(stretch) }}
            onKeyDown={onKey}
          >
            {isThere(stretch) && Array.from({ length: to - from }, (_, at) => line(from + at))}
          </ol>
        );
      })}
    </section>
  );
}
