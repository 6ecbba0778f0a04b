// D⁵, parallelism: IDs are pairs of a job and a place in it, the monad records the graph of jobs, and resolving walks that
// graph backwards: it forks where the program joined and joins where it forked (thesis §3.10, Fig. 3.16 and 3.17). Based on
// `defunctionalised`, as the thesis' implementation is.
//
//   CID = ℤ × ℤ                                          D[ℝ] = ℝ × (CID × Contrib)
//   Job = Job Context History ℤ ℤ                        of a job: where its monad finds what all share, what came before it in
//                                                        its task, its ID, and how many scalars it has made
//   History = Start | Fork Job [Job]                     the job before the last fork of the task; the last jobs of the parts
//   S = Job: D[σ → τ] = D[σ] → Job → D[τ] × Job          M of Fig. 3.16, whose cell of fresh job IDs is in the Context
//   genID Job(r, h, j, i) = ((j, i), Job(r, h, j, i + 1))
//   D[t₁ ⋆ .. ⋆ tₙ] = λs. let j = SFresh (n + 1) s in
//     let ((x₁, k₁), .., (xₙ, kₙ)) = (D[t₁] (SStart j s)) ⋆ .. ⋆ (D[tₙ] (SStart (j + n - 1) s)) in
//     ((x₁, .., xₙ), SJoin [k₁, .., kₙ] (j + n) s)
//
//   Staged = Staged ℤ (MArray Cells)                     Cells = Cells rank (MArray Cell) inbox; an array for each job, by its ID
//   SCallFrom j (((k, i), cb), a): called from job j, adds a to the cell i of job k; where j ≠ k, through the inbox of k
//   SCall, SApply, SOutput, SCotangent: as before, by compound IDs; a backpropagator's calls are from its own job
//   SResolve: resolves a task: its last job from the highest place down, then its parts in parallel, then what came before
//
//   Interleave: as before, by genID; its scalars are those of job 0
//   Wrap[f] = .. let ((x', rebuild), s) = Interleave_σ x (SNew ()) in let (y', s') = D[f] x' s in ..
//
// A definition without parameters runs once for all jobs that use it. It has a job of its own, with a task's history, that
// no other job is ordered with; those jobs are resolved last. They hold nothing that depends on the input.
//
// The thesis adds contributions atomically, in whatever order they come; then the result depends on the schedule by
// rounding. Here a contribution to another job waits in its inbox with the rank of the job that it is from (its place in a
// sequential run), and they are added in that order, latest first, before the job is resolved: the result does not depend
// on the schedule. The atomic form is an option.

import {
  apply,
  builtin,
  type CoreBinding,
  OPEN_TYPE,
  OWN_MARK,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { con, INT, lin, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { CONTRIB, contrib, contributions } from "./defunctionalised.ts";
import * as descriptions from "./descriptions.ts";
import { type Scalars, StateMonad } from "./monad.ts";
import type { JobRules } from "./monadic.ts";
import { ACTION, ACTIONS, sums } from "./mutable.ts";
import { outputByPlace, resolvedInPlace } from "./one-array.ts";
import { rebuilding } from "./rebuild.ts";
import { global, pairOf, pairPattern } from "./rule-terms.ts";
import { stagedProgram } from "./staged-program.ts";

const CID = tuple(INT, INT);
const JOB: Type = con(`Job${OWN_MARK}`);
const LIST_OF_PARTS = "inParallel";

/** The monad: fresh IDs, and the graph of jobs as it grows. */
const MONAD = `
data Context = Context (MArray ℤ) (MArray [Job])
data Job = Job Context History ℤ ℤ
data History = Start | Fork Job [Job]

def SNew : 𝟏 → Job = λ(). Job(Context(alloc(1, 1), alloc(1, []⟦Job⟧)), Start, 0, 0)
def genID : Job → CID × Job = λJob(r, h, j, i). ((j, i), Job(r, h, j, i + 1))
def SFresh : ℤ → Job → ℤ = λ(n : ℤ). λJob(Context(next, _), _, _, _). fetchAdd(n, next)
def SStart : ℤ → Job → Job = λ(j : ℤ). λJob(r, _, _, _). Job(r, Start, j, 0)
def SJoin : [Job] → ℤ → Job → Job = λ(ks : [Job]). λ(j : ℤ). λ(s : Job).
  let Job(r, _, _, _) = s in Job(r, Fork(s, ks), j, 0)
def SShare : Job → 𝟏 = λ(s : Job). let Job(Context(_, shared), _, _, _) = s in pushTo(s, shared)
def ${LIST_OF_PARTS}⟦a⟧ : [𝟏 → Job → a × Job] → Job → [a] × Job = λ(ts : [𝟏 → Job → a × Job]). λ(s : Job).
  letrec count : [𝟏 → Job → a × Job] → ℤ → ℤ = λ(l : [𝟏 → Job → a × Job]). λ(n : ℤ).
    case l of { [] → n | (_ :: r) → count r (n + 1) } in
  let n = count ts 0 in
  let j = SFresh (n + 1) s in
  letrec starting : [𝟏 → Job → a × Job] → ℤ → [𝟏 → a × Job] = λ(l : [𝟏 → Job → a × Job]). λ(k : ℤ).
    case l of {
      [] → []⟦𝟏 → a × Job⟧
    | (t :: r) → (λ(). t () (SStart k s)) :: (starting r (k + 1)) } in
  let xks = parList⟦a × Job⟧(starting ts j) in
  letrec apart : [a × Job] → [a] × [Job] = λ(l : [a × Job]).
    case l of {
      [] → ([]⟦a⟧, []⟦Job⟧)
    | ((x, k) :: r) → let (xs, ks) = apart r in (x :: xs, k :: ks) } in
  let (xs, ks) = apart xks in
  (xs, SJoin ks (j + n) s)
`;

/** The staged object: cells for each job, sized by the graph of jobs, and ranked in the order of a sequential run. */
const STAGED_OBJECT = `
data Contrib = Contrib [ℝ × (CID × Contrib)]
data Cell = Unreached | Reached Contrib ℝ
data Cells = Cells ℤ (MArray Cell) (MArray [ℤ × (ℤ × (Contrib × ℝ))])
data Staged = Staged ℤ (MArray Cells)
${ACTIONS}
def SCells : ℤ → ℤ → Cells = λ(rank : ℤ). λ(n : ℤ).
  Cells(rank, alloc(n, Unreached), alloc(1, []⟦ℤ × (ℤ × (Contrib × ℝ))⟧))
def SAlloc : Job × Job → 𝟏 → Staged = λ(Job(_, _, _, inputs), last : Job). λ().
  let Job(Context(next, shared), _, _, _) = last in
  let m = alloc(get(0, next), SCells 0 0) in
  letrec task : Job → ℤ → ℤ = λJob(_, h, j, i). λ(rank : ℤ).
    let k = (case h of { Start → rank | Fork(before, parts) → tasks parts (task before rank) }) in
    let _ = set(j, SCells k i, m) in
    k + 1
  and tasks : [Job] → ℤ → ℤ = λ(l : [Job]). λ(rank : ℤ).
    case l of { [] → rank | (t :: r) → tasks r (task t rank) } in
  let _ = task last (tasks (get(0, shared)) 0) in
  Staged(inputs, m)
def SAdd : ℤ → Contrib → ℝ → MArray Cell → 𝟏 = λ(i : ℤ). λ(cb : Contrib). λ(a : ℝ). λ(m : MArray Cell).
  case get(i, m) of {
    Unreached → set(i, Reached(cb, a), m)
  | Reached(_, a₁) → set(i, Reached(cb, a + a₁), m) }
`;

/** Contributions to another job go to its inbox; or, as in the thesis, at once to its cells. */
const CALLS = (atomic: boolean) => `
def SCallFrom : ℤ → (CID × Contrib) × ℝ → Staged → 𝟏 = λ(from : ℤ). λ(((j : ℤ, i : ℤ), cb : Contrib), a : ℝ). λStaged(_, m).
  let Cells(_, cs, inbox) = get(j, m) in
  ${
    atomic
      ? "SAdd i cb a cs"
      : `if j == from then SAdd i cb a cs else
  let Cells(rank, _, _) = get(from, m) in
  pushTo((rank, (i, (cb, a))), inbox)`
  }
def SCall : CID × Contrib → Back = λ((j : ℤ, i : ℤ), cb : Contrib). asLinear(λ(a : ℝ). λ(s : Staged). λ().
  SCallFrom j (((j, i), cb), a) s)
def SApply : (CID × Contrib) × ℝ → Action = λ(((j : ℤ, _ : ℤ), Contrib(cb)), z : ℝ). λ(s : Staged). λ().
  letrec each : [ℝ × (CID × Contrib)] → 𝟏 = λ(l : [ℝ × (CID × Contrib)]). case l of {
    [] → ()
  | ((a, d) :: r) → let _ = SCallFrom j (d, z * a) s in each r } in
  each cb
def SOutput : CID × Contrib → Back = λ((j : ℤ, i : ℤ), cb : Contrib). asLinear(λ(a : ℝ). λ(s : Staged). λ().
  let Staged(n, _) = s in
  if j == 0 then (if i < n then SCall ((j, i), cb) a s () else SApply (((j, i), cb), a) s ())
  else SApply (((j, i), cb), a) s ())
def SResolve : Job → Staged → 𝟏 → 𝟏 = λ(last : Job). λ(s : Staged). λ().
  let Staged(_, m) = s in
  letrec drain : [ℤ × (Contrib × ℝ)] → MArray Cell → 𝟏 = λ(l : [ℤ × (Contrib × ℝ)]). λ(cs : MArray Cell).
    case l of { [] → () | ((i, (cb, a)) :: r) → let _ = SAdd i cb a cs in drain r cs } in
  letrec resolveJob : ℤ → ℤ → MArray Cell → 𝟏 = λ(j : ℤ). λ(i : ℤ). λ(cs : MArray Cell). if i < 0 then () else
    case get(i, cs) of {
      Unreached → resolveJob j (i - 1) cs
    | Reached(cb, a) → let _ = SApply (((j, i), cb), a) s () in resolveJob j (i - 1) cs } in
  letrec resolveTask : Job → 𝟏 = λJob(_, h, j, i).
    let Cells(_, cs, inbox) = get(j, m) in
    let _ = drain byKey(get(0, inbox)) cs in
    let _ = resolveJob j (i - 1) cs in
    case h of {
      Start → ()
    | Fork(before, parts) → let _ = parList⟦𝟏⟧(resolving parts) in resolveTask before }
  and resolving : [Job] → [𝟏 → 𝟏] = λ(l : [Job]).
    case l of { [] → []⟦𝟏 → 𝟏⟧ | (t :: r) → (λ(). resolveTask t) :: (resolving r) } in
  let _ = resolveTask last in
  let Job(Context(_, shared), _, _, _) = last in
  letrec resolveShared : [Job] → 𝟏 = λ(l : [Job]).
    case l of { [] → () | (t :: r) → let _ = resolveTask t in resolveShared r } in
  resolveShared (get(0, shared))
def SCotangent : Staged → CID → ℝ = λStaged(_, m). λ(j : ℤ, i : ℤ).
  let Cells(_, cs, _) = get(j, m) in
  case get(i, cs) of { Unreached → 0.0 | Reached(_, a) → a }
`;

const monad = new StateMonad(JOB, "s");

/** IDs are drawn from the job that the monad is in. */
const scalars: Scalars = {
  monad,
  id: CID,
  back: CONTRIB,
  dualPart: tuple(CID, CONTRIB),
  number: (primal, back, step, span) => {
    const id = variable("c");
    const pattern = pairPattern(varPattern("c", CID), monad.binder(step + 1));
    const bound = apply(global("genID"), monad.at(step));
    const dual: Term = { tag: "dual", primal, dual: pairOf(id, back(id)), span };
    return { bindings: [{ pattern, variables: [], bound, span }], id, dual, next: monad.at(step + 1) };
  },
};

const plus = (name: string, count: number): Term =>
  count === 0 ? variable(name) : builtin("addInt", [variable(name), { tag: "int", value: count }]);

const jobs: JobRules = {
  fork: (parts, span) => {
    const start = monad.at(0);
    const names = parts.map((_, index) => [subscript("x", index + 1), subscript("k", index + 1)] as const);
    const started = parts.map((part, index): Term => apply(part, apply(global("SStart"), plus("j₀", index), start)));
    const bind = (pattern: CoreBinding["pattern"], bound: Term): CoreBinding => ({
      pattern,
      variables: [],
      bound,
      span,
    });
    const bindings = [
      bind(varPattern("j₀", INT), apply(global("SFresh"), { tag: "int", value: parts.length + 1 }, start)),
      bind(
        { tag: "tuple", items: names.map(([x, k]) => pairPattern(varPattern(x, OPEN_TYPE), varPattern(k, JOB))) },
        { tag: "fork", items: started, span },
      ),
    ];
    const ends: Term = { tag: "list", items: names.map(([, k]) => variable(k)), tail: undefined, item: JOB };
    const values: Term = { tag: "tuple", items: names.map(([x]) => variable(x)), span };
    const body = pairOf(values, apply(global("SJoin"), ends, plus("j₀", parts.length), start));
    return monad.computing({ tag: "let", bindings, body, span }, span);
  },
  list: LIST_OF_PARTS,
  shared: (computation) => {
    const own = apply(global("SStart"), apply(global("SFresh"), { tag: "int", value: 1 }, monad.at(0)), monad.at(0));
    const bindings: readonly CoreBinding[] = [
      {
        pattern: pairPattern(varPattern("x", OPEN_TYPE), varPattern("k", JOB)),
        variables: [],
        bound: apply(computation, own),
      },
      { pattern: { tag: "any", type: tuple() }, variables: [], bound: apply(global("SShare"), variable("k")) },
    ];
    return monad.computing({ tag: "let", bindings, body: monad.returning(variable("x"), 0) });
  },
};

function transform(source: SourceProgram, options: StageOptions = {}) {
  const backpropagators = contributions(tuple(CID, CONTRIB), contrib);
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      jobs,
      backpropagators,
      definitions: MONAD + STAGED_OBJECT + CALLS(options.atomic === true),
      types: { CID, Action: ACTION, Back: lin(REAL, ACTION) },
      output: outputByPlace(scalars, options),
      entrance: rebuilding(
        scalars,
        () => backpropagators.constant(undefined),
        apply(global("SNew"), { tag: "tuple", items: [] }),
      ),
      resolved: resolvedInPlace,
    },
    options,
  );
}

export const parallel: Stage = { ...descriptions.parallel, transform };
