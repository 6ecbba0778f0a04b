import {
  apply,
  type CoreBinding,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  linear,
  type OpRef,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import type { Span } from "../../source/span.ts";
import { fun, INT, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { deinterleave, type Monoid, monoid } from "./deinterleave.ts";
import { PlainForms, PlainOperands } from "./plain.ts";
import { type Operand, partialsOf, TermTransform } from "./terms.ts";
import { construct, deconstruct, deconstructTuple, Family, fieldName, hotAt, WRAP } from "./wrapper.ts";

/** The monoid c itself: 0 is the 𝟎 that Wrap binds, + is elementwise. */
export function inputMonoid(c: Type): Monoid {
  return monoid(
    c,
    (span) => prim("zero", [c], [], span),
    (left, right, span) => prim("plus", [c], [left, right], span),
  );
}

/** λ̲(z : ℝ̲). d₁ (∂₁op(..)(z)) + .. + dₙ (∂ₙop(..)(z)). */
function backpropagator(sums: Monoid, op: OpRef, operands: readonly Operand[], span: Span | undefined): Term {
  const calls = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
    apply(variable(operand.dual!), partial),
  );
  return linear("z", REAL, sums.sum(calls, span), span);
}

function interleave(program: CoreProgram, transform: TermTransform, c: Type): Family {
  const { types } = transform;
  const back = (type: Type) => lin(type, c);
  const withBack = (type: Type, param: Parameters<typeof lambda>[0], body: Term): Term =>
    lambda({ tag: "tuple", items: [param, varPattern("d", back(type))] }, body);
  const part = (family: Family, item: Type, index: number, whole: Term): Term =>
    apply(family.at(item), {
      tag: "tuple",
      items: [variable(fieldName(index)), linear("z", item, apply(variable("d"), whole))],
    });
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, back(type)), types.type(type)),
    real: () => withBack(REAL, varPattern("x", REAL), { tag: "dual", primal: variable("x"), dual: variable("d") }),
    discrete: () => withBack(INT, varPattern("n", INT), variable("n")),
    tuple: (items, family) => {
      const parts = items.map((item, index) => part(family, item, index, { tag: "tuple", items: hotAt(items, index) }));
      return withBack(tuple(...items), deconstructTuple(items), { tag: "tuple", items: parts });
    },
    branch: (type, constructor, fields, family) =>
      construct(
        type,
        constructor,
        fields.map((field, index) => part(family, field, index, construct(type, constructor, hotAt(fields, index)))),
        types,
      ),
    data: (type, branches) =>
      withBack(type, varPattern("x", type), {
        tag: "case",
        scrutinee: variable("x"),
        branches: branches.map(({ constructor, fields, body }) => ({
          pattern: deconstruct(type, constructor, fields),
          body,
        })),
      }),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const items = linear("z", list(item), apply(variable("d"), prim("fromList", [item], [variable("z")])));
      const inner = apply(family.at(list(item)), {
        tag: "tuple",
        items: [prim("toList", [item], [variable("a")]), items],
      });
      return withBack(array, varPattern("a", array), prim("fromList", [types.type(item)], [inner]));
    },
  });
}

/** λ⟨x, d⟩. (x, d). */
function pairApart(dualPart: Type): Term {
  const pattern: CorePattern = { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("d", dualPart) };
  return lambda(pattern, { tag: "tuple", items: [variable("x"), variable("d")] });
}

function transform({ program, param, result }: SourceProgram, options: StageOptions = {}): CoreProgram {
  const c = param;
  const sums = inputMonoid(c);
  const dualPart = lin(REAL, c);
  const forms = new PlainForms(program);
  const literal = (value: Term): Term => ({
    tag: "dual",
    primal: value,
    dual: linear("z", REAL, sums.zero()),
  });
  const constants = { tag: "pure", literal } as const;
  const plain =
    options.plainDiscrete === true ? new PlainOperands(program, forms, constants, () => terms.types) : undefined;
  const terms: TermTransform = new TermTransform(program, {
    plain,
    dualPart,
    literal: (value, span) => ({ tag: "dual", primal: value, dual: linear("z", REAL, sums.zero(span), span), span }),
    operation: (op, operands, span) => backpropagator(sums, op, operands, span),
  });
  const into = interleave(program, terms, c);
  const out = deinterleave(program, terms.types, sums, pairApart(dualPart));
  const input: Term = { tag: "tuple", items: [variable("x"), linear("z", c, variable("z"))] };
  const entry: Term = { tag: "global", name: program.entry, types: [] };
  const body = apply(out.at(result), apply(entry, apply(into.at(param), input)));
  const bound: CoreBinding = {
    pattern: varPattern("𝟎", c),
    variables: [],
    bound: prim("bindZero", [c], [prim("zeroOf", [c], [variable("x")])]),
  };
  const wrap: Global = {
    name: WRAP,
    kind: "function",
    variables: [],
    type: fun(param, tuple(result, lin(result, c))),
    term: lambda(varPattern("x", param), { tag: "let", bindings: [bound], body }),
    span: undefined,
  };
  const ops = forms.ops(program.ops);
  const transformed = program.globals.map((global) => terms.global(global));
  return {
    dual: dualPart,
    data: terms.types.dataTypes(),
    ops,
    globals: [...forms.globals, ...transformed, ...(plain?.globals ?? []), ...into.globals, ...out.globals, wrap],
    entry: WRAP,
  };
}

export const naive: Stage = {
  id: "naive",
  title: "Naive backpropagators",
  citation: "D¹, thesis §3.3, Fig. 3.6-3.7; POPL 2023, Fig. 5-6",
  basedOn: "forward",
  changed:
    "The tangent of a scalar gives way to a backpropagator: a linear function from its cotangent to the cotangent of the input.",
  editions: "POPL 2023 has the same transformation; it writes (s, t) for ⟨s, t⟩, as the programs here do.",
  growth: "exponential in T where scalars are shared",
  state: "tree",
  mode: "reverse",
  predictedCalls: ({ paths }) => paths,
  dualPart: ({ param }) => lin(REAL, param),
  transform,
};
