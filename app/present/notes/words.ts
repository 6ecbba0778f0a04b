// Names of steps of slides, for the speaker.
import { VIEW_WORDS } from "../../navigation/route.ts";
import { EMBEDDED_PANEL_WORDS } from "../../panels/state.ts";
import { type Place, type Slide, type Step, stepped } from "../model.ts";

/** The next step's name; undefined at the end. */
export function nextWords(slides: readonly Slide[], at: Place): string | undefined {
  const next = stepped(slides, at, 1);
  const slide = slides[next.slide];
  if (slide === undefined || (next.slide === at.slide && next.step === at.step)) return undefined;
  const step = slide.steps[next.step];
  return next.slide === at.slide && step !== undefined ? stepWords(slide, step) : slide.name;
}

/** The name of a step: the link to its scene, its drawing, or the slide itself. */
export function stepWords(slide: Slide, step: Step): string {
  if (step.tag === "scene") return step.words || VIEW_WORDS[step.view];
  if (step.tag === "program" && step.drawn !== undefined) return EMBEDDED_PANEL_WORDS[step.drawn];
  return slide.name;
}
