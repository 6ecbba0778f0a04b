// The slides of the document, one at a time over the whole window, with keys: no control stands on a slide, but a film has a button below it until it is played.
import "./present.css";
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { readProgress } from "../course/state/progress.ts";
import { useDocument } from "../document/state/document.ts";
import { AskToRunAll } from "../program/view/ask-to-run.tsx";
import { usePresentKeys } from "./keys.ts";
import { isMoving, isPlayedByStep, type Place, placeIn, type Slide } from "./model.ts";
import { tellNotes } from "./notes/channel.ts";
import { sceneWords } from "./notes/words.ts";
import { Overview } from "./overview.tsx";
import { SlideView } from "./slide/slide-view.tsx";
import { Stage } from "./stage.tsx";
import { cover, goStep, play, useShow, useSlides } from "./state.ts";

/** Shows the slides one at a time over the whole window; keys and swipes move them. */
export default function Present() {
  const slides = useSlides();
  const title = useDocument(({ document }) => document.title);
  const shown = useShow(({ at }) => at);
  const over = useShow((state) => state.over);
  usePresentKeys();
  useEffect(tellNotes, []);
  // answers of an earlier visit
  useEffect(() => void readProgress(), []);
  const at = placeIn(slides, shown ?? { slide: 0, step: 0 });
  const slide = slides[at.slide];
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  useSwipes(main);
  const name = slide?.name ?? "";
  useEffect(() => {
    document.title = `${title || name} · Dualscope`;
  }, [title, name]);
  return (
    <main ref={main} className="present" tabIndex={-1}>
      <h1 className="visually-hidden">{title || t`Untitled document`}</h1>
      {slide === undefined ? (
        <p className="slide-note">{t`The document is empty.`}</p>
      ) : (
        <>
          <AskToRunAll />
          <Stage className="whole">
            <SlideView key={at.slide} slide={slide} step={at.step} isLive />
          </Stage>
          <Foot slides={slides} slide={slide} at={at} />
        </>
      )}
      {over === "black" && <div className="present-black" onPointerDown={() => cover("black")} />}
      {over === "overview" && <Overview slides={slides} at={at.slide} />}
    </main>
  );
}

interface FootProps {
  readonly slides: readonly Slide[];
  readonly slide: Slide;
  readonly at: Place;
}

function Foot({ slides, slide, at }: FootProps) {
  const said = useShow((state) => state.said);
  const isPlayed = useShow((state) => state.isPlayed);
  const isIdle = useIdle();
  const [place, count, steps] = [at.slide + 1, slides.length, slide.steps.length];
  const step = slide.steps[at.step];
  const done = (at.slide + (at.step + 1) / steps) / count;
  return (
    <footer className={isIdle ? "present-foot idle" : "present-foot"}>
      <p role="status" className="present-place">
        {t({ message: `${place} of ${count}`, comment: "which slide is shown, and of how many" })}
        <span className="visually-hidden">
          : <span translate="no">{slide.name}</span>
        </span>
        {step?.tag === "scene" && <span className="present-scene"> {sceneWords(step)}</span>}
      </p>
      {steps > 1 && (
        <span className="present-steps" aria-hidden="true">
          {slide.steps.map((one, index) => (
            <i key={JSON.stringify([index, one.tag])} className={index <= at.step ? "done" : undefined} />
          ))}
        </span>
      )}
      {!isPlayed && isMoving(step) && (
        <button type="button" className="present-play" onClick={play}>
          {t({ message: "▶ Play", comment: "the film, on a slide" })} <kbd>{isPlayedByStep(step) ? "→" : "P"}</kbd>
        </button>
      )}
      {said !== "" && <p role="alert">{said}</p>}
      <p className="present-keys">
        <span>
          <kbd>→</kbd> {t`step`}
        </span>
        {step?.tag === "scene" && (step.view === "systems" || step.view === "jobs") && (
          <span>
            <kbd>J</kbd> {step.view === "jobs" ? t`next job` : t`next number`}
          </span>
        )}
        {isPlayed && isMoving(step) && (
          <span>
            <kbd>P</kbd> {t`play`}
          </span>
        )}
        <span>
          <kbd>N</kbd> {t`notes`}
        </span>
        <span>
          <kbd>O</kbd> {t`all slides`}
        </span>
        <span>
          <kbd>B</kbd> {t`black`}
        </span>
        <span>
          <kbd>{t`Esc`}</kbd> {t`end`}
        </span>
      </p>
      <div className="present-progress" aria-hidden="true">
        <i style={{ width: `${done * 100}%` }} />
      </div>
    </footer>
  );
}

/** Milliseconds without a move of the pointer after which the keys are no longer shown. */
const IDLE = 3000;

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE);
    };
    wake();
    addEventListener("pointermove", wake);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointermove", wake);
    };
  }, []);
  return isIdle;
}

/** Pixels that a finger goes sideways to turn a page. */
const SWIPE = 48;

/** Turns steps by a finger: a telephone has no keys. */
function useSwipes(main: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = main.current;
    let from: { readonly x: number; readonly y: number } | undefined;
    const begin = ({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent): void => {
      const isUsed = target instanceof Element && target.closest("input, .slide-view, .slides-all") !== null;
      from = pointerType === "touch" && isPrimary && !isUsed ? { x: clientX, y: clientY } : undefined;
    };
    const end = ({ isPrimary, clientX, clientY }: PointerEvent): void => {
      if (from === undefined || !isPrimary) return;
      const [right, down] = [clientX - from.x, clientY - from.y];
      if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(down)) goStep(right < 0 ? 1 : -1);
    };
    element?.addEventListener("pointerdown", begin);
    element?.addEventListener("pointerup", end);
    return () => {
      element?.removeEventListener("pointerdown", begin);
      element?.removeEventListener("pointerup", end);
    };
  }, [main]);
}
