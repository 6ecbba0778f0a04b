// The keys of a presentation. They come before those of a view on the slide; a field that is typed in keeps its own.
import { useEffect } from "react";
import { runForeign } from "../program/state/running.ts";
import { showAwaited } from "./picture.ts";
import { cover, goSlide, goStep, leave, openNotes, play, show, slidesNow, useShow } from "./state.ts";

/** Fields in which keys write, or move something. */
const FIELDS = "input, textarea, select, [contenteditable=true], [role=slider], [role=separator]";

/** Handles the keys of a presentation while it is there; a field that is typed in keeps its own. */
export function usePresentKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const field = target.closest<HTMLElement>(FIELDS);
      if (field !== null && event.key === "Escape") field.blur();
      else if (field !== null && isKeptBy(field, event.key)) return;
      else if (!(useShow.getState().over === "overview" ? actOnOverview(event.key) : act(event.key))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, []);
}

/** Whether a field keeps a key: all but those of a clicker, and those that turn slides where it has no more use for them. */
function isKeptBy(field: HTMLElement, key: string): boolean {
  if (/^(?:PageDown|PageUp)$/.test(key)) return false;
  // a slider needs no Space, and an answered question no arrows
  if (field.matches("input[type=range]")) return key !== " ";
  return field.closest(".predict-form[data-done]") === null || !/^(?:Arrow\w+| )$/.test(key);
}

/** Does the action of a key; whether it has one. */
function act(key: string): boolean {
  switch (key) {
    case " ":
    case "ArrowRight":
      goStep(1);
      return true;
    case "ArrowLeft":
      goStep(-1);
      return true;
    case "ArrowDown":
    case "ArrowUp": {
      const by = key === "ArrowDown" ? 1 : -1;
      if (!scroll(by)) goStep(by);
      return true;
    }
    case "PageDown":
      goSlide(1);
      return true;
    case "PageUp":
      goSlide(-1);
      return true;
    case "Home":
      show({ slide: 0, step: 0 });
      return true;
    case "End":
      show({ slide: slidesNow().length - 1, step: 0 });
      return true;
    case "Escape":
      if (useShow.getState().over === "black") cover("black");
      else leave();
      return true;
    default:
      return actOnLetter(key.toLowerCase());
  }
}

/** Of a part of the slide that is larger than its box, the part that is shown before it is left. */
const KEPT = 0.2;

/** Scrolls the prose or the view of a slide where it is larger than its box; whether there was more of it in that direction. */
function scroll(by: 1 | -1): boolean {
  const boxes = document.querySelectorAll("main.present :is(.slide-prose[role=region], .slide-view)");
  return [...boxes].some((box) => {
    const before = box.scrollTop;
    box.scrollTop += by * (1 - KEPT) * box.clientHeight;
    return box.scrollTop !== before;
  });
}

function actOnLetter(letter: string): boolean {
  switch (letter) {
    case "b":
    case ".":
      cover("black");
      return true;
    case "o":
      cover("overview");
      return true;
    case "p":
      play();
      return true;
    case "n":
      openNotes();
      return true;
    case "f":
      toggleFullScreen();
      return true;
    case "r":
      return runForeign();
    case "s":
      return showAwaited();
    default:
      return false;
  }
}

/** While all slides are shown, whose pictures have buttons of their own, arrows go from one to the other, and Enter and Space choose, as with all buttons. */
function actOnOverview(key: string): boolean {
  const slides = [...document.querySelectorAll<HTMLElement>(".slides-all > ol > li > button")];
  const at = slides.indexOf(document.activeElement as HTMLElement);
  const first = slides[0]?.offsetTop;
  const columns = Math.max(1, slides.filter(({ offsetTop }) => offsetTop === first).length);
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: slides.length - 1,
  }[key];
  if (to !== undefined) slides[Math.max(0, Math.min(slides.length - 1, to))]?.focus();
  else if (key === "Escape" || key.toLowerCase() === "o") cover("overview");
  else return false;
  return true;
}

function toggleFullScreen(): void {
  const done =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen?.() : document.exitFullscreen();
  // a browser may refuse it
  done?.catch(() => undefined);
}
