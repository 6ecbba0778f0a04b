// Data types that hold functions over their parameters, at closed types: an instance for every list of types that one is used at. What becomes of
// a function depends on its types; of all others, an instance is what the type is, at other arguments. Of programs at closed types
// (`monomorphic.ts`).
//
//   data Box a = Box (a → ℝ) a        at ℝ: data Box₁ = Box₁ (ℝ → ℝ) ℝ
import { internal } from "../../base/unreachable.ts";
import { mapTerm } from "../../core/terms/map-term.ts";
import { type CorePattern, type CoreProgram, subscript, type Term } from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { type DataType, fieldsAt, freeVariables, type Type } from "../../types/type.ts";

/** An instance: its data type, and the subscript of its name and its constructors'. */
interface Instance {
  readonly name: string;
  readonly index: number;
}

/** The program with instances in the place of data types that hold functions over their parameters. */
export function withDataInstances(program: CoreProgram): CoreProgram {
  const instanced = holdingFunctions(program.data);
  return instanced.size === 0 ? program : new Instances(program, instanced).run();
}

/** The data types with parameters that occur in the type of a function, there or in a data type that they hold. */
function holdingFunctions(data: readonly DataType[]): ReadonlySet<string> {
  const found = new Set<string>();
  const holds = (type: Type): boolean => {
    switch (type.tag) {
      case "fun":
      case "lin":
        return freeVariables(type).size > 0;
      case "tuple":
        return type.items.some(holds);
      case "con":
        return type.args.some(holds) || (found.has(type.name) && freeVariables(type).size > 0);
      case "var":
        return false;
    }
  };
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const one of data)
      if (one.constructors.some(({ fields }) => fields.some((field) => holds(field)))) found.add(one.name);
  }
  return found;
}

class Instances {
  private readonly program: CoreProgram;
  private readonly instanced: ReadonlySet<string>;
  private readonly byName: ReadonlyMap<string, DataType>;
  private readonly instances = new Map<string, Instance>();
  private readonly made: DataType[] = [];

  constructor(program: CoreProgram, instanced: ReadonlySet<string>) {
    this.program = program;
    this.instanced = instanced;
    this.byName = new Map(program.data.map((one) => [one.name, one]));
  }

  run(): CoreProgram {
    const { program } = this;
    const globals = program.globals.map((one) => ({ ...one, type: this.type(one.type), term: this.term(one.term) }));
    const ops = program.ops.map((op) => ({
      ...op,
      value: this.term(op.value),
      partials: op.partials.map((partial) => this.term(partial)),
    }));
    const others = program.data
      .filter(({ name }) => !this.instanced.has(name))
      .map((one) => ({
        ...one,
        constructors: one.constructors.map((con) => ({ ...con, fields: con.fields.map((field) => this.type(field)) })),
      }));
    return { ...program, data: [...others, ...this.made], globals, ops };
  }

  private type(type: Type): Type {
    switch (type.tag) {
      case "con":
        if (this.instanced.has(type.name))
          return { tag: "con", name: this.instance(type.name, type.args).name, args: [] };
        return { ...type, args: type.args.map((arg) => this.type(arg)) };
      case "tuple":
        return { tag: "tuple", items: type.items.map((item) => this.type(item)) };
      case "fun":
      case "lin":
        return { ...type, from: this.type(type.from), to: this.type(type.to) };
      case "var":
        return type;
    }
  }

  private instance(name: string, args: readonly Type[]): Instance {
    const key = typeKey({ tag: "con", name, args });
    const known = this.instances.get(key);
    if (known !== undefined) return known;
    const data = this.byName.get(name) ?? internal("a data type is not defined", name);
    const index = this.instances.size + 1;
    const found = { name: subscript(name, index), index };
    // a data type that contains itself finds this
    this.instances.set(key, found);
    const constructors = data.constructors.map((con) => ({
      name: subscript(con.name, index),
      fields: fieldsAt(data, con, args).map((field) => this.type(field)),
    }));
    this.made.push({ name: found.name, params: [], constructors });
    return found;
  }

  /** A constructor's data type, name and types. */
  private constructed<T extends { readonly data: string; readonly con: string; readonly types: readonly Type[] }>(
    of: T,
  ): T {
    if (!this.instanced.has(of.data)) return { ...of, types: of.types.map((type) => this.type(type)) };
    const { name, index } = this.instance(of.data, of.types);
    return { ...of, data: name, con: subscript(of.con, index), types: [] };
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
      case "con":
        return { ...this.constructed(pattern), args: pattern.args.map((arg) => this.pattern(arg)) };
      case "dual":
        return internal("a dual number in a source program");
    }
  }

  private term(term: Term): Term {
    return mapTerm(term, (at): Term | undefined => {
      const inner = (one: Term): Term => this.term(one);
      switch (at.tag) {
        case "lam":
          return { ...at, param: this.pattern(at.param), body: inner(at.body) };
        case "let": {
          const bindings = at.bindings.map((one) => ({
            ...one,
            pattern: this.pattern(one.pattern),
            bound: inner(one.bound),
          }));
          return { ...at, bindings, body: inner(at.body) };
        }
        case "letrec": {
          const functions = at.functions.map((fn) => ({ ...fn, type: this.type(fn.type), term: inner(fn.term) }));
          return { ...at, functions, body: inner(at.body) };
        }
        case "case": {
          const branches = at.branches.map(({ pattern, body }) => ({
            pattern: this.pattern(pattern),
            body: inner(body),
          }));
          return { ...at, scrutinee: inner(at.scrutinee), branches };
        }
        case "con":
          return { ...this.constructed(at), args: at.args.map(inner) };
        case "prim":
          return { ...at, types: at.types.map((type) => this.type(type)), args: at.args.map(inner) };
        case "list":
          return { ...at, items: at.items.map(inner), tail: at.tail && inner(at.tail), item: this.type(at.item) };
        case "array":
          return { ...at, items: at.items.map(inner), item: this.type(at.item) };
        case "forkList":
          return { ...at, thunks: inner(at.thunks), item: this.type(at.item) };
        default:
          return undefined;
      }
    });
  }
}
