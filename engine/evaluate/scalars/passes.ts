// Derivatives that a program asks for: the passes of `grad`, `valueAndGrad` and `jvp`. A pass runs a function on scalars of its own, each of
// which stands for a scalar outside: a number, or a scalar of a pass around it, of a tracer, of an oracle. An operation belongs to the
// innermost pass among its operands; its value, its partials and what is done with them are computed outside that pass, by the same
// functions. So perturbations of different passes cannot be confused (Pearlmutter and Siskind 2008, §4).
import { nth } from "../../base/nth.ts";
import type { Watch } from "../../base/watch.ts";
import { Opaque, type Value } from "../../core/values/values.ts";
import { isDifferentiable, OPS, type OpId } from "../../scalars/ops.ts";
import type { ScalarTerm } from "../../scalars/scalar-term.ts";
import type { Span } from "../../source/span.ts";
import { type Operation, type OwnOperation, type Pass, PassScalar } from "../values/pass.ts";
import { plainReal } from "./forward-op.ts";

/** How scalars that belong to no pass are operated on, and counted. */
export interface Ground {
  readonly watch: Watch;
  /** The result of an operation: a Real, or the number that an Int or a truth value is. */
  operate(operation: Operation, args: readonly Value[]): Value;
  own(operation: OwnOperation, args: readonly Value[]): Value;
  /** A partial of an operation of one's own. */
  ownPartial(operation: OwnOperation, index: number, args: readonly Value[]): Value;
  constant(value: number, span: Span | undefined): Value;
  /** The result of a computation for a derivative within the program: what is traced in it is noted as that. */
  derived<T>(compute: () => T): T;
  /** Counts an operation that is kept for the way back. */
  keeps(): void;
}

/** Whether a scalar of a pass is among some operands. */
export function isInPass(args: readonly Value[]): boolean {
  return args.some((arg) => arg instanceof PassScalar);
}

/** An operation on scalars of which any may belong to passes. */
export function operate(operation: Operation, args: readonly Value[], ground: Ground): Value {
  const pass = innermost(args);
  if (pass === undefined) return ground.operate(operation, args);
  const outside = args.map((arg) => outsideOf(arg, pass));
  const value = operate(operation, outside, ground);
  return isDifferentiable(operation.op) ? result(pass, operation, args, outside, value, ground) : value;
}

/**
 * Operations of one's own on the same scalars, of which any may belong to passes. Their results are numbered one after the other, outside
 * passes and in each of them, and tangents after them.
 */
export function operateOwn(
  operations: readonly OwnOperation[],
  args: readonly Value[],
  ground: Ground,
): readonly Value[] {
  const pass = innermost(args);
  if (pass === undefined) return operations.map((operation) => ground.own(operation, args));
  const outside = args.map((arg) => outsideOf(arg, pass));
  const values = operateOwn(operations, outside, ground);
  return operations.map((operation, index) => result(pass, operation, args, outside, nth(values, index), ground));
}

function innermost(args: readonly Value[]): Pass | undefined {
  let pass: Pass | undefined;
  for (const arg of args)
    if (arg instanceof PassScalar && (pass === undefined || arg.pass.depth > pass.depth)) pass = arg.pass;
  return pass;
}

/** The scalar outside a pass that one stands for; itself if it belongs to none. */
function outsideOf(scalar: Value, pass: Pass): Value {
  return scalar instanceof PassScalar && scalar.pass === pass ? scalar.outside : scalar;
}

/** The result of an operation within a pass. */
function result(
  pass: Pass,
  operation: Operation | OwnOperation,
  args: readonly Value[],
  outside: readonly Value[],
  value: Value,
  ground: Ground,
): Value {
  if (pass.isForward) {
    let tangent: Value | undefined;
    args.forEach((arg, place) => {
      if (!(arg instanceof PassScalar) || arg.pass !== pass || arg.tangent === undefined) return;
      const { tangent: by } = arg;
      tangent = ground.derived(() =>
        added(tangent, weighted(operation, place, outside, by, ground), operation.span, ground),
      );
    });
    return pass.scalar(value, undefined, tangent);
  }
  const places: number[] = [];
  const scalars: number[] = [];
  args.forEach((arg, place) => {
    if (!(arg instanceof PassScalar) || arg.pass !== pass) return;
    places.push(place);
    scalars.push(arg.number);
  });
  ground.keeps();
  return pass.scalar(value, { operation, args: outside, places, scalars }, undefined);
}

/** The cotangents of the scalars that a pass began with, given that of its result is 1; undefined for what the result does not depend on. */
export function sweep(pass: Pass, result: Value, begun: number, ground: Ground): readonly (Value | undefined)[] {
  const cotangents = new Array<Value | undefined>(pass.kept.length);
  if (result instanceof PassScalar && result.pass === pass) cotangents[result.number] = ONE;
  for (let number = pass.kept.length - 1; number >= 0; number--) {
    ground.watch.step();
    const cotangent = cotangents[number];
    const kept = pass.kept[number];
    const isLast = kept !== undefined && isLastOutput(kept.operation);
    if (kept === undefined || (cotangent === undefined && !isLast)) continue;
    const { operation, args, places, scalars } = kept;
    const rule = "op" in operation ? undefined : operation.rule;
    if (rule !== undefined) {
      const first = number - rule.outputs + 1;
      const reached = Array.from({ length: rule.outputs }, (_, index) => cotangents[first + index]);
      number = first;
      if (reached.every((one) => one === undefined)) continue;
      const given = reached.map((one) => plainOne(one, ground));
      const pulled = ground.derived(() => rule.pull(given, args));
      places.forEach((place, index) => {
        const scalar = scalars[index]!;
        cotangents[scalar] = added(cotangents[scalar], pulled[place]!, operation.span, ground);
      });
      // the other outputs have been taken back with it
      if (first >= begun) cotangents.fill(undefined, first, first + rule.outputs);
      continue;
    }
    places.forEach((place, index) => {
      const scalar = scalars[index]!;
      const contribution = weighted(operation, place, args, cotangent!, ground);
      cotangents[scalar] = added(cotangents[scalar], contribution, operation.span, ground);
    });
    // what has been passed on is not needed any more
    if (number >= begun) cotangents[number] = undefined;
  }
  return cotangents.slice(0, begun).map((one) => (one === ONE ? ground.constant(1, undefined) : one));
}

/** Whether an operation is the last output of a rule: with it all are taken back. */
function isLastOutput(operation: Operation | OwnOperation): boolean {
  return !("op" in operation) && operation.rule !== undefined && operation.output === operation.rule.outputs - 1;
}

/** A cotangent as a rule takes it; 0 where none has reached the output. */
function plainOne(one: Value | undefined, ground: Ground): Value {
  return one === undefined || one === ONE ? ground.constant(one === undefined ? 0 : 1, undefined) : one;
}

/** The value of a pass's result, and its tangent, outside the pass. */
export function leave(pass: Pass, result: Value, ground: Ground): { readonly value: Value; readonly tangent: Value } {
  const isOwn = result instanceof PassScalar && result.pass === pass;
  const tangent = isOwn ? result.tangent : undefined;
  return { value: outsideOf(result, pass), tangent: tangent ?? ground.constant(0, undefined) };
}

/** The cotangent that a sweep begins with; it is never multiplied by. */
class One extends Opaque {
  readonly what = "one";
}
const ONE: Value = new One();

/** A partial times a tangent or cotangent. */
function weighted(
  operation: Operation | OwnOperation,
  place: number,
  args: readonly Value[],
  by: Value,
  ground: Ground,
): Value {
  const { span } = operation;
  if (!("op" in operation)) return times(ground.ownPartial(operation, place, args), by, span, ground);
  const term = operation.op.derivatives[place]!.term;
  if (term.tag === "number") {
    if (term.value === 1) return by;
    if (term.value === -1) return by === ONE ? ground.constant(-1, span) : builtin("neg", [by], span, ground);
  }
  return times(partial(operation, place, args, ground), by, span, ground);
}

function times(partial: Value, by: Value, span: Span | undefined, ground: Ground): Value {
  return by === ONE ? partial : builtin("mul", [partial, by], span, ground);
}

function added(sum: Value | undefined, term: Value, span: Span | undefined, ground: Ground): Value {
  if (sum === undefined) return term;
  const [left, right] = [sum, term].map((one) => (one === ONE ? ground.constant(1, span) : one));
  return builtin("add", [left!, right!], span, ground);
}

function builtin(id: OpId, args: readonly Value[], span: Span | undefined, ground: Ground): Value {
  return operate({ op: OPS[id], ref: { tag: "builtin", id }, span }, args, ground);
}

/** A partial of an operation of the table at scalars of any kind, by its term. */
function partial({ op, span }: Operation, place: number, args: readonly Value[], ground: Ground): Value {
  let named: Value = 0;
  /** A test only looks at numbers. */
  const holds = (term: ScalarTerm): boolean => {
    if (term.tag === "and") return holds(term.left) && holds(term.right);
    if (term.tag === "or") return holds(term.left) || holds(term.right);
    if (term.tag !== "op") return false;
    const [x, y] = term.args.map((arg) => plainReal(at(arg, true)));
    return OPS[term.op as OpId].value(x!, y!) !== 0;
  };
  const at = (term: ScalarTerm, isPlain = false): Value => {
    switch (term.tag) {
      case "operand":
        return isPlain ? plainReal(args[term.index]!) : args[term.index]!;
      case "number":
        return term.type === "Int" || isPlain ? term.value : ground.constant(term.value, span);
      case "name":
        return isPlain ? plainReal(named) : named;
      case "let":
        named = at(term.bound, isPlain);
        return at(term.body, isPlain);
      case "if":
        return holds(term.test) ? at(term.yes, isPlain) : at(term.no, isPlain);
      case "op": {
        const operands = term.args.map((arg) => at(arg, isPlain));
        return isPlain
          ? OPS[term.op as OpId].value(...(operands as number[]))
          : builtin(term.op as OpId, operands, span, ground);
      }
      default:
        return holds(term) ? 1 : 0;
    }
  };
  return at(op.derivatives[place]!.term);
}
