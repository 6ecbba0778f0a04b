// From a run to Linear A: the straight line of operations that a program does at an input. Ints, tags, branches and closures are
// gone: another input may give another program.
import { nth } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import type { Trace } from "../../../core/events/trace.ts";
import { subscript } from "../../../core/terms/term.ts";
import {
  type Binding,
  bindNonlinear,
  type Definition,
  type Expression,
  type LinearProgram,
  type Operand,
  R,
  type Variable,
} from "../linear-a/syntax.ts";
import { withDrops } from "./straight.ts";

/** A run of a definition as a program of one definition. Inputs are called x, constants c, what operations give v, with their numbers. */
export function tracedProgram(name: string, { nodes, ops, outputs }: Trace): LinearProgram {
  const inputs = nodes.filter(({ kind }) => kind === "input").length;
  const names = nodes.map(({ kind, number }) => subscript({ input: "x", constant: "c", operation: "v" }[kind], number));
  const params = names.slice(0, inputs).map((one): Variable => ({ name: one, type: R }));
  const bindings = nodes.slice(inputs).map(({ number, value, span, operands, ints }): Binding => {
    step();
    const args: Operand[] = [];
    for (const { place, value: int } of ints) args[place] = { tag: "int", value: int };
    let place = 0;
    for (const operand of operands) {
      while (args[place] !== undefined) place++;
      args[place] = { tag: "variable", name: nth(names, operand.number) };
    }
    const op = ops[number];
    const bound: Expression = op === undefined ? { tag: "literal", value } : { tag: "op", op, operands: args };
    return { ...bindNonlinear({ name: nth(names, number), type: R }, bound), span, scalar: number - inputs };
  });
  const results = outputs.map((output) => nth(names, output));
  const definition: Definition = {
    name,
    nonlinear: params,
    linear: [],
    results: { nonlinear: results.map(() => R), linear: [] },
    body: { bindings: withDrops(params, bindings, results), result: { nonlinear: results, linear: [] } },
    scalars: nodes.length - inputs,
  };
  return [definition];
}
