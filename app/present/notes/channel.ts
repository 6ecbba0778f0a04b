// Messages of the slides and the window of notes, by a channel of the browser within this site.
import type { Deeds } from "../../course/model/open-questions.ts";
import { useProgress } from "../../course/state/progress.ts";
import type { CellId, Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import type { CellRun } from "../../program/model/run.ts";
import { useRunning } from "../../program/state/running.ts";
import type { Place } from "../model.ts";
import { showAwaited } from "../picture.ts";
import { cover, goSlide, goStep, leave, play, SHOW_ID, show, useShow } from "../state.ts";

/** Messages of the slides: their place, their content, and that they are over. */
export type FromSlides =
  | { readonly tag: "at"; readonly at: Place; readonly begun: number; readonly isPlayed: boolean }
  | {
      readonly tag: "document";
      readonly document: Document;
      readonly key: string;
      readonly runs: ReadonlyMap<CellId, CellRun>;
      /** The answers of its questions. */
      readonly lessons: Readonly<Record<string, Deeds>>;
    }
  | { readonly tag: "over" };

/** Messages of the window of notes: that it is open, and where to go. */
export type FromNotes =
  | { readonly tag: "hello" }
  | { readonly tag: "step" | "slide"; readonly by: 1 | -1 }
  | { readonly tag: "go"; readonly at: Place }
  | { readonly tag: "cover"; readonly over: "black" | "overview" }
  | { readonly tag: "play" | "answers" | "leave" };

function channel(): BroadcastChannel {
  return new BroadcastChannel(`dualscope.present.${SHOW_ID}`);
}

/** Milliseconds without a change before the document is sent again. */
const QUIET = 150;

/** Sends the slides' place to the window of notes, and follows its commands; returns the function that ends this. */
export function tellNotes(): () => void {
  const line = channel();
  const send = (message: FromSlides): void => line.postMessage(message);
  let isHeard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendPlace = (): void => {
    const { at, begun, isPlayed } = useShow.getState();
    if (isHeard && at !== undefined) send({ tag: "at", at, begun, isPlayed });
  };
  const sendDocument = (): void => {
    if (!isHeard) return;
    const { document, key } = useDocument.getState();
    const { lessons } = useProgress.getState();
    send({ tag: "document", document, key, runs: useRunning.getState().runs, lessons });
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sendDocument, QUIET);
  };
  line.onmessage = ({ data }: MessageEvent<FromNotes>) => {
    if (data.tag === "hello") {
      isHeard = true;
      sendDocument();
      sendPlace();
    } else if (data.tag === "step") goStep(data.by);
    else if (data.tag === "slide") goSlide(data.by);
    else if (data.tag === "go") show(data.at);
    else if (data.tag === "cover") cover(data.over);
    else if (data.tag === "play") play();
    else if (data.tag === "answers") showAwaited();
    else leave();
  };
  const ends = [
    useShow.subscribe(sendPlace),
    ...[useDocument, useRunning, useProgress].map((store) => store.subscribe(soon)),
  ];
  // a window that was there before this page was loaded anew
  send({ tag: "over" });
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    send({ tag: "over" });
    line.close();
  };
}

/** The slides as the window of notes hears of them, and the way to move them. */
export interface Listening {
  readonly ask: (message: FromNotes) => void;
  readonly end: () => void;
}

/** Hears the slides from now on, and requests their place. */
export function hearSlides(onSlides: (message: FromSlides) => void): Listening {
  const line = channel();
  line.onmessage = ({ data }: MessageEvent<FromSlides>) => {
    onSlides(data);
    // new slides do not know of this window yet
    if (data.tag === "over") ask({ tag: "hello" });
  };
  const ask = (message: FromNotes): void => line.postMessage(message);
  ask({ tag: "hello" });
  return { ask, end: () => line.close() };
}
