// A benchmark program in plain JavaScript: its primal, and its adjoint as written by hand.

export interface PlainProgram {
  readonly name: string;
  /** All differentiated scalars, flat, in the order of the arguments. */
  readonly inputs: readonly number[];
  /** The output: a number, or all of them where there are several. A buffer is overwritten by the next call. */
  primal(): number | Float64Array;
  /**
   * One forward pass, and one reverse pass for each scalar of the output. Flat, in the order of `inputs`; of several
   * outputs the Jacobian row by row. The buffer is overwritten by the next call.
   */
  gradient(): Float64Array;
}

/** Makes a program with buffers of its own, at its default inputs or at others (for finite differences). */
export type MakePlain = (at?: readonly number[]) => PlainProgram;

/** f 0, f 1, .., f (n - 1). */
export function generate(n: number, f: (index: number) => number): number[] {
  return Array.from({ length: n }, (_, index) => f(index));
}
