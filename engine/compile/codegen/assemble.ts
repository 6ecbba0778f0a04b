// A whole program as the text of one JavaScript function: the run time, the program's functions and adjoints, and how to run them.
import { present } from "../../base/nth.ts";
import { Activity } from "../analyse/activity.ts";
import { shallowFns } from "../analyse/stack-depth.ts";
import { StorageAnalysis } from "../analyse/storage-analysis.ts";
import type { Fn, GlobalValue, IrProgram, Stmt } from "../ir/ir.ts";
import type { Layout } from "../ir/layout.ts";
import { commentCode, literalCode } from "../ir/literals.ts";
import { Links } from "../ir/source-links.ts";
import { runtimeFor, scalarsFor } from "../runtime/runtime-text.ts";
import { tick } from "./calls.ts";
import { CodegenContext, type Segment } from "./codegen-context.ts";
import { countersText, driverText } from "./driver/sources.ts";
import { FunctionWriter } from "./forward/function-writer.ts";
import { leaveOnTape } from "./forward/leaving.ts";
import { Writer } from "./forward/writer.ts";
import { activityNotes, cellNotes, type PassListener, segmentNotes } from "./pass-notes.ts";
import { passCases, passText } from "./passes-text.ts";
import { adjointFunction } from "./runtime-state.ts";
import { tapeSegments } from "./tape-parts.ts";
import { type Assembled, indented, textOf } from "./text.ts";

/**
 * A program with a tape as text. `listener` gets the results of the analyses. With `isParallel` its jobs may run on several threads. Throws LeftToMachine.
 */
export function assemble(program: IrProgram, listener?: PassListener, isParallel = false): Assembled {
  const { entry, fns, globals } = program;
  const activity = new Activity(entry, fns);
  listener?.passed("activity", fns, activityNotes(activity));
  const passes = fns.filter(({ pass }) => pass !== undefined);
  const links = listener && new Links();
  const context = new CodegenContext(shallowFns(fns), links, listener?.isCounting, isParallel, passes.length > 0);
  const storageOf = new Map(fns.map((fn) => [fn, new StorageAnalysis(fn, activity)]));
  const segmentsOf = new Map(fns.map((fn) => [fn, new Map<Stmt, Segment>()]));
  listener?.passed("cells", fns, cellNotes(activity, storageOf, context.items));
  const functions = fns.flatMap((fn) => {
    const [storage, segments] = [present(storageOf.get(fn)), present(segmentsOf.get(fn))];
    return functionTexts(fn, context, (isGenerator) => {
      const writer = new Writer(fn, context, activity, storage);
      return new FunctionWriter(writer, { segments, isGenerator, leave: leaveOnTape }).text();
    });
  });
  listener?.passed("segments", fns, segmentNotes(activity, storageOf, segmentsOf, context.items));
  const definitions = globals.map((global, index) => definition(global, index, context));
  const adjoints = context.recorded.map(
    ({ fast, nanSafe }, index) =>
      `/** Takes back record ${index + 1}. */\n${adjointFunction(`r${index + 1}`, fast)}` +
      `/** The same with care: -0 is what no path has reached, and is not multiplied. */\n${adjointFunction(`q${index + 1}`, nanSafe)}`,
  );
  // the classes of the input and the output may be new
  for (const layout of [program.param, program.result]) classesIn(layout, context, new Set());
  const extra = Array.from({ length: context.widest }, (_, index) => `$${index + 1}`).join(", ");
  const counters = context.counters?.size;
  const begin = [
    scalarsFor(context.calls.names),
    `let ${extra};`,
    ...(context.jobs === undefined ? [] : [`const WIDEST = ${context.widest};`]),
    `const constants = [${context.constantValues.map((value) => literalCode(value)).join(", ")}];`,
    ...context.columns.map((values, index) => `const column${index} = [${values.map(literalCode).join(", ")}];`),
    classesText(context),
    countersText(counters),
    `const forced = [];`,
    `const forces = [${definitions.map(({ force }) => force).join(", ")}];`,
    `const forgets = [${definitions.map(({ forget }) => forget).join(", ")}];`,
  ].join("\n");
  const forward = [...functions, ...closureFunctions(context)]
    .map(indented)
    .concat(definitions.map(({ code }) => code))
    .join("\n");
  const reverse = [
    ...adjoints.map(indented),
    ...passes.map((fn, place) => passText(fn, place, context.calls.runtime("beginPiece"), counters !== undefined)),
    driver(context, "sweepFast", "r", adjoints.length, fns.length === 1, passes.length),
    driver(context, "sweepNanSafe", "q", adjoints.length, fns.length === 1, passes.length),
  ].join("\n");
  const end = driverText(program, context);
  const runtimeText = runtimeFor(context.calls.names, context.jobs !== undefined);
  const parts = { begin: `"use strict";\n${runtimeText}\n${begin}`, forward, reverse, end };
  return {
    ...textOf(parts, context.links, { segments: () => tapeSegments(context, ({ fn }) => present(storageOf.get(fn))) }),
    isParallel: context.jobs !== undefined,
    hasLoops: context.loops?.isEmpty === false,
    sites: context.sites,
    param: program.param,
    result: program.result,
    classOf: (con) => context.classOf(con),
  };
}

/** The text of a function; where JavaScript's stack may not suffice, as a generator, too. */
function functionTexts(fn: Fn, context: CodegenContext, write: (isGenerator: boolean) => string): readonly string[] {
  // names of the program are for the reader alone: a comment, and no letters but plain ones
  const name = commentCode(fn.name).replace(/[^\wλ'@#°, ]/g, "?");
  const note = fn.mode === "plain" ? ", without derivatives" : "";
  const direct = `/** ${name}${note} */\n${context.written(write(false))}`;
  if (context.shallow.has(fn)) return [direct];
  return [direct, `/** ${name}, where JavaScript's stack does not suffice */\n${context.written(write(true))}`];
}

/** The functions of closures: they take the captured values from the closure. */
function closureFunctions({ objects }: CodegenContext): readonly string[] {
  return [...objects].flatMap(([{ id, params }, captured]) => {
    const names = params.slice(captured).map((_, index) => `p${index}`);
    const all = [...params.slice(0, captured).map((_, index) => `c[${index}]`), ...names].join(", ");
    const given = ["c", ...names].join(", ");
    return [
      `function a${id}(${given}) { return f${id}(${all}); }\n`,
      `function b${id}(${given}) { return g${id}(${all}); }\n`,
    ];
  });
}

/** The classes of constructors, and what makes their objects. */
function classesText({ constructors }: CodegenContext): string {
  const classes = constructors.map(({ con, id }) => {
    const names = con.kinds.map((_, index) => `f${index}`);
    const fields = names.map((name) => `this.${name} = ${name};`).join(" ");
    const constant = con.kinds.length === 0 ? `const N${id} = new K${id}();\n` : "";
    return `class K${id} { constructor(${names.join(", ")}) { this.t = ${con.index}; ${fields} } }\n${constant}`;
  });
  const makers = constructors.map(({ con, id }) => (con.kinds.length === 0 ? `() => N${id}` : `() => new K${id}()`));
  return `${classes.join("")}\nconst makers = [${makers.join(", ")}];`;
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
