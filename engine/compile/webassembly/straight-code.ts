// The round of a loop as values, each computed once, in order. It is read from the JavaScript of the round, so that both do the same: the
// operations of JavaScript on numbers are those of WebAssembly, bit for bit. Code that is more than arithmetic on numbers and elements of V
// and A is not read: no branches, no calls but of `Math`, no tape.
import { nth } from "../../base/nth.ts";
import type { Instruction } from "./encoder.ts";

/** A Real or an Int is a number of 64 bits; a place, a cell, is an integer of 32. */
export type NumberType = "f64" | "i32" | "bool";

/** A variable's type; an Int may be a part of a place, as an integer of 32 bits: only places within these are of elements. */
export type VariableType = NumberType | "int";

/** The cells: their values, and their cotangents. */
export type Cells = "V" | "A";

/** A value of the round. `args` are the numbers of other values, before it. */
export type Value =
  | { readonly tag: "constant"; readonly type: NumberType; readonly value: number }
  /** A variable as it was before the round. */
  | { readonly tag: "before"; readonly type: NumberType; readonly name: string }
  /** The number of the round. */
  | { readonly tag: "counter"; readonly type: "i32" }
  | { readonly tag: "load"; readonly type: "f64"; readonly cells: Cells; readonly args: readonly [index: number] }
  | {
      readonly tag: "do";
      readonly type: NumberType;
      readonly name: Instruction;
      readonly args: readonly number[];
    };

/** Parts of a round, in order: values by their number, and what is stored. */
export type Part =
  | { readonly tag: "value"; readonly value: number }
  | { readonly tag: "store"; readonly cells: Cells; readonly index: number; readonly value: number };

/** A round: the values of the variables that it reads, as they were before it, and of those that it assigns. */
export interface Round {
  readonly values: readonly Value[];
  readonly parts: readonly Part[];
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

/** Code that is no straight arithmetic. */
class Unfit extends Error {}

const unfit = (what: string): never => {
  throw new Unfit(what);
};

/**
 * The round of a loop that counts by `counter`; undefined where its code is no straight arithmetic, or where a place depends on the round
 * before. `typeOf`: types of variables.
 */
export function roundOf(
  lines: readonly string[],
  counter: string,
  typeOf: (name: string) => VariableType | undefined,
): Round | undefined {
  try {
    const reader = new Reader(counter, typeOf);
    for (const line of lines) reader.line(line);
    return reader.keepsPlaces ? reader : undefined;
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

const TOKEN =
  /\s*(?:([A-Za-z_$][\w$]*(?:\.\w+)?)|(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(===|!==|<=|>=|&&|\|\||\+=|[-+*/<>?:()[\],=;]))/y;

/** How tight an operator binds, and its instruction on Reals. */
const INFIX: Readonly<Record<string, readonly [level: number, instruction: Instruction]>> = {
  "||": [1, "i32.or"],
  "&&": [2, "i32.and"],
  "===": [3, "f64.eq"],
  "!==": [3, "f64.ne"],
  "<": [4, "f64.lt"],
  "<=": [4, "f64.le"],
  ">": [4, "f64.gt"],
  ">=": [4, "f64.ge"],
  "+": [5, "f64.add"],
  "-": [5, "f64.sub"],
  "*": [6, "f64.mul"],
  "/": [6, "f64.div"],
};
const COMPARISON = [3, 4];

const FUNCTIONS: Readonly<Record<string, Instruction>> = {
  "Math.sqrt": "f64.sqrt",
  "Math.abs": "f64.abs",
  "Math.floor": "f64.floor",
  "Math.ceil": "f64.ceil",
  "Math.trunc": "f64.trunc",
  "Math.min": "f64.min",
  "Math.max": "f64.max",
};

const ON_PLACES: Readonly<Partial<Record<string, Instruction>>> = { "+": "i32.add", "-": "i32.sub", "*": "i32.mul" };

const ON_INTS: Readonly<Partial<Record<Instruction, Instruction>>> = {
  "f64.add": "i32.add",
  "f64.sub": "i32.sub",
  "f64.mul": "i32.mul",
};

/** Whether a number is an integer of 32 bits. */
const isPlace = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

class Reader implements Round {
  readonly values: Value[] = [];
  readonly parts: Part[] = [];
  readonly after = new Map<string, number>();
  readonly before = new Map<string, number>();
  private readonly known = new Map<string, number>();
  private readonly counter: string;
  private readonly typeOf: (name: string) => VariableType | undefined;
  private tokens: string[] = [];
  private at = 0;

  constructor(counter: string, typeOf: (name: string) => VariableType | undefined) {
    this.counter = counter;
    this.typeOf = typeOf;
  }

  line(line: string): void {
    this.tokens = [];
    this.at = 0;
    TOKEN.lastIndex = 0;
    for (let end = 0; line.slice(end).trim() !== ""; end = TOKEN.lastIndex) {
      const found = TOKEN.exec(line);
      if (found === null) return unfit(line);
      this.tokens.push(found[0].trim());
    }
    while (this.at < this.tokens.length) this.statement();
  }

  /** Whether the variables that places are computed from are the same in all rounds. */
  get keepsPlaces(): boolean {
    const { after, before } = this;
    return this.values.every((value) => {
      if (value.tag !== "before" || value.type !== "i32" || !after.has(value.name)) return true;
      return after.get(value.name) === before.get(value.name);
    });
  }

  private statement(): void {
    if (this.next === "let") this.at++;
    const name = this.name();
    if (name === "V" || name === "A") return this.store(name);
    const sign = this.take();
    const value = this.expression(0);
    if (sign === "=") this.assign(name, value);
    else if (sign === "+=") this.assign(name, this.infix("+", this.variable(name), value));
    else unfit(sign);
    this.expect(";");
  }

  private store(cells: Cells): void {
    this.expect("[");
    const index = this.place(this.expression(0));
    this.expect("]");
    const sign = this.take();
    const before = sign === "+=" ? this.load(cells, index) : undefined;
    if (sign !== "=" && before === undefined) unfit(sign);
    const value = this.expression(0);
    const stored = before === undefined ? this.real(value) : this.infix("+", before, value);
    this.expect(";");
    this.parts.push({ tag: "store", cells, index, value: stored });
  }

  private assign(name: string, value: number): void {
    const type = this.typeOf(name);
    if (name === this.counter) unfit(name);
    this.after.set(name, type === "i32" ? this.place(value) : type === "bool" ? this.truth(value) : this.real(value));
  }

  // ---- expressions

  private expression(least: number): number {
    let left = this.operand();
    for (;;) {
      const known = INFIX[this.next ?? ""];
      if (known === undefined || known[0] < least) break;
      const sign = this.take();
      left = this.infix(sign, left, this.expression(known[0] + 1));
    }
    if (least > 0 || this.next !== "?") return left;
    this.at++;
    const yes = this.real(this.expression(0));
    this.expect(":");
    const no = this.real(this.expression(0));
    return this.value({ tag: "do", type: "f64", name: "select", args: [yes, no, this.truth(left)] });
  }

  private operand(): number {
    const token = this.take();
    if (token === "(") {
      const value = this.expression(0);
      this.expect(")");
      return value;
    }
    if (token === "-") {
      const of = this.expression(7);
      const value = nth(this.values, of);
      if (value.tag === "constant") return this.constant(-value.value);
      return this.value({ tag: "do", type: "f64", name: "f64.neg", args: [this.real(of)] });
    }
    if (/^\d/.test(token)) return this.constant(Number(token));
    if (token === "V" || token === "A") {
      this.expect("[");
      const index = this.place(this.expression(0));
      this.expect("]");
      return this.load(token, index);
    }
    if (token === "NaN") return this.constant(Number.NaN);
    if (token === "Infinity") return this.constant(Number.POSITIVE_INFINITY);
    if (!/^[A-Za-z_$]/.test(token)) return unfit(token);
    return this.next === "(" ? this.call(token) : this.variable(token);
  }

  private call(token: string): number {
    const name = FUNCTIONS[token] ?? unfit(token);
    const args: number[] = [];
    do {
      this.at++;
      args.push(this.real(this.expression(0)));
    } while (this.next === ",");
    this.expect(")");
    const isPair = name === "f64.min" || name === "f64.max";
    if (args.length !== (isPair ? 2 : 1)) unfit(token);
    return this.value({ tag: "do", type: "f64", name, args });
  }

  private infix(sign: string, left: number, right: number): number {
    const [level, onReals] = INFIX[sign] ?? unfit(sign);
    if (level < 3)
      return this.value({ tag: "do", type: "bool", name: onReals, args: [this.truth(left), this.truth(right)] });
    const onPlaces = ON_PLACES[sign];
    const isOfPlaces = [left, right].some((one) => nth(this.values, one).type === "i32");
    if (onPlaces !== undefined && isOfPlaces && this.canBePlace(left) && this.canBePlace(right))
      return this.value({ tag: "do", type: "i32", name: onPlaces, args: [this.place(left), this.place(right)] });
    const type = COMPARISON.includes(level) ? "bool" : "f64";
    return this.value({ tag: "do", type, name: onReals, args: [this.real(left), this.real(right)] });
  }

  /** Whether a value is a place, or an Int that is a part of one. */
  private canBePlace(value: number): boolean {
    const one = nth(this.values, value);
    if (one.type === "i32") return true;
    if (one.tag === "constant") return isPlace(one.value);
    if (one.tag === "before") return this.typeOf(one.name) === "int";
    return one.tag === "do" && ON_INTS[one.name] !== undefined && one.args.every((arg) => this.canBePlace(arg));
  }

  private variable(name: string): number {
    if (name === this.counter) return this.value({ tag: "counter", type: "i32" });
    const known = this.after.get(name) ?? this.before.get(name);
    if (known !== undefined) return known;
    const type = this.typeOf(name) ?? unfit(name);
    const value = this.value({ tag: "before", type: type === "int" ? "f64" : type, name });
    this.before.set(name, value);
    return value;
  }

  private constant(value: number): number {
    return this.value({ tag: "constant", type: "f64", value });
  }

  private load(cells: Cells, index: number): number {
    // what is there may change: each load is one of its own
    return this.added({ tag: "load", type: "f64", cells, args: [index] });
  }

  // ---- types

  private real(value: number): number {
    const one = nth(this.values, value);
    if (one.type === "bool") unfit("a truth value as a number");
    if (one.type === "f64") return value;
    // as an integer of 32 bits it may be another number
    if (one.tag === "do") unfit("a place as a number");
    return this.value({ tag: "do", type: "f64", name: "f64.convert_i32_s", args: [value] });
  }

  private place(value: number): number {
    const one = nth(this.values, value);
    if (one.type === "i32") return value;
    if (!this.canBePlace(value)) return unfit("a number as a place");
    if (one.tag === "constant") return this.value({ tag: "constant", type: "i32", value: one.value });
    if (one.tag === "before") return this.value({ ...one, type: "i32" });
    const name = one.tag === "do" ? ON_INTS[one.name] : undefined;
    if (one.tag !== "do" || name === undefined) return unfit("a number as a place");
    const args = one.args.map((arg) => this.place(arg));
    return this.value({ tag: "do", type: "i32", name, args });
  }

  private truth(value: number): number {
    return nth(this.values, value).type === "bool" ? value : unfit("a number as a truth value");
  }

  /** The number of a value; the same for what is the same. */
  private value(value: Value): number {
    const args = "args" in value ? value.args.join(" ") : "";
    const what =
      "name" in value ? value.name : "value" in value ? `${Object.is(value.value, -0) ? "-0" : value.value}` : "";
    const key = `${value.tag} ${value.type} ${what} ${args}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const number = this.added(value);
    this.known.set(key, number);
    return number;
  }

  private added(value: Value): number {
    const number = this.values.push(value) - 1;
    this.parts.push({ tag: "value", value: number });
    return number;
  }

  // ---- tokens

  private get next(): string | undefined {
    return this.tokens[this.at];
  }

  private take(): string {
    return this.tokens[this.at++] ?? unfit("the end of a line");
  }

  private expect(sign: string): void {
    if (this.take() !== sign) unfit(sign);
  }

  private name(): string {
    const token = this.take();
    return /^[A-Za-z_$]/.test(token) ? token : unfit(token);
  }
}
