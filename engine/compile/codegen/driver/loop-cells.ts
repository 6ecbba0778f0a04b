// Cells of a program with loops in WebAssembly: where there are enough of them, they lie in its memory. This file is read as text: the code
// below the line is generated code.
import type { CellsWithLoops } from "../../webassembly/memory.js";

declare let Vin: Float64Array, Ain: Float64Array, nOut: number;
declare const MODULE: string;
declare const cellsWithLoops: (module: string) => (count: number) => CellsWithLoops | undefined;
// memory for cells, the loops where they can run, and the numbers that those give
declare let inMemory: ReturnType<typeof cellsWithLoops> | undefined;
declare let loops: CellsWithLoops["loops"] | undefined, given: Float64Array | undefined;

// ---- text
/** Cells of an input from which on loops can have many rounds. */
const ENOUGH = 16;
/** New cells, and cotangents where they lie in the same memory. */
export function newCells(size = 0) {
  inMemory ??= cellsWithLoops(MODULE);
  const found = inMemory(size);
  loops = found?.loops;
  given = found?.given;
  Vin = found?.values ?? new Float64Array(size);
  if (found !== undefined) Ain = found.cotangents;
}
/** Moves the cells of an input that has come in into the memory of loops, if there are enough of them. */
export function loadedCells() {
  if (inMemory !== undefined || nOut < ENOUGH) return;
  const old = Vin;
  newCells(old.length);
  Vin.set(old.subarray(0, nOut));
}
