import { nth } from "../../../engine/base/nth.ts";
// Gradients of several orders of jobs, compared bit for bit: which are one, and how the others differ.

/** A gradient that some schedules gave. */
export interface Kind {
  readonly gradient: Float64Array;
  /** How many schedules gave it. */
  readonly count: number;
  /** From the gradient of the sequential run: the largest difference, and how many inputs differ; 0 where it is that one. */
  readonly largest: number;
  readonly differing: number;
  /** The input that differs most. */
  readonly at: number | undefined;
}

/** The gradients of the schedules tried so far, grouped by their bits. */
export interface Shuffles {
  /** Schedules that are to be tried. */
  readonly wanted: number;
  /** The first is that of the sequential run. */
  readonly kinds: readonly Kind[];
  /** By schedule, the place of its gradient among these. */
  readonly which: readonly number[];
  readonly names: readonly (string | undefined)[];
}

/** Nothing tried yet, beside the gradient of a sequential run. */
export function noShuffles(wanted: number, sequential: Float64Array, names: Shuffles["names"]): Shuffles {
  const kind = { gradient: sequential, count: 0, largest: 0, differing: 0, at: undefined };
  return { wanted, kinds: [kind], which: [], names };
}

/** With the gradients of more schedules. */
export function withShuffles(shuffles: Shuffles, gradients: readonly Float64Array[]): Shuffles {
  const kinds = [...shuffles.kinds];
  const which = [...shuffles.which];
  for (const gradient of gradients) {
    const found = kinds.findIndex((kind) => isSame(kind.gradient, gradient));
    const place = found < 0 ? kinds.length : found;
    const kind = kinds[place] ?? differenceOf(nth(kinds, 0).gradient, gradient);
    kinds[place] = { ...kind, count: kind.count + 1 };
    which.push(place);
  }
  return { ...shuffles, kinds, which };
}

/** The gradients that schedules gave: the sequential run's may not be among them. */
export function kindsFound({ kinds }: Shuffles): readonly Kind[] {
  return kinds.filter(({ count }) => count > 0);
}

/** Bit for bit: NaN is NaN, and 0 is not -0. */
function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((real, index) => Object.is(real, b[index]));
}

function differenceOf(one: Float64Array, gradient: Float64Array): Kind {
  let [largest, differing, at]: [number, number, number | undefined] = [0, 0, undefined];
  for (const [index, real] of gradient.entries()) {
    if (Object.is(real, one[index])) continue;
    differing++;
    const difference = Math.abs(real - nth(one, index));
    if (at === undefined || difference > largest) [largest, at] = [difference, index];
  }
  return { gradient, count: 0, largest, differing, at };
}
