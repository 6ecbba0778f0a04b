// Parts of tests of Linear A: the texts of a program, and definitions of Reals.

import { stageOf } from "../../engine/algorithms/index.ts";
import { frontOf } from "../../engine/algorithms/yolo/front/front.ts";
import { jvp } from "../../engine/algorithms/yolo/jvp.ts";
import {
  type Binding,
  type Definition,
  type Expression,
  type LinearProgram,
  R,
  type Variable,
} from "../../engine/algorithms/yolo/linear-a/syntax.ts";
import { workOf } from "../../engine/algorithms/yolo/linear-a/work.ts";
import { transposedDefinition } from "../../engine/algorithms/yolo/transpose.ts";
import { type Recomputed, unzip } from "../../engine/algorithms/yolo/unzip.ts";
import { sourceNow } from "../../engine/derive/straight-run.ts";
import { preparedProgram } from "./run.ts";

const transposed = stageOf("transposed")!;

/** f, f.J, f.nonlin, f.lin and f.lin.T of a program, and its tape. */
export function systemOf(text: string, recomputed?: Recomputed) {
  const front = frontOf(sourceNow(transposed, preparedProgram(text), undefined));
  const j = jvp(front.program);
  const halves = [...unzip(j, recomputed).values()];
  const nonlin = halves.map((one) => one.nonlin);
  const lin = halves.map((one) => one.lin);
  return { f: front.program, j, nonlin, lin, t: lin.map(transposedDefinition), tape: halves.at(-1)!.tape };
}

/** The name of the last definition, which calls the others. */
export const name = (program: LinearProgram): string => program.at(-1)!.name;
/** The work of the last definition. */
export const work = (program: LinearProgram): number => workOf(program).get(name(program))!;

export const real = (one: string): Variable => ({ name: one, type: R });
export const op = (id: "mul" | "div" | "sin", ...operands: readonly string[]): Expression => ({
  tag: "op",
  op: { tag: "builtin", id },
  operands: operands.map((one) => ({ tag: "variable", name: one })),
});

/** A definition of Reals. */
export function define(
  nonlinear: readonly string[],
  linear: readonly string[],
  bindings: readonly Binding[],
  result: Definition["body"]["result"],
): Definition {
  return {
    name: "g",
    nonlinear: nonlinear.map(real),
    linear: linear.map(real),
    results: { nonlinear: result.nonlinear.map(() => R), linear: result.linear.map(() => R) },
    body: { bindings, result },
    scalars: 0,
  };
}
