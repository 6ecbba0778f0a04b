// Linear A, run as its rules say (Radul et al. 2023, §4): values, and the work that they took. Tests hold the machine against it. And
// Linear B, and programs as text.

import { linearLines } from "../../engine/algorithms/yolo/linear-a/print.ts";
import type {
  Binding,
  Block,
  Definition,
  Expression,
  LinearProgram,
  LinearType,
} from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import { boundBy, scalarsOf } from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import type { Global } from "../../engine/core/terms/term.ts";
import type { Code } from "../../engine/evaluate/code/code.ts";
import { compile } from "../../engine/evaluate/compile.ts";
import { Machine } from "../../engine/evaluate/machine.ts";
import { DEFAULT_BUDGET } from "../../engine/evaluate/tasks/budget.ts";
import { OPS } from "../../engine/scalars/ops.ts";
import type { Prepared } from "../../engine/session/input/prepare.ts";
import { fun, REAL, tuple } from "../../engine/types/type.ts";

/** A value of Linear A. */
export type LinearValue = number | readonly LinearValue[];

export interface LinearRun {
  readonly nonlinear: readonly LinearValue[];
  readonly linear: readonly LinearValue[];
  readonly work: number;
}

/** An operation of a program's own at numbers: its value, or the partial by an operand. */
export type OwnOperations = (name: string, partial: number | undefined, args: readonly number[]) => number;

/** The operations of a program's own, by the machine on their definitions alone. */
export function ownOperations({ core, shapes }: Prepared): OwnOperations {
  const codes = new Map<string, Code>();
  return (name, partial, args) => {
    const key = `${name} ${partial}`;
    let code = codes.get(key);
    if (code === undefined) {
      const { arity, value, partials } = core.ops.find((one) => one.name === name)!;
      const from = arity === 1 ? REAL : tuple(...args.map(() => REAL));
      const term = partial === undefined ? value : partials[partial]!;
      const own: Global = {
        name: "own operation",
        kind: "function",
        variables: [],
        type: fun(from, REAL),
        term,
        span: undefined,
      };
      code = compile({ ...core, globals: [...core.globals, own], entry: own.name }, shapes);
      codes.set(key, code);
    }
    const machine = new Machine(code, { budget: DEFAULT_BUDGET });
    machine.start(machine.entry, args.length === 1 ? args[0]! : args);
    const outcome = machine.run(Number.POSITIVE_INFINITY);
    return outcome.tag === "done" ? (outcome.value as number) : Number.NaN;
  };
}

const NONE: OwnOperations = (name) => {
  throw new Error(`${name} is an operation of a program's own`);
};

/** Calls a definition of a program. */
export function runLinear(
  program: LinearProgram,
  name: string,
  nonlinear: readonly LinearValue[],
  linear: readonly LinearValue[] = [],
  own = NONE,
): LinearRun {
  const definition = program.find((one) => one.name === name)!;
  const run = new LinearEvaluation(program, own);
  const results = run.call(definition, nonlinear, linear);
  return { ...results, work: run.work };
}

/** The numbers in values. */
export function flat(values: readonly LinearValue[]): readonly number[] {
  return values.flatMap((value) => (typeof value === "number" ? [value] : flat(value)));
}

/** Values of types, made of numbers in order. */
export function valuesOf(types: readonly LinearType[], numbers: readonly number[]): readonly LinearValue[] {
  let next = 0;
  const build = (type: LinearType): LinearValue => (type.tag === "real" ? numbers[next++]! : type.items.map(build));
  return types.map(build);
}

interface Results {
  readonly nonlinear: readonly LinearValue[];
  readonly linear: readonly LinearValue[];
}

class LinearEvaluation {
  work = 0;
  private readonly program: LinearProgram;

  private readonly own: OwnOperations;

  constructor(program: LinearProgram, own: OwnOperations) {
    this.program = program;
    this.own = own;
  }

  call(
    { nonlinear, linear, body }: Definition,
    given: readonly LinearValue[],
    tangents: readonly LinearValue[],
  ): Results {
    const scope = new Map<string, LinearValue>();
    nonlinear.forEach(({ name }, index) => scope.set(name, given[index]!));
    linear.forEach(({ name }, index) => scope.set(name, tangents[index]!));
    return this.block(body, scope);
  }

  private block({ bindings, result }: Block, scope: Map<string, LinearValue>): Results {
    for (const binding of bindings) this.binding(binding, scope);
    const read = (name: string): LinearValue => scope.get(name)!;
    return { nonlinear: result.nonlinear.map(read), linear: result.linear.map(read) };
  }

  private binding(binding: Binding, scope: Map<string, LinearValue>): void {
    if (binding.tag !== "let") {
      const parts = scope.get(binding.of) as readonly LinearValue[];
      binding.items.forEach(({ name }, index) => scope.set(name, parts[index]!));
      return;
    }
    const found = this.expression(binding.bound, scope);
    binding.nonlinear.forEach(({ name }, index) => scope.set(name, found.nonlinear[index]!));
    binding.linear.forEach(({ name }, index) => scope.set(name, found.linear[index]!));
  }

  private expression(bound: Expression, scope: Map<string, LinearValue>): Results {
    const read = (name: string): LinearValue => scope.get(name)!;
    const plain = (value: LinearValue): Results => ({ nonlinear: [value], linear: [] });
    const linear = (...values: readonly LinearValue[]): Results => ({ nonlinear: [], linear: values });
    switch (bound.tag) {
      case "call": {
        const callee = this.program.find(({ name }) => name === bound.name)!;
        return this.call(callee, bound.nonlinear.map(read), bound.linear.map(read));
      }
      case "drop": {
        const dropped = this.block(bound.block, scope);
        this.work += flat([...dropped.nonlinear, ...dropped.linear]).length;
        return linear();
      }
      case "variable":
        return plain(read(bound.name));
      case "literal":
        return plain(bound.value);
      case "op":
      case "partial": {
        this.work++;
        const args = bound.operands.map((one) => (one.tag === "int" ? one.value : (read(one.name) as number)));
        if (bound.op.tag === "custom")
          return plain(this.own(bound.op.name, bound.tag === "op" ? undefined : bound.index, args));
        const op = OPS[bound.op.id];
        return plain(bound.tag === "op" ? op.value(...args) : op.partials[bound.index]!(...args));
      }
      case "tuple":
        return plain(bound.items.map(read));
      case "linear-variable":
        return linear(read(bound.name));
      case "zero":
        return linear(valuesOf([bound.type], new Array(scalarsOf(bound.type)).fill(0))[0]!);
      case "linear-tuple":
        return linear(bound.items.map(read));
      case "plus":
        return linear(this.mapped([read(bound.left), read(bound.right)], ([x, y]) => x! + y!));
      case "scale": {
        const factor = read(bound.factor) as number;
        return linear(this.mapped([read(bound.linear)], ([x]) => factor * x!));
      }
      case "negate":
        return linear(this.mapped([read(bound.linear)], ([x]) => -x!));
      case "dup":
        return linear(read(bound.linear), read(bound.linear));
    }
  }

  /** Value by value, at a cost of one for each Real. */
  private mapped(values: readonly LinearValue[], by: (numbers: readonly number[]) => number): LinearValue {
    const [first] = values;
    if (typeof first === "number") {
      this.work++;
      return by(values as readonly number[]);
    }
    return first!.map((_, index) =>
      this.mapped(
        values.map((value) => (value as readonly LinearValue[])[index]!),
        by,
      ),
    );
  }
}

/** Whether all of a definition's expressions give linear results alone, or none (Linear B, Definition 6.1). */
export function isLinearB(definition: Definition): boolean {
  const isOneKind = ({ nonlinear, linear }: { nonlinear: readonly unknown[]; linear: readonly unknown[] }): boolean =>
    nonlinear.length === 0 || linear.length === 0;
  const block = ({ bindings, result }: Block): boolean =>
    isOneKind(result) &&
    bindings.every(
      (binding) =>
        isOneKind(boundBy(binding)) &&
        (binding.tag !== "let" || binding.bound.tag !== "drop" || block(binding.bound.block)),
    );
  return isOneKind(definition.results) && block(definition.body);
}

/** A program as text, definitions apart. */
export function linearText(program: readonly Definition[]): string {
  return linearLines(program)
    .map(({ text }) => `${text}\n`)
    .join("");
}
