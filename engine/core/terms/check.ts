// The checker of the core: re-derives the type of every term from the annotations of binders; a failure is our own bug.
import { internal, unreachable } from "../../base/unreachable.ts";
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
} from "../../types/type.ts";
import { OPS, type ScalarType } from "../scalars/ops.ts";
import { PRIMS } from "./prims.ts";
import {
  type Binding,
  expect,
  fail,
  instantiate,
  lookUp,
  patternType,
  quantifiedIn,
  type Variables,
  withType,
} from "./scope.ts";
import { type CorePattern, type CoreProgram, DUAL, type OpRef, type Term } from "./term.ts";

/** What is in scope. `linear` is the variable of the λ̲ whose body is checked. */
interface Context {
  readonly variables: Variables | undefined;
  readonly linear: string | undefined;
}

/** The type of the entry of a well-typed program. Throws {@link CoreTypeError} otherwise. */
export function checkProgram(program: CoreProgram): Type {
  const checker = new Checker(program);
  const none: Context = { variables: undefined, linear: undefined };
  for (const op of program.ops) {
    const param: Type = op.arity === 1 ? REAL : { tag: "tuple", items: Array.from({ length: op.arity }, () => REAL) };
    for (const term of [op.value, ...op.partials]) expect(checker.type(term, none), fun(param, REAL), `op ${op.name}`);
  }
  for (const global of program.globals) expect(checker.type(global.term, none), global.type, global.name);
  const entry = program.globals.find((global) => global.name === program.entry);
  return entry?.type ?? internal("a program has no entry", program.entry);
}

/** The type of every λ of a well-typed program, and of every part of a fork; type variables are those in scope there. */
export function lambdaTypes(program: CoreProgram): ReadonlyMap<Term, Type> {
  const checker = new Checker(program);
  const none: Context = { variables: undefined, linear: undefined };
  for (const { value, partials } of program.ops) for (const term of [value, ...partials]) checker.type(term, none);
  for (const { term } of program.globals) checker.type(term, none);
  return new Map([...checker.lambdas, ...checker.parts]);
}

class Checker {
  private readonly program: CoreProgram;
  private readonly data: ReadonlyMap<string, DataType>;
  private readonly globals: ReadonlyMap<string, Binding>;
  private readonly arities: ReadonlyMap<string, number>;
  /** The types of the λs checked so far. */
  readonly lambdas = new Map<Term, Type>();
  /** The types of the parts of forks checked so far. */
  readonly parts = new Map<Term, Type>();

  constructor(program: CoreProgram) {
    this.program = program;
    this.data = new Map(program.data.map((data) => [data.name, data]));
    this.globals = new Map(
      program.globals.map((global) => [global.name, { variables: global.variables, type: global.type }]),
    );
    this.arities = new Map(program.ops.map((op) => [op.name, op.arity]));
  }

  type(term: Term, context: Context): Type {
    if (context.linear !== undefined) return this.linearType(term, context);
    switch (term.tag) {
      case "var":
        return instantiate(term.name, lookUp(context.variables, term.name), term.types);
      case "global":
        return instantiate(term.name, this.globals.get(term.name), term.types);
      case "real":
        return REAL;
      case "int":
        return INT;
      case "tuple":
        return { tag: "tuple", items: term.items.map((item) => this.type(item, context)) };
      case "fork": {
        const items = term.items.map((item) => this.type(item, context));
        term.items.forEach((item, index) => this.parts.set(item, items[index]!));
        return { tag: "tuple", items };
      }
      case "dual":
        expect(this.type(term.primal, context), REAL, "the primal of a dual number");
        expect(
          this.type(term.dual, context),
          this.program.dual ?? fail("a dual number in a source program"),
          "the dual part of a dual number",
        );
        return DUAL;
      case "proj":
        return this.component(this.type(term.term, context), term.index);
      case "field":
        return this.field(this.type(term.term, context), term.con, term.index);
      case "list":
      case "array": {
        for (const item of term.items) expect(this.type(item, context), term.item, `an element of a ${term.tag}`);
        const whole = term.tag === "list" ? list(term.item) : con("Array", term.item);
        if (term.tag === "list" && term.tail !== undefined)
          expect(this.type(term.tail, context), whole, "the tail of a list");
        return whole;
      }
      case "con": {
        const { data, constructor } = this.constructorOf(term.data, term.con);
        const fields = fieldsAt(data, constructor, term.types);
        if (fields.length !== term.args.length) fail(`${term.con} has ${term.args.length} fields`, ...fields);
        term.args.forEach((arg, index) =>
          expect(this.type(arg, context), fields[index]!, `field ${index} of ${term.con}`),
        );
        return con(term.data, ...term.types);
      }
      case "lam": {
        const from = patternType(term.param);
        const inner: Context = { variables: this.bind(context, term.param), linear: linearVariable(term) };
        const to = this.type(term.body, inner);
        const type = term.linear ? lin(from, to) : fun(from, to);
        this.lambdas.set(term, type);
        return type;
      }
      case "app": {
        const fn = this.type(term.fn, context);
        if (fn.tag !== "fun" && fn.tag !== "lin") return fail("what is applied is no function", fn);
        expect(this.type(term.arg, context), fn.from, "an argument");
        return fn.to;
      }
      case "let": {
        let inner = context;
        for (const binding of term.bindings) {
          const type = this.type(binding.bound, inner);
          inner = { ...inner, variables: this.bind(inner, withType(binding.pattern, type), binding.variables) };
        }
        return this.type(term.body, inner);
      }
      case "letrec": {
        let { variables } = context;
        for (const fn of term.functions)
          variables = { name: fn.name, binding: { variables: fn.variables, type: fn.type }, outer: variables };
        const inner = { ...context, variables };
        for (const fn of term.functions) expect(this.type(fn.term, inner), fn.type, `the function ${fn.name}`);
        return this.type(term.body, inner);
      }
      case "case": {
        const scrutinee = this.type(term.scrutinee, context);
        let result: Type | undefined;
        for (const branch of term.branches) {
          expect(patternType(branch.pattern), scrutinee, "a pattern");
          const type = this.type(branch.body, { ...context, variables: this.bind(context, branch.pattern) });
          if (result !== undefined) expect(type, result, "a branch");
          result = type;
        }
        return result ?? fail("a case has no branches");
      }
      case "op": {
        const { args, result } = this.opType(term.op);
        if (args.length !== term.args.length) fail(`an operation has ${term.args.length} arguments`, ...args);
        term.args.forEach((arg, index) => expect(this.type(arg, context), args[index]!, "an operand"));
        return result;
      }
      case "partial": {
        const { args } = this.opType(term.op);
        term.args.forEach((arg, index) =>
          expect(this.type(arg, context), args[index]!, "an argument of a partial derivative"),
        );
        expect(this.type(term.cotangent, context), REAL, "what a partial derivative is applied to");
        return REAL;
      }
      case "prim":
        return this.primType(term, context);
      case "forkList":
        expect(
          this.type(term.thunks, context),
          list(fun({ tag: "tuple", items: [] }, term.item)),
          "the parts of a parallel list",
        );
        return list(term.item);
      default:
        return unreachable(term);
    }
  }

  /** The type of a linear function's body, by the restricted grammar b of Fig. 3.5: linear in the λ̲-bound variable. */
  private linearType(term: Term, context: Context): Type {
    const plain: Context = { ...context, linear: undefined };
    switch (term.tag) {
      case "var":
        if (term.name !== context.linear)
          fail(`the linear function of ${context.linear} uses the variable ${term.name} as it is`);
        return this.type(term, plain);
      case "tuple":
        return { tag: "tuple", items: term.items.map((item) => this.type(item, context)) };
      case "proj":
        return this.component(this.type(term.term, context), term.index);
      case "field":
        return this.field(this.type(term.term, context), term.con, term.index);
      case "list":
        for (const item of term.items) expect(this.type(item, context), term.item, "an element of a list");
        if (term.tail !== undefined) expect(this.type(term.tail, context), list(term.item), "the tail of a list");
        return list(term.item);
      case "con": {
        const { data, constructor } = this.constructorOf(term.data, term.con);
        const fields = fieldsAt(data, constructor, term.types);
        term.args.forEach((arg, index) =>
          expect(this.type(arg, context), fields[index]!, `field ${index} of ${term.con}`),
        );
        return con(term.data, ...term.types);
      }
      case "global":
        if (term.name !== this.program.monoid?.zero) return fail(`${term.name} in a linear function`);
        return this.type(term, plain);
      case "app": {
        const plus = this.monoidPlus(term);
        if (plus !== undefined) {
          for (const arg of plus.args) expect(this.type(arg, context), plus.type, "a summand");
          return plus.type;
        }
        // the function is an identifier (Fig. 3.5), or SCall at one
        if (!isPlain(term.fn)) return fail("a linear function calls what is no identifier");
        const fn = this.type(term.fn, plain);
        if (fn.tag !== "lin") return fail("what is called in a linear function is not linear", fn);
        expect(this.type(term.arg, context), fn.from, "an argument");
        return fn.to;
      }
      case "partial": {
        const { args } = this.opType(term.op);
        term.args.forEach((arg, index) =>
          expect(this.type(arg, plain), args[index]!, "an argument of a partial derivative"),
        );
        expect(this.type(term.cotangent, context), REAL, "the cotangent of a partial derivative");
        return REAL;
      }
      case "prim": {
        const { linearIn } = PRIMS[term.prim];
        // zeros are linear in nothing: they are 0 whatever stands beside them
        if (linearIn.length === 0 && term.prim !== "zero" && term.prim !== "coldOf")
          return fail(`${term.prim} in a linear function`);
        return this.primType(term, context, (index) => (linearIn.includes(index) ? context : plain));
      }
      default:
        return fail(`a ${term.tag} in a linear function`);
    }
  }

  /** t + t' on the monoid of the program. */
  private monoidPlus(
    term: Extract<Term, { tag: "app" }>,
  ): { readonly type: Type; readonly args: readonly Term[] } | undefined {
    const { monoid } = this.program;
    const { fn, arg } = term;
    if (monoid === undefined || fn.tag !== "app" || fn.fn.tag !== "global" || fn.fn.name !== monoid.plus)
      return undefined;
    return { type: monoid.type, args: [fn.arg, arg] };
  }

  private primType(
    term: Extract<Term, { tag: "prim" }>,
    context: Context,
    at: (index: number) => Context = () => context,
  ): Type {
    const prim = PRIMS[term.prim];
    const by = new Map(prim.variables.map((variable, index) => [variable, term.types[index]!]));
    if (prim.args.length !== term.args.length) fail(`${term.prim} has ${term.args.length} arguments`);
    term.args.forEach((arg, index) =>
      expect(this.type(arg, at(index)), substitute(prim.args[index]!, by), `an argument of ${term.prim}`),
    );
    return substitute(prim.result, by);
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
    if (sameType(type, DUAL))
      return index === 0 ? REAL : (this.program.dual ?? fail("a dual number in a source program"));
    const item = type.tag === "tuple" ? type.items[index] : undefined;
    return item ?? fail(`component ${index} of what has none`, type);
  }

  private field(type: Type, constructorName: string, index: number): Type {
    if (type.tag !== "con") return fail(`a field of ${constructorName} of what is no data type`, type);
    if (type.name === LIST) return index === 0 ? type.args[0]! : type;
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

  private bind(context: Context, pattern: CorePattern, quantified: readonly string[] = []): Variables | undefined {
    let inner = context.variables;
    const visit = (at: CorePattern): void => {
      switch (at.tag) {
        case "var":
          inner = {
            name: at.name,
            binding: { variables: quantifiedIn(at.type, quantified), type: at.type },
            outer: inner,
          };
          return;
        case "tuple":
          return at.items.forEach(visit);
        case "dual":
          expect(patternType(at.primal), REAL, "the primal in a pattern");
          expect(
            patternType(at.dual),
            this.program.dual ?? fail("a dual number in a source program"),
            "the dual part in a pattern",
          );
          visit(at.primal);
          return visit(at.dual);
        case "con": {
          const { data, constructor } = this.constructorOf(at.data, at.con);
          const fields = fieldsAt(data, constructor, at.types);
          at.args.forEach((arg, index) =>
            expect(patternType(arg), fields[index]!, `field ${index} of the pattern ${at.con}`),
          );
          return at.args.forEach(visit);
        }
        default:
          return;
      }
    };
    visit(pattern);
    return inner;
  }
}

/** An identifier, or an identifier applied to identifiers. */
function isPlain(term: Term): boolean {
  if (term.tag === "app") return isPlain(term.fn) && isPlain(term.arg);
  return term.tag === "var" || term.tag === "global" || term.tag === "int";
}

function scalarType(type: ScalarType): Type {
  return con(type);
}

function linearVariable(term: Extract<Term, { tag: "lam" }>): string | undefined {
  if (!term.linear) return undefined;
  return term.param.tag === "var" ? term.param.name : "_";
}
