// The cost of a call (Radul et al. 2023, §4.3). The language is total and has no branches, so a program alone decides it.
//
//   W(op) = 1    W(v̇ + ẇ) = W(v * ẇ) = W(-v̇) = scalars of the result    W(drop e) = W(e) + scalars of the results of e
//   W(f(v; v̇)) = W(body of f)    W(let v = e₁ in e₂) = W(e₁) + W(e₂)    else 0

import { internal } from "../../../base/unreachable.ts";
import { step } from "../../../base/watch.ts";
import { typeIn, typesIn } from "./check.ts";
import {
  type Binding,
  type Block,
  type Definition,
  type Expression,
  type LinearProgram,
  type LinearType,
  scalarsOf,
} from "./syntax.ts";

/** W of a call of each definition of a program that has a type. */
export function workOf(program: LinearProgram): ReadonlyMap<string, number> {
  const works = new Map<string, number>();
  for (const definition of program) works.set(definition.name, workIn(definition, works));
  return works;
}

function workIn(definition: Definition, works: ReadonlyMap<string, number>): number {
  const types = typesIn(definition);
  const size = (name: string): number => scalarsOf(typeIn(types, name));
  const block = ({ bindings }: Block): number => bindings.reduce((sum, one) => sum + binding(one), 0);
  const binding = (one: Binding): number => {
    step();
    return one.tag === "let" ? expression(one.bound) : 0;
  };
  const expression = (bound: Expression): number => {
    switch (bound.tag) {
      case "call":
        return works.get(bound.name) ?? internal("a definition of Linear A is not known", bound.name);
      case "drop": {
        const { nonlinear, linear } = bound.block.result;
        return block(bound.block) + [...nonlinear, ...linear].reduce((sum, name) => sum + size(name), 0);
      }
      case "op":
      case "partial":
        return 1;
      case "plus":
        return size(bound.left);
      case "scale":
      case "negate":
        return size(bound.linear);
      default:
        return 0;
    }
  };
  return block(definition.body);
}

/** Scalars that come in linearly, and that go out: Lin and Lout. */
export function linearSizes({ linear, results }: Definition): { readonly in: number; readonly out: number } {
  const sum = (types: readonly LinearType[]): number => types.reduce((all, type) => all + scalarsOf(type), 0);
  return { in: sum(linear.map(({ type }) => type)), out: sum(results.linear) };
}

/** |P|: the nodes of a program's text, each reference to a variable one of them (Theorem 8.1). */
export function sizeOf(program: LinearProgram): number {
  return program.reduce((sum, { body }) => sum + 1 + blockSize(body), 0);
}

function blockSize({ bindings, result }: Block): number {
  return bindings.reduce((sum, one) => sum + bindingSize(one), 1 + result.nonlinear.length + result.linear.length);
}

function bindingSize(binding: Binding): number {
  step();
  if (binding.tag !== "let") return 2 + binding.items.length;
  return 1 + binding.nonlinear.length + binding.linear.length + expressionSize(binding.bound);
}

function expressionSize(bound: Expression): number {
  switch (bound.tag) {
    case "call":
      return 1 + bound.nonlinear.length + bound.linear.length;
    case "drop":
      return 1 + blockSize(bound.block);
    case "op":
    case "partial":
      return 1 + bound.operands.length;
    case "tuple":
    case "linear-tuple":
      return 1 + bound.items.length;
    case "plus":
    case "scale":
      return 3;
    case "negate":
    case "dup":
      return 2;
    default:
      return 1;
  }
}
