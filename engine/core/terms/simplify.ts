// Transformed programs for reading, as the papers print theirs: administrative redexes reduced, names made unique.
//
//   (λp. t) s = let p = s in t                           let x = y in t = t[y/x], for a variable, definition or number y
//   let (p, q) = (s, t) in u = let p = s in let q = t in u, and likewise ⟨p, q⟩ and constructors
//
//   let (x, f) = (let p = s in (t, λ̲d. u)) in v      = let p = s in let x = t in v[λ̲d. u / f]      f being used once, and λ̲d. u named
//   (λ̲d. t) s = t[s/d], d being used once                plus (zero (), t) = t
//
// Numbers of scalars are left out: bornⁿ(t) is (t, 0), reachⁿ(n, i, t) is t. The value, the derivative and the order of evaluation stay, but for
// that of named linear functions, which have no effect without numbers; the steps do not.
import { nth, present } from "../../base/nth.ts";
import { step } from "../../base/watch.ts";
import { childrenOf, mapTerm } from "./map-term.ts";
import type { CoreBinding, CoreFunction, CorePattern, CoreProgram, Term } from "./term.ts";
import { subscript } from "./term.ts";

/** The program with every definition simplified. */
export function simplified(program: CoreProgram): CoreProgram {
  const functions = new Set(program.globals.flatMap(({ kind, name }) => (kind === "function" ? [name] : [])));
  const simplify = (term: Term): Term => {
    const apart = new Renaming(unique).term(term);
    return new Renaming(named).term(new Reduction(functions, program.sums, usesIn(apart)).term(apart));
  };
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

/** How often each variable is used in a term whose bound names are unique. */
function usesIn(term: Term): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const open = [term];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    step();
    if (at.tag === "var") uses.set(at.name, (uses.get(at.name) ?? 0) + 1);
    open.push(...childrenOf(at));
  }
  return uses;
}

type Lambda = Extract<Term, { tag: "lam" }>;

/** Whether a term is a linear function that stands for one place of the program: it is put where it is called. */
function placed(term: Term): Lambda | undefined {
  return term.tag === "lam" && term.linear && term.named !== undefined ? term : undefined;
}

const isPlaced = (term: Term): boolean => placed(term) !== undefined;

/** Reduces a term whose bound names are unique. */
class Reduction {
  private readonly values = new Map<string, Term>();
  private readonly functions: ReadonlySet<string>;
  private readonly sums: CoreProgram["sums"];
  private readonly uses: ReadonlyMap<string, number>;

  /** `functions` names the definitions that are functions: to evaluate another may fail. `uses` says how often variables are used. */
  constructor(functions: ReadonlySet<string>, sums: CoreProgram["sums"], uses: ReadonlyMap<string, number>) {
    this.functions = functions;
    this.sums = sums;
    this.uses = uses;
  }

  term(term: Term): Term {
    step();
    switch (term.tag) {
      case "var":
        return this.values.get(term.name) ?? term;
      case "app":
        return this.application(term);
      case "let":
        return this.let(term.bindings, term.body, term.span);
      case "prim":
        return this.unnumbered(term);
      default:
        return mapTerm(term, (at) => (at === term ? undefined : this.term(at)));
    }
  }

  private application(term: Extract<Term, { tag: "app" }>): Term {
    const fn = this.term(term.fn);
    const known = placed(fn);
    if (known !== undefined) return this.placed(known, this.term(term.arg));
    if (fn.tag === "lam" && !fn.linear && fn.named === undefined) {
      const binding: CoreBinding = { pattern: fn.param, variables: [], bound: term.arg, span: term.span };
      return this.let([binding], fn.body, term.span);
    }
    const arg = this.term(term.arg);
    const isSum = fn.tag === "global" && this.sums?.plus.includes(fn.name) === true && arg.tag === "tuple";
    if (isSum) {
      const left = arg.items.filter((item) => !this.isZero(item));
      if (left.length < 2) return left[0] ?? nth(arg.items, 0);
    }
    return { ...term, fn, arg };
  }

  private isZero(term: Term): boolean {
    return term.tag === "app" && term.fn.tag === "global" && this.sums?.zeros.includes(term.fn.name) === true;
  }

  /** A linear function where it is called. */
  private placed({ param, body, span }: Lambda, arg: Term): Term {
    if (param.tag !== "var") return this.let([{ pattern: param, variables: [], bound: arg }], body, span);
    if ((this.uses.get(param.name) ?? 0) > 1 && !this.isSmall(arg))
      return this.let([{ pattern: param, variables: [], bound: arg }], body, span);
    this.values.set(param.name, arg);
    return this.term(body);
  }

  private unnumbered(term: Extract<Term, { tag: "prim" }>): Term {
    const { prim, args } = term;
    switch (prim) {
      case "born":
        return this.term(nth(args, 0));
      case "numbered":
        return { tag: "tuple", items: [this.term(nth(args, 0)), { tag: "int", value: 0 }], span: term.span };
      case "reach":
        return this.term(nth(args, 2));
      case "here":
        return { tag: "int", value: 0 };
      case "again":
        return this.term({ tag: "app", fn: nth(args, 1), arg: { tag: "tuple", items: [] }, span: term.span });
      default:
        return { ...term, args: args.map((arg) => this.term(arg)) };
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
    if (term.tag === "tuple") return term.items.length === 0;
    return term.tag === "var" || term.tag === "int" || term.tag === "real";
  }

  /** Binds a reduced term: by substitution where it is small, part by part where its form is known. */
  private bind(binding: CoreBinding, bound: Term, kept: CoreBinding[]): void {
    const { pattern, variables } = binding;
    if (
      variables.length === 0 &&
      bound.tag === "let" &&
      bound.body.tag === "tuple" &&
      bound.body.items.some(isPlaced)
    ) {
      kept.push(...bound.bindings);
      return this.bind(this.renamed(binding, bound.body, kept), bound.body, kept);
    }
    const parts = variables.length > 0 ? undefined : partsOf(pattern, bound);
    if (parts !== undefined) {
      for (const part of parts) this.bind({ ...binding, pattern: part.pattern }, part.term, kept);
    } else if (
      pattern.tag === "var" &&
      pattern.name !== "𝟎" &&
      variables.length === 0 &&
      this.isReplaced(pattern.name, bound)
    )
      this.values.set(pattern.name, bound);
    else if (pattern.tag !== "any" || !this.isSmall(bound)) kept.push({ ...binding, bound });
  }

  /**
   * let (x, f) = (y, ..), where y was bound just before and is used only here: it gets the name x there. Gives the binding of the rest.
   */
  private renamed(binding: CoreBinding, bound: Extract<Term, { tag: "tuple" }>, kept: CoreBinding[]): CoreBinding {
    const { pattern } = binding;
    const [made] = bound.items;
    const [first, ...rest] = pattern.tag === "tuple" ? pattern.items : [];
    if (first?.tag !== "var" || made?.tag !== "var" || this.uses.get(made.name) !== 1) return binding;
    const at = kept.findIndex((one) => one.pattern.tag === "var" && one.pattern.name === made.name);
    const known = kept[at];
    if (known === undefined) return binding;
    kept[at] = { ...known, pattern: { ...known.pattern, name: first.name } as CorePattern };
    return { ...binding, pattern: { tag: "tuple", items: [{ tag: "any", type: first.type }, ...rest] } };
  }

  private isReplaced(name: string, bound: Term): boolean {
    return this.isSmall(bound) || (isPlaced(bound) && (this.uses.get(name) ?? 0) <= 1);
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
