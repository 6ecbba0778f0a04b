// Sensitivities: values of one type beside all others, for that of an environment has no type of its own (ours; the paper is untyped).
//
//   data Sens = Zero | Scalar ℝ | Parts [Sens]
//
//   0 of a Real is Scalar 0; of an Int, Parts []; of tuples and data, Parts of their fields; of a function, that of its environment
//   s ⊕ t adds what conforms, part by part; Zero ⊕ t = t
import { nth } from "../../base/nth.ts";
import { readDefinitions } from "../../core/notation/read.ts";
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
} from "../../core/terms/term.ts";
import type { Span } from "../../source/span.ts";
import { CONS, fun, INT, LIST, NIL, REAL, type Type, tuple } from "../../types/type.ts";
import { definition, first, global, letIn, open, pairOf, pairPattern } from "../common/rule-terms.ts";
import type { TypeTransform } from "../common/types.ts";
import { UNLIKE } from "../common/unlike.ts";
import { Family, fieldName, type Whole } from "../common/wrapper.ts";

/** Sens: the type of sensitivities. */
export const SENS: Type = { tag: "con", name: "Sens°", args: [] };

/** Sens → Sens × Sens: backpropagators, from the sensitivity of a result to those of the environment and of the argument. */
export const BACK: Type = fun(SENS, tuple(SENS, SENS));

/** The names of definitions of the interface that are counted; what stands in the scope of a program begins with a capital, as no variable does. */
export const NAMES = { add: "Oplus", addReals: "addReals", absorb: "absorb", made: "Made" } as const;

/** The definitions that every program has beside its own, in the notation. */
const INTERFACE = `
data Sens = Zero | Scalar ℝ | Parts [Sens]
def ${NAMES.absorb} : Sens → Sens = λ(s : Sens). s
def ${NAMES.addReals} : ℝ × ℝ → ℝ = λ(x : ℝ, y : ℝ). x + y
def ${NAMES.add} : Sens × Sens → Sens = λ(s : Sens, t : Sens). case s of {
    Zero → ${NAMES.absorb} t
  | Scalar(x) → case t of { Zero → ${NAMES.absorb} s | Scalar(y) → Scalar(${NAMES.addReals} (x, y)) | _ → unlike(s, t) }
  | Parts(p) → case t of { Zero → ${NAMES.absorb} s | Parts(q) → Parts(addAll (p, q)) | _ → unlike(s, t) } }
def addAll : [Sens] × [Sens] → [Sens] = λ(p : [Sens], q : [Sens]). case p of {
    [] → []⟦Sens⟧
  | (s :: p') → case q of { (t :: q') → ${NAMES.add} (s, t) :: addAll (p', q') } }
def ${NAMES.made} : (Sens → Sens × Sens) → Sens → Sens × Sens = λ(b : Sens → Sens × Sens). b
`;

/** The definitions that every program has beside its own. */
export function interfaceOf() {
  return readDefinitions(INTERFACE, {}, [UNLIKE]);
}

/** Zero, which stands for the zero of anything. */
export const ZERO: Term = { tag: "con", data: "Sens°", con: "Zero°", types: [], args: [] };

/** The sensitivity of a Real. */
export function scalar(of: Term): Term {
  return { tag: "con", data: "Sens°", con: "Scalar°", types: [], args: [of] };
}

/** A case on the sensitivity of a Real: `body` for a number, which has the name, and `zero` for the symbol. */
export function ofScalar(sensitivity: Term, name: string, body: Term, zero: Term, span?: Span): Term {
  return {
    tag: "case",
    scrutinee: sensitivity,
    branches: [
      {
        pattern: { tag: "con", data: "Sens°", con: "Scalar°", types: [], args: [varPattern(name, REAL)] },
        body,
      },
      { pattern: { tag: "any", type: SENS }, body: zero },
    ],
    span,
  };
}

/** The sensitivity of what has parts. */
export function parts(items: readonly Term[]): Term {
  const all: Term = { tag: "list", items, tail: undefined, item: SENS };
  return { tag: "con", data: "Sens°", con: "Parts°", types: [], args: [all] };
}

/** s ⊕ t. */
export function added(s: Term, t: Term): Term {
  return apply(global(NAMES.add), pairOf(s, t));
}

/** The definitions `Parts₂`, `Parts₃`, ..: a sensitivity taken apart; Zero has zeros for parts. Made where they are needed. */
export class PartsOf {
  private readonly needed = new Set<number>();
  private readonly word: string;

  /** `word` begins their names. */
  constructor(word = "Parts") {
    this.word = word;
  }

  /** (s₁, .., sₙ) of a sensitivity with n parts; of one part, s₁ alone. */
  of(count: number, sensitivity: Term): Term {
    this.needed.add(count);
    return apply(global(this.name(count)), sensitivity);
  }

  get globals() {
    return [...this.needed]
      .sort((a, b) => a - b)
      .map((count) => {
        const names = Array.from({ length: count }, (_, index) => subscript("s", index + 1));
        const one = (items: readonly Term[]): Term => (items.length === 1 ? nth(items, 0) : { tag: "tuple", items });
        const result = count === 1 ? SENS : tuple(...names.map(() => SENS));
        const pattern = names.reduceRight<CorePattern>(
          (rest, name) => ({ tag: "con", data: LIST, con: CONS, types: [SENS], args: [varPattern(name, SENS), rest] }),
          { tag: "con", data: LIST, con: NIL, types: [SENS], args: [] },
        );
        const body: Term = {
          tag: "case",
          scrutinee: variable("s"),
          branches: [
            {
              pattern: { tag: "con", data: "Sens°", con: "Parts°", types: [], args: [pattern] },
              body: one(names.map(variable)),
            },
            { pattern: { tag: "any", type: SENS }, body: one(names.map(() => ZERO)) },
          ],
        };
        return definition(this.name(count), fun(SENS, result), lambda(varPattern("s", SENS), body));
      });
  }

  private name(count: number): string {
    return subscript(this.word, count);
  }
}

/** 0_τ : R[τ] → Sens, for every type; a function has its zero beside it. */
export function zeros(program: CoreProgram, types: TypeTransform): Family {
  return new Family(
    "ZeroOf",
    program,
    {
      type: (type) => fun(types.type(type), SENS),
      real: () => lambda({ tag: "any", type: REAL }, scalar({ tag: "real", value: 0 })),
      discrete: () => lambda({ tag: "any", type: INT }, parts([])),
      whole: ({ fields }, family) =>
        parts(fields.map((field, index) => apply(family.at(field), variable(fieldName(index))))),
      fn: (_, param, body) => lambda(param, body),
      array: () => parts([]),
      functions: (type) => lambda(varPattern("f", types.type(type)), first(variable("f"))),
    },
    types,
  );
}

/** The cotangent of a result as its sensitivity. */
export function seeds(program: CoreProgram): Family {
  return new Family("Seed", program, {
    type: (type) => fun(type, SENS),
    real: () => lambda(varPattern("z", REAL), scalar(variable("z"))),
    discrete: () => lambda({ tag: "any", type: INT }, parts([])),
    whole: ({ fields }, family) =>
      parts(fields.map((field, index) => apply(family.at(field), variable(fieldName(index))))),
    fn: (_, param, body) => lambda(param, body),
    array: () => parts([]),
  });
}

/** The gradient, of the input and its sensitivity, from the number of its first scalar on: λ(x, s). λi. (gradient, next number). */
export function gradients(program: CoreProgram, apart: PartsOf): Family {
  const computing = (param: CorePattern, body: Term): Term =>
    lambda(pairPattern(param, varPattern("s", SENS)), lambda(varPattern("i", INT), body));
  const reached = prim("reach", [], [variable("i"), { tag: "int", value: 0 }, variable("z")]);
  const amount = ofScalar(variable("s"), "z", reached, { tag: "real", value: 0 });
  const next: Term = {
    tag: "op",
    op: { tag: "builtin", id: "addInt" },
    args: [variable("i"), { tag: "int", value: 1 }],
  };
  return new Family("Gradient", program, {
    type: (type) => fun(tuple(type, SENS), fun(INT, tuple(type, INT))),
    real: () => computing({ tag: "any", type: REAL }, pairOf(amount, next)),
    discrete: () => computing(varPattern("n", INT), pairOf(variable("n"), variable("i"))),
    whole: (whole, family) => collected(whole, family, apart),
    fn: (_, param, body) => computing(param, body),
    array: () => pairOf(variable("a"), variable("i")),
  });
}

/** The gradient of a whole, field by field. */
function collected(whole: Whole, family: Family, apart: PartsOf): Term {
  const { fields } = whole;
  const at = (index: number): string => (index === 0 ? "i" : subscript("i", index));
  const shares = fields.map((_, index) => open(subscript("s", index + 1)));
  const bindings = fields.map(
    (field, index) =>
      [
        pairPattern(open(made(index)), varPattern(at(index + 1), INT)),
        apply(
          family.at(field),
          pairOf(variable(fieldName(index)), variable(subscript("s", index + 1))),
          variable(at(index)),
        ),
      ] as const,
  );
  const result = pairOf(whole.make(fields.map((_, index) => variable(made(index)))), variable(at(fields.length)));
  if (fields.length === 0) return result;
  const split = shares.length === 1 ? nth(shares, 0) : ({ tag: "tuple", items: shares } as const);
  return letIn([[split, apart.of(fields.length, variable("s"))], ...bindings], result);
}

const made = (index: number): string => subscript("y", index + 1);
