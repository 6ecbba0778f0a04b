// Plain JavaScript data of exported modules: functions that take it in and give it out, one for each list, array and data type of the
// input and the output. Tuples and records without alternatives are taken apart where they stand.
//
// `take` checks data and writes it into cells, words and objects, noting in `starts` where its Reals went; `gradientOf` walks the same
// data in the same order, and reads their cotangents there. `give` makes data of what the program computed, noting in `outputs` the
// cells of its Reals, as the first of each row of them and their number; `weigh` walks a cotangent in that order. What may contain itself is put off to `later`, so that it may be of any
// depth: all four put off the same parts in the same order, each after the parts beside it that are not put off.
import type { Type } from "../../types/type.ts";
import { count, type DataTypes, type Form, Forms, fn, partsOf, plus } from "./plain-forms.ts";
import { cells, layText, PlainInput } from "./plain-input.ts";
import { PlainOutput } from "./plain-output.ts";

/** The text for an input and a result: `run`, `weigh` and `gradientOf`, with what they use. With `onThreads`, the jobs learn the size of each input. */
export function plainDataCode(types: DataTypes, param: Type, result: Type, onThreads = false): string {
  const forms = new Forms(types);
  return new PlainData(forms, types, onThreads).text(forms.form(param), forms.form(result));
}

class PlainData {
  private readonly forms: Forms;
  private readonly input: PlainInput;
  private readonly output: PlainOutput;
  private readonly onThreads: boolean;

  constructor(forms: Forms, types: DataTypes, onThreads: boolean) {
    this.onThreads = onThreads;
    this.forms = forms;
    this.input = new PlainInput(forms, types.classOf);
    this.output = new PlainOutput(forms);
  }

  text(input: Form, output: Form): string {
    const taken = [...this.forms.reachable(input)];
    const given = [...this.forms.reachable(output)];
    const parts = [
      HEAD,
      ...taken.flatMap((made) => [
        layText(made.body, !this.onThreads),
        this.input.takeMade(made),
        this.input.gradientMade(made),
      ]),
      ...given.flatMap((made) => [this.output.giveMade(made), this.output.weighMade(made)]),
      this.top(input, output),
    ];
    return parts.join("\n");
  }

  private top(input: Form, output: Form): string {
    const take: string[] = [];
    const parts = this.forms.open(input, "x", [`"x"`], 0, take, true);
    const scalars = count(parts);
    take.push(...cells(scalars.reals, 0, String));
    if (scalars.reals > 0) take.push("const V = runtime.values;");
    const taken = this.input.takeParts(
      parts,
      undefined,
      (at, code) => `components[${at}] = ${code};`,
      (k) => plus("c", k),
      undefined,
    );
    let reals = 0;
    const gradient = this.input.gradientOf(input, "x", undefined, () => plus("c", reals++), "", []);
    const get = (at: number): string => `r[${at}]`;
    const given = this.output.giveForm(output, 0, { get, scalar: get }, undefined, "", []);
    const weigh: string[] = [];
    const cotangent = this.forms.open(output, "y", [`"cotangent"`], 0, weigh, true);
    weigh.push(...this.output.weighParts(cotangent, partsOf(output, "v"), undefined));
    return [
      fn("The value at x. It notes where the Reals of x and of the value are.", "run(x)", [
        "later = []; starts = []; noted = reals = lists = 0; end = -1;",
        "runtime.begin();",
        ...take,
        `const components = [];`,
        ...taken,
        "settle();",
        "runtime.loaded();",
        "if (laid.length > lists) laid.length = lists;",
        ...(this.onThreads ? ["crew?.jobs.sized(components);"] : []),
        "runtime.run(components);",
        "const r = runtime.results();",
        `const value = ${given};`,
        "settle();",
        "if (outputs.length > noted) outputs.length = noted;",
        "return value;",
      ]),
      fn("Notes the Reals of a cotangent of the value v.", "weigh(y, v)", [
        "cotangents = new Float64Array(reals);",
        "weighed = 0;",
        ...weigh,
        "settle();",
      ]),
      fn("The gradient by x, from the cotangents of cells.", "gradientOf(x, A)", [
        "next = 0;",
        ...(reals === 0 ? [] : ["const c = starts[next++];"]),
        `const out = ${gradient};`,
        "settle();",
        "return out;",
      ]),
    ].join("\n");
  }
}

const HEAD = `
let later = [], starts = [], next = 0;
let cotangents = new Float64Array(0), weighed = 0, ones = cotangents;
/** The cells of the result's Reals: the first of each row of them, and how many there are. Kept from run to run, with the entries noted in this one. */
const outputs = [];
let noted = 0, end = -1, reals = 0;

/** The lists of Reals that came in in this run or the one before: the first word of each, its first cell and its length. */
const laid = [];
let lists = 0;

/** Does what was put off. */
function settle() {
  while (later.length > 0) later.pop()();
}

function fail(path, what) {
  const place = path.length > 200 ? path.slice(0, 100) + " .. " + path.slice(-100) : path;
  throw new TypeError(place + ": " + what + " is expected");
}

/** A cotangent must be alike, as the result is. */
function alike(what) {
  return what + ", as in the result,";
}

function isInt(x) {
  return Number.isSafeInteger(x) || x === 2 ** 53 || x === -(2 ** 53);
}

function isArray(x) {
  return Array.isArray(x) || x instanceof Float64Array;
}

function checkObject(x, path, tags) {
  if (typeof x !== "object" || x === null) fail(path, "an object { tag, fields } with a tag of " + tags);
}

/** Notes Reals of the result. */
function note(first, count) {
  if (first === end) outputs[noted - 1] += count;
  else {
    outputs[noted++] = first;
    outputs[noted++] = count;
  }
  end = first + count;
  reals += count;
}

/** A Real of the result. */
function real(cell) {
  note(cell, 1);
  return runtime.values[cell];
}

/** Reals of the result whose cells follow each other. */
function row(first, count) {
  const V = runtime.values, out = new Array(count);
  for (let i = 0; i < count; i++) out[i] = V[first + i];
  note(first, count);
  return out;
}

/** The cotangent 1 at every Real of the result. */
function weighByOne() {
  if (ones.length < reals) ones = new Float64Array(2 * reals).fill(1);
  cotangents = ones;
}
`;
