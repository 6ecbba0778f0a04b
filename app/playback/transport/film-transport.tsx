// Controls of a film: the sentence of the moment, the buttons, the timeline, the pace and the speed.

import { t } from "@lingui/core/macro";
import { useLayoutEffect, useMemo, useRef } from "react";
import { callsAt } from "../../../engine/animation/far.ts";
import { present } from "../../../engine/base/nth.ts";
import { endedEarly } from "../../exploration/model/ending.ts";
import { Painter } from "../../picture/view/painter.ts";
import { Play, Press, Speed } from "../../picture/view/press.tsx";
import type { Played } from "../clock.ts";
import { filmWithout } from "../model/film.ts";
import { partsOf, timelineAt } from "../model/time-line.ts";
import { sayFar } from "../narration/far.ts";
import { narrationOf, sentenceAt } from "../narration/narration.ts";
import { pathWords } from "../narration/path-words.ts";
import { endOf, PACES, type Pace } from "../rests.ts";
import {
  clockNow,
  type FilmState,
  playFilm,
  playPart,
  seek,
  setFilmSpeed,
  setPace,
  shownTime,
  stepFilm,
  useFilm,
} from "../state.ts";
import { leaveKeys, PartButtons, PlayingDock } from "./dock.tsx";
import { toldTime } from "./told-time.ts";
import { useEvent } from "./use-event.ts";

const PACE_WORDS: Readonly<Record<Pace, string>> = {
  run: t({ message: "whole run, 30 s", comment: "how a film is played: without rest, in thirty seconds" }),
  call: t({ message: "by call", comment: "how a film is played" }),
  operation: t({ message: "by operation", comment: "how a film is played" }),
  event: t({ message: "by event", comment: "how a film is played" }),
};

/** Finds the sentence of a moment, by the state of a film. */
function narratorOf(film: Played, { cut, away }: Pick<FilmState, "cut" | "away">): (state: FilmState) => string {
  if (film.tag === "far") {
    const ending = endedEarly(film.explored);
    return (state) => sayFar(film.animation, shownTime(state), ending);
  }
  const shown = filmWithout(film, cut);
  const sentences = narrationOf(shown, away);
  return (state) =>
    state.path === undefined ? sentenceAt(sentences, toldTime(shownTime(state), state)) : pathWords(shown, state.path);
}

/** Shows the sentence of the moment, the buttons for playing, the timeline, the speed and, of a run that can be paused, the pace. */
export function FilmTransport({ film }: { readonly film: Played }) {
  const isPlaying = useFilm((state) => state.isPlaying);
  const pace = useFilm((state) => state.pace);
  const speed = useFilm((state) => state.speed);
  const cut = useFilm((state) => state.cut);
  const away = useFilm((state) => state.away);
  const text = useFilm(useMemo(() => narratorOf(film, { cut, away }), [film, cut, away]));
  const isWhole = film.explored.ended.tag === "done";
  const isAtEnd = useFilm(
    (state) => isWhole && !state.isPlaying && state.path === undefined && state.t >= endOf(film, away),
  );
  const event = useEvent(film);
  return (
    <PlayingDock
      text={event?.text ?? text}
      aside={event?.place}
      isAtEnd={isAtEnd}
      buttons={
        <>
          <Press icon="first" words={t`To the start`} keys="Home" onClick={() => seek(0)} />
          <Press icon="previous" words={t`Step back`} keys="←" onClick={() => stepFilm(-1)} />
          <Play isPlaying={isPlaying} words={t`Play`} onClick={playFilm} />
          <Press icon="next" words={t`Step`} keys="→" onClick={() => stepFilm(1)} />
          <Press icon="last" words={t`To the end`} keys="End" onClick={() => seek(film.animation.end)} />
        </>
      }
      strip={<Strip film={film} />}
      settings={
        <>
          {film.tag === "film" && (
            <label className="field-label">
              <span className="visually-hidden">{t`Pace`}</span>
              <select value={pace} onChange={({ currentTarget }) => setPace(currentTarget.value as Pace)}>
                {PACES.map((one) => (
                  <option key={one} value={one}>
                    {PACE_WORDS[one]}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Speed speed={speed} onSpeed={setFilmSpeed} />
        </>
      }
    />
  );
}

/** The timeline: a picture, and over it a slider for the pointer and the keyboard. */
function Strip({ film }: { readonly film: Played }) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const away = useFilm((state) => state.away);
  const end = endOf(film, away);
  const parts = partsOf(film, end);
  useLayoutEffect(() => {
    const painter = new Painter(present(picture.current), "film-time");
    // measured when it changes: to ask at each frame would lay out the page in between
    let [width, height] = [0, 0];
    /** The time that the slider shows. */
    let told: number | undefined;
    const lay = (): void => {
      ({ clientWidth: width, clientHeight: height } = present(box.current));
      paint();
    };
    const paint = (): void => {
      const state = useFilm.getState();
      const shown = shownTime(state);
      painter.paint(timelineAt(film, shown, end, width, height), 0, width, height);
      const t = toldTime(shown, state);
      if (t === told) return;
      told = t;
      present(slider.current).value = String(Math.round(t));
      present(slider.current).setAttribute("aria-valuetext", positionWords(film, t, end));
      present(slider.current).dataset.step = String(clockNow()?.stepAt(t) ?? 0);
    };
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(present(box.current));
    const stop = useFilm.subscribe(
      (state, before) => (state.t !== before.t || state.isPlaying !== before.isPlaying) && paint(),
    );
    return () => {
      observer.disconnect();
      stop();
    };
  }, [film, end]);
  return (
    <div className="film-strip">
      <div className="film-time" ref={box}>
        <svg ref={picture} aria-hidden="true" />
        <PartButtons parts={parts} end={end} onPlay={playPart} />
        <input
          ref={slider}
          className="film-range"
          type="range"
          min={0}
          max={Math.round(end)}
          step={10}
          defaultValue={0}
          aria-label={t`Time of the film`}
          onInput={(event) => {
            const at = Number(event.currentTarget.value);
            // later parts are not seen: its end is that of the run
            seek(at >= Math.floor(end) ? film.animation.end : at);
          }}
          onKeyDown={leaveKeys}
        />
      </div>
    </div>
  );
}

/** Where the film stands, in words. */
function positionWords(film: Played, at: number, end: number): string {
  if (at < film.animation.forwardEnd) return t`forward`;
  if (film.tag === "far") {
    const { togetherEnd, aloneEnd, together: total } = film.animation;
    const call = callsAt(film.animation, at) + 1;
    if (at < togetherEnd) return t`call ${call} of ${total}`;
    return at < aloneEnd ? t`one stage continues alone` : t`the end`;
  }
  const { animation, leader, columns } = film;
  if (at < animation.togetherEnd) {
    const call = animation.beats.findIndex(({ to }) => at < to) + 1;
    const total = leader.animation.replayOrder.calls.number.length;
    return t`call ${call} of ${total}`;
  }
  const tree = columns.find(({ kind }) => kind === "tree")?.id ?? "";
  if (at >= end) return t`the end`;
  if (at < animation.reverseEnd) return t`${tree} continues alone`;
  return t`fold`;
}
