// The store of a presentation: the slide and step shown, and any overlay. The address holds the place: #/present/3?step=1.
import { t } from "@lingui/core/macro";
import { create } from "zustand";
import { KEEPS_NOTHING, NOTES_OF, OPENS_WITH_SLIDES } from "../base/mode.ts";
import { count, partsOf, presentAddress } from "../document/address.ts";
import type { CellId, Document } from "../document/document.ts";
import { useDocument } from "../document/state/document.ts";
import { noteViews } from "../document/state/noting.ts";
import {
  isPlayedByStep,
  type Place,
  placeIn,
  type Slide,
  type Step,
  slideOf,
  slidesOf,
  stepped,
  turned,
} from "./model.ts";
import { playPicture } from "./picture.ts";

interface Show {
  /** Where one is, as far as the document has such a slide; undefined while nothing is presented. */
  readonly at: Place | undefined;
  readonly over: "nothing" | "black" | "overview";
  /** When it began, in milliseconds since 1970. */
  readonly begun: number;
  /** Whether the picture of the step has been played since it is shown. */
  readonly isPlayed: boolean;
  /** A failure, in a sentence. */
  readonly said: string;
}

/** Place of the presentation: undefined `at` where there is none; the overlay, its start, and the last message. */
export const useShow = create<Show>()(() => ({ at: undefined, over: "nothing", begun: 0, isPlayed: false, said: "" }));

const { getState: get, setState: set } = useShow;

/** The slides of the open document as it is now. */
export function slidesNow(): readonly Slide[] {
  return known(useDocument.getState().document);
}

/** The slides of documents that were asked for: the same as long as the document is the same. */
const slides = new WeakMap<Document, readonly Slide[]>();

function known(document: Document): readonly Slide[] {
  let found = slides.get(document);
  if (found === undefined) slides.set(document, (found = slidesOf(document)));
  return found;
}

/** The step of the slides that is shown; undefined where there is none. */
export function stepNow(): Step | undefined {
  const { at } = get();
  return at === undefined ? undefined : slidesNow()[at.slide]?.steps[at.step];
}

/** The slides of the open document. */
export function useSlides(): readonly Slide[] {
  return useDocument(({ document }) => known(document));
}

/** Follows the address from now on: it begins and ends presentations. */
export function startPresenting(): void {
  if (NOTES_OF !== undefined) return;
  const follow = (): void => {
    if (isPresentAddress()) begin();
    else if (location.hash === "" || location.hash.startsWith("#/")) end();
  };
  // an address that names a view opens that view, in the letters of a projector
  if (OPENS_WITH_SLIDES && !/^#\/./.test(location.hash)) history.replaceState(undefined, "", presentAddress(undefined));
  addEventListener("hashchange", follow);
  follow();
}

function isPresentAddress(): boolean {
  return partsOf(location.hash).path[0] === "present" && location.hash.startsWith("#/");
}

function begin(): void {
  const before = get().at;
  noteViews(false);
  if (before === undefined) set({ begun: Date.now(), over: "nothing", said: "" });
  show(placeOf(location.hash));
}

/** The place of the slides that an address names. */
function placeOf(address: string): Place {
  const { path, fields } = partsOf(address);
  const cell = fields.get("cell");
  const slide = cell === null ? (count(path[1]) ?? 1) - 1 : slideOf(slidesNow(), cell as CellId);
  return { slide, step: count(fields.get("step")) ?? 0 };
}

/** The address of a place of the slides. */
function addressOfPlace({ slide, step }: Place): string {
  return step === 0 ? `#/present/${slide + 1}` : `#/present/${slide + 1}?step=${step}`;
}

/** Shows a place, or the nearest one that there is. */
export function show(place: Place): void {
  const at = placeIn(slidesNow(), place);
  set({ at, over: "nothing", isPlayed: false, said: "" });
  history.replaceState(undefined, "", addressOfPlace(at));
}

/** Plays the picture of the step, or pauses it; whether there is one. */
export function play(): boolean {
  const isThere = playPicture(stepNow());
  if (isThere) set({ isPlayed: true });
  return isThere;
}

/** A step on or back; first, the picture of the step is played. */
export function goStep(by: 1 | -1): void {
  const { at, isPlayed } = get();
  if (by === 1 && !isPlayed && isPlayedByStep(stepNow()) && play()) return;
  if (at !== undefined) show(stepped(slidesNow(), at, by));
}

/** A slide on or back. */
export function goSlide(by: 1 | -1): void {
  const { at } = get();
  if (at !== undefined) show(turned(slidesNow(), at, by));
}

/** Lays something over the slide, or takes it away. */
export function cover(over: "black" | "overview"): void {
  set({ over: get().over === over ? "nothing" : over });
}

/** Says why something cannot be done, until one goes on. */
export function tell(said: string): void {
  set({ said });
}

/** Ends the presentation: the document is shown at the cell of its slide. */
export function leave(): void {
  const { at } = get();
  const cell = at === undefined ? undefined : slidesNow()[at.slide]?.cells[0];
  history.replaceState(undefined, "", "#/");
  end();
  // once the document is drawn
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const element = cell === undefined ? null : document.getElementById(cell);
      element?.scrollIntoView({ block: "start" });
      element?.closest("main")?.focus({ preventScroll: true });
    }),
  );
}

function end(): void {
  noteViews(true);
  if (get().at !== undefined) set({ at: undefined });
}

const KEY = "dualscope.presentation";

/** The identity of a presentation and its notes. */
export const SHOW_ID: string = NOTES_OF ?? ownId();

/** The same as long as the tab is there, so that notes find slides that are loaded anew. */
function ownId(): string {
  const made = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
  if (KEEPS_NOTHING) return made;
  try {
    const kept = sessionStorage.getItem(KEY) ?? made;
    sessionStorage.setItem(KEY, kept);
    return kept;
  } catch {
    // without storage the notes lose slides that are loaded anew
    return made;
  }
}

/** Opens the window of notes, or brings it to the front. */
export function openNotes(): void {
  const page = location.href.replace(/[?#].*$/, "");
  const opened = window.open(`${page}?notes=${SHOW_ID}`, `dualscope-notes-${SHOW_ID}`, "popup,width=1180,height=760");
  if (opened === null) tell(t`The browser blocked the notes window. Allow pop-ups for this page, then press N again.`);
  else opened.focus();
}
