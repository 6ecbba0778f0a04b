// Derivatives in a program. `jvp f x v` is f with tangents, at x and v. `grad f x` is a pass: a function of what f captures and of
// x, which calls f at a copy of x and sweeps (`ir.ts`). A pass is differentiated by f with tangents, too: the gradient of ⟨v, ∇f⟩ is that
// of the derivative of f in the direction v.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { isRuled } from "../../core/terms/prims.ts";
import type { CoreProgram, Global, Term } from "../../core/terms/term.ts";
import { substitute, type Type } from "../../types/type.ts";
import type { Atom, Fn, Gradient, Var } from "../ir/ir.ts";
import { componentsOf, type Layout, LeftToMachine } from "../ir/layout.ts";
import {
  Abstraction,
  type AbstractValue,
  type BlockBuilder,
  type Env,
  fresh,
  fromComponents,
  scalar,
} from "../partial-evaluation/abstract-value.ts";
import { check } from "../partial-evaluation/binding.ts";
import { type Compilation, NONE } from "../partial-evaluation/compilation.ts";
import { apply, inContext, namedOf, newFn } from "../partial-evaluation/functions.ts";
import { components, refresh, settle } from "../partial-evaluation/materialise.ts";
import { partsOf as tupleParts } from "../partial-evaluation/patterns.ts";
import { Lifted } from "./lifted.ts";
import { OwnPullbacks } from "./own-pullbacks.ts";
import { Structurals, structuralOf } from "./structural.ts";
import { ruleOf } from "./tangent-prims.ts";
import { asPull, Tangents } from "./tangent-terms.ts";

/** The failure of a direction; the machine then says how it differs. */
const OTHER_FORM = { kind: "direction-form", message: ["the direction of `jvp` differs from the point"] };

type Three = [AbstractValue, AbstractValue, AbstractValue];

/** The derivatives of one compilation. */
export class Derivatives {
  private readonly tangents: Tangents;
  private readonly c: () => Compilation;
  private readonly passes = new Map<string, { readonly fn: Fn; readonly withTangent: () => void }>();
  private readonly structurals: Structurals;
  private readonly lifted: Lifted;
  private readonly pullbacks: OwnPullbacks;

  constructor(program: CoreProgram, lambdas: Map<Term, Type>, c: () => Compilation) {
    this.tangents = new Tangents(program, lambdas);
    this.c = c;
    this.structurals = new Structurals(this.tangents, c);
    this.pullbacks = new OwnPullbacks(this.tangents, this.structurals, c);
    this.lifted = new Lifted(this.tangents, this.structurals, c);
  }

  /** The data types of a program, with those with tangents. */
  get data() {
    return this.tangents.data();
  }

  /** A definition with tangents, by its name. */
  global(name: string): Global {
    const c = this.c();
    const made = this.tangents.global(name, (one) => c.globals.get(one) ?? this.global(one));
    if (made === undefined) throw new LeftToMachine("takes derivatives within each other deeper than is compiled");
    c.globals.set(name, made);
    const plain = name.slice(0, -1);
    if (c.recursive.has(plain)) c.recursive.add(name);
    if (c.long.has(plain)) c.long.add(name);
    if (made.kind === "function") c.named.set(name, namedOf(c, made, c.recursive.has(name)));
    return made;
  }

  /** Evaluates a derivative, or a part of a rule. */
  eval(term: Extract<Term, { tag: "prim" }>, env: Env, out: BlockBuilder): AbstractValue | undefined {
    const c = this.c();
    const types = term.types.map((type) => substitute(type, env.types));
    if (term.prim === "grad" || term.prim === "valueAndGrad") return c.eval(asPull(term), env, out, NONE);
    const rule = typeof term.prim === "string" ? undefined : (ruleOf(term.prim) ?? structuralOf(term.prim));
    if (rule?.tag === "scaled") return this.scaled(term, env, out);
    const args: AbstractValue[] = [];
    for (const arg of term.args) {
      const value = c.eval(arg, env, out, NONE);
      if (value === undefined) return undefined;
      args.push(value);
    }
    switch (rule?.tag) {
      case "added":
        return this.op("add", args, out, term.span);
      case "pull":
        return this.pass(rule.count, nth(types, 0), nth(args, 0), nth(args, 1), term.span, out);
      case "swap":
        return this.structurals.of("swap", substitute(rule.of, env.types), args, out);
      case "structural":
        return this.structurals.of(rule.what, rule.of, args, out, rule.isLift);
      default:
        if (isRuled(term.prim)) return this.pullbacks.apply(types as [Type, Type], args as Three, term.span, out);
        return this.jvp(types as [Type, Type], args as Three, term.span, out);
    }
  }

  /** A tangent that is known to be 0 takes nothing. */
  private scaled(term: Extract<Term, { tag: "prim" }>, env: Env, out: BlockBuilder): AbstractValue | undefined {
    const [partial, tangent] = term.args as [Term, Term];
    const by = this.c().eval(tangent, env, out, NONE);
    if (by === undefined || isZero(by)) return by;
    const slope = this.c().eval(partial, env, out, NONE);
    return slope && this.op("mul", [slope, by], out, term.span);
  }

  private op(op: "add" | "mul", args: readonly AbstractValue[], out: BlockBuilder, span: Term["span"]): AbstractValue {
    const [x, y] = args as [AbstractValue, AbstractValue];
    if (op === "add" && isZero(x)) return y;
    if (op === "add" && isZero(y)) return x;
    if (op === "mul" && isOne(x)) return y;
    const value = out.newVar("real");
    out.emit({ tag: "op", out: value, op, args: [atomOf(x), atomOf(y)], span });
    return scalar("real", value);
  }

  // ---- jvp

  private jvp(
    [point, result]: readonly [Type, Type],
    [f, x, v]: Three,
    span: Term["span"],
    out: BlockBuilder,
  ): AbstractValue | undefined {
    const isAlike = this.structurals.of("form", point, [x, v], out);
    if (isAlike === undefined || !check(atomOf(isAlike), { ...OTHER_FORM, span }, out)) return undefined;
    const given = this.structurals.of("pair", point, [x, v], out);
    const made = given && apply(this.c(), this.lifted.of(f, out), given, out, NONE);
    const whole = made && settle(this.c(), made, out);
    const value = whole && this.structurals.of("primal", result, [whole], out);
    const tangent = value && this.structurals.of("tangent", result, [whole], out);
    return tangent && { tag: "product", items: [value, tangent] };
  }

  // ---- grad

  private pass(
    count: number,
    point: Type,
    f: AbstractValue,
    x: AbstractValue,
    span: Term["span"],
    out: BlockBuilder,
  ): AbstractValue | undefined {
    const c = this.c();
    const layout = c.layouts.of(point);
    const settled = settle(c, f, out);
    const args = components(c, x, layout, out);
    const { key, leaves, kinds } = new Abstraction(c).add(settled);
    const whole = `${count} ${key}`;
    let made = this.passes.get(whole);
    if (made === undefined) made = this.newPass(whole, { count, point, settled, kinds, span });
    if (c.context.mode === "active") made.withTangent();
    const reals = Array.from({ length: count }, () => out.newVar("real"));
    const gradient = fresh(layout, out);
    out.emit({ tag: "call", fn: made.fn, args: [...leaves, ...args], outs: [...reals, ...gradient.vars], span });
    return { tag: "product", items: [...reals.map((one) => scalar("real", one)), gradient.sym] };
  }

  private newPass(key: string, of: Differentiated) {
    const { count, point, settled, kinds, span } = of;
    const c = this.c();
    const layout = c.layouts.of(point);
    const width = componentsOf(layout);
    const reals = new Array<"real">(count).fill("real");
    const captured = this.newVars(kinds);
    const at = this.newVars(width);
    const inputs = [...this.newVars(kinds), ...this.newVars(width)];
    const primal = newFn(c, "grad", "active", "reference", inputs, reals, span);
    const hasInts = this.structurals.hasIntCells(point);
    const pass: Gradient = { captured: captured.length, count, hasInts, primal, tangent: undefined };
    const fn: Fn = {
      ...newFn(c, "grad", "active", "reference", [...captured, ...at], [...reals, ...width], span),
      pass,
    };
    c.fns[fn.id] = fn;
    const withTangent = (): void => {
      if (pass.tangent === undefined) this.addTangent(of, pass);
    };
    const made = { fn, withTangent };
    this.passes.set(key, made);
    this.compile(primal, (body) => {
      const given = valueOf(layout, primal.params.slice(kinds.length));
      const value = apply(c, withCaptured(settled, primal.params.slice(0, kinds.length)), given, body, NONE);
      return value && realsOf(value, count, body);
    });
    inContext(c, "plain", fn, (body) => {
      const copy = this.structurals.of(hasInts ? "noted" : "copy", point, [valueOf(layout, at)], body);
      if (copy === undefined) return undefined;
      const parts = components(c, copy, layout, body);
      const outs = reals.map(() => body.newVar("real"));
      body.emit({ tag: "sweep", pass, args: [...captured, ...parts], outs });
      return [...outs, ...parts];
    });
    return made;
  }

  /** Adds the derivative of a pass: that of the function in a direction, of which the pass gives the gradient. */
  private addTangent({ count, point, settled, kinds, span }: Differentiated, pass: Gradient): void {
    const c = this.c();
    const layout = c.layouts.of(point);
    const width = componentsOf(layout);
    const reals = new Array<"real">(count).fill("real");
    const inputs = [kinds, width, width, reals].flatMap((some) => this.newVars(some));
    const tangent = newFn(c, "tangent of grad", "active", "reference", inputs, ["real"], span);
    pass.tangent = tangent;
    this.compile(tangent, (body) => {
      const { params } = tangent;
      const [x, v, w] = [kinds.length, kinds.length + width.length, kinds.length + 2 * width.length];
      const lifted = this.lifted.of(withCaptured(settled, params.slice(0, x)), body);
      const [at, direction] = [valueOf(layout, params.slice(x, v)), valueOf(layout, params.slice(v, w))];
      const given = this.structurals.of("pair", point, [at, direction], body);
      const value = given && apply(c, lifted, given, body, NONE);
      if (value === undefined) return undefined;
      const pairs = count === 1 ? [value] : tupleParts(value, body);
      let [, sum] = tupleParts(nth(pairs, 0), body) as [AbstractValue, AbstractValue];
      for (const [index, weight] of params.slice(w).entries()) {
        const [primal] = tupleParts(nth(pairs, index), body) as [AbstractValue];
        sum = this.op("add", [sum, this.op("mul", [primal, scalar("real", weight)], body, span)], body, span);
      }
      return [atomOf(sum)];
    });
  }

  private newVars(kinds: readonly Var["kind"][]): Var[] {
    return kinds.map((kind) => this.c().variables.newVar(kind));
  }

  /** Compiles a function that is called, whatever is compiled around it. */
  private compile(fn: Fn, run: (out: BlockBuilder) => Atom[] | undefined): void {
    const c = this.c();
    const { isInOp } = c;
    c.isInOp = false;
    inContext(c, fn.mode, fn, run);
    c.isInOp = isInOp;
  }
}

/** A function whose gradient is asked for: its value, of what kinds the captured ones are, the type of its point, and how many Reals it gives. */
interface Differentiated {
  readonly settled: AbstractValue;
  readonly kinds: readonly Var["kind"][];
  readonly point: Type;
  readonly count: number;
  readonly span: Term["span"];
}

/** A function with other captured atoms. */
function withCaptured(settled: AbstractValue, captured: readonly Atom[]): AbstractValue {
  let at = 0;
  return refresh(settled, () => nth(captured, at++));
}

/** The value that has variables as its components. */
function valueOf(layout: Layout, vars: readonly Var[]): AbstractValue {
  let at = 0;
  return fromComponents(layout, () => nth(vars, at++));
}

function isZero(value: AbstractValue): boolean {
  return value.tag === "scalar" && value.atom.tag === "literal" && value.atom.value === 0;
}

function isOne(value: AbstractValue): boolean {
  return value.tag === "scalar" && value.atom.tag === "literal" && value.atom.value === 1;
}

function atomOf(value: AbstractValue): Atom {
  return value.tag === "scalar" ? value.atom : internal("a Real was expected", value.tag);
}

/** The Reals that a function gives: one, or a tuple of them. */
function realsOf(value: AbstractValue, count: number, out: BlockBuilder): Atom[] {
  return count === 1 ? [atomOf(value)] : tupleParts(value, out).map(atomOf);
}
