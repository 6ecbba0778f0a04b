// The frame of what plays a run: the sentence of the moment, and below it buttons, the timeline and settings.
import "../playback.css";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Sentence, type SentenceProps } from "./sentence.tsx";

interface DockProps extends Omit<SentenceProps, "hint"> {
  /** Whether the picture stands at its end, as it does when it is opened. */
  readonly isAtEnd: boolean;
  readonly buttons: ReactNode;
  /** The timeline. */
  readonly strip: ReactNode;
  readonly settings: ReactNode;
}

/** Shows the sentence, the buttons for playing, the timeline and the settings. */
export function PlayingDock({ text, aside, isAtEnd, buttons, strip, settings }: DockProps) {
  const hint = isAtEnd ? t`This is the end of the run. Play shows it from the beginning.` : undefined;
  return (
    <section className="film-transport" aria-label={t`Timeline`}>
      <Sentence text={text} aside={aside} hint={hint} />
      <div className="film-controls">
        <fieldset className="transport" aria-label={t`Playback`}>
          {buttons}
        </fieldset>
        {strip}
        <div className="film-settings">{settings}</div>
      </div>
    </section>
  );
}

interface PartsProps {
  readonly parts: readonly {
    readonly key: string;
    readonly words: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** When the timeline ends. */
  readonly end: number;
  onPlay(part: { readonly from: number; readonly to: number }): void;
}

/** Buttons over a timeline that play one of its parts. */
export function PartButtons({ parts, end, onPlay }: PartsProps) {
  return (
    <div className="film-parts">
      {parts.map(({ key, words, from, to }) => (
        <button
          key={key}
          type="button"
          style={{ left: `${(100 * from) / end}%`, maxWidth: `${(100 * (to - from)) / end}%` }}
          title={t`Play this part`}
          onClick={() => onPlay({ from, to })}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/** Keeps the keys of the film from moving its slider. */
export function leaveKeys(event: { readonly key: string; preventDefault(): void }): void {
  if (/^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
}
