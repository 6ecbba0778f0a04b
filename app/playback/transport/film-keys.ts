// The keys of a film: their names and their actions.
import { t } from "@lingui/core/macro";
import { nth } from "../../../engine/base/nth.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { type TimelineKey, timelineKey } from "../../exploration/view/timeline-keys.ts";
import { mergeTimes, partsOf } from "../model/time-line.ts";
import { PACES } from "../rests.ts";
import { turnPage } from "../rows.ts";
import {
  clockNow,
  fasterFilm,
  playedIn,
  playFilm,
  playPart,
  seek,
  seekNext,
  setPace,
  stepFilm,
  useFilm,
  wantColumn,
} from "../state.ts";

const get = useFilm.getState;

/** The keys of a film, for the handler and for the help that lists them. */
export const FILM_KEYS: readonly TimelineKey[] = [
  timelineKey([" "], t({ message: "Space", comment: "the key" }), t`Play, or pause`, () => playFilm()),
  timelineKey(
    ["arrowright", "arrowleft"],
    "→ ←",
    t`Step forward, step back; with Shift, by operation`,
    ({ key, shiftKey }) => stepFilm(key === "ArrowRight" ? 1 : -1, shiftKey ? "operation" : get().pace),
  ),
  timelineKey(["home"], t({ message: "Home", comment: "the key" }), t`To the start`, () => seek(0)),
  timelineKey(["end"], t({ message: "End", comment: "the key" }), t`To the end`, () => seek(clockNow()?.end ?? 0)),
  timelineKey(["m"], "m", t`Next merge; with Shift, the previous one`, ({ shiftKey }) => {
    const { film } = get();
    if (film !== undefined) seekNext(mergeTimes(film), shiftKey ? -1 : 1);
  }),
  timelineKey(["p"], "p", t`Next part; with Shift, the previous one`, ({ shiftKey }) => {
    const [played, clock] = [playedIn(get()), clockNow()];
    if (played === undefined || clock === undefined) return;
    const starts = partsOf(played, clock.over).map(({ from }) => from);
    seekNext(starts, shiftKey ? -1 : 1);
  }),
  timelineKey(["f"], "f", t`Fold the tree of calls into the graph`, () => foldTree()),
  timelineKey(["g"], "g", t`Pause after each call, each operation, each event, or never`, () => {
    // a large run is never paused
    if (get().film !== undefined) setPace(nth(PACES, (PACES.indexOf(get().pace) + 1) % PACES.length));
  }),
  {
    keys: ["pagedown", "pageup"],
    shown: t({ message: "Page ↓ ↑", comment: "the keys" }),
    words: t`Scroll the rows of a long run`,
    press: ({ key }) => turnPage(key === "PageDown" ? 1 : -1),
  },
  timelineKey(["[", "]"], "[ ]", t`Play slower, play faster`, ({ key }) => fasterFilm(key === "]" ? 1 : -1)),
  timelineKey(["escape"], t`Esc`, t`Clear the selection`, () => {
    if (useExplorer.getState().pinned !== undefined) pin(undefined);
  }),
];

/** Plays the part in which calls of one backpropagator become one. */
export function foldTree(): void {
  const { film, away } = get();
  if (film === undefined || film.animation.folds.length === 0) return;
  const tree = film.columns.find(({ kind }) => kind === "tree");
  if (tree !== undefined && away.has(tree.id)) wantColumn(tree.id);
  playPart({ from: film.animation.reverseEnd, to: film.animation.end });
}
