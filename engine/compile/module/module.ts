// A program and its gradient as one ES module without dependencies, for Node and for pages.
import { present } from "../../base/nth.ts";
import { textBelow } from "../../base/source-text.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import { LIST, shownName, type Type } from "../../types/type.ts";
import type { Assembled } from "../codegen/text.ts";
import type { Failure } from "../ir/ir.ts";
import type { Layouts } from "../ir/layout.ts";
import { commentCode, textCode } from "../ir/literals.ts";
import { messageCode, SHOWN, saidBy } from "../runtime/failures.ts";
import memorySource from "../webassembly/memory.js?raw";
import { plainDataCode } from "./plain-data.ts";
import { type ModuleThreads, threadsCode } from "./threads-code.ts";

/** A module's parts: a program that is assembled, its types, and its text. */
export interface ExportSubject {
  readonly assembled: Assembled;
  /** Where it is exported with threads: what they are made of, and the program for them; undefined where it has no jobs for them. */
  readonly threads?: (ModuleThreads & { readonly parallel: Assembled | undefined }) | undefined;
  readonly layouts: Layouts;
  readonly fieldsOf: (type: Type) => readonly { readonly name: string; readonly fields: readonly Type[] }[] | undefined;
  readonly entry: string;
  readonly param: Type;
  readonly result: Type;
  /** A span as people count: `file:line:column`. */
  readonly placeOf: (span: Span) => string;
  /** The program's text, and its file's name. */
  readonly text: string;
  readonly file: string;
}

/** The module's text. */
export function exportedModule(subject: ExportSubject): string {
  const { assembled, entry, text, file, threads } = subject;
  const parallel = threads?.parallel;
  const hasSites = assembled.sites.length > 0 || (parallel?.sites.length ?? 0) > 0;
  const types = new Types(subject);
  const program = commentCode(text.trimEnd())
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n");
  return `/**
 * \`${commentCode(entry)}\` of ${commentCode(file)} and its gradient, by reverse-mode automatic differentiation.
 * Compiled: a block tape and generated adjoints, no dual numbers at run time. Its results equal those of the stages of
 * dual-numbers reverse AD up to rounding and the sign of zero.
 * Made by Dualscope from this program:
 *
${program}
 */
${types.typedefs()}
/** Why a run ended: a kind, and where in the program. */
export class DualMistake extends Error {
  constructor(kind, message, at) {
    super(at === undefined ? message : at + ": " + message);
    this.name = "DualMistake";
    this.kind = kind;
    this.at = at;
  }
}

${assembled.hasLoops === true ? textBelow(memorySource) : ""}${hasSites || parallel !== undefined ? mistakes(assembled.sites, parallel?.sites, subject.placeOf) : ""}${assembled.hasTape || parallel !== undefined ? LIMITS : ""}const ${parallel === undefined ? "runtime" : "alone"} = (() => {
${assembled.text}
})();
${parallel === undefined ? "" : "let runtime = alone;"}${threads === undefined ? "" : threadsCode(threads, parallel)}
${plainDataCode({ ...subject, classOf: assembled.classOf, shown: (type) => types.jsType(type) }, subject.param, subject.result, parallel !== undefined)}
/**
 * The value of the program.
 * @param {${types.jsType(subject.param)}} x
 * @returns {${types.jsType(subject.result)}}
 */
export function primal(x) {
  return ${parallel === undefined ? "run(x)" : "attempt(() => run(x))"};
}

/**
 * The value of the program, and the gradient of its result by x, weighted by a cotangent of the result's form (1 at every Real
 * where none is given). Whole numbers in the gradient are those of x.
 * @param {${types.jsType(subject.param)}} x
 * @param {${types.jsType(subject.result)}} [cotangent]
 * @returns {{ value: ${types.jsType(subject.result)}, gradient: ${types.jsType(subject.param)} }}
 */
export function gradient(x, cotangent) {
${
  parallel === undefined
    ? ""
    : `  return attempt(() => gradientOnce(x, cotangent));
}

function gradientOnce(x, cotangent) {
`
}  const value = run(x);
  if (cotangent === undefined) weighByOne();
  else weigh(cotangent, value);
  let A = runtime.back(outputs, cotangents, false);
  // a NaN may come from what no path reaches: with care one can tell
  if (!Number.isFinite(runtime.sum[0])) A = runtime.back(outputs, cotangents, true);
  return { value, gradient: gradientOf(x, A) };
}
`;
}

/** The possible mistakes by site, and their errors; in the program for threads sites have other numbers. */
function mistakes(
  sites: readonly Failure[],
  parallel: readonly Failure[] | undefined,
  placeOf: ExportSubject["placeOf"],
): string {
  const list = (all: readonly Failure[]): string =>
    all.length === 0 ? "[]" : `[\n  ${all.map((site) => siteCode(site, placeOf)).join(",\n  ")},\n]`;
  const onThreads = `
const sitesOnThreads = ${list(parallel ?? [])};
const mistakeOnThreads = (site, values) => mistakeAt(sitesOnThreads[site], values);
`;
  return `const sites = ${list(sites)};
const mistake = (site, values) => mistakeAt(sites[site], values);
${parallel === undefined ? "" : onThreads}
function mistakeAt({ kind, says, at }, values) {
  return new DualMistake(kind, says(values), at);
}

${SHOWN}
`;
}

const LIMITS = `const limits = {
  // no array of a host is longer
  bytes: 2 ** 35,
  depth: Infinity,
  tick() {},
  memory: () => new RangeError("the run needs too much memory"),
  deep: () => new RangeError("the calls nest too deep"),
};

`;

/** The error of a site of the program: its kind, its message, and its place where that is in the user's text. */
function siteCode(failure: Failure, placeOf: ExportSubject["placeOf"]): string {
  const { kind, said } = saidBy(failure);
  const { span, call = span } = failure;
  const isHere = call !== undefined && isUsersText(call.source);
  const at = isHere ? textCode(placeOf(call).replace(/[<>]/g, "")) : "undefined";
  return `{ kind: ${textCode(kind)}, at: ${at}, says: (v) => ${messageCode(said)} }`;
}

/** Names of types that mean something else in a module. */
const TAKEN = new Set(["Array", "Float64Array", "DualMistake"]);

/** The types of the input and the output as JSDoc. */
class Types {
  private readonly names = new Map<string, string>();
  private readonly definitions: string[] = [];
  private readonly subject: ExportSubject;

  constructor(subject: ExportSubject) {
    this.subject = subject;
  }

  /** The definitions of data types. They are complete after {@link jsType} of all that is shown. */
  typedefs(): string {
    this.jsType(this.subject.param);
    this.jsType(this.subject.result);
    return this.definitions.join("\n");
  }

  /** A type as JSDoc writes it. */
  jsType(type: Type): string {
    if (type.tag === "tuple")
      return type.items.length === 0 ? "null" : `[${type.items.map((item) => this.jsType(item)).join(", ")}]`;
    if (type.tag !== "con") return "never";
    if (type.name === "Real" || type.name === "Int") return "number";
    if (type.name === "Bool") return "boolean";
    const item = type.args[0];
    if (type.name === "Array" && item?.tag === "con" && item.name === "Real") return "(number[] | Float64Array)";
    if (type.name === "Array" || type.name === LIST) return `Array<${this.jsType(present(item))}>`;
    const key = typeText(type);
    let name = this.names.get(key);
    if (name !== undefined) return name;
    const base = shownName(type.name).replace(/[^A-Za-z0-9]/g, "_");
    name = base;
    for (let number = 2; TAKEN.has(name) || [...this.names.values()].includes(name); number++)
      name = `${base}_${number}`;
    this.names.set(key, name);
    const ways = (this.subject.fieldsOf(type) ?? []).map(
      (con) => `{ tag: ${textCode(con.name)}, fields: [${con.fields.map((field) => this.jsType(field)).join(", ")}] }`,
    );
    this.definitions.push(`/** @typedef {${ways.join(" | ")}} ${name} */`);
    return name;
  }
}

function typeText(type: Type): string {
  if (type.tag === "tuple") return `(${type.items.map(typeText).join(",")})`;
  return type.tag === "con" ? `${type.name}<${type.args.map(typeText).join(",")}>` : type.tag;
}
