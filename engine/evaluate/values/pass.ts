// Derivatives within a run: the passes of `grad`, `valueAndGrad` and `jvp`, and their scalars.
import type { OpRef } from "../../core/terms/term.ts";
import { Opaque, type Value } from "../../core/values/values.ts";
import type { Op } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { ActiveScalar } from "./closure.ts";

/** An operation of the table where it stands. */
export interface Operation {
  readonly op: Op;
  readonly ref: OpRef;
  readonly span: Span | undefined;
}

/** A function with a pullback of its own at a point: its outputs, which are numbered one after the other, are taken back together. */
export interface Rule {
  readonly outputs: number;
  /** The cotangents of the Reals of the argument, for those of the Reals of the result. */
  pull(cotangents: readonly Value[], args: readonly Value[]): readonly Value[];
}

/** An operation of one's own where it stands. */
export interface OwnOperation {
  readonly name: string;
  readonly span: Span | undefined;
  /** The function that it is an output of, and which. */
  readonly rule?: Rule;
  readonly output?: number;
  /** The value at plain numbers. */
  value(args: readonly number[]): number;
  /** A partial, computed as it is written from scalars of any kind. */
  partial(index: number, args: readonly Value[]): Value;
}

/** An operation that is kept for the way back: its operands as they are outside the pass, and the scalars of the pass among them. */
interface Kept {
  readonly operation: Operation | OwnOperation;
  readonly args: readonly Value[];
  readonly places: readonly number[];
  readonly scalars: readonly number[];
}

/** A pass over a function, within `depth` others. That of a `jvp` takes tangents along, any other keeps what it does. */
export class Pass extends Opaque {
  readonly what = "pass";
  readonly depth: number;
  readonly isForward: boolean;
  /** By scalar; undefined for those that the pass began with. */
  readonly kept: (Kept | undefined)[] = [];

  constructor(depth: number, isForward: boolean) {
    super();
    this.depth = depth;
    this.isForward = isForward;
  }

  /** A scalar that the pass begins with, which stands for one outside. */
  begin(outside: Value, tangent?: Value): PassScalar {
    return this.scalar(outside, undefined, tangent);
  }

  scalar(outside: Value, kept: Kept | undefined, tangent: Value | undefined): PassScalar {
    const number = this.kept.length;
    if (!this.isForward) this.kept.push(kept);
    return new PassScalar(this, outside, number, tangent);
  }
}

/** A scalar of a pass. */
export class PassScalar extends ActiveScalar {
  readonly what = "scalar of a pass";
  readonly pass: Pass;
  /** The scalar outside the pass that it stands for. */
  readonly outside: Value;
  readonly number: number;
  /** In a forward pass; undefined where it does not depend on the point. */
  readonly tangent: Value | undefined;
  readonly primal: number;

  constructor(pass: Pass, outside: Value, number: number, tangent: Value | undefined) {
    super();
    this.pass = pass;
    this.outside = outside;
    this.number = number;
    this.tangent = tangent;
    this.primal = outside instanceof ActiveScalar ? outside.primal : (outside as number);
  }

  chained(): Value {
    throw new Error("internal: an operation on a scalar of a pass was done as if there were no pass");
  }
}
