// The speed-up of both passes together on more and more workers, and the band that Brent's bounds leave for it.
import { brent, endOf, type Policy, schedule } from "../../../engine/analysis/schedule.ts";
import type { JobId } from "../../../engine/core/events/events.ts";
import type { JobInfo } from "../../../engine/explore/job-picture.ts";
import type { JobsRun } from "./run.ts";

/** The speed-up on a number of workers, and the least and the most that Brent's bounds allow. */
export interface SpeedPoint {
  readonly workers: number;
  readonly speedUp: number;
  readonly least: number;
  readonly most: number;
}

/** Numbers of workers that are looked at. */
export const CURVE_WORKERS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48, 64];

/** The speed-up of a run on each of the numbers of workers in `CURVE_WORKERS`. */
export function speedCurve({ passes: { forward, reverse } }: JobsRun, policy: Policy): readonly SpeedPoint[] {
  const both = [forward, reverse];
  const work = forward.work + reverse.work;
  const by = (time: number): number => (time === 0 ? 1 : work / time);
  return CURVE_WORKERS.map((workers) => {
    const bounds = both.map((pass) => brent(pass, workers));
    const times = both.map(({ list }) => endOf(schedule(list as readonly Costed[], workers, policy)));
    return {
      workers,
      speedUp: by(sum(times)),
      least: by(sum(bounds.map(({ most }) => most))),
      most: by(sum(bounds.map(({ least }) => least))),
    };
  });
}

type Costed = JobInfo & { readonly id: JobId; readonly after: readonly JobId[] };

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
