// The collector holds the scalars only: c in the staged object becomes a balanced map from the inputs' IDs (thesis §3.6;
// not a stage of its own in the POPL edition).
//
//   Staged = Staged (Map ℝ) (Map ((ℝ̲ ⊸ (Staged → Staged)) × ℝ))       terms, zero, plus, SCall: as in D³
//   SOneHot i a Staged(c, m) = Staged(c with a added at i, m)
//   SResolve Staged(c, m) = as in D³; gives the collector
//
//   Interleave: with reconstruction (rebuild.ts); the backpropagator of an input is SOneHot i
//   Wrap[f] = λ(x : σ). let ((x', rebuild), i) = Interleave_σ x 0 in let (y', i') = D[f] x' i in
//             let (y, d) = Deinterleave_τ y' in
//             (y, λ̲z. let c = SResolve (d z Staged({}, {})) in rebuild (λi. c at i, or 0.0 where it has none))
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
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { con, fun, INT, lin, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { BACK, CALL, CALLS, UPDATE, updates, updatingInterface } from "./cayley.ts";
import { deinterleave } from "./deinterleave.ts";
import { MonadicTransform } from "./monadic.ts";
import { interleaveRebuilding } from "./rebuild.ts";
import { definition, dualBack, global, letIn, STAGED, stagedPattern, stagedTerm } from "./staged-terms.ts";
import { partialsOf, plainParts } from "./terms.ts";
import { WRAP } from "./wrapper.ts";

/** The collector: the cotangent so far of each input scalar that has been reached. */
const COLLECTOR: Type = con("Map", REAL);

/** SOneHot : ℤ → (ℝ̲ ⊸ (Staged → Staged)). */
function oneHot(): Global {
  const insert = (value: Term) => prim("mapInsert", [REAL], [variable("i"), value, variable("c")]);
  const sum = builtin("add", [variable("a"), prim("mapLookup", [REAL], [variable("i"), variable("c")])]);
  const added = conditional(
    prim("mapMember", [REAL], [variable("i"), variable("c")]),
    insert(sum),
    insert(variable("a")),
    undefined,
  );
  const parts = stagedPattern(varPattern("c", COLLECTOR), varPattern("m", CALLS));
  const update = lambda(varPattern("a", REAL), lambda(parts, stagedTerm(added, variable("m"))));
  return definition(
    "SOneHot",
    fun(INT, BACK),
    lambda(varPattern("i", INT), prim("asLinear", [REAL, UPDATE], [update])),
  );
}

function transform({ program, param, result }: SourceProgram): CoreProgram {
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
  const id = variable("i₀");
  const into = interleaveRebuilding(program, terms.types, { tag: "tuple", items: [id, apply(global("SOneHot"), id)] });
  const out = deinterleave(program, terms.types, updates, dualBack(BACK));
  const pair = (first: CorePattern, second: CorePattern): CorePattern => ({ tag: "tuple", items: [first, second] });
  const open = (name: string) => varPattern(name, OPEN_TYPE);
  const empty = stagedTerm(prim("mapEmpty", [REAL], []), prim("mapEmpty", [CALL], []));
  const at = (prim_: "mapMember" | "mapLookup") => prim(prim_, [REAL], [variable("i"), variable("c")]);
  const found = lambda(
    varPattern("i", INT),
    conditional(at("mapMember"), at("mapLookup"), { tag: "real", value: 0 }, undefined),
  );
  const resolved = letIn(
    [[varPattern("c", COLLECTOR), apply(global("SResolve"), apply(variable("d"), variable("z"), empty))]],
    apply(variable("rebuild"), found),
  );
  const body = letIn(
    [
      [
        pair(pair(open("x₁"), open("rebuild")), varPattern("i₁", INT)),
        apply(into.at(param), variable("x"), { tag: "int", value: 0 }),
      ],
      [pair(open("y₁"), varPattern("i₂", INT)), apply(global(program.entry), variable("x₁"), variable("i₁"))],
      [pair(open("y"), varPattern("d", lin(result, UPDATE))), apply(out.at(result), variable("y₁"))],
    ],
    {
      tag: "tuple",
      items: [variable("y"), prim("asLinear", [result, param], [lambda(varPattern("z", result), resolved)])],
    },
  );
  const wrap = definition(WRAP, fun(param, tuple(result, lin(result, param))), lambda(varPattern("x", param), body));
  const plain = plainParts(program);
  return {
    dual: dualPart,
    monoid: { type: UPDATE, ...MONOID },
    data: [
      ...terms.types.dataTypes(),
      { name: STAGED, params: [], constructors: [{ name: STAGED, fields: [COLLECTOR, CALLS] }] },
    ],
    ops: plain.ops,
    globals: [
      ...plain.globals,
      ...terms.globals(program.globals),
      ...updatingInterface(COLLECTOR),
      oneHot(),
      ...into.globals,
      ...out.globals,
      wrap,
    ],
    entry: WRAP,
  };
}

export const sparse: Stage = {
  id: "sparse",
  title: "Keeping just the scalars",
  citation: "thesis §3.6",
  basedOn: "cayley",
  changed:
    "The collector is a balanced map of the input's scalars: an input's backpropagator costs the logarithm of their number, whatever the shape of the input.",
  growth: "O(T max(log T, log I) + I log I)",
  state: "map",
  mode: "reverse",
  dualPart: () => tuple(INT, BACK),
  transform,
};
