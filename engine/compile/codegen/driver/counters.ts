// Counters of the entries on the tape, as they were when it was longest: entries of passes are free again when they are over. This file is read
// as text: the code below the line is generated code, which declares the names above it.

declare let tpOut: number, ipOut: number, tk: number, ik: number;
declare const TF: number[], IF: number[], C: Float64Array, atLongest: Float64Array;

// ---- text
let [longest, isWithinPass] = [-1, false];
/** A run begins: nothing is on the tape. */
export function beginCounting() {
  C.fill(0);
  longest = -1;
}
/** Notes the counts where the tape is longer than before; `isWithin` a derivative of the program's own. */
export function noteLength(isWithin = false) {
  let bytes = 8 * tpOut + 4 * ipOut;
  for (let i = 0; i < tk; i++) bytes += 8 * TF[i];
  for (let i = 0; i < ik; i++) bytes += 4 * IF[i];
  if (bytes <= longest) return;
  longest = bytes;
  isWithinPass = isWithin;
  atLongest.set(C);
}
/** The counts where the tape was longest. */
export const longestTape = () => ({ counts: [...atLongest], bytes: longest, isWithinPass });
