// A race of stages on a clock whose ticks are powers of ten: where each is at a time, if every call takes a microsecond.
import { timeText } from "../../words/units.ts";

/** A stage in the race. */
export interface Runner {
  readonly name: string;
  /** Calls of backpropagators that the whole gradient takes. */
  readonly calls: number;
}

/** Where a runner is. */
export interface Standing {
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly isDone: boolean;
}

/** The clock begins at one call, and ends when the slowest is there: its length in powers of ten. */
export function lengthOf(runners: readonly Runner[]): number {
  return Math.max(1, ...runners.map(({ calls }) => Math.log10(Math.max(1, calls))));
}

/** Where all are when the clock shows 10^`at` calls. */
export function standingsAt(runners: readonly Runner[], at: number): readonly Standing[] {
  const made = 10 ** at;
  return runners.map(({ name, calls }) => {
    // the last tick is the end, whatever rounding says
    const part = Math.min(1, (made * (1 + 1e-9)) / Math.max(1, calls));
    return { name, part, isDone: part >= 1 };
  });
}

const YEAR = 365.25 * 24 * 3600;
const UNITS: readonly (readonly [seconds: number, one: string])[] = [
  [YEAR, "years"],
  [24 * 3600, "days"],
  [3600, "h"],
  [60, "min"],
];

/** How long calls take, a microsecond each: `26 µs`, `0.24 s`, `59 000 years`. */
export function durationText(calls: number): string {
  const seconds = calls / 1e6;
  for (const [length, unit] of UNITS) {
    if (seconds < 2 * length) continue;
    const count = Number((seconds / length).toPrecision(2));
    return `${count < 1e9 ? count.toLocaleString("en").replaceAll(",", "\u202f") : count.toExponential(0).replace("e+", "·10^")}\u00a0${unit}`;
  }
  return timeText(calls);
}
