// Transformed programs for reading, as the papers print theirs: administrative redexes reduced, names made unique.
//
//   (λp. t) s = let p = s in t                           let x = y in t = t[y/x], for a variable, definition or number y
//   let (p, q) = (s, t) in u = let p = s in let q = t in u, and likewise ⟨p, q⟩ and constructors
//
// The value, the derivative and the order of evaluation stay; the steps do not.
import { mapTerm } from "./map-term.ts";
import type { CoreBinding, CoreFunction, CorePattern, CoreProgram, Term } from "./term.ts";
import { subscript } from "./term.ts";

/** The program with every definition simplified. */
export function simplified(program: CoreProgram): CoreProgram {
  const functions = new Set(program.globals.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const simplify = (term: Term): Term =>
    new Renaming(named).term(new Reduction(functions).term(new Renaming(unique).term(term)));
  const globals = program.globals.map((global) => ({ ...global, term: simplify(global.term) }));
  return { ...program, globals };
}

// ---- names

/** Chooses a name for a binder, given those in scope; `count` is that of the binders so far. */
type Choice = (name: string, scope: ReadonlySet<string>, count: number) => string;

/** Separates what makes an intermediate name unique; no program and no rule has it. */
const MARK = "\u0000";

const unique: Choice = (name, _, count) => `${name}${MARK}${count}`;

/** The name as it was if it hides none, the next free subscript of it else. */
const named: Choice = (name, scope) => {
  const original = name.slice(0, name.indexOf(MARK));
  const base = original.replace(/[₀-₉]+$/u, "");
  let chosen = original;
  for (let index = 1; scope.has(chosen); index++) chosen = subscript(base, index);
  return chosen;
};

/** Renames the variables that a closed term binds. */
class Renaming {
  private count = 0;
  private readonly choose: Choice;

  constructor(choose: Choice) {
    this.choose = choose;
  }

  /** Gives a binder a name, which is in scope from now on. */
  private bind(name: string, names: Map<string, string>): string {
    const chosen = this.choose(name, new Set(names.values()), this.count++);
    names.set(name, chosen);
    return chosen;
  }

  term(term: Term, names: ReadonlyMap<string, string> = new Map()): Term {
    switch (term.tag) {
      case "var":
        return { ...term, name: names.get(term.name) ?? term.name };
      case "lam": {
        const inner = new Map(names);
        const param = this.pattern(term.param, inner);
        return { ...term, param, body: this.term(term.body, inner) };
      }
      case "let": {
        let inner: ReadonlyMap<string, string> = names;
        const bindings = term.bindings.map((binding): CoreBinding => {
          const bound = this.term(binding.bound, inner);
          const next = new Map(inner);
          const pattern = this.pattern(binding.pattern, next);
          inner = next;
          return { ...binding, pattern, bound };
        });
        return { ...term, bindings, body: this.term(term.body, inner) };
      }
      case "letrec": {
        const inner = new Map(names);
        for (const { name } of term.functions) this.bind(name, inner);
        const functions = term.functions.map(
          (fn): CoreFunction => ({ ...fn, name: inner.get(fn.name)!, term: this.term(fn.term, inner) }),
        );
        return { ...term, functions, body: this.term(term.body, inner) };
      }
      case "case": {
        const scrutinee = this.term(term.scrutinee, names);
        const branches = term.branches.map((branch) => {
          const inner = new Map(names);
          const pattern = this.pattern(branch.pattern, inner);
          return { pattern, body: this.term(branch.body, inner) };
        });
        return { ...term, scrutinee, branches };
      }
      default:
        return mapTerm(term, (at) => (at === term ? undefined : this.term(at, names)));
    }
  }

  private pattern(pattern: CorePattern, names: Map<string, string>): CorePattern {
    switch (pattern.tag) {
      case "var": {
        // what Wrap binds 𝟎 to is no ordinary variable
        if (pattern.name.startsWith("𝟎")) return { ...pattern, name: "𝟎" };
        return { ...pattern, name: this.bind(pattern.name, names) };
      }
      case "tuple":
        return { ...pattern, items: pattern.items.map((item) => this.pattern(item, names)) };
      case "dual":
        return { ...pattern, primal: this.pattern(pattern.primal, names), dual: this.pattern(pattern.dual, names) };
      case "con":
        return { ...pattern, args: pattern.args.map((arg) => this.pattern(arg, names)) };
      default:
        return pattern;
    }
  }
}

// ---- redexes

/** Reduces a term whose bound names are unique. */
class Reduction {
  private readonly values = new Map<string, Term>();
  private readonly functions: ReadonlySet<string>;

  /** `functions` names the definitions that are functions: to evaluate another may fail. */
  constructor(functions: ReadonlySet<string>) {
    this.functions = functions;
  }

  term(term: Term): Term {
    switch (term.tag) {
      case "var":
        return this.values.get(term.name) ?? term;
      case "app": {
        const fn = this.term(term.fn);
        if (fn.tag !== "lam" || fn.linear) return { ...term, fn, arg: this.term(term.arg) };
        const binding: CoreBinding = { pattern: fn.param, variables: [], bound: term.arg, span: term.span };
        return this.let([binding], fn.body, term.span);
      }
      case "let":
        return this.let(term.bindings, term.body, term.span);
      default:
        return mapTerm(term, (at) => (at === term ? undefined : this.term(at)));
    }
  }

  private let(bindings: readonly CoreBinding[], body: Term, span: Term["span"]): Term {
    const kept: CoreBinding[] = [];
    for (const binding of bindings) this.bind(binding, this.term(binding.bound), kept);
    const inner = this.term(body);
    if (kept.length === 0) return inner;
    if (inner.tag === "let") return { ...inner, bindings: [...kept, ...inner.bindings] };
    return { tag: "let", bindings: kept, body: inner, span };
  }

  /** A term that may stand wherever its variable does: it cannot fail, and says no less. */
  private isSmall(term: Term): boolean {
    if (term.tag === "global") return this.functions.has(term.name);
    return term.tag === "var" || term.tag === "int" || term.tag === "real";
  }

  /** Binds a reduced term: by substitution where it is small, part by part where its form is known. */
  private bind(binding: CoreBinding, bound: Term, kept: CoreBinding[]): void {
    const { pattern, variables } = binding;
    const parts = variables.length > 0 ? undefined : partsOf(pattern, bound);
    if (parts !== undefined) {
      for (const part of parts) this.bind({ ...binding, pattern: part.pattern }, part.term, kept);
    } else if (pattern.tag === "var" && pattern.name !== "𝟎" && variables.length === 0 && this.isSmall(bound))
      this.values.set(pattern.name, bound);
    else if (pattern.tag !== "any" || !this.isSmall(bound)) kept.push({ ...binding, bound });
  }
}

/** The parts of a pattern with those of a term of the same form. */
function partsOf(
  pattern: CorePattern,
  term: Term,
): readonly { readonly pattern: CorePattern; readonly term: Term }[] | undefined {
  const zip = (patterns: readonly CorePattern[], terms: readonly Term[]) =>
    patterns.map((one, index) => ({ pattern: one, term: terms[index]! }));
  if (pattern.tag === "tuple" && term.tag === "tuple") return zip(pattern.items, term.items);
  if (pattern.tag === "dual" && term.tag === "dual")
    return zip([pattern.primal, pattern.dual], [term.primal, term.dual]);
  if (pattern.tag === "con" && term.tag === "con" && pattern.con === term.con) return zip(pattern.args, term.args);
  return undefined;
}
