// A whole program as the text of one JavaScript function: the run time, the program's functions and adjoints, and how to run them.
import { present } from "../../base/nth.ts";
import { Activity } from "../analyse/activity.ts";
import { shallowFns } from "../analyse/stack-depth.ts";
import { StorageAnalysis } from "../analyse/storage-analysis.ts";
import type { GlobalValue, IrProgram, Stmt } from "../ir/ir.ts";
import type { Layout } from "../ir/layout.ts";
import { commentCode, literalCode } from "../ir/literals.ts";
import { Links } from "../ir/source-links.ts";
import { type RuntimeName, runtimeFor, scalarsFor } from "../runtime/runtime-text.ts";
import { tick } from "./calls.ts";
import { CodegenContext, type Segment } from "./codegen-context.ts";
import { FunctionWriter } from "./forward/function-writer.ts";
import { leaveOnTape } from "./forward/leaving.ts";
import { Writer } from "./forward/writer.ts";
import { hostText, OWN_CELLS, SHARED_CELLS } from "./jobs-text.ts";
import { activityNotes, cellNotes, type PassListener, segmentNotes } from "./pass-notes.ts";
import { passCases, passText } from "./passes-text.ts";
import { adjointFunction } from "./runtime-state.ts";
import { tapeSegments } from "./tape-parts.ts";
import { type Assembled, indented, textOf } from "./text.ts";

/**
 * A program with a tape as text. `listener` gets the results of the analyses. With `isParallel` its jobs may run on several threads. Throws TooLargeToCompile.
 */
export function assemble(program: IrProgram, listener?: PassListener, isParallel = false): Assembled {
  const { entry, fns, globals } = program;
  const activity = new Activity(entry, fns);
  listener?.passed("activity", fns, activityNotes(activity));
  const context = new CodegenContext(shallowFns(fns), listener && new Links(), listener?.isCounting, isParallel);
  const storageOf = new Map(fns.map((fn) => [fn, new StorageAnalysis(fn, activity)]));
  const segmentsOf = new Map(fns.map((fn) => [fn, new Map<Stmt, Segment>()]));
  listener?.passed("cells", fns, cellNotes(activity, storageOf, context.items));
  const functions: string[] = [];
  for (const fn of fns) {
    const storage = present(storageOf.get(fn));
    const segments = present(segmentsOf.get(fn));
    const emit = (isGenerator: boolean): string => {
      const writer = new Writer(fn, context, activity, storage);
      return context.written(new FunctionWriter(writer, { segments, isGenerator, leave: leaveOnTape }).text());
    };
    // names of the program are for the reader alone: a comment, and no letters but plain ones
    const name = commentCode(fn.name).replace(/[^\wλ'@#°, ]/g, "?");
    functions.push(`/** ${name}${fn.mode === "plain" ? ", without derivatives" : ""} */\n${emit(false)}`);
    if (!context.shallow.has(fn))
      functions.push(`/** ${name}, where JavaScript's stack does not suffice */\n${emit(true)}`);
  }
  listener?.passed("segments", fns, segmentNotes(activity, storageOf, segmentsOf, context.items));
  for (const [fn, captured] of context.objects) {
    const names = fn.params.slice(captured).map((_, index) => `p${index}`);
    const all = [...fn.params.slice(0, captured).map((_, index) => `c[${index}]`), ...names].join(", ");
    functions.push(`function a${fn.id}(${["c", ...names].join(", ")}) { return f${fn.id}(${all}); }\n`);
    functions.push(`function b${fn.id}(${["c", ...names].join(", ")}) { return g${fn.id}(${all}); }\n`);
  }
  const definitions = globals.map((global, index) => definition(global, index, context));
  const passes = fns.filter(({ pass }) => pass !== undefined);
  const hasPasses = passes.length > 0;
  const adjoints = context.recorded.map(
    ({ fast, nanSafe }, index) =>
      `/** Takes back record ${index + 1}. */\n${adjointFunction(`r${index + 1}`, fast)}` +
      `/** The same with care: -0 is what no path has reached, and is not multiplied. */\n${adjointFunction(`q${index + 1}`, nanSafe)}`,
  );
  // asking for the classes of what comes in and goes out may add some
  const classes = (): string =>
    context.constructors
      .map(({ con, id }) => {
        const names = con.kinds.map((_, index) => `f${index}`);
        const fields = names.map((name) => `this.${name} = ${name};`).join(" ");
        const constant = con.kinds.length === 0 ? `const N${id} = new K${id}();\n` : "";
        return `class K${id} { constructor(${names.join(", ")}) { this.t = ${con.index}; ${fields} } }\n${constant}`;
      })
      .join("");
  for (const layout of [program.param, program.result]) classesIn(layout, context, new Set());
  const results = entry.results.map((_, index) => (index === 0 ? "result" : `$${index}`)).join(", ");
  const extra = Array.from({ length: context.widest }, (_, index) => `$${index + 1}`).join(", ");
  const counters = context.counters?.size;
  const begin = [
    scalarsFor(context.calls.names),
    `let ${extra};`,
    ...(context.jobs === undefined ? [] : [`const WIDEST = ${context.widest};`]),
    `const constants = [${context.constantValues.map((value) => literalCode(value)).join(", ")}];`,
    classes(),
    `const makers = [${context.constructors
      .map(({ con, id }) => (con.kinds.length === 0 ? `() => N${id}` : `() => new K${id}()`))
      .join(", ")}];`,
    ...(counters === undefined ? [] : [countersText(counters)]),
  ].join("\n");
  const forward = [...functions.map(indented), ...definitions.map(({ code }) => code)].join("\n");
  const reverse = [
    ...adjoints.map(indented),
    ...passes.map((fn, place) => passText(fn, place, context.calls.runtime("beginPiece"), counters !== undefined)),
    driver(context, "sweepFast", "r", adjoints.length, fns.length === 1, passes.length),
    driver(context, "sweepNanSafe", "q", adjoints.length, fns.length === 1, passes.length),
  ].join("\n");
  const runtime = (name: RuntimeName): string => context.calls.runtime(name);
  const table = context.jobs;
  const state = table === undefined ? OWN_CELLS : SHARED_CELLS;
  const end = `${table === undefined ? "" : hostText(program, context, table)}${hasPasses ? "" : "let endT = 0, endTk = 0, endI = 0, endIk = 0;\n"}let kept = 0, result, floor = -1, start = 0, floorH = 0, startH = 0;
const forced = [];
const forces = [${definitions.map(({ force }) => force).join(", ")}];
const forgets = [${definitions.map(({ forget }) => forget).join(", ")}];
const isKept = [];
return {
  makers,
  begin() {
    depth = 0; fuel = FUEL; spOut = 0; if (O.length > 0) O.length = 0;
    for (let i = 0; i < forgets.length; i++) if (!isKept[i]) forgets[i]();
    if (floor < 0 || kept < forced.length) {
      // what earlier runs found needed of the definitions without parameters comes first from now on, and stays
      floor = -1;
      ${state.empty}
      const first = ${runtime("cells")}(constants.length);
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
      ${state.kept}
    }
    nOut = floor;
    hOut = floorH;
    ${state.again}
  },
  loaded() {
    start = nOut;
    startH = hOut;
    ${state.loaded}
  },
  cells,
  get values() { return Vin; },
  record: ${runtime("words")},
  get words() { return Hin; },
  run(args) {${counters === undefined ? "" : "\n    C.fill(0); longest = -1;"}
    depth = 0; fuel = FUEL; spOut = 0; if (O.length > 0) O.length = 0;
    tk = 0; Tin = TC[0]; tpOut = 0;${hasPasses ? "\n    forgetPasses();" : ""}
    ik = 0; Iin = IC[0]; ipOut = 0;
    nOut = start;
    hOut = startH;
    ${state.begin}
    // what the run before needed first lies where this one will write
    for (let i = 0; i < forgets.length; i++) if (!isKept[i]) forgets[i]();
    const first = f${entry.id}(${entry.params.map((_, index) => `args[${index}]`).join(", ")});
    ${state.ran}
    endT = tpOut; endTk = tk; endI = ipOut; endIk = ik;${hasPasses ? " endP = pp;" : ""}${counters === undefined ? "" : "\n    noteLength(false);"}
    ${entry.results.length > 0 ? "result = first;" : ""}
  },
  results() {
    return [${results}];
  },
  back(outputs, cotangents, isNanSafe) {
    const end = ${state.end}, zero = isNanSafe ? -0 : 0;
    ${state.back}
    const cells = Ain;
    Z[0] = 0;
    for (let i = 0; i < outputs.length; i++) {
      cells[outputs[i]] += cotangents[i] + 0;
      Z[0] += cotangents[i];
    }
    if (endTk !== tk) { tk = endTk; Tin = TC[tk]; }
    if (endIk !== ik) { ik = endIk; Iin = IC[ik]; }
    tpOut = endT;
    ipOut = endI;${hasPasses ? "\n    pp = endP;" : ""}
    fuel = FUEL;
    if (isNanSafe) sweepNanSafe(); else sweepFast();
    return ${hasPasses ? "Ain" : "cells"};
  },
  sum: Z,${counters === undefined ? "" : "\n  longest() { return { counts: [...atLongest], bytes: longest, isWithinPass }; },"}
  statistics() {
    let numbers = endT, indices = endI;
    for (let i = 0; i < endTk; i++) numbers += TF[i];
    for (let i = 0; i < endIk; i++) indices += IF[i];
    return { cells: nOut, words: hOut, numbers, indices, held: ${runtime("held")}() };
  },
};`;
  context.calls.runtime("afford");
  const runtimeText = runtimeFor(context.calls.names, table !== undefined);
  const parts = { begin: `"use strict";\n${runtimeText}\n${begin}`, forward, reverse, end };
  return {
    ...textOf(parts, context.links, { segments: () => tapeSegments(context, ({ fn }) => present(storageOf.get(fn))) }),
    isParallel: table !== undefined,
    sites: context.sites,
    param: program.param,
    result: program.result,
    classOf: (con) => context.classOf(con),
  };
}

/** Counters of what lies on the tape, and how they were when it was longest: what passes leave is free again when they are over. */
function countersText(count: number): string {
  return `const C = new Float64Array(${count}), atLongest = new Float64Array(${count});
let longest = -1, isWithinPass = false;
function noteLength(isWithin) {
  let bytes = 8 * tpOut + 4 * ipOut;
  for (let i = 0; i < tk; i++) bytes += 8 * TF[i];
  for (let i = 0; i < ik; i++) bytes += 4 * IF[i];
  if (bytes <= longest) return;
  longest = bytes;
  isWithinPass = isWithin;
  atLongest.set(C);
}`;
}

function definition(
  global: GlobalValue,
  index: number,
  context: CodegenContext,
): { readonly code: string; readonly force: string; readonly forget: string } {
  const { id, fn, name, span } = global;
  const parts = fn.results.map((_, at) => `x${id}_${at}`);
  const site = context.site({
    kind: "value-cycle",
    message: [`the definition \`${name}\` needs its own value`],
    span,
  });
  const assign = parts.map((part, at) => `${part} = ${at === 0 ? "first" : `$${at}`};`).join(" ");
  context.widest = Math.max(context.widest, parts.length);
  const code = `let ${[`s${id} = 0`, ...parts].join(", ")};
function x${id}() {
  if (s${id} === 2) return;
  if (s${id} === 1) throw mistake(${site}, []);
  s${id} = 1;
  evaluations++;
  ${context.jobs === undefined ? "" : "const around = forkDepth;\n  forkDepth = SEQUENTIAL;\n  "}const first = f${fn.id}();
  ${context.jobs === undefined ? "" : "forkDepth = around;\n  "}${assign}
  s${id} = 2;
  if (!forced.includes(${index})) forced.push(${index});
}
`;
  return { code, force: `x${id}`, forget: `() => { s${id} = 0; }` };
}

/** Runs adjoints from the last record of the tape to the first. */
function driver(
  { calls, jobs }: CodegenContext,
  name: "sweepFast" | "sweepNanSafe",
  prefix: string,
  count: number,
  isOneFunction: boolean,
  passes: number,
): string {
  // a program of one segment leaves one record
  if (count === 1 && isOneFunction)
    return `function ${name}() {\n  if (ipOut > 0 && Iin[--ipOut] === 1) ${prefix}1();\n}\n`;
  const cases = Array.from({ length: count }, (_, index) => `case ${index + 1}: ${prefix}${index + 1}(); break;`);
  if (passes > 0) cases.unshift("case 0: return;", ...passCases(passes, name === "sweepNanSafe"));
  // the begin of a piece of tape that a job has left, and the end of a fork
  if (jobs !== undefined)
    cases.unshift("case 0: return;", `case -1: jobs.back(Iin[--ipOut], ${name === "sweepNanSafe"}); break;`);
  return `function ${name}() {
  for (;;) {
    if (ipOut === 0) {
      if (ik === 0) return;
      ${calls.runtime("backI")}();
      continue;
    }
    ${tick(calls)}
    switch (Iin[--ipOut]) {
      ${cases.join("\n      ")}
    }
  }
}
`;
}

/** Gives classes to the constructors of what a layout may hold. */
function classesIn(layout: Layout, context: CodegenContext, seen: Set<Layout>): void {
  if (seen.has(layout)) return;
  seen.add(layout);
  if (layout.tag === "product") for (const item of layout.items) classesIn(item, context, seen);
  if (layout.tag === "array") classesIn(layout.item, context, seen);
  if (layout.tag === "data")
    for (const con of layout.cons) {
      context.classOf(con);
      for (const field of con.fields) classesIn(field, context, seen);
    }
}
