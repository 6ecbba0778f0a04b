// The collector holds the scalars only: c in the staged object becomes a balanced map from the inputs' IDs (thesis §3.6;
// not a stage of its own in the POPL edition).
//
//   D[ℝ], terms, zero, plus, SCall: as in D³
//   Staged = Staged (Map ℝ) (Map ((ℝ̲ ⊸ (Staged → Staged)) × ℝ))
//   SOneHot i a Staged(c, m) = Staged(c with a added at i, m)
//   SResolve Staged(c, m) = as in D³; gives the collector
//
//   Interleave: with reconstruction (rebuild.ts); the backpropagator of an input is SOneHot i
//   Wrap[f] = λ(x : σ). let ((x', rebuild), i) = Interleave_σ x 0 in let (y', i') = D[f] x' i in
//             let (y, d) = Deinterleave_τ y' in
//             (y, λ̲z. let c = SResolve (d z Staged({}, {})) in rebuild (λi. c at i, or 0.0 where it has none))

import { apply, variable, varPattern } from "../../core/terms/term.ts";
import { con, REAL } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import { outputOf, RESOLVER, stagedCalls, stagedProgram } from "../common/dual/staged-program.ts";
import { global, letIn } from "../common/rule-terms.ts";
import { CALL, interfaceWith, scalars, sums, TYPES } from "./cayley.ts";
import * as descriptions from "./descriptions.ts";
import { mapRules } from "./staged.ts";

/** The collector: the cotangent so far of each input scalar that has been reached. */
const C = con("Map", REAL);

const COLLECTOR = `
inline def SEmpty : Staged = Staged(emptyMap⟦ℝ⟧, emptyMap⟦Call⟧)
def SOneHot : ℤ → Back = λ(i : ℤ). asLinear(λ(a : ℝ). λStaged(c, m).
  Staged(if member(i, c) then insert(i, a + lookup(i, c), c) else insert(i, a, c), m))
def SCotangent : C → ℤ → ℝ = λ(c : C). λ(i : ℤ). if member(i, c) then lookup(i, c) else 0.0
`;

function transform(source: SourceProgram, options: StageOptions = {}) {
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators: stagedCalls(sums),
      definitions: interfaceWith(mapRules(options)) + COLLECTOR,
      types: { ...TYPES, C },
      meaning: {
        dual: "pair",
        calls: [{ of: RESOLVER, means: "resolving" }],
        stores: [
          { item: CALL, holds: "waiting" },
          { item: REAL, holds: "gradient" },
        ],
      },
      output: outputOf(scalars, options),
      entrance: rebuilding(scalars, (id) => apply(global("SOneHot"), id), { tag: "int", value: 0 }),
      resolved: () =>
        letIn(
          [[varPattern("c", C), apply(global("SResolve"), apply(variable("d"), variable("z"), global("SEmpty")))]],
          apply(variable("rebuild"), apply(global("SCotangent"), variable("c"))),
        ),
    },
    options,
  );
}

/** D³ with a collector of the input's scalars alone (thesis §3.6): an input costs a logarithm, whatever the shape of c. */
export const sparse: Stage = { ...descriptions.sparse, transform };
