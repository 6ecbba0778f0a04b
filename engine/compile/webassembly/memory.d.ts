/** Cells in a memory that loops of WebAssembly work on. */
export interface CellsWithLoops {
  readonly values: Float64Array;
  readonly cotangents: Float64Array;
  readonly given: Float64Array;
  readonly loops: readonly ((...args: readonly unknown[]) => void)[];
}

/** Numbers that a loop gives, at most: they lie at the beginning of the memory, 8 bytes each, and the cells behind them. */
export const MOST_GIVEN: number;

/** Gives memory for so many cells, from a module in base64; undefined where the platform has no WebAssembly with lanes, or not so much memory. */
export function cellsWithLoops(text: string): (count: number) => CellsWithLoops | undefined;
