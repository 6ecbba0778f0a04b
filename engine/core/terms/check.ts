// The checker of the core: re-derives the type of every term from the annotations of binders; a failure is our own bug.

import { nth } from "../../base/nth.ts";
import { internal, unreachable } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { OPS, type ScalarType } from "../../scalars/ops.ts";
import {
  type Constructor,
  con,
  type DataType,
  fieldsAt,
  fun,
  INT,
  LIST,
  lin,
  list,
  REAL,
  sameType,
  substitute,
  type Type,
  UNIT,
} from "../../types/type.ts";
import { freeVariablesOf } from "./free-variables.ts";
import { expectLinear, isZero, isZeroPattern, type Known, linearFunction } from "./linear.ts";
import { primOf } from "./prims.ts";
import {
  type Binding,
  expect,
  fail,
  instantiate,
  type LinearFunction,
  patternType,
  quantifiedIn,
  Scope,
  withType,
  ZERO,
} from "./scope.ts";
import { type CorePattern, type CoreProgram, DUAL, type Global, type OpRef, type Term } from "./term.ts";

/** The λ̲ whose body is checked; undefined in a part that is not linear in its variables, and may not use them. */
type Linear = LinearFunction | undefined;

/** The type of the entry of a well-typed program. Throws {@link CoreTypeError} otherwise. */
export function checkProgram(program: CoreProgram): Type {
  const checker = new Checker(program);
  for (const op of program.ops) {
    const param: Type = op.arity === 1 ? REAL : { tag: "tuple", items: Array.from({ length: op.arity }, () => REAL) };
    for (const term of [op.value, ...op.partials]) expect(checker.type(term), fun(param, REAL), `op ${op.name}`);
  }
  for (const global of program.globals) expect(checker.type(global.term), global.type, global.name);
  const entry = program.globals.find((global) => global.name === program.entry);
  return entry?.type ?? internal("a program has no entry", program.entry);
}

/** The type of every λ of a well-typed program, and of every part of a fork; type variables are those in scope there. */
export function lambdaTypes(program: CoreProgram): ReadonlyMap<Term, Type> {
  const checker = new Checker(program);
  for (const { value, partials } of program.ops) for (const term of [value, ...partials]) checker.type(term);
  for (const { term } of program.globals) checker.type(term);
  return new Map([...checker.lambdas, ...checker.parts]);
}

/**
 * The type of every term of a well-typed program, but of those in linear functions; each term stands at one place. Its definitions may use
 * others, of which only the types matter.
 */
export function termTypes(program: CoreProgram, others: readonly Global[] = []): ReadonlyMap<Term, Type> {
  const types = new Map<Term, Type>();
  const checker = new Checker({ ...program, globals: [...program.globals, ...others] }, types);
  for (const { value, partials } of program.ops) for (const term of [value, ...partials]) checker.type(term);
  for (const { term } of program.globals) checker.type(term);
  return types;
}

class Checker {
  private readonly program: CoreProgram;
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly globals: ReadonlyMap<string, Binding>;
  private readonly arities: ReadonlyMap<string, number>;
  private readonly scope = new Scope();
  /** The names in scope, and data types. */
  private readonly known: Known = {
    variable: (name) => this.scope.lookUp(name),
    global: (name) => this.globals.get(name),
    data: (name) => this.data.get(name),
  };
  /** The types of the λs checked so far. */
  readonly lambdas = new Map<Term, Type>();
  /** The types of the parts of forks checked so far. */
  readonly parts = new Map<Term, Type>();

  /** The types of all terms checked so far, where they are asked for. */
  private readonly types: Map<Term, Type> | undefined;

  constructor(program: CoreProgram, types?: Map<Term, Type>) {
    this.program = program;
    this.types = types;
    this.data = new Map(program.data.map((data) => [data.name, data]));
    this.globals = new Map(
      program.globals.map((global) => [global.name, { variables: global.variables, type: global.type }]),
    );
    this.arities = new Map(program.ops.map((op) => [op.name, op.arity]));
  }

  /**
   * The type of a term; of a part of a λ̲'s body, which is linear in the variables of that, by the restricted grammar b of Fig. 3.5 with
   * `let`, and with `case`.
   */
  type(term: Term, linear?: Linear): Type {
    step();
    if (linear !== undefined) expectLinear(term, this.program.monoid?.zero);
    const type = this.typeOf(term, linear);
    if (linear === undefined) this.types?.set(term, type);
    return type;
  }

  /** The type of each term: a table by its tag, which is clearer whole. */
  private typeOf(term: Term, linear: Linear): Type {
    switch (term.tag) {
      case "var":
        return instantiate(term.name, this.variable(term.name, linear), term.types);
      case "global":
        return instantiate(term.name, this.globals.get(term.name), term.types);
      case "real":
        return REAL;
      case "int":
        return INT;
      case "tuple":
        return { tag: "tuple", items: term.items.map((item) => this.type(item, linear)) };
      case "fork": {
        const items = term.items.map((item) => this.type(item));
        term.items.forEach((item, index) => this.parts.set(item, nth(items, index)));
        return { tag: "tuple", items };
      }
      case "dual":
        expect(this.type(term.primal), REAL, "the primal of a dual number");
        expect(this.type(term.dual), this.dualPart(), "the dual part of a dual number");
        return DUAL;
      case "proj":
        return this.component(this.type(term.term, linear), term.index);
      case "field":
        return this.field(this.type(term.term, linear), term.con, term.index);
      case "list":
      case "array": {
        for (const item of term.items) expect(this.type(item, linear), term.item, `an element of a ${term.tag}`);
        if (term.tag === "array") return con("Array", term.item);
        if (term.tail !== undefined) expect(this.type(term.tail, linear), list(term.item), "the tail of a list");
        return list(term.item);
      }
      case "con": {
        const { data, constructor } = this.constructorOf(term.data, term.con);
        const fields = fieldsAt(data, constructor, term.types);
        this.expectEach(
          term.args,
          fields,
          (index) => `field ${index} of ${term.con}`,
          () => linear,
        );
        return con(term.data, ...term.types);
      }
      case "lam":
        return this.lambda(term);
      case "app":
        return this.application(term, linear);
      case "let":
        return this.scope.within(() => {
          for (const { pattern, bound, variables } of term.bindings) {
            const isLinear = linear !== undefined && this.mentions(bound, linear);
            const type = this.type(bound, isLinear ? linear : undefined);
            const isNothing = linear !== undefined && !isLinear && isZero(bound, this.known);
            this.bind(withType(pattern, type), variables, isNothing ? ZERO : isLinear ? linear : undefined);
          }
          return this.type(term.body, linear);
        });
      case "letrec":
        return this.scope.within(() => {
          for (const { name, variables, type } of term.functions) this.scope.bind(name, { variables, type });
          for (const fn of term.functions) expect(this.type(fn.term), fn.type, `the function ${fn.name}`);
          return this.type(term.body);
        });
      case "case":
        return this.choice(term, linear);
      case "op": {
        const { args, result } = this.opType(term.op);
        this.expectEach(term.args, args, () => "an operand");
        return result;
      }
      case "partial":
        this.expectEach(term.args, this.opType(term.op).args, () => "an argument of a partial derivative");
        expect(this.type(term.cotangent, linear), REAL, "the cotangent of a partial derivative");
        return REAL;
      case "prim":
        return this.primType(term, linear);
      case "forkList":
        expect(this.type(term.thunks), list(fun(UNIT, term.item)), "the parts of a parallel list");
        return list(term.item);
      default:
        return unreachable(term);
    }
  }

  /** The binding of a variable: what is linear in a λ̲'s variables may use those of no other, and what is not, none. */
  private variable(name: string, linear: Linear): Binding | undefined {
    const found = this.scope.lookUp(name);
    if (found?.linear !== linear && found?.linear !== ZERO) {
      const of = found?.linear ?? linear;
      fail(
        `the linear function of ${of?.of} ${found?.linear === undefined ? "uses the variable" : "is not linear in"} ${name}`,
      );
    }
    return found;
  }

  /** Whether a variable of a λ̲ is free in a term. */
  private mentions(term: Term, linear: LinearFunction): boolean {
    return freeVariablesOf(term).some((name) => this.scope.lookUp(name)?.linear === linear);
  }

  private lambda(term: Extract<Term, { tag: "lam" }>): Type {
    const from = patternType(term.param);
    const linear = linearFunction(term);
    const to = this.scope.within(() => {
      this.bind(term.param, [], linear);
      return this.type(term.body, linear);
    });
    const type = term.linear ? lin(from, to) : fun(from, to);
    this.lambdas.set(term, type);
    return type;
  }

  private application(term: Extract<Term, { tag: "app" }>, linear: Linear): Type {
    const summands = linear === undefined ? undefined : this.summands(term);
    if (summands !== undefined) {
      for (const arg of summands.args) expect(this.type(arg, linear), summands.type, "a summand");
      return summands.type;
    }
    const fn = this.type(term.fn);
    if (fn.tag !== "lin" && (linear !== undefined || fn.tag !== "fun"))
      return fail(`what is applied is no ${linear === undefined ? "" : "linear "}function`, fn);
    expect(this.type(term.arg, linear), fn.from, "an argument");
    return fn.to;
  }

  /**
   * A case on what is linear takes data of cotangents apart: 0, which gives 0, or a constructor, in whose fields its branch is linear, and in
   * nothing else.
   */
  private choice(term: Extract<Term, { tag: "case" }>, linear: Linear): Type {
    const apart = linear !== undefined && this.mentions(term.scrutinee, linear) ? linear : undefined;
    const scrutinee = this.type(term.scrutinee, apart);
    let result: Type | undefined;
    for (const branch of term.branches) {
      expect(patternType(branch.pattern), scrutinee, "a pattern");
      if (apart !== undefined && isZeroPattern(branch.pattern, this.known) && !isZero(branch.body, this.known))
        fail("a case on what is linear, whose branch of 0 does not give 0", scrutinee);
      const inner = apart === undefined ? linear : { of: `the parts of ${apart.of}` };
      const type = this.scope.within(() => {
        this.bind(branch.pattern, [], apart === undefined ? undefined : inner);
        return this.type(branch.body, inner);
      });
      if (result !== undefined) expect(type, result, "a branch");
      result = type;
    }
    return result ?? fail("a case has no branches");
  }

  /** Expects terms of some types, each linear in a variable or in none. */
  private expectEach(
    terms: readonly Term[],
    types: readonly Type[],
    what: (index: number) => string,
    linear: (index: number) => Linear = () => undefined,
  ): void {
    if (types.length !== terms.length) fail(`${terms.length} terms where these are expected`, ...types);
    for (const [index, term] of terms.entries()) expect(this.type(term, linear(index)), nth(types, index), what(index));
  }

  /** The summands of t + t' on the monoid of the program; undefined for what is none. */
  private summands(
    term: Extract<Term, { tag: "app" }>,
  ): { readonly type: Type; readonly args: readonly Term[] } | undefined {
    const { monoid } = this.program;
    const { fn, arg } = term;
    if (monoid === undefined || fn.tag !== "app" || fn.fn.tag !== "global" || fn.fn.name !== monoid.plus)
      return undefined;
    return { type: monoid.type, args: [fn.arg, arg] };
  }

  private primType(term: Extract<Term, { tag: "prim" }>, linear: Linear): Type {
    const { name, args, result, variables, linearIn } = primOf(term.prim);
    const by = new Map(variables.map((variable, index) => [variable, nth(term.types, index)]));
    const types = args.map((arg) => substitute(arg, by));
    this.expectEach(
      term.args,
      types,
      () => `an argument of ${name}`,
      (index) => (linearIn.includes(index) ? linear : undefined),
    );
    return substitute(result, by);
  }

  private dualPart(): Type {
    return this.program.dual ?? fail("a dual number in a source program");
  }

  private opType(op: OpRef): { readonly args: readonly Type[]; readonly result: Type } {
    if (op.tag === "builtin") {
      const { args, result } = OPS[op.id];
      return { args: args.map(scalarType), result: scalarType(result) };
    }
    const arity = this.arities.get(op.name) ?? internal("a custom op is not defined", op.name);
    return { args: Array.from({ length: arity }, () => REAL), result: REAL };
  }

  private component(type: Type, index: number): Type {
    if (sameType(type, DUAL)) return index === 0 ? REAL : this.dualPart();
    const item = type.tag === "tuple" ? type.items[index] : undefined;
    return item ?? fail(`component ${index} of what has none`, type);
  }

  private field(type: Type, constructorName: string, index: number): Type {
    if (type.tag !== "con") return fail(`a field of ${constructorName} of what is no data type`, type);
    if (type.name === LIST) return index === 0 ? nth(type.args, 0) : type;
    const { data, constructor } = this.constructorOf(type.name, constructorName);
    return fieldsAt(data, constructor, type.args)[index] ?? fail(`${constructorName} has no field ${index}`, type);
  }

  private constructorOf(
    dataName: string,
    name: string,
  ): { readonly data: DataType; readonly constructor: Constructor } {
    const data = this.data.get(dataName) ?? internal("a data type is not defined", dataName);
    const constructor =
      data.constructors.find((one) => one.name === name) ?? internal("a constructor is not defined", dataName, name);
    return { data, constructor };
  }

  private bind(pattern: CorePattern, quantified: readonly string[] = [], linear?: Linear): void {
    const visit = (at: CorePattern): void => {
      switch (at.tag) {
        case "var":
          return this.scope.bind(at.name, { variables: quantifiedIn(at.type, quantified), type: at.type, linear });
        case "tuple":
          return at.items.forEach(visit);
        case "dual":
          expect(patternType(at.primal), REAL, "the primal in a pattern");
          expect(patternType(at.dual), this.dualPart(), "the dual part in a pattern");
          visit(at.primal);
          return visit(at.dual);
        case "con": {
          const { data, constructor } = this.constructorOf(at.data, at.con);
          const fields = fieldsAt(data, constructor, at.types);
          at.args.forEach((arg, index) =>
            expect(patternType(arg), nth(fields, index), `field ${index} of the pattern ${at.con}`),
          );
          return at.args.forEach(visit);
        }
        default:
          return;
      }
    };
    visit(pattern);
  }
}

function scalarType(type: ScalarType): Type {
  return con(type);
}
