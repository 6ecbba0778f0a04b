// Functions with a pullback of their own. A call of f with pullback g at x is one of a function that calls f on plain numbers and gives a
// copy of the result, with a record as a pass has (`codegen/passes-text.ts`). To take it back, ⟨g x c, x⟩ is computed, where c is the
// cotangent of the copy and g x c is constant, and swept over: its gradient by x is g x c.
import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Term } from "../../core/terms/term.ts";
import type { Type } from "../../types/type.ts";
import type { Atom, Fn, Pass, Var } from "../ir/ir.ts";
import { componentsOf, LeftToMachine } from "../ir/layout.ts";
import {
  Abstraction,
  type AbstractValue,
  type BlockBuilder,
  fresh,
  fromComponents,
} from "../partial-evaluation/abstract-value.ts";
import { check } from "../partial-evaluation/binding.ts";
import { type Compilation, NONE } from "../partial-evaluation/compilation.ts";
import { apply, inContext, newFn } from "../partial-evaluation/functions.ts";
import { components, refresh, settle } from "../partial-evaluation/materialise.ts";
import { partsOf as tupleParts } from "../partial-evaluation/patterns.ts";
import type { Structurals } from "./structural.ts";
import type { Tangents } from "./tangent-terms.ts";

/** The failure of a pullback whose result is no cotangent of the point; the machine then says how it differs. */
const OTHER_FORM = {
  kind: "pullback-form",
  message: ["the cotangent that the pullback gives differs from the argument"],
};

/** The types and the functions of a rule: f : point → result, and g : point → result → point. */
interface Rule {
  readonly point: Type;
  readonly result: Type;
  /** ⟨f, g⟩, with what they capture. */
  readonly functions: AbstractValue;
  /** The kinds of what is captured. */
  readonly kinds: readonly Var["kind"][];
  readonly span: Term["span"];
}

/** The pullbacks of one's own in one compilation. */
export class OwnPullbacks {
  private readonly tangents: Tangents;
  private readonly structurals: Structurals;
  private readonly c: () => Compilation;
  private readonly known = new Map<string, Fn>();

  constructor(tangents: Tangents, structurals: Structurals, c: () => Compilation) {
    this.tangents = tangents;
    this.structurals = structurals;
    this.c = c;
  }

  /** The value of f at x. */
  apply(
    [result, point]: readonly [Type, Type],
    [f, g, x]: readonly [AbstractValue, AbstractValue, AbstractValue],
    span: Term["span"],
    out: BlockBuilder,
  ): AbstractValue | undefined {
    const c = this.c();
    if (c.context.mode === "plain") return apply(c, f, x, out, NONE);
    const functions = settle(c, { tag: "product", items: [f, g] }, out);
    const parts = components(c, x, c.layouts.of(point), out);
    const { key, leaves, kinds } = new Abstraction(c).add(functions);
    let fn = this.known.get(key);
    if (fn === undefined) {
      const { isInOp } = c;
      c.isInOp = false;
      fn = this.newFn(key, { point, result, functions, kinds, span });
      c.isInOp = isInOp;
    }
    const { sym, vars } = fresh(c.layouts.of(result), out);
    out.emit({ tag: "call", fn, args: [...leaves, ...parts], outs: vars, span });
    return sym;
  }

  private newFn(key: string, rule: Rule): Fn {
    const c = this.c();
    const { point, result, kinds, span } = rule;
    const layout = c.layouts.of(result);
    // the cells of a cotangent that hold Ints would have to be told from the others
    if (this.structurals.hasIntCells(result))
      throw new LeftToMachine("has a pullback of one's own for data with Ints in it, which is not compiled");
    const isActive = this.tangents.mentionsReal(result);
    const params = [...this.vars(kinds), ...this.vars(this.kindsOf(point))];
    const made = newFn(c, "rule", isActive ? "active" : "plain", "reference", params, componentsOf(layout), span);
    const pass: Pass = { captured: kinds.length, count: 0, tangent: undefined };
    const fn: Fn = isActive ? { ...made, pass } : made;
    c.fns[fn.id] = fn;
    this.known.set(key, fn);
    inContext(c, "plain", fn, (body) => {
      const [f] = this.functions(rule, params, body);
      const value = apply(c, f, this.value(point, params.slice(kinds.length)), body, NONE);
      const whole = value && settle(c, value, body);
      if (whole === undefined) return undefined;
      if (isActive) body.emit({ tag: "mark", pass });
      const copy = isActive ? this.structurals.of("copy", result, [whole], body) : whole;
      return copy && components(c, copy, layout, body);
    });
    if (isActive) pass.tangent = this.tangent(rule, this.pullback(rule));
    return fn;
  }

  /** From what is captured, x and c: g x c. */
  private pullback(rule: Rule): Fn {
    const c = this.c();
    const { point, result, kinds, span } = rule;
    const [given, width] = [this.kindsOf(point), this.kindsOf(result)];
    const params = [...this.vars(kinds), ...this.vars(given), ...this.vars(width)];
    const fn = newFn(c, "pullback", "plain", "reference", params, given, span);
    inContext(c, "plain", fn, (body) => {
      const [, g] = this.functions(rule, params, body);
      const x = this.value(point, params.slice(kinds.length));
      const linear = apply(c, g, x, body, NONE);
      const cotangent = this.value(result, params.slice(kinds.length + given.length));
      const back = linear && apply(c, linear, cotangent, body, NONE);
      const whole = back && settle(c, back, body);
      const isAlike = whole && this.structurals.of("form", point, [x, whole], body);
      if (whole === undefined || isAlike?.tag !== "scalar") return undefined;
      const { atom } = isAlike;
      if (!check(atom.tag === "literal" ? atom.value === true : atom, { ...OTHER_FORM, span }, body)) return undefined;
      return components(c, whole, c.layouts.of(point), body);
    });
    return fn;
  }

  /** From what is captured, x and c: ⟨g x c, x⟩, where x varies in the right one only. */
  private tangent({ point, result, kinds, span }: Rule, pullback: Fn): Fn {
    const c = this.c();
    const [given, width] = [this.kindsOf(point), this.kindsOf(result)];
    const params = [...this.vars(kinds), ...this.vars(given), ...this.vars(width)];
    const fn = newFn(c, "tangent of rule", "active", "reference", params, ["real"], span);
    inContext(c, "active", fn, (body) => {
      const x = this.value(point, params.slice(kinds.length));
      const constant = this.structurals.of("copy", point, [x], body);
      if (constant === undefined) return undefined;
      const { sym, vars } = fresh(c.layouts.of(point), body);
      const parts = components(c, constant, c.layouts.of(point), body);
      const args: Atom[] = [...params.slice(0, kinds.length), ...parts, ...params.slice(kinds.length + given.length)];
      body.emit({ tag: "call", fn: pullback, args, outs: vars, span });
      const product = this.structurals.of("inner", point, [x, sym], body);
      return product && [product.tag === "scalar" ? product.atom : internal("a Real was expected", product.tag)];
    });
    return fn;
  }

  private functions({ functions }: Rule, params: readonly Var[], out: BlockBuilder) {
    let at = 0;
    const here = refresh(functions, () => nth(params, at++));
    return tupleParts(here, out) as readonly [AbstractValue, AbstractValue];
  }

  private value(type: Type, vars: readonly Var[]): AbstractValue {
    let at = 0;
    return fromComponents(this.c().layouts.of(type), () => nth(vars, at++));
  }

  private kindsOf(type: Type): readonly Var["kind"][] {
    return componentsOf(this.c().layouts.of(type));
  }

  private vars(kinds: readonly Var["kind"][]): Var[] {
    return kinds.map((kind) => this.c().variables.newVar(kind));
  }
}
