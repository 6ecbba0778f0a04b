// Programs without type variables: an instance of each polymorphic definition, and of each polymorphic function of a `let`, for every list of
// types that it is used at. In a definition, all binders get names of their own. Value, order of evaluation and scalars stay as they are.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import {
  type CoreBinding,
  type CoreFunction,
  type CorePattern,
  type CoreProgram,
  type Global,
  subscript,
  type Term,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { substitute, type Type, UNIT } from "../../types/type.ts";

/** Instances that a program may have; one whose instances need ever larger types has no end of them. */
const MOST_INSTANCES = 2000;

/** A program that has more than {@link MOST_INSTANCES} instances; the message says so. */
export class TooManyInstances extends Error {
  constructor() {
    super(
      `its definitions, each at every type that it is used at, are more than ${MOST_INSTANCES}, and each needs rules of its own`,
    );
  }
}

type Types = ReadonlyMap<string, Type>;

/** A polymorphic function in scope: the names of its instances by their types, and those that are still to be made. */
interface Polymorphic {
  readonly base: string;
  readonly names: Map<string, string>;
  readonly pending: { readonly name: string; readonly types: readonly Type[] }[];
}

type Found = string | Polymorphic;

/** Variables in scope, innermost first. */
interface Scope {
  readonly name: string;
  readonly found: Found;
  readonly outer: Scope | undefined;
}

/** The program at closed types. Throws {@link TooManyInstances}. */
export function monomorphic(program: CoreProgram): CoreProgram {
  return new Instances(program).run();
}

class Instances {
  private readonly program: CoreProgram;
  private readonly byName: ReadonlyMap<string, Global>;
  private readonly names = new Map<string, string>();
  private readonly made = new Map<string, Global>();
  private readonly pending: (() => void)[] = [];
  /** The names that the binders of the definition at hand have. */
  private used = new Set<string>();
  private count = 0;

  constructor(program: CoreProgram) {
    this.program = program;
    this.byName = new Map(program.globals.map((one) => [one.name, one]));
  }

  run(): CoreProgram {
    const { program } = this;
    const entry = this.global(program.entry, []);
    const closed = (term: Term): Term => {
      this.used = new Set();
      return this.term(term, new Map(), undefined);
    };
    const ops = program.ops.map((op) => ({ ...op, value: closed(op.value), partials: op.partials.map(closed) }));
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) next();
    return { ...program, ops, globals: [...this.made.values()], entry };
  }

  /** The name of the instance of a definition; it is made later. */
  private global(name: string, types: readonly Type[]): string {
    const key = `${name} ${types.map(typeKey).join(" ")}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const global = this.byName.get(name) ?? internal("a global is not defined", name);
    const given = global.variables.map((_, index) => types[index] ?? UNIT);
    let index = 1;
    let chosen = name;
    while (this.made.has(chosen) || (chosen !== name && this.byName.has(chosen))) chosen = subscript(name, ++index);
    this.counted();
    this.names.set(key, chosen);
    // keeps its place
    this.made.set(chosen, global);
    this.pending.push(() => {
      const by: Types = new Map(global.variables.map((variable, place) => [variable, nth(given, place)]));
      this.used = new Set();
      const term = this.term(global.term, by, undefined);
      this.made.set(chosen, { ...global, name: chosen, variables: [], type: substitute(global.type, by), term });
    });
    return chosen;
  }

  private counted(): void {
    if (++this.count > MOST_INSTANCES) throw new TooManyInstances();
  }

  /** A name that no other binder of the definition has. */
  private fresh(name: string): string {
    let chosen = name;
    for (let index = 1; this.used.has(chosen); index++) chosen = subscript(name, index);
    this.used.add(chosen);
    return chosen;
  }

  private pattern(
    pattern: CorePattern,
    by: Types,
    scope: Scope | undefined,
  ): { readonly pattern: CorePattern; readonly scope: Scope | undefined } {
    let inner = scope;
    const visit = (at: CorePattern): CorePattern => {
      switch (at.tag) {
        case "var": {
          const name = this.fresh(at.name);
          inner = { name: at.name, found: name, outer: inner };
          return { ...at, name, type: substitute(at.type, by) };
        }
        case "any":
          return { ...at, type: substitute(at.type, by) };
        case "number":
          return at;
        case "tuple":
          return { ...at, items: at.items.map(visit) };
        case "con":
          return { ...at, types: at.types.map((type) => substitute(type, by)), args: at.args.map(visit) };
        case "dual":
          return internal("a dual number in a source program");
      }
    };
    const made = visit(pattern);
    return { pattern: made, scope: inner };
  }

  private term(term: Term, by: Types, scope: Scope | undefined): Term {
    step();
    const at = (inner: Term): Term => this.term(inner, by, scope);
    const type = (inner: Type): Type => substitute(inner, by);
    switch (term.tag) {
      case "var":
        return { ...term, name: this.instance(lookUp(scope, term.name), term.types.map(type)), types: [] };
      case "global":
        return { ...term, name: this.global(term.name, term.types.map(type)), types: [] };
      case "real":
      case "int":
        // one term for each place, for what is known of terms is known by place
        return { ...term };
      case "tuple":
      case "fork":
        return { ...term, items: term.items.map(at) };
      case "list":
        return {
          ...term,
          items: term.items.map(at),
          tail: term.tail === undefined ? undefined : at(term.tail),
          item: type(term.item),
        };
      case "array":
        return { ...term, items: term.items.map(at), item: type(term.item) };
      case "con":
      case "prim":
        return { ...term, types: term.types.map(type), args: term.args.map(at) };
      case "op":
        return { ...term, args: term.args.map(at) };
      case "proj":
      case "field":
        return { ...term, term: at(term.term) };
      case "app":
        return { ...term, fn: at(term.fn), arg: at(term.arg) };
      case "forkList":
        return { ...term, thunks: at(term.thunks), item: type(term.item) };
      case "lam": {
        const param = this.pattern(term.param, by, scope);
        return { ...term, param: param.pattern, body: this.term(term.body, by, param.scope) };
      }
      case "case": {
        const scrutinee = at(term.scrutinee);
        const branches = term.branches.map((branch) => {
          const made = this.pattern(branch.pattern, by, scope);
          return { pattern: made.pattern, body: this.term(branch.body, by, made.scope) };
        });
        return { ...term, scrutinee, branches };
      }
      case "let":
        return this.bindings(term, 0, by, scope);
      case "letrec":
        return this.functions(term, by, scope);
      case "dual":
      case "partial":
        return internal("a derivative in a source program", term.tag);
    }
  }

  /** A `let` from one of its bindings on. A polymorphic function is bound once for each instance, which the rest asks for. */
  private bindings(term: Extract<Term, { tag: "let" }>, from: number, by: Types, scope: Scope | undefined): Term {
    const binding = term.bindings[from];
    if (binding === undefined) return this.term(term.body, by, scope);
    const { pattern, variables } = binding;
    const joined = (made: readonly CoreBinding[], rest: Term): Term => {
      if (made.length === 0) return rest;
      if (from + 1 < term.bindings.length && rest.tag === "let")
        return { ...rest, bindings: [...made, ...rest.bindings] };
      return { tag: "let", bindings: made, body: rest, span: term.span };
    };
    if (variables.length === 0 || pattern.tag !== "var") {
      const types: Types =
        variables.length === 0 ? by : new Map([...by, ...variables.map((one) => [one, UNIT] as const)]);
      const bound = this.term(binding.bound, types, scope);
      const made = this.pattern(pattern, types, scope);
      const rest = this.bindings(term, from + 1, by, made.scope);
      return joined([{ ...binding, variables: [], pattern: made.pattern, bound }], rest);
    }
    const one = polymorphic(pattern.name);
    const rest = this.bindings(term, from + 1, by, { name: pattern.name, found: one, outer: scope });
    // what is no function is computed, whether it is used or not
    if (binding.bound.tag !== "lam" && one.pending.length === 0)
      this.instance(
        one,
        variables.map(() => UNIT),
      );
    const made = one.pending.map(({ name, types }): CoreBinding => {
      const inner: Types = new Map([
        ...by,
        ...variables.map((variable, place) => [variable, nth(types, place)] as const),
      ]);
      const bound = this.term(binding.bound, inner, scope);
      return { ...binding, variables: [], pattern: { ...pattern, name, type: substitute(pattern.type, inner) }, bound };
    });
    return joined(made, rest);
  }

  /** A `letrec`: its functions at the types at which its body and they themselves use them. */
  private functions(term: Extract<Term, { tag: "letrec" }>, by: Types, scope: Scope | undefined): Term {
    let inner = scope;
    const group = term.functions.map((fn) => {
      const found = polymorphic(fn.name);
      inner = { name: fn.name, found, outer: inner };
      return { fn, found, done: 0 };
    });
    const body = this.term(term.body, by, inner);
    const functions: CoreFunction[] = [];
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const one of group) {
        const next = one.found.pending[one.done];
        if (next === undefined) continue;
        one.done++;
        isChanged = true;
        const { fn } = one;
        const types: Types = new Map([
          ...by,
          ...fn.variables.map((variable, place) => [variable, nth(next.types, place)] as const),
        ]);
        const made = this.term(fn.term, types, inner);
        functions.push({ name: next.name, variables: [], type: substitute(fn.type, types), term: made });
      }
    }
    return functions.length === 0 ? body : { ...term, functions, body };
  }

  /** The name of a variable where it stands; of a polymorphic one, that of its instance. */
  private instance(found: Found, types: readonly Type[]): string {
    if (typeof found === "string") return found;
    const key = types.map(typeKey).join(" ");
    const known = found.names.get(key);
    if (known !== undefined) return known;
    this.counted();
    const name = this.fresh(found.base);
    found.names.set(key, name);
    found.pending.push({ name, types });
    return name;
  }
}

function polymorphic(base: string): Polymorphic {
  return { base, names: new Map(), pending: [] };
}

function lookUp(scope: Scope | undefined, name: string): Found {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at.found;
  return internal("a variable is not bound", name);
}
