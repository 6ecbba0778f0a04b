// D², linear factoring by staging calls: backpropagators have IDs, and map to a staged object that holds the calls still
// to be made; they are made from the highest ID down (thesis §3.4, Fig. 3.8 and 3.9).
//
//   D[ℝ] = ℝ × (ℤ × (ℝ̲ ⊸ Staged))                  terms: D in the ID generation monad (monadic.ts), where
//   the backpropagator of r is λ̲z. 0ₛ, and that of op(x₁, .., xₙ) is
//     λ̲z. SCall d₁ (∂₁op(x₁, .., xₙ)(z)) +ₛ .. +ₛ SCall dₙ (∂ₙop(x₁, .., xₙ)(z))
//
//   Staged = Staged c (Map ((ℝ̲ ⊸ Staged) × ℝ))       the map's keys are IDs
//   0ₛ = Staged(𝟎, {})                               Staged(c, m) +ₛ Staged(c', m') = Staged(c + c', m ∪ m')
//   SCotan c = Staged(c, {})                         SCall (i, f) x = Staged(𝟎, {i ↦ (f, x)})
//   SResolve Staged(c, m) = if m is empty then c else let i = the highest key in m; (f, a) = m at i
//                           in SResolve (f a +ₛ Staged(c, m without i))
//
//   Interleave_τ : τ × (τ̲ ⊸ Staged) → ℤ → D[τ] × ℤ, as in D¹ with IDs: Interleave_ℝ = λ(x, d). λi. (⟨x, (i, d)⟩, i + 1)
//   Deinterleave_τ : D[τ] → τ × (τ̲ ⊸ Staged), as in D¹ with 0ₛ and +ₛ
//   Wrap[f] = λ(x : σ). let 𝟎 = zeroOf(x) in let (x', i) = Interleave_σ (x, SCotan) 0 in let (y', i') = D[f] x' i in
//             let (y, d) = Deinterleave_τ y' in (y, λ̲z. SResolve (d z))
//
// The POPL edition stages the calls of the output's backpropagators too; the thesis calls them directly (footnote 22).

import { conditional } from "../../core/lower-expr.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  linear,
  MONOID,
  OPEN_TYPE,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { con, type DataType, fun, INT, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { deinterleave, type Monoid, monoid } from "./deinterleave.ts";
import { computation, computing, MonadicTransform, nextId } from "./monadic.ts";
import { definition, dualBack, global, letIn, STAGED, stagedPattern, stagedTerm } from "./staged-terms.ts";
import { partialsOf, plainParts } from "./terms.ts";
import type { TypeTransform } from "./types.ts";
import { construct, deconstruct, deconstructTuple, Family, fieldName, hotAt, WRAP } from "./wrapper.ts";

const STAGED_TYPE: Type = con(STAGED);
const BACK = lin(REAL, STAGED_TYPE);
/** A staged call: the function and its argument so far. */
const CALL = tuple(BACK, REAL);
const CALLS: Type = con("Map", CALL);

/** 0ₛ and +ₛ. */
const sums: Monoid = monoid(
  STAGED_TYPE,
  () => global(MONOID.zero),
  (left, right) => apply(global(MONOID.plus), left, right),
);

/** The Staged interface of Fig. 3.8, and SResolve of §3.4. */
function stagedInterface(c: Type): readonly Global[] {
  const zeroC = prim("zero", [c], []);
  const empty = prim("mapEmpty", [CALL], []);
  const [cv, mv] = [varPattern("c", c), varPattern("m", CALLS)];
  const plus = lambda(
    stagedPattern(cv, mv),
    lambda(
      stagedPattern(varPattern("c₁", c), varPattern("m₁", CALLS)),
      stagedTerm(
        prim("plus", [c], [variable("c"), variable("c₁")]),
        prim("mapUnion", [BACK], [variable("m"), variable("m₁")]),
      ),
    ),
  );
  const single = prim("mapSingle", [CALL], [variable("i"), { tag: "tuple", items: [variable("f"), variable("x")] }]);
  const sCall = lambda(
    { tag: "tuple", items: [varPattern("i", INT), varPattern("f", BACK)] },
    prim("asLinear", [REAL, STAGED_TYPE], [lambda(varPattern("x", REAL), stagedTerm(zeroC, single))]),
  );
  const sCotan = prim("asLinear", [c, STAGED_TYPE], [lambda(varPattern("c", c), stagedTerm(variable("c"), empty))]);
  const rest = stagedTerm(variable("c"), prim("mapDelete", [CALL], [variable("i"), variable("m")]));
  const resolve = lambda(
    stagedPattern(cv, mv),
    conditional(
      prim("mapIsEmpty", [CALL], [variable("m")]),
      variable("c"),
      letIn(
        [
          [varPattern("i", INT), prim("mapHighest", [CALL], [variable("m")])],
          [
            { tag: "tuple", items: [varPattern("f", BACK), varPattern("a", REAL)] },
            prim("mapLookup", [CALL], [variable("i"), variable("m")]),
          ],
        ],
        apply(global("SResolve"), apply(global(MONOID.plus), apply(variable("f"), variable("a")), rest)),
      ),
      undefined,
    ),
  );
  return [
    definition(MONOID.zero, STAGED_TYPE, stagedTerm(zeroC, empty)),
    definition(MONOID.plus, fun(STAGED_TYPE, fun(STAGED_TYPE, STAGED_TYPE)), plus),
    definition("SCotan", lin(c, STAGED_TYPE), sCotan),
    definition("SCall", fun(tuple(INT, BACK), BACK), sCall),
    definition("SResolve", fun(STAGED_TYPE, c), resolve),
  ];
}

/** Interleave in the ID generation monad (Fig. 3.9). */
function interleave(program: CoreProgram, types: TypeTransform): Family {
  const withBack = (type: Type, param: CorePattern, body: Term): Term =>
    lambda({ tag: "tuple", items: [param, varPattern("d", lin(type, STAGED_TYPE))] }, computing(body));
  const done = (value: Term, step: number): Term => ({ tag: "tuple", items: [value, variable(subscript("i", step))] });
  /** let (y₁, i₁) = Interleave (x₁, λ̲z. d (z, 𝟎(x₂) ..)) i₀ in .. in (make (y₁ ..), iₙ). */
  const parts = (
    family: Family,
    items: readonly Type[],
    whole: (hot: readonly Term[]) => Term,
    make: (values: readonly Term[]) => Term,
  ): Term => {
    const bindings = items.map((item, index): readonly [CorePattern, Term] => {
      const one: Term = {
        tag: "tuple",
        items: [variable(fieldName(index)), linear("z", item, apply(variable("d"), whole(hotAt(items, index))))],
      };
      const pattern: CorePattern = {
        tag: "tuple",
        items: [varPattern(subscript("y", index + 1), OPEN_TYPE), varPattern(subscript("i", index + 1), INT)],
      };
      return [pattern, apply(family.at(item), one, variable(subscript("i", index)))];
    });
    const result = done(make(items.map((_, index) => variable(subscript("y", index + 1)))), items.length);
    return bindings.length === 0 ? result : letIn(bindings, result);
  };
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, lin(type, STAGED_TYPE)), computation(types.type(type))),
    real: () => {
      const dual: Term = { tag: "tuple", items: [variable(subscript("i", 0)), variable("d")] };
      return withBack(REAL, varPattern("x", REAL), {
        tag: "tuple",
        items: [{ tag: "dual", primal: variable("x"), dual }, nextId(0)],
      });
    },
    discrete: () => withBack(INT, varPattern("n", INT), done(variable("n"), 0)),
    tuple: (items, family) =>
      withBack(
        tuple(...items),
        deconstructTuple(items),
        parts(
          family,
          items,
          (hot) => ({ tag: "tuple", items: hot }),
          (values) => ({ tag: "tuple", items: values }),
        ),
      ),
    branch: (type, constructor, fields, family) =>
      parts(
        family,
        fields,
        (hot) => construct(type, constructor, hot),
        (values) => construct(type, constructor, values, types),
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
      const array: Type = con("Array", item);
      const hot = linear("z", list(item), apply(variable("d"), prim("fromList", [item], [variable("z")])));
      const one: Term = { tag: "tuple", items: [prim("toList", [item], [variable("a")]), hot] };
      const pattern: CorePattern = { tag: "tuple", items: [varPattern("y₁", OPEN_TYPE), varPattern("i₁", INT)] };
      const bound = apply(family.at(list(item)), one, variable("i₀"));
      return withBack(
        array,
        varPattern("a", array),
        letIn([[pattern, bound]], done(prim("fromList", [types.type(item)], [variable("y₁")]), 1)),
      );
    },
  });
}

function transform({ program, param, result }: SourceProgram): CoreProgram {
  const c = param;
  const dualPart = tuple(INT, BACK);
  const terms = new MonadicTransform(program, {
    dualPart,
    constant: (span) => linear("z", REAL, sums.zero(), span),
    operation: (op, operands, span) => {
      const staging = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
        apply(global("SCall"), variable(operand.dual!), partial),
      );
      return linear("z", REAL, sums.sum(staging), span);
    },
  }).declare(program.globals);
  const into = interleave(program, terms.types);
  const out = deinterleave(program, terms.types, sums, dualBack(BACK));
  const pair = (first: string, second: string, type: Type): CorePattern => ({
    tag: "tuple",
    items: [varPattern(first, OPEN_TYPE), varPattern(second, type)],
  });
  const input: Term = { tag: "tuple", items: [variable("x"), global("SCotan")] };
  const resolved = apply(global("SResolve"), apply(variable("d"), variable("z")));
  const body = letIn(
    [
      [varPattern("𝟎", c), prim("bindZero", [c], [prim("zeroOf", [c], [variable("x")])])],
      [pair("x₁", "i₁", INT), apply(into.at(param), input, { tag: "int", value: 0 })],
      [pair("y₁", "i₂", INT), apply(global(program.entry), variable("x₁"), variable("i₁"))],
      [pair("y", "d", lin(result, STAGED_TYPE)), apply(out.at(result), variable("y₁"))],
    ],
    {
      tag: "tuple",
      items: [variable("y"), prim("asLinear", [result, c], [lambda(varPattern("z", result), resolved)])],
    },
  );
  const wrap = definition(WRAP, fun(param, tuple(result, lin(result, c))), lambda(varPattern("x", param), body));
  const plain = plainParts(program);
  const data: DataType = { name: STAGED, params: [], constructors: [{ name: STAGED, fields: [c, CALLS] }] };
  return {
    dual: dualPart,
    monoid: { type: STAGED_TYPE, ...MONOID },
    data: [...terms.types.dataTypes(), data],
    ops: plain.ops,
    globals: [
      ...plain.globals,
      ...terms.globals(program.globals),
      ...stagedInterface(c),
      ...into.globals,
      ...out.globals,
      wrap,
    ],
    entry: WRAP,
  };
}

export const staged: Stage = {
  id: "staged",
  title: "Linear factoring by staging",
  citation: "D², thesis §3.4, Fig. 3.8-3.9; POPL 2023, D²-D³, Fig. 7-9",
  basedOn: "naive",
  changed:
    "Backpropagators have IDs; their calls wait in a map, calls of one are added up, and the highest ID is resolved first.",
  growth: "T backpropagator calls, each with O(I) work on c and O(log T) on the map",
  state: "map",
  mode: "reverse",
  dualPart: () => tuple(INT, BACK),
  transform,
};
