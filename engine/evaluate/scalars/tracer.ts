// Tracing: the source program runs on scalars that know their numbers, and every Real that it makes is noted with what it is
// computed from. Numbers are those of all transformed programs: creation order under strict left-to-right evaluation.
import { internal } from "../../base/unreachable.ts";
import type { Watch } from "../../base/watch.ts";
import type { ScalarNumber } from "../../core/events/events.ts";
import type { DataFlowGraph, DataFlowNode, DiscreteUse, TracedRule } from "../../core/events/trace.ts";
import type { OpRef, Shown } from "../../core/terms/term.ts";
import { mapReals, type Shape } from "../../core/values/shape.ts";
import type { Value } from "../../core/values/values.ts";
import { isDifferentiable, type Op } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { ActiveScalar } from "../values/closure.ts";
import { PassScalar, type Rule } from "../values/pass.ts";
import { plainReal } from "./forward-op.ts";

/** A Real of a traced run. */
export class TracedScalar extends ActiveScalar {
  readonly what = "traced scalar";
  readonly primal: number;
  readonly number: ScalarNumber;

  constructor(primal: number, number: ScalarNumber) {
    super();
    this.primal = primal;
    this.number = number;
  }

  /** Where nothing is to be traced, an operation gives a plain number. */
  chained(value: number): Value {
    return value;
  }
}

/** An operation's name, and its place. */
export interface Site {
  readonly op: string;
  readonly ref: OpRef;
  readonly span: Span | undefined;
}

/** A number as an arithmetic has it: rounded to its precision. */
export type Rounding = (x: number) => number;

/** A value that a program asks to be shown, on traced scalars. */
export interface ShownValue {
  readonly shown: Shown;
  readonly shape: Shape;
  readonly value: Value;
}

/** Values that a run keeps to be shown. */
const MOST_SHOWN = 1000;

/** Notes the scalars of a run; their values and partials are rounded to a precision. */
export class Tracer {
  readonly nodes: DataFlowNode[] = [];
  /** The operation of each node; undefined for inputs and literals. */
  readonly ops: (OpRef | undefined)[] = [];
  readonly discrete: DiscreteUse[] = [];
  /** The scalars that are computed for derivatives within the program: from, and up to. */
  readonly derived: (readonly [from: number, to: number])[] = [];
  /** The first values that the program asks to be shown, and how many there were. */
  readonly shown: ShownValue[] = [];
  shownCount = 0;
  /** The rules of the program's own, in the order of their outputs. */
  readonly rules: TracedRule[] = [];
  readonly #rounded: Rounding;
  /** How many parts of the program are under way in which Reals are plain: bodies of custom ops, operands that stay plain. */
  private plain = 0;

  constructor(rounded: Rounding = (x) => x) {
    this.#rounded = rounded;
  }

  /** Whether Reals are traced at the moment. */
  get isOn(): boolean {
    return this.plain === 0;
  }

  suspend(): void {
    this.plain++;
  }

  resume(): void {
    this.plain--;
  }

  /** An input, for a traced run. */
  enter(shape: Shape, input: Value, watch: Watch): Value {
    return mapReals(shape, input, watch, (real) => this.scalar("input", real as number, undefined, undefined, [], []));
  }

  /** A traced run's result, as a plain value, and the graph of the run. */
  leave(shape: Shape, result: Value, watch: Watch): { readonly value: Value; readonly graph: DataFlowGraph } {
    const outputs: ScalarNumber[] = [];
    const value = mapReals(shape, result, watch, (real) => {
      if (!(real instanceof TracedScalar)) return internal("a Real of a traced run has no number");
      outputs.push(real.number);
      return real.primal;
    });
    return { value, graph: { nodes: this.nodes, outputs, discrete: this.discrete } };
  }

  constant(value: number, span: Span | undefined): TracedScalar {
    return this.scalar("constant", value, undefined, span, [], []);
  }

  /** A Real that is made of Ints: a constant as far as derivatives go. */
  fromInts(value: number, args: readonly number[], { op, ref, span }: Site): TracedScalar {
    const ints = args.map((arg, place) => ({ place, value: arg }));
    this.ops[this.nodes.length] = ref;
    return this.scalar("constant", value, op, span, [], ints);
  }

  /** The result of an operation on arguments, Reals and Ints; `partial` gives the partial at a Real. */
  operation(
    value: number,
    args: readonly Value[],
    partial: (index: number) => number,
    { op, ref, span }: Site,
  ): TracedScalar {
    const operands: { number: ScalarNumber; partial: number }[] = [];
    const ints: { place: number; value: number }[] = [];
    args.forEach((arg, place) => {
      if (arg instanceof TracedScalar) operands.push({ number: arg.number, partial: this.#rounded(partial(place)) });
      else ints.push({ place, value: plainReal(arg) });
    });
    this.ops[this.nodes.length] = ref;
    return this.scalar("operation", value, op, span, operands, ints);
  }

  /** An operation of the table on scalars: a Real, or the number that an Int or a truth value is. */
  apply(op: Op, args: readonly Value[], site: Site): Value {
    const plain = args.map(plainReal);
    const value = op.value(...plain);
    if (op.result !== "Real") {
      this.discreteUse(op.symbol, args, value, site.span);
      return value;
    }
    return isDifferentiable(op)
      ? this.operation(value, args, (index) => op.partials[index]!(...plain), site)
      : this.fromInts(value, plain, site);
  }

  /** A use of Reals that gives none; one of Ints alone is not noted. */
  discreteUse(op: string, args: readonly Value[], result: number, span: Span | undefined): void {
    const operands = args.flatMap((arg) => (arg instanceof TracedScalar ? [arg.number] : []));
    if (operands.length > 0) this.discrete.push({ op, span, operands, values: args.map(plainReal), result });
  }

  /** Notes a value that the program asks to be shown. */
  show(shown: Shown, shape: Shape, value: Value): void {
    if (this.shownCount++ < MOST_SHOWN) this.shown.push({ shown, shape, value });
  }

  /** Notes that the scalars that are made next are the outputs of a rule, which are taken back together. */
  beginRule(rule: Rule, args: readonly Value[]): void {
    if (!this.isOn) return;
    const first = this.nodes.length;
    const plain = args.map(plainReal);
    const inputs = args.map((arg) => {
      let at = arg;
      while (at instanceof PassScalar) at = at.outside;
      return at instanceof TracedScalar ? at.number : undefined;
    });
    this.rules.push({
      first,
      outputs: rule.outputs,
      inputs,
      pull: (cotangents) => rule.pull(cotangents, plain).map(plainReal),
    });
  }

  private scalar(
    kind: DataFlowNode["kind"],
    value: number,
    op: string | undefined,
    span: Span | undefined,
    operands: DataFlowNode["operands"],
    ints: DataFlowNode["ints"],
  ): TracedScalar {
    const number = this.nodes.length as ScalarNumber;
    const rounded = this.#rounded(value);
    this.nodes.push({ number, kind, op, value: rounded, span, operands, ints });
    return new TracedScalar(rounded, number);
  }
}
