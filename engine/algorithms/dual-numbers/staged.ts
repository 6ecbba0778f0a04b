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

import { nth } from "../../base/nth.ts";
import { apply, linear, prim, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { lin, list, REAL, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { sequentialIds } from "../common/dual/monad.ts";
import {
  definedMonoid,
  type Entrance,
  outputOf,
  RESOLVER,
  STAGED,
  stagedCalls,
  stagedProgram,
} from "../common/dual/staged-program.ts";
import { global, open, pairOf } from "../common/rule-terms.ts";
import { hotAt } from "../common/wrapper.ts";
import type { DualOptions } from "./descriptions.ts";
import * as descriptions from "./descriptions.ts";
import { interleavePassing, type Passing } from "./passing.ts";

const BACK = lin(REAL, STAGED);
const CALL = tuple(BACK, REAL);
const scalars = sequentialIds(BACK);
const sums = definedMonoid(STAGED);

/** The parts of a stage with a map of calls that can be broken. */
export interface MapRules {
  /** Which of the keys is resolved next. */
  readonly taken: "highest" | "lowest";
  /** The key of what waits for the scalar i. */
  readonly key: string;
  /** The new collector c and map m where x comes to the scalar i with the backpropagator f. */
  readonly noted: string;
}

/** The parts of the stages with a map with the chosen faults in them; without any, the parts that give the right gradient. */
export function mapRules(options: DualOptions): MapRules {
  const { overwrite = false, ascending = false, unmerged = false, sharedKeys = false } = options;
  const sum = overwrite ? "x" : "x + x₁";
  const key = sharedKeys ? "i - mod(i, 2)" : "i";
  return {
    taken: ascending ? "lowest" : "highest",
    key,
    noted: unmerged
      ? `
  if member(${key}, m) then f x (Staged(c, m)) else Staged(c, insert(${key}, (f, x), m))`
      : ` Staged(c,
  if member(${key}, m) then let (_, x₁) = lookup(${key}, m) in insert(${key}, (f, ${sum}), m) else insert(${key}, (f, x), m))`,
  };
}

/** The Staged interface of Fig. 3.8, and SResolve of §3.4; Call is a function and its argument so far. */
const interfaceWith = ({ taken, key }: MapRules): string => `
data Staged = Staged c (Map Call)

inline def zeroₛ : Staged = Staged(𝟎, emptyMap⟦Call⟧)
def plusₛ : Staged → Staged → Staged = λStaged(c, m). λStaged(c₁, m₁). Staged(addᶜ(c, c₁), union(m, m₁))
inline def SCotan : c ⊸ Staged = asLinear(λ(c : c). Staged(c, emptyMap⟦Call⟧))
def SCall : ℤ × Back → Back = λ(i : ℤ, f : Back). asLinear(λ(x : ℝ). Staged(𝟎, singleton(${key}, (f, x))))
def SResolve : Staged → c = λStaged(c, m).
  if isEmpty(m) then c else
  let i = ${taken}(m) in
  let (f, a) = lookup(i, m) in
  SResolve (plusₛ (f a) (Staged(c, delete(i, m))))
`;

/** The backpropagator of the input is split into those of its parts: zeros beside the hot entry. */
const passing: Passing = {
  type: (type) => lin(type, STAGED),
  back: variable("d"),
  part: ({ fields, make }, index) => linear("z", nth(fields, index), apply(variable("d"), make(hotAt(fields, index)))),
  elements: (item) => linear("z", list(item), apply(variable("d"), prim("fromList", [item], [variable("z")]))),
};

/** The entrance of an input with a backpropagator for the whole of it, below the 𝟎 that has its shape. */
export function entranceWith(c: SourceProgram["param"], cotan: Term, pass: Passing): Entrance {
  return {
    interleave: (program, types) => interleavePassing(program, types, scalars, pass),
    argument: pairOf(variable("x"), cotan),
    result: open("x₁"),
    start: { tag: "int", value: 0 },
    before: [[varPattern("𝟎", c), prim("bindZero", [c], [prim("zeroOf", [c], [variable("x")])])]],
  };
}

function transform(source: SourceProgram, options: StageOptions = {}) {
  const c = source.param;
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators: stagedCalls(sums),
      definitions: interfaceWith(mapRules(options)),
      types: { c, Back: BACK, Call: CALL },
      meaning: {
        dual: "pair",
        calls: [{ of: RESOLVER, means: "resolving" }],
        stores: [{ item: CALL, holds: "waiting" }],
      },
      output: outputOf(scalars, options),
      entrance: entranceWith(c, global("SCotan"), passing),
      resolved: () => apply(global("SResolve"), apply(variable("d"), variable("z"))),
    },
    options,
  );
}

/** D² (thesis §3.4): calls of one backpropagator wait and are added up, and the highest ID is called first. */
export const staged: Stage = { ...descriptions.staged, transform };
