// What the slides and the window of notes say to each other, by a channel of the browser that only this site hears.
import type { CellId, Document } from "../../document/document.ts";
import { useDocument } from "../../document/state/document.ts";
import type { CellRun } from "../../program/model/run.ts";
import { useRunning } from "../../program/state/running.ts";
import type { Place } from "../model.ts";
import { doForPhone, usePhone } from "../phone/host.ts";
import type { PhoneAsk, PhoneLink } from "../phone/link.ts";
import { playPicture } from "../picture.ts";
import { goSlide, goStep, leave, SHOW_ID, show, stepNow, useShow } from "../state.ts";

/** What the slides say: where they are, what they are made of, how it stands with telephones, and that they are over. */
export type FromSlides =
  | { readonly tag: "at"; readonly at: Place; readonly begun: number }
  | { readonly tag: "document"; readonly document: Document; readonly runs: ReadonlyMap<CellId, CellRun> }
  | { readonly tag: "phone"; readonly link: PhoneLink }
  | { readonly tag: "over" };

/** What the window of notes says: that it is there, where to go, and what to do about telephones. */
export type FromNotes =
  | { readonly tag: "hello" }
  | { readonly tag: "step" | "slide"; readonly by: 1 | -1 }
  | { readonly tag: "go"; readonly at: Place }
  | { readonly tag: "play" }
  | { readonly tag: "phone"; readonly ask: PhoneAsk }
  | { readonly tag: "leave" };

function channel(): BroadcastChannel {
  return new BroadcastChannel(`dualscope.present.${SHOW_ID}`);
}

/** Milliseconds without a change before the document is sent again. */
const QUIET = 150;

/** Tells the window of notes what is shown, and does what it asks for, until the function that comes back is called. */
export function tellNotes(): () => void {
  const line = channel();
  const send = (message: FromSlides): void => line.postMessage(message);
  let isHeard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendPlace = (): void => {
    const { at, begun } = useShow.getState();
    if (isHeard && at !== undefined) send({ tag: "at", at, begun });
  };
  const sendDocument = (): void => {
    const { document } = useDocument.getState();
    if (isHeard) send({ tag: "document", document, runs: useRunning.getState().runs });
  };
  const sendPhone = (): void => {
    if (isHeard) send({ tag: "phone", link: usePhone.getState() });
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
      sendPhone();
    } else if (data.tag === "step") goStep(data.by);
    else if (data.tag === "slide") goSlide(data.by);
    else if (data.tag === "go") show(data.at);
    else if (data.tag === "play") playPicture(stepNow());
    else if (data.tag === "phone") doForPhone(data.ask);
    else leave();
  };
  const ends = [
    useShow.subscribe(sendPlace),
    useDocument.subscribe(soon),
    useRunning.subscribe(soon),
    usePhone.subscribe(sendPhone),
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

/** Hears the slides from now on, and asks them where they are. */
export function hearSlides(onSlides: (message: FromSlides) => void): Listening {
  const line = channel();
  line.onmessage = ({ data }: MessageEvent<FromSlides>) => {
    onSlides(data);
    // whoever began anew does not know that somebody listens
    if (data.tag === "over") ask({ tag: "hello" });
  };
  const ask = (message: FromNotes): void => line.postMessage(message);
  ask({ tag: "hello" });
  return { ask, end: () => line.close() };
}
