// D³, the staged object Cayley-transformed: what backpropagators give is no longer an object but what they do to one;
// zero is the identity and plus is composition, and neither touches c (thesis §3.5, Fig. 3.10).
//
//   D[ℝ] = ℝ × (ℤ × (ℝ̲ ⊸ (Staged → Staged)))          terms: as in D², with
//   zeroₛ = λs. s                                        plusₛ f g = λs. f (g s)
//
//   Staged = Staged c (Map ((ℝ̲ ⊸ (Staged → Staged)) × ℝ))
//   SCotan f Staged(c, m) = Staged(f c, m)               for f : c → c
//   SCall (i, f) x Staged(c, m) = Staged(c, m with i ↦ (f, x), or with i ↦ (f, x + x') where it had i ↦ (f, x'))
//   SResolve Staged(c, m) = if m is empty then c else let i = the highest key in m; (f, a) = m at i
//                           in SResolve (f a Staged(c, m without i))
//
//   Interleave_τ : τ × ((τ → τ) ⊸ (Staged → Staged)) → ℤ → D[τ] × ℤ
//   Interleave_ℝ = λ(x, d). λi. (⟨x, (i, λ̲z. d (λa. z + a))⟩, i + 1)
//   Interleave_{σ×τ} = λ((x, y), d). .. Interleave_σ (x, λf. d (λ(v, w). (f v, w))) .. Interleave_τ (y, λf. d (λ(v, w). (v, f w)))
//   Wrap[f] = .. λ̲z. SResolve (d z Staged(𝟎, {}))        the one zero of c that is left
import { internal } from "../../base/unreachable.ts";
import { conditional } from "../../core/lower-expr.ts";
import {
  apply,
  builtin,
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
import { type Constructor, con, fun, INT, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { deinterleave, type Monoid, monoid } from "./deinterleave.ts";
import { computation, computing, MonadicTransform, nextId } from "./monadic.ts";
import { definition, dualBack, global, letIn, STAGED, stagedPattern, stagedTerm } from "./staged-terms.ts";
import { partialsOf, plainParts } from "./terms.ts";
import type { TypeTransform } from "./types.ts";
import { construct, deconstruct, deconstructTuple, Family, fieldName, WRAP } from "./wrapper.ts";

const STAGED_TYPE: Type = con(STAGED);
/** What backpropagators map to: updates of the staged object. */
export const UPDATE = fun(STAGED_TYPE, STAGED_TYPE);
export const BACK = lin(REAL, UPDATE);
export const CALL = tuple(BACK, REAL);
export const CALLS: Type = con("Map", CALL);

/** id and ∘. */
export const updates: Monoid = monoid(
  UPDATE,
  () => global(MONOID.zero),
  (left, right) => apply(global(MONOID.plus), left, right),
);

/** A function that the laws of the interface make linear. */
function asLinear(from: Type, to: Type, term: Term): Term {
  return prim("asLinear", [from, to], [term]);
}

/** zero, plus, SCall and SResolve for a collector of a type. */
export function updatingInterface(c: Type): readonly Global[] {
  const parts = stagedPattern(varPattern("c", c), varPattern("m", CALLS));
  const staged = (m: Term) => stagedTerm(variable("c"), m);
  const composed = apply(variable("f"), apply(variable("g"), variable("s")));
  const plus = lambda(
    varPattern("f", UPDATE),
    lambda(varPattern("g", UPDATE), lambda(varPattern("s", STAGED_TYPE), composed)),
  );
  const insert = (x: Term) =>
    prim("mapInsert", [CALL], [variable("i"), { tag: "tuple", items: [variable("f"), x] }, variable("m")]);
  const before: CorePattern = { tag: "tuple", items: [{ tag: "any", type: BACK }, varPattern("x₁", REAL)] };
  const more = letIn(
    [[before, prim("mapLookup", [CALL], [variable("i"), variable("m")])]],
    insert(builtin("add", [variable("x"), variable("x₁")])),
  );
  const inserted = conditional(
    prim("mapMember", [CALL], [variable("i"), variable("m")]),
    more,
    insert(variable("x")),
    undefined,
  );
  const sCall = lambda(
    { tag: "tuple", items: [varPattern("i", INT), varPattern("f", BACK)] },
    asLinear(REAL, UPDATE, lambda(varPattern("x", REAL), lambda(parts, staged(inserted)))),
  );
  const call: CorePattern = { tag: "tuple", items: [varPattern("f", BACK), varPattern("a", REAL)] };
  const rest = staged(prim("mapDelete", [CALL], [variable("i"), variable("m")]));
  const resolve = lambda(
    parts,
    conditional(
      prim("mapIsEmpty", [CALL], [variable("m")]),
      variable("c"),
      letIn(
        [
          [varPattern("i", INT), prim("mapHighest", [CALL], [variable("m")])],
          [call, prim("mapLookup", [CALL], [variable("i"), variable("m")])],
        ],
        apply(global("SResolve"), apply(variable("f"), variable("a"), rest)),
      ),
      undefined,
    ),
  );
  return [
    definition(MONOID.zero, UPDATE, lambda(varPattern("s", STAGED_TYPE), variable("s"))),
    definition(MONOID.plus, fun(UPDATE, fun(UPDATE, UPDATE)), plus),
    definition("SCall", fun(tuple(INT, BACK), BACK), sCall),
    definition("SResolve", fun(STAGED_TYPE, c), resolve),
  ];
}

/** SCotan : (c → c) ⊸ (Staged → Staged). */
function cotan(c: Type): Global {
  const parts = stagedPattern(varPattern("c", c), varPattern("m", CALLS));
  const sCotan = asLinear(
    fun(c, c),
    UPDATE,
    lambda(varPattern("f", fun(c, c)), lambda(parts, stagedTerm(apply(variable("f"), variable("c")), variable("m")))),
  );
  return definition("SCotan", lin(fun(c, c), UPDATE), sCotan);
}

/** Interleave³: a setter for each part is passed down. */
function interleave(program: CoreProgram, types: TypeTransform): Family {
  const setter = (type: Type) => lin(fun(type, type), UPDATE);
  const withSetter = (type: Type, param: CorePattern, body: Term): Term =>
    lambda({ tag: "tuple", items: [param, varPattern("d", setter(type))] }, computing(body));
  const done = (value: Term, step: number): Term => ({ tag: "tuple", items: [value, variable(subscript("i", step))] });
  const old = (index: number) => subscript("v", index + 1);
  /** The parts of an updated value: f applied to one, the others as they were. */
  const updated = (fields: readonly Type[], at: number): readonly Term[] =>
    fields.map((_, index) =>
      index === at ? prim("hot", [fields[at]!], [apply(variable("f"), variable(old(index)))]) : variable(old(index)),
    );
  const parts = (
    family: Family,
    fields: readonly Type[],
    whole: CorePattern,
    rebuild: (values: readonly Term[]) => Term,
    make: (values: readonly Term[]) => Term,
  ): Term => {
    const bindings = fields.map((field, index): readonly [CorePattern, Term] => {
      const set = apply(variable("d"), lambda(whole, rebuild(updated(fields, index))));
      const inner = asLinear(fun(field, field), UPDATE, lambda(varPattern("f", fun(field, field)), set));
      const pattern: CorePattern = {
        tag: "tuple",
        items: [varPattern(subscript("y", index + 1), OPEN_TYPE), varPattern(subscript("i", index + 1), INT)],
      };
      return [
        pattern,
        apply(
          family.at(field),
          { tag: "tuple", items: [variable(fieldName(index)), inner] },
          variable(subscript("i", index)),
        ),
      ];
    });
    const result = done(make(fields.map((_, index) => variable(subscript("y", index + 1)))), fields.length);
    return bindings.length === 0 ? result : letIn(bindings, result);
  };
  const oldTuple = (items: readonly Type[]): CorePattern => ({
    tag: "tuple",
    items: items.map((item, index) => varPattern(old(index), item)),
  });
  const oldData = (type: Type, constructor: Constructor, fields: readonly Type[]): CorePattern => {
    const pattern = deconstruct(type, constructor, fields);
    if (pattern.tag !== "con") return internal("a data type was expected");
    return { ...pattern, args: fields.map((field, index) => varPattern(old(index), field)) };
  };
  return new Family("Interleave", program, {
    type: (type) => fun(tuple(type, setter(type)), computation(types.type(type))),
    real: () => {
      const add = lambda(varPattern("a", REAL), builtin("add", [variable("z"), variable("a")]));
      const back = asLinear(REAL, UPDATE, lambda(varPattern("z", REAL), apply(variable("d"), add)));
      const dual: Term = { tag: "tuple", items: [variable(subscript("i", 0)), back] };
      return withSetter(REAL, varPattern("x", REAL), {
        tag: "tuple",
        items: [{ tag: "dual", primal: variable("x"), dual }, nextId(0)],
      });
    },
    discrete: () => withSetter(INT, varPattern("n", INT), done(variable("n"), 0)),
    tuple: (items, family) => {
      const make = (values: readonly Term[]): Term => ({ tag: "tuple", items: values });
      return withSetter(tuple(...items), deconstructTuple(items), parts(family, items, oldTuple(items), make, make));
    },
    branch: (type, constructor, fields, family) =>
      parts(
        family,
        fields,
        oldData(type, constructor, fields),
        (values) => construct(type, constructor, values),
        (values) => construct(type, constructor, values, types),
      ),
    data: (type, branches) =>
      withSetter(type, varPattern("x", type), {
        tag: "case",
        scrutinee: variable("x"),
        branches: branches.map(({ constructor, fields, body }) => ({
          pattern: deconstruct(type, constructor, fields),
          body,
        })),
      }),
    array: (item, family) => {
      const array: Type = con("Array", item);
      const items = fun(list(item), list(item));
      const update = lambda(
        varPattern("v", array),
        prim("fromList", [item], [apply(variable("f"), prim("toList", [item], [variable("v")]))]),
      );
      const inner = asLinear(items, UPDATE, lambda(varPattern("f", items), apply(variable("d"), update)));
      const one: Term = { tag: "tuple", items: [prim("toList", [item], [variable("a")]), inner] };
      const pattern: CorePattern = { tag: "tuple", items: [varPattern("y₁", OPEN_TYPE), varPattern("i₁", INT)] };
      const bound = apply(family.at(list(item)), one, variable("i₀"));
      return withSetter(
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
    constant: (span) => linear("z", REAL, updates.zero(), span),
    operation: (op, operands, span) => {
      const staging = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
        apply(global("SCall"), variable(operand.dual!), partial),
      );
      return linear("z", REAL, updates.sum(staging), span);
    },
  }).declare(program.globals);
  const into = interleave(program, terms.types);
  const out = deinterleave(program, terms.types, updates, dualBack(BACK));
  const pair = (first: string, second: string, type: Type): CorePattern => ({
    tag: "tuple",
    items: [varPattern(first, OPEN_TYPE), varPattern(second, type)],
  });
  const empty = stagedTerm(prim("zero", [c], []), prim("mapEmpty", [CALL], []));
  const resolved = apply(global("SResolve"), apply(variable("d"), variable("z"), empty));
  const body = letIn(
    [
      [varPattern("𝟎", c), prim("bindZero", [c], [prim("zeroOf", [c], [variable("x")])])],
      [
        pair("x₁", "i₁", INT),
        apply(into.at(param), { tag: "tuple", items: [variable("x"), global("SCotan")] }, { tag: "int", value: 0 }),
      ],
      [pair("y₁", "i₂", INT), apply(global(program.entry), variable("x₁"), variable("i₁"))],
      [pair("y", "d", lin(result, UPDATE)), apply(out.at(result), variable("y₁"))],
    ],
    { tag: "tuple", items: [variable("y"), asLinear(result, c, lambda(varPattern("z", result), resolved))] },
  );
  const wrap = definition(WRAP, fun(param, tuple(result, lin(result, c))), lambda(varPattern("x", param), body));
  const plain = plainParts(program);
  return {
    dual: dualPart,
    monoid: { type: UPDATE, ...MONOID },
    data: [
      ...terms.types.dataTypes(),
      { name: STAGED, params: [], constructors: [{ name: STAGED, fields: [c, CALLS] }] },
    ],
    ops: plain.ops,
    globals: [
      ...plain.globals,
      ...terms.globals(program.globals),
      ...updatingInterface(c),
      cotan(c),
      ...into.globals,
      ...out.globals,
      wrap,
    ],
    entry: WRAP,
  };
}

export const cayley: Stage = {
  id: "cayley",
  title: "The staged object, Cayley-transformed",
  citation: "D³, thesis §3.5, Fig. 3.10; POPL 2023, D⁴, Fig. 10-11",
  basedOn: "staged",
  changed:
    "Zero becomes the identity and plus becomes composition: backpropagators update a staged object, and c is touched where they do.",
  growth:
    "T backpropagator calls, each with O(log T) on the map, or work in the depth of the input for the inputs' own",
  state: "map",
  mode: "reverse",
  dualPart: () => tuple(INT, BACK),
  transform,
};
