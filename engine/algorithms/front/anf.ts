// A-normal form (Pearlmutter and Siskind 2008, §4): a body is a sequence of bindings, each one step on variables, and the variable that is its
// result. Of programs at closed types without local recursion (`monomorphic.ts`, `lifted.ts`).
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { termTypes } from "../../core/terms/check.ts";
import { variablesIn } from "../../core/terms/free-variables.ts";
import { withType } from "../../core/terms/scope.ts";
import {
  type CorePattern,
  type CoreProgram,
  type Global,
  type OpRef,
  subscript,
  type Term,
} from "../../core/terms/term.ts";
import { isDifferentiable, OPS } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { CONS, LIST, list, NIL, type Type } from "../../types/type.ts";

/** One step. Operands are variables. */
export type Step =
  | { readonly tag: "copy"; readonly of: string }
  /** A Real that no Real flows into: a literal, or made of Ints. */
  | { readonly tag: "constant"; readonly term: Term }
  /** A number or truth value that is no Real. */
  | { readonly tag: "discrete"; readonly term: Term; readonly operands: readonly string[] }
  | { readonly tag: "op"; readonly op: OpRef; readonly args: readonly string[] }
  | { readonly tag: "apply"; readonly fn: string; readonly arg: string }
  | { readonly tag: "global"; readonly name: string }
  | { readonly tag: "tuple"; readonly items: readonly string[] }
  | {
      readonly tag: "con";
      readonly data: string;
      readonly con: string;
      readonly types: readonly Type[];
      readonly args: readonly string[];
    }
  /** The value of one variable, taken apart; the pattern names all that it leaves out. */
  | { readonly tag: "open"; readonly of: string; readonly pattern: CorePattern }
  | { readonly tag: "part"; readonly of: string; readonly index: number; readonly term: Term; readonly size: number }
  | { readonly tag: "lambda"; readonly fn: Fn }
  | {
      readonly tag: "case";
      readonly of: string;
      readonly branches: readonly Branch[];
      readonly free: readonly string[];
    }
  /** A native operation that nothing flows through. */
  | { readonly tag: "native"; readonly term: Term; readonly operands: readonly string[] };

/** x = step. An `open` step binds the variables of its pattern, and has no name. */
export interface Binding {
  readonly name: string;
  readonly step: Step;
  readonly span: Span | undefined;
}

/** A sequence of bindings, and its result. */
export interface Body {
  readonly bindings: readonly Binding[];
  readonly result: string;
}

/** λx. body; `free` are the variables that it captures, in their order. */
export interface Fn {
  readonly param: string;
  readonly body: Body;
  readonly free: readonly string[];
  readonly span: Span | undefined;
}

/** A branch; its pattern names all that it leaves out. */
export interface Branch {
  readonly pattern: CorePattern;
  readonly body: Body;
}

/** A definition: a function, or a value. */
export interface AnfGlobal {
  readonly global: Global;
  readonly body: Body;
}

/** A program in A-normal form, with the types of its variables by definition. */
export interface Anf {
  readonly globals: readonly (AnfGlobal & { readonly types: ReadonlyMap<string, Type> })[];
}

/** The definitions of a program in A-normal form; they may use others, of which only the types are known. */
export function anf(program: CoreProgram, others: readonly Global[] = []): Anf {
  const types = termTypes(program, others);
  return {
    globals: program.globals.map((global) => {
      const flattening = new Flattening(types, variablesIn(global.term));
      return { global, body: flattening.body(global.term), types: flattening.types };
    }),
  };
}

/** A fresh name that no program can have. */
const INTERMEDIATE = "t";

class Flattening {
  /** The types of the variables. */
  readonly types = new Map<string, Type>();
  private readonly known: ReadonlyMap<Term, Type>;
  private readonly used: ReadonlySet<string>;
  private bindings: Binding[] = [];
  private count = 0;

  /** `used` are the names of a definition's variables. */
  constructor(known: ReadonlyMap<Term, Type>, used: ReadonlySet<string>) {
    this.known = known;
    this.used = used;
  }

  body(term: Term): Body {
    const outer = this.bindings;
    this.bindings = [];
    const result = this.atom(term);
    const made = { bindings: this.bindings, result };
    this.bindings = outer;
    return made;
  }

  private fresh(): string {
    let name: string;
    do name = subscript(INTERMEDIATE, ++this.count);
    while (this.used.has(name));
    return name;
  }

  private bind(name: string, type: Type, made: Step, span: Span | undefined): string {
    this.types.set(name, type);
    this.bindings.push({ name, step: made, span });
    return name;
  }

  /** The variable that has the value of a term. */
  private atom(term: Term): string {
    if (term.tag === "var") return term.name;
    if (term.tag === "let") {
      this.lets(term);
      return this.atom(term.body);
    }
    return this.bind(this.fresh(), this.typeOf(term), this.step(term), term.span);
  }

  private typeOf(term: Term): Type {
    return this.known.get(term) ?? internal("a term has no type", term.tag);
  }

  private lets(term: Extract<Term, { tag: "let" }>): void {
    for (const { pattern: given, bound, span } of term.bindings) {
      const pattern = withType(given, this.typeOf(bound));
      if (pattern.tag === "var") this.named(pattern.name, pattern.type, bound);
      else {
        const of = this.atom(bound);
        this.bindings.push({
          name: "",
          step: { tag: "open", of, pattern: this.pattern(pattern) },
          span: span ?? bound.span,
        });
      }
    }
  }

  /** Binds a variable of the program to the value of a term. */
  private named(name: string, type: Type, bound: Term): void {
    if (bound.tag === "let") {
      this.lets(bound);
      return this.named(name, type, bound.body);
    }
    const made: Step = bound.tag === "var" ? { tag: "copy", of: bound.name } : this.step(bound);
    this.bind(name, type, made, bound.span);
  }

  /** A pattern with names for what it leaves out. */
  private pattern(pattern: CorePattern): CorePattern {
    switch (pattern.tag) {
      case "any": {
        const name = this.fresh();
        this.types.set(name, pattern.type);
        return { tag: "var", name, type: pattern.type };
      }
      case "var":
        this.types.set(pattern.name, pattern.type);
        return pattern;
      case "number":
        return pattern;
      case "tuple":
        return { ...pattern, items: pattern.items.map((item) => this.pattern(item)) };
      case "con":
        return { ...pattern, args: pattern.args.map((arg) => this.pattern(arg)) };
      case "dual":
        return internal("a dual number in a source program");
    }
  }

  private step(term: Term): Step {
    step();
    switch (term.tag) {
      case "global":
        return { tag: "global", name: term.name };
      case "real":
        return { tag: "constant", term };
      case "int":
        return { tag: "discrete", term, operands: [] };
      case "tuple":
      case "fork":
        return { tag: "tuple", items: term.items.map((item) => this.atom(item)) };
      case "list":
        return this.list(term);
      case "con":
        return { ...term, args: term.args.map((arg) => this.atom(arg)) };
      case "proj": {
        const of = this.atom(term.term);
        return { tag: "part", of, index: term.index, size: term.size, term };
      }
      case "app": {
        const fn = this.atom(term.fn);
        return { tag: "apply", fn, arg: this.atom(term.arg) };
      }
      case "lam":
        return { tag: "lambda", fn: this.lambda(term) };
      case "op":
        return this.op(term);
      case "case": {
        const of = this.atom(term.scrutinee);
        const branches = term.branches.map(({ pattern, body }) => {
          const named = this.pattern(pattern);
          return { pattern: named, body: this.body(body) };
        });
        const free = [...new Set(branches.flatMap(({ pattern, body }) => freeOf(body, namesOf(pattern))))].sort();
        return { tag: "case", of, branches, free };
      }
      case "prim": {
        const operands = term.args.map((arg) => this.atom(arg));
        const args = operands.map((name): Term => ({ tag: "var", name, types: [] }));
        return { tag: "native", term: { ...term, args }, operands };
      }
      case "var":
      case "let":
        return internal("a step of its own", term.tag);
      case "letrec":
      case "field":
      case "array":
      case "forkList":
      case "dual":
      case "partial":
        return internal("no term of this form comes here", term.tag);
    }
  }

  /** e₁ :: .. :: tail: the elements from left to right, then the conses. */
  private list(term: Extract<Term, { tag: "list" }>): Step {
    const { item, span } = term;
    const type = list(item);
    const items = term.items.map((one) => this.atom(one));
    const empty: Step = { tag: "con", data: LIST, con: NIL, types: [item], args: [] };
    if (items.length === 0 && term.tail === undefined) return empty;
    let rest = term.tail === undefined ? this.bind(this.fresh(), type, empty, span) : this.atom(term.tail);
    for (let at = items.length - 1; at > 0; at--)
      rest = this.bind(
        this.fresh(),
        type,
        { tag: "con", data: LIST, con: CONS, types: [item], args: [nth(items, at), rest] },
        span,
      );
    if (items.length === 0) return { tag: "copy", of: rest };
    return { tag: "con", data: LIST, con: CONS, types: [item], args: [nth(items, 0), rest] };
  }

  private lambda(term: Extract<Term, { tag: "lam" }>): Fn {
    const { param, span } = term;
    const outer = this.bindings;
    this.bindings = [];
    let name: string;
    if (param.tag === "var") {
      name = param.name;
      this.types.set(name, param.type);
    } else {
      const type = this.typeOf(term);
      name = this.fresh();
      this.types.set(name, type.tag === "fun" ? type.from : internal("the type of a function", type.tag));
      if (param.tag !== "any")
        this.bindings.push({ name: "", step: { tag: "open", of: name, pattern: this.pattern(param) }, span });
    }
    const result = this.atom(term.body);
    const body = { bindings: this.bindings, result };
    this.bindings = outer;
    return { param: name, body, free: freeOf(body, [name]), span };
  }

  private op(term: Extract<Term, { tag: "op" }>): Step {
    const args = term.args.map((arg) => this.atom(arg));
    const applied: Term = { ...term, args: args.map((name): Term => ({ tag: "var", name, types: [] })) };
    if (term.op.tag === "custom") return { tag: "op", op: term.op, args };
    const op = OPS[term.op.id];
    if (op.result !== "Real") return { tag: "discrete", term: applied, operands: args };
    return isDifferentiable(op) ? { tag: "op", op: term.op, args } : { tag: "constant", term: applied };
  }
}

/** The variables that a pattern binds. */
export function namesOf(pattern: CorePattern): readonly string[] {
  if (pattern.tag === "var") return [pattern.name];
  if (pattern.tag === "tuple") return pattern.items.flatMap(namesOf);
  return pattern.tag === "con" ? pattern.args.flatMap(namesOf) : [];
}

/** The variables that a step reads, in order. */
export function readBy(made: Step): readonly string[] {
  switch (made.tag) {
    case "copy":
    case "open":
    case "part":
      return [made.of];
    case "constant":
      return made.term.tag === "op" ? made.term.args.flatMap((arg) => (arg.tag === "var" ? [arg.name] : [])) : [];
    case "discrete":
    case "native":
      return made.operands;
    case "op":
    case "con":
      return made.args;
    case "apply":
      return [made.fn, made.arg];
    case "global":
      return [];
    case "tuple":
      return made.items;
    case "lambda":
      return made.fn.free;
    case "case":
      return [made.of, ...made.free];
  }
}

/** The variables that a step binds under its name. */
export function boundBy({ name, step: made }: Binding): readonly string[] {
  return made.tag === "open" ? namesOf(made.pattern) : [name];
}

/** The free variables of a body in their order, but for those that are bound around it. */
function freeOf({ bindings, result }: Body, around: readonly string[]): readonly string[] {
  const bound = new Set(around);
  const found = new Set<string>();
  const read = (name: string): void => {
    if (!bound.has(name)) found.add(name);
  };
  for (const binding of bindings) {
    readBy(binding.step).forEach(read);
    for (const name of boundBy(binding)) bound.add(name);
  }
  read(result);
  return [...found].sort();
}
