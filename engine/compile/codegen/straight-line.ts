// Programs of straight code: operations and branches on the numbers of the input, without loops, calls, arrays and data that is made.
// All places are known when they are compiled, so nothing is looked up, pushed, or tested for room. V holds the Reals of the input and
// then those of the output, T what else the reverse pass needs of the forward pass, G the gradient, Z its sum.
//
// A typed array that is a constant needs no tests of its bounds at constant places, and its address stands in the code: so to remember
// a number costs less than to compute it again.
//
// Long code is cut into pieces (`outlining.ts` says why), each of them a function of each pass; what goes from one piece to another goes by
// way of T, cotangents by way of D.
import { Activity } from "../analyse/activity.ts";
import { type Group, type Item, type RecordPlan, ROOT, type Shared, valueItem } from "../analyse/record-plan.ts";
import { StorageAnalysis } from "../analyse/storage-analysis.ts";
import { type Atom, type Block, blocksOf, type Fn, type IrProgram, outsOf, type Stmt, type Var } from "../ir/ir.ts";
import type { Kind } from "../ir/kind.ts";
import { commentCode } from "../ir/literals.ts";
import { Links } from "../ir/source-links.ts";
import { piecesOf } from "../optimise/outlining.ts";
import { scalarsIn } from "../runtime/runtime-text.ts";
import { AdjointWriter } from "./adjoint.ts";
import { CodegenContext, type Segment } from "./codegen-context.ts";
import type { AdjointMode } from "./cotangents.ts";
import { FunctionWriter } from "./function-writer.ts";
import { activityNotes, type Onlooker, placeNotes } from "./pass-notes.ts";
import { type Assembled, declared, indented, textOf } from "./text.ts";

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

/** Where the numbers lie that the forward pass leaves. */
class Places {
  /** The places of the Reals of the input, and of their cotangents. */
  readonly inputs: ReadonlyMap<Var, number>;
  /** The places of the Reals of the output, by component. */
  readonly outputs: readonly (number | undefined)[];
  /** How many numbers are in V. */
  readonly given: number;
  private readonly places = new Map<Item, string>();
  private readonly shared = new Map<string, string>();
  private inT = 0;

  constructor({ params, results, body }: Fn) {
    this.inputs = new Map(params.filter(({ kind }) => kind === "real").map((param, index) => [param, index]));
    let next = this.inputs.size;
    this.outputs = results.map((kind) => (kind === "real" ? next++ : undefined));
    this.given = next;
    resultsOf(body).forEach((atom, index) => {
      const place = this.outputs[index];
      if (atom.tag === "var" && place !== undefined) this.places.set(valueItem(atom), `V[${place}]`);
    });
    for (const [input, place] of this.inputs) this.places.set(valueItem(input), `V[${place}]`);
  }

  /** The place of a value, in T where it has none so far. */
  of(item: Item): string {
    let place = this.places.get(item);
    if (place === undefined) {
      place = `T[${this.inT++}]`;
      this.places.set(item, place);
    }
    return place;
  }

  /** The place of a value that has one. */
  known(item: Item): string | undefined {
    return this.places.get(item);
  }

  /** The place of a cotangent between pieces. */
  between(cotangent: string): string {
    let place = this.shared.get(cotangent);
    if (place === undefined) {
      place = `D[${this.shared.size}]`;
      this.shared.set(cotangent, place);
    }
    return place;
  }

  /** How many numbers are in T and in D, once all has been emitted. */
  counted(): { readonly inT: number; readonly inD: number } {
    return { inT: this.inT, inD: this.shared.size };
  }
}

function resultsOf({ end }: Block): readonly Atom[] {
  return end.tag === "yield" ? end.atoms : [];
}

/** All that is remembered of a block. */
function itemsOf(group: Group | undefined): readonly Item[] {
  return group === undefined ? [] : [...group.numbers, ...group.indices];
}

/** A part of a pass, with the local variables that it names. */
interface Piece {
  readonly lines: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** The last of some pieces with more at its end. */
function withMore(pieces: readonly Piece[], { lines, names }: Piece): readonly Piece[] {
  const last = pieces.at(-1)!;
  return [...pieces.slice(0, -1), { lines: [...last.lines, ...lines], names: new Set([...last.names, ...names]) }];
}

/** One function for each piece, and one that calls them all in turn, with its parameters; the function itself where there is one. */
function pass(about: string, name: string, params: readonly string[], pieces: readonly Piece[]): string {
  const given = params.join(", ");
  const fn = (called: string, { lines, names }: Piece): string => {
    const variables = [...names].filter((one) => !params.includes(one));
    return `function ${called}(${given}) {\n${declared(variables)}${lines.join("\n")}\n}\n`;
  };
  if (pieces.length === 1) return `/** ${about} */\n${fn(name, pieces[0]!)}`;
  const calls = { lines: pieces.map((_, index) => `${name}${index + 1}(${given});`), names: new Set<string>() };
  return [...pieces.map((piece, index) => fn(`${name}${index + 1}`, piece)), `/** ${about} */`, fn(name, calls)].join(
    "\n",
  );
}

/** The forward pass. */
class StraightLineWriter extends FunctionWriter {
  private readonly places: Places;

  constructor(fn: Fn, context: CodegenContext, activity: Activity, storage: StorageAnalysis, places: Places) {
    super(fn, context, activity, storage, new Map(), false);
    this.places = places;
  }

  forward(plan: RecordPlan): string {
    const { params, body, name } = this.fn;
    this.plan = plan;
    const inside: Segment = { id: undefined, plan, counted: new Set(), loops: new Set(), size: body.stmts.length };
    const pieces = piecesOf(body.stmts).map((stmts) => {
      for (const stmt of stmts) this.stmt(stmt, inside);
      return this.piece();
    });
    this.giveOut();
    const given = params.filter(({ kind }) => kind !== "real").map(valueItem);
    return pass(
      `The forward pass of ${commentCode(name)}.`,
      "forward",
      given,
      this.linked(withMore(pieces, this.piece()), given),
    );
  }

  /** What has been written since the last piece. */
  private piece(): Piece {
    const piece = { lines: this.lines.splice(0), names: new Set(this.names) };
    this.names.clear();
    return piece;
  }

  /** The output's places; what is there where it is defined is not put there again. */
  private giveOut(): void {
    resultsOf(this.fn.body).forEach((atom, index) => {
      const place = this.places.outputs[index];
      const code = place === undefined ? `$${index}` : `V[${place}]`;
      const isThere = place !== undefined && atom.tag === "var" && this.places.of(valueItem(atom)) === code;
      const from = atom.tag === "var" ? this.storage.originOf(atom.id) : this.fn.at;
      if (!isThere) this.emit(`${code} = ${this.value(atom)};`, from);
    });
  }

  /** Pieces that take what they need from its place, and put what is needed of them there. */
  private linked(pieces: readonly Piece[], given: readonly string[]): readonly Piece[] {
    const mentions = pieces.map(({ names }) => names);
    const group = this.plan?.get(ROOT);
    const needed = new Set(itemsOf(group));
    const bools = new Set([...(group?.truths ?? []), ...boolsIn(this.fn.body)]);
    const inputs = new Set([...this.places.inputs.keys()].map(valueItem));
    for (const atom of resultsOf(this.fn.body))
      if (atom.kind === "real" && atom.tag === "var") needed.add(valueItem(atom));
    const known = new Set(inputs);
    return pieces.map(({ lines }, index) => {
      const here = [...mentions[index]!, ...(index === 0 ? given.filter((item) => !mentions[0]!.has(item)) : [])];
      const later = (item: Item): boolean => mentions.some((one, at) => at > index && one.has(item));
      const taken = [...known].filter((item) => mentions[index]!.has(item) && !given.includes(item));
      const take = taken.map((item) =>
        this.linkedTo(item, `${item} = ${this.places.of(item)}${bools.has(item) ? " === 1" : ""};`),
      );
      const put = here
        .filter((item) => !known.has(item) && (needed.has(item) || (later(item) && !given.includes(item))))
        .map((item) => this.linkedTo(item, `${this.places.of(item)} = ${bools.has(item) ? `${item} ? 1 : 0` : item};`));
      for (const item of here) known.add(item);
      return { lines: [...take, ...lines, ...put], names: new Set([...taken, ...here]) };
    });
  }

  private linkedTo(item: Item, line: string): string {
    return this.context.links?.mark(line, [this.storage.originOf(item)]) ?? line;
  }

  /** What the reverse pass needs of a branch; what it needs of the whole is put where it is defined. */
  protected override remember(group: Group | undefined): void {
    for (const item of itemsOf(group))
      this.emit(
        `${this.places.of(item)} = ${group!.truths.has(item) ? `${this.local(item)} ? 1 : 0` : this.local(item)};`,
        this.storage.originOf(item),
      );
  }
}

/** The truth values that a block defines at its top. */
function boolsIn({ stmts }: Block): readonly Item[] {
  return stmts.flatMap((stmt) =>
    outsOf(stmt)
      .filter(({ kind }) => kind === "bool")
      .map(valueItem),
  );
}

/** The reverse pass; y are the cotangents of the output. */
class StraightLineAdjoint extends AdjointWriter {
  private readonly places: Places;
  private readonly body: Block;

  constructor(
    { body }: Fn,
    storage: StorageAnalysis,
    activity: Activity,
    shared: Shared,
    places: Places,
    mode: AdjointMode,
    plan?: RecordPlan,
  ) {
    super(body.stmts, storage, activity, shared, mode, plan, true);
    this.places = places;
    this.body = body;
  }

  plans(): RecordPlan {
    this.pieces();
    return this.planned;
  }

  reverse(about: string, name: string): string {
    return pass(about, name, ["y"], this.linked(this.pieces()));
  }

  /** The lines of the pieces, the last piece of the program first. */
  private pieces(): readonly Piece[] {
    this.begin();
    this.seed();
    const pieces = piecesOf(this.body.stmts)
      .toReversed()
      .map((stmts) => {
        this.backwards(stmts);
        return this.piece();
      });
    this.end();
    return withMore(pieces, this.piece());
  }

  /** What has been written since the last piece. */
  private piece(): Piece {
    const { lines, names } = this.frame;
    const piece = { lines: lines.splice(0), names: new Set(names) };
    names.clear();
    return piece;
  }

  /** The cotangents of the output go to what it is. */
  private seed(): void {
    const reals = resultsOf(this.body).filter((_, index) => this.places.outputs[index] !== undefined);
    reals.forEach((atom, index) => {
      this.at = atom.tag === "var" ? this.originOf(valueItem(atom)) : undefined;
      this.add(atom, `y[${index}]`, false);
    });
  }

  /** Pieces that take values from where they are, and cotangents from the piece before. */
  private linked(pieces: readonly Piece[]): readonly Piece[] {
    const group = this.plan.get(ROOT);
    const items = itemsOf(group);
    const mentions = pieces.map(({ names }) => names);
    return pieces.map(({ lines }, index) => {
      const here = mentions[index]!;
      const cotangents = [...here].filter((name) => name.startsWith("d"));
      const isIn = (name: string, some: readonly ReadonlySet<string>[]): boolean => some.some((one) => one.has(name));
      const before = cotangents.filter((name) => isIn(name, mentions.slice(0, index)));
      const after = cotangents.filter((name) => isIn(name, mentions.slice(index + 1)));
      const taken = items.filter((item) => here.has(item));
      const all = [
        ...taken.map((item) => this.linkedTo(item, this.taken(item, group!))),
        ...before.map((name) => this.linkedTo(name, `${name} = ${this.places.between(name)};`)),
        ...lines,
        ...after.map((name) => this.linkedTo(name, `${this.places.between(name)} = ${name};`)),
      ];
      return { lines: all, names: new Set([...taken, ...before, ...here]) };
    });
  }

  private taken(item: Item, group: Group): string {
    return `${item} = ${this.places.of(item)}${group.truths.has(item) ? " === 1" : ""};`;
  }

  /** What a branch has left. */
  protected override pop(block: Block): void {
    const group = this.plan.get(block);
    for (const item of itemsOf(group)) this.emit(this.taken(this.local(item), group!), this.originOf(item));
  }

  /** The cotangent of a Real of the input is complete; no other place adds to it. */
  protected override send(one: Var): void {
    const place = `G[${this.places.inputs.get(one)}]`;
    if (this.mode === "nan-safe") this.emit(`${place} = ${this.d(one)};`);
    else {
      this.emit(`${place} = ${this.d(one)} + 0;`);
      this.frame.sent.push(this.d(one));
    }
  }

  /** All of the gradient is sent at once. */
  protected override sumOf(total: string, sent: readonly string[]): void {
    for (const name of sent) this.local(name);
    this.emit(`Z[0] = ${total};`, ...sent.map((name) => this.originOf(name)));
  }
}

/** The program as text, as {@link assemble} gives it. `entry` is the only function. */
export function straightLineProgram(
  { entry, param, result }: IrProgram,
  tick: () => void,
  onlooker?: Onlooker,
): Assembled {
  // Reals come in and go out by their places
  const fn: Fn = { ...entry, passing: "value" };
  const activity = new Activity(fn, [fn]);
  const storage = new StorageAnalysis(fn, activity, true);
  onlooker?.passed("activity", [fn], activityNotes(activity));
  const context = new CodegenContext(new Set([fn]), tick, onlooker && new Links());
  const places = new Places(fn);
  const adjointWriter = (mode: AdjointMode, plan?: RecordPlan): StraightLineAdjoint =>
    new StraightLineAdjoint(fn, storage, activity, context, places, mode, plan);
  const isActive = fn.mode === "active";
  const plan: RecordPlan = isActive ? adjointWriter("plan").plans() : new Map();
  const forward = new StraightLineWriter(fn, context, activity, storage, places).forward(plan);
  const adjoints = isActive
    ? [
        adjointWriter("fast", plan).reverse("The reverse pass, from the cotangents y of the output.", "reverse"),
        adjointWriter("nan-safe", plan).reverse(
          "The same with care: -0 is what no path has reached, and is not multiplied.",
          "reverseCarefully",
        ),
      ]
    : [];
  const [forwardCode, ...reverseCode] = [forward, ...adjoints].map((one) => indented(context.written(one)));
  onlooker?.passed(
    "places",
    [fn],
    placeNotes(activity, (one) => places.known(valueItem(one))),
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
  const sweep = isActive ? "\n    if (careful) reverseCarefully(cotangents); else reverse(cotangents);" : "";
  const begin = `"use strict";
${arrays.map(({ name, size, about }) => `const ${name} = new Float64Array(${Math.max(SHORTEST, size)}); // ${about}`).join("\n")}
const H = new Int32Array(0);
let next = 0;
${others.length === 0 ? "" : `let ${others.join(", ")};\n`}${scalarsIn([forwardCode, ...reverseCode].join("\n"))}`;
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
  back(outputs, cotangents, careful) {${sweep}
    return G;
  },
  sum: Z,
  statistics() {
    return { cells: ${given}, words: 0, numbers: ${inT}, indices: 0, held: ${arrays.map(({ name }) => `${name}.byteLength`).join(" + ")} };
  },
};`;
  const reverse = reverseCode.length === 0 ? {} : { reverse: reverseCode.join("\n") };
  const parts = { begin, forward: forwardCode!, ...reverse, end };
  return {
    ...textOf(parts, context.links, false, () => []),
    sites: context.sites,
    param,
    result,
    classOf: noClass,
  };
}

function noClass(): never {
  throw new Error("straight code has no objects");
}
