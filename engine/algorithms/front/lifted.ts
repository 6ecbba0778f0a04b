// Programs without local recursion: each function of a `letrec` becomes a definition, whose first argument is a tuple of the variables that it
// captured. Of programs at closed types, whose binders have names of their own (`monomorphic.ts`).
//
//   let rec f = λx. t in s          f' = λ(c₁, .., cₙ). λx. t[f := f' (c₁, .., cₙ)]         c₁, .., cₙ: what f captures
//                                   s[f := f' (c₁, .., cₙ)]
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { freeVariablesOf } from "../../core/terms/free-variables.ts";
import { childrenOf, mapTerm, patternVariables } from "../../core/terms/map-term.ts";
import {
  apply,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { fun, type Type, tuple } from "../../types/type.ts";

/** A function that was lifted: its definition, and the variables that it captured. */
interface Lifted {
  readonly name: string;
  readonly captured: readonly string[];
}

/** The program with its local recursive functions as definitions. */
export function lifted(program: CoreProgram): CoreProgram {
  const taken = new Set(program.globals.map(({ name }) => name));
  const globals = program.globals.flatMap((one): readonly Global[] => {
    const lifting = new Lifting(one, taken);
    const term = lifting.term(one.term);
    return [{ ...one, term }, ...lifting.globals];
  });
  return { ...program, globals };
}

class Lifting {
  readonly globals: Global[] = [];
  private readonly of: Global;
  private readonly taken: Set<string>;
  private readonly types = new Map<string, Type>();
  private readonly functions = new Map<string, Lifted>();

  constructor(of: Global, taken: Set<string>) {
    this.of = of;
    this.taken = taken;
    this.note(of.term);
  }

  /** Notes the types of all variables that are bound in a term. */
  private note(term: Term): void {
    const pattern = (at: CorePattern): void => {
      for (const { name, type } of patternVariables(at)) this.types.set(name, type);
    };
    if (term.tag === "lam") pattern(term.param);
    if (term.tag === "let") for (const one of term.bindings) pattern(one.pattern);
    if (term.tag === "case") for (const one of term.branches) pattern(one.pattern);
    for (const inner of childrenOf(term)) this.note(inner);
  }

  term(term: Term): Term {
    return mapTerm(term, (at) => {
      if (at.tag === "var") return this.use(at);
      if (at.tag === "letrec") return this.letrec(at);
      return undefined;
    });
  }

  private use(term: Extract<Term, { tag: "var" }>): Term {
    const found = this.functions.get(term.name);
    if (found === undefined) return term;
    const name: Term = { tag: "global", name: found.name, types: [], span: term.span };
    if (found.captured.length === 0) return name;
    return { ...apply(name, tupleOf(found.captured.map(variable))), span: term.span };
  }

  private letrec(term: Extract<Term, { tag: "letrec" }>): Term {
    const own = new Set(term.functions.map(({ name }) => name));
    const free = new Set(term.functions.flatMap((fn) => freeVariablesOf(fn.term)));
    // a function that was lifted before stands for what it captured
    const captured = [...new Set([...free].flatMap((name) => this.functions.get(name)?.captured ?? [name]))]
      .filter((name) => !own.has(name))
      .sort();
    for (const { name } of term.functions) this.functions.set(name, { name: this.fresh(name), captured });
    for (const fn of term.functions) {
      const { name } = present(this.functions.get(fn.name));
      const body = this.term(fn.term);
      const types = captured.map((one) => this.types.get(one) ?? internal("a variable has no type", one));
      const items = captured.map((one, index) => varPattern(one, nth(types, index)));
      const param: CorePattern = items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
      const isClosed = captured.length === 0;
      this.globals.push({
        name,
        kind: "function",
        variables: [],
        type: isClosed ? fn.type : fun(typeOf(types), fn.type),
        term: isClosed ? body : lambda(param, body, fn.term.span),
        span: fn.term.span ?? this.of.span,
        builtin: this.of.builtin,
      });
    }
    return this.term(term.body);
  }

  private fresh(name: string): string {
    let chosen = name;
    for (let index = 1; this.taken.has(chosen); index++) chosen = subscript(name, index);
    this.taken.add(chosen);
    return chosen;
  }
}

function tupleOf(items: readonly Term[]): Term {
  return items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
}

function typeOf(types: readonly Type[]): Type {
  return types.length === 1 ? nth(types, 0) : tuple(...types);
}
