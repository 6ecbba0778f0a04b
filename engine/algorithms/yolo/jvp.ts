// J: forward mode (Radul et al. 2023, Fig. 7). From a definition without linear variables, one that computes its tangents, too.
//
//   J(v)                  = (v; v̇)                            J(l) = (l; 0)        J(⊗(v)) = (⊗(v); ⊗(v̇))
//   J(op(v₁, .., vₙ))     = (op(v₁, .., vₙ); ∂₁op(v₁, .., vₙ) * v̇₁ + .. + ∂ₙop(v₁, .., vₙ) * v̇ₙ)
//   J(f(v;))              = f.J(v; v̇)                         J(drop e) = drop(J(e))
//   J(let (v;) = e₁ in e₂) = let (; u̇₁, u̇₂) = dup(u̇) in let (v; v̇) = J(e₁) in J(e₂)         for each u that both use
//   J(let (⊗w;) = v in e) = let (⊗w;) = v in let (; ⊗ẇ) = v̇ in J(e)
//
// The figure's rules for sin, + and * are the same: ∂₁sin(v) is cos(v); a partial that is an operand or the result is not
// computed again, a partial of 1 is left out, and one of -1 is -v̇. The partials of cos and of other operations are ours. Where J is taken
// again, a partial is computed by operations, and one that is a number on each side of a branch has the tangent 0.

import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import type { OpRef } from "../../core/terms/term.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import type { ScalarTerm } from "../../scalars/scalar-term.ts";
import { typeIn, typesIn } from "./linear-a/check.ts";
import { derived, Fresh } from "./linear-a/names.ts";
import {
  type Binding,
  type Block,
  bindLinear,
  bindNonlinear,
  type Definition,
  dropping,
  type Expression,
  type LinearProgram,
  type LinearType,
  type Operand,
  R,
  readBy,
  type Variable,
} from "./linear-a/syntax.ts";
import { withoutPartials } from "./partials.ts";

/**
 * J of every definition of a program; of some, by name, it is given. A program that J made has partials: throws `NoStudy` where
 * one has no formula.
 */
export function jvp(program: LinearProgram, given: ReadonlyMap<string, Definition> = new Map()): LinearProgram {
  return program.map(
    (definition) => given.get(definition.name) ?? new Forward(withoutPartials(definition)).definition(),
  );
}

/** The factor of a tangent. */
type Factor =
  | { readonly tag: "one" }
  | { readonly tag: "minus one" }
  | { readonly tag: "operand"; readonly name: string; readonly isNegative: boolean }
  | { readonly tag: "computed"; readonly expression: Expression; readonly isNegative: boolean };

class Forward {
  private readonly source: Definition;
  private readonly types: ReadonlyMap<string, LinearType>;
  private readonly fresh: Fresh;
  private readonly made: Binding[] = [];
  /** The place of the binding that is transformed. */
  private origin = 0;
  /** S: the tangent of each variable that is still to be used. */
  private readonly tangents = new Map<string, string>();
  /** How often each variable is still used. */
  private readonly uses = new Map<string, number>();

  constructor(source: Definition) {
    if (source.linear.length > 0) internal("J is of definitions without linear variables", source.name);
    this.source = source;
    this.types = typesIn(source);
    this.fresh = new Fresh(this.types.keys());
  }

  definition(): Definition {
    const { name, nonlinear, results, body, span, scalars } = this.source;
    const linear = nonlinear.map((variable) => this.tangentOf(variable));
    this.count(body);
    for (const binding of body.bindings) {
      this.bindings([binding]);
      this.origin++;
    }
    const result = { nonlinear: body.result.nonlinear, linear: this.takeAll(body.result.nonlinear) };
    return {
      name: derived.jvp(name),
      span,
      nonlinear,
      linear,
      results: { nonlinear: results.nonlinear, linear: results.nonlinear },
      body: { bindings: this.made, result },
      scalars,
    };
  }

  private count({ bindings, result }: Block): void {
    const use = (name: string): void => void this.uses.set(name, (this.uses.get(name) ?? 0) + 1);
    for (const binding of bindings)
      if (binding.tag === "let" && binding.bound.tag === "drop") this.count(binding.bound.block);
      else readBy(binding).nonlinear.forEach(use);
    result.nonlinear.forEach(use);
  }

  /** A tangent for a variable that is bound from here on. */
  private tangentOf({ name, type }: Variable): Variable {
    const tangent = this.fresh.tangent(name);
    this.tangents.set(name, tangent);
    return { name: tangent, type };
  }

  /** The tangent of a variable, for one use; where more uses follow, a dup leaves them the other copy. */
  private take(name: string, span: Binding["span"]): string {
    const tangent = this.tangents.get(name) ?? internal("a variable has no tangent", name);
    const left = present(this.uses.get(name)) - 1;
    this.uses.set(name, left);
    if (left === 0) return tangent;
    const type = typeIn(this.types, name);
    const copies = [name, name].map((one): Variable => ({ name: this.fresh.tangent(one), type }));
    this.emit({ tag: "let", nonlinear: [], linear: copies, bound: { tag: "dup", linear: tangent }, span });
    this.tangents.set(name, nth(copies, 1).name);
    return nth(copies, 0).name;
  }

  private takeAll(names: readonly string[], span?: Binding["span"]): readonly string[] {
    return names.map((name) => this.take(name, span));
  }

  private emit(binding: Binding): void {
    this.made.push({ ...binding, origin: this.origin });
  }

  private bindings(bindings: readonly Binding[]): void {
    for (const binding of bindings) this.binding(binding);
  }

  private binding(binding: Binding): void {
    step();
    const { span, scalar } = binding;
    if (binding.tag === "linear-unpack") internal("J of a linear variable", this.source.name);
    if (binding.tag === "unpack") {
      const of = this.take(binding.of, span);
      this.emit(binding);
      const items = binding.items.map((one) => this.tangentOf(one));
      this.emit({ tag: "linear-unpack", items, of, span });
      return;
    }
    const { nonlinear, bound } = binding;
    switch (bound.tag) {
      case "literal":
        this.emit(binding);
        return this.tangent(nth(nonlinear, 0), { tag: "zero", type: R }, binding);
      case "variable": {
        const linear = this.take(bound.name, span);
        this.emit(binding);
        return this.tangent(nth(nonlinear, 0), { tag: "linear-variable", name: linear }, binding);
      }
      case "tuple": {
        const items = this.takeAll(bound.items, span);
        this.emit(binding);
        return this.tangent(nth(nonlinear, 0), { tag: "linear-tuple", items }, binding);
      }
      case "call": {
        const linear = this.takeAll(bound.nonlinear, span);
        const call: Expression = { ...bound, name: derived.jvp(bound.name), linear };
        const tangents = nonlinear.map((one) => this.tangentOf(one));
        this.emit({ tag: "let", nonlinear, linear: tangents, bound: call, span, scalar });
        return;
      }
      case "drop": {
        // the bindings of e stand before drop(e): their work is the same there
        const { block } = bound;
        this.bindings(block.bindings);
        const result = { nonlinear: block.result.nonlinear, linear: this.takeAll(block.result.nonlinear, span) };
        this.emit({ ...binding, bound: { tag: "drop", block: { bindings: [], result } } });
        return;
      }
      case "op":
        return this.operation(binding, bound, nth(nonlinear, 0));
      case "partial": {
        // a flat one: the others are operations here
        const reals = bound.operands.flatMap((one) => (one.tag === "variable" ? [one.name] : []));
        const linear = this.takeAll(reals, span);
        this.emit(binding);
        this.emit({ ...dropping({ nonlinear: [], linear }), span });
        return this.tangent(nth(nonlinear, 0), { tag: "zero", type: R }, binding);
      }
      default:
        internal("J of a linear expression", bound.tag);
    }
  }

  /** let (; v̇) = .., v̇ being the tangent of a scalar that watching knows. */
  private tangent(of: Variable, bound: Expression, { span, scalar }: Binding): void {
    this.emit({ ...bindLinear(this.tangentOf(of), bound), span, tangentOf: scalar });
  }

  private operation(binding: Binding, bound: Extract<Expression, { tag: "op" }>, result: Variable): void {
    const { span } = binding;
    const { op, operands } = bound;
    const reals = operands.flatMap((one, index) => (one.tag === "variable" ? [{ index, name: one.name }] : []));
    const tangents = reals.map(({ name }) => this.take(name, span));
    this.emit(binding);
    if (reals.length === 0) return this.tangent(result, { tag: "zero", type: R }, binding);
    const target = this.tangentOf(result);
    const products = reals.map(({ index, name }, at): Expression => {
      const tangent = nth(tangents, at);
      const factor = factorOf(op, operands, index, result.name);
      if (factor.tag === "one") return { tag: "linear-variable", name: tangent };
      if (factor.tag === "minus one") return { tag: "negate", linear: tangent };
      const by = factor.tag === "operand" ? factor.name : this.computed(name, factor.expression, span);
      const product: Expression = { tag: "scale", factor: by, linear: tangent };
      return factor.isNegative ? { tag: "negate", linear: this.named(product, result, span) } : product;
    });
    const [first, ...others] = products;
    const sum = others.reduce<Expression>((left, right) => {
      const [a, b] = [left, right].map((one) => this.named(one, result, span));
      return { tag: "plus", left: present(a), right: present(b) };
    }, present(first));
    this.emit({ ...bindLinear(target, sum), span, tangentOf: binding.scalar });
  }

  /** A partial derivative, computed: `du` for a function of u. */
  private computed(operand: string, expression: Expression, span: Binding["span"]): string {
    const name = this.fresh.name(`d${operand}`);
    this.emit({ ...bindNonlinear({ name, type: R }, expression), span });
    return name;
  }

  /** A linear expression as a variable. */
  private named(expression: Expression, of: Variable, span: Binding["span"]): string {
    if (expression.tag === "linear-variable") return expression.name;
    const name = this.fresh.tangent(of.name);
    this.emit({ ...bindLinear({ name, type: R }, expression), span });
    return name;
  }
}

/** ∂ᵢop at operands, whose result has a name. */
function factorOf(op: OpRef, operands: readonly Operand[], index: number, result: string): Factor {
  const generic: Factor = {
    tag: "computed",
    expression: { tag: "partial", op, index, operands },
    isNegative: false,
  };
  if (op.tag === "custom") return generic;
  const term = OPS[op.id].derivatives[index]?.term ?? internal("an operation has no such partial", op.id, index);
  if (term.tag === "number" && term.value === 1) return { tag: "one" };
  if (term.tag === "number" && term.value === -1) return { tag: "minus one" };
  const isNegative = term.tag === "op" && term.op === "neg";
  const applied = isNegative ? nth(term.args, 0) : term;
  // an operation at the same operands: what the operation itself gives, or another that is applied like it
  if (applied.tag === "op" && applied.args.length === operands.length && applied.args.every(isOperandAt)) {
    if (applied.op === op.id) return { tag: "operand", name: result, isNegative };
    const other: OpRef = { tag: "builtin", id: applied.op as OpId };
    return { tag: "computed", expression: { tag: "op", op: other, operands }, isNegative };
  }
  const at = term.tag === "operand" ? operands[term.index] : undefined;
  return at?.tag === "variable" ? { tag: "operand", name: at.name, isNegative: false } : generic;
}

function isOperandAt(term: ScalarTerm, place: number): boolean {
  return term.tag === "operand" && term.index === place;
}
