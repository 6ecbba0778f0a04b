// D¹, naive dual-numbers reverse AD: a scalar is paired with its backpropagator (thesis Fig. 3.6 and 3.7).
//
//   D[ℝ] = ℝ × (ℝ̲ ⊸ c)                                                     c = σ̲ for a program σ → τ
//   D[r] = ⟨r, λ̲(z : ℝ̲). 𝟎⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in let ⟨xₙ, dₙ⟩ = D[tₙ]
//                       in ⟨op(x₁, .., xₙ), λ̲(z : ℝ̲). d₁ (∂₁op(x₁, .., xₙ)(z)) + .. + dₙ (∂ₙop(x₁, .., xₙ)(z))⟩
//
//   Interleave_τ : τ × (τ̲ ⊸ c) → D[τ]
//   Interleave_ℝ = λ(x, d). ⟨x, d⟩                 Interleave_ℤ = λ(n, d). n
//   Interleave_{σ×τ} = λ((x, y), d). (Interleave_σ (x, λ̲z. d (z, 0(y))), Interleave_τ (y, λ̲z. d (0(x), z)))
//   Interleave_{Array τ} = λ(a, d). fromList (Interleave_{[τ]} (toList a, λ̲z. d (fromList z)))
//
//   Deinterleave_τ : D[τ] → τ × (τ̲ ⊸ c)
//   Deinterleave_ℝ = λ⟨x, d⟩. (x, d)               Deinterleave_ℤ = λn. (n, λ̲z. 𝟎)
//   Deinterleave_{σ×τ} = λ(x, y). let (x₁, x₂) = Deinterleave_σ x in let (y₁, y₂) = Deinterleave_τ y
//                        in ((x₁, y₁), λ̲z. x₂ (fst z) + y₂ (snd z))
//
//   Wrap[f] = λ(x : σ). let 𝟎 = zeroOf(x) in Deinterleave_τ (D[f] (Interleave_σ (x, λ̲z. z)))
//
// 0(y) is the zero with the shape of y; on data types both families go constructor by constructor (§3.9). Every 0 : c
// outside one-hots is the 𝟎 that Wrap binds. Lists and data in the output take their cotangent apart by its fields.
import { internal } from "../../base/unreachable.ts";
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
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import type { Span } from "../../source/span.ts";
import { fun, INT, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { type Operand, partialsOf, plainParts, TermTransform } from "./terms.ts";
import { construct, deconstruct, deconstructTuple, Family, fieldName, WRAP } from "./wrapper.ts";

/** 0 : c. */
function zero(c: Type, span?: Span): Term {
  return prim("zero", [c], [], span);
}

/** t₁ + .. + tₙ on c; 0 for none. */
function sum(c: Type, terms: readonly Term[], span?: Span): Term {
  if (terms.length === 0) return zero(c, span);
  return terms.reduce((left, right) => prim("plus", [c], [left, right], span));
}

/** λ̲(z : ℝ̲). d₁ (∂₁op(..)(z)) + .. + dₙ (∂ₙop(..)(z)). */
function backpropagator(c: Type, op: OpRef, operands: readonly Operand[], span: Span | undefined): Term {
  const calls = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
    apply(variable(operand.dual!), partial),
  );
  return linear("z", REAL, sum(c, calls, span), span);
}

/** The one-hot builders' surroundings: the other parts as zeros, z at its place. */
function hotAt(items: readonly Type[], hot: number): readonly Term[] {
  return items.map((item, index) =>
    index === hot ? variable("z") : prim("coldOf", [item], [variable(fieldName(index))]),
  );
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

/** Binds (y, e) = Deinterleave x for every part, and gives the value made of the ys and the sum of the es at the fields of z. */
function deinterleaveParts(
  c: Type,
  whole: Type,
  fields: readonly Type[],
  family: Family,
  make: (values: readonly Term[]) => Term,
  field: (index: number) => Term,
): Term {
  const names = fields.map((_, index) => ({ value: subscript("y", index + 1), back: subscript("d", index + 1) }));
  const bindings = fields.map((item, index): CoreBinding => {
    const { value, back } = names[index]!;
    const pattern: CorePattern = { tag: "tuple", items: [varPattern(value, item), varPattern(back, lin(item, c))] };
    return { pattern, variables: [], bound: apply(family.at(item), variable(fieldName(index))) };
  });
  const calls = names.map(({ back }, index) => apply(variable(back), field(index)));
  const value = make(names.map((name) => variable(name.value)));
  const body: Term = { tag: "tuple", items: [value, linear("z", whole, sum(c, calls))] };
  return bindings.length === 0 ? body : { tag: "let", bindings, body };
}

function deinterleave(program: CoreProgram, transform: TermTransform, c: Type): Family {
  const { types } = transform;
  return new Family("Deinterleave", program, {
    type: (type) => fun(types.type(type), tuple(type, lin(type, c))),
    real: () => {
      const pattern: CorePattern = { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("d", lin(REAL, c)) };
      return lambda(pattern, { tag: "tuple", items: [variable("x"), variable("d")] });
    },
    discrete: () => lambda(varPattern("n", INT), { tag: "tuple", items: [variable("n"), linear("z", INT, zero(c))] }),
    tuple: (items, family) => {
      const make = (values: readonly Term[]): Term => ({ tag: "tuple", items: values });
      const field = (index: number): Term => ({ tag: "proj", index, size: items.length, term: variable("z") });
      return lambda(deconstructTuple(items, types), deinterleaveParts(c, tuple(...items), items, family, make, field));
    },
    branch: (type, constructor, fields, family) => {
      const make = (values: readonly Term[]): Term => construct(type, constructor, values);
      const data = type.tag === "con" ? type.name : internal("a data type was expected");
      const field = (index: number): Term => ({
        tag: "field",
        con: constructor.name,
        data,
        index,
        term: variable("z"),
      });
      return deinterleaveParts(c, type, fields, family, make, field);
    },
    data: (type, branches) =>
      lambda(varPattern("x", types.type(type)), {
        tag: "case",
        scrutinee: variable("x"),
        branches: branches.map(({ constructor, fields, body }) => ({
          pattern: deconstruct(type, constructor, fields, types),
          body,
        })),
      }),
    array: (item, family) => {
      const array: Type = { tag: "con", name: "Array", args: [item] };
      const pattern: CorePattern = {
        tag: "tuple",
        items: [varPattern("y", list(item)), varPattern("d", lin(list(item), c))],
      };
      const bound = apply(family.at(list(item)), prim("toList", [types.type(item)], [variable("a")]));
      const back = linear("z", array, apply(variable("d"), prim("toList", [item], [variable("z")])));
      const body: Term = { tag: "tuple", items: [prim("fromList", [item], [variable("y")]), back] };
      return lambda(varPattern("a", types.type(array)), {
        tag: "let",
        bindings: [{ pattern, variables: [], bound }],
        body,
      });
    },
  });
}

function transform({ program, param, result }: SourceProgram): CoreProgram {
  const c = param;
  const dualPart = lin(REAL, c);
  const terms = new TermTransform(program, {
    dualPart,
    literal: (value, span) => ({ tag: "dual", primal: value, dual: linear("z", REAL, zero(c, span), span), span }),
    operation: (op, operands, span) => backpropagator(c, op, operands, span),
  });
  const into = interleave(program, terms, c);
  const out = deinterleave(program, terms, c);
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
  const plain = plainParts(program);
  return {
    dual: dualPart,
    data: terms.types.dataTypes(),
    ops: plain.ops,
    globals: [
      ...plain.globals,
      ...program.globals.map((global) => terms.global(global)),
      ...into.globals,
      ...out.globals,
      wrap,
    ],
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
  growth: "exponential in T where scalars are shared",
  state: "tree",
  mode: "reverse",
  dualPart: ({ param }) => lin(REAL, param),
  transform,
};
