// Progress of a run, as its graph shows it: at a step of a recording, or at a time of its film.

import { shortReal } from "../../../engine/core/values/show-value.ts";
import { isAmong } from "../../../engine/timeline/created.ts";
import type { ColumnFrame } from "../../../engine/timeline/frame.ts";
import { signed } from "../../exploration/model/scalar.ts";

/** A run's progress at the moment that its graph shows. */
export interface GraphNow {
  /** Whether the reverse pass has begun. */
  readonly isReversed: boolean;
  /** Whether it is known of all scalars whether they were called, and not only of those in sight. */
  readonly isWhole: boolean;
  /** Whether a scalar's cotangent is known: it was requested. */
  isKnown(scalar: number): boolean;
  /** Whether a scalar is there. */
  isCreated(scalar: number): boolean;
  /** The scalar that is made, or at work in the reverse pass. */
  readonly scalar: number | undefined;
  /** The scalar that is called. */
  readonly calling: number | undefined;
  /** Whether a scalar has been called. */
  isCalled(scalar: number): boolean;
  /** The waiting addends of a scalar, or its argument when called; empty where nothing has arrived. */
  cotangents(scalar: number): readonly number[];
}

/** A run's progress at the step of a recording. */
export function nowOfFrame(frame: ColumnFrame): GraphNow {
  const known = new Map<number, { readonly isCalled: boolean; readonly cotangent: number | undefined }>();
  const { numbers, isCalled, isReached, cotangents } = frame.standing;
  numbers.forEach((number, place) => {
    const cotangent = isReached[place] === 1 ? cotangents[place] : undefined;
    known.set(number, { isCalled: isCalled[place] === 1, cotangent });
  });
  for (const { number, called, cotangent } of frame.rows) known.set(number, { isCalled: called > 0, cotangent });
  const isReversed = frame.phase !== "forward";
  return {
    isReversed,
    isWhole: false,
    isKnown: (scalar) => known.has(scalar),
    isCreated: (scalar) => isAmong(frame.created, scalar),
    scalar: frame.scalar,
    calling: frame.calling,
    isCalled: (scalar) => known.get(scalar)?.isCalled === true,
    cotangents: (scalar) => {
      const cotangent = isReversed ? known.get(scalar)?.cotangent : undefined;
      return cotangent === undefined ? [] : [cotangent];
    },
  };
}

/** Addends of a flag that are written out. */
const MOST_ADDENDS = 3;

/** The text of a scalar's flag: `1`, or `1 +8` while two addends wait side by side. */
export function flagWords([first, ...others]: readonly number[]): string | undefined {
  if (first === undefined) return undefined;
  const shown = others.slice(0, MOST_ADDENDS - 1).map(signed);
  return [shortReal(first), ...shown, ...(others.length >= MOST_ADDENDS ? ["…"] : [])].join(" ");
}
