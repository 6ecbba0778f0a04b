// The texts of the driver and of what it stands on: source files of their own, whose holes the generated code fills.
import { textBelow } from "../../../base/source-text.ts";
import type { IrProgram } from "../../ir/ir.ts";
import { IDLE, TOP_H, TOP_V } from "../../parallel/control.js";
import { DEPTHS } from "../../parallel/profitability.js";
import { CHUNK } from "../../runtime/runtime-text.ts";
import type { LoopTable } from "../../webassembly/loop-table.ts";
import type { CodegenContext, JobTable } from "../codegen-context.ts";
import countersSource from "./counters.ts?raw";
import driverSource from "./driver.ts?raw";
import hostSource from "./jobs-host.ts?raw";
import loopCellsSource from "./loop-cells.ts?raw";
import ownCellsSource from "./own-cells.ts?raw";
import sharedCellsSource from "./shared-cells.ts?raw";

const NO_COUNTERS = `function beginCounting() {}
function noteLength() {}
const longestTape = undefined;
`;

/** Counters of the entries on the tape; without a number, nothing is counted. */
export function countersText(count: number | undefined): string {
  if (count === undefined) return NO_COUNTERS;
  return `const C = new Float64Array(${count}), atLongest = new Float64Array(${count});\n${textBelow(countersSource)}`;
}

const NO_PASSES = `let endT = 0, endTk = 0, endI = 0, endIk = 0, endP = 0, pp = 0;
function forgetPasses() {}
`;

const NO_LOOPS = `function newCells(size) { Vin = new Float64Array(size); }
function loadedCells() {}
`;

/** How cells get memory, with the loops that work on them. */
function memoryText(loops: LoopTable | undefined): string {
  return loops === undefined || loops.isEmpty
    ? NO_LOOPS
    : `// loops as functions of WebAssembly, in base64\nconst MODULE = "${loops.module}";\nlet inMemory, loops, given;\n${textBelow(loopCellsSource)}`;
}

/** The driver of a program whose own code and definitions are there; with its jobs where several threads may run them. */
export function driverText({ entry, fns }: IrProgram, context: CodegenContext): string {
  const { jobs, calls } = context;
  for (const name of ["cells", "words", "held", "afford"] as const) calls.runtime(name);
  const args = entry.params.map((_, index) => `args[${index}]`).join(", ");
  const results = entry.results.map((_, index) => (index === 0 ? "result" : `$${index}`)).join(", ");
  const holes = `${fns.some(({ pass }) => pass !== undefined) ? "" : NO_PASSES}let result;
const made = {};
function runEntry(args) { ${entry.results.length > 0 ? "result = " : ""}f${entry.id}(${args}); }
function resultComponents() { return [${results}]; }
`;
  const cells =
    jobs === undefined
      ? memoryText(context.loops) + textBelow(ownCellsSource)
      : hostText(entry, context, jobs) + textBelow(sharedCellsSource);
  return `${cells}${holes}${textBelow(driverSource)}return made.driver;`;
}

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

/** A program's interface to `parallel/jobs.js`. */
function hostText(entry: IrProgram["entry"], context: CodegenContext, { fns, forks }: JobTable): string {
  const { calls, constructors, objects } = context;
  for (const name of ["more", "moreH", "moreI", "log"] as const) calls.runtime(name);
  const classes = constructors.map(({ con, id }) => `{ make: makers[${id}], fields: ${con.kinds.length}, of: K${id} }`);
  const closures = [...objects.keys()].map(({ id }) => `[a${id}, b${id}]`);
  const isClosure = objects.size > 0 ? `node instanceof ${calls.runtime("Function_")}` : "false";
  const newClosure =
    objects.size > 0
      ? "new Function_(...(CLOSURES[a] ?? [undefined, undefined]), ...(CLOSURES[b] ?? [undefined, undefined]), new Array(count))"
      : "undefined";
  return `const TOP_V = ${TOP_V}, TOP_H = ${TOP_H}, IDLE = ${IDLE}, DEPTHS = ${DEPTHS}, CHUNK = ${CHUNK.first};
const IS_ACTIVE = ${entry.mode === "active"}, FORKS = ${forks};
const JOBS = [${fns.map(jobText).join(",\n  ")}];
const CLASSES = [${classes.join(", ")}];
const CLOSURES = [${closures.join(", ")}];
const isClosure = (node) => ${isClosure};
const newClosure = (a, b, count) => ${newClosure};
${textBelow(hostSource)}const { stays } = jobs.profitability;
`;
}
