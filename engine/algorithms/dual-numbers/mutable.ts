// D⁴, mutable arrays: both maps of the staged object become arrays, which are updated in place (thesis §3.7, Fig. 3.11
// and 3.12).
//
//   IO τ = 𝟏 → τ: an action is a function that has its effect when it is called; effects are those of get and set
//
//   D[ℝ] = ℝ × (ℤ × (ℝ̲ ⊸ (Staged → IO 𝟏)))            terms: as in D², with
//   zeroₛ = λs. λ(). ()                                  plusₛ f g = λs. λ(). f s () and then g s ()
//
//   Staged = Staged (MArray ℝ) (MArray Cell)             Cell = Unreached | Reached (ℝ̲ ⊸ (Staged → IO 𝟏)) ℝ
//   SAlloc i o = Staged(alloc i 0.0, alloc o Unreached)
//   SCall (i, f) a Staged(c, m) = the cell i of m becomes Reached f a, or Reached f (a + a') where it was Reached f' a'
//   SOneHot i a Staged(c, m) = a is added to the cell i of c
//   SResolve o Staged(c, m) = from i = o - 1 down to 0: where the cell i of m is Reached f a, f a Staged(c, m); freeze c
//
//   Interleave: with reconstruction (rebuild.ts); the backpropagator of an input is SOneHot i
//   Wrap[f] = .. (y, λ̲z. let s = SAlloc i i' in d z s (); rebuild from SResolve i' s)
//
// The papers fill the staging array with ⟨zero, 0⟩; here a cell says whether it was reached, and is skipped if not. The
// POPL edition (D⁵, Fig. 13) threads the arrays through a resource-linear state instead of a monad.
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
  OWN_MARK,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../core/term.ts";
import { con, type DataType, fun, INT, lin, REAL, type Type, tuple, UNIT } from "../../types/type.ts";
import type { SourceProgram, Stage } from "../algorithm.ts";
import { deinterleave, type Monoid, monoid } from "./deinterleave.ts";
import { MonadicTransform } from "./monadic.ts";
import { interleaveRebuilding } from "./rebuild.ts";
import { definition, dualBack, global, letIn, STAGED, stagedPattern, stagedTerm } from "./staged-terms.ts";
import { partialsOf, plainParts } from "./terms.ts";
import { WRAP } from "./wrapper.ts";

const STAGED_TYPE: Type = con(STAGED);
/** IO τ. */
const io = (type: Type): Type => fun(UNIT, type);
/** What backpropagators map to: actions on the staged object. */
const ACTION = fun(STAGED_TYPE, io(UNIT));
const BACK = lin(REAL, ACTION);
const COLLECTOR: Type = con("MArray", REAL);

const CELL = `Cell${OWN_MARK}`;
const CELL_TYPE: Type = con(CELL);
const UNREACHED = `Unreached${OWN_MARK}`;
const REACHED = `Reached${OWN_MARK}`;
const CELLS: Type = con("MArray", CELL_TYPE);

const unit: Term = { tag: "tuple", items: [] };
const unitPattern: CorePattern = { tag: "tuple", items: [] };

/** return () and >>. */
const actions: Monoid = monoid(
  ACTION,
  () => global(MONOID.zero),
  (left, right) => apply(global(MONOID.plus), left, right),
);

function cell(name: string, args: readonly Term[]): Term {
  return { tag: "con", data: CELL, con: name, types: [], args };
}

function cellPattern(name: string, args: readonly CorePattern[]): CorePattern {
  return { tag: "con", data: CELL, con: name, types: [], args };
}

/** λ(). t, an action. */
function action(body: Term): Term {
  return lambda(unitPattern, body);
}

/** let _ = t in rest. */
function andThen(first: Term, rest: Term): Term {
  return letIn([[{ tag: "any", type: UNIT }, first]], rest);
}

function stagedInterface(): readonly Global[] {
  const parts = stagedPattern(varPattern("c", COLLECTOR), varPattern("m", CELLS));
  const whole = stagedTerm(variable("c"), variable("m"));
  const [i, m] = [variable("i"), variable("m")];
  const at = (f: Term, s: Term) => apply(f, s, unit);
  const plus = lambda(
    varPattern("f", ACTION),
    lambda(
      varPattern("g", ACTION),
      lambda(
        varPattern("s", STAGED_TYPE),
        action(andThen(at(variable("f"), variable("s")), at(variable("g"), variable("s")))),
      ),
    ),
  );
  const reached = (a: Term) => prim("set", [CELL_TYPE], [i, cell(REACHED, [variable("f"), a]), m]);
  const call: Term = {
    tag: "case",
    scrutinee: prim("get", [CELL_TYPE], [i, m]),
    branches: [
      { pattern: cellPattern(UNREACHED, []), body: reached(variable("a")) },
      {
        pattern: cellPattern(REACHED, [{ tag: "any", type: BACK }, varPattern("a₁", REAL)]),
        body: reached(builtin("add", [variable("a"), variable("a₁")])),
      },
    ],
  };
  const linearAction = (body: Term) =>
    prim("asLinear", [REAL, ACTION], [lambda(varPattern("a", REAL), lambda(parts, action(body)))]);
  const added = builtin("add", [variable("a"), prim("get", [REAL], [i, variable("c")])]);
  const step = apply(variable("loop"), builtin("subInt", [i, { tag: "int", value: 1 }]));
  const resolveCell: Term = {
    tag: "case",
    scrutinee: prim("get", [CELL_TYPE], [i, m]),
    branches: [
      { pattern: cellPattern(UNREACHED, []), body: step },
      {
        pattern: cellPattern(REACHED, [varPattern("f", BACK), varPattern("a", REAL)]),
        body: andThen(at(apply(variable("f"), variable("a")), whole), step),
      },
    ],
  };
  const loop = lambda(
    varPattern("i", INT),
    conditional(builtin("ltInt", [i, { tag: "int", value: 0 }]), unit, resolveCell, undefined),
  );
  const last = builtin("subInt", [variable("o"), { tag: "int", value: 1 }]);
  const resolve: Term = {
    tag: "letrec",
    functions: [{ name: "loop", variables: [], type: fun(INT, UNIT), term: loop }],
    body: andThen(apply(variable("loop"), last), prim("freeze", [REAL], [variable("c")])),
  };
  const sizes: CorePattern = { tag: "tuple", items: [varPattern("i", INT), varPattern("o", INT)] };
  const arrays = stagedTerm(
    prim("alloc", [REAL], [i, { tag: "real", value: 0 }]),
    prim("alloc", [CELL_TYPE], [variable("o"), cell(UNREACHED, [])]),
  );
  return [
    definition(MONOID.zero, ACTION, lambda(varPattern("s", STAGED_TYPE), action(unit))),
    definition(MONOID.plus, fun(ACTION, fun(ACTION, ACTION)), plus),
    definition("SAlloc", fun(tuple(INT, INT), io(STAGED_TYPE)), lambda(sizes, action(arrays))),
    definition(
      "SCall",
      fun(tuple(INT, BACK), BACK),
      lambda({ tag: "tuple", items: [varPattern("i", INT), varPattern("f", BACK)] }, linearAction(call)),
    ),
    definition(
      "SOneHot",
      fun(INT, BACK),
      lambda(varPattern("i", INT), linearAction(prim("set", [REAL], [i, added, variable("c")]))),
    ),
    definition(
      "SResolve",
      fun(INT, fun(STAGED_TYPE, io(con("Array", REAL)))),
      lambda(varPattern("o", INT), lambda(parts, action(resolve))),
    ),
  ];
}

/** Staged, and the cells of its staging array. */
const DATA: readonly DataType[] = [
  {
    name: CELL,
    params: [],
    constructors: [
      { name: UNREACHED, fields: [] },
      { name: REACHED, fields: [BACK, REAL] },
    ],
  },
  { name: STAGED, params: [], constructors: [{ name: STAGED, fields: [COLLECTOR, CELLS] }] },
];

function transform({ program, param, result }: SourceProgram): CoreProgram {
  const dualPart = tuple(INT, BACK);
  const terms = new MonadicTransform(program, {
    dualPart,
    constant: (span) => linear("z", REAL, actions.zero(), span),
    operation: (op, operands, span) => {
      const staging = partialsOf(op, operands, () => variable("z"), span).map(({ operand, partial }) =>
        apply(global("SCall"), variable(operand.dual!), partial),
      );
      return linear("z", REAL, actions.sum(staging), span);
    },
  }).declare(program.globals);
  const id = variable("i₀");
  const into = interleaveRebuilding(program, terms.types, { tag: "tuple", items: [id, apply(global("SOneHot"), id)] });
  const out = deinterleave(program, terms.types, actions, dualBack(BACK));
  const pair = (first: CorePattern, second: CorePattern): CorePattern => ({ tag: "tuple", items: [first, second] });
  const open = (name: string) => varPattern(name, OPEN_TYPE);
  const found = lambda(varPattern("i", INT), prim("index", [REAL], [variable("c"), variable("i")]));
  const sizes: Term = { tag: "tuple", items: [variable("i₁"), variable("i₂")] };
  const resolved = letIn(
    [
      [varPattern("s", STAGED_TYPE), apply(global("SAlloc"), sizes, unit)],
      [{ tag: "any", type: UNIT }, apply(variable("d"), variable("z"), variable("s"), unit)],
      [varPattern("c", con("Array", REAL)), apply(global("SResolve"), variable("i₂"), variable("s"), unit)],
    ],
    apply(variable("rebuild"), found),
  );
  const body = letIn(
    [
      [
        pair(pair(open("x₁"), open("rebuild")), varPattern("i₁", INT)),
        apply(into.at(param), variable("x"), { tag: "int", value: 0 }),
      ],
      [pair(open("y₁"), varPattern("i₂", INT)), apply(global(program.entry), variable("x₁"), variable("i₁"))],
      [pair(open("y"), varPattern("d", lin(result, ACTION))), apply(out.at(result), variable("y₁"))],
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
    monoid: { type: ACTION, ...MONOID },
    data: [...terms.types.dataTypes(), ...DATA],
    ops: plain.ops,
    globals: [
      ...plain.globals,
      ...terms.globals(program.globals),
      ...stagedInterface(),
      ...into.globals,
      ...out.globals,
      wrap,
    ],
    entry: WRAP,
  };
}

export const mutable: Stage = {
  id: "mutable",
  title: "Mutable arrays",
  citation: "D⁴, thesis §3.7, Fig. 3.11-3.12; POPL 2023, D⁵, Fig. 13",
  basedOn: "sparse",
  changed: "Both maps become mutable arrays, indexed by the IDs: every step of resolving takes constant time.",
  growth: "O(T + I)",
  state: "array",
  mode: "reverse",
  dualPart: () => tuple(INT, BACK),
  transform,
};
