// A loop as a function of WebAssembly: its rounds two at a time in lanes, where they run so and no two of them touch the same element; then what
// is left one at a time.
import { nth, present } from "../../base/nth.ts";
import { testConflicts } from "./conflict-test.ts";
import { type FunctionBody, I32, type Instruction, V128 } from "./encoder.ts";
import { argsOf, FREE_SUM, type Lanes } from "./lanes.ts";
import { type Lane, type LoopPlan, Operands, offsetOf } from "./operands.ts";
import type { Cells, Value } from "./straight-code.ts";

/** Instructions on two lanes, by those on one number. */
const ON_LANES: Readonly<Partial<Record<Instruction, Instruction>>> = {
  "f64.add": "f64x2.add",
  "f64.sub": "f64x2.sub",
  "f64.mul": "f64x2.mul",
  "f64.div": "f64x2.div",
  "f64.neg": "f64x2.neg",
  "f64.abs": "f64x2.abs",
  "f64.sqrt": "f64x2.sqrt",
  "f64.floor": "f64x2.floor",
  "f64.ceil": "f64x2.ceil",
  "f64.trunc": "f64x2.trunc",
  "f64.min": "f64x2.min",
  "f64.max": "f64x2.max",
  "f64.eq": "f64x2.eq",
  "f64.ne": "f64x2.ne",
  "f64.lt": "f64x2.lt",
  "f64.le": "f64x2.le",
  "f64.gt": "f64x2.gt",
  "f64.ge": "f64x2.ge",
  "i32.and": "v128.and",
  "i32.or": "v128.or",
};

/** The function of a loop: its parameters are the number of the first round, that behind the last one, and the inputs. */
export function loopFunction(plan: LoopPlan): FunctionBody {
  return new LoopWriter(plan).written();
}

class LoopWriter {
  private readonly o: Operands;
  private sumLocal: number | undefined;

  constructor(plan: LoopPlan) {
    this.o = new Operands(plan);
  }

  written(): FunctionBody {
    const { o } = this;
    const { body, plan } = o;
    if (plan.lanes !== undefined) this.inLanes(plan.lanes);
    this.counted(1, () => this.single());
    plan.results.forEach((name, index) => {
      body.integer(8 * index);
      body.get(o.variable(name));
      body.access("f64.store");
    });
    return body;
  }

  /** Rounds two at a time, as long as there are two. */
  private inLanes(lanes: Lanes): void {
    const { o } = this;
    const { body } = o;
    const { isDown } = o.plan;
    const low = body.local(I32);
    o.getRound(isDown ? o.end : 0, isDown ? 1 : 0);
    body.set(low);
    o.counter = low;
    this.invariants();
    this.places();
    testConflicts(o, lanes.conflicts, low);
    body.open("if");
    this.splats(lanes);
    this.counted(2, () => this.pair(lanes, low));
    this.gather(lanes);
    body.close();
    o.counter = 0;
  }

  /** Rounds, so many at a time, as long as there are enough. */
  private counted(rounds: 1 | 2, round: () => void): void {
    const { o } = this;
    const { body } = o;
    const { isDown } = o.plan;
    body.open("block");
    body.open("loop");
    o.getRound(0, isDown ? 1 - rounds : rounds - 1);
    body.get(o.end);
    body.do(isDown ? "i32.le_s" : "i32.ge_s");
    body.branchIf(1);
    round();
    o.getRound(0, isDown ? -rounds : rounds);
    body.set(0);
    body.branch(0);
    body.close();
    body.close();
  }

  // ---- before the rounds

  /** Values that are the same in all rounds. */
  private invariants(): void {
    const { o } = this;
    for (const [number, value] of o.values.entries()) if (!o.isVarying(number)) o.compute(number, value);
  }

  /** The places of the round at hand. */
  private places(): void {
    const { o } = this;
    for (const [number, value] of o.values.entries())
      if (value.type === "i32" && o.isVarying(number)) o.compute(number, value);
  }

  /** Puts values that are the same in all rounds into both lanes, where they are used there. */
  private splats(lanes: Lanes): void {
    const { o } = this;
    const { body } = o;
    const { round } = o.plan;
    const used = new Set<number>(lanes.summand === undefined ? [] : [lanes.summand]);
    for (const part of round.parts) {
      if (part.tag === "store") {
        if (!o.isSerial(part.value)) used.add(part.value);
        continue;
      }
      if (!o.isVarying(part.value) || o.isSerial(part.value)) continue;
      for (const arg of argsOf(nth(o.values, part.value))) used.add(arg);
    }
    for (const number of used) {
      const { type } = nth(o.values, number);
      if (type === "i32" || o.isVarying(number)) continue;
      if (type === "bool") body.integer(0);
      o.get(number);
      if (type === "bool") {
        // a mask: all bits as the truth value
        body.do("i32.sub");
        body.do("i64.extend_i32_s");
      }
      body.do(type === "bool" ? "i64x2.splat" : "f64x2.splat");
      body.set(o.vector(number));
    }
    if (lanes.summand === undefined) return;
    body.real(0);
    body.do("f64x2.splat");
    body.set(this.sum);
  }

  /** The sum of the summands in each lane. */
  private get sum(): number {
    const { o } = this;
    this.sumLocal ??= o.body.local(V128);
    return this.sumLocal;
  }

  // ---- two rounds at a time

  private pair(lanes: Lanes, low: number): void {
    const { o } = this;
    const { body } = o;
    const { round, isDown } = o.plan;
    o.getRound(0, isDown ? -1 : 0);
    body.set(low);
    for (const part of round.parts) {
      if (part.tag === "store") {
        if (!o.isSerial(part.value)) this.storePair(part.cells, part.index, part.value);
        continue;
      }
      const { value: number } = part;
      if (!o.isVarying(number) || o.isSerial(number)) continue;
      const value = nth(o.values, number);
      if (value.type === "i32") o.compute(number, value);
      else if (number !== this.freeSum) this.computePair(number, value);
    }
    if (lanes.summand !== undefined) {
      body.get(this.sum);
      o.getPair(lanes.summand);
      body.do("f64x2.add");
      body.set(this.sum);
    }
    for (const lane of isDown ? ([1, 0] as const) : ([0, 1] as const)) this.serialRound(lane);
  }

  /** The value of the sum whose order does not matter. */
  private get freeSum(): number | undefined {
    const { o } = this;
    return o.plan.lanes?.summand === undefined ? undefined : o.plan.round.after.get(FREE_SUM);
  }

  /** Computes the values that depend on the round before, in one of two rounds. */
  private serialRound(lane: Lane): void {
    const { o } = this;
    const { round } = o.plan;
    for (const part of round.parts) {
      if (part.tag === "store") {
        if (!o.isSerial(part.value)) continue;
        o.address(part.cells, part.index, lane);
        o.getLane(part.value, lane);
        o.body.access("f64.store", offsetOf(part.cells));
        continue;
      }
      const value = nth(o.values, part.value);
      if (!o.isSerial(part.value) || value.tag !== "do") continue;
      for (const arg of value.args) o.getLane(arg, lane);
      o.body.do(value.name);
      o.body.set(o.scalar(part.value));
    }
    this.assign((value) => o.getLane(value, lane), this.freeSum);
  }

  private computePair(number: number, value: Value): void {
    const { o } = this;
    const { body } = o;
    if (value.tag === "load") {
      const [index] = value.args;
      o.address(value.cells, index, 0);
      if (o.stride(index) === 1) body.access("v128.load", offsetOf(value.cells));
      else this.loadLanes(value.cells, index);
    } else if (value.tag === "do" && value.name === "f64.convert_i32_s") this.convertPair(nth(value.args, 0));
    else if (value.tag === "do" && value.name === "select") {
      for (const arg of value.args) o.getPair(arg);
      body.do("v128.bitselect");
    } else if (value.tag === "do") {
      for (const arg of value.args) o.getPair(arg);
      body.do(present(ON_LANES[value.name]));
    }
    body.set(o.vector(number));
  }

  private loadLanes(cells: Cells, index: number): void {
    const { o } = this;
    const { body } = o;
    body.access("f64.load", offsetOf(cells));
    body.do("f64x2.splat");
    o.address(cells, index, 1);
    body.access("f64.load", offsetOf(cells));
    body.lane("replace", 1);
  }

  private convertPair(place: number): void {
    const { o } = this;
    const { body } = o;
    for (const lane of [0, 1] as const) {
      o.getLane(place, lane);
      body.do("f64.convert_i32_s");
      if (lane === 0) body.do("f64x2.splat");
      else body.lane("replace", 1);
    }
  }

  private storePair(cells: Cells, index: number, value: number): void {
    const { o } = this;
    const { body } = o;
    if (o.stride(index) === 1) {
      o.address(cells, index, 0);
      o.getPair(value);
      body.access("v128.store", offsetOf(cells));
      return;
    }
    for (const lane of [0, 1] as const) {
      o.address(cells, index, lane);
      o.getLane(value, lane);
      body.access("f64.store", offsetOf(cells));
    }
  }

  /** Adds the lanes of the sum. */
  private gather(lanes: Lanes): void {
    const { o } = this;
    if (lanes.summand === undefined) return;
    const { body } = o;
    const z = o.variable(FREE_SUM);
    body.get(z);
    for (const lane of [0, 1] as const) {
      body.get(this.sum);
      body.lane("extract", lane);
      body.do("f64.add");
    }
    body.set(z);
  }

  // ---- one round at a time

  private single(): void {
    const { o } = this;
    const { round } = o.plan;
    for (const part of round.parts) {
      if (part.tag === "store") {
        o.address(part.cells, part.index, 0);
        o.get(part.value);
        o.body.access("f64.store", offsetOf(part.cells));
      } else {
        const value = nth(o.values, part.value);
        // an element may have changed, and what is computed from it
        if (o.isVarying(part.value) || value.type !== "i32") o.compute(part.value, value);
      }
    }
    this.assign((value) => o.get(value), undefined);
  }

  /** The variables become their values after the round, all at once. */
  private assign(get: (value: number) => void, without: number | undefined): void {
    const { o } = this;
    const { results, round } = o.plan;
    const changed = results.filter((name) => round.after.get(name) !== without);
    for (const name of changed) get(present(round.after.get(name)));
    for (const name of changed.toReversed()) o.body.set(o.variable(name));
  }
}
