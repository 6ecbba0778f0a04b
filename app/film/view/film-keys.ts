// The keys of a film: what they are called, and what they do.
import { t } from "@lingui/core/macro";
import { PACES } from "../../../engine/score/intervals.ts";
import { pin } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import type { TimelineKey } from "../../exploration/view/timeline-keys.ts";
import { mergeTimes, partsOf } from "../model/time-line.ts";
import { fasterFilm, playFilm, playFrom, seek, seekNext, setPace, stepFilm, useFilm } from "../state.ts";

const get = useFilm.getState;

export const FILM_KEYS: readonly TimelineKey[] = [
  key([" "], t({ message: "Space", comment: "the key" }), t`Play, or pause`, () => playFilm()),
  key(["arrowright", "arrowleft"], "→ ←", t`Step forward, step back; with Shift, by operation`, ({ key, shiftKey }) =>
    stepFilm(key === "ArrowRight" ? 1 : -1, shiftKey ? "operation" : get().pace),
  ),
  key(["home"], t({ message: "Home", comment: "the key" }), t`To the start`, () => seek(0)),
  key(["end"], t({ message: "End", comment: "the key" }), t`To the end`, () => seek(get().film?.score.end ?? 0)),
  key(["m"], "m", t`Next merge; with Shift, the previous one`, ({ shiftKey }) => {
    const { film } = get();
    if (film !== undefined) seekNext(mergeTimes(film), shiftKey ? -1 : 1);
  }),
  key(["p"], "p", t`Next part; with Shift, the previous one`, ({ shiftKey }) => {
    const { film } = get();
    if (film !== undefined)
      seekNext(
        partsOf(film).map(({ from }) => from),
        shiftKey ? -1 : 1,
      );
  }),
  key(["f"], "f", t`Fold the tree of calls into the graph`, () => foldTree()),
  key(["g"], "g", t`Rest after each call, each operation, or never`, () => {
    setPace(PACES[(PACES.indexOf(get().pace) + 1) % PACES.length]!);
  }),
  key(["[", "]"], "[ ]", t`Play slower, play faster`, ({ key }) => fasterFilm(key === "]" ? 1 : -1)),
  key(["escape"], t`Esc`, t`Clear the selection`, () => {
    if (useExplorer.getState().pinned !== undefined) pin(undefined);
  }),
];

/** Plays the part in which calls of one backpropagator become one. */
export function foldTree(): void {
  const score = get().film?.score;
  if (score !== undefined && score.folds.length > 0) playFrom(score.reverseEnd);
}

function key(
  keys: readonly string[],
  shown: string,
  words: string,
  press: (event: Parameters<TimelineKey["press"]>[0]) => void,
): TimelineKey {
  return {
    keys,
    shown,
    words,
    press: (event) => {
      press(event);
      return true;
    },
  };
}
