// Closures converted to data, for languages without functions as values (thesis §6.8): whole programs at closed types, whose definitions are
// called with all their arguments (`saturated.ts`).
//
//   (σ → τ)ᶜ = Fₖ     data Fₖ = L₁ (the captured variables) | L₂ .. | ..      one constructor for each λ of the type
//   λx. t             Lᵢ(y₁, .., yₙ)                                           y₁, .., yₙ: what it captures
//   s t               Callₖ s t                                                def Callₖ = λf. λx. case f of { Lᵢ(y₁, .., yₙ) → tᵢ | .. }
//
// The thesis packs a closed function with its captured variables at an existential type; a sum over the whole program has the same parts, and
// needs no such types.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { termTypes } from "../../core/terms/check.ts";
import { freeVariablesOf } from "../../core/terms/free-variables.ts";
import { mapTerm, patternVariables } from "../../core/terms/map-term.ts";
import {
  apply,
  type CoreBranch,
  type CorePattern,
  type CoreProgram,
  type Global,
  lambda,
  OWN_MARK,
  subscript,
  type Term,
  variable,
  varPattern,
} from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { type DataType, fun, type Type } from "../../types/type.ts";
import { callOf, parametersOf } from "./saturated.ts";

/** The functions of one type: their data type, the definition that calls them, and the λs. */
interface Arrow {
  readonly type: Extract<Type, { tag: "fun" }>;
  readonly data: string;
  readonly call: string;
  readonly branches: { readonly con: string; readonly fields: readonly Type[]; readonly branch: CoreBranch }[];
}

/** The program with data in the place of functions. */
export function closed(program: CoreProgram): CoreProgram {
  return new Closing(program).run();
}

class Closing {
  private readonly program: CoreProgram;
  private readonly types: ReadonlyMap<Term, Type>;
  private readonly arrows = new Map<string, Arrow>();
  /** The types of variables in the definition at hand, whose binders have names of their own. */
  private readonly variables = new Map<string, Type>();
  private count = 0;

  constructor(program: CoreProgram) {
    this.program = program;
    this.types = termTypes(program);
  }

  run(): CoreProgram {
    const { program } = this;
    const globals = program.globals.map((one): Global => {
      this.variables.clear();
      const { params, body } = parametersOf(one);
      const term = params.reduceRight(
        (inner, param) => lambda(this.pattern(param), inner, one.term.span),
        this.within(params, body),
      );
      return { ...one, type: this.definitionType(one.type, params.length), term };
    });
    const data = program.data.map((one) => ({
      ...one,
      constructors: one.constructors.map((con) => ({ ...con, fields: con.fields.map((field) => this.type(field)) })),
    }));
    const ops = program.ops.map((op) => ({
      ...op,
      value: this.operation(op.value),
      partials: op.partials.map((one) => this.operation(one)),
    }));
    const calls = this.calls();
    return { ...program, ops, data: [...data, ...this.data()], globals: [...globals, ...calls] };
  }

  /** The value or a partial of an operation of one's own: a function of its operands, which stays one. */
  private operation(term: Term): Term {
    if (term.tag !== "lam") return this.term(term);
    this.variables.clear();
    return { ...term, body: this.within([term.param], term.body) };
  }

  /** The definition's own arrows stay. */
  private definitionType(type: Type, arity: number): Type {
    if (arity === 0) return this.type(type);
    if (type.tag !== "fun") return internal("a function of another type", type.tag);
    return fun(this.type(type.from), this.definitionType(type.to, arity - 1));
  }

  private type(type: Type): Type {
    switch (type.tag) {
      case "fun":
        return { tag: "con", name: this.arrow(type).data, args: [] };
      case "con":
        return { ...type, args: type.args.map((arg) => this.type(arg)) };
      case "tuple":
        return { tag: "tuple", items: type.items.map((item) => this.type(item)) };
      case "lin":
        return internal("a linear function in a source program");
      case "var":
        return type;
    }
  }

  private arrow(type: Extract<Type, { tag: "fun" }>): Arrow {
    const key = typeKey(type);
    let found = this.arrows.get(key);
    if (found === undefined) {
      const index = this.arrows.size + 1;
      found = { type, data: subscript("F", index) + OWN_MARK, call: subscript("Call", index), branches: [] };
      this.arrows.set(key, found);
    }
    return found;
  }

  private pattern(pattern: CorePattern): CorePattern {
    switch (pattern.tag) {
      case "var":
      case "any":
        return { ...pattern, type: this.type(pattern.type) };
      case "number":
        return pattern;
      case "tuple":
        return { ...pattern, items: pattern.items.map((item) => this.pattern(item)) };
      case "con": {
        const types = pattern.types.map((type) => this.type(type));
        return { ...pattern, types, args: pattern.args.map((arg) => this.pattern(arg)) };
      }
      case "dual":
        return internal("a dual number in a source program");
    }
  }

  /** A term in which patterns bind variables. */
  private within(patterns: readonly CorePattern[], body: Term): Term {
    for (const pattern of patterns)
      for (const { name, type } of patternVariables(pattern)) this.variables.set(name, type);
    return this.term(body);
  }

  private term(term: Term): Term {
    return mapTerm(term, (at): Term | undefined => {
      switch (at.tag) {
        case "lam":
          return this.lambda(at);
        case "app":
          return this.application(at);
        case "let": {
          const bindings = at.bindings.map((binding) => {
            const bound = this.term(binding.bound);
            for (const { name, type } of patternVariables(binding.pattern)) this.variables.set(name, type);
            return { ...binding, pattern: this.pattern(binding.pattern), bound };
          });
          return { ...at, bindings, body: this.term(at.body) };
        }
        case "case":
          return {
            ...at,
            scrutinee: this.term(at.scrutinee),
            branches: at.branches.map(({ pattern, body }) => {
              const inner = this.within([pattern], body);
              return { pattern: this.pattern(pattern), body: inner };
            }),
          };
        case "list":
          return {
            ...at,
            items: at.items.map((item) => this.term(item)),
            tail: at.tail === undefined ? undefined : this.term(at.tail),
            item: this.type(at.item),
          };
        case "array":
          return { ...at, items: at.items.map((item) => this.term(item)), item: this.type(at.item) };
        case "con":
        case "prim":
          return {
            ...at,
            types: at.types.map((type) => this.type(type)),
            args: at.args.map((arg) => this.term(arg)),
          };
        default:
          return undefined;
      }
    });
  }

  private lambda(term: Extract<Term, { tag: "lam" }>): Term {
    const type = this.types.get(term);
    if (type?.tag !== "fun") return internal("a function has no type");
    const arrow = this.arrow(type);
    const con = subscript("L", ++this.count) + OWN_MARK;
    const captured = [...freeVariablesOf(term)].sort();
    const types = captured.map((name) => this.variables.get(name) ?? internal("a variable has no type", name));
    const fields = types.map((one) => this.type(one));
    const place = arrow.branches.length;
    const pattern: CorePattern = {
      tag: "con",
      data: arrow.data,
      con,
      types: [],
      args: captured.map((name, index) => varPattern(name, nth(fields, index))),
    };
    // takes its place before those within it
    arrow.branches.push({ con, fields, branch: { pattern, body: term.body } });
    const inner = this.within([term.param], term.body);
    const bound = { pattern: this.pattern(term.param), variables: [], bound: variable(ARGUMENT), span: term.span };
    const body: Term =
      term.param.tag === "any" ? inner : { tag: "let", bindings: [bound], body: inner, span: term.span };
    arrow.branches[place] = { con, fields, branch: { pattern, body } };
    return { tag: "con", data: arrow.data, con, types: [], args: captured.map(variable), span: term.span };
  }

  /** A call of a definition stays; what it gives, and what is no definition, is called as data. */
  private application(term: Extract<Term, { tag: "app" }>): Term {
    const call = callOf(term);
    const global = call && this.program.globals.find(({ name }) => name === call.name);
    if (call !== undefined && global !== undefined && parametersOf(global).params.length >= call.args.length)
      return { ...term, fn: this.callee(term.fn), arg: this.term(term.arg) };
    const type = this.types.get(term.fn);
    if (type?.tag !== "fun") return internal("what is called has no type");
    const name: Term = { tag: "global", name: this.arrow(type).call, types: [], span: term.span };
    return { ...apply(name, this.term(term.fn), this.term(term.arg)), span: term.span };
  }

  /** A definition with some of its arguments. */
  private callee(term: Term): Term {
    return term.tag === "app" ? { ...term, fn: this.callee(term.fn), arg: this.term(term.arg) } : term;
  }

  private data(): readonly DataType[] {
    return [...this.arrows.values()].map(({ data, branches }) => ({
      name: data,
      params: [],
      constructors: branches.length === 0 ? [none(data)] : branches.map(({ con, fields }) => ({ name: con, fields })),
    }));
  }

  /** The definitions that call functions. A type without functions has one that is never called. */
  private calls(): readonly Global[] {
    return [...this.arrows.values()].map(({ type, data, call, branches }): Global => {
      const [from, to] = [this.type(type.from), this.type(type.to)];
      const own: Type = { tag: "con", name: data, args: [] };
      const called: Term = { tag: "global", name: call, types: [] };
      const never: CoreBranch = {
        pattern: { tag: "con", data, con: none(data).name, types: [], args: [] },
        body: apply(called, variable(FUNCTION), variable(ARGUMENT)),
      };
      const body: Term = {
        tag: "case",
        scrutinee: variable(FUNCTION),
        branches: branches.length === 0 ? [never] : branches.map(({ branch }) => branch),
      };
      const term = lambda(varPattern(FUNCTION, own), lambda(varPattern(ARGUMENT, from), body));
      return { name: call, kind: "function", variables: [], type: fun(own, fun(from, to)), term, span: undefined };
    });
  }
}

/** The parameters of the definitions that call functions; no program has these names. */
const FUNCTION = "f₀";
const ARGUMENT = "x₀";

function none(data: string): { readonly name: string; readonly fields: readonly Type[] } {
  return { name: `No${data}`, fields: [] };
}
