// Programs of straight code: operations and branches on the numbers of the input, without loops, calls, arrays and data that is made.
// All places are known when they are compiled, so nothing is looked up, pushed, or tested for room. V holds the Reals of the input and
// then those of the output, T what else the reverse pass needs of the forward pass, G the gradient, Z its sum.
//
// A typed array that is a constant needs no tests of its bounds at constant places, and its address stands in the code: so to remember
// a number costs less than to compute it again.
//
// Long code is cut into pieces (`outlining.ts` says why), each of them a function of each pass; what goes from one piece to another goes by
// way of T, cotangents by way of D.
import { present } from "../../../base/nth.ts";
import { Activity } from "../../analyse/activity.ts";
import type { RecordPlan } from "../../analyse/record-plan.ts";
import { StorageAnalysis } from "../../analyse/storage-analysis.ts";
import { blocksOf, type Fn, type IrProgram, type Stmt } from "../../ir/ir.ts";
import type { Kind } from "../../ir/kind.ts";
import { Links } from "../../ir/source-links.ts";
import { scalarsFor } from "../../runtime/runtime-text.ts";
import { CodegenContext } from "../codegen-context.ts";
import { Writer } from "../forward/writer.ts";
import { activityNotes, type PassListener, placeNotes } from "../pass-notes.ts";
import type { AdjointMode } from "../reverse/cotangents.ts";
import { type Assembled, indented, textOf } from "../text.ts";
import { forwardPass } from "./forward.ts";
import { Places } from "./places.ts";
import { ReversePass } from "./reverse.ts";

/** Typed arrays of more than 64 bytes do not move, so their addresses can stand in the code: without, `rotate` takes 2 % to 5 % longer. */
const SHORTEST = 16;

/** Whether a program is straight code: its entry calls nothing, and is made of operations and branches only. */
export function isStraightLine({ entry, fns }: IrProgram): boolean {
  const isScalar = (stmt: Stmt): boolean => {
    switch (stmt.tag) {
      case "op":
      case "chain":
      case "plain":
      case "and":
      case "not":
      case "fail":
      case "if":
        return blocksOf(stmt).every(({ stmts }) => stmts.every(isScalar));
      default:
        return false;
    }
  };
  const isNumber = (kind: Kind): boolean => kind === "real" || kind === "int" || kind === "bool";
  const kinds = [...entry.params.map(({ kind }) => kind), ...entry.results];
  return fns.length === 1 && kinds.every(isNumber) && entry.body.stmts.every(isScalar);
}

/** The program as text, as {@link assemble} gives it. `entry` is the only function. */
export function straightLineProgram({ entry, param, result }: IrProgram, listener?: PassListener): Assembled {
  // Reals come in and go out by their places
  const fn: Fn = { ...entry, passing: "value" };
  const activity = new Activity(fn, [fn]);
  const storage = new StorageAnalysis(fn, activity, true);
  listener?.passed("activity", [fn], activityNotes(activity));
  const context = new CodegenContext(new Set([fn]), listener && new Links());
  const places = new Places(fn, context.items);
  const adjoint = (mode: AdjointMode, plan?: RecordPlan): ReversePass =>
    new ReversePass(fn, { storage, activity, shared: context }, places, mode, plan);
  const isActive = fn.mode === "active";
  const plan: RecordPlan = isActive ? adjoint("plan").plans() : new Map();
  const forward = forwardPass(new Writer(fn, context, activity, storage), plan, places);
  const reversePass = (mode: AdjointMode, about: string, name: string): string => {
    const made = adjoint(mode, plan);
    const text = made.reverse(about, name);
    context.calls.addAll(made.calls);
    return text;
  };
  const adjoints = isActive
    ? [
        reversePass("fast", "The reverse pass, from the cotangents y of the output.", "reverse"),
        reversePass(
          "nan-safe",
          "The same with care: -0 is what no path has reached, and is not multiplied.",
          "reverseNanSafe",
        ),
      ]
    : [];
  const [forwardCode, ...reverseCode] = [forward, ...adjoints].map((one) => indented(context.written(one)));
  listener?.passed(
    "places",
    [fn],
    placeNotes(activity, (one) => places.known(context.items.value(one))),
  );
  const { inputs, outputs, given } = places;
  const { inT, inD } = places.counted();
  const arrays = [
    { name: "V", size: given, about: "the Reals of the input, then of the output" },
    { name: "T", size: inT, about: "what else the reverse pass needs" },
    { name: "G", size: inputs.size, about: "the gradient" },
    { name: "Z", size: 1, about: "its sum" },
    ...(inD === 0 ? [] : [{ name: "D", size: inD, about: "cotangents that go from piece to piece" }]),
  ];
  const others = outputs.flatMap((place, index) => (place === undefined ? [`$${index}`] : []));
  const args = fn.params.flatMap(({ kind }, index) => (kind === "real" ? [] : [`args[${index}]`]));
  const sweep = isActive ? "\n    if (isNanSafe) reverseNanSafe(cotangents); else reverse(cotangents);" : "";
  const begin = `"use strict";
${arrays.map(({ name, size, about }) => `const ${name} = new Float64Array(${Math.max(SHORTEST, size)}); // ${about}`).join("\n")}
const H = new Int32Array(0);
let next = 0;
${others.length === 0 ? "" : `let ${others.join(", ")};\n`}${scalarsFor(context.calls.names)}`;
  const end = `return {
  makers: [],
  begin() { next = 0; },
  loaded() {},
  cells(count) { return (next += count) - count; },
  get values() { return V; },
  record() { return 0; },
  get words() { return H; },
  run(args) { forward(${args.join(", ")}); },
  results() { return [${outputs.map((place, index) => place ?? `$${index}`).join(", ")}]; },
  back(outputs, cotangents, isNanSafe) {${sweep}
    return G;
  },
  sum: Z,
  statistics() {
    return { cells: ${given}, words: 0, numbers: ${inT}, indices: 0, held: ${arrays.map(({ name }) => `${name}.byteLength`).join(" + ")} };
  },
};`;
  const reverse = reverseCode.length === 0 ? {} : { reverse: reverseCode.join("\n") };
  const parts = { begin, forward: present(forwardCode), ...reverse, end };
  return {
    ...textOf(parts, context.links, { fixed: inT * Float64Array.BYTES_PER_ELEMENT }),
    sites: context.sites,
    param,
    result,
    classOf: noClass,
  };
}

function noClass(): never {
  throw new Error("straight code has no objects");
}
