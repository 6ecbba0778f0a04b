// An algorithm outside the lists, as small as one can be: every scalar is paired with the list of its derivatives by the inputs
// that it depends on. It shows what "To add an algorithm" (engine/algorithms/README.md) asks for.
//
//   D[ℝ] = ℝ × [ℤ × ℝ]                                  D[r] = ⟨r, []⟩
//   D[op(t₁, .., tₙ)]: the lists of the operands, each entry times the partial, one after the other; an input may occur twice
//
//   Interleave_ℝ = λx. λi. ((⟨x, [(i, 1)]⟩, λg. g i), i + 1)
//   Deinterleave_ℝ = λ⟨x, l⟩. (x, λ̲z. add z · y to the cell i for all (i, y) of l)
import type {
  Algorithm,
  OwnList,
  SourceProgram,
  Stage,
  StageDescription,
  StageOptions,
} from "../../engine/algorithms/algorithm.ts";
import { VIEWS } from "../../engine/algorithms/algorithm.ts";
import { ACTION, ACTIONS, doing } from "../../engine/algorithms/common/dual/actions.ts";
import { deinterleave } from "../../engine/algorithms/common/dual/deinterleave.ts";
import { directProgram } from "../../engine/algorithms/common/dual/direct-program.ts";
import { type Scalars, StateMonad } from "../../engine/algorithms/common/dual/monad.ts";
import { rebuilding } from "../../engine/algorithms/common/dual/rebuild.ts";
import { definedMonoid, STAGED } from "../../engine/algorithms/common/dual/staged-program.ts";
import { partialsOf } from "../../engine/algorithms/common/dual/terms.ts";
import { global, letIn, open, pairOf, pairPattern } from "../../engine/algorithms/common/rule-terms.ts";
import { count } from "../../engine/core/events/counters.ts";
import { nativeOperation } from "../../engine/core/events/native.ts";
import { apply, builtin, lambda, prim, type Term, variable, varPattern } from "../../engine/core/terms/term.ts";
import { cons, listItems, type Value } from "../../engine/core/values/values.ts";
import { fun, INT, lin, list, REAL, tuple } from "../../engine/types/type.ts";

const ENTRY = tuple(INT, REAL);
const ENTRIES = list(ENTRY);
const monad = new StateMonad(INT, "i");
const listOf = (...items: readonly Term[]): Term => ({ tag: "list", items, tail: undefined, item: ENTRY });

const INTERFACE = `
data Staged = Staged (MArray ℝ)
${ACTIONS}
def sendAll : [ℤ × ℝ] × ℝ → Action = λ(l : [ℤ × ℝ], z : ℝ). λ(s : Staged). λ().
  let Staged(v) = s in
  case l of { [] → () | ((i, a) :: r) → let _ = set(i, (z * a) + get(i, v), v) in sendAll (r, z) s () }
def component : Staged → ℤ → ℝ = λStaged(v). λ(i : ℤ). get(i, v)
`;

const inputs: Scalars = {
  monad,
  id: INT,
  back: ENTRIES,
  dualPart: ENTRIES,
  number: (primal, back, step) => {
    const id = monad.at(step);
    const dual: Term = { tag: "dual", primal, dual: back(id) };
    return { bindings: [], id, dual, next: builtin("addInt", [id, { tag: "int", value: 1 }]) };
  },
};

/** The counter of the toy: entries of lists that are multiplied by a partial. */
const SCALED = "entriesScaled";

/** times(y, l, rest): the entries of l, each times y, in front of rest. It costs a scalar for each entry. */
const TIMES = nativeOperation("times", { args: [REAL, ENTRIES, ENTRIES], result: ENTRIES }, ([y, l, rest], host) => {
  const entries = listItems(l!, host.watch);
  count(host.counters, SCALED, entries.length);
  return entries.reduceRight<Value>((list, entry) => {
    const [id, x] = entry as readonly [number, number];
    return cons([id, (y as number) * x], list);
  }, rest!);
});

const ONE: Term = { tag: "real", value: 1 };

/** The event of the toy: the entries of an input's scalar are added up; and its list, of the sums so far. */
const SENT = "sent";

/** The counter of calls of the named λ: one for each Real of the result. */
const SENDS = "sends";

const sums: OwnList<readonly string[]> = {
  start: [],
  after: (told, { event, content }) => (event === SENT ? [...told, JSON.stringify(content)] : told),
  items: (told, most) => ({
    items: told.slice(-most).map((text, at) => ({ key: String(at), text })),
    count: told.length,
  }),
};

/** The option of the toy. */
interface ToyOptions {
  /** Broken on purpose: entries are handed on as they are, not times the partial. */
  readonly unscaled?: boolean;
}

function transform({ program, param, result }: SourceProgram, options: StageOptions = {}) {
  const { unscaled }: ToyOptions = options;
  const entrance = rebuilding(inputs, (id) => listOf(pairOf(id, ONE)), { tag: "int", value: 0 });
  const send = apply(global("sendAll"), pairOf(variable("l"), variable("z")));
  const sends: Term = { tag: "lam", linear: false, named: "sends", param: varPattern("z", REAL), body: send };
  const seeded = lambda(
    { tag: "dual", primal: varPattern("x", REAL), dual: varPattern("l", ENTRIES) },
    pairOf(variable("x"), prim("asLinear", [REAL, ACTION], [sends])),
  );
  const cells = prim("alloc", [REAL], [variable("n"), { tag: "real", value: 0 }]);
  const staged: Term = { tag: "con", data: "Staged°", con: "Staged°", types: [], args: [cells] };
  const gradient = lambda(
    varPattern("z", result),
    letIn(
      [[varPattern("s", STAGED), staged], doing(apply(variable("d"), variable("z"), variable("s")))],
      apply(variable("rebuild"), apply(global("component"), variable("s"))),
    ),
  );
  return directProgram(
    { program, param, result },
    {
      dualPart: ENTRIES,
      definitions: INTERFACE,
      types: { Action: ACTION },
      monoid: ACTION,
      meaning: {
        dual: "value",
        calls: [
          { of: "sendAll", means: { tells: SENT } },
          { of: "sends", means: { counts: SENDS } },
        ],
        stores: [{ item: REAL, holds: "gradient" }],
      },
      literal: (value, span) => ({ tag: "dual", primal: value, dual: listOf(), span }),
      operation: (op, operands, span) =>
        partialsOf(op, operands, () => ONE, span).reduceRight(
          (rest, { operand, partial }) =>
            prim(TIMES, [], [unscaled === true ? ONE : partial, variable(operand.dual!), rest]),
          listOf(),
        ),
      interleave: (types) => entrance.interleave(program, types),
      deinterleave: (types) => deinterleave(program, types, definedMonoid(ACTION), seeded),
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

const description: StageDescription = {
  id: "sparse-tangents",
  title: "Lists of derivatives",
  citation: "a toy",
  basedOn: undefined,
  bound: { formula: "T + I + paths", of: ({ work, input, paths }) => BigInt(work + input) + paths },
  view: { ...VIEWS.cells, lists: ["sums"] },
  entry: "reverse",
  unreached: "skipped",
  varied: ["unscaled"],
  forks: true,
  predictedCalls: () => 0n,
};

export const toyStage: Stage = {
  ...description,
  transform,
  fragment: ({ param }) =>
    param.tag === "con" && param.name === "Int"
      ? { tag: "outside", at: undefined, why: "a toy has no derivatives by an Int", instead: "tape" }
      : { tag: "inside" },
  lists: { sums: sums as OwnList<unknown> },
};

export const toyAlgorithm: Algorithm = {
  id: "toy",
  title: "A toy",
  citation: "none",
  stages: [toyStage],
  options: [
    {
      id: "unscaled",
      word: "unscaled",
      summary: "broken on purpose: entries are handed on as they are",
      isFault: true,
    },
  ],
  counters: [
    { id: SENDS, words: "Reals of the result", quantity: { id: SENDS, title: "Reals of the result" } },
    { id: SCALED, words: "entries multiplied by a partial", quantity: { id: "entries", title: "Entries multiplied" } },
  ],
  natives: [TIMES],
  usual: {
    columns: [toyStage.id],
    leading: toyStage.id,
    curves: [toyStage.id],
    run: toyStage.id,
    staging: toyStage.id,
    jobs: undefined,
    sharing: [],
  },
};
