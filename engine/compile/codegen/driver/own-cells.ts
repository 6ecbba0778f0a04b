// Cells and words of a program that runs on one thread, for its driver. This file is read as text: the code below the line is generated code.

declare let Vin: Float64Array, Ain: Float64Array, nOut: number, hOut: number;
declare function afford(bytes: number): void;

// ---- text
/** No cells or words are in use. */
export function emptyCells() {
  nOut = hOut = 0;
}
/** The driver keeps the numbers of cells and words itself, here and in the next three. */
export function keepCells() {}
/** As above. */
export function restoreCells() {}
/** As above. */
export function beginCells() {}
/** As above. */
export function ranCells() {}
/** The number of cells with cotangents. */
export function cellsInUse() {
  return nOut;
}
/** Fewer adjoints than this are cleared in a loop, which takes less time than a call of `fill` (`npm run bench -- tuning`). */
const FEW = 100;
/** Sets the cotangents of cells to zero. */
export function clearCotangents(end = 0, zero = 0) {
  if (Ain.length < end) {
    afford(8 * Vin.length - Ain.byteLength);
    Ain = new Float64Array(Vin.length).fill(zero);
  } else if (end < FEW) {
    const A = Ain;
    for (let i = 0; i < end; i++) A[i] = zero;
  } else Ain.fill(zero, 0, end);
}
