// Interleave from `sparse` on (thesis §3.6, Fig. 3.12): beside the interleaved input it gives a reconstruction function,
// which puts the scalars of a collection, found by their IDs, where the input has its own.
//
//   Interleave_τ : τ → S → (D[τ] × (lookup → τ̲)) × S                  lookup = ID → ℝ; S = ID = ℤ in most stages
//   Interleave_ℝ = λx. λi. ((⟨x, (i, back i)⟩, λg. g i), i + 1)        Interleave_ℤ = λn. λi. ((n, λg. n), i)
//   Interleave_{σ×τ} = λ(x, y). λi. let ((x', f₁), i') = Interleave_σ x i in let ((y', f₂), i'') = Interleave_τ y i'
//                      in (((x', y'), λg. (f₁ g, f₂ g)), i'')
//
// Where a stage keeps the parallelism of the program (§3.10), and the program has some, a product with two large fields or
// more is taken apart and rebuilt in parallel: fields whose size has no bound, such as the branches of a tree.
//
// The thesis writes an array for the lookup in Fig. 3.12, and implements §3.6's ℤ → ℝ by it; here it stays a function.
import { findTerm } from "../../../core/terms/map-term.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { con, type DataType, fieldsAt, fun, INT, list, REAL, type Type, tuple } from "../../../types/type.ts";
import { letIn, open, pairOf, pairPattern } from "../rule-terms.ts";
import type { TypeTransform } from "../types.ts";
import { Family, fieldName, type Whole } from "../wrapper.ts";
import { numberedPair, type Scalars } from "./monad.ts";
import type { JobRules } from "./monadic.ts";
import type { Entrance } from "./staged-program.ts";

/**
 * The entrance of an input that is taken apart and can be rebuilt; `back` is the backpropagator of an input scalar, `jobs` how
 * a stage that keeps parallelism forks.
 */
export function rebuilding(scalars: Scalars, back: (id: Term) => Term, start: Term, jobs?: JobRules): Entrance {
  return {
    interleave: (program, types) => {
      const isParallel = jobs !== undefined && program.globals.some(({ term }) => forks(term));
      return interleaveRebuilding(program, types, scalars, back, isParallel ? jobs : undefined);
    },
    argument: variable("x"),
    result: pairPattern(open("x₁"), open("rebuild")),
    start,
  };
}

function interleaveRebuilding(
  program: CoreProgram,
  types: TypeTransform,
  scalars: Scalars,
  back: (id: Term) => Term,
  jobs: JobRules | undefined,
): Family {
  const { monad } = scalars;
  const large = new LargeTypes(program.data);
  /** How reconstruction finds a scalar by its ID. */
  const lookup = fun(scalars.id, REAL);
  const both = (value: Term, rebuilt: Term): Term => pairOf(value, lambda(varPattern("g", lookup), rebuilt));
  const done = (value: Term, rebuilt: Term, step: number): Term => monad.returning(both(value, rebuilt), step);
  const names = (index: number) => ({ value: subscript("y", index + 1), rebuild: subscript("r", index + 1) });
  const bind = (family: Family, field: Type, from: Term, index: number): readonly [CorePattern, Term] => {
    const { value, rebuild } = names(index);
    const pattern = pairPattern(pairPattern(open(value), open(rebuild)), monad.binder(index + 1));
    return [pattern, apply(family.at(field), from, monad.at(index))];
  };
  const parts = (whole: Whole, family: Family): Term => {
    const { fields } = whole;
    const bindings = fields.map((field, index) => bind(family, field, variable(fieldName(index)), index));
    if (jobs !== undefined && fields.filter((field) => large.has(field)).length > 1)
      return inParallel(jobs, whole, family);
    const value = whole.make(
      fields.map((_, index) => variable(names(index).value)),
      types,
    );
    const rebuilt = whole.make(fields.map((_, index) => apply(variable(names(index).rebuild), variable("g"))));
    return letIn(bindings, done(value, rebuilt, fields.length));
  };
  const inParallel = ({ fork }: JobRules, { fields, make }: Whole, family: Family): Term => {
    const all = fields.map((field, index) => apply(family.at(field), variable(fieldName(index))));
    const results = fields.map((_, index): CorePattern => {
      const { value, rebuild } = names(index);
      return pairPattern(open(value), open(rebuild));
    });
    const rebuilt: Term = {
      tag: "fork",
      items: fields.map((_, index) => apply(variable(names(index).rebuild), variable("g"))),
    };
    const remade = fields.map((_, index) => subscript("z", index + 1));
    return letIn(
      [[pairPattern({ tag: "tuple", items: results }, monad.binder(1)), apply(fork(all, undefined), monad.at(0))]],
      done(
        make(
          fields.map((_, index) => variable(names(index).value)),
          types,
        ),
        letIn([[{ tag: "tuple", items: remade.map(open) }, rebuilt]], make(remade.map(variable))),
        1,
      ),
    );
  };
  return new Family("Interleave", program, {
    type: (type) => fun(type, monad.computation(tuple(types.type(type), fun(lookup, type)))),
    real: () => {
      const numbered = scalars.number(variable("x"), back, 0);
      const dual = both(numbered.dual, apply(variable("g"), numbered.id));
      return lambda(varPattern("x", REAL), monad.computing(numberedPair({ ...numbered, dual })));
    },
    discrete: () => lambda(varPattern("n", INT), monad.computing(done(variable("n"), variable("n"), 0))),
    whole: parts,
    fn: (_, param, body) => lambda(param, monad.computing(body)),
    array: (item, family) => {
      const bound = bind(family, list(item), prim("toList", [item], [variable("a")]), 0);
      const value = prim("fromList", [types.type(item)], [variable(names(0).value)]);
      const rebuilt = prim("fromList", [item], [apply(variable(names(0).rebuild), variable("g"))]);
      return lambda(varPattern("a", con("Array", item)), monad.computing(letIn([bound], done(value, rebuilt, 1))));
    },
  });
}

/** Whether a term has parts that run in parallel. */
function forks(term: Term): boolean {
  return findTerm(term, ({ tag }) => tag === "fork" || tag === "forkList") !== undefined;
}

/** The types whose values have no bound on their size: arrays, and data types that contain themselves. */
class LargeTypes {
  private readonly known = new Map<string, boolean>();
  private readonly data: ReadonlyMap<string, DataType>;

  constructor(data: readonly DataType[]) {
    this.data = new Map(data.map((one) => [one.name, one]));
  }

  has(type: Type): boolean {
    if (type.tag === "tuple") return type.items.some((item) => this.has(item));
    if (type.tag !== "con") return false;
    if (type.name === "Array") return true;
    const data = this.data.get(type.name);
    if (data === undefined) return false;
    const key = typeKey(type);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // where the walk comes back to it, it contains itself
    this.known.set(key, true);
    const isLarge = data.constructors.some((constructor) =>
      fieldsAt(data, constructor, type.args).some((field) => this.has(field)),
    );
    this.known.set(key, isLarge);
    return isLarge;
  }
}
