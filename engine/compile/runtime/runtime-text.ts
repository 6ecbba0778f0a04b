// The run time of compiled programs, as the text that stands at the head of those that are not straight code: cells, tape and stacks;
// and which scalar operations it needs that JavaScript does not have.
//
// A Real that lies in a structure has a cell: V[c] is its value, A[c] its cotangent. Cells are numbered in order of their making: the
// program's constants, the input, then the rest. The tape remembers what the reverse pass needs: numbers in T, cells and counts in I,
// each in chunks that are filled one after the other and kept for the next run. Data lies in H: an address is the
// number of its first word. What waits in a recursion lies on S (words) and O (objects). Z holds one number, the sum of all
// contributions that a fast sweep has sent to cells.
import { HELPERS, type Helper } from "../../scalars/javascript.ts";
import { BEGIN_PIECE, SWEEP_PASS } from "./passes-text.ts";

/** Bytes of the largest chunk of the tape; design: at most 256 MB. */
export const LARGEST_CHUNK = 256 * 2 ** 20;

/**
 * Numbers in the first chunk; each further one is twice as large as the one before, up to {@link LARGEST_CHUNK}. A program holds 192 kB
 * from the start with that. From 2^8 to 2^17 the gradients of `fib`, `dot`, `neural` and of lists of three Reals take as long, within the
 * tenth by which they differ from run to run.
 */
const FIRST_CHUNK = 2 ** 13;

/**
 * Calls and rounds between two looks at the clock: about a millisecond of the logistic map (5 ns a round). Gradients of `fib`, `dot` and
 * a recursion take as long with 2000 and with 20 million, within the tenth by which they differ from run to run.
 */
const FUEL = 200_000;

/** The state of the run time: cells and words, and the rest. */
const STATE = `
// In the program's functions v1 is the value of a number, c1 its cell, d1 its cotangent, and e1 that in the round after; k, i and m
// count rounds: all of them, those backwards, and those up to which there is room.
//
// A Real in a structure has a cell c: Vin[c] is its value, Ain[c] its cotangent; nOut cells are in use.
let Vin = new Float64Array(${FIRST_CHUNK}), Ain = new Float64Array(0), nOut = 0;
// Data: its words.
let Hin = new Int32Array(${FIRST_CHUNK}), hOut = 0;
`;

/** The first and the largest chunk of cells, and of words, that a thread takes at a time. */
export const CHUNK = { first: 64, largest: 65536 };

/** The same where several threads share cells and words. */
const SHARED_STATE = `
// In the program's functions v1 is the value of a number, c1 its cell, d1 its cotangent, and e1 that in the round after; k, i and m
// count rounds: all of them, those backwards, and those up to which there is room.
//
// A Real in a structure has a cell c: Vin[c] is its value, Ain[c] its cotangent. All threads share them. A thread takes chunks of cells, and
// has used its own up to nOut; it ends at nEnd. A job has captured the cells before ownFrom: contributions to those are logged.
let Vin = jobs.memory.V, Ain = jobs.memory.A, nOut = 0, nEnd = 0, nChunk = ${CHUNK.first}, ownFrom = 0;
// Data: its words, likewise.
let Hin = jobs.memory.H, hOut = 0, hEnd = 0, hChunk = ${CHUNK.first};
// The log: its next word and cell, and the end of its block.
let logWord = 0, logCell = 0, logEnd = 0;
const control = jobs.control;
// How many forks are around: of deeper ones, and of those in definitions, which are evaluated amid a record of the tape, none is handed over.
const SEQUENTIAL = 500;
let forkDepth = 0;
`;

const REST_OF_STATE = `
// A recursion's stack: words and objects.
let Sin = new Int32Array(1024), spOut = 0;
const O = [];
// The tape, in chunks: numbers in T, cells and counts in I. A piece of the program that has run leaves a record, which its adjoint takes.
const TC = [new Float64Array(${FIRST_CHUNK})], TF = [], IC = [new Int32Array(${FIRST_CHUNK})], IF = [];
let Tin = TC[0], tpOut = 0, tk = 0, Iin = IC[0], ipOut = 0, ik = 0;
// The sum of all that a sweep has sent to cells: finite, if no cotangent is NaN.
const Z = new Float64Array(1);
let depth = 0, fuel = 0, evaluations = 0;
const FUEL = ${FUEL}, DEEPEST = 200000;

`;

/** A function or class of the run time that code may call. */
export type RuntimeName = keyof typeof FUNCTIONS;

interface RuntimeFunction {
  readonly text: string;
  /** Where several threads share cells and words. */
  readonly shared?: string;
  /** The others that it calls. */
  readonly calls: readonly string[];
}

/** A function that takes `count` cells or words in a row, makes room for them first, and gives the first: all that is filled before a run. */
function takingText(name: string, more: string, next: string, end: string): string {
  return `function ${name}(count) {
  if (${next} + count > ${end}) ${more}(count);
  const first = ${next};
  ${next} += count;
  return first;
}
`;
}

/** The functions of the run time; each calls none but those before it. */
const FUNCTIONS = {
  held: {
    calls: [],
    text: `function held() {
  let bytes = Vin.byteLength + Ain.byteLength + Sin.byteLength + Hin.byteLength;
  for (const chunk of TC) bytes += chunk.byteLength;
  for (const chunk of IC) bytes += chunk.byteLength;
  return bytes;
}
`,
    shared: `function held() {
  let bytes = Sin.byteLength;
  for (const chunk of TC) bytes += chunk.byteLength;
  for (const chunk of IC) bytes += chunk.byteLength;
  return jobs.memory.held(bytes);
}
`,
  },
  afford: {
    calls: ["held"],
    text: `function afford(bytes) {
  if (held() + bytes > limits.bytes) throw limits.memory(held());
}
`,
  },
  tick: {
    calls: [],
    text: `function tick() {
  limits.tick();
  return FUEL;
}
`,
  },
  spend: {
    calls: ["tick"],
    text: `function spend() {
  if ((fuel -= 4000) < 0) fuel = tick();
  return 4000;
}
`,
  },
  more: {
    calls: ["afford"],
    text: `function more(count) {
  const size = Math.max(2 * Vin.length, nOut + count);
  // the cotangents will want as much again
  afford(16 * size - 8 * Vin.length);
  const old = Vin;
  newCells(size);
  Vin.set(old.subarray(0, nOut));
}
`,
    shared: `function more(count) {
  const size = Math.max(count, nChunk);
  nOut = jobs.memory.cells(size);
  nEnd = nOut + size;
  if (nChunk < ${CHUNK.largest}) nChunk *= 2;
}
`,
  },
  moreH: {
    calls: ["afford"],
    text: `function moreH(count) {
  const size = Math.max(2 * Hin.length, hOut + count);
  afford(4 * size);
  const old = Hin;
  Hin = new Int32Array(size);
  Hin.set(old.subarray(0, hOut));
}
`,
    shared: `function moreH(count) {
  const size = Math.max(count, hChunk);
  hOut = jobs.memory.record(size);
  hEnd = hOut + size;
  if (hChunk < ${CHUNK.largest}) hChunk *= 2;
}
`,
  },
  cells: {
    calls: ["more"],
    text: takingText("cells", "more", "nOut", "Vin.length"),
    shared: takingText("cells", "more", "nOut", "nEnd"),
  },
  words: {
    calls: ["moreH"],
    text: takingText("words", "moreH", "hOut", "Hin.length"),
    shared: takingText("words", "moreH", "hOut", "hEnd"),
  },
  wantsFork: {
    calls: [],
    text: `function wantsFork(fork) {
  if (forkDepth >= SEQUENTIAL) return 0;
  const place = DEPTHS * fork + Math.min(forkDepth, DEPTHS - 1);
  if (stays[place] > 0) {
    stays[place]--;
    return 0;
  }
  return jobs.wants(fork, forkDepth);
}
`,
  },
  forkTimed: {
    calls: [],
    text: `function forkTimed(fork, began) {
  jobs.timed(fork, forkDepth, began);
}
`,
  },
  log: {
    calls: [],
    text: `function log(cell, amount) {
  if (logWord === logEnd) jobs.log.more();
  Hin[logWord++] = cell;
  Vin[logCell++] = amount;
}
`,
  },
  runFrom: {
    calls: [],
    text: `function runFrom(address) {
  const H = Hin;
  let size = 0, last = address;
  for (;;) {
    const known = H[last + 2], next = H[last + 1];
    if (known !== 0) {
      size = known < 0 ? -1 : size + known;
      break;
    }
    size++;
    if (next < 0) break;
    if (H[next] !== H[last] + 1) {
      size = -1;
      break;
    }
    last = next;
  }
  for (let at = address, left = size; ; at = H[at + 1]) {
    H[at + 2] = size < 0 ? -1 : left--;
    if (at === last) return size;
  }
}
`,
  },
  conses: {
    calls: [],
    text: `function conses(address, cell, count, rest) {
  if (count === 0) return rest;
  const H = Hin;
  let known = count;
  if (rest > -1) {
    known = H[rest] === cell + count ? H[rest + 2] : -1;
    if (known > 0) known += count;
  }
  for (let i = 0, at = address; i < count; i++, at += 3) {
    H[at] = cell + i;
    H[at + 1] = at + 3;
    H[at + 2] = known > 0 ? known - i : known;
  }
  H[address + 3 * count - 2] = rest;
  return address;
}
`,
  },
  newColumn: {
    calls: ["afford"],
    text: `function newColumn(size) {
  afford(8 * size);
  return new Array(size);
}
`,
  },
  moreS: {
    calls: ["afford"],
    text: `function moreS(count) {
  const size = 2 * Sin.length + count;
  afford(4 * size);
  const old = Sin;
  Sin = new Int32Array(size);
  Sin.set(old);
}
`,
  },
  moreT: {
    calls: ["afford"],
    text: `function moreT(count) {
  TF[tk] = tpOut;
  tk++;
  if (TC[tk] === undefined || TC[tk].length < count) {
    const size = Math.max(count, Math.min(2 * TC[tk - 1].length, ${LARGEST_CHUNK / 8}));
    afford(8 * size);
    TC[tk] = new Float64Array(size);
  }
  Tin = TC[tk];
}
`,
  },
  moreI: {
    calls: ["afford"],
    text: `function moreI(count) {
  IF[ik] = ipOut;
  ik++;
  if (IC[ik] === undefined || IC[ik].length < count) {
    const size = Math.max(count, Math.min(2 * IC[ik - 1].length, ${LARGEST_CHUNK / 4}));
    afford(4 * size);
    IC[ik] = new Int32Array(size);
  }
  Iin = IC[ik];
}
`,
  },
  backT: {
    calls: [],
    text: `function backT() {
  do tpOut = TF[--tk];
  while (tpOut === 0 && tk > 0);
  Tin = TC[tk];
}
`,
  },
  backI: {
    calls: [],
    text: `function backI() {
  do ipOut = IF[--ik];
  while (ipOut === 0 && ik > 0);
  Iin = IC[ik];
}
`,
  },
  beginPiece: { calls: ["moreI"], text: BEGIN_PIECE },
  sweepPass: { calls: ["afford"], text: SWEEP_PASS },
  deep: {
    calls: ["tick"],
    text: `function deep(it) {
  const waiting = [];
  let value;
  for (;;) {
    const step = it.next(value);
    if (step.done) {
      value = step.value;
      if (waiting.length === 0) return value;
      it = waiting.pop();
    } else {
      if (--fuel < 0) {
        fuel = tick();
        if (waiting.length > limits.depth) throw limits.deep();
      }
      waiting.push(it);
      it = step.value;
      value = undefined;
    }
  }
}
`,
  },
  Function_: {
    calls: [],
    text: `class Function_ {
  constructor(f, g, p, q, c) {
    this.f = f;
    this.g = g;
    this.p = p;
    this.q = q;
    this.c = c;
  }
}
`,
  },
} as const satisfies Readonly<Record<string, RuntimeFunction>>;

/** All functions and classes of the run time. */
export const RUNTIME_NAMES = Object.keys(FUNCTIONS) as readonly RuntimeName[];

/**
 * The run time with the functions that code calls. It expects `limits`: { bytes, tick() } — tick is called now and then, and throws to end
 * the run — and `mistake(site, values)`, which gives what to throw; with `isShared` also `jobs` (`parallel/jobs.js`).
 */
export function runtimeFor(called: ReadonlySet<string>, isShared = false): string {
  const all = Object.entries<RuntimeFunction>(FUNCTIONS).map(([name, one]) => ({
    name,
    calls: one.calls,
    text: isShared ? (one.shared ?? one.text) : one.text,
  }));
  return (isShared ? SHARED_STATE : STATE) + REST_OF_STATE + textOf(all, called);
}

/** The scalar operations that code calls. */
export function scalarsFor(called: ReadonlySet<string>): string {
  return textOf(HELPERS, called);
}

/** Those of some functions that are called, by code or by each other. */
function textOf(functions: readonly Helper[], called: ReadonlySet<string>): string {
  const needed = new Set(called);
  let whole = "";
  for (const { name, text, calls } of functions.toReversed()) {
    if (!needed.has(name)) continue;
    for (const one of calls) needed.add(one);
    whole = text + whole;
  }
  return whole;
}
