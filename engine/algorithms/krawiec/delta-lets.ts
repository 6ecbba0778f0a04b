// The final system: a monad gives every new term an ID, and evaluation visits each binding once (Krawiec et al. 2022, Fig. 9-11).
//
//   Delta = Zero | Scale ℝ Delta | Add Delta Delta | Var ℤ
//   D[ℝ] = ℝ × Delta; terms: D in the monad of bindings, see binding.ts
//   DeltaState = DeltaState ℤ [ℤ × Delta]                the next ID, and the bindings, the newest first
//   deltaLet u (i, bs) = (i, (i + 1, (i, u) :: bs))
//
//   runDelta: Lets = Body (..) | Let ℤ Delta Lets, the newest binding innermost
//   eval: as in D², where eval (Var i, x) m = m with x added at i: a map from IDs
//   evalLets (Let i u l) m = let m' = evalLets l m in    the body first;
//     eval (u, m' at i) (m' without i) where m' has i, m' where it has not: nothing needs the binding
//
//   Interleave: with reconstruction (rebuild.ts), Interleave_ℝ = λx. λs. let (i, s') = newVar s in ((⟨x, Var i⟩, λg. g i), s')
//   Deinterleave_ℝ = λ⟨x, u⟩. (x, λ̲z. eval (u, z))
//   Wrap[f] = .. (y, λ̲z. rebuild from evalLets (runDelta (s, d z)) {})
import { apply, OWN_MARK, prim, type Term, variable, varPattern } from "../../core/terms/term.ts";
import { con, fun, REAL } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { StateMonad } from "../common/dual/monad.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import { definedMonoid, stagedProgram } from "../common/dual/staged-program.ts";
import { global, letIn, pairOf } from "../common/rule-terms.ts";
import { fragment } from "./beyond.ts";
import { BINDING_MEANING, binding, DELTA_DATA } from "./binding.ts";
import { DELTA, EVAL, seeded, ZERO } from "./deltas-of.ts";
import * as descriptions from "./descriptions.ts";
import { NATIVES } from "./natives.ts";

const MAP = con("Map", REAL);
/** A term's action at a cotangent: it adds to the map. */
const ACTION = fun(MAP, MAP);

const INTERFACE = `
${DELTA_DATA}
data Lets = Body Action | Let ℤ Delta Lets
data DeltaState = DeltaState ℤ [ℤ × Delta]

def zeroₛ : Action = λ(m : Map ℝ). m
def plusₛ : Action → Action → Action = λ(f : Action). λ(g : Action). λ(m : Map ℝ). g (f m)
def newVar : DeltaState → ℤ × DeltaState = λDeltaState(i, bs). (i, DeltaState(i + 1, bs))
def deltaLet : Delta → DeltaState → ℤ × DeltaState = λ(u : Delta). λDeltaState(i, bs). (i, DeltaState(i + 1, save(i, u) :: bs))
def addDelta : ℤ × ℝ → Action = λ(i : ℤ, x : ℝ). λ(m : Map ℝ).
  if member(i, m) then insert(i, x + lookup(i, m), m) else insert(i, x, m)
def ${EVAL} : Delta × ℝ → Action = λ(u : Delta, x : ℝ). λ(m : Map ℝ). case u of {
    Zero → m
  | Scale(y, u₁) → ${EVAL} (u₁, x * y) m
  | Add(u₁, u₂) → ${EVAL} (u₂, x) (${EVAL} (u₁, x) m)
  | Var(i) → addDelta (i, x) m }
def resume : (ℤ × Delta) × ℝ → Action = λ((_ : ℤ, u : Delta), y : ℝ). ${EVAL} (u, y)
def runDelta : DeltaState × Action → Lets = λ(DeltaState(_, bs), f : Action).
  letrec wrap : [ℤ × Delta] → Lets → Lets = λ(bs : [ℤ × Delta]). λ(l : Lets).
    case bs of { [] → l | ((i, u) :: r) → wrap r (Let(i, u, l)) } in
  wrap bs (Body(f))
def evalLets : Lets → Action = λ(l : Lets). λ(m : Map ℝ). case l of {
    Body(f) → f m
  | Let(i, u, l₁) →
      let m₁ = evalLets l₁ m in
      if member(i, m₁) then resume ((i, u), lookup(i, m₁)) (delete(i, m₁)) else m₁ }
def lookupOrZero : Map ℝ → ℤ → ℝ = λ(m : Map ℝ). λ(i : ℤ). if member(i, m) then lookup(i, m) else 0.0
`;

const monad = new StateMonad(con(`DeltaState${OWN_MARK}`), "s");

const START: Term = {
  tag: "con",
  data: `DeltaState${OWN_MARK}`,
  con: `DeltaState${OWN_MARK}`,
  types: [],
  args: [
    { tag: "int", value: 0 },
    { tag: "list", items: [], tail: undefined, item: { tag: "tuple", items: [con("Int"), DELTA] } },
  ],
};

function transform(source: SourceProgram, options: StageOptions = {}) {
  const { inputs, scalars, backpropagators } = binding(monad, options);
  return stagedProgram(
    source,
    {
      scalars,
      sums: definedMonoid(ACTION),
      backpropagators,
      definitions: INTERFACE,
      natives: NATIVES,
      types: { Action: ACTION },
      meaning: {
        ...BINDING_MEANING,
        stores: [{ item: REAL, holds: "waiting" }],
      },
      output: seeded(ACTION),
      entrance: rebuilding(inputs, () => ZERO, START),
      resolved: (_, last) => {
        const lets = apply(global("runDelta"), pairOf(last, apply(variable("d"), variable("z"))));
        return letIn(
          [[varPattern("m", MAP), apply(global("evalLets"), lets, prim("mapEmpty", [REAL], []))]],
          apply(variable("rebuild"), apply(global("lookupOrZero"), variable("m"))),
        );
      },
    },
    options,
  );
}

/** Delta terms with Lets (Krawiec et al. 2022, Fig. 9-11): a shared term has an ID and is evaluated once. */
export const deltaLets: Stage = { ...descriptions.deltaLets, fragment, transform };
