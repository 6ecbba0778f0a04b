// Types of definitions in Linear A, as far as they can be called from a text: those above, and those of a program.

import type { SyntaxNode } from "@lezer/common";
import { nth } from "../../../base/nth.ts";
import { LinearityError, sameLinearType, shownType } from "../linear-a/check.ts";
import { derived } from "../linear-a/names.ts";
import { shownName } from "../linear-a/print.ts";
import { type Definition, isNonlinear, type LinearProgram, type LinearType } from "../linear-a/syntax.ts";
import { spanOf } from "./nodes.ts";

/** The definitions that a text in Linear A may call: those of the program, and those that were read from the text so far. */
export class Signatures {
  private readonly known = new Map<string, Definition>();
  /** Definitions that could not be read: what calls them is wrong for that reason alone. */
  private readonly spoilt = new Set<string>();

  constructor(program: LinearProgram) {
    for (const one of program) this.known.set(one.name, one);
  }

  /** The known callees. */
  get before(): ReadonlyMap<string, Definition> {
    return this.known;
  }

  add(definition: Definition): void {
    this.known.set(definition.name, definition);
  }

  spoil(name: string): void {
    this.spoilt.add(name);
  }

  of(name: string): Definition | undefined {
    return this.known.get(name);
  }

  /** A definition that is called. */
  called(name: string, node: SyntaxNode): Definition {
    const found = this.known.get(name) ?? this.derivative(name);
    if (found !== undefined) return found;
    const shown = shownName(name);
    throw new LinearityError(
      this.spoilt.has(name)
        ? `\`${shown}\` has an error itself`
        : `\`${shown}\` is no operation, and not defined above: Linear A has no recursion`,
      name,
      spanOf(node),
    );
  }

  /** J of a definition that has one: what it takes and gives is known without its text. */
  private derivative(name: string): Definition | undefined {
    const of = [...this.known.values()].find((one) => isPure(one) && derived.jvp(one.name) === name);
    if (of === undefined) return undefined;
    const { nonlinear, results } = of;
    const linear = nonlinear.map((one) => ({ ...one, name: `${one.name}̇` }));
    const definition = { ...of, name, linear, results: { ...results, linear: results.nonlinear } };
    this.known.set(name, definition);
    return definition;
  }
}

/** Whether a definition has nothing linear, so that J takes it. */
export function isPure({ linear, results, body }: Definition): boolean {
  return linear.length === 0 && results.linear.length === 0 && body.bindings.every(isNonlinear);
}

/** The type of the derivative of a definition, where that is not the present one: f : (τ;) → (σ;) has f.J : (τ; τ) → (σ; σ). */
export function wantedOfDerivative(derivative: Definition, of: Definition): string | undefined {
  const params = of.nonlinear.map(({ type }) => type);
  const results = of.results.nonlinear;
  const pairs: readonly (readonly [readonly LinearType[], readonly LinearType[]])[] = [
    [derivative.nonlinear.map(({ type }) => type), params],
    [derivative.linear.map(({ type }) => type), params],
    [derivative.results.nonlinear, results],
    [derivative.results.linear, results],
  ];
  const isSo = pairs.every(
    ([found, wanted]) =>
      found.length === wanted.length && found.every((type, index) => sameLinearType(type, nth(wanted, index))),
  );
  const twice = (types: readonly LinearType[]): string => {
    const shown = types.map(shownType).join(", ");
    return `(${shown}; ${shown})`;
  };
  return isSo ? undefined : `${twice(params)} → ${twice(results)}`;
}
