// What is around the definitions of Linear A in each transformed program: values are taken apart into their Reals, and put together.
import {
  apply,
  type CoreProgram,
  type Global,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { fun, lin, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram } from "../algorithm.ts";
import { PlainForms } from "../common/plain.ts";
import { definition, global, letIn, pairOf } from "../common/rule-terms.ts";
import { WRAP } from "../common/wrapper.ts";
import type { Front } from "./front/front.ts";
import { putTogether, takeApart } from "./front/structure.ts";
import type { Definition, LinearProgram } from "./linear-a/syntax.ts";
import { coreCall, coreGlobals, resultPattern, tupleOf } from "./to-core.ts";

/** The definition that makes the scalars of the input. */
const INPUTS = "inputs°";

/** The scalars of a program's input come before all others. */
const NONE: Term = { tag: "int", value: 0 };

/** A transformed program around definitions of Linear A. */
export function wrapped(source: SourceProgram, front: Front, definitions: LinearProgram, wrap: Global): CoreProgram {
  const forms = new PlainForms(source.program);
  const ops = forms.ops(source.program.ops);
  return {
    dual: undefined,
    meaning: { dual: "value", inputs: [INPUTS], stores: [] },
    data: source.program.data,
    ops,
    globals: [...forms.globals, ...coreGlobals(definitions), inputs(front), wrap],
    entry: WRAP,
  };
}

/** λ(x₁, .., xₙ). the scalars of the input, with their numbers. */
function inputs({ entry }: Front): Global {
  const names = entry.nonlinear.map((_, index) => `x${index}`);
  const param =
    names.length === 1
      ? varPattern(names[0]!, REAL)
      : { tag: "tuple" as const, items: names.map((name) => varPattern(name, REAL)) };
  const reals: Type = names.length === 1 ? REAL : tuple(...names.map(() => REAL));
  return definition(
    INPUTS,
    fun(reals, reals),
    lambda(param, tupleOf(names.map((name) => prim("born", [], [variable(name)])))),
  );
}

/** Wrap: λ(x : σ, dx : σ̲). let (y; ẏ) = f.J(x; ẋ) in (y, ẏ). */
export function forwardWrap({ param, result }: Front, jvp: Definition): Global {
  const x = takeApart(param, "x", "a");
  const dx = takeApart(param, "dx", "b");
  const born = x.reals.map((_, index) => `x${index}`);
  const names = { nonlinear: namesFor("y", jvp.results.nonlinear), linear: namesFor("dy", jvp.results.linear) };
  const body = letIn(
    [
      ...[...x.bindings, ...dx.bindings].map(({ pattern, bound }) => [pattern, bound] as const),
      [patternOfReals(born), apply(global(INPUTS), tupleOf(x.reals.map(variable)))],
      [
        resultPattern(jvp, [...names.nonlinear, ...names.linear]),
        coreCall(jvp, NONE, [...born, ...dx.reals].map(variable)),
      ],
    ],
    pairOf(putTogether(result, names.nonlinear.map(variable)), putTogether(result, names.linear.map(variable))),
  );
  const both = { tag: "tuple" as const, items: [varPattern("x", param.type), varPattern("dx", param.type)] };
  return definition(WRAP, fun(tuple(param.type, param.type), tuple(result.type, result.type)), lambda(both, body));
}

/** What follows the forward pass: the linear function, of a definition that reads the tape. */
interface Linear {
  readonly definition: Definition;
  readonly from: Front["param"];
  readonly to: Front["param"];
  /** Whether what it gives are the cotangents of the input's scalars. */
  readonly reachesInputs: boolean;
}

/** Wrap: λ(x : σ). let (y, t) = f.nonlin(x) in (y, λ̲z. f.lin(t; z)). */
export function linearWrap({ param, result }: Front, nonlin: Definition, linear: Linear): Global {
  const x = takeApart(param, "x", "a");
  const born = x.reals.map((_, index) => `x${index}`);
  const values = namesFor("y", nonlin.results.nonlinear.slice(1));
  const z = takeApart(linear.from, "z", "b");
  const out = namesFor("w", linear.definition.results.linear);
  const told = (name: string, index: number): Term =>
    linear.reachesInputs ? prim("reach", [], [NONE, { tag: "int", value: index }, variable(name)]) : variable(name);
  const fn = lambda(
    varPattern("z", linear.from.type),
    letIn(
      [
        ...z.bindings.map(({ pattern, bound }) => [pattern, bound] as const),
        [
          resultPattern(linear.definition, out),
          coreCall(linear.definition, { tag: "int", value: born.length }, [variable("t"), ...z.reals.map(variable)]),
        ],
      ],
      putTogether(linear.to, out.map(told)),
    ),
  );
  const body = letIn(
    [
      ...x.bindings.map(({ pattern, bound }) => [pattern, bound] as const),
      [patternOfReals(born), apply(global(INPUTS), tupleOf(x.reals.map(variable)))],
      [resultPattern(nonlin, [...values, "t"]), coreCall(nonlin, NONE, born.map(variable))],
    ],
    pairOf(putTogether(result, values.map(variable)), prim("asLinear", [linear.from.type, linear.to.type], [fn])),
  );
  const type = fun(param.type, tuple(result.type, lin(linear.from.type, linear.to.type)));
  return definition(WRAP, type, lambda(varPattern("x", param.type), body));
}

function namesFor(letter: string, types: readonly unknown[]): readonly string[] {
  return types.map((_, index) => `${letter}${index}`);
}

function patternOfReals(names: readonly string[]) {
  const items = names.map((name) => varPattern(name, REAL));
  return items.length === 1 ? items[0]! : { tag: "tuple" as const, items };
}
