// Code around the definitions of Linear A in each transformed program: values are taken apart into their Reals, and put together.
import { lastOf } from "../../../base/nth.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { fun, lin, REAL, tuple } from "../../../types/type.ts";
import type { SourceProgram } from "../../algorithm.ts";
import { PlainForms } from "../../common/plain.ts";
import { definition, global, letIn, pairOf, pairPattern } from "../../common/rule-terms.ts";
import { WRAP } from "../../common/wrapper.ts";
import type { Front } from "../front/front.ts";
import { type Apart, putTogether, takeApart } from "../front/structure.ts";
import type { Definition, LinearProgram } from "../linear-a/syntax.ts";
import { coreCall, coreGlobals, patternOf, resultPattern, tupleOf, typeOf } from "./to-core.ts";

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
  const names = namesFor("x", entry.nonlinear);
  const reals = typeOf(names.map(() => REAL));
  return definition(
    INPUTS,
    fun(reals, reals),
    lambda(patternOfReals(names), tupleOf(names.map((name) => prim("born", [], [variable(name)])))),
  );
}

/** Wrap: λ(x : σ, dx : σ̲). let (y; ẏ) = f.J(x; ẋ) in (y, ẏ). */
export function forwardWrap({ param, result }: Front, program: LinearProgram): Global {
  const jvp = lastOf(program);
  const x = takeApart(param, "x", "a");
  const dx = takeApart(param, "dx", "b");
  const born = namesFor("x", x.reals);
  const names = { nonlinear: namesFor("y", jvp.results.nonlinear), linear: namesFor("dy", jvp.results.linear) };
  const body = letIn(
    [
      ...bindingsOf(x),
      ...bindingsOf(dx),
      [patternOfReals(born), apply(global(INPUTS), tupleOf(x.reals.map(variable)))],
      [
        resultPattern(jvp, [...names.nonlinear, ...names.linear]),
        coreCall(program, NONE, [...born, ...dx.reals].map(variable)),
      ],
    ],
    pairOf(putTogether(result, names.nonlinear.map(variable)), putTogether(result, names.linear.map(variable))),
  );
  const both = pairPattern(varPattern("x", param.type), varPattern("dx", param.type));
  return definition(WRAP, fun(tuple(param.type, param.type), tuple(result.type, result.type)), lambda(both, body));
}

/** The linear function after the forward pass. */
interface Linear {
  readonly from: Front["param"];
  readonly to: Front["param"];
  /** Whether what it gives are the cotangents of the input's scalars. */
  readonly reachesInputs: boolean;
}

/** Wrap: λ(x : σ). let (y, t) = f.nonlin(x) in (y, λ̲z. f.lin(t; z)), both being the last definitions of a program. */
export function linearWrap({ param, result }: Front, program: LinearProgram, linear: Linear): Global {
  const [nonlin, half] = program.slice(-2) as [Definition, Definition];
  const x = takeApart(param, "x", "a");
  const born = namesFor("x", x.reals);
  const values = namesFor("y", nonlin.results.nonlinear.slice(1));
  const z = takeApart(linear.from, "z", "b");
  const out = namesFor("w", half.results.linear);
  const told = (name: string, index: number): Term =>
    linear.reachesInputs ? prim("reach", [], [NONE, { tag: "int", value: index }, variable(name)]) : variable(name);
  const fn = lambda(
    varPattern("z", linear.from.type),
    letIn(
      [
        ...bindingsOf(z),
        [
          resultPattern(half, out),
          coreCall(program, { tag: "int", value: born.length }, [variable("t"), ...z.reals.map(variable)]),
        ],
      ],
      putTogether(linear.to, out.map(told)),
    ),
  );
  const body = letIn(
    [
      ...bindingsOf(x),
      [patternOfReals(born), apply(global(INPUTS), tupleOf(x.reals.map(variable)))],
      [resultPattern(nonlin, [...values, "t"]), coreCall(program.slice(0, -1), NONE, born.map(variable))],
    ],
    pairOf(putTogether(result, values.map(variable)), prim("asLinear", [linear.from.type, linear.to.type], [fn])),
  );
  const type = fun(param.type, tuple(result.type, lin(linear.from.type, linear.to.type)));
  return definition(WRAP, type, lambda(varPattern("x", param.type), body));
}

function namesFor(letter: string, types: readonly unknown[]): readonly string[] {
  return types.map((_, index) => `${letter}${index}`);
}

function patternOfReals(names: readonly string[]): CorePattern {
  return patternOf(names.map((name) => varPattern(name, REAL)));
}

/** Bindings of a value that is taken apart, as `letIn` takes them. */
function bindingsOf({ bindings }: Apart): readonly (readonly [CorePattern, Term])[] {
  return bindings.map(({ pattern, bound }) => [pattern, bound]);
}
