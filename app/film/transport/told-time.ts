// The time whose sentence is told.
import { wholeRate } from "../rests.ts";
import type { FilmState } from "../state.ts";

/** A sentence stands for this many milliseconds at least where a whole run is played: a run of 300 scalars has forty sentences in a second. */
const STANDS = 250;

/** The time whose sentence is told, in milliseconds of the film: the one that is shown, but where a whole run plays, it goes on by steps. */
export function toldTime(
  shown: number,
  { film, isPlaying, pace, speed, away }: Pick<FilmState, "film" | "isPlaying" | "pace" | "speed" | "away">,
): number {
  if (film === undefined || !isPlaying || pace !== "run") return shown;
  const step = STANDS * speed * wholeRate(film, away);
  return Math.floor(shown / step) * step;
}
