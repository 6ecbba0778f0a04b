// Names of steps of slides, for the speaker.
import { t } from "@lingui/core/macro";
import { cellOf, type Document } from "../../document/document.ts";
import { firstWords, wordsOfCell } from "../../document/first-words.ts";
import { programName } from "../../document/header.ts";
import { VIEW_WORDS } from "../../navigation/route.ts";
import { EMBEDDED_PANEL_WORDS } from "../../panels/state.ts";
import { isPlayedByStep, type Place, type Slide, type Step, stepped } from "../model.ts";

/** The name of what the next key does; undefined at the end. `isPlayed`: whether the picture of the step has been played. */
export function nextWords(
  document: Document,
  slides: readonly Slide[],
  at: Place,
  isPlayed: boolean,
): string | undefined {
  const now = slides[at.slide]?.steps[at.step];
  if (!isPlayed && now?.tag === "scene" && isPlayedByStep(now)) {
    const picture = sceneWords(now);
    return t`play: ${picture}`;
  }
  const next = stepped(slides, at, 1);
  const slide = slides[next.slide];
  if (slide === undefined || (next.slide === at.slide && next.step === at.step)) return undefined;
  const step = slide.steps[next.step];
  return next.slide === at.slide && step !== undefined ? stepWords(document, step) : slide.name;
}

/** The name of a step: what is shown below the heading. */
export function stepWords(document: Document, step: Step): string {
  if (step.tag === "prose") return firstWords(step.prose[0]?.text ?? "");
  const own = step.tag === "scene" ? step.way : step.cell;
  const cell = own && cellOf(document, own);
  if (step.tag === "scene" && cell === undefined) return sceneWords(step);
  if (step.tag === "program" && cell?.tag === "program") {
    const name = programName(document, cell);
    return step.drawn === undefined ? name : `${name}: ${EMBEDDED_PANEL_WORDS[step.drawn]}`;
  }
  return cell === undefined || cell.tag === "program" ? "" : wordsOfCell(cell);
}

/** The name of a scene: the words that lead to it, or its view. */
export function sceneWords({ words, view }: Extract<Step, { tag: "scene" }>): string {
  return words || VIEW_WORDS[view];
}
