// T: transposition of what is linear (Radul et al. 2023, Fig. 11), on Linear B.
//
//   T(; v̇) = (; v̈)                                             T(let (v;) = e₁ in e₂) = let (v;) = e₁ in T(e₂)
//   T(let (; v̇) = ė₁ in ė₂) = let (; v̈, ..) = T(ė₂) in T(ė₁)       T(f.lin(t; v̇)) = f.lin.T(t; v̈)
//   T(v̇ + ẇ) = dup(v̈)           T(dup(v̇)) = v̈₁ + v̈₂            T(0) = drop(v̈)        T(drop(e)) = (; 0, ..)
//   T(v * ẇ) = v * v̈            T(-v̇) = -v̈                     T(⊗(v̇)) = let (; ⊗ẅ) = v̈ in (; ẅ)
//
// The figure's rule for let lists all cotangents that wait at every let, so that its text is quadratic in them; here each binding has
// its own transpose, in reverse order, and all cotangents are returned once, at the end: what runs is the same, and the text is as
// long as that of f.lin (Theorem 8.1). Where an e is dropped that reads what is not linear, this is dropped instead.

import { nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { step } from "../../base/watch.ts";
import { typeIn, typesIn } from "./linear-a/check.ts";
import { derived, Fresh, namesIn } from "./linear-a/names.ts";
import {
  type Binding,
  bindLinear,
  type Definition,
  dropping,
  type Expression,
  freeIn,
  isNonlinear,
  type LinearProgram,
  type LinearType,
  type Variable,
} from "./linear-a/syntax.ts";

/** T of every definition of a program of Linear B that gives linear results; the others stay as they are. */
export function transpose(program: LinearProgram): LinearProgram {
  return program.map((definition) =>
    definition.results.nonlinear.length > 0 ? definition : transposedDefinition(definition),
  );
}

/** T of a definition f.lin(t; v̇) → (; σ): f.lin.T(t; σ) → (; τ). */
export function transposedDefinition(definition: Definition): Definition {
  return new Transposer(definition).definition();
}

class Transposer {
  private readonly source: Definition;
  private readonly types: ReadonlyMap<string, LinearType>;
  private readonly fresh: Fresh;
  private readonly made: Binding[] = [];
  /** The cotangent of each linear variable whose use has been transposed. */
  private readonly cotangents = new Map<string, string>();

  constructor(source: Definition) {
    this.source = source;
    this.types = typesIn(source);
    this.fresh = new Fresh(namesIn(source));
  }

  definition(): Definition {
    const { name, span, nonlinear, linear, results, body, scalars } = this.source;
    const params = body.result.linear.map((one) => this.cotangentOf(one));
    // what is not linear comes first, in its order
    for (const [index, binding] of body.bindings.entries())
      if (isNonlinear(binding)) this.made.push({ ...binding, mirrors: index });
    for (let index = body.bindings.length - 1; index >= 0; index--) {
      const binding = nth(body.bindings, index);
      if (isNonlinear(binding)) continue;
      const from = this.made.length;
      this.binding(binding);
      for (let at = from; at < this.made.length; at++)
        this.made[at] = { ...nth(this.made, at), origin: binding.origin, mirrors: index };
    }
    const gradient = linear.map((one) => this.take(one.name));
    return {
      name: derived.transpose(name),
      span,
      nonlinear,
      linear: params,
      results: { nonlinear: results.nonlinear, linear: linear.map(({ type }) => type) },
      body: { bindings: this.made, result: { nonlinear: [], linear: gradient } },
      scalars,
    };
  }

  /** A cotangent for a variable: that of its one use. */
  private cotangentOf(name: string): Variable {
    const cotangent = this.fresh.cotangent(name);
    this.cotangents.set(name, cotangent);
    return { name: cotangent, type: typeIn(this.types, name) };
  }

  /** The cotangent of a variable that is bound here. */
  private take(name: string): string {
    return this.cotangents.get(name) ?? internal("a linear variable was not used", name);
  }

  private binding(binding: Binding): void {
    step();
    const { span, tangentOf: scalar } = binding;
    const from = this.made.length;
    if (binding.tag === "linear-unpack") {
      const items = binding.items.map((one) => this.take(one.name));
      this.made.push({ ...bindLinear(this.cotangentOf(binding.of), { tag: "linear-tuple", items }), span });
    } else if (binding.tag === "let") this.expression(binding);
    const first = this.made[from];
    if (scalar === undefined || first === undefined) return;
    const [bound] = binding.tag === "let" ? binding.linear : [];
    if (bound !== undefined) this.made[from] = { ...first, reaches: { scalar, cotangent: this.take(bound.name) } };
  }

  private expression({ bound, linear, span, scalar }: Extract<Binding, { tag: "let" }>): void {
    const made = (to: readonly string[], transposed: Expression): void => {
      const variables = to.map((name) => this.cotangentOf(name));
      this.made.push({ tag: "let", nonlinear: [], linear: variables, bound: transposed, span, scalar });
    };
    const cotangent = (index = 0): string => this.take(nth(linear, index).name);
    switch (bound.tag) {
      case "linear-variable":
        return made([bound.name], { tag: "linear-variable", name: cotangent() });
      case "zero":
        this.made.push({ ...dropping({ nonlinear: [], linear: [cotangent()] }), span });
        return;
      case "linear-tuple": {
        const of = cotangent();
        const items = bound.items.map((name) => this.cotangentOf(name));
        this.made.push({ tag: "linear-unpack", items, of, span });
        return;
      }
      case "plus":
        return made([bound.left, bound.right], { tag: "dup", linear: cotangent() });
      case "scale":
        return made([bound.linear], { tag: "scale", factor: bound.factor, linear: cotangent() });
      case "negate":
        return made([bound.linear], { tag: "negate", linear: cotangent() });
      case "dup":
        return made([bound.linear], { tag: "plus", left: cotangent(0), right: cotangent(1) });
      case "call":
        return made(bound.linear, {
          tag: "call",
          name: derived.transpose(bound.name),
          nonlinear: bound.nonlinear,
          linear: linear.map((_, index) => cotangent(index)),
        });
      case "drop": {
        const { nonlinear, linear: dropped } = freeIn(bound.block);
        if (nonlinear.length > 0) this.made.push(dropping({ nonlinear: [...new Set(nonlinear)], linear: [] }));
        for (const name of dropped) made([name], { tag: "zero", type: typeIn(this.types, name) });
        return;
      }
      default:
        internal("an expression of Linear A that is not linear", bound.tag);
    }
  }
}
