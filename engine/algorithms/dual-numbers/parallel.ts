// D⁵, parallelism: IDs are pairs of a job and a place in it, the monad records the graph of jobs, and resolving walks that
// graph backwards: it forks where the program joined and joins where it forked (thesis §3.10, Fig. 3.16 and 3.17). Based on
// `defunctionalised`, as the thesis' implementation is.
//
//   JID = ℤ × MArray Cells                               a job: its number, and where the reverse pass has its cells
//   CID = JID × ℤ                                        D[ℝ] = ℝ × (CID × Contrib)
//   Job = Job Shared History JID ℤ ℤ                     of a job: what all share, what came before it in its task, its ID, how
//                                                        many scalars it has made, how many jobs its task has had so far
//   History = Start | Fork Job [Job]                     the job before the last fork of the task; the last jobs of the parts,
//                                                        that of the last part first
//   S = Job: D[σ → τ] = D[σ] → Job → D[τ] × Job          M of Fig. 3.16
//   genID Job(r, h, j, i, n) = ((j, i), Job(r, h, j, i + 1, n))
//   D[t₁ ⋆ .. ⋆ tₙ] = λs. let ((x₁, k₁), .., (xₙ, kₙ)) = (D[t₁] (SStart s)) ⋆ .. ⋆ (D[tₙ] (SStart s)) in
//     ((x₁, .., xₙ), SJoin [kₙ, .., k₁] s)
//
//   Cells = Cells ℤ (MArray [Entry]) (MArray Cell)       of a job: its number, its inbox, and a cell for each of its scalars
//   SCallFrom (j, r) ((((k, m), i), cb), a): called from the job j of rank r, adds a to the cell i of the job k; where j ≠ k,
//     through the inbox of k
//   SResolve: resolves a task: allocates the cells of its last job, takes what is in the inbox, and resolves it from the
//     highest place down; then the parts in parallel, then what came before
//
//   Interleave: as before, by genID; where the program forks, so do Interleave and what rebuilds the input, at data types
//     and tuples with two large fields or more (rebuild.ts)
//   Wrap[f] = .. let ((x', rebuild), s) = Interleave_σ x (SNew ()) in let (y', s') = D[f] x' s in ..
//
// A definition without parameters runs once for all jobs that use it. It has a job of its own, with a task's history, that
// no other job is ordered with; those jobs are resolved last. They hold nothing that depends on the input.
//
// The thesis draws job IDs from a counter that all jobs share, has an array of the arrays of all jobs, which SAlloc fills
// before anything is resolved, and adds contributions atomically, in whatever order they come. Then job IDs, and by rounding
// the result, depend on the schedule, and SAlloc takes a time in the number of jobs, however parallel the program is. Here
//   - a job's number is the run time's, which does not depend on the schedule, and its cells are found through its ID;
//   - a contribution to another job waits in its inbox with the rank of the job that it is from: how many jobs come after that
//     one in a sequential run. They are added in the order of ranks when the job is resolved: the result does not depend on the
//     schedule. In a sequential run they come in this order.
// The thesis' form is an option (`--atomic`): cells are allocated by SAlloc, a walk over the graph of jobs that forks where the
// program did, and contributions are added to them by an atomic modify.

import {
  apply,
  type CoreBinding,
  OPEN_TYPE,
  OWN_MARK,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { con, INT, lin, list, REAL, type Type, tuple } from "../../types/type.ts";
import type { SourceProgram, Stage, StageOptions } from "../algorithm.ts";
import { ACTION, ACTIONS } from "../common/dual/actions.ts";
import { type Scalars, StateMonad } from "../common/dual/monad.ts";
import type { JobRules } from "../common/dual/monadic.ts";
import { rebuilding } from "../common/dual/rebuild.ts";
import { APPLY_CONTRIBUTIONS, CELLS, RESOLVER, stagedProgram } from "../common/dual/staged-program.ts";
import { global, pairOf, pairPattern } from "../common/rule-terms.ts";
import { contributions } from "./defunctionalised.ts";
import * as descriptions from "./descriptions.ts";
import { sums } from "./mutable.ts";
import { resolvedInPlace } from "./one-array.ts";

const own = (name: string): string => name + OWN_MARK;
const CONTRIB: Type = con(own("Contrib"));
const JID = tuple(INT, con("MArray", con(own("Cells"))));
const CID = tuple(JID, INT);
const JOB: Type = con(own("Job"));
/** The definition that resolves the scalars of one job, from a place down. */
const MIRROR = "SResolveJob";
const LIST_OF_PARTS = "inParallel";

/** The monad: fresh IDs, and the graph of jobs as it grows. `cells` are those of the job j before it is resolved. */
const monadText = (cells: string) => `
data Job = Job (MArray [Job]) History JID ℤ ℤ
data History = Start | Fork Job [Job]

def SJob : (MArray [Job] × History) × ℤ → Job = λ((r : MArray [Job], h : History), n : ℤ).
  let j = thisJob() in
  Job(r, h, (j, alloc(1, ${cells})), 0, n)
def SNew : 𝟏 → Job = λ(). SJob ((alloc(1, []⟦Job⟧), Start), 1)
def genID : Job → CID × Job = λJob(r, h, j, i, n). ((j, i), Job(r, h, j, i + 1, n))
def SStart : Job → Job = λJob(r, _, _, _, _). SJob ((r, Start), 1)
def SJoin : [Job] → Job → Job = λ(ks : [Job]). λ(s : Job).
  letrec jobs : [Job] → ℤ → ℤ = λ(l : [Job]). λ(n : ℤ).
    case l of { [] → n | (Job(_, _, _, _, k) :: r) → jobs r (n + k) } in
  let Job(r, _, _, _, n) = s in
  SJob ((r, Fork(s, ks)), jobs ks (n + 1))
def SShare : Job → 𝟏 = λ(s : Job). let Job(r, _, _, _, _) = s in pushTo(s, r)
def ${LIST_OF_PARTS}⟦a⟧ : [𝟏 → Job → a × Job] → Job → [a] × Job = λ(ts : [𝟏 → Job → a × Job]). λ(s : Job).
  letrec starting : [𝟏 → Job → a × Job] → [𝟏 → a × Job] = λ(l : [𝟏 → Job → a × Job]).
    case l of {
      [] → []⟦𝟏 → a × Job⟧
    | (t :: r) → (λ(). t () (SStart s)) :: (starting r) } in
  letrec apart : [a × Job] → [Job] → [a] × [Job] = λ(l : [a × Job]). λ(ks : [Job]).
    case l of {
      [] → ([]⟦a⟧, ks)
    | ((x, k) :: r) → let (xs, all) = apart r (k :: ks) in (x :: xs, all) } in
  let (xs, ks) = apart parList⟦a × Job⟧(starting ts) []⟦Job⟧ in
  (xs, SJoin ks s)
`;

/** Common to both forms of the staged object: it is the graph of jobs, through which the cells of each are found. */
const STAGED_OBJECT = `
data Contrib = Contrib [ℝ × (CID × Contrib)] | Input 𝟏
data Cell = Unreached | Reached Contrib ℝ
data Staged = Staged Job
${ACTIONS}`;

/** Cells that are allocated when a job is resolved; until then, what comes from other jobs waits in its inbox. */
const INBOXES = `${monadText("Cells(j, alloc(1, []⟦Entry⟧), alloc(0, Unreached))")}
data Cells = Cells ℤ (MArray [Entry]) (MArray Cell)
${STAGED_OBJECT}
def SAlloc : Job × Job → 𝟏 → Staged = λ(_ : Job, last : Job). λ(). Staged(last)
def SAdd : ℤ → Contrib → ℝ → MArray Cell → 𝟏 = λ(i : ℤ). λ(cb : Contrib). λ(a : ℝ). λ(m : MArray Cell).
  case get(i, m) of {
    Unreached → set(i, Reached(cb, a), m)
  | Reached(_, a₁) → set(i, Reached(cb, a + a₁), m) }
def SCallFrom : ℤ × ℤ → (CID × Contrib) × ℝ → 𝟏 = λ(from : ℤ, rank : ℤ). λ((((j : ℤ, cells : MArray Cells), i : ℤ), cb : Contrib), a : ℝ).
  let Cells(_, inbox, m) = get(0, cells) in
  if j == from then SAdd i cb a m else pushTo((rank, (i, (cb, a))), inbox)
def SCall : CID × Contrib → Back = λ(d : CID × Contrib). asLinear(λ(a : ℝ). λ(_ : Staged). λ(). SCallFrom ((-1), 0) (d, a))
def SApply : (CID × Contrib) × ℝ → ℤ × ℤ → 𝟏 = λ((_ : CID, cb : Contrib), z : ℝ). λ(from : ℤ × ℤ).
  letrec each : [ℝ × (CID × Contrib)] → 𝟏 = λ(l : [ℝ × (CID × Contrib)]). case l of {
    [] → ()
  | ((a, d) :: r) → let _ = SCallFrom from (d, z * a) in each r } in
  case cb of { Input(_) → () | Contrib(l) → each l }
def SOutput : CID × Contrib → Back = λ(d : CID × Contrib). asLinear(λ(a : ℝ). λ(s : Staged). λ().
  let (_, cb) = d in
  case cb of { Input(_) → SCall d a s () | Contrib(_) → SApply (d, a) ((-1), 0) })
def SInOrder : [Entry] → [Entry] = λ(l : [Entry]).
  letrec runs : [Entry] → [[Entry]] = λ(l : [Entry]). case l of { [] → []⟦[Entry]⟧ | (e :: r) → run r (e :: []⟦Entry⟧) e }
  and run : [Entry] → [Entry] → Entry → [[Entry]] = λ(l : [Entry]). λ(es : [Entry]). λ(k : ℤ, _ : ℤ × (Contrib × ℝ)).
    case l of {
      [] → es :: []⟦[Entry]⟧
    | ((k₁, e) :: r) → if k₁ <= k then run r ((k₁, e) :: es) (k₁, e) else es :: (runs l) } in
  letrec merge : [Entry] → [Entry] → [Entry] = λ(new : [Entry]). λ(old : [Entry]).
    case new of { [] → old | ((k, e) :: r) → case old of {
      [] → new
    | ((k₁, e₁) :: r₁) → if k₁ <= k then (k₁, e₁) :: (merge new r₁) else (k, e) :: (merge r old) } } in
  letrec pairs : [[Entry]] → [[Entry]] = λ(l : [[Entry]]).
    case l of { (a :: (b :: r)) → (merge a b) :: (pairs r) | _ → l } in
  letrec all : [[Entry]] → [Entry] = λ(l : [[Entry]]).
    case l of { [] → []⟦Entry⟧ | (a :: []) → a | _ → all (pairs l) } in
  all (runs l)
def ${MIRROR} : JID → ℤ → ℤ → MArray Cell → 𝟏 = λ(j : JID). λ(rank : ℤ). λ(i : ℤ). λ(m : MArray Cell).
  if i < 0 then () else
  case get(i, m) of {
    Unreached → ${MIRROR} j rank (i - 1) m
  | Reached(cb, a) →
      let (number, _) = j in
      let _ = SApply (((j, i), cb), a) (number, rank) in
      ${MIRROR} j rank (i - 1) m }
def SResolve : Job → Staged → 𝟏 → 𝟏 = λ(last : Job). λ(_ : Staged). λ().
  letrec takeIn : [Entry] → MArray Cell → 𝟏 = λ(l : [Entry]). λ(m : MArray Cell).
    case l of { [] → () | ((_, (i, (cb, a))) :: r) → let _ = SAdd i cb a m in takeIn r m } in
  letrec resolveTask : Job → ℤ → 𝟏 = λJob(_, h, j, i, n). λ(rank : ℤ).
    let (number, cells) = j in
    let Cells(_, inbox, _) = get(0, cells) in
    let m = alloc(i, Unreached) in
    let _ = set(0, Cells(number, inbox, m), cells) in
    let _ = (case get(0, inbox) of {
      [] → ()
    | l → let _ = takeIn (SInOrder l) m in set(0, []⟦Entry⟧, inbox) }) in
    let _ = ${MIRROR} j rank (i - 1) m in
    case h of {
      Start → ()
    | Fork(before, parts) →
        let _ = parList⟦𝟏⟧(resolving parts (rank + 1)) in
        let Job(_, _, _, _, k) = before in
        resolveTask before (rank + (n - k)) }
  and resolving : [Job] → ℤ → [𝟏 → 𝟏] = λ(l : [Job]). λ(rank : ℤ).
    case l of {
      [] → []⟦𝟏 → 𝟏⟧
    | (t :: r) → let Job(_, _, _, _, n) = t in (λ(). resolveTask t rank) :: (resolving r (rank + n)) } in
  letrec resolveShared : [Job] → ℤ → 𝟏 = λ(l : [Job]). λ(rank : ℤ).
    case l of {
      [] → ()
    | (t :: r) → let Job(_, _, _, _, n) = t in let _ = resolveTask t rank in resolveShared r (rank + n) } in
  let Job(shared, _, _, _, n) = last in
  let _ = resolveTask last 1 in
  resolveShared (get(0, shared)) (n + 1)
def SCotangent : Staged → CID → ℝ = λ(_ : Staged). λ((_ : ℤ, cells : MArray Cells), i : ℤ).
  let Cells(_, _, m) = get(0, cells) in
  case get(i, m) of { Unreached → 0.0 | Reached(_, a) → a }
`;

/** The thesis' form: all cells are allocated before, and contributions are added to them atomically. */
const ATOMIC = `${monadText("Cells(j, alloc(0, Unreached))")}
data Cells = Cells ℤ (MArray Cell)
${STAGED_OBJECT}
def SAlloc : Job × Job → 𝟏 → Staged = λ(_ : Job, last : Job). λ().
  letrec task : Job → 𝟏 = λJob(_, h, (j, cells), i, _).
    let _ = set(0, Cells(j, alloc(i, Unreached)), cells) in
    case h of {
      Start → ()
    | Fork(before, parts) → let _ = parList⟦𝟏⟧((λ(). task before) :: (tasks parts)) in () }
  and tasks : [Job] → [𝟏 → 𝟏] = λ(l : [Job]).
    case l of { [] → []⟦𝟏 → 𝟏⟧ | (t :: r) → (λ(). task t) :: (tasks r) } in
  letrec each : [Job] → 𝟏 = λ(l : [Job]). case l of { [] → () | (t :: r) → let _ = task t in each r } in
  let Job(shared, _, _, _, _) = last in
  let _ = task last in
  let _ = each (get(0, shared)) in
  Staged(last)
def SCall : CID × Contrib → Back = λ(((_ : ℤ, cells : MArray Cells), i : ℤ), cb : Contrib). asLinear(λ(a : ℝ). λ(_ : Staged). λ().
  let Cells(_, m) = get(0, cells) in
  modify(i, λ(c : Cell). case c of { Unreached → Reached(cb, a) | Reached(_, a₁) → Reached(cb, a + a₁) }, m))
def SApply : (CID × Contrib) × ℝ → Action = λ((_ : CID, cb : Contrib), z : ℝ). λ(s : Staged). λ().
  letrec each : [ℝ × (CID × Contrib)] → 𝟏 = λ(l : [ℝ × (CID × Contrib)]). case l of {
    [] → ()
  | ((a, d) :: r) → let _ = SCall d (z * a) s () in each r } in
  case cb of { Input(_) → () | Contrib(l) → each l }
def SOutput : CID × Contrib → Back = λ(d : CID × Contrib). asLinear(λ(a : ℝ). λ(s : Staged). λ().
  let (_, cb) = d in
  case cb of { Input(_) → SCall d a s () | Contrib(_) → SApply (d, a) s () })
def ${MIRROR} : JID → Staged → ℤ → MArray Cell → 𝟏 = λ(j : JID). λ(s : Staged). λ(i : ℤ). λ(m : MArray Cell).
  if i < 0 then () else
  case get(i, m) of {
    Unreached → ${MIRROR} j s (i - 1) m
  | Reached(cb, a) → let _ = SApply (((j, i), cb), a) s () in ${MIRROR} j s (i - 1) m }
def SResolve : Job → Staged → 𝟏 → 𝟏 = λ(last : Job). λ(s : Staged). λ().
  letrec resolveTask : Job → 𝟏 = λJob(_, h, j, i, _).
    let (_, cells) = j in
    let Cells(_, m) = get(0, cells) in
    let _ = ${MIRROR} j s (i - 1) m in
    case h of {
      Start → ()
    | Fork(before, parts) → let _ = parList⟦𝟏⟧(resolving parts) in resolveTask before }
  and resolving : [Job] → [𝟏 → 𝟏] = λ(l : [Job]).
    case l of { [] → []⟦𝟏 → 𝟏⟧ | (t :: r) → (λ(). resolveTask t) :: (resolving r) } in
  letrec resolveShared : [Job] → 𝟏 = λ(l : [Job]).
    case l of { [] → () | (t :: r) → let _ = resolveTask t in resolveShared r } in
  let Job(shared, _, _, _, _) = last in
  let _ = resolveTask last in
  resolveShared (get(0, shared))
def SCotangent : Staged → CID → ℝ = λ(_ : Staged). λ((_ : ℤ, cells : MArray Cells), i : ℤ).
  let Cells(_, m) = get(0, cells) in
  case get(i, m) of { Unreached → 0.0 | Reached(_, a) → a }
`;

/** (rank, (place, (contributions, argument))). */
const ENTRY = tuple(INT, tuple(INT, tuple(CONTRIB, REAL)));

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

const jobs: JobRules = {
  fork: (parts, span) => {
    const start = monad.at(0);
    const names = parts.map((_, index) => [subscript("x", index + 1), subscript("k", index + 1)] as const);
    const started = parts.map((part): Term => apply(part, apply(global("SStart"), start)));
    const pattern: CoreBinding["pattern"] = {
      tag: "tuple",
      items: names.map(([x, k]) => pairPattern(varPattern(x, OPEN_TYPE), varPattern(k, JOB))),
    };
    const bound: Term = { tag: "fork", items: started, span };
    const last = names.map(([, k]) => variable(k)).reverse();
    const ends: Term = { tag: "list", items: last, tail: undefined, item: JOB };
    const values: Term = { tag: "tuple", items: names.map(([x]) => variable(x)), span };
    const body = pairOf(values, apply(global("SJoin"), ends, start));
    return monad.computing({ tag: "let", bindings: [{ pattern, variables: [], bound, span }], body, span }, span);
  },
  list: LIST_OF_PARTS,
  shared: (computation) => {
    const bindings: readonly CoreBinding[] = [
      {
        pattern: pairPattern(varPattern("x", OPEN_TYPE), varPattern("k", JOB)),
        variables: [],
        bound: apply(computation, apply(global("SStart"), monad.at(0))),
      },
      { pattern: { tag: "any", type: tuple() }, variables: [], bound: apply(global("SShare"), variable("k")) },
    ];
    return monad.computing({ tag: "let", bindings, body: monad.returning(variable("x"), 0) });
  },
};

/** The data of contributions, and that of an input, which has none. */
function contrib(items: Term): Term {
  return { tag: "con", data: own("Contrib"), con: own("Contrib"), types: [], args: [items] };
}
const INPUT: Term = {
  tag: "con",
  data: own("Contrib"),
  con: own("Input"),
  types: [],
  args: [{ tag: "tuple", items: [] }],
};

function transform(source: SourceProgram, options: StageOptions = {}) {
  return stagedProgram(
    source,
    {
      scalars,
      sums,
      jobs,
      backpropagators: contributions(tuple(CID, CONTRIB), contrib),
      definitions: options.atomic === true ? ATOMIC : INBOXES,
      types: { JID, CID, Entry: ENTRY, Action: ACTION, Back: lin(REAL, ACTION) },
      meaning: {
        dual: "pair",
        calls: [
          { of: APPLY_CONTRIBUTIONS, means: "backpropagator" },
          { of: RESOLVER, means: "resolving" },
          { of: MIRROR, means: "mirror" },
        ],
        stores: [CELLS, { item: con(own("Cells")), holds: "jobs" }, { item: list(ENTRY), holds: "queue" }],
      },
      output: [
        varPattern("d", scalars.dualPart),
        apply(global(options.stageOutputs === true ? "SCall" : "SOutput"), variable("d")),
      ],
      entrance: rebuilding(scalars, () => INPUT, apply(global("SNew"), { tag: "tuple", items: [] }), jobs),
      resolved: resolvedInPlace,
    },
    options,
  );
}

/** D⁵ (thesis §3.10): the reverse pass forks where the program joined, and joins where it forked. */
export const parallel: Stage = { ...descriptions.parallel, transform };
