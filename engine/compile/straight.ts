// Programs of straight code: operations and branches on the numbers of the input, without loops, calls, arrays and data that is made.
// All places are known when they are compiled, so nothing is looked up, pushed, or tested for room. V holds the Reals of the input and
// then those of the output, T what the reverse pass needs of the forward pass, G the gradient, Z its sum.
//
// A typed array that is a constant needs no tests of its bounds at constant places, and its address stands in the code: that is what
// makes these programs several times faster than records on the tape would. So what the reverse pass needs is remembered, too,
// rather than computed again.
import { Activity } from "./activity.ts";
import { Cells } from "./cells.ts";
import { Emission, type Segment } from "./emission.ts";
import { FnEmitter } from "./emit.ts";
import { type Atom, type Block, blocksOf, type Fn, type Stmt, type Var } from "./ir.ts";
import { scalarsIn } from "./kernel.ts";
import { commentCode } from "./literals.ts";
import { type Manner, Reverser } from "./reverse.ts";
import { type Group, type Item, type LoopNames, type Plan, ROOT, valueItem } from "./segment.ts";
import type { Specialised } from "./specialise.ts";
import { type Assembled, declared, indented, variablesOf } from "./text.ts";

/** Typed arrays of more than 64 bytes do not move, so their addresses can stand in the code. */
const SHORTEST = 16;

/** Whether a program is straight code: its entry calls nothing, and is made of operations and branches only. */
export function isStraight(entry: Fn, fns: readonly Fn[]): boolean {
  const isPlain = (block: Block): boolean => block.stmts.every(isScalar);
  const isScalar = (stmt: Stmt): boolean => {
    switch (stmt.tag) {
      case "op":
      case "chain":
      case "plain":
      case "and":
      case "not":
      case "fail":
      case "if":
        return blocksOf(stmt).every(isPlain);
      default:
        return false;
    }
  };
  const isNumber = (kind: string): boolean => kind === "real" || kind === "int" || kind === "bool";
  const kinds = [...entry.params.map(({ kind }) => kind), ...entry.results];
  return fns.length === 1 && kinds.every(isNumber) && isPlain(entry.body);
}

/** Where the numbers lie that the forward pass leaves. */
class Places {
  /** The places of the Reals of the input, and of their cotangents. */
  readonly inputs: ReadonlyMap<Var, number>;
  /** The places of the Reals of the output, by component. */
  readonly outputs: readonly (number | undefined)[];
  /** The numbers in V, and those in T. */
  readonly given: number;
  kept = 0;
  private readonly places = new Map<Item, string>();

  constructor({ params, results, body }: Fn) {
    this.inputs = new Map(params.filter(({ kind }) => kind === "real").map((param, index) => [param, index]));
    let next = this.inputs.size;
    this.outputs = results.map((kind) => (kind === "real" ? next++ : undefined));
    this.given = next;
    const atoms = body.end.tag === "yield" ? body.end.atoms : [];
    atoms.forEach((atom, index) => {
      const place = this.outputs[index];
      if (atom.tag === "var" && place !== undefined) this.places.set(valueItem(atom), `V[${place}]`);
    });
    for (const [input, place] of this.inputs) this.places.set(valueItem(input), `V[${place}]`);
  }

  isKept(item: Item): boolean {
    return this.of(item).startsWith("T");
  }

  of(item: Item): string {
    let place = this.places.get(item);
    if (place === undefined) {
      place = `T[${this.kept++}]`;
      this.places.set(item, place);
    }
    return place;
  }
}

/** The forward pass. */
class StraightEmitter extends FnEmitter {
  private readonly places: Places;

  constructor(fn: Fn, emission: Emission, activity: Activity, cells: Cells, places: Places) {
    super(fn, emission, activity, cells, new Map(), false);
    this.places = places;
  }

  forward(segment: Segment): string {
    const { params, body } = this.fn;
    this.plan = segment.plan;
    for (const stmt of body.stmts) this.stmt(stmt, segment);
    const atoms = body.end.tag === "yield" ? body.end.atoms : [];
    atoms.forEach((atom, index) => {
      const place = this.places.outputs[index];
      this.emit(`${place === undefined ? `$${index}` : `V[${place}]`} = ${this.value(atom)};`);
    });
    this.remember(segment.plan.get(ROOT));
    const code = this.lines.join("\n");
    const used = new Set(code.match(/\bv\d+\b/g));
    const inputs = [...this.places.inputs.keys()].map(valueItem).filter((item) => used.has(item));
    const given = params.filter(({ kind }) => kind !== "real").map(valueItem);
    const taken = inputs.map((item) => `${item} = ${this.places.of(item)};\n`).join("");
    return `/** The forward pass of ${commentCode(this.fn.name)}. */\nfunction forward(${given.join(", ")}) {\n${declared(variablesOf(code, given))}${taken}${code}\n}\n`;
  }

  protected override remember(group: Group | undefined): void {
    for (const item of [...(group?.numbers ?? []), ...(group?.indices ?? [])])
      if (this.places.isKept(item))
        this.emit(`${this.places.of(item)} = ${group!.truths.has(item) ? `${item} ? 1 : 0` : item};`);
  }
}

/** The reverse pass; y are the cotangents of the output. */
class StraightReverser extends Reverser {
  private readonly places: Places;
  private readonly results: readonly Atom[];

  constructor(
    { body }: Fn,
    cells: Cells,
    activity: Activity,
    names: LoopNames,
    places: Places,
    manner: Manner,
    plan?: Plan,
  ) {
    super(body.stmts, cells, activity, names, manner, plan, true);
    this.places = places;
    this.results = body.end.tag === "yield" ? body.end.atoms : [];
  }

  plans(): Plan {
    this.run();
    return this.planned;
  }

  /** The text. */
  reverse(name: string): string {
    const code = this.run().join("\n");
    const about =
      this.manner === "fast"
        ? "The reverse pass, from the cotangents y of the output."
        : "The same with care: -0 is what no path has reached, and is not multiplied.";
    return `/** ${about} */\nfunction ${name}(y) {\n${declared(variablesOf(code, []))}${code}\n}\n`;
  }

  protected override seed(): void {
    const outputs = this.results.filter((_, index) => this.places.outputs[index] !== undefined);
    outputs.forEach((atom, index) => {
      this.add(atom, `y[${index}]`, false);
    });
  }

  protected override pop(block: Block): void {
    const group = this.plan.get(block);
    for (const item of [...(group?.numbers ?? []), ...(group?.indices ?? [])])
      this.emit(`${item} = ${this.places.of(item)}${group!.truths.has(item) ? " === 1" : ""};`);
  }

  protected override send(one: Var): void {
    const place = `G[${this.places.inputs.get(one)}]`;
    if (this.manner === "careful") this.emit(`${place} = ${this.d(one)};`);
    else {
      this.emit(`${place} = ${this.d(one)} + 0;`);
      this.frame.sent.push(this.d(one));
    }
  }

  protected override sumOf(total: string): void {
    this.emit(`Z[0] = ${total};`);
  }
}

/** The program as text, as {@link assemble} gives it. `entry` is the only function. */
export function straightProgram({ entry, param, result }: Specialised): Assembled {
  // Reals come in and go out by their places
  const fn: Fn = { ...entry, reals: "value" };
  const activity = new Activity(fn, [fn]);
  const cells = new Cells(fn, activity, true);
  const emission = new Emission();
  const places = new Places(fn);
  const reverser = (manner: Manner, plan?: Plan): StraightReverser =>
    new StraightReverser(fn, cells, activity, emission.names, places, manner, plan);
  const isActive = fn.mode === "active";
  const plan = isActive ? reverser("plan").plans() : new Map();
  const segment: Segment = { id: undefined, plan, counted: new Set(), loops: new Set() };
  const forward = new StraightEmitter(fn, emission, activity, cells, places).forward(segment);
  const adjoints = isActive
    ? [reverser("fast", plan).reverse("reverse"), reverser("careful", plan).reverse("reverseCarefully")]
    : [];
  const functions = [forward, ...adjoints].map(indented).join("\n");
  const { inputs, outputs, given, kept } = places;
  const others = outputs.flatMap((place, index) => (place === undefined ? [`$${index}`] : []));
  const args = fn.params.flatMap(({ kind }, index) => (kind === "real" ? [] : [`args[${index}]`]));
  const text = `"use strict";
// the Reals of the input, then of the output; what the reverse pass needs besides; the gradient, and its sum
const V = new Float64Array(${Math.max(SHORTEST, given)});
const T = new Float64Array(${Math.max(SHORTEST, kept)});
const G = new Float64Array(${Math.max(SHORTEST, inputs.size)});
const Z = new Float64Array(${SHORTEST});
const H = new Int32Array(0);
let next = 0;
${others.length === 0 ? "" : `let ${others.join(", ")};\n`}${scalarsIn(functions)}
${functions}
return {
  makers: [],
  begin() { next = 0; },
  loaded() {},
  cells(count) { return (next += count) - count; },
  get values() { return V; },
  record() { return 0; },
  get words() { return H; },
  run(args) { forward(${args.join(", ")}); },
  results() { return [${outputs.map((place, index) => place ?? `$${index}`).join(", ")}]; },
  back(outputs, cotangents, careful) {
${isActive ? "    if (careful) reverseCarefully(cotangents); else reverse(cotangents);" : ""}
    return G;
  },
  sum: Z,
  statistics() {
    return { cells: ${given}, words: 0, numbers: ${kept}, indices: 0, held: V.byteLength + T.byteLength + G.byteLength };
  },
};`;
  return { text, sites: emission.sites, param, result, classOf: noClass };
}

function noClass(): never {
  throw new Error("straight code has no objects");
}
