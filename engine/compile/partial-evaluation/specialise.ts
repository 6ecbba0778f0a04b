// Core to IR: definitions are specialised to what is known of their arguments, calls of known functions are inlined, and tail
// calls become loops. What is not known of a value are its components, so tuples, records and closures that do not escape are never made.
import { internal, unreachable } from "../../base/unreachable.ts";
import { OPS, type OpId } from "../../core/scalars/ops.ts";
import type { CoreProgram, Global, Term } from "../../core/terms/term.ts";
import { typeKey } from "../../core/values/shape.ts";
import { fun, substitute, type Type, UNIT } from "../../types/type.ts";
import { type Atom, beginProgram, type IrProgram, literal, type Mode, newVar } from "../ir/ir.ts";
import { type ConLayout, componentsOf, type DataLayout, type Layout, TooLargeToCompile } from "../ir/layout.ts";
import { enter, leave } from "../ir/origin.ts";
import {
  Abstraction,
  type AbstractValue,
  BlockBuilder,
  type Bound,
  bindBound,
  EMPTY,
  type Env,
  fresh,
  fromComponents,
  lookUp,
  refresh,
  scalar,
  UNIT_VALUE,
} from "./abstract-value.ts";
import { runPrim } from "./arrays.ts";
import { CallCompiler } from "./calls.ts";
import { NONE, type Tails } from "./functions.ts";
import { termsOf } from "./inlining.ts";
import { alloc, components, join, objectOf, put, renewed, settle } from "./materialise.ts";
import { bindPattern, learnFrom, testPattern, partsOf as tupleParts } from "./patterns.ts";
import { recursiveGlobals } from "./recursive-definitions.ts";

/**
 * Terms that may be compiled, copies included: a number of them, and a multiple of those of the program. Programs as people write them come to
 * once or twice their terms.
 */
const LARGEST = 20_000;
const TIMES = 10;

/** Terms from one call of `tick` to the next. */
const TICK = 500;

/**
 * The program from its entry on. `plain` computes its value; `active` is what derivatives are taken of. Functions are values only
 * where they escape. Its variables are numbered anew, so code has to be made of it before another program is specialised. `tick` is
 * called now and then; what it throws ends the work. Throws TooLargeToCompile.
 */
export function specialise(program: CoreProgram, mode: Mode, tick: () => void = () => {}): IrProgram {
  beginProgram();
  return new Specialiser(program, tick).program(mode);
}

class Specialiser extends CallCompiler {
  private readonly largest: number;
  private readonly tick: () => void;

  constructor(program: CoreProgram, tick: () => void) {
    super(program);
    this.largest = LARGEST + TIMES * termsOf(program);
    this.tick = tick;
  }

  program(mode: Mode): IrProgram {
    this.mode = mode;
    const entry = this.named.get(this.coreProgram.entry) ?? internal("an entry is no function", this.coreProgram.entry);
    if (entry.type.tag !== "fun") return internal("an entry is no function", entry.name);
    const [param, result] = [this.layouts.of(entry.type.from), this.layouts.of(entry.type.to)];
    const { sym, vars } = fresh(param);
    const fn = this.newFn(entry.name, mode, "reference", vars, componentsOf(result), entry.span);
    const around = enter(entry.span);
    this.inContext(mode, fn, (out) => {
      const value = this.apply({ tag: "named", fn: entry, types: [], args: [] }, sym, out, NONE);
      return value && components(this, value, result, out);
    });
    leave(around);
    const globals = [...this.values.values()].map(({ global }) => global);
    return { entry: fn, fns: this.fns, globals, param, result };
  }

  // ---- definitions without parameters

  protected globalValue(global: Global, types: readonly Type[], out: BlockBuilder): AbstractValue | undefined {
    const key = `${global.name} ${types
      .map((type) => this.layouts.of(type))
      .map(layoutKey)
      .join(",")}`;
    const env: Env = {
      vars: undefined,
      types: new Map(global.variables.map((name, index) => [name, types[index] ?? UNIT])),
    };
    let value = this.values.get(key);
    if (value === undefined) {
      const fn = this.newFn(global.name, "plain", "reference", [], [], global.span);
      value = {
        global: { id: this.values.size, name: global.name, span: global.span, fn },
        template: undefined,
        done: false,
      };
      this.values.set(key, value);
      const entry = value;
      this.inContext("plain", fn, (body) => {
        const sym = this.eval(global.term, env, body, NONE);
        if (sym === undefined) return undefined;
        const layout = this.layouts.of(substitute(global.type, env.types));
        const made = this.isCyclic(global.name) ? this.laidOut(sym, layout, body) : settle(this, sym, body);
        entry.template = made;
        const { leaves, kinds } = new Abstraction().add(made);
        fn.results = kinds;
        return leaves;
      });
      entry.done = true;
    }
    if (!value.done) {
      // it is needed by what it is made of
      const { sym, vars } = fresh(this.layouts.of(substitute(global.type, env.types)));
      out.emit({ tag: "global", global: value.global, outs: vars });
      return sym;
    }
    if (value.template === undefined) {
      out.emit({ tag: "global", global: value.global, outs: [] });
      return undefined;
    }
    const { body } = value.global.fn;
    if (body.stmts.length === 0 && body.end.tag === "yield") {
      // constants, for there is nothing else without a statement
      const { atoms } = body.end;
      let at = 0;
      return refresh(value.template, () => atoms[at++]!);
    }
    const { sym, outs } = renewed(value.template);
    out.emit({ tag: "global", global: value.global, outs });
    return sym;
  }

  protected laidOut(sym: AbstractValue, layout: Layout, out: BlockBuilder): AbstractValue {
    const atoms = components(this, sym, layout, out);
    let at = 0;
    return fromComponents(layout, () => atoms[at++]!);
  }

  protected cyclic: ReadonlySet<string> | undefined;

  protected isCyclic(name: string): boolean {
    this.cyclic ??= recursiveGlobals(this.coreProgram);
    return this.cyclic.has(name);
  }

  // ---- terms

  eval(term: Term, env: Env, out: BlockBuilder, tails: Tails): AbstractValue | undefined {
    if (++this.size > this.largest) throw new TooLargeToCompile();
    if (this.size % TICK === 0) this.tick();
    const around = enter(term.span);
    try {
      switch (term.tag) {
        case "var":
          return this.variable(lookUp(env, term.name), term.types, env, out);
        case "global": {
          const types = term.types.map((type) => substitute(type, env.types));
          const named = this.named.get(term.name);
          if (named !== undefined) return { tag: "named", fn: named, types, args: [] };
          return this.globalValue(this.globals.get(term.name) ?? internal("no such definition", term.name), types, out);
        }
        case "real":
          return scalar("real", literal("real", term.value));
        case "int":
          return scalar("int", literal("int", term.value));
        case "tuple":
        case "fork": {
          const items = this.evalAll(term.items, env, out);
          return items && this.tuple(items.map((item) => this.made(item, out)));
        }
        case "proj": {
          const tuple = this.eval(term.term, env, out, NONE);
          return tuple && tupleParts(tuple, out)[term.index];
        }
        case "list":
          return this.listTerm(term, env, out);
        case "array": {
          const items = this.evalAll(term.items, env, out);
          if (items === undefined) return undefined;
          const layout = this.layouts.of({ tag: "con", name: "Array", args: [substitute(term.item, env.types)] });
          const array = alloc(layout as never, literal("index", items.length), out);
          items.forEach((item, index) => put(this, array, literal("index", index), item, out));
          return array;
        }
        case "con":
          return this.constructor_(term, env, out);
        case "lam":
          return { tag: "closure", lam: term, env };
        case "app": {
          const fn = this.eval(term.fn, env, out, NONE);
          if (fn === undefined) return undefined;
          const argument = this.eval(term.arg, env, out, NONE);
          return argument && this.apply(fn, argument, out, tails);
        }
        case "let":
          return this.let(term, env, out, tails);
        case "letrec": {
          const functions = term.functions;
          return this.eval(term.body, this.bindGroup(functions, env, env), out, tails);
        }
        case "case": {
          const scrutinee = this.eval(term.scrutinee, env, out, NONE);
          return scrutinee && this.branches(term, 0, this.made(scrutinee, out), env, out, tails);
        }
        case "op":
          return this.op(term, env, out);
        case "prim": {
          const args = this.evalAll(term.args, env, out);
          const types = term.types.map((type) => substitute(type, env.types));
          return args && runPrim(term, types, args, this, out);
        }
        case "forkList": {
          const thunks = this.eval(term.thunks, env, out, NONE);
          const map = this.named.get("map") ?? internal("parList without map");
          if (thunks === undefined) return undefined;
          const item = substitute(term.item, env.types);
          const call: Term = {
            tag: "app",
            fn: { tag: "var", name: "thunk", types: [] },
            arg: { tag: "tuple", items: [] },
          };
          const param = { tag: "var", name: "thunk", type: fun(UNIT, item) } as const;
          const force: AbstractValue = {
            tag: "closure",
            lam: { tag: "lam", linear: false, param, body: call },
            env: EMPTY,
          };
          return this.call(
            { tag: "named", fn: map, types: [fun(UNIT, item), item], args: [force, thunks] },
            out,
            tails,
          );
        }
        case "dual":
        case "field":
        case "partial":
          return internal("a source program has no such term", term.tag);
        default:
          return unreachable(term);
      }
    } finally {
      leave(around);
    }
  }

  protected variable(bound: Bound, types: readonly Type[], env: Env, out: BlockBuilder): AbstractValue | undefined {
    if (bound.tag === "polymorphic") {
      const at = types.map((type) => substitute(type, env.types));
      const inner = new Map([...bound.env.types, ...bound.variables.map((name, i) => [name, at[i] ?? UNIT] as const)]);
      const key = at.map(typeKey).join(",");
      const known = bound.made.get(key);
      if (known !== undefined && out.isWithin(known.out)) return known.sym;
      const made = this.eval(bound.term, { ...bound.env, types: inner }, out, NONE);
      const sym = made && this.made(made, out);
      if (sym !== undefined && !isValue(bound.term)) bound.made.set(key, { sym, out });
      return sym;
    }
    const { sym } = bound;
    if (sym.tag === "named" && sym.types.length === 0 && types.length > 0)
      return { ...sym, types: types.map((type) => substitute(type, env.types)) };
    return sym;
  }

  protected evalAll(terms: readonly Term[], env: Env, out: BlockBuilder): AbstractValue[] | undefined {
    const syms: AbstractValue[] = [];
    for (const term of terms) {
      const sym = this.eval(term, env, out, NONE);
      if (sym === undefined) return undefined;
      syms.push(sym);
    }
    return syms;
  }

  protected tuple(items: readonly AbstractValue[]): AbstractValue {
    if (items.length === 0) return UNIT_VALUE;
    return { tag: "product", items };
  }

  protected dataLayout(name: string, types: readonly Type[], env: Env): Layout {
    return this.layouts.of({ tag: "con", name, args: types.map((type) => substitute(type, env.types)) });
  }

  protected constructor_(term: Extract<Term, { tag: "con" }>, env: Env, out: BlockBuilder): AbstractValue | undefined {
    const fields = this.evalAll(term.args, env, out)?.map((field) => this.made(field, out));
    if (fields === undefined) return undefined;
    const layout = this.dataLayout(term.data, term.types, env);
    if (layout.tag === "bool") return scalar("bool", literal("bool", term.con === "True"));
    if (layout.tag === "product") return { tag: "product", items: fields };
    if (layout.tag !== "data") return internal("a constructor has no data type", term.con);
    return { tag: "known", con: conNamed(layout, term.con), fields, made: undefined };
  }

  protected listTerm(term: Extract<Term, { tag: "list" }>, env: Env, out: BlockBuilder): AbstractValue | undefined {
    const items = this.evalAll(term.items, env, out)?.map((item) => this.made(item, out));
    if (items === undefined) return undefined;
    const tail = term.tail && this.eval(term.tail, env, out, NONE);
    if (term.tail !== undefined && tail === undefined) return undefined;
    const layout = this.dataLayout("#List", [term.item], env) as DataLayout;
    let list: AbstractValue = (tail && this.made(tail, out)) ?? {
      tag: "known",
      con: conNamed(layout, "[]"),
      fields: [],
      made: undefined,
    };
    const cons = conNamed(layout, "::");
    for (const item of items.reverse()) {
      list = { tag: "known", con: cons, fields: [item, list], made: undefined };
      if (items.length > 3) objectOf(this, list, out);
    }
    return list;
  }

  protected let(
    term: Extract<Term, { tag: "let" }>,
    env: Env,
    out: BlockBuilder,
    tails: Tails,
  ): AbstractValue | undefined {
    let inner = env;
    for (const [index, { pattern, variables, bound, span }] of term.bindings.entries()) {
      if (variables.length > 0 && pattern.tag === "var") {
        // what may fail does so here, used or not
        const types = new Map([...inner.types, ...variables.map((name) => [name, UNIT] as const)]);
        const probe = isValue(bound) ? UNIT_VALUE : this.eval(bound, { ...inner, types }, out, NONE);
        if (probe === undefined) return undefined;
        this.made(probe, out);
        inner = bindBound(inner, pattern.name, {
          tag: "polymorphic",
          variables,
          term: bound,
          env: inner,
          made: new Map(),
        });
        continue;
      }
      const sym = this.eval(bound, inner, out, NONE);
      if (sym === undefined) return undefined;
      const rest: Term =
        index === term.bindings.length - 1 ? term.body : { ...term, bindings: term.bindings.slice(index + 1) };
      const message = "this pattern does not match the value";
      const next = this.bindParameter(pattern, sym, inner, rest, span ?? bound.span, out, message);
      if (next === undefined) return undefined;
      inner = next;
    }
    return this.eval(term.body, inner, out, tails);
  }

  protected branches(
    term: Extract<Term, { tag: "case" }>,
    from: number,
    scrutinee: AbstractValue,
    env: Env,
    out: BlockBuilder,
    tails: Tails,
  ): AbstractValue | undefined {
    const branch = term.branches[from];
    if (branch === undefined)
      return this.fail("no-match", ["no branch of this `case` matches the value"], term.span, out);
    const { pattern, body } = branch;
    const evalBranch = (at: BlockBuilder): AbstractValue | undefined => {
      const inner = bindPattern(pattern, scrutinee, env, at, (name, sym) => this.bound(name, sym, body, at));
      return this.eval(body, inner, at, tails);
    };
    const test = testPattern(pattern, scrutinee, out);
    if (test === true) return evalBranch(out);
    if (test === false) return this.branches(term, from + 1, scrutinee, env, out, tails);
    const then = new BlockBuilder(out);
    learnFrom(pattern, scrutinee, true, then);
    const a = evalBranch(then);
    const otherwise = new BlockBuilder(out);
    learnFrom(pattern, scrutinee, false, otherwise);
    const b = this.branches(term, from + 1, scrutinee, env, otherwise, tails);
    const joined = join(this, { out: then, sym: a }, { out: otherwise, sym: b });
    out.emit({ tag: "if", test, yes: then.block, no: otherwise.block, outs: joined?.outs ?? [] });
    return joined?.sym;
  }

  protected op(term: Extract<Term, { tag: "op" }>, env: Env, out: BlockBuilder): AbstractValue | undefined {
    const args = this.evalAll(term.args, env, out);
    if (args === undefined) return undefined;
    const atoms = args.map((arg) => (arg.tag === "scalar" ? arg.atom : internal("an operand is no scalar", arg.tag)));
    if (term.op.tag === "builtin") {
      const { result } = OPS[term.op.id];
      const kind = result === "Real" ? "real" : result === "Int" ? "int" : "bool";
      const folded = foldedOp(term.op.id, kind, atoms);
      if (folded !== undefined) return scalar(kind, folded);
      const value = newVar(kind);
      out.emit({ tag: "op", out: value, op: term.op.id, args: atoms, span: term.span });
      return scalar(kind, value);
    }
    return this.customOp(term.op.name, atoms, out);
  }

  /** Whether the value or a partial of a custom op is being compiled. */
  private isInOp = false;

  /** The value of a custom op, and its partials where derivatives are wanted, are computed as plain numbers. */
  protected customOp(name: string, args: readonly Atom[], out: BlockBuilder): AbstractValue | undefined {
    const op = this.coreProgram.ops.find((one) => one.name === name) ?? internal("no such op", name);
    const plain = args.map((arg): AbstractValue => {
      const value = newVar("real");
      out.emit({ tag: "plain", out: value, arg });
      return scalar("real", value);
    });
    const argument: AbstractValue = plain.length === 1 ? plain[0]! : { tag: "product", items: plain };
    const { context, isInOp } = this;
    const instances = context.mode === "plain" ? context.instances : [];
    this.context = { mode: "plain", instances, outer: context };
    this.isInOp = true;
    const run = (lam: Term): Atom | undefined => {
      if (lam.tag !== "lam") return internal("a custom op is no function", name);
      const result = this.apply({ tag: "closure", lam, env: EMPTY }, argument, out, NONE);
      if (result === undefined) return undefined;
      return result.tag === "scalar" ? result.atom : internal("a custom op gives no number", name);
    };
    const value = run(op.value);
    // with derivatives come the partials, though nobody may ask for them; within an op nothing is differentiated
    const partials = value === undefined || this.mode === "plain" || isInOp ? [] : op.partials.map(run);
    this.context = context;
    this.isInOp = isInOp;
    if (value === undefined || partials.includes(undefined)) return undefined;
    if (context.mode === "plain") return scalar("real", value);
    const result = newVar("real");
    out.emit({ tag: "chain", out: result, value, args, partials: partials as Atom[] });
    return scalar("real", result);
  }
}

/** Whether a term is a value as it stands: to evaluate it again costs nothing, and cannot fail. */
function isValue(term: Term): boolean {
  switch (term.tag) {
    case "lam":
    case "var":
    case "real":
    case "int":
      return true;
    case "con":
      return term.args.every(isValue);
    case "list":
      return term.items.every(isValue) && (term.tail === undefined || isValue(term.tail));
    case "tuple":
      return term.items.every(isValue);
    default:
      return false;
  }
}

/** An operation on constants that cannot fail, or one that gives its operand exactly. */
function foldedOp(id: OpId, kind: "real" | "int" | "bool", atoms: readonly Atom[]): Atom | undefined {
  const isOne = (atom: Atom): boolean => atom.tag === "literal" && atom.value === 1;
  if (id === "mul" && isOne(atoms[1]!)) return atoms[0];
  if (id === "mul" && isOne(atoms[0]!)) return atoms[1];
  if (id === "div" && isOne(atoms[1]!)) return atoms[0];
  if (OPS[id].fails !== undefined) return undefined;
  const numbers: number[] = [];
  for (const atom of atoms) {
    if (atom.tag !== "literal") return undefined;
    numbers.push(atom.value as number);
  }
  const value = OPS[id].value(...numbers);
  return literal(kind, kind === "bool" ? value !== 0 : value);
}

function conNamed(layout: DataLayout, name: string): ConLayout {
  return layout.cons.find((con) => con.name === name) ?? internal("a type has no such constructor", layout.name, name);
}

function layoutKey(layout: Layout): string {
  switch (layout.tag) {
    case "data":
    case "array":
    case "function":
      return layout.key;
    case "product":
      return `(${layout.items.map(layoutKey).join(",")})`;
    default:
      return layout.tag;
  }
}
