// Programs of Linear A that are made of one by J, U and T, with linearity erased (Radul et al. 2023, §4.5): ordinary programs again, so
// that all of this can be done with them once more.
//
//   linearised  L(f.J)                               J of it is J of J
//   gradient    ∇f(x;) = let (y, t;) = f.nonlin(x;) in L(f.lin.T)(t, ȳ;)          ȳ: the cotangent
//   second      the same of ∇f: at 1 where it gives one Real, which is f''; else in the direction v that is given with x: H·v, for the
//               Hessian is its own transpose
//
// Both halves of the entry are one definition here: its tape is not packed, and names the same things. What only its values need is left out.
import { lastOf, nth, present } from "../../base/nth.ts";
import type { Subject } from "../study.ts";
import { erase } from "./erase.ts";
import { withDrops } from "./front/straight.ts";
import { derived, Fresh, namesIn } from "./linear-a/names.ts";
import {
  type Binding,
  type Block,
  bindNonlinear,
  boundBy,
  type Definition,
  type Expression,
  type LinearProgram,
} from "./linear-a/syntax.ts";
import { inOrder, systemOf } from "./system.ts";
import { transposedDefinition } from "./transpose.ts";
import { type Unzipped, unzip, withoutDead } from "./unzip.ts";

/** Numbers that a result is swept from, or that they are parameters. */
type Seeds = readonly number[] | "parameters";

/**
 * The subject of a study of a program, the reader's definitions being beside it; the gradient is at a cotangent, or 1 for each result. Throws
 * `NoStudy` where a partial is linearised again that has none.
 */
export function subjectOf(
  of: Subject,
  program: LinearProgram,
  written: LinearProgram,
  cotangent?: readonly number[],
): LinearProgram {
  if (of === "program" || program.length === 0) return program;
  const linearised = linearisedOf(program, written);
  if (of === "linearised") return erase(linearised);
  const { name, results } = lastOf(program);
  const seeds = cotangent ?? results.nonlinear.map(() => 1);
  const gradient = pulledBack(linearised, derived.gradient(name), seeds);
  if (of === "gradient") return gradient;
  const entry = lastOf(gradient);
  const isOne = entry.results.nonlinear.length === 1;
  return pulledBack(linearisedOf(gradient, []), derived.gradient(entry.name), isOne ? [1] : "parameters");
}

/** J of a program's last definition, after what that calls. */
function linearisedOf(program: LinearProgram, written: LinearProgram): LinearProgram {
  const { tangents, all } = systemOf(program, written);
  return inOrder([present(tangents.get(lastOf(program).name))], all);
}

/** The cotangents of the parameters of a linearised program's last definition, from those of its results. */
function pulledBack(linearised: LinearProgram, name: string, seeds: Seeds): LinearProgram {
  const halves = [...unzip(linearised).values()];
  const erased = erase(halves.flatMap(({ nonlin, lin }) => [nonlin, transposedDefinition(lin)]));
  const [nonlin, transpose] = erased.slice(-2) as [Definition, Definition];
  return [...erased.slice(0, -2), joined(nonlin, transpose, lastOf(halves).tape, name, seeds)];
}

/** Both halves as one definition. */
function joined(
  nonlin: Definition,
  transpose: Definition,
  tape: Unzipped["tape"],
  name: string,
  seeds: Seeds,
): Definition {
  const packed = lastOf(nonlin.body.result.nonlinear);
  const [taped, ...cotangents] = transpose.nonlinear;
  const isTape = (one: Binding): boolean =>
    boundBy(one).nonlinear.some((bound) => bound.name === packed) ||
    (one.tag === "unpack" && one.of === present(taped).name);
  const fresh = new Fresh(namesIn(nonlin));
  const names = new Map(tape.map((one) => [one.name, one.name]));
  for (const [index, { name }] of cotangents.entries())
    names.set(name, seeds === "parameters" ? fresh.tangent(nth(nonlin.nonlinear, index).name) : fresh.name(name));
  const renaming = new Renaming(names, fresh);
  const reverse = transpose.body.bindings.filter((one) => !isTape(one)).map((one) => renaming.binding(one));
  const result = renaming.all(transpose.body.result.nonlinear);
  const given = cotangents.map((one) => ({ ...one, name: present(names.get(one.name)) }));
  const params = seeds === "parameters" ? [...nonlin.nonlinear, ...given] : nonlin.nonlinear;
  const seeded =
    seeds === "parameters"
      ? []
      : given.map((one, index) => bindNonlinear(one, { tag: "literal", value: nth(seeds, index) }));
  const all = [...nonlin.body.bindings.filter((one) => !isTape(one)), ...seeded, ...reverse];
  const bindings = withoutDead(
    all.filter((one) => boundBy(one).nonlinear.length > 0),
    result,
  );
  return {
    name,
    span: nonlin.span,
    nonlinear: params,
    linear: [],
    results: { nonlinear: transpose.results.nonlinear, linear: [] },
    body: { bindings: withDrops(params, bindings, result), result: { nonlinear: result, linear: [] } },
    scalars: 0,
  };
}

/** Gives variables of erased bindings other names: those of a map, and new ones where they are bound. */
class Renaming {
  private readonly names: Map<string, string>;
  private readonly fresh: Fresh;

  constructor(names: Map<string, string>, fresh: Fresh) {
    this.names = names;
    this.fresh = fresh;
  }

  all(names: readonly string[]): readonly string[] {
    return names.map((name) => this.names.get(name) ?? name);
  }

  binding(binding: Binding): Binding {
    if (binding.tag !== "let") {
      const [of] = this.all([binding.of]);
      return { ...binding, of: present(of), items: binding.items.map((one) => this.bound(one)) };
    }
    const bound = this.expression(binding.bound);
    return { ...binding, bound, nonlinear: binding.nonlinear.map((one) => this.bound(one)) };
  }

  private bound<T extends { readonly name: string }>(variable: T): T {
    const name = this.fresh.name(variable.name);
    this.names.set(variable.name, name);
    return { ...variable, name };
  }

  private block({ bindings, result }: Block): Block {
    const renamed = bindings.map((one) => this.binding(one));
    return { bindings: renamed, result: { nonlinear: this.all(result.nonlinear), linear: [] } };
  }

  private expression(bound: Expression): Expression {
    switch (bound.tag) {
      case "call":
        return { ...bound, nonlinear: this.all(bound.nonlinear) };
      case "drop":
        return { ...bound, block: this.block(bound.block) };
      case "variable":
        return { ...bound, name: nth(this.all([bound.name]), 0) };
      case "op":
      case "partial": {
        const operands = bound.operands.map((one) =>
          one.tag === "int" ? one : { ...one, name: nth(this.all([one.name]), 0) },
        );
        return { ...bound, operands };
      }
      case "tuple":
        return { ...bound, items: this.all(bound.items) };
      default:
        return bound;
    }
  }
}
