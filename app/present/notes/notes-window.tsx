// The window of the speaker: notes, clock, the present slide and the next step, and keys that move the slides.
import "../present.css";
import "./notes-window.css";
import { t } from "@lingui/core/macro";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { i18n } from "../../base/locale.ts";
import { useProgress } from "../../course/state/progress.ts";
import { useDocument } from "../../document/state/document.ts";
import { useRunning } from "../../program/state/running.ts";
import { isMoving, type Place, placeIn } from "../model.ts";
import { SlideView } from "../slide/slide-view.tsx";
import { Stage } from "../stage.tsx";
import { useSlides } from "../state.ts";
import { type FromNotes, type FromSlides, hearSlides, type Listening } from "./channel.ts";
import { clockOf } from "./clock.ts";
import { nextWords, stepWords } from "./words.ts";

const Rendered = lazy(() => import("../../prose/rendered-prose.tsx"));

/** The last message of the slides. */
interface Heard {
  readonly at: Place;
  readonly begun: number;
  readonly isPlayed: boolean;
}

/** Shows the window of the speaker, and sends the window of the slides where to go. */
export default function NotesWindow() {
  const [heard, setHeard] = useState<Heard>();
  const [isThere, setThere] = useState(false);
  const line = useRef<Listening>(undefined);
  useEffect(() => {
    const hear = (message: FromSlides): void => {
      if (message.tag === "at") setHeard(message);
      else if (message.tag === "document") {
        adopt(message);
        setThere(true);
      } else setThere(false);
    };
    const listening = hearSlides(hear);
    line.current = listening;
    return () => listening.end();
  }, []);
  const ask = (message: FromNotes): void => line.current?.ask(message);
  useNotesKeys(ask);
  useEffect(() => {
    document.title = t`Speaker notes · Dualscope`;
  }, []);
  if (!isThere || heard === undefined)
    return (
      <main className="speaker">
        <p className="headline" role="status">
          {t`The slides are closed. Present the document again to see its notes here.`}
        </p>
      </main>
    );
  return <Speaker heard={heard} onAsk={ask} />;
}

/** Shows a document that belongs to another window: nothing of it is kept here. */
function adopt({ document, key, runs, lessons }: Extract<FromSlides, { tag: "document" }>): void {
  useDocument.setState({ document, key });
  useRunning.setState({ runs });
  useProgress.setState({ lessons });
}

/** The same keys as on the slides. */
function useNotesKeys(ask: (message: FromNotes) => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (event.key === " " && isOnButton) return;
      const step = { " ": 1, ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const slide = { PageDown: 1, PageUp: -1 }[event.key];
      const letter = event.key.toLowerCase();
      if (letter === "p") latest.current({ tag: "play" });
      else if (letter === "b" || letter === ".") latest.current({ tag: "cover", over: "black" });
      else if (letter === "o") latest.current({ tag: "cover", over: "overview" });
      else if (letter === "s") latest.current({ tag: "answers" });
      else if (step !== undefined) latest.current({ tag: "step", by: step === 1 ? 1 : -1 });
      else if (slide !== undefined) latest.current({ tag: "slide", by: slide === 1 ? 1 : -1 });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

interface SpeakerProps {
  readonly heard: Heard;
  onAsk(message: FromNotes): void;
}

function Speaker({ heard, onAsk }: SpeakerProps) {
  const slides = useSlides();
  const document = useDocument((state) => state.document);
  const at = placeIn(slides, heard.at);
  const slide = slides[at.slide];
  if (slide === undefined) return null;
  const [place, count, step, steps] = [at.slide + 1, slides.length, at.step + 1, slide.steps.length];
  return (
    <main className="speaker">
      <header className="speaker-head">
        <Clock begun={heard.begun} />
        <p role="status">
          {steps === 1 ? t`slide ${place} of ${count}` : t`slide ${place} of ${count}, step ${step} of ${steps}`}
        </p>
        <span className="speaker-ways">
          {isMoving(slide.steps[at.step]) && (
            <button type="button" className="button line" onClick={() => onAsk({ tag: "play" })}>
              {t`Play or pause`}
            </button>
          )}
          <button type="button" className="button line" onClick={() => onAsk({ tag: "step", by: -1 })}>
            {t`Previous`}
          </button>
          <button type="button" className="button solid" onClick={() => onAsk({ tag: "step", by: 1 })}>
            {t({ message: "Next", comment: "goes to the next step of the slides" })}
          </button>
        </span>
      </header>
      <div className="speaker-slide" aria-hidden="true" inert>
        <Stage className="small">
          <SlideView key={at.slide} slide={slide} step={at.step} isLive={slide.steps[at.step]?.tag !== "scene"} />
        </Stage>
      </div>
      <section className="speaker-notes-text" aria-label={t`Speaker notes`}>
        <h1>{slide.name}</h1>
        {slide.notes === "" ? (
          <p className="soft">{t`This slide has no notes. To add some, run the command “Add speaker notes” in the document.`}</p>
        ) : (
          <Suspense fallback={null}>
            <Rendered text={slide.notes} />
          </Suspense>
        )}
      </section>
      {steps > 1 && (
        <ol className="speaker-steps" aria-label={t`Steps of this slide`}>
          {slide.steps.map((one, index) => (
            <li key={JSON.stringify([index, one.tag])}>
              <button
                type="button"
                className="button line small"
                aria-current={index === at.step ? "step" : undefined}
                onClick={() => onAsk({ tag: "go", at: { slide: at.slide, step: index } })}
              >
                {stepWords(document, one)}
              </button>
            </li>
          ))}
        </ol>
      )}
      <p className="speaker-next">
        <span className="label">{t({ message: "next", comment: "above what comes next on the slides" })}</span>
        <b>{nextWords(document, slides, at, heard.isPlayed) ?? t`the end`}</b>
      </p>
    </main>
  );
}

/** The time since the slides began, and that of the day. */
function Clock({ begun }: { readonly begun: number }) {
  const [now, setNow] = useState(Date.now);
  const [from, setFrom] = useState(begun);
  useEffect(() => setFrom(begun), [begun]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - from) / 1000));
  const time = new Date(now).toLocaleTimeString(i18n.locale, { hour: "2-digit", minute: "2-digit" });
  return (
    <p className="speaker-clock">
      <button type="button" className="clock" title={t`Restart the clock`} onClick={() => setFrom(Date.now())}>
        {clockOf(seconds)}
      </button>{" "}
      <span>{time}</span>
    </p>
  );
}
