// The type system of Linear A (Radul et al. 2023, Fig. 4): Γ; Γ̇ ⊢ e : (τ; σ). Every non-linear variable is used at least once,
// every linear one exactly once; a linear value meets a non-linear one in a product only, on the right.

import { nth } from "../../../base/nth.ts";
import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import type { Span } from "../../../source/span.ts";
import {
  type Binding,
  type Block,
  boundBy,
  type Definition,
  type Expression,
  type LinearProgram,
  type LinearType,
  R,
  tensor,
  type Variable,
} from "./syntax.ts";

/** A failure to type by Fig. 4; `variable` is the one at fault, where one is, and `at` the place, where one is known. */
export class LinearityError extends Error {
  readonly variable: string | undefined;
  readonly at: Span | undefined;
  /** The variable's fault, where that can be mended. */
  readonly fault: "unused" | "unused-linear" | "twice" | undefined;

  constructor(message: string, variable?: string, at?: Span, fault?: LinearityError["fault"]) {
    super(message);
    this.variable = variable;
    this.at = at;
    this.fault = fault;
  }
}

interface Types {
  readonly nonlinear: readonly LinearType[];
  readonly linear: readonly LinearType[];
}

/** Fails with a {@link LinearityError} where a program has no type. */
export function checkLinear(program: LinearProgram): void {
  const known = new Map<string, Definition>();
  for (const definition of program) {
    if (known.has(definition.name)) throw new LinearityError(`${definition.name} is defined twice`, definition.name);
    checkDefinition(definition, known);
    known.set(definition.name, definition);
  }
}

/** Fails with a {@link LinearityError} where a definition has no type; `known` are those that it may call. */
export function checkDefinition(definition: Definition, known: ReadonlyMap<string, Definition>): void {
  new Checker(known, definition).check();
}

class Checker {
  private readonly known: ReadonlyMap<string, Definition>;
  private readonly definition: Definition;
  /** The type of every variable in scope, by what it is. */
  private readonly nonlinear = new Map<string, LinearType>();
  private readonly linear = new Map<string, LinearType>();
  private readonly used = new Set<string>();
  /** Linear variables that have been used. */
  private readonly consumed = new Set<string>();
  /** The place that is looked at. */
  private at: Span | undefined;

  constructor(known: ReadonlyMap<string, Definition>, definition: Definition) {
    this.known = known;
    this.definition = definition;
  }

  check(): void {
    const { name, nonlinear, linear, results, body } = this.definition;
    this.bind({ nonlinear, linear });
    const found = this.block(body);
    sameTypes(found, results, `the results of ${name}`, this.at);
    for (const variable of this.nonlinear.keys())
      if (!this.used.has(variable)) {
        const message = `the variable ${variable} is never used; drop it, or use it`;
        throw new LinearityError(message, variable, undefined, "unused");
      }
    for (const variable of this.linear.keys())
      if (!this.consumed.has(variable)) {
        const message = `the linear variable ${variable} is never used; it must be used once`;
        throw new LinearityError(message, variable, undefined, "unused-linear");
      }
  }

  /** Reports a variable's fault, or one of the present place. */
  private fail(message: string, variable?: string, fault?: LinearityError["fault"]): never {
    throw new LinearityError(message, variable, this.at, fault);
  }

  private bind({ nonlinear, linear }: { nonlinear: readonly Variable[]; linear: readonly Variable[] }): void {
    for (const [variables, scope] of [
      [nonlinear, this.nonlinear],
      [linear, this.linear],
    ] as const)
      for (const { name, type } of variables) {
        if (this.nonlinear.has(name) || this.linear.has(name)) this.fail(`the variable ${name} is bound twice`, name);
        scope.set(name, type);
      }
  }

  private block({ bindings, result }: Block): Types {
    for (const binding of bindings) {
      this.at = binding.span;
      this.binding(binding);
    }
    this.at = result.span ?? this.at;
    return { nonlinear: result.nonlinear.map((name) => this.read(name)), linear: this.all(result.linear) };
  }

  private binding(binding: Binding): void {
    step();
    const found = this.bound(binding);
    const wanted = boundBy(binding);
    sameTypes(
      found,
      { nonlinear: wanted.nonlinear.map(({ type }) => type), linear: wanted.linear.map(({ type }) => type) },
      `what is bound to ${[...wanted.nonlinear, ...wanted.linear].map(({ name }) => name).join(", ")}`,
      this.at,
    );
    this.bind(wanted);
  }

  private bound(binding: Binding): Types {
    switch (binding.tag) {
      case "let":
        return this.expression(binding.bound);
      case "unpack":
        return { nonlinear: parts(this.read(binding.of), binding.of, this.at), linear: [] };
      case "linear-unpack":
        return { nonlinear: [], linear: parts(this.consume(binding.of), binding.of, this.at) };
    }
  }

  private expression(bound: Expression): Types {
    const one = (type: LinearType): Types => ({ nonlinear: [type], linear: [] });
    const linear = (...types: readonly LinearType[]): Types => ({ nonlinear: [], linear: types });
    switch (bound.tag) {
      case "call": {
        const { name, nonlinear, linear: tangents, results } = this.known.get(bound.name) ?? this.unknown(bound.name);
        const given = { nonlinear: bound.nonlinear.map((at) => this.read(at)), linear: this.all(bound.linear) };
        const wanted = { nonlinear: nonlinear.map(({ type }) => type), linear: tangents.map(({ type }) => type) };
        sameTypes(given, wanted, `the arguments of ${name}`, this.at);
        return results;
      }
      case "drop": {
        this.block(bound.block);
        return linear();
      }
      case "variable":
        return one(this.read(bound.name));
      case "literal":
        return one(R);
      case "op":
      case "partial":
        for (const operand of bound.operands)
          if (operand.tag === "variable") same(this.read(operand.name), R, operand.name, this.at);
        return one(R);
      case "tuple":
        return one(tensor(bound.items.map((name) => this.read(name))));
      case "linear-variable":
        return linear(this.consume(bound.name));
      case "zero":
        return linear(bound.type);
      case "linear-tuple":
        return linear(tensor(this.all(bound.items)));
      case "plus": {
        const left = this.consume(bound.left);
        same(this.consume(bound.right), left, bound.right, this.at);
        return linear(left);
      }
      case "scale":
        same(this.read(bound.factor), R, bound.factor, this.at);
        return linear(this.consume(bound.linear));
      case "negate":
        return linear(this.consume(bound.linear));
      case "dup": {
        const type = this.consume(bound.linear);
        return linear(type, type);
      }
    }
  }

  private unknown(name: string): never {
    this.fail(
      name === this.definition.name
        ? `${name} calls itself: Linear A has no recursion`
        : `${name} is not defined before it is called`,
      name,
    );
  }

  private all(names: readonly string[]): readonly LinearType[] {
    return names.map((name) => this.consume(name));
  }

  private read(name: string): LinearType {
    const type = this.nonlinear.get(name);
    if (type !== undefined) {
      this.used.add(name);
      return type;
    }
    if (this.linear.has(name)) this.fail(`the linear variable ${name} stands where a non-linear value is needed`, name);
    this.fail(`the variable ${name} is not defined`, name);
  }

  private consume(name: string): LinearType {
    const type = this.linear.get(name);
    if (type === undefined) {
      if (this.nonlinear.has(name))
        this.fail(`the variable ${name} is not linear, and stands where a linear value is needed`, name);
      this.fail(`the variable ${name} is not defined`, name);
    }
    if (this.consumed.has(name)) this.fail(`the linear variable ${name} is used twice; dup it first`, name, "twice");
    this.consumed.add(name);
    return type;
  }
}

function parts(type: LinearType, name: string, at: Span | undefined): readonly LinearType[] {
  if (type.tag === "real") throw new LinearityError(`the variable ${name} is no tuple`, name, at);
  return type.items;
}

function sameTypes(found: Types, wanted: Types, what: string, at: Span | undefined): void {
  for (const kind of ["nonlinear", "linear"] as const) {
    if (found[kind].length !== wanted[kind].length)
      throw new LinearityError(
        `${what}: ${found[kind].length} ${kind === "linear" ? "linear" : "non-linear"} values, and ${wanted[kind].length} are needed`,
        undefined,
        at,
      );
    found[kind].forEach((type, index) => same(type, nth(wanted[kind], index), what, at));
  }
}

function same(found: LinearType, wanted: LinearType, what: string, at: Span | undefined): void {
  if (!sameLinearType(found, wanted))
    throw new LinearityError(`${what} has type ${shownType(found)}, and ${shownType(wanted)} is needed`, undefined, at);
}

/** Equality of types. */
export function sameLinearType(a: LinearType, b: LinearType): boolean {
  if (a.tag === "real" || b.tag === "real") return a.tag === b.tag;
  return a.items.length === b.items.length && a.items.every((item, index) => sameLinearType(item, nth(b.items, index)));
}

/** A type as it is printed: ℝ, ⊗[ℝ, ℝ]. */
export function shownType(type: LinearType): string {
  return type.tag === "real" ? "ℝ" : `⊗[${type.items.map(shownType).join(", ")}]`;
}

/** The types of all variables of a definition that has a type. */
export function typesIn(definition: Definition): ReadonlyMap<string, LinearType> {
  const types = new Map<string, LinearType>();
  const add = (variables: readonly Variable[]): void => {
    for (const { name, type } of variables) types.set(name, type);
  };
  const block = ({ bindings }: Block): void => {
    for (const binding of bindings) {
      const { nonlinear, linear } = boundBy(binding);
      add(nonlinear);
      add(linear);
      if (binding.tag === "let" && binding.bound.tag === "drop") block(binding.bound.block);
    }
  };
  add(definition.nonlinear);
  add(definition.linear);
  block(definition.body);
  return types;
}

/** The type of a variable of {@link typesIn}. */
export function typeIn(types: ReadonlyMap<string, LinearType>, name: string): LinearType {
  return types.get(name) ?? internal("a variable of Linear A has no type", name);
}
