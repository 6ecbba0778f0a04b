// Cells and words of a program whose jobs may run on several threads, for its driver. This file is read as text: the code below the line is
// generated code.
import type { Jobs } from "../../parallel/jobs.js";

declare let Ain: Float64Array, nOut: number, nEnd: number, nChunk: number, hOut: number, hEnd: number, hChunk: number;
declare let ownFrom: number, forkDepth: number;
declare const jobs: Jobs & { begin(cells: number, words: number): void; beginBack(cells: number, words: number): void };
declare const control: Int32Array, TOP_V: number, TOP_H: number, CHUNK: number;

// ---- text
let [floorEnd, floorEndH, floorTop, floorTopH] = [0, 0, 0, 0];
let [startEnd, startEndH, startTop, startTopH] = [0, 0, 0, 0];
let [endTop, endTopH] = [0, 0];
/** No cells or words are in use. */
export function emptyCells() {
  control[TOP_V] = control[TOP_H] = 0;
  nOut = nEnd = hOut = hEnd = 0;
}
/** Keeps the present state for further inputs. */
export function keepCells() {
  floorEnd = nEnd;
  floorEndH = hEnd;
  floorTop = control[TOP_V];
  floorTopH = control[TOP_H];
}
/** Restores the kept state. */
export function restoreCells() {
  nEnd = floorEnd;
  hEnd = floorEndH;
  control[TOP_V] = floorTop;
  control[TOP_H] = floorTopH;
}
/** Keeps the state for further runs. */
export function loadedCells() {
  startEnd = nEnd;
  startEndH = hEnd;
  startTop = control[TOP_V];
  startTopH = control[TOP_H];
}
/** A run begins. */
export function beginCells() {
  nEnd = startEnd;
  hEnd = startEndH;
  nChunk = hChunk = CHUNK;
  jobs.begin(startTop, startTopH);
  ownFrom = 0;
  forkDepth = 0;
}
/** The forward pass is over: the rest of the last chunk has no cotangents. */
export function ranCells() {
  endTop = control[TOP_V] === nEnd ? nOut : control[TOP_V];
  endTopH = control[TOP_H];
}
/** The number of cells with cotangents; cells of this thread alone are in order. */
export function cellsInUse() {
  return jobs.isShared ? endTop : nOut;
}
/** Sets the cotangents of cells to zero; `fill` takes twice as long where memory is shared. */
export function clearCotangents(end = 0, zero = 0) {
  jobs.beginBack(endTop, endTopH);
  const A = Ain;
  let at = 0;
  for (; at + 4 <= end; at += 4) {
    A[at] = zero;
    A[at + 1] = zero;
    A[at + 2] = zero;
    A[at + 3] = zero;
  }
  for (; at < end; at++) A[at] = zero;
}
