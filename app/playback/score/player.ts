// Plays a picture of a run by its score: the time that is shown, how it moves, and the run that it is of. An object for each kind of picture.
import { create } from "zustand";
import type { StageId } from "../../../engine/algorithms/algorithm.ts";
import type { Event } from "../../../engine/core/events/events.ts";
import type { Explored } from "../../../engine/explore/exploration.ts";
import { isStill, Motion } from "../../base/motion.ts";
import { exploration } from "../../exploration/state/explorer.ts";
import { useExplorer } from "../../exploration/state/store.ts";
import { SPEEDS } from "../../picture/view/press.tsx";

/** A run in time, in milliseconds at the usual speed. */
export interface Played {
  readonly end: number;
  /** Where steps lead, in order. */
  readonly stops: readonly number[];
  /** Its parts, for the timeline. */
  readonly turns: readonly { readonly from: number; readonly to: number }[];
  /** Times at which two addends stand beside each other, in order. */
  readonly merges?: readonly number[];
}

/** A run that is too large for a picture: by stage, its events; no stages where nothing goes back at all. */
export type TooLarge = readonly { readonly stage: StageId; readonly events: number }[];

/** The state of a picture. */
export interface Playing<Score extends Played> {
  readonly explored: Explored | undefined;
  readonly score: Score | undefined;
  readonly tooLarge: TooLarge | undefined;
  readonly t: number;
  readonly isPlaying: boolean;
  readonly glidesTo: number | undefined;
  readonly speed: number;
  /** The column of a narrow picture, and whether the picture is one. */
  readonly column: number;
  readonly isNarrow: boolean;
}

/** A run, the stages that it is recorded by, and the names of the events that are looked at. */
export interface Subject {
  readonly explored: Explored;
  readonly stages: readonly StageId[];
  readonly names: readonly string[];
}

const NOTHING = {
  explored: undefined,
  score: undefined,
  tooLarge: undefined,
  isPlaying: false,
  glidesTo: undefined,
} as const;

/** Events of a stage up to which a run is drawn. */
export const MOST_EVENTS = 20_000;

/** The longest time of a frame that is played, in milliseconds. */
const FRAME = 100;

/** Plays pictures of one kind. */
export class Player<Score extends Played> {
  /** The store of what is shown. */
  readonly use = create<Playing<Score>>()(() => ({ ...NOTHING, t: 0, speed: 1, column: 0, isNarrow: false }));
  private readonly motion = new Motion();

  /**
   * Makes the picture of the explored run by recorded stages: `make` gives its score of their events with some names, or says that it is too
   * large, or that there is nothing. It opens at its end, where all rows are.
   */
  async show(
    { explored, stages, names }: Subject,
    make: (
      found: readonly { readonly stage: StageId; readonly events: readonly Event[] }[],
    ) => Score | "nothing" | "large",
  ): Promise<void> {
    const { turn } = useExplorer.getState();
    const found: { stage: StageId; events: readonly Event[]; count: number }[] = [];
    for (const stage of stages) {
      const own = await exploration.about("events", { stage, names, most: MOST_EVENTS });
      if (own === undefined || useExplorer.getState().turn !== turn) return;
      found.push({ stage, ...own });
    }
    const was = this.use.getState();
    const large = found.map(({ stage, count }) => ({ stage, events: count }));
    const score = large.some(({ events }) => events > MOST_EVENTS) ? "large" : make(found);
    this.motion.stop();
    if (score === "large" || score === "nothing")
      return this.use.setState({ ...NOTHING, explored, tooLarge: score === "large" ? large : [] });
    const isWithin = was.explored?.text === explored.text && was.score !== undefined && was.t < was.score.end;
    const t = isWithin ? Math.min(was.t, score.end) : score.end;
    this.use.setState({ ...NOTHING, explored, score, t });
  }

  /** Pauses, and drops the run; called when the view closes. */
  forget(): void {
    this.motion.stop();
    this.use.setState(NOTHING);
  }

  /** Sets the column of a narrow picture. */
  showColumn(column: number): void {
    this.use.setState({ column });
  }

  /** Notes whether the picture has room for one column alone. */
  noteNarrow(isNarrow: boolean): void {
    if (this.use.getState().isNarrow !== isNarrow) this.use.setState({ isNarrow });
  }

  /** The time that is shown: where nothing may move, the last stop. */
  time({ t, score }: Pick<Playing<Score>, "t" | "score"> = this.use.getState()): number {
    if (!isStill() || score === undefined) return t;
    return score.stops.findLast((stop) => stop <= t) ?? 0;
  }

  /** Jumps to a time. */
  seek(t: number): void {
    const { score } = this.use.getState();
    if (score === undefined) return;
    this.motion.stop();
    this.use.setState({ t: Math.max(0, Math.min(t, score.end)), isPlaying: false, glidesTo: undefined });
  }

  /** On to the next stop, moving there; or back to the one before. */
  step(direction: 1 | -1): void {
    const { score, t, glidesTo } = this.use.getState();
    if (score === undefined) return;
    if (direction === -1) return this.seek(score.stops.findLast((stop) => stop < t - 1) ?? 0);
    const from = glidesTo ?? t;
    const to = score.stops.find((stop) => stop > from + 1) ?? score.end;
    if (isStill()) return this.seek(to);
    this.use.setState({ isPlaying: false, glidesTo: to });
    this.run();
  }

  /** To the next time at which two addends stand beside each other, or the one before. */
  seekMerge(direction: 1 | -1): void {
    const { score, t } = this.use.getState();
    const { merges = [] } = score ?? {};
    const to = direction === 1 ? merges.find((one) => one > t + 1) : merges.findLast((one) => one < t - 1);
    if (to !== undefined) this.seek(to);
  }

  /** Plays, or pauses; from the end, from the start again. */
  play(): void {
    const { isPlaying, t, score } = this.use.getState();
    if (score === undefined) return;
    if (isPlaying) {
      this.motion.stop();
      return this.use.setState({ isPlaying: false });
    }
    this.use.setState({ t: t >= score.end - 1 ? 0 : t, isPlaying: true, glidesTo: undefined });
    this.run();
  }

  /** Sets how fast it plays; 1 is the usual speed. */
  setSpeed(speed: number): void {
    this.use.setState({ speed });
  }

  /** The next faster speed, or the next slower one with -1. */
  faster(by: 1 | -1): void {
    const speed = SPEEDS[SPEEDS.indexOf(this.use.getState().speed as (typeof SPEEDS)[number]) + by];
    if (speed !== undefined) this.use.setState({ speed });
  }

  private run(): void {
    this.motion.run((passed) => {
      const { t, score, speed, isPlaying, glidesTo } = this.use.getState();
      if (score === undefined) return false;
      const time = Math.min(FRAME, passed) * speed;
      if (glidesTo !== undefined) {
        const next = Math.min(glidesTo, t + time * Math.max(1, (glidesTo - t) / 2600));
        this.use.setState({ t: next, ...(next >= glidesTo && { glidesTo: undefined }) });
        return next < glidesTo;
      }
      if (!isPlaying) return false;
      const next = Math.min(score.end, t + time);
      this.use.setState({ t: next, ...(next >= score.end && { isPlaying: false }) });
      return next < score.end;
    });
  }
}
