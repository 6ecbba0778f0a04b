// The transformed program of a stage: R on all definitions, and what is around them.
//
//   Wrap[f] = λ(x : σ). let x' = x with its scalars numbered in let (y, b) = R[f] x' in
//             (y, λ̲(z : τ̲). let (_, s) = b (z as a sensitivity) in the gradient of s, with the shape of x)
//
// R's results for the way back are linear in the sensitivity by the paper's rules; the types do not show it.

import { internal } from "../../base/unreachable.ts";
import { derivativeIn } from "../../core/terms/derivatives.ts";
import type { NamedCall } from "../../core/terms/meaning.ts";
import { apply, type CoreProgram, type Global, variable, varPattern } from "../../core/terms/term.ts";
import { type Type, tuple } from "../../types/type.ts";
import { BY_RUN, type Fragment, INSIDE, type SourceProgram, type StageOptions } from "../algorithm.ts";
import { firstOrderWrap, inputs } from "../common/first-order.ts";
import { renamedApart } from "../common/hygiene.ts";
import type { CommonOptions } from "../common/options.ts";
import { PlainForms } from "../common/plain.ts";
import { first, letIn, pairOf, pairPattern } from "../common/rule-terms.ts";
import { TypeTransform } from "../common/types.ts";
import { WRAP } from "../common/wrapper.ts";
import { type Anf, anf } from "../front/anf.ts";
import { arrayIn } from "../front/arrays.ts";
import { front } from "../front/front.ts";
import { TooManyInstances } from "../front/monomorphic.ts";
import { recursionIn } from "../front/recursion.ts";
import { refusal } from "../front/refusal.ts";
import type { Surroundings } from "./context.ts";
import { code, functionOf } from "./definitions.ts";
import { COUNTED, ENTER, LEAVE, MADE } from "./descriptions.ts";
import { NotUnfolded } from "./nested/refused.ts";
import { endOf, type Unfolding, unfolded } from "./nested/unfolded.ts";
import { Reverse } from "./reverse.ts";
import { added, gradients, interfaceOf, NAMES, PartsOf, SENS, seeds, zeros } from "./sensitivities.ts";

/** The options of these stages. */
export interface LambdaOptions extends CommonOptions {
  /** Broken on purpose: the derivative of a function and the one around it have one cell for their variables. */
  readonly oneCell?: boolean;
}

/** The forms of R: zeros that are made, a symbol for them, and that with derivatives within the program. */
export type Form = "eager" | "lazy" | "nested";

/** A source program as R takes it, and in A-normal form. */
export function prepared(
  source: SourceProgram,
  form: Form,
  { oneCell = false }: LambdaOptions = {},
  isTold = false,
): { readonly program: CoreProgram; readonly bodies: Anf } {
  const within = form === "nested" ? unfoldedOf(source.program, { hasOneCell: oneCell, isTold }) : undefined;
  if (within instanceof NotUnfolded) throw within;
  const program = within ?? fronted(source.program);
  return { program, bodies: anf(program) };
}

const fronted = (program: CoreProgram): CoreProgram => front(renamedApart(program, interfaceOf().globals));

const known = new WeakMap<CoreProgram, Map<string, CoreProgram | NotUnfolded>>();

/** A program with its derivatives unfolded, or why they cannot be; undefined where it has none. */
function unfoldedOf(program: CoreProgram, how: Unfolding = TOLD): CoreProgram | NotUnfolded | undefined {
  if (derivativeIn(program) === undefined) return undefined;
  const forms = known.get(program) ?? new Map<string, CoreProgram | NotUnfolded>();
  known.set(program, forms);
  const form = JSON.stringify(how);
  let found = forms.get(form);
  if (found === undefined) {
    try {
      found = unfolded(fronted(program), how);
    } catch (error) {
      if (error instanceof TooManyInstances) found = new NotUnfolded(error.message, undefined);
      else if (error instanceof NotUnfolded) found = error;
      else throw error;
    }
    forms.set(form, found);
  }
  return found;
}

/** As programs are run: what is written out in fewer terms is read, and is no longer where this is not too long. */
const TOLD: Unfolding = { hasOneCell: false, isTold: true };

/** R of a program. */
export function transformed(source: SourceProgram, form: Form, options: StageOptions): CoreProgram {
  const { param, result } = source;
  const { forgetCaptured }: LambdaOptions = options;
  const isEager = form === "eager";
  const { program, bodies } = prepared(source, form, options, true);
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
    numbers: form === "nested" ? "placed" : "all",
    ops: new Map(),
    sum: added,
    definition: (name) => name,
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
        ...passes(program),
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

/** The calls at the ends of derivatives within a program, at every level. */
function passes({ globals }: CoreProgram): readonly NamedCall[] {
  return globals.flatMap(({ name }): readonly NamedCall[] => {
    const end = endOf(name);
    return end === undefined ? [] : [{ of: name, means: { tells: end === "begin" ? ENTER : LEAVE } }];
  });
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

/** Which programs R takes: all but those with arrays, or with derivatives, where it is first order; recursion and data are beyond the paper. */
export function fragment(source: SourceProgram, form: Form): Fragment {
  const arrays = { why: ARRAYS, instead: "tape" };
  const derivative = form === "nested" ? undefined : "this stage transforms a program only once";
  const isTaken = arrayIn(source) === undefined && !(unfoldedOf(source.program) instanceof NotUnfolded);
  const differentiates = isTaken ? { instead: "nested" } : BY_RUN;
  const refused =
    refusal(source, { derivative, differentiates, arrays }) ?? (form === "nested" ? refusedWithin(source) : undefined);
  if (refused !== undefined) return refused;
  // the paper has both in functions, without types
  const recursion = recursionIn(source.program);
  return recursion === undefined
    ? INSIDE
    : { tag: "inside", beyond: `${recursion}: the rules for it are ours (the paper encodes it in functions, §4)` };
}

/** The refusal of a program whose derivatives cannot be unfolded. */
function refusedWithin({ program }: SourceProgram): Fragment | undefined {
  const found = unfoldedOf(program);
  if (!(found instanceof NotUnfolded)) return undefined;
  return { tag: "outside", at: found.span, why: found.message, ...BY_RUN };
}
