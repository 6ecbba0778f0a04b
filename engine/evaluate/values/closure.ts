// The opaque values of the machine: closures, mutable arrays, the scalars of forward mode.
import type { Holds } from "../../core/terms/meaning.ts";
import { Opaque, type Value } from "../../core/values/values.ts";
import type { Block } from "../code/code.ts";

/** A function value. One that is paired with a scalar is a backpropagator and carries the scalar's number. */
export class Closure extends Opaque {
  readonly block: Block;
  /** The captured values; filled late for recursive functions. */
  readonly captured: Value[];
  /** The scalar's number, or -1 for a function that is no backpropagator. */
  number: number;
  /** Whether it is the backpropagator of an input, and gives a one-hot. */
  input: boolean;
  constructor(block: Block, captured: Value[]) {
    super();
    this.block = block;
    this.captured = captured;
    this.number = -1;
    this.input = false;
  }

  get what(): string {
    return "function";
  }
}

/** A mutable array of the target language (§3.7.1). */
export class MutableArray extends Opaque {
  readonly what = "mutable array";
  readonly items: Value[];
  readonly holds: Holds | undefined;
  constructor(items: Value[], holds: Holds | undefined) {
    super();
    this.items = items;
    this.holds = holds;
  }
}

/** A scalar that an operation does more with than compute: it stands for a Real wherever one may. */
export abstract class ActiveScalar extends Opaque {
  abstract readonly primal: number;

  /** The result of an operation that has it among its arguments, by its value and its partials; an argument may have none, as an Int. */
  abstract chained(value: number, args: readonly Value[], partial: (index: number) => number | undefined): Value;
}

/**
 * A scalar of the forward-mode oracle: a value, its tangent in the direction at hand, and the same tangent on absolute values, that is
 * the sum over all paths of the absolute products of partials, which bounds how much the tangent may be off by rounding.
 */
export class ForwardScalar extends ActiveScalar {
  readonly what = "dual number";
  readonly primal: number;
  readonly tangent: number;
  readonly sweep: number;
  constructor(primal: number, tangent: number, sweep: number) {
    super();
    this.primal = primal;
    this.tangent = tangent;
    this.sweep = sweep;
  }

  /** The chain rule, term by term. An argument without a tangent does not depend on the direction. */
  chained(value: number, args: readonly Value[], partial: (index: number) => number | undefined): Value {
    let [tangent, sweep] = [0, 0];
    args.forEach((arg, index) => {
      if (!(arg instanceof ForwardScalar)) return;
      const slope = partial(index);
      if (slope === undefined) return;
      tangent += slope * arg.tangent;
      sweep += Math.abs(slope) * arg.sweep;
    });
    return new ForwardScalar(value, tangent, sweep);
  }
}
