// A benchmark program in plain JavaScript: its primal, and its adjoint as written by hand.

/** A program at an input of its own. */
export interface PlainRun {
  /** The output: a number, or all of them where there are several. A buffer is overwritten by the next call. */
  primal(): number | Float64Array;
  /** As that of {@link PlainProgram}, where it was written. */
  gradient?(): Float64Array;
}

export interface PlainProgram extends PlainRun {
  readonly name: string;
  /** All differentiated scalars, flat, in the order of the arguments. */
  readonly inputs: readonly number[];
  /**
   * One forward pass, and one reverse pass for each scalar of the output. Flat, in the order of `inputs`; of several
   * outputs the Jacobian row by row. The buffer is overwritten by the next call.
   */
  gradient(): Float64Array;
}

/** Makes a program with buffers of its own, at its default inputs or at others (for finite differences). */
export type MakePlain = (at?: readonly number[]) => PlainProgram;

/** f 0, f 1, .., f (n - 1). */
export function generate<T = number>(n: number, f: (index: number) => T): T[] {
  return Array.from({ length: n }, (_, index) => f(index));
}
