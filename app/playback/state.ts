// The film of the explored run: its time, how it plays, and the reader's marks. The time is primary; the step of the leading column, which
// documents and links keep, follows where playing rests.

import { create } from "zustand";
import { animationOf } from "../../engine/animation/animation.ts";
import type { Explored } from "../../engine/explore/exploration.ts";
import { hasSameEdges } from "../../engine/graphs/run-graph.ts";
import { readVariations } from "../../engine/session/input/variations.ts";
import { isStill, Motion } from "../base/motion.ts";
import { exploration, pin } from "../exploration/state/explorer.ts";
import { useExplorer } from "../exploration/state/store.ts";
import { go } from "../exploration/state/transport.ts";
import { SPEEDS } from "../picture/view/press.tsx";
import { type Clock, clockOf, columnFollowed, type Played } from "./clock.ts";
import type { FarFilm } from "./model/far.ts";
import {
  awayIn,
  type Before,
  comparedWith,
  type Film,
  filmOf,
  ledWithout,
  type Marks,
  NO_MARKS,
} from "./model/film.ts";
import { nearTo, type Pace, restBefore, timeOfStep } from "./rests.ts";
import { scenePart } from "./scene-part.ts";

/** The state of the film and the reader's marks in it; one of `film` and `far` is there when it has been made, by the size of the run. */
export interface FilmState {
  readonly film: Film | undefined;
  readonly far: FarFilm | undefined;
  /** In milliseconds of the animation. */
  readonly t: number;
  readonly isPlaying: boolean;
  /** The time that a step moves to. */
  readonly glidesTo: number | undefined;
  readonly pace: Pace;
  readonly speed: number;
  /** Columns that the reader put away, and those that were asked for, the latest first; by their IDs. */
  readonly hidden: ReadonlySet<string>;
  readonly wanted: readonly string[];
  /** The columns for which there is room. */
  readonly shown: readonly string[];
  /** The column that was asked for and has no room beside it for others. */
  readonly alone: string | undefined;
  /** The columns that are not to be seen, at any time. */
  readonly away: ReadonlySet<string>;
  readonly isWeighted: boolean;
  readonly hasNumbers: boolean;
  readonly cut: ReadonlySet<number>;
  readonly before: Before | undefined;
  /** The run whose numbers are to stand alone, though its film may not be there yet. */
  readonly forgotten: Explored | undefined;
  /** The input whose number was changed: it stays chosen in the run that answers. */
  readonly changed: number | undefined;
  readonly path: Marks["path"];
  /** The first row that the reader has scrolled to, at a time of a film: once it plays on, the window follows it again. */
  readonly looked: { readonly film: Film; readonly t: number; readonly first: number } | undefined;
}

/** Without a film, and its marks. */
const NO_FILM = {
  film: undefined,
  far: undefined,
  isPlaying: false,
  glidesTo: undefined,
  before: undefined,
  forgotten: undefined,
  path: undefined,
  looked: undefined,
} as const;

/** The store of the film. */
export const useFilm = create<FilmState>()(() => ({
  ...NO_FILM,
  t: 0,
  pace: "call",
  speed: 1,
  hidden: new Set<string>(),
  wanted: [],
  shown: [],
  alone: undefined,
  away: new Set<string>(),
  isWeighted: false,
  hasNumbers: true,
  cut: NO_MARKS.cut,
  changed: undefined,
}));

const get = useFilm.getState;
const set = useFilm.setState;

/** Makes the film of the explored run, by the stages that are shown, at the leading column's step. */
export async function makeFilm(explored: Explored, stages: readonly string[]): Promise<void> {
  const { turn } = useExplorer.getState();
  const found = await exploration.about("replayOrders", stages);
  const now = useExplorer.getState();
  if (found === undefined || now.turn !== turn || now.explored !== explored) return;
  const whole = filmOf(explored, animationOf(explored.graph, found), readVariations(now.subject?.variations ?? ""));
  const away = awayIn(whole, get().hidden, get().alone);
  const film = ledWithout(whole, away);
  const column = columnFollowed(film, now.leader);
  const step = now.cursors[now.leader] ?? Number.MAX_SAFE_INTEGER;
  const was = get().film;
  const isSame = was?.explored === explored;
  const t = column === undefined ? film.animation.end : timeOfStep(film, column, get().pace, step);
  // an edge that is cut stays so while the graph has the same edges: by other variations, at another input
  const marks = isSame || (was !== undefined && hasSameEdges(was.graph, film.graph)) ? {} : { cut: NO_MARKS.cut };
  // no glide or part of the former film continues in this one
  set({
    film,
    far: undefined,
    away,
    t,
    isPlaying: false,
    glidesTo: undefined,
    path: undefined,
    before: comparedWith(film, { was, before: get().before, forgotten: get().forgotten }),
    ...marks,
  });
  const { changed } = get();
  if (changed !== undefined && !isSame) {
    set({ changed: undefined });
    pin(changed);
  }
}

/** The film that is played, of whichever size. */
export function playedIn({ film, far }: Pick<FilmState, "film" | "far">): Played | undefined {
  return film ?? far;
}

/** The clock of the film that is played, at the present pace or another; undefined until a film has been made. */
export function clockNow(pace: Pace = get().pace): Clock | undefined {
  const played = playedIn(get());
  return played && clockOf(played, { pace, away: get().away, stage: useExplorer.getState().leader });
}

/** Notes that the number of an input is being changed. */
export function noteChanged(number: number): void {
  set({ changed: number });
}

/** The numbers stand alone again. */
export function forgetBefore(): void {
  set({ before: undefined, forgotten: useExplorer.getState().explored });
}

/** Drops the film and its marks; called when its view closes. */
export function forgetFilm(): void {
  set(NO_FILM);
}

/** Jumps to a time; where playing rests, the leading column follows. */
export function seek(t: number, isResting = true): void {
  const played = playedIn(get());
  if (played === undefined) return;
  // a step that is playing ends where it is
  set({ t: Math.max(0, Math.min(t, played.animation.end)), glidesTo: undefined, path: undefined });
  if (isResting) settle();
}

/** Notes where the film stands as a step of the leading column. */
function settle(): void {
  const { leader, columns, cursors } = useExplorer.getState();
  const clock = clockNow();
  if (columns[leader]?.info === undefined || clock?.followed !== leader) return;
  const step = clock.stepAt(get().t);
  if (step !== undefined && step !== cursors[leader]) go(step);
}

/** Sets where playing rests. */
export function setPace(pace: Pace): void {
  set({ pace });
  // an event's text is read from the recording
  if (pace === "event") settle();
}

/** Sets how fast the film plays; 1 is the usual speed. */
export function setFilmSpeed(speed: number): void {
  set({ speed });
}

/** Goes to the next faster speed, or the next slower one with -1; does nothing at the last. */
export function fasterFilm(by: 1 | -1): void {
  const speed = SPEEDS[SPEEDS.indexOf(get().speed as (typeof SPEEDS)[number]) + by];
  if (speed !== undefined) set({ speed });
}

/** Puts a column away, or shows it, instead of others where there is no room. */
export function toggleColumn(id: string): void {
  const { shown, hidden, wanted } = get();
  if (!shown.includes(id) || shown.length === 1) wantColumn(id);
  else
    putAway(
      new Set(hidden).add(id),
      wanted.filter((one) => one !== id),
    );
}

/** Keeps which columns are put away and which are asked for. */
function putAway(hidden: ReadonlySet<string>, wanted: readonly string[]): void {
  const { alone } = get();
  set({ hidden, wanted });
  led(alone === undefined ? undefined : wanted[0]);
}

/** Finds out which columns are out of sight; one that is not leads the film. */
function led(alone: string | undefined): void {
  const { film, hidden } = get();
  const away = film === undefined ? hidden : awayIn(film, hidden, alone);
  set({ alone, away, film: film && ledWithout(film, away) });
}

/** Shows a column before all others, as soon as the film has it. */
export function wantColumn(id: string): void {
  const { hidden, wanted } = get();
  putAway(new Set([...hidden].filter((one) => one !== id)), [id, ...wanted.filter((one) => one !== id)]);
}

/** Keeps which columns had room in the latest picture, by their IDs, and whether there is room for no more than one. */
export function noteShown(shown: readonly string[], isNarrow: boolean): void {
  if (shown.join(" ") !== get().shown.join(" ")) set({ shown });
  const alone = isNarrow ? get().wanted[0] : undefined;
  if (alone !== get().alone) led(alone);
}

/** Sets whether edges are as thick as their contributions. */
export function setWeighted(isWeighted: boolean): void {
  set({ isWeighted });
}

/** Sets whether the program is shown with numbers filled in. */
export function setNumbers(hasNumbers: boolean): void {
  set({ hasNumbers });
}

/** Cuts an edge of the graph, or mends it: from now on each picture is one of the run without it. */
export function toggleCut(edge: number): void {
  const { film, t } = get();
  if (film === undefined) return;
  const cut = new Set(get().cut);
  if (!cut.delete(edge)) cut.add(edge);
  set({ cut, path: undefined });
  pauseFilm();
  // values do not depend on it: before the reverse pass, show the end of the run
  if (t < film.animation.forwardEnd) seek(film.animation.end);
}

/** The time that is shown: where nothing may move, the last state that stands by itself. */
export function shownTime({ film, t, pace, isPlaying }: FilmState): number {
  if (!isStill()) return t;
  if (film === undefined) return isPlaying ? t - (t % JUMP) : t;
  const still = film.animation.stills.findLast((at) => at <= t + nearTo(pace)) ?? 0;
  const column = columnFollowed(film, useExplorer.getState().leader);
  return Math.max(still, restBefore(film, column, pace, t + nearTo(pace)) ?? 0);
}

/** By how many milliseconds the film of a large run goes on at a time, where nothing may move. */
const JUMP = 500;

const motion = new Motion();

/** Plays, or pauses; from the end, from the start again, and within the part of a scene up to its end. */
export function playFilm(): void {
  const { isPlaying, t } = get();
  const clock = clockNow();
  if (clock === undefined) return;
  if (isPlaying) return pauseFilm();
  const part = scenePart(clock);
  const isWithin = part !== undefined && t >= part.from - 1 && t <= part.to + 1;
  const { from, to } = isWithin ? part : { from: 0, to: clock.over };
  set({ t: t >= to - 1 ? from : t, isPlaying: true, glidesTo: undefined, path: undefined });
  run(isWithin ? to : undefined);
}

/** Stops playing and gliding at the current time. */
export function pauseFilm(): void {
  halt();
  settle();
}

function halt(): void {
  motion.stop();
  set({ isPlaying: false, glidesTo: undefined });
}

/** Plays a part of the film, from a time to another. */
export function playPart({ from, to }: { readonly from: number; readonly to: number }): void {
  seek(from, false);
  set({ isPlaying: true });
  run(to);
}

/** On to the next rest, moving there; or back to the one before. */
export function stepFilm(direction: 1 | -1, pace: Pace = get().pace): void {
  const { film, t, glidesTo } = get();
  const clock = clockNow(pace);
  if (clock === undefined) return;
  const { end, over, isGliding } = clock;
  // on from a glide's target, back from the visible time
  const from = direction === 1 ? (glidesTo ?? t) : Math.min(t, over);
  halt();
  const stills = film?.animation.stills ?? [];
  const rest = direction === 1 ? (clock.after(from) ?? end) : (clock.before(from) ?? 0);
  // without motion, a movement is a step of its own: both addends of a merge
  const still =
    !isStill() || !isGliding
      ? undefined
      : direction === 1
        ? stills.find((at) => at > from + 1 && at < rest)
        : stills.findLast((at) => at < from - 1 && at > rest);
  const to = still ?? rest;
  // columns that are put away have no steps
  if (direction === 1 && to > over) return seek(end);
  if (direction === -1 || isStill() || !isGliding) return seek(to);
  set({ glidesTo: to });
  run();
}

/** To the next time of a list, such as that of merges. */
export function seekNext(times: readonly number[], direction: 1 | -1): void {
  const { t } = get();
  halt();
  const to = direction === 1 ? times.find((at) => at > t + 1) : times.findLast((at) => at < t - 1);
  if (to !== undefined) seek(to);
}

/** The longest time of a frame that is played, in milliseconds. */
const FRAME = 100;

/** Advances the time, up to the end of a part that is played alone; past that, the rest of the film is shown. */
function run(until?: number): void {
  let resting = 0;
  motion.run((passed) => {
    const { t, glidesTo, isPlaying, speed } = get();
    const clock = clockNow();
    if (clock === undefined) return false;
    const time = Math.min(FRAME, passed) * speed;
    if (glidesTo !== undefined) return glide(clock, t, glidesTo, time);
    if (!isPlaying) return false;
    if (resting > 0) {
      resting -= time;
      return true;
    }
    resting = advance(clock, t, time, until === undefined || t > until ? clock.end : until);
    return get().isPlaying;
  });
}

/** Advances a step; whether it continues. */
function glide({ isByEvent }: Clock, t: number, to: number, time: number): boolean {
  // a step takes at most some seconds, however much happens in it
  const next = Math.min(to, t + time * Math.max(1, (to - t) / 2600));
  set({ t: next, ...(next >= to && { glidesTo: undefined }) });
  if (next >= to || isByEvent) settle();
  return next < to;
}

/** Advances the time while the film plays; returns the milliseconds that it rests then. */
function advance(clock: Clock, t: number, time: number, end: number): number {
  const next = t + time * clock.rate;
  const rest = clock.rest > 0 ? clock.after(t) : undefined;
  const stop = rest !== undefined && rest <= next ? rest : undefined;
  set({ t: (stop ?? next) > clock.over ? end : Math.min(stop ?? next, end) });
  // the text of an event is shown while it happens
  if (clock.isByEvent) settle();
  if (get().t >= end) {
    set({ isPlaying: false });
    settle();
  }
  return stop === undefined ? 0 : clock.rest;
}
