// The operands of a loop's instructions: its parameters, and local variables for the values of a round and for those of two rounds at a time.
import { nth, present } from "../../base/nth.ts";
import { F64, FunctionBody, I32, V128, type ValueType } from "./encoder.ts";
import type { Lanes, Stride } from "./lanes.ts";
import { MOST_GIVEN } from "./memory.js";
import type { Cells, NumberType, Round, Value } from "./straight-code.ts";

const TYPES: Readonly<Record<NumberType, ValueType>> = { f64: F64, i32: I32, bool: I32 };

/** One of two rounds that are computed at a time: the lower one, or the one above. */
export type Lane = 0 | 1;

/** A loop to be written: `inputs` are its variables, `results` those that it changes; `isDown`: it counts down. */
export interface LoopPlan {
  readonly round: Round;
  readonly lanes: Lanes | undefined;
  readonly inputs: readonly { readonly name: string; readonly type: NumberType }[];
  readonly results: readonly string[];
  readonly isDown: boolean;
}

/** The operands of a loop, and the body that they are in. */
export class Operands {
  readonly body: FunctionBody;
  readonly plan: LoopPlan;
  /** The local variable of the round's number; at first the parameter. */
  counter = 0;
  /** The parameter that is the number behind the last round. */
  readonly end = 1;
  private readonly scalars = new Map<number, number>();
  private readonly vectors = new Map<number, number>();
  private readonly params = new Map<string, number>();
  private readonly cotangents: number;

  constructor(plan: LoopPlan) {
    this.plan = plan;
    const { inputs } = plan;
    this.body = new FunctionBody([I32, I32, ...inputs.map(({ type }) => TYPES[type])]);
    const { body } = this;
    inputs.forEach(({ name, type }, index) => this.params.set(keyOf(name, type), index + 2));
    this.cotangents = body.local(I32);
    body.global();
    body.set(this.cotangents);
  }

  /** The parameter of a variable that is a number. */
  variable(name: string): number {
    return present(this.params.get(keyOf(name, "f64")));
  }

  /** Puts the round's number, and some more, on the stack. */
  getRound(local: number, more: number): void {
    this.body.get(local);
    if (more === 0) return;
    this.body.integer(more);
    this.body.do("i32.add");
  }

  /** The values of a round. */
  get values(): readonly Value[] {
    return this.plan.round.values;
  }

  /** Whether a value is not the same in all rounds. */
  isVarying(value: number): boolean {
    return this.plan.lanes?.varying.has(value) ?? true;
  }

  /** Whether a value depends on the round before. */
  isSerial(value: number): boolean {
    return this.plan.lanes?.serial.has(value) ?? true;
  }

  /** Computes a value, in one round. */
  compute(number: number, value: Value): void {
    const { body } = this;
    if (value.tag === "load") {
      this.address(value.cells, value.args[0], 0);
      body.access("f64.load", offsetOf(value.cells));
    } else if (value.tag === "do") {
      for (const arg of value.args) this.get(arg);
      body.do(value.name);
    } else return;
    body.set(this.scalar(number));
  }

  /** The local variable of a value in one round. */
  scalar(value: number): number {
    const known = this.scalars.get(value) ?? this.body.local(TYPES[nth(this.values, value).type]);
    this.scalars.set(value, known);
    return known;
  }

  /** That of its values in both lanes. */
  vector(value: number): number {
    const known = this.vectors.get(value) ?? this.body.local(V128);
    this.vectors.set(value, known);
    return known;
  }

  /** Puts a value on the stack. */
  get(number: number): void {
    const { body } = this;
    const value = nth(this.values, number);
    if (value.tag === "constant") {
      if (value.type === "f64") body.real(value.value);
      else body.integer(value.value);
    } else if (value.tag === "before") body.get(present(this.params.get(keyOf(value.name, value.type))));
    else if (value.tag === "counter") body.get(this.counter);
    else body.get(this.scalar(number));
  }

  /** Puts a value of both lanes on the stack. */
  getPair(number: number): void {
    this.body.get(this.vector(number));
  }

  /** Puts a value of one of two rounds on the stack. */
  getLane(number: number, lane: Lane): void {
    const { body } = this;
    if (!this.isVarying(number) || this.isSerial(number)) return this.get(number);
    if (nth(this.values, number).type === "i32") {
      this.get(number);
      if (lane === 0) return;
      this.getStride(this.stride(number));
      return body.do("i32.add");
    }
    this.getPair(number);
    if (nth(this.values, number).type === "f64") return body.lane("extract", lane);
    body.lane("extract mask", lane);
    body.do("i32.wrap_i64");
  }

  /** How much a place grows from round to round. */
  stride(place: number): Stride {
    return present(this.plan.lanes?.strides.get(place));
  }

  /** Puts that on the stack. */
  getStride(stride: Stride): void {
    if (typeof stride === "number") this.body.integer(stride);
    else this.get(stride.of);
  }

  /** Puts the address of a cell on the stack, without {@link offsetOf}. */
  address(cells: Cells, index: number, lane: Lane): void {
    const { body } = this;
    this.getLane(index, lane);
    body.integer(3);
    body.do("i32.shl");
    if (cells === "V") return;
    body.get(this.cotangents);
    body.do("i32.add");
  }
}

/** An Int may be there as a number, and as a part of places. */
function keyOf(name: string, type: NumberType): string {
  return `${name} ${type}`;
}

/** The offset of addresses in bytes: the values of cells lie behind what loops give, the cotangents where the imported number says. */
export function offsetOf(cells: Cells): number {
  return cells === "V" ? 8 * MOST_GIVEN : 0;
}
