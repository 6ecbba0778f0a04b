// The time whose sentence is told.
import { wholeRate } from "../rests.ts";
import type { FilmState } from "../state.ts";

/** Milliseconds that a sentence stands, at least, where a whole run is played: hundreds of scalars have forty in a second. */
const STANDS = 250;

/** The time that is shown, but for a whole run that plays: there it goes on by steps that can be read. */
export function toldTime(
  shown: number,
  { film, isPlaying, pace, speed, away }: Pick<FilmState, "film" | "isPlaying" | "pace" | "speed" | "away">,
): number {
  if (film === undefined || !isPlaying || pace !== "run") return shown;
  const step = STANDS * speed * wholeRate(film, away);
  return Math.floor(shown / step) * step;
}
