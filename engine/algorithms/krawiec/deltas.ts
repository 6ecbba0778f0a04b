// D²: the vector becomes a term that says how to compute it, evaluated at the end into one mutable array (Krawiec et al. 2022,
// Fig. 7 and 8).
//
//   Delta = Zero | OneHot ℤ | Scale ℝ Delta | Add Delta Delta
//   D[ℝ] = ℝ × Delta                                    D[r] = ⟨r, Zero⟩
//   D[op(t₁, .., tₙ)] = let ⟨x₁, d₁⟩ = D[t₁] in .. in ⟨op(x₁, .., xₙ), Add (Scale (∂₁op ..) d₁) ..⟩, see deltas-of.ts
//
//   eval (Zero, x) v = v                                eval (OneHot i, x) v = v with x added at i
//   eval (Scale y u, x) v = eval (u, x · y) v           eval (Add u₁ u₂, x) v = eval (u₂, x) (eval (u₁, x) v)
//
//   Interleave: with reconstruction (rebuild.ts), Interleave_ℝ = λx. λi. ((⟨x, OneHot i⟩, λg. g i), i + 1)
//   Deinterleave_ℝ = λ⟨x, u⟩. (x, λ̲z. eval (u, z))
//   Wrap[f] = λx. let ((x', rebuild), n) = Interleave x 0 in let (y, d) = Deinterleave (D[f] x') in
//             (y, λ̲z. let v = n zeros; d z v; rebuild from v)
//
// Terms are shared where scalars are. eval does not see that: it visits a term once for each use.
import {
  apply,
  builtin,
  type CoreProgram,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { fun, INT, lin, REAL, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS, doing } from "../common/dual/actions.ts";
import { deinterleave } from "../common/dual/deinterleave.ts";
import { directProgram } from "../common/dual/direct-program.ts";
import { type Scalars, StateMonad } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import { definedMonoid, STAGED } from "../common/dual/staged-program.ts";
import { global, letIn, open, pairOf, pairPattern } from "../common/rule-terms.ts";
import { fragment } from "./beyond.ts";
import { DELTA, delta, deltaOf, EVAL, seeded, ZERO } from "./deltas-of.ts";
import * as descriptions from "./descriptions.ts";

const INTERFACE = `
data Delta = Zero | OneHot ℤ | Scale ℝ Delta | Add Delta Delta
data Staged = Staged (MArray ℝ)
${ACTIONS}
def zeros : ℤ → 𝟏 → Staged = λ(n : ℤ). λ(). Staged(alloc(n, 0.0))
def ${EVAL} : Delta × ℝ → Action = λ(u : Delta, x : ℝ). λ(s : Staged). λ(). case u of {
    Zero → ()
  | OneHot(i) → let Staged(v) = s in set(i, x + get(i, v), v)
  | Scale(y, u₁) → ${EVAL} (u₁, x * y) s ()
  | Add(u₁, u₂) → let _ = ${EVAL} (u₁, x) s () in ${EVAL} (u₂, x) s () }
def component : Staged → ℤ → ℝ = λStaged(v). λ(i : ℤ). get(i, v)
`;

const monad = new StateMonad(INT, "i");

/** The scalars of the input have their places in the array as IDs. */
const inputs: Scalars = {
  monad,
  id: INT,
  back: DELTA,
  dualPart: DELTA,
  number: (primal, back, step, span) => {
    const id = monad.at(step);
    const dual: Term = { tag: "dual", primal, dual: back(id), span };
    return { bindings: [], id, dual, next: builtin("addInt", [id, { tag: "int", value: 1 }]) };
  },
};

function transform(source: SourceProgram, options: StageOptions = {}): CoreProgram {
  const { program, param, result } = source;
  const [dual, back] = seeded(ACTION);
  const real = lambda({ tag: "dual", primal: varPattern("x", REAL), dual }, pairOf(variable("x"), back));
  const sums = definedMonoid(ACTION);
  const entrance = rebuilding(inputs, (id) => delta("OneHot", id), { tag: "int", value: 0 });
  const s = variable("s");
  const gradient = lambda(
    varPattern("z", result),
    letIn(
      [
        [varPattern("s", STAGED), apply(global("zeros"), variable("n"), { tag: "tuple", items: [] })],
        doing(apply(variable("d"), variable("z"), s)),
      ],
      apply(variable("rebuild"), apply(global("component"), s)),
    ),
  );
  return directProgram(
    source,
    {
      dualPart: DELTA,
      definitions: INTERFACE,
      types: { Action: ACTION },
      monoid: ACTION,
      meaning: {
        dual: "data",
        calls: [
          { of: EVAL, means: "backpropagator" },
          { of: EVAL, means: { counts: descriptions.NODES_VISITED } },
        ],
        stores: [{ item: REAL, holds: "gradient" }],
      },
      literal: (value, span) => ({ tag: "dual", primal: value, dual: ZERO, span }),
      operation: deltaOf,
      interleave: (types) => entrance.interleave(program, types),
      deinterleave: (types) => deinterleave(program, types, sums, real),
      wrap: (into, entry, out) => ({
        type: fun(param, tuple(result, lin(result, param))),
        term: lambda(
          varPattern("x", param),
          letIn(
            [
              [pairPattern(entrance.result, varPattern("n", INT)), apply(into, entrance.argument, entrance.start)],
              [pairPattern(open("y"), varPattern("d", lin(result, ACTION))), apply(out, apply(entry, variable("x₁")))],
            ],
            pairOf(variable("y"), prim("asLinear", [result, param], [gradient])),
          ),
        ),
      }),
    },
    options,
  );
}

/** Delta terms (Krawiec et al. 2022, Fig. 7-8): evaluation visits a term once for each use, so sharing makes it exponential. */
export const deltas: Stage = { ...descriptions.deltas, fragment, transform };
