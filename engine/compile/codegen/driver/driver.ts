// The driver of a compiled program: takes inputs in, runs the entry, and sweeps back. This file is read as text: the code below the line stands
// at the end of the generated code, which declares the names above it, the holes.
import type { LongestTape } from "../text.ts";

/** The driver as `engine.ts` and exported modules use it. */
interface Driver {
  readonly makers: readonly (() => object)[];
  begin(): void;
  loaded(): void;
  cells(count: number): number;
  readonly values: Float64Array;
  record(count: number): number;
  readonly words: Int32Array;
  run(args: readonly unknown[]): void;
  results(): unknown[];
  /** `outputs` has the first of each row of cells, and how many there are. */
  back(outputs: readonly number[], cotangents: ArrayLike<number>, isNanSafe: boolean): Float64Array;
  readonly sum: Float64Array;
  readonly longest: (() => LongestTape) | undefined;
  statistics(): object;
}

/** The driver goes here. */
declare const made: { driver?: Driver };

// the state of the run time (`runtime/runtime-text.ts`)
declare let Vin: Float64Array, Ain: Float64Array, nOut: number, Hin: Int32Array, hOut: number;
declare let spOut: number, depth: number, fuel: number;
declare let Tin: Float64Array, tpOut: number, tk: number, Iin: Int32Array, ipOut: number, ik: number;
declare const FUEL: number, O: unknown[], Z: Float64Array;
declare const TC: Float64Array[], TF: number[], IC: Int32Array[], IF: number[];
declare const cells: (count: number) => number, words: (count: number) => number, held: () => number;
// where the tape ended, and the passes that a program takes itself (`runtime/passes-text.ts`)
declare let pp: number, endT: number, endTk: number, endI: number, endIk: number, endP: number;
declare function forgetPasses(): void;
// cells and words, of one thread or shared (`own-cells.ts`, `shared-cells.ts`)
declare function emptyCells(): void;
declare function keepCells(): void;
declare function restoreCells(): void;
declare function loadedCells(): void;
declare function beginCells(): void;
declare function ranCells(): void;
declare function cellsInUse(): number;
declare function clearCotangents(end: number, zero: number): void;
// counters of the tape
declare function beginCounting(): void;
declare function noteLength(isWithin: boolean): void;
declare const longestTape: (() => LongestTape) | undefined;
/** The program: constants and constructors; its entry, and the components of its result; its sweeps. */
declare const constants: readonly number[], makers: readonly (() => object)[];
declare function runEntry(args: readonly unknown[]): void;
declare function resultComponents(): unknown[];
declare function sweepFast(): void;
declare function sweepNanSafe(): void;
/** The definitions without parameters: how each is evaluated and forgotten, and those that were needed, in order. */
declare const forces: readonly (() => void)[], forgets: readonly (() => void)[], forced: number[];

// ---- text
let [kept, floor, start, floorH, startH] = [0, -1, 0, 0, 0];
const isKept = [false];
made.driver = {
  makers,
  begin() {
    depth = 0;
    fuel = FUEL;
    spOut = 0;
    if (O.length > 0) O.length = 0;
    for (let i = 0; i < forgets.length; i++) if (!isKept[i]) forgets[i]();
    if (floor < 0 || kept < forced.length) {
      // definitions without parameters that earlier runs needed come first from now on, and stay
      floor = -1;
      emptyCells();
      const first = cells(constants.length);
      Vin.set(constants, first);
      for (const forget of forgets) forget();
      isKept.length = 0;
      for (const index of forced.slice()) {
        forces[index]();
        isKept[index] = true;
      }
      kept = forced.length;
      floor = nOut;
      floorH = hOut;
      keepCells();
    }
    nOut = floor;
    hOut = floorH;
    restoreCells();
  },
  loaded() {
    start = nOut;
    startH = hOut;
    loadedCells();
  },
  cells,
  get values() {
    return Vin;
  },
  record: words,
  get words() {
    return Hin;
  },
  run(args) {
    beginCounting();
    depth = 0;
    fuel = FUEL;
    spOut = 0;
    if (O.length > 0) O.length = 0;
    tk = 0;
    Tin = TC[0];
    tpOut = 0;
    forgetPasses();
    ik = 0;
    Iin = IC[0];
    ipOut = 0;
    nOut = start;
    hOut = startH;
    beginCells();
    // definitions that the run before needed first lie where this one will write
    for (let i = 0; i < forgets.length; i++) if (!isKept[i]) forgets[i]();
    runEntry(args);
    ranCells();
    endT = tpOut;
    endTk = tk;
    endI = ipOut;
    endIk = ik;
    endP = pp;
    noteLength(false);
  },
  results: resultComponents,
  back(outputs, cotangents, isNanSafe) {
    clearCotangents(cellsInUse(), isNanSafe ? -0 : 0);
    const A = Ain;
    let sum = 0;
    for (let row = 0, at = 0; row < outputs.length; row += 2) {
      const end = outputs[row] + outputs[row + 1];
      for (let cell = outputs[row]; cell < end; cell++, at++) {
        A[cell] += cotangents[at];
        sum += cotangents[at];
      }
    }
    Z[0] = sum;
    if (endTk !== tk) {
      tk = endTk;
      Tin = TC[tk];
    }
    if (endIk !== ik) {
      ik = endIk;
      Iin = IC[ik];
    }
    tpOut = endT;
    ipOut = endI;
    pp = endP;
    fuel = FUEL;
    if (isNanSafe) sweepNanSafe();
    else sweepFast();
    return Ain;
  },
  sum: Z,
  longest: longestTape,
  statistics() {
    let [numbers, indices] = [endT, endI];
    for (let i = 0; i < endTk; i++) numbers += TF[i];
    for (let i = 0; i < endIk; i++) indices += IF[i];
    return { cells: nOut, words: hOut, numbers, indices, held: held() };
  },
};
