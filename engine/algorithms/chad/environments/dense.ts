// Environments as tuples with a cotangent for each variable (thesis, §5.1.2): each one-hot has a zero for all others, and each sum adds all.
//
//   D₂[·] = 𝟏        D₂[Γ, x : τ] = D₂[Γ] × D₂[τ]
//   one_x d = ((.., d), 0, ..)        (e, s) + (e', t) = (e + e', s + t)
import { internal } from "../../../base/unreachable.ts";
import { readDefinitions } from "../../../core/notation/read.ts";
import type { NamedCall } from "../../../core/terms/meaning.ts";
import { patternType } from "../../../core/terms/scope.ts";
import {
  apply,
  type CoreBranch,
  type CorePattern,
  type Global,
  lambda,
  prim,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { typeKey } from "../../../core/values/shape.ts";
import { CONS, fun, INT, LIST, lin, list, NIL, type Type, tuple, UNIT } from "../../../types/type.ts";
import type { FreshNames } from "../../common/fresh-names.ts";
import { sensitivityName } from "../../common/marked-names.ts";
import { definition, global, letIn, open, pairOf, pairPattern } from "../../common/rule-terms.ts";
import type { Cotangents } from "../cotangents/cotangents.ts";
import { linearDefinition, NOTHING } from "../cotangents/pieces.ts";
import { COUNTED, EVENTS } from "../descriptions.ts";
import { depthOf, type Environment, type Functions, type Scope, variableIn, variablesOf } from "./environment.ts";

/** The name of the environment around a scope that is left. */
const AROUND = "e₀";

/** The name of the number at which a call began. */
const MARK = "m₀";

/** The name of the functions that evaluate an entry of a log again; no definition has it. */
const REPLAYED = "replayed₀";

/** The definition that joins two logs. */
export const JOINED = "JoinLogs";

const INTERFACE = `
def ${JOINED}⟦a⟧ : [a] → [a] → [a] = λ(s : [a]). λ(t : [a]). case s of { [] → t | (x :: r) → x :: ${JOINED}⟦a⟧ r t }
`;

/** The definitions that the stage adds to every program. */
function logsInterface(): ReturnType<typeof readDefinitions> {
  return readDefinitions(INTERFACE);
}

/** Dense environments. */
export class Dense implements Environment {
  readonly globals: Global[] = [...logsInterface().globals];
  readonly data = [];
  readonly calls: NamedCall[] = [{ of: REPLAYED, means: { tells: EVENTS.replay } }];
  readonly functions: Functions;
  readonly sums: { readonly plus: string[]; readonly zeros: string[] } = { plus: [], zeros: [] };
  private readonly cotangents: Cotangents;
  private readonly known = new Map<string, string>();
  private readonly names: FreshNames;
  private readonly scopes = new Map<Scope, number>();

  /** `names` are those that definitions get. */
  constructor(cotangents: Cotangents, names: FreshNames) {
    this.cotangents = cotangents;
    this.names = names;
    this.functions = {
      argument: (outer, inner, m, result) =>
        letIn([[this.opened(outer, inner, { tag: "any", type: this.type(outer) }), m]], result),
      around: (outer, inner, m) => {
        const rest = variablesOf(inner, outer).reduce<CorePattern>(
          (around, one) => pairPattern(around, { tag: "any", type: this.cotangents.type(one.type) }),
          open(AROUND),
        );
        return letIn([[rest, m]], variable(AROUND));
      },
      entry: (from, to, argument, mark) => apply(this.entry(from, to), pairOf(argument, mark)),
      replayed: (scope, [argument, cotangent], around) => {
        const entry = tuple(patternType(argument), patternType(cotangent), INT);
        const param: CorePattern = { tag: "tuple", items: [argument, cotangent, varPattern(MARK, INT)] };
        const repeated = lambda({ tag: "any", type: UNIT }, around);
        const body = prim("again", [this.type(scope)], [variable(MARK), repeated]);
        const fn: Term = { tag: "lam", linear: false, named: REPLAYED, param, body };
        return apply(this.fold(scope, entry), fn);
      },
    };
  }

  type(scope: Scope): Type {
    return scope === undefined ? UNIT : tuple(this.type(scope.outer), this.cotangents.type(scope.type));
  }

  zero(scope: Scope): Term {
    return apply(
      this.defined("zero", this.shape(scope), (name) => {
        this.sums.zeros.push(name);
        this.counts(name, COUNTED.boxes, depthOf(scope));
        this.calls.push({ of: name, means: { tells: EVENTS.zero } });
        return linearDefinition(name, { tag: "any", type: UNIT }, this.type(scope), this.zeros(scope));
      }),
      NOTHING,
    );
  }

  one(scope: Scope, name: string, cotangent: Term): Term {
    const fn = this.defined(`one_${name}`, this.place(scope), (own) => {
      const found = variableIn(scope, name) ?? internal("a variable is not in scope", name);
      this.counts(own, COUNTED.boxes, depthOf(scope));
      this.counts(own, COUNTED.oneHots, 1);
      this.calls.push({ of: own, means: { tells: EVENTS.one, about: [name, ...namesOf(scope)] } });
      const type = this.cotangents.type(found.type);
      const hot = (at: Scope): Term => {
        if (at === undefined) return NOTHING;
        return at === found
          ? pairOf(this.zeros(at.outer), variable("d"))
          : pairOf(hot(at.outer), this.cotangents.zero(at.type));
      };
      const term: Term = { tag: "lam", linear: true, param: varPattern("d", type), body: hot(scope) };
      return definition(own, lin(type, this.type(scope)), term);
    });
    return apply(fn, cotangent);
  }

  sum(scope: Scope, terms: readonly Term[]): Term {
    const [first, ...rest] = terms;
    if (first === undefined) return this.zero(scope);
    return rest.reduce((left, right) => apply(this.plus(scope), pairOf(left, right)), first);
  }

  leave(outer: Scope, inner: Scope, m: Term, rest: Term): Term {
    return letIn([[this.opened(outer, inner, open(AROUND)), m]], this.sum(outer, [variable(AROUND), rest]));
  }

  run(scope: Scope, m: Term, result: Term): Term {
    return letIn([[this.opened(undefined, scope, { tag: "any", type: UNIT }), m]], result);
  }

  /** ((e, ẋ₁), ẋ₂): the pattern of an inner scope's environment. */
  private opened(outer: Scope, inner: Scope, around: CorePattern): CorePattern {
    return variablesOf(inner, outer).reduce<CorePattern>(
      (rest, one) => pairPattern(rest, open(sensitivityName(one.name))),
      around,
    );
  }

  private zeros(scope: Scope): Term {
    return scope === undefined ? NOTHING : pairOf(this.zeros(scope.outer), this.cotangents.zero(scope.type));
  }

  private plus(scope: Scope): Term {
    return this.defined("plus", this.place(scope), (name) => {
      this.sums.plus.push(name);
      this.counts(name, COUNTED.sums, 1);
      this.counts(name, COUNTED.boxes, depthOf(scope));
      this.calls.push({ of: name, means: { tells: EVENTS.plus, about: namesOf(scope) } });
      const variables = variablesOf(scope);
      const pattern = (letter: string): CorePattern =>
        variables.reduce<CorePattern>(
          (rest, { type }, index) =>
            pairPattern(rest, varPattern(subscript(letter, index + 1), this.cotangents.type(type))),
          { tag: "any", type: UNIT },
        );
      const body = variables.reduce<Term>(
        (rest, { type }, index) =>
          pairOf(
            rest,
            this.cotangents.plus(type, variable(subscript("s", index + 1)), variable(subscript("t", index + 1))),
          ),
        NOTHING,
      );
      const type = this.type(scope);
      const term: Term = { tag: "lam", linear: true, param: pairPattern(pattern("s"), pattern("t")), body };
      return definition(name, lin(tuple(type, type), type), term);
    });
  }

  /** copowfold f l = f l₁ + .. + f lₙ. */
  private fold(scope: Scope, entry: Type): Term {
    return this.defined("fold", `${this.shape(scope)} ${typeKey(entry)}`, (name) => {
      const [to, log] = [this.type(scope), list(entry)];
      const inner = apply(global(name), variable("f"), variable("r"));
      const branches: readonly CoreBranch[] = [
        { pattern: { tag: "con", data: LIST, con: NIL, types: [entry], args: [] }, body: this.zero(scope) },
        {
          pattern: {
            tag: "con",
            data: LIST,
            con: CONS,
            types: [entry],
            args: [varPattern("x", entry), varPattern("r", log)],
          },
          body: this.sum(scope, [apply(variable("f"), variable("x")), inner]),
        },
      ];
      const over = lambda(varPattern("l", log), { tag: "case", scrutinee: variable("l"), branches });
      const fn = fun(entry, to);
      const term = lambda(varPattern("f", fn), { tag: "prim", prim: "asLinear", types: [log, to], args: [over] });
      return definition(name, fun(fn, lin(log, to)), term);
    });
  }

  /** entry : σ × ℤ → τ ⊸ [σ × τ × ℤ]. */
  private entry(from: Type, to: Type): Term {
    const one = tuple(from, to, INT);
    return this.defined("entry", typeKey(one), (name) => {
      const told = this.names.name("logged");
      this.calls.push({ of: told, means: { tells: EVENTS.log } });
      this.globals.push(definition(told, fun(one, one), lambda(varPattern("l", one), variable("l"))));
      const items = [apply(global(told), { tag: "tuple", items: [variable("x"), variable("d"), variable("m")] })];
      const body: Term = { tag: "list", items, tail: undefined, item: one };
      const fn = prim("asLinear", [to, list(one)], [lambda(varPattern("d", to), body)]);
      const type = fun(tuple(from, INT), lin(to, list(one)));
      return definition(name, type, lambda(pairPattern(varPattern("x", from), varPattern("m", INT)), fn));
    });
  }

  private defined(name: string, key: string, make: (name: string) => Global): Term {
    const whole = `${name} ${key}`;
    let chosen = this.known.get(whole);
    if (chosen === undefined) {
      chosen = this.names.name(name);
      this.known.set(whole, chosen);
      const index = this.globals.length++;
      this.globals[index] = make(chosen);
    }
    return global(chosen);
  }

  private counts(of: string, counts: string, by: number): void {
    this.calls.push({ of, means: { counts, by } });
  }

  /** Scopes of one type share what does not depend on their variables' names. */
  private shape(scope: Scope): string {
    return typeKey(this.type(scope));
  }

  private place(scope: Scope): string {
    let found = this.scopes.get(scope);
    if (found === undefined) {
      found = this.scopes.size;
      this.scopes.set(scope, found);
    }
    return String(found);
  }
}

/** The names of the variables in scope, the outermost first. */
function namesOf(scope: Scope): readonly string[] {
  return variablesOf(scope).map(({ name }) => name);
}
