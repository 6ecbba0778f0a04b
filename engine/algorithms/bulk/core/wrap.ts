// The transformed program: the input is taken apart into arrays, the result and the gradient are put together of some.
import { nth } from "../../../base/nth.ts";
import {
  apply,
  type CoreProgram,
  lambda,
  OPEN_TYPE,
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { con, fun, lin, tuple, UNIT } from "../../../types/type.ts";
import type { SourceProgram } from "../../algorithm.ts";
import { definition, global, letIn, pairOf } from "../../common/rule-terms.ts";
import { WRAP } from "../../common/wrapper.ts";
import { type ArrayProgram, linesOf } from "../front/front.ts";
import { type Bulk, isReal, sizeOf, variableOf } from "../language/syntax.ts";
import { reversed, zerosOf } from "../symbolic-pass.ts";
import { Border, type Bound } from "./border.ts";
import { DELTA_AND_COTANGENT, DELTA_MEANING, DualArrays, deltaInterface } from "./deltas.ts";
import { Emission, intTerm } from "./emit.ts";

/** The parts of a transformed program that its stage makes. */
interface Passes {
  /** The bindings of the forward pass, and the arrays of its result. */
  readonly forward: readonly Bound[];
  readonly results: readonly Term[];
  /** From the cotangents of the result's numbers to bindings, and the gradients of the Real arrays of the input, in their order. */
  backward(cotangents: readonly Term[]): { readonly bindings: readonly Bound[]; readonly gradients: readonly Term[] };
}

/** The data type of the cells of the inputs. */
const REACHED = `Reached${OWN_MARK}`;

/** The program of dual arrays: a forward pass that makes Deltas, and a reverse pass that interprets them. */
export function numericProgram(source: SourceProgram, program: ArrayProgram): CoreProgram {
  const emission = new Emission(program.names);
  const { lines, results } = linesOf(program);
  const inputs = program.inputs.filter(isReal);
  const dual = new DualArrays(emission);
  const deltas = deltaInterface();
  const unreached: Term = { tag: "con", data: REACHED, con: `Unreached${OWN_MARK}`, types: [], args: [] };
  const [g, m] = [program.names.fresh("g"), program.names.fresh("m")];
  return assembled(source, program, deltas, {
    forward: [...dual.inputs(inputs), ...dual.lines(lines, intTerm(1))],
    results: results.map((one) => emission.term(one)),
    backward: (cotangents) => {
      const waits = results.reduce<Term>(
        (waiting, one, at) => {
          if (!isReal(one)) return waiting;
          return apply(global("eval"), pairOf(dual.of(one), nth(cotangents, at)), variable(g), waiting);
        },
        prim("mapEmpty", [DELTA_AND_COTANGENT], []),
      );
      return {
        bindings: [
          [varPattern(g, OPEN_TYPE), prim("alloc", [con(REACHED)], [intTerm(inputs.length), unreached])],
          [varPattern(m, OPEN_TYPE), waits],
          [{ tag: "any", type: UNIT }, apply(global("backprop"), variable(g), variable(m))],
        ],
        gradients: inputs.map(({ shape }, place) =>
          apply(global("gradient"), { tag: "tuple", items: [intTerm(place), intTerm(sizeOf(shape)), variable(g)] }),
        ),
      };
    },
  });
}

/** The program whose reverse pass is a term: it is made once, and no Delta is left when it runs. */
export function symbolicProgram(source: SourceProgram, program: ArrayProgram): CoreProgram {
  const emission = new Emission(program.names);
  const { lines, results } = linesOf(program);
  const forward = lines.map(({ name, term }): Bound => [varPattern(name, OPEN_TYPE), emission.term(term), term.span]);
  return assembled(source, program, undefined, {
    forward,
    results: results.map((one) => emission.term(one)),
    backward: (cotangents) => {
      const { bindings, seeds } = seedsOf(results, cotangents, program);
      const { shared, gradients } = reversed(lines, seeds, program.names);
      return {
        bindings: [
          ...bindings,
          ...shared.map(({ name, bound }): Bound => [varPattern(name, OPEN_TYPE), emission.term(bound), bound.span]),
        ],
        gradients: program.inputs.filter(isReal).map((one) => emission.term(gradients.get(one.name) ?? zerosOf(one))),
      };
    },
  });
}

/** Variables for the cotangents of the result's numbers. */
function seedsOf(results: readonly Bulk[], cotangents: readonly Term[], { names }: ArrayProgram) {
  const seeds = results.map((of) => ({ of, cotangent: variableOf(names.fresh("c"), of) }));
  const bindings = seeds.map(
    ({ cotangent }, at): Bound => [varPattern(cotangent.name, OPEN_TYPE), nth(cotangents, at)],
  );
  return { seeds, bindings };
}

/** Wrap[f] = λ(x : σ). let a = .. of x in .. (y, λ̲z. let c = .. of z in ..). */
function assembled(
  source: SourceProgram,
  program: ArrayProgram,
  added: ReturnType<typeof deltaInterface> | undefined,
  { forward, results, backward }: Passes,
): CoreProgram {
  const { param, result } = source;
  const border = new Border(source.program, program.names);
  const [whole, seed] = [program.names.fresh("x"), program.names.fresh("z")];
  const x = border.apart(program.input, param, variable(whole));
  const inputs = program.inputs.map(({ name }, at): Bound => [varPattern(name, OPEN_TYPE), nth(x.arrays, at)]);
  const z = border.apart(program.result, result, variable(seed));
  const { bindings, gradients } = backward(z.arrays);
  // an array may be read many times where it is put together
  const found = gradients.map((term) => ({ name: program.names.fresh("w"), term }));
  let next = 0;
  const arrays = program.inputs.map((one) => variable(isReal(one) ? nth(found, next++).name : one.name));
  const fn = lambda(
    varPattern(seed, result),
    letIn(
      [...z.bindings, ...bindings, ...found.map(({ name, term }): Bound => [varPattern(name, OPEN_TYPE), term])],
      border.together(program.input, param, arrays),
    ),
  );
  const body = letIn(
    [...x.bindings, ...inputs, ...forward],
    pairOf(border.together(program.result, result, results), prim("asLinear", [result, param], [fn])),
  );
  const wrap = definition(WRAP, fun(param, tuple(result, lin(result, param))), lambda(varPattern(whole, param), body));
  return {
    dual: undefined,
    meaning: added === undefined ? { dual: "value", inputs: [], stores: [] } : DELTA_MEANING,
    data: [...source.program.data, ...(added?.data ?? [])],
    ops: [],
    globals: [...(added?.globals ?? []), wrap],
    added: added?.globals.map(({ name }) => name),
    entry: WRAP,
  };
}
