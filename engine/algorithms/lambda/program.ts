// The transformed program of a stage: R on all definitions, and what is around them.
//
//   Wrap[f] = λ(x : σ). let x' = x with its scalars numbered in let (y, b) = R[f] x' in
//             (y, λ̲(z : τ̲). let (_, s) = b (z as a sensitivity) in the gradient of s, with the shape of x)
//
// R's results for the way back are linear in the sensitivity by the paper's rules; the types do not show it.
import { internal } from "../../base/unreachable.ts";
import { apply, type CoreProgram, type Global, variable, varPattern } from "../../core/terms/term.ts";
import { fun, type Type, tuple } from "../../types/type.ts";
import { type Fragment, INSIDE, type SourceProgram, type StageOptions } from "../algorithm.ts";
import { firstOrderWrap, inputs } from "../common/first-order.ts";
import { renamedApart } from "../common/hygiene.ts";
import type { CommonOptions } from "../common/options.ts";
import { PlainForms } from "../common/plain.ts";
import { first, letIn, pairOf, pairPattern } from "../common/rule-terms.ts";
import { TypeTransform } from "../common/types.ts";
import { WRAP } from "../common/wrapper.ts";
import { type Anf, type AnfGlobal, anf, type Fn } from "../front/anf.ts";
import { front } from "../front/front.ts";
import { recursionIn } from "../front/recursion.ts";
import { refusal } from "../front/refusal.ts";
import { COUNTED, MADE } from "./descriptions.ts";
import { Reverse, type Surroundings } from "./reverse.ts";
import { BACK, gradients, interfaceOf, NAMES, PartsOf, SENS, seeds, zeros } from "./sensitivities.ts";

/** The function that a definition is; undefined where it is a value. */
export function functionOf({ global: { kind }, body }: AnfGlobal): Fn | undefined {
  const last = body.bindings.at(-1);
  return kind === "function" && last?.step.tag === "lambda" ? last.step.fn : undefined;
}

/** A source program as R takes it, and in A-normal form. */
export function prepared(source: SourceProgram): { readonly program: CoreProgram; readonly bodies: Anf } {
  const program = front(renamedApart(source.program, interfaceOf().globals));
  return { program, bodies: anf(program) };
}

/** R of a program; its zeros are made (`isEager`), or stand as a symbol. */
export function transformed(source: SourceProgram, isEager: boolean, options: StageOptions): CoreProgram {
  const { param, result } = source;
  const { forgetCaptured }: CommonOptions = options;
  const { program, bodies } = prepared(source);
  const interface_ = interfaceOf();
  const types = new TypeTransform(program.data, {
    isPlain: true,
    fn: (from, to) => (isEager ? tuple(SENS, code(from, to)) : code(from, to)),
  });
  const apart = new PartsOf();
  const families = {
    zeros: isEager ? zeros(program, types) : undefined,
    seeds: seeds(program),
    inputs: inputs(program),
    gradients: gradients(program, apart),
  };
  const at: Surroundings = {
    types,
    apart,
    zeros: families.zeros,
    functions: new Set(bodies.globals.filter((one) => functionOf(one) !== undefined).map((one) => one.global.name)),
    isEnvironmentForgotten: forgetCaptured === true,
  };
  const definitions = bodies.globals.map((one): Global => {
    const reverse = new Reverse(at, one.types);
    const fn = functionOf(one);
    const { type } = one.global;
    if (fn === undefined) return { ...one.global, type: types.type(type), term: reverse.value(one.body) };
    if (type.tag !== "fun") return internal("a function of another type", one.global.name);
    return { ...one.global, type: code(types.type(type.from), types.type(type.to)), term: reverse.code(fn) };
  });
  const wrap = wrapOf(program.entry, param, result, families);
  const forms = new PlainForms(program);
  const ops = forms.ops(program.ops);
  return {
    dual: undefined,
    meaning: {
      dual: "value",
      inputs: families.inputs.globals.map(({ name }) => name),
      calls: [
        { of: NAMES.made, means: { counts: "backpropagatorsCreated", tells: MADE } },
        { of: NAMES.add, means: { counts: COUNTED.sumNodes } },
        { of: NAMES.addReals, means: { counts: COUNTED.realSums } },
        { of: NAMES.absorb, means: { counts: COUNTED.absorbed } },
        ...(families.zeros?.globals ?? []).map(({ name }) => ({ of: name, means: { counts: COUNTED.zeros } })),
      ],
      stores: [],
    },
    added: interface_.globals.map(({ name }) => name),
    data: [...types.dataTypes(), ...interface_.data],
    ops,
    globals: [
      ...forms.globals,
      ...definitions,
      ...interface_.globals,
      ...(families.zeros?.globals ?? []),
      ...families.inputs.globals,
      ...families.seeds.globals,
      ...families.gradients.globals,
      ...apart.globals,
      wrap,
    ],
    entry: WRAP,
  };
}

/** R[σ] → R[τ] × (Sens → Sens × Sens), of R[σ] and R[τ]. */
function code(from: Type, to: Type): Type {
  return fun(from, tuple(to, BACK));
}

interface Families {
  readonly inputs: ReturnType<typeof inputs>;
  readonly seeds: ReturnType<typeof seeds>;
  readonly gradients: ReturnType<typeof gradients>;
}

function wrapOf(entry: string, param: Type, result: Type, families: Families): Global {
  const gradient = apply(families.gradients.at(param), pairOf(variable("x"), variable("s")), { tag: "int", value: 0 });
  const seed = apply(variable("b"), apply(families.seeds.at(result), variable("z")));
  const back = letIn([[pairPattern({ tag: "any", type: SENS }, varPattern("s", SENS)), seed]], first(gradient));
  return firstOrderWrap(entry, param, result, families.inputs, back);
}

// ---- which programs R takes

const ARRAYS = "there are no rules for arrays: reading one element would send back a sensitivity as large as the array";

/** Which programs R takes: all but those with arrays; recursion and data are beyond the paper. */
export function fragment(source: SourceProgram): Fragment {
  const refused = refusal(source, {
    derivative: "first order transforms a program once",
    arrays: { why: ARRAYS, instead: "tape" },
  });
  if (refused !== undefined) return refused;
  // the paper has both in functions, without types
  const recursion = recursionIn(source.program);
  return recursion === undefined
    ? INSIDE
    : { tag: "inside", beyond: `${recursion}: the rules for it are ours (the paper encodes it in functions, §4)` };
}
