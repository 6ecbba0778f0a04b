// The clock of what is played: the times of the film of a run, of any size, at a pace.

import {
  type FarFilm,
  momentAfter,
  momentBefore,
  stepAtTime as stepAtFar,
  timeOfStep as timeOfFar,
} from "./model/far.ts";
import type { Film, FilmColumn } from "./model/film.ts";
import { endOf, nearTo, type Pace, RESTS, restAfter, restBefore, stepAtTime, timeOfStep, wholeRate } from "./rests.ts";

/** A film that is played: movement by movement, or of a run that is too large for that. */
export type Played = Film | FarFilm;

/** All times are in milliseconds of the animation. */
export interface Clock {
  readonly explored: Film["explored"];
  readonly end: number;
  /** When it is over for its reader. */
  readonly over: number;
  /** How many milliseconds go by in one millisecond, and for how many it rests. */
  readonly rate: number;
  readonly rest: number;
  /** Whether a step moves to the next moment, and does not jump there. */
  readonly isGliding: boolean;
  /** Whether its step is followed while it plays. */
  readonly isByEvent: boolean;
  /** The stage that is followed. */
  readonly followed: string | undefined;
  /** The next moment after a time, and the last before it; undefined where there is none. */
  after(t: number): number | undefined;
  before(t: number): number | undefined;
  /** The step of the followed stage at a time, and back; undefined where none is followed. */
  stepAt(t: number): number | undefined;
  timeOf(step: number): number | undefined;
}

/** How a film is to be played: its pace, the columns that are not seen, and the stage that is to be followed. */
interface Playing {
  readonly pace: Pace;
  readonly away: ReadonlySet<string>;
  readonly stage: string;
}

/** The column whose events are followed: that of the stage that the reader chose, else the one that leads. */
export function columnFollowed(film: Film, stage: string): FilmColumn {
  return film.columns.find(({ id }) => id === stage) ?? film.leader;
}

/** The clock of a film. */
export function clockOf(film: Played, { pace, away, stage }: Playing): Clock {
  const { explored } = film;
  if (film.tag === "far") {
    const { animation } = film;
    const column = animation.columns.find(({ replayOrder }) => replayOrder.stage === stage);
    return {
      explored,
      end: animation.end,
      over: endOf(film, away),
      rate: 1,
      rest: 0,
      isGliding: false,
      isByEvent: false,
      followed: column?.replayOrder.stage,
      after: (t) => momentAfter(animation, t),
      before: (t) => momentBefore(animation, t),
      stepAt: (t) => column && stepAtFar(animation, column, t),
      timeOf: (step) => column && timeOfFar(animation, column, step),
    };
  }
  const column = columnFollowed(film, stage);
  const { end } = film.animation;
  return {
    explored,
    end,
    over: endOf(film, away),
    rate: pace === "run" ? wholeRate(film, away) : 1,
    rest: RESTS[pace],
    isGliding: pace !== "run",
    isByEvent: pace === "event",
    followed: column?.id,
    after: (t) => restAfter(film, column, pace, t),
    before: (t) => restBefore(film, column, pace, t - nearTo(pace)),
    stepAt: (t) => column && (t >= end ? column.animation.replayOrder.steps : stepAtTime(film, column, pace, t)),
    timeOf: (step) => column && timeOfStep(film, column, pace, step),
  };
}
