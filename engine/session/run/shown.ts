// Values as the user reads them: their text, their Reals and how large they are, all of it or what a reader looks at.
import type { Watch } from "../../base/watch.ts";
import { type Extent, type Shape, treeExtent, visitScalars } from "../../core/values/shape.ts";
import { showStart } from "../../core/values/show-value.ts";
import type { Value } from "../../core/values/values.ts";

/** How much of values is shown: characters of their texts, and Reals. */
export interface Detail {
  readonly characters: number;
  readonly scalars: number;
}

/** All of it. */
export const WHOLE: Detail = { characters: Number.POSITIVE_INFINITY, scalars: Number.POSITIVE_INFINITY };

/** A value as the user reads it, and how large it is as a tree. */
export interface Shown extends Extent {
  readonly text: string;
  /** Whether the text is all of it. */
  readonly isWhole: boolean;
  /** Its Reals from left to right: all, or the first of them. */
  readonly scalars: readonly number[];
  readonly reals: RealsSeen;
}

/** Facts of all Reals of a value, however many of them are shown. */
export interface RealsSeen {
  readonly count: number;
  readonly hasNan: boolean;
  readonly hasInfinity: boolean;
  readonly areOnes: boolean;
  /** The largest absolute value of the finite ones; 0 where there are none. */
  readonly largest: number;
}

/** Shows a value of a shape. Throws ValueTooLarge, and what the watch throws. */
export function shown(shape: Shape, value: Value, detail: Detail, watch: Watch): Shown {
  const { text, isWhole } = showStart(shape, value, detail.characters, watch);
  const scalars: number[] = [];
  const reals = { count: 0, hasNan: false, hasInfinity: false, areOnes: true, largest: 0 };
  visitScalars(shape, value, watch, (scalar, kind) => {
    if (kind !== "real") return;
    const real = scalar as number;
    if (reals.count++ < detail.scalars) scalars.push(real);
    if (Number.isNaN(real)) reals.hasNan = true;
    else if (!Number.isFinite(real)) reals.hasInfinity = true;
    else reals.largest = Math.max(reals.largest, Math.abs(real));
    if (real !== 1) reals.areOnes = false;
  });
  return { text, isWhole, scalars, reals, ...treeExtent(shape, value, watch) };
}
