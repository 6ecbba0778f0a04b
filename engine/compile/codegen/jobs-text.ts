// A program's interface to `parallel/jobs.js`, and where it keeps cells and words, alone or with other threads.
import type { IrProgram } from "../ir/ir.ts";
import { IDLE, TOP_H, TOP_V } from "../parallel/control.js";
import { DEPTHS } from "../parallel/profitability.js";
import { CHUNK } from "../runtime/runtime-text.ts";
import type { CodegenContext, JobTable } from "./codegen-context.ts";

/** Statements that begin and end runs, where cells and words are kept in one way or the other. */
interface CellsText {
  /** Nothing is in use. */
  readonly empty: string;
  /** Keeps the present state for further inputs; restores it later. */
  readonly kept: string;
  readonly again: string;
  /** Keeps the state for further runs. */
  readonly loaded: string;
  readonly begin: string;
  readonly ran: string;
  /** How many cells have cotangents. */
  readonly end: string;
  /** The cotangents of cells are set to zero. */
  readonly back: string;
}

/** Fewer adjoints than this are cleared in a loop, which takes less time than a call of `fill` (`npm run bench -- tuning`). */
const FEW = 100;

/** A program that runs on one thread. */
export const OWN_CELLS: CellsText = {
  empty: "nOut = hOut = 0;",
  kept: "",
  again: "",
  loaded: "",
  begin: "",
  ran: "",
  end: "nOut",
  back: `if (Ain.length < end) {
      afford(8 * Vin.length - Ain.byteLength);
      Ain = new Float64Array(Vin.length);
      if (isNanSafe) Ain.fill(-0);
    } else if (end < ${FEW}) {
      const A = Ain;
      for (let i = 0; i < end; i++) A[i] = zero;
    } else Ain.fill(zero, 0, end);`,
};

/** A program whose jobs may run on several threads. */
export const SHARED_CELLS: CellsText = {
  empty: `control[TOP_V] = control[TOP_H] = 0;
      nOut = nEnd = hOut = hEnd = 0;`,
  kept: "floorEnd = nEnd; floorEndH = hEnd; floorTop = control[TOP_V]; floorTopH = control[TOP_H];",
  again: "nEnd = floorEnd; hEnd = floorEndH; control[TOP_V] = floorTop; control[TOP_H] = floorTopH;",
  loaded: "startEnd = nEnd; startEndH = hEnd; startTop = control[TOP_V]; startTopH = control[TOP_H];",
  begin: `nEnd = startEnd; hEnd = startEndH;
    nChunk = hChunk = ${CHUNK.first};
    jobs.begin(startTop, startTopH);
    ownFrom = 0; forkDepth = 0;`,
  // the rest of the last chunk has no cotangents
  ran: "endTop = control[TOP_V] === nEnd ? nOut : control[TOP_V]; endTopH = control[TOP_H];",
  // cells that no thread but this one has made are in order
  end: "(jobs.isShared ? endTop : nOut)",
  // `fill` takes twice as long where memory is shared
  back: `jobs.beginBack(endTop, endTopH);
    const A = Ain;
    let at = 0;
    for (; at + 4 <= end; at += 4) {
      A[at] = zero;
      A[at + 1] = zero;
      A[at + 2] = zero;
      A[at + 3] = zero;
    }
    for (; at < end; at++) A[at] = zero;`,
};

/** A function that runs a job: `c` is the cell of what is captured, `a` that of its arguments, `r` that of its results, `o` are objects. */
function jobText({ fn, captured }: JobTable["fns"][number]): string {
  const args = fn.params.map(({ kind }, index) => {
    const code = index < captured ? `Vin[c + ${index}]` : `Vin[a + ${index - captured}]`;
    return kind === "pointer" ? `o[${code}]` : kind === "bool" ? `${code} === 1` : code;
  });
  const results = fn.results.map((kind, index) => {
    const code = index === 0 ? "first" : `$${index}`;
    const number = kind === "pointer" ? `jobs.keep(${code}, isOwn)` : kind === "bool" ? `${code} ? 1 : 0` : code;
    return `const r${index} = ${number};`;
  });
  const stored = fn.results.map((_, index) => `Vin[r + ${index}] = r${index};`);
  return `(c, a, r, o, isOwn) => { const first = f${fn.id}(${args.join(", ")}); ${[...results, ...stored].join(" ")} }`;
}

/** A program's code as `parallel/jobs.js` needs it. */
export function hostText({ entry }: IrProgram, context: CodegenContext, { fns, forks }: JobTable): string {
  const { calls, constructors, objects } = context;
  const classes = constructors.map(({ con, id }) => `{ make: makers[${id}], fields: ${con.kinds.length}, of: K${id} }`);
  const closures = [...objects.keys()].map(({ id }) => `[a${id}, b${id}]`);
  const isClosure = objects.size > 0 ? `node instanceof ${calls.runtime("Function_")}` : "false";
  const newClosure =
    objects.size > 0
      ? "new Function_(...(CLOSURES[a] ?? [undefined, undefined]), ...(CLOSURES[b] ?? [undefined, undefined]), new Array(count))"
      : "undefined";
  for (const name of ["more", "moreH", "moreI", "afford", "held", "log"] as const) calls.runtime(name);
  return `const TOP_V = ${TOP_V}, TOP_H = ${TOP_H}, IDLE = ${IDLE}, DEPTHS = ${DEPTHS};
let floorEnd = 0, floorEndH = 0, floorTop = 0, floorTopH = 0;
let startEnd = 0, startEndH = 0, startTop = 0, startTopH = 0, endTop = 0, endTopH = 0;
const CLASSES = [${classes.join(", ")}];
const CLOSURES = [${closures.join(", ")}];
jobs.attach({
  isActive: ${entry.mode === "active"},
  forks: ${forks},
  widest: WIDEST,
  jobs: [
    ${fns.map(jobText).join(",\n    ")},
  ],
  classes: CLASSES,
  sum: Z,
  views(V, A, H) { Vin = V; Ain = A; Hin = H; },
  afford,
  memory: () => limits.memory(held()),
  deep: () => limits.deep(),
  pause: () => limits.tick(),
  told: (error) => limits.told(error),
  mistake,
  enter(at) {
    const before = [depth, forkDepth];
    forkDepth = at;
    return before;
  },
  leave(before) { depth = before[0]; forkDepth = before[1]; },
  leaveStart() {
    if (ipOut >= Iin.length) { moreI(1); ipOut = 0; }
    Iin[ipOut++] = 0;
  },
  leaveFork(index) {
    if (ipOut + 2 > Iin.length) { moreI(2); ipOut = 0; }
    Iin[ipOut++] = index;
    Iin[ipOut++] = -1;
  },
  position: () => [tk, tpOut, ik, ipOut],
  place(at) {
    tk = at[0]; Tin = TC[tk]; tpOut = at[1];
    ik = at[2]; Iin = IC[ik]; ipOut = at[3];
  },
  sweep(isNanSafe) { if (isNanSafe) sweepNanSafe(); else sweepFast(); },
  restart() {
    depth = 0; fuel = FUEL; spOut = 0; if (O.length > 0) O.length = 0; forkDepth = 0;
    tk = 0; Tin = TC[0]; tpOut = 0;
    ik = 0; Iin = IC[0]; ipOut = 0;
    for (const forget of forgets) forget();
  },
  freshChunk() {
    nChunk = hChunk = ${CHUNK.first};
    more(1);
    hOut = hEnd = 0;
    return nOut;
  },
  chunk: () => [nOut, nEnd],
  get ownFrom() { return ownFrom; },
  set ownFrom(cell) { ownFrom = cell; },
  log,
  logged: () => [logWord, logCell, logEnd],
  logTo(word, cell, end) { logWord = word; logCell = cell; logEnd = end; },
  classOf(node) {
    return CLASSES.findIndex(({ of }) => node.constructor === of);
  },
  closureOf(node) {
    if (!(${isClosure})) return undefined;
    return [CLOSURES.findIndex(([f]) => f === node.f), CLOSURES.findIndex(([f]) => f === node.p)];
  },
  newClosure: (a, b, count) => ${newClosure},
});
const { stays } = jobs.profitability;
`;
}
