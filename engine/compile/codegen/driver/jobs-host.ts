// A program's interface to `parallel/jobs.js`. This file is read as text: the code below the line is generated code, which declares the names
// above it, the holes.

type Position = readonly [tk: number, tpOut: number, ik: number, ipOut: number];
type Before = readonly [depth: number, forkDepth: number];
/** An object of the program: a closure, or data with its fields. */
interface ProgramObject {
  readonly f?: unknown;
  readonly p?: unknown;
}

/** The interface, as the threads' code uses it. */
interface Host {
  readonly isActive: boolean;
  readonly forks: number;
  readonly widest: number;
  readonly jobs: typeof JOBS;
  readonly classes: typeof CLASSES;
  readonly sum: Float64Array;
  ownFrom: number;
  views(V: Float64Array, A: Float64Array, H: Int32Array): void;
  afford(bytes: number): void;
  memory(): Error;
  deep(): Error;
  pause(): void;
  told(error: unknown): unknown;
  mistake(site: number, values: readonly number[]): Error;
  /** Enters and leaves the jobs of a fork that is nested so deep. */
  enter(at: number): Before;
  leave(before: Before): void;
  /** Marks the beginning of a task's piece of tape, and a fork. */
  leaveStart(): void;
  leaveFork(index: number): void;
  position(): Position;
  place(at: Position): void;
  sweep(isNanSafe: boolean): void;
  /** Another run begins on a thread that takes jobs. */
  restart(): void;
  /** Takes a chunk of cells: gives the first; and the rest of the present one. */
  freshChunk(): number;
  chunk(): readonly [free: number, end: number];
  log(cell: number, amount: number): void;
  logged(): readonly [word: number, cell: number, end: number];
  logTo(word: number, cell: number, end: number): void;
  classOf(node: ProgramObject): number;
  closureOf(node: ProgramObject): readonly [f: number, p: number] | undefined;
  newClosure(a: number, b: number, count: number): unknown;
}

// the state of the run time (`runtime/runtime-text.ts`)
declare let Vin: Float64Array,
  Ain: Float64Array,
  Hin: Int32Array,
  nOut: number,
  nEnd: number,
  hOut: number,
  hEnd: number;
declare let nChunk: number, hChunk: number, ownFrom: number, logWord: number, logCell: number, logEnd: number;
declare let spOut: number, depth: number, forkDepth: number, fuel: number;
declare let Tin: Float64Array, tpOut: number, tk: number, Iin: Int32Array, ipOut: number, ik: number;
declare const FUEL: number, O: unknown[], Z: Float64Array, TC: Float64Array[], IC: Int32Array[], CHUNK: number;
declare const afford: Host["afford"], log: Host["log"], held: () => number;
declare const more: (count: number) => void, moreI: (count: number) => void;
declare const mistake: Host["mistake"], sweepFast: () => void, sweepNanSafe: () => void;
declare const forgets: readonly (() => void)[];
declare const limits: { memory(held: number): Error; deep(): Error; tick(): void; told(error: unknown): unknown };
declare const jobs: { attach(host: Host): void };
/** The program: whether it has a gradient, its forks, the most results of a function, and the functions of its jobs. */
declare const IS_ACTIVE: boolean, FORKS: number, WIDEST: number, JOBS: readonly ((...words: number[]) => void)[];
/** Its classes of data, the two functions of each kind of closure, what is a closure, and making one. */
declare const CLASSES: readonly { readonly make: () => object; readonly fields: number; readonly of: unknown }[];
declare const CLOSURES: readonly (readonly [f: unknown, generator: unknown])[];
declare const isClosure: (node: ProgramObject) => boolean, newClosure: Host["newClosure"];

export {};

// ---- text
jobs.attach({
  isActive: IS_ACTIVE,
  forks: FORKS,
  widest: WIDEST,
  jobs: JOBS,
  classes: CLASSES,
  sum: Z,
  views(V, A, H) {
    Vin = V;
    Ain = A;
    Hin = H;
  },
  afford,
  memory: () => limits.memory(held()),
  deep: () => limits.deep(),
  pause: () => limits.tick(),
  told: (error) => limits.told(error),
  mistake,
  enter(at) {
    const nested = forkDepth;
    forkDepth = at;
    return [depth, nested];
  },
  leave([around, nested]) {
    depth = around;
    forkDepth = nested;
  },
  leaveStart() {
    if (ipOut >= Iin.length) {
      moreI(1);
      ipOut = 0;
    }
    Iin[ipOut++] = 0;
  },
  leaveFork(index) {
    if (ipOut + 2 > Iin.length) {
      moreI(2);
      ipOut = 0;
    }
    Iin[ipOut++] = index;
    Iin[ipOut++] = -1;
  },
  position: () => [tk, tpOut, ik, ipOut],
  place(at) {
    tk = at[0];
    Tin = TC[tk];
    tpOut = at[1];
    ik = at[2];
    Iin = IC[ik];
    ipOut = at[3];
  },
  sweep(isNanSafe) {
    if (isNanSafe) sweepNanSafe();
    else sweepFast();
  },
  restart() {
    depth = 0;
    fuel = FUEL;
    spOut = 0;
    if (O.length > 0) O.length = 0;
    forkDepth = 0;
    tk = 0;
    Tin = TC[0];
    tpOut = 0;
    ik = 0;
    Iin = IC[0];
    ipOut = 0;
    for (const forget of forgets) forget();
  },
  freshChunk() {
    nChunk = hChunk = CHUNK;
    more(1);
    hOut = hEnd = 0;
    return nOut;
  },
  chunk: () => [nOut, nEnd],
  get ownFrom() {
    return ownFrom;
  },
  set ownFrom(cell) {
    ownFrom = cell;
  },
  log,
  logged: () => [logWord, logCell, logEnd],
  logTo(word, cell, end) {
    logWord = word;
    logCell = cell;
    logEnd = end;
  },
  classOf: (node) => CLASSES.findIndex(({ of }) => node.constructor === of),
  closureOf(node) {
    if (!isClosure(node)) return undefined;
    return [CLOSURES.findIndex(([f]) => f === node.f), CLOSURES.findIndex(([f]) => f === node.p)];
  },
  newClosure,
});
