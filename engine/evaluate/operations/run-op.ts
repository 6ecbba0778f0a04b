// The scalar operations and their partials: what each does with the operand stack.
import { internal } from "../../base/unreachable.ts";
import { FALSE_VALUE, TRUE_VALUE, type Value } from "../../core/values/values.ts";
import { isDifferentiable, type Op } from "../../scalars/ops.ts";
import type { Instr } from "../code/code.ts";
import { forwardOp, plainReal } from "../scalars/forward-op.ts";
import type { Site, Tracer } from "../scalars/tracer.ts";

/** Runs an operation on the topmost operands; gives the new height of the stack. */
export function runOp(op: Op, arity: number, stack: Value[], top: number): number {
  let result: Value;
  if (arity === 1) {
    const x = stack[top - 1]!;
    result = typeof x === "number" ? op.value(x) : forwardOp(op, [x]);
  } else {
    const x = stack[top - 2]!;
    const y = stack[top - 1]!;
    result = typeof x === "number" && typeof y === "number" ? op.value(x, y) : forwardOp(op, [x, y]);
  }
  stack[top - arity] = op.result === "Bool" ? truthOf(result) : result;
  return top - arity + 1;
}

/** The truth value that an operation computes as 0 or 1. */
export function truthOf(result: Value): Value {
  return result === 0 ? FALSE_VALUE : TRUE_VALUE;
}

/** Runs an operation on the topmost operands, and notes the Real that it makes; gives the new height of the stack. */
export function runTracedOp(
  { op, ref, arity, span }: Extract<Instr, { readonly tag: "op" }>,
  stack: Value[],
  top: number,
  tracer: Tracer,
): number {
  const result = applyTraced(op, stack.slice(top - arity, top), { op: op.symbol, ref, span }, tracer);
  stack[top - arity] = op.result === "Bool" ? truthOf(result) : result;
  return top - arity + 1;
}

/** An operation on scalars of a traced run: a Real, or the number that an Int or a truth value is. */
export function applyTraced(op: Op, args: readonly Value[], site: Site, tracer: Tracer): Value {
  const plain = args.map(plainReal);
  const value = op.value(...plain);
  if (op.result !== "Real") {
    tracer.discreteUse(op.symbol, args, value, site.span);
    return value;
  }
  return isDifferentiable(op)
    ? tracer.operation(value, args, (index) => op.partials[index]!(...plain), site)
    : tracer.fromInts(value, plain, site);
}

/** A partial at the arguments below the cotangent, times the cotangent. */
export function runPartial(
  { op, index, arity }: Extract<Instr, { readonly tag: "partial" }>,
  stack: Value[],
  top: number,
): number {
  const base = top - 1 - arity;
  const cotangent = stack[top - 1] as number;
  const partial = op.partials[index] ?? internal("an operation has no such partial", op.symbol, index);
  stack[base] = partial(...(stack.slice(base, top - 1) as number[])) * cotangent;
  return base + 1;
}
