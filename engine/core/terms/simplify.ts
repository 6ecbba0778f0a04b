// Transformed programs for reading, as the papers print theirs: administrative redexes reduced, names made unique.
//
//   (λp. t) s = let p = s in t                           let x = y in t = t[y/x], for a variable, definition or number y
//   let (p, q) = (s, t) in u = let p = s in let q = t in u, and likewise ⟨p, q⟩ and constructors
//
// The value, the derivative and the order of evaluation stay; the steps do not.
import { nth, present } from "../../base/nth.ts";
import { step } from "../../base/watch.ts";
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

/** How many variables in scope have a name, or a name with this base. */
type Taken = (name: string) => number;

/** Chooses a name for a binder, given those in scope; `count` is that of the binders so far. */
type Choice = (name: string, taken: Taken, takenBases: Taken, count: number) => string;

/** Separates what makes an intermediate name unique; no program and no rule has it. */
const MARK = "\u0000";

const unique: Choice = (name, _taken, _bases, count) => `${name}${MARK}${count}`;

/** The name as it was if it hides none; else one with a free subscript, looked for above the number of its like. */
const named: Choice = (name, taken, takenBases) => {
  const original = name.slice(0, name.indexOf(MARK));
  const base = baseOf(original);
  let chosen = original;
  for (let index = takenBases(base); taken(chosen) > 0; index++) chosen = subscript(base, index);
  return chosen;
};

/** A name without its subscript. */
function baseOf(name: string): string {
  return name.replace(/[₀-₉]+$/u, "");
}

/** Renames the variables that a closed term binds. What is in scope is kept in place, and restored after each binder. */
class Renaming {
  private count = 0;
  private readonly choose: Choice;
  private readonly names = new Map<string, string | undefined>();
  /** How many variables in scope have a new name. */
  private readonly taken = new Map<string, number>();
  private readonly takenBases = new Map<string, number>();
  /** The binders in scope, innermost last, with the names that they hide. */
  private readonly bound: { readonly name: string; readonly chosen: string; readonly hidden: string | undefined }[] =
    [];

  constructor(choose: Choice) {
    this.choose = choose;
  }

  /** Gives a binder a name, which is in scope until {@link scoped} ends. */
  private bind(name: string): string {
    const chosen = this.choose(
      name,
      (one) => this.taken.get(one) ?? 0,
      (base) => this.takenBases.get(base) ?? 0,
      this.count++,
    );
    this.bound.push({ name, chosen, hidden: this.names.get(name) });
    this.names.set(name, chosen);
    this.take(chosen, 1);
    return chosen;
  }

  private take(name: string, change: 1 | -1): void {
    this.taken.set(name, (this.taken.get(name) ?? 0) + change);
    const base = baseOf(name);
    this.takenBases.set(base, (this.takenBases.get(base) ?? 0) + change);
  }

  private scoped<T>(run: () => T): T {
    const before = this.bound.length;
    const result = run();
    while (this.bound.length > before) {
      const { name, chosen, hidden } = present(this.bound.pop());
      this.names.set(name, hidden);
      this.take(chosen, -1);
    }
    return result;
  }

  term(term: Term): Term {
    step();
    switch (term.tag) {
      case "var":
        return { ...term, name: this.names.get(term.name) ?? term.name };
      case "lam":
        return this.scoped(() => {
          const param = this.pattern(term.param);
          return { ...term, param, body: this.term(term.body) };
        });
      case "let":
        return this.scoped(() => {
          const bindings = term.bindings.map((binding): CoreBinding => {
            const bound = this.term(binding.bound);
            return { ...binding, pattern: this.pattern(binding.pattern), bound };
          });
          return { ...term, bindings, body: this.term(term.body) };
        });
      case "letrec":
        return this.scoped(() => {
          const names = term.functions.map(({ name }) => this.bind(name));
          const functions = term.functions.map(
            (fn, index): CoreFunction => ({ ...fn, name: nth(names, index), term: this.term(fn.term) }),
          );
          return { ...term, functions, body: this.term(term.body) };
        });
      case "case": {
        const scrutinee = this.term(term.scrutinee);
        const branches = term.branches.map((branch) =>
          this.scoped(() => {
            const pattern = this.pattern(branch.pattern);
            return { pattern, body: this.term(branch.body) };
          }),
        );
        return { ...term, scrutinee, branches };
      }
      default:
        return mapTerm(term, (at) => (at === term ? undefined : this.term(at)));
    }
  }

  private pattern(pattern: CorePattern): CorePattern {
    switch (pattern.tag) {
      case "var":
        // what Wrap binds 𝟎 to is no ordinary variable
        return { ...pattern, name: pattern.name.startsWith("𝟎") ? "𝟎" : this.bind(pattern.name) };
      case "tuple":
        return { ...pattern, items: pattern.items.map((item) => this.pattern(item)) };
      case "dual":
        return { ...pattern, primal: this.pattern(pattern.primal), dual: this.pattern(pattern.dual) };
      case "con":
        return { ...pattern, args: pattern.args.map((arg) => this.pattern(arg)) };
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
    step();
    switch (term.tag) {
      case "var":
        return this.values.get(term.name) ?? term;
      case "app": {
        const fn = this.term(term.fn);
        if (fn.tag !== "lam" || fn.linear || fn.named !== undefined) return { ...term, fn, arg: this.term(term.arg) };
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
    patterns.map((one, index) => ({ pattern: one, term: nth(terms, index) }));
  if (pattern.tag === "tuple" && term.tag === "tuple") return zip(pattern.items, term.items);
  if (pattern.tag === "dual" && term.tag === "dual")
    return zip([pattern.primal, pattern.dual], [term.primal, term.dual]);
  if (pattern.tag === "con" && term.tag === "con" && pattern.con === term.con) return zip(pattern.args, term.args);
  return undefined;
}
