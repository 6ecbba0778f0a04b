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
//
// A setter makes each product on its way anew: it costs the depth of the input where products are pairs, and their width
// where they are wider; of an array it is the length. `hot` marks what is made, and counts the parts that stay.

import { nth, present } from "../../base/nth.ts";
import { nativeOperation } from "../../core/events/native.ts";
import { apply, builtin, lambda, prim, subscript, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { ArrayValue, DataValue, type Value } from "../../core/values/values.ts";
import { con, fun, lin, list, REAL, type Type, tuple, typeVariable } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { sequentialIds } from "../common/dual/monad.ts";
import {
  definedMonoid,
  outputOf,
  RESOLVER,
  STAGED,
  stagedCalls,
  stagedProgram,
} from "../common/dual/staged-program.ts";
import { global } from "../common/rule-terms.ts";
import * as descriptions from "./descriptions.ts";
import type { Passing } from "./passing.ts";
import { entranceWith, type MapRules, mapRules } from "./staged.ts";

const whole = typeVariable("a");

/**
 * The value itself: a whole that an update of c makes anew, to put one part of it. The parts that stay as they are count as one-hot work, as
 * the zeros of a one-hot do; the Real that is put in the end is counted with the call.
 */
export const HOT = nativeOperation("hot", { args: [whole], result: whole }, ([value], { counters, observer }) => {
  const kept = partsOf(present(value)) - 1;
  counters.oneHotScalars += kept;
  if (kept > 0) observer?.({ tag: "touch", what: "one-hot", scalars: kept, others: undefined });
  return present(value);
});

function partsOf(value: Value): number {
  if (value instanceof DataValue) return value.fields.length;
  if (value instanceof ArrayValue) return value.items.length;
  return (value as readonly Value[]).length;
}

/** Backpropagators' codomain: updates of the staged object. */
const UPDATE = fun(STAGED, STAGED);
const BACK = lin(REAL, UPDATE);

/** Common to `cayley` and `sparse`; they differ in the collector. */
export const scalars = sequentialIds(BACK);
/** Zero and plus of updates; `sparse` has the same: zero is the identity, plus is composition. */
export const sums = definedMonoid(UPDATE);
/** An entry of the map: a backpropagator and its argument so far. */
export const CALL = tuple(BACK, REAL);
/** The names that types of these programs are printed by; `sparse` has the same. */
export const TYPES: Readonly<Record<string, Type>> = { Update: UPDATE, Back: BACK, Call: CALL };
/** The staged object whose collector is of type C, and its interface; Call is a function and its argument so far. */
export const interfaceWith = ({ taken, noted }: MapRules): string => `
data Staged = Staged C (Map Call)

def zeroₛ : Update = λ(s : Staged). s
def plusₛ : Update → Update → Update = λ(f : Update). λ(g : Update). λ(s : Staged). f (g s)
def SCall : ℤ × Back → Back = λ(i : ℤ, f : Back). asLinear(λ(x : ℝ). λStaged(c, m).${noted})
def SResolve : Staged → C = λStaged(c, m).
  if isEmpty(m) then c else
  let i = ${taken}(m) in
  let (f, a) = lookup(i, m) in
  SResolve (f a (Staged(c, delete(i, m))))
`;

const COLLECTOR = `
inline def SEmpty : Staged = Staged(𝟎, emptyMap⟦Call⟧)
inline def SCotan : (C → C) ⊸ Update = asLinear(λ(f : C → C). λStaged(c, m). Staged(f c, m))
`;

/** A function that the laws of the interface make linear. */
function asLinear(from: Type, to: Type, term: Term): Term {
  return prim("asLinear", [from, to], [term]);
}

const old = (index: number) => subscript("v", index + 1);

/** A setter for each part is passed down: a function f on the part becomes one on the whole, which keeps the rest. */
const passing: Passing = {
  type: (type) => lin(fun(type, type), UPDATE),
  back: asLinear(
    REAL,
    UPDATE,
    lambda(
      varPattern("z", REAL),
      apply(variable("d"), lambda(varPattern("a", REAL), builtin("add", [variable("z"), variable("a")]))),
    ),
  ),
  part: ({ type, fields, pattern, make }, index) => {
    const field = fun(nth(fields, index), nth(fields, index));
    const values = fields.map((_, at) => (at === index ? apply(variable("f"), variable(old(at))) : variable(old(at))));
    const set = lambda(pattern(fields.map((_, at) => old(at))), prim(HOT, [type], [make(values)]));
    return asLinear(field, UPDATE, lambda(varPattern("f", field), apply(variable("d"), set)));
  },
  elements: (item) => {
    const elements = fun(list(item), list(item));
    const set = lambda(
      varPattern("v", con("Array", item)),
      prim(
        HOT,
        [con("Array", item)],
        [prim("fromList", [item], [apply(variable("f"), prim("toList", [item], [variable("v")]))])],
      ),
    );
    return asLinear(elements, UPDATE, lambda(varPattern("f", elements), apply(variable("d"), set)));
  },
};

function transform(source: SourceProgram, options: StageOptions = {}) {
  const c = source.param;
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      backpropagators: stagedCalls(sums),
      definitions: interfaceWith(mapRules(options)) + COLLECTOR,
      types: { ...TYPES, c, C: c },
      meaning: {
        dual: "pair",
        calls: [{ of: RESOLVER, means: "resolving" }],
        stores: [{ item: CALL, holds: "waiting" }],
      },
      output: outputOf(scalars, options),
      entrance: entranceWith(c, global("SCotan"), passing),
      resolved: () => apply(global("SResolve"), apply(variable("d"), variable("z"), global("SEmpty"))),
    },
    options,
  );
}

/** D³ (thesis §3.5): backpropagators update one staged object, so that no zero of c is left but the first. */
export const cayley: Stage = { ...descriptions.cayley, transform };
