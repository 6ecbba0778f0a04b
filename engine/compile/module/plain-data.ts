// Plain JavaScript data of exported modules: functions that take it in and give it out, one for each list, array and data type of the
// input and the output. Tuples and records without alternatives are taken apart where they stand.
//
// `take` checks data and writes it into cells, words and objects, noting in `starts` where its Reals went; `gradientOf` walks the same
// data in the same order, and reads their cotangents there. `give` makes data of what the program computed, noting in `outputs` the
// cells of its Reals; `weigh` walks a cotangent in that order. What may contain itself is put off to `later`, so that it may be of any
// depth: all four put off the same parts in the same order, each after the parts beside it that are not put off.
import type { Type } from "../../types/type.ts";
import { count, type DataTypes, type Form, Forms, fn, partsOf, plus } from "./plain-forms.ts";
import { cells, PlainInput } from "./plain-input.ts";
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
      ...taken.flatMap((made) => [this.input.takeMade(made), this.input.gradientMade(made)]),
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
        "later = []; starts = []; outputs = [];",
        "runtime.begin();",
        ...take,
        `const components = [];`,
        ...taken,
        "settle();",
        "runtime.loaded();",
        ...(this.onThreads ? ["crew?.jobs.sized(components);"] : []),
        "runtime.run(components);",
        "const r = runtime.results();",
        `const value = ${given};`,
        "settle();",
        "return value;",
      ]),
      fn("Notes the Reals of a cotangent of the value v.", "weigh(y, v)", ["cotangents = [];", ...weigh, "settle();"]),
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
let later = [], starts = [], outputs = [], cotangents = [], next = 0;

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

/** A Real of the result. */
function real(cell) {
  outputs.push(cell);
  return runtime.values[cell];
}
`;
