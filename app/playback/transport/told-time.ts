// The time of the sentence shown.
import { wholeRate } from "../rests.ts";
import type { FilmState } from "../state.ts";

/** A sentence stands for this many milliseconds at least where a whole run is played: a run of 300 scalars has forty sentences in a second. */
const STANDS = 250;

/** The time whose sentence is shown, in milliseconds of the film: the present one, but in steps where a whole run plays. */
export function toldTime(
  shown: number,
  { film, isPlaying, pace, speed, away }: Pick<FilmState, "film" | "isPlaying" | "pace" | "speed" | "away">,
): number {
  if (film === undefined || !isPlaying || pace !== "run") return shown;
  const step = STANDS * speed * wholeRate(film, away);
  return Math.floor(shown / step) * step;
}
