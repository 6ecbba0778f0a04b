// A program and its gradient as one ES module without dependencies, for Node and for pages.
import { internal } from "../base/unreachable.ts";
import { LIST, shownName, type Type } from "../types/type.ts";
import { saidBy } from "./failures.ts";
import type { Failure } from "./ir.ts";
import {
  type ConLayout,
  componentsOf,
  type DataLayout,
  hasRun,
  type Layout,
  type Layouts,
  nullaryAddress,
  wordsOf,
} from "./layout.ts";
import { commentCode, textCode } from "./literals.ts";
import { PLAIN_DATA } from "./plain-data.ts";
import type { Assembled } from "./text.ts";

export interface ExportSubject {
  readonly assembled: Assembled;
  readonly layouts: Layouts;
  readonly fieldsOf: (type: Type) => readonly { readonly name: string; readonly fields: readonly Type[] }[] | undefined;
  readonly entry: string;
  readonly param: Type;
  readonly result: Type;
  /** The program's text, and its file's name. */
  readonly text: string;
  readonly file: string;
}

/** The module's text. */
export function exportedModule(subject: ExportSubject): string {
  const { assembled, entry, text, file } = subject;
  const table = new TypeTable(subject);
  const [param, result] = [table.add(subject.param), table.add(subject.result)];
  const program = commentCode(text.trimEnd())
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n");
  const sites = assembled.sites.map(siteCode).join(",\n  ");
  return `/**
 * \`${commentCode(entry)}\` of ${commentCode(file)} and its gradient, by reverse-mode automatic differentiation (dual numbers with a tape).
 * Made by Dualscope from this program:
 *
${program}
 */
${table.typedefs()}
/** Why a run ended: a kind, and where in the program. */
export class DualMistake extends Error {
  constructor(kind, message, at) {
    super(at === undefined ? message : at + ": " + message);
    this.name = "DualMistake";
    this.kind = kind;
    this.at = at;
  }
}

const sites = [
  ${sites}
];

function mistake(site, values) {
  const [kind, parts, at] = sites[site];
  return new DualMistake(kind, parts.map((part) => (typeof part === "number" ? String(values[part]) : part)).join(""), at);
}

const limits = {
  bytes: Infinity,
  depth: Infinity,
  tick() {},
  memory: () => new RangeError("the run needs too much memory"),
  deep: () => new RangeError("the calls nest too deep"),
};

const runtime = (() => {
${assembled.text}
})();

const types = ${table.code()};
const PARAM = ${param};
const RESULT = ${result};
${PLAIN_DATA}
/**
 * The value of the program.
 * @param {${table.jsType(subject.param)}} x
 * @returns {${table.jsType(subject.result)}}
 */
export function primal(x) {
  return run(x).value;
}

/**
 * The value of the program, and the gradient of its result by x, weighted by a cotangent of the result's form (1 at every Real
 * where none is given). Whole numbers in the gradient are those of x.
 * @param {${table.jsType(subject.param)}} x
 * @param {${table.jsType(subject.result)}} [cotangent]
 * @returns {{ value: ${table.jsType(subject.result)}, gradient: ${table.jsType(subject.param)} }}
 */
export function gradient(x, cotangent) {
  const { value, inputs, outputs } = run(x);
  const cotangents = [];
  if (cotangent === undefined) for (const _ of outputs) cotangents.push(1);
  else {
    checkData(RESULT, cotangent, "cotangent");
    visitReals(RESULT, cotangent, (real) => cotangents.push(real), value);
  }
  let reals = sweep(inputs, outputs, cotangents, false);
  // a NaN may come from what no path reaches: with care one can tell
  if (!Number.isFinite(runtime.sum[0]) && reals.some(Number.isNaN)) reals = sweep(inputs, outputs, cotangents, true);
  let at = 0;
  return { value, gradient: withReals(PARAM, x, () => reals[at++]) };
}
`;
}

/** What a site of the program says when it is reached: its kind, its message with numbers of values, its place. */
function siteCode(failure: Failure): string {
  const { kind, said } = saidBy(failure);
  const parts = said.map((part) => (typeof part === "number" ? String(part) : textCode(part)));
  const { span } = failure;
  const at = span === undefined ? "undefined" : textCode(`${span.source.replace(/[<>]/g, "")} ${span.from}`);
  return `[${textCode(kind)}, [${parts.join(", ")}], ${at}]`;
}

/** The types of the input and the output, numbered, as data and as JSDoc. */
class TypeTable {
  private readonly ids = new Map<string, number>();
  private readonly rows: string[] = [];
  private readonly names = new Map<string, string>();
  private readonly definitions: string[] = [];
  private readonly subject: ExportSubject;

  constructor(subject: ExportSubject) {
    this.subject = subject;
  }

  code(): string {
    return `[\n  ${this.rows.join(",\n  ")}\n]`;
  }

  /** The definitions of data types. They are complete after {@link jsType} of all that is shown. */
  typedefs(): string {
    this.jsType(this.subject.param);
    this.jsType(this.subject.result);
    return this.definitions.join("\n");
  }

  add(type: Type): number {
    const layout = this.subject.layouts.of(type);
    const key = typeText(type);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.rows.length;
    this.ids.set(key, id);
    this.rows.push("");
    this.rows[id] = this.row(type, layout);
    return id;
  }

  private row(type: Type, layout: Layout): string {
    const width = componentsOf(layout).length;
    if (type.tag === "tuple") {
      if (type.items.length === 0) return `{ t: "unit", width: 0 }`;
      const items = type.items.map((item) => this.add(item));
      return `{ t: "tuple", width: ${width}, items: [${items.join(", ")}] }`;
    }
    if (type.tag !== "con") return internal("an entry has a type that is no data");
    if (type.name === "Real") return `{ t: "real", width: 1 }`;
    if (type.name === "Int") return `{ t: "int", width: 1 }`;
    if (type.name === "Bool") return `{ t: "bool", width: 1 }`;
    if (type.name === "Array" && layout.tag === "array") {
      const kinds = componentsOf(layout.item).map((kind) => `"${kind}"`);
      return `{ t: "array", width: ${width}, item: ${this.add(type.args[0]!)}, kinds: [${kinds.join(", ")}] }`;
    }
    const constructors = this.subject.fieldsOf(type) ?? internal("a type has no constructors", type.name);
    const fields = constructors.map((one) => one.fields.map((field) => this.add(field)));
    if (layout.tag === "product") {
      const con = `{ name: ${textCode(constructors[0]!.name)}, fields: [${fields[0]!.join(", ")}] }`;
      return `{ t: "data", product: true, width: ${width}, cons: [${con}] }`;
    }
    const data = layout as DataLayout;
    const cons = data.cons.map((con, index) => this.con(con, fields[index]!));
    const flat = data.kind === "address";
    if (type.name === LIST)
      return `{ t: "list", flat: ${flat}, width: 1, item: ${this.add(type.args[0]!)}, cons: [${cons.join(", ")}] }`;
    return `{ t: "data", product: false, flat: ${flat}, width: 1, cons: [${cons.join(", ")}] }`;
  }

  private con(con: ConLayout, fields: readonly number[]): string {
    const kinds = con.kinds.map((kind) => `"${kind}"`).join(", ");
    const parts = [
      `name: ${textCode(con.name)}`,
      `index: ${con.index}`,
      `fields: [${fields.join(", ")}]`,
      `kinds: [${kinds}]`,
    ];
    if (con.data.kind === "address") {
      const { size, isTagged } = wordsOf(con);
      parts.push(`size: ${size}`, `tagged: ${isTagged}`, `run: ${hasRun(con)}`, `address: ${nullaryAddress(con)}`);
    } else parts.push(`maker: ${this.subject.assembled.classOf(con)}`);
    return `{ ${parts.join(", ")} }`;
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
    if (type.name === "Array" || type.name === LIST) return `Array<${this.jsType(item!)}>`;
    const key = typeText(type);
    let name = this.names.get(key);
    if (name !== undefined) return name;
    const base = shownName(type.name).replace(/[^A-Za-z0-9]/g, "_");
    name = this.names.size === 0 || ![...this.names.values()].includes(base) ? base : `${base}_${this.names.size}`;
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
