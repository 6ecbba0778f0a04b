// The gradients that a stage gives in several orders of its jobs: how many there are, and in which bits they differ.
import { kindsFound, noShuffles, withShuffles } from "../../exploration/model/shuffles.ts";

/** One gradient of several. */
export interface Outcome {
  /** How many schedules gave it. */
  readonly count: number;
  /** Of the input that differs most, its component, with all digits. */
  readonly component: number;
  /** Whether it is that of one worker. */
  readonly isSequential: boolean;
}

/** Summary of several orders of jobs. */
export interface Schedules {
  readonly tried: number;
  /** Those that schedules gave, that of one worker first. */
  readonly outcomes: readonly Outcome[];
  /** The largest difference from that of one worker. */
  readonly largest: number;
  /** The input at which it is; undefined where nothing differs. */
  readonly name: string | undefined;
}

/** Summarises some gradients; the first is that of one worker, which no schedule is counted for. */
export function schedulesOf(
  gradients: readonly Float64Array[],
  names: readonly (string | undefined)[],
): Schedules | undefined {
  const [first, ...others] = gradients;
  if (first === undefined) return undefined;
  const shuffles = withShuffles(noShuffles(others.length, first, names), others);
  const found = kindsFound(shuffles);
  const most = shuffles.kinds.reduce((one, other) => (other.largest > one.largest ? other : one));
  const at = most.at ?? shuffles.kinds.find((kind) => kind.at !== undefined)?.at;
  return {
    tried: others.length,
    outcomes: found.map(({ gradient, count }) => ({
      count,
      component: gradient[at ?? 0] ?? Number.NaN,
      isSequential: gradient === first,
    })),
    largest: most.largest,
    name: at === undefined ? undefined : (names[at] ?? `#${at}`),
  };
}
