// Scalar operations and their partials, of the table and of one's own, and numbering: how they are compiled, and their instructions.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { OpRef, Term } from "../../core/terms/term.ts";
import { FALSE_VALUE, TRUE_VALUE, type Value } from "../../core/values/values.ts";
import { OPS, type Op } from "../../scalars/ops.ts";
import type { ScalarFunction } from "../../scalars/scalar-term.ts";
import { isUsersText, type Span } from "../../source/span.ts";
import type { Builder, Compilers } from "../code/builder.ts";
import type { CustomCode, DualCode } from "../code/code.ts";
import { dualCode } from "../code/roles.ts";
import { type PieceWriter, steady, written } from "../pieces/writer.ts";
import { chained, forwardOp, plainReal } from "../scalars/forward-op.ts";
import { isInPass, operate, operateOwn } from "../scalars/passes.ts";
import type { Instruction } from "../state/instruction.ts";
import type { MachineState } from "../state/state.ts";
import { ActiveScalar, Closure } from "../values/closure.ts";
import type { OwnOperation } from "../values/pass.ts";

interface OpCode {
  readonly op: Op;
  readonly ref: OpRef;
  readonly arity: number;
}

/** x₁ .. xₙ → y. Its step counts once it is done: the run may be paused before it. */
const operation = written<OpCode>((state, { op, ref, arity }, { span }) => {
  const { stack, counters, tracer } = state;
  const base = state.top - arity;
  const isReal = op.result === "Real";
  let result: Value;
  if (state.task.passes > 0 && isInPass(stack.slice(base, state.top))) {
    result = operate({ op, ref, span }, stack.slice(base, state.top), state.ground);
    if (isReal) state.noteScalar();
  } else {
    if (tracer?.isOn) {
      // a comparison that the prelude makes is told at the call that led there
      const site = isReal || span === undefined || isUsersText(span.source) ? span : state.calls?.siteInText(state);
      result = tracer.apply(op, stack.slice(base, state.top), { op: op.symbol, ref, span: site ?? span });
      if (isReal) state.noteScalar();
    } else result = applied(op, arity, stack[base]!, stack[state.top - 1]!);
    counters.steps++;
    if (isReal && state.task.within === 0) counters.work++;
  }
  stack[base] = op.result === "Bool" ? (result === 0 ? FALSE_VALUE : TRUE_VALUE) : result;
  state.top = base + 1;
}, writeOperation);

/** Writes an operation on plain numbers; on other scalars it throws, and the instruction does it. */
function writeOperation(to: PieceWriter, { op, arity }: OpCode): void {
  const args = to.popAll(arity);
  to.numbers(args);
  to.count(1, op.result === "Real" ? 1 : 0);
  if (op.rule.tag === "infix" && op.result !== "Bool") return to.pushNumber(to.value(args.join(` ${op.rule.sign} `)));
  const value = `${to.constant(op.value)}(${args.join(", ")})`;
  if (op.result !== "Bool") return to.pushNumber(op.fails === undefined ? to.value(value) : to.attempt(value));
  to.push(`${value} === 0 ? ${to.constant(FALSE_VALUE)} : ${to.constant(TRUE_VALUE)}`);
}

function applied(op: Op, arity: number, x: Value, y: Value): Value {
  if (arity === 1) return typeof x === "number" ? op.value(x) : forwardOp(op, [x]);
  return typeof x === "number" && typeof y === "number" ? op.value(x, y) : forwardOp(op, [x, y]);
}

/** x₁ .. xₙ z → ∂ᵢop(x₁, .., xₙ) · z */
const partial = written<{ readonly op: Op; readonly index: number; readonly arity: number }>(
  (state, at) => {
    const stack = state.stack as number[];
    const { top } = state;
    const base = top - 1 - at.arity;
    if (state.task.within === 0) state.counters.work++;
    // an operation reads no operand beyond its arity
    stack[base] = slopeOf(at.op, at.index)(stack[base]!, stack[base + 1]!) * stack[top - 1]!;
    state.top = base + 1;
  },
  (to, { op, index, arity }) => {
    const cotangent = to.pop();
    to.count(0, 1);
    to.pushNumber(to.value(`${to.constant(slopeOf(op, index))}(${to.popAll(arity).join(", ")}) * ${cotangent}`));
  },
);

function slopeOf(op: Op, index: number): ScalarFunction {
  return op.partials[index] ?? internal("an operation has no such partial", op.symbol, index);
}

/** Reals are plain from here on: no tracer notes them. */
const suspendTracer: Instruction<undefined> = (state) => state.tracer?.suspend();

/** Reals are traced again. */
const resumeTracer: Instruction<undefined> = (state) => state.tracer?.resume();

/** The one argument of a function of several numbers. */
function argumentOf(args: readonly Value[]): Value {
  return args.length === 1 ? nth(args, 0) : args;
}

/** An operation with partials of its own, which machines of their own run where they are needed at once. */
function ownOperation(
  state: MachineState,
  { name, value, partials }: CustomCode,
  span: Span | undefined,
): OwnOperation {
  return {
    name,
    span,
    value: (args) => state.runApart(value, args) as number,
    partial: (index, args) => state.runApart(present(partials[index]), args),
  };
}

/** x₁ .. xₙ → (x₁, .., xₙ) y, by a call on plain numbers; in a pass → y, and {@link ownDone} is left out */
const own: Instruction<CustomCode> = (state, custom, { span }) => {
  const args = state.pop(custom.arity);
  if (state.task.passes > 0 && isInPass(args)) {
    state.push(nth(operateOwn([ownOperation(state, custom, span)], args, state.ground), 0));
    if (state.tracer?.isOn) state.noteScalar();
    state.pc++;
    return;
  }
  state.push(args);
  state.tracer?.suspend();
  state.suspend();
  state.task.within++;
  state.enter(new Closure(custom.value, []), argumentOf(args.map(plainReal)));
};

/** (x₁, .., xₙ) y → y, with what a tracer or forward mode needs of the partials */
const ownDone: Instruction<CustomCode> = (state, custom, { span }) => {
  // the stack stays as it is until there is a result: the run may be paused before it
  const value = state.stack[state.top - 1] as number;
  const args = state.stack[state.top - 2] as readonly Value[];
  // a machine of its own runs the partials, where they are needed at once
  const slope = (index: number): number =>
    state.runApart(present(custom.partials[index]), args.map(plainReal)) as number;
  let result: Value = value;
  state.tracer?.resume();
  if (state.tracer?.isOn) {
    const { name } = custom;
    result = state.tracer.operation(value, args, slope, { op: name, ref: { tag: "custom", name }, span });
    state.noteScalar();
  } else if (args.some((arg) => arg instanceof ActiveScalar)) result = chained(value, args, slope);
  leaveOwn(state);
  state.top -= 2;
  state.push(result);
};

/** x₁ .. xₙ z → z ∂, by a call */
const ownPartial: Instruction<{ readonly custom: CustomCode; readonly index: number }> = (state, { custom, index }) => {
  const cotangent = state.stack[--state.top]!;
  const args = state.pop(custom.arity);
  state.push(cotangent);
  state.suspend();
  state.task.within++;
  state.enter(new Closure(nth(custom.partials, index), []), argumentOf(args));
};

/** z ∂ → ∂ · z */
const ownPartialDone: Instruction<undefined> = (state) => {
  leaveOwn(state);
  const slope = state.stack[--state.top] as number;
  state.stack[state.top - 1] = (state.stack[state.top - 1] as number) * slope;
};

/** An operation of one's own, or a partial of it, is done: one piece of work, whatever it has computed (W of Radul et al. 2023, §4.3). */
function leaveOwn(state: MachineState): void {
  state.task.within--;
  if (state.task.within === 0) state.counters.work++;
}

/** x d → ⟨x, d⟩; the scalar x gets its number, and d becomes its backpropagator */
const pair = written<DualCode>(
  (state, code) => {
    const [primal, dual] = state.pop(2) as [number, Value];
    state.push(paired(state, code, primal, dual));
  },
  (to, code, _, pc) => {
    const [primal, dual] = to.popAll(2);
    to.result(`${to.constant(paired)}(state, ${to.constant(code)}, ${primal}, ${dual})`, pc);
    to.numbersClosures();
  },
);

function paired(state: MachineState, code: DualCode, primal: number, dual: Value): Value {
  state.backpropagation.pair(primal, dual, code, state.tasks, state.task.job, state.counters);
  return [primal, dual];
}

/** x → x, or (x, its number); the scalar, which is paired with nothing, gets its number */
const born = steady<{ readonly code: DualCode; readonly isNumbered: boolean }>((state, { code, isNumbered }) => {
  const { backpropagation, stack, top } = state;
  const primal = stack[top - 1] as number;
  const number = backpropagation.born(primal, code, state.tasks, state.task.job);
  if (isNumbered) stack[top - 1] = [primal, number];
});

/** Emits the numbering of the scalar on the stack. */
export function compileBorn(to: Builder, term: Extract<Term, { readonly tag: "prim" }>, isNumbered: boolean): void {
  const scalar = { primal: nth(term.args, 0), dual: undefined, span: term.span };
  to.emit(born, { code: dualCode(to.linking.program, scalar, to.block.name), isNumbered }, term.span);
}

function ownOf({ linking }: Builder, name: string): CustomCode {
  return linking.customs.get(name) ?? internal("a custom op is not defined", name);
}

function compileOp({ op, args, span }: Extract<Term, { readonly tag: "op" }>, to: Builder): void {
  to.compileAll(args);
  if (op.tag === "builtin") return to.emit(operation, { op: OPS[op.id], ref: op, arity: args.length }, span, 0);
  to.emit(own, ownOf(to, op.name), span);
  to.emit(ownDone, ownOf(to, op.name), span, 0);
}

/** Compilers of scalar operations, their partials, and pairs. */
export const SCALARS: Compilers<"op" | "partial" | "dual"> = {
  op(term, to) {
    if (to.linking.plain?.has(term) !== true) return compileOp(term, to);
    to.emit(suspendTracer, undefined, term.span, 0);
    compileOp(term, to);
    to.emit(resumeTracer, undefined, term.span, 0);
  },
  partial({ op, index, args, cotangent, span }, to) {
    to.compileAll(args);
    to.compile(cotangent);
    if (op.tag === "builtin") return to.emit(partial, { op: OPS[op.id], index, arity: args.length }, span);
    to.emit(ownPartial, { custom: ownOf(to, op.name), index }, span);
    to.emit(ownPartialDone, undefined, span, 0);
  },
  dual(term, to) {
    to.compileAll([term.primal, term.dual]);
    to.emit(pair, dualCode(to.linking.program, term, to.block.name), term.span);
  },
};
