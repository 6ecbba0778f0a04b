// Times of an animation.

/** From a time to a time, in milliseconds at the usual speed. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** How far a time is in an interval, from 0 to 1. */
export function progress(t: number, { from, to }: Interval): number {
  if (t <= from) return 0;
  return t >= to ? 1 : (t - from) / (to - from);
}

/** Places where playing rests that an animation knows. What rests after each event of a recording goes by the recording of one stage. */
export type Pace = "run" | "call" | "operation";

/** Gathers where playing rests, and the states that are shown where nothing may move. */
export class Rests {
  private readonly at: Record<Pace, Set<number>> = { run: new Set([0]), call: new Set([0]), operation: new Set([0]) };
  private readonly still = new Set<number>([0]);

  rest(at: number, ...paces: readonly Pace[]): void {
    for (const pace of paces) this.at[pace].add(at);
    this.still.add(at);
  }

  show(at: number): void {
    this.still.add(at);
  }

  /** Times in order, without repetition. */
  get stops(): Readonly<Record<Pace, readonly number[]>> {
    return { run: ordered(this.at.run), call: ordered(this.at.call), operation: ordered(this.at.operation) };
  }

  get stills(): readonly number[] {
    return ordered(this.still);
  }
}

function ordered(times: ReadonlySet<number>): readonly number[] {
  return [...times].sort((a, b) => a - b);
}
