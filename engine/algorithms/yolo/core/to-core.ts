// A program of Linear A as a program of the core, which runs. A multiple value is a tuple; what is linear is not told from the rest
// there: the checker of Linear A has done so. What watching needs is added: `born` where a scalar of the user's program is made, and
// `reach` where the whole cotangent of one is known. A transpose gets the number of its first scalar for that.
import { lastOf, nth } from "../../../base/nth.ts";
import { step } from "../../../base/watch.ts";
import {
  apply,
  builtin,
  type CoreBinding,
  type CorePattern,
  type Global,
  lambda,
  prim,
  type Term,
  variable,
  varPattern,
} from "../../../core/terms/term.ts";
import { fun, INT, REAL, type Type, tuple, UNIT } from "../../../types/type.ts";
import { global } from "../../common/rule-terms.ts";
import { typeIn, typesIn } from "../linear-a/check.ts";
import {
  type Binding,
  type Block,
  boundBy,
  type Definition,
  type Expression,
  type LinearProgram,
  type LinearType,
  type Variable,
} from "../linear-a/syntax.ts";
import { DROP, LINEAR_PLUS, LINEAR_SCALE } from "./natives.ts";

/** The parameter that has the number of a definition's first scalar. */
const FIRST = "n₀";

/** The definitions of a program, as functions of tuples. */
export function coreGlobals(program: LinearProgram): readonly Global[] {
  const counted = countedIn(program);
  return program.map((definition) => new Embedding(definition, counted).global());
}

/** The definitions that tell of cotangents, or call one that does: they get the number of their first scalar. */
function countedIn(program: LinearProgram): ReadonlySet<string> {
  const counted = new Set<string>();
  const tells = (one: Binding): boolean =>
    one.reaches !== undefined || (one.tag === "let" && one.bound.tag === "call" && counted.has(one.bound.name));
  for (const { name, body } of program) if (body.bindings.some(tells)) counted.add(name);
  return counted;
}

/** A call of a program's last definition, at the number of its first scalar and its arguments. */
export function coreCall(program: LinearProgram, first: Term, args: readonly Term[]): Term {
  const { name } = lastOf(program);
  return apply(global(name), tupleOf(countedIn(program).has(name) ? [first, ...args] : args));
}

/** A definition's results, as a pattern. */
export function resultPattern(definition: Definition, names: readonly string[]): CorePattern {
  const types = [...definition.results.nonlinear, ...definition.results.linear].map(coreType);
  return patternOf(names.map((name, index) => varPattern(name, nth(types, index))));
}

/** A type of the core: ⊗ is a product, and of one type that type. */
function coreType(type: LinearType): Type {
  return type.tag === "real" ? REAL : typeOf(type.items.map(coreType));
}

/** One term as it is, and none or many as a tuple. */
export function tupleOf(items: readonly Term[]): Term {
  return items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
}

/** One pattern as it is, and none or many as a tuple. */
export function patternOf(items: readonly CorePattern[]): CorePattern {
  return items.length === 1 ? nth(items, 0) : { tag: "tuple", items };
}

/** One type as it is, and none or many as a product. */
export function typeOf(items: readonly Type[]): Type {
  return items.length === 1 ? nth(items, 0) : tuple(...items);
}

class Embedding {
  private readonly definition: Definition;
  private readonly counted: ReadonlySet<string>;
  private readonly types: ReadonlyMap<string, LinearType>;

  constructor(definition: Definition, counted: ReadonlySet<string>) {
    this.definition = definition;
    this.counted = counted;
    this.types = typesIn(definition);
  }

  global(): Global {
    const { name, nonlinear, linear, results, body, span } = this.definition;
    const params = [...nonlinear, ...linear].map(pattern);
    const types = [...nonlinear, ...linear].map((one) => coreType(one.type));
    const isCounted = this.counted.has(name);
    const from = typeOf(isCounted ? [INT, ...types] : types);
    const to = typeOf([...results.nonlinear, ...results.linear].map(coreType));
    const param = patternOf(isCounted ? [varPattern(FIRST, INT), ...params] : params);
    const term = lambda(param, this.block(body));
    return { name, kind: "function", variables: [], type: fun(from, to), term, span };
  }

  private block({ bindings, result }: Block): Term {
    const value = tupleOf([...result.nonlinear, ...result.linear].map(variable));
    if (bindings.length === 0) return value;
    return { tag: "let", bindings: bindings.map((one) => this.binding(one)), body: value };
  }

  private binding(binding: Binding): CoreBinding {
    step();
    const { nonlinear, linear } = boundBy(binding);
    const variables = [...nonlinear, ...linear].map(pattern);
    const bound = this.bound(binding);
    if (binding.tag === "let" && variables.length === 0)
      return { pattern: { tag: "any", type: UNIT }, variables: [], bound };
    return { pattern: patternOf(variables), variables: [], bound };
  }

  private bound(binding: Binding): Term {
    const read = this.reader(binding);
    switch (binding.tag) {
      case "unpack":
      case "linear-unpack":
        return read(binding.of);
      case "let": {
        const term = this.expression(binding.bound, read, binding);
        const isScalar = binding.scalar !== undefined && binding.nonlinear.length > 0 && binding.bound.tag !== "call";
        return isScalar ? prim("born", [], [term], binding.span) : term;
      }
    }
  }

  /** How variables are read in a binding: the whole cotangent of a scalar is told of. */
  private reader({ reaches: reached, span }: Binding): (name: string) => Term {
    if (reached === undefined) return variable;
    const args = [variable(FIRST), { tag: "int", value: reached.scalar } as const];
    return (name) => (name === reached.cotangent ? prim("reach", [], [...args, variable(name)], span) : variable(name));
  }

  private expression(bound: Expression, read: (name: string) => Term, { span, scalar }: Binding): Term {
    const type = (name: string): Type => coreType(typeIn(this.types, name));
    switch (bound.tag) {
      case "call": {
        const args = [...bound.nonlinear, ...bound.linear].map(read);
        const first = builtin("addInt", [variable(FIRST), { tag: "int", value: scalar ?? 0 }]);
        return apply(global(bound.name), tupleOf(this.counted.has(bound.name) ? [first, ...args] : args));
      }
      case "drop": {
        const { bindings, result } = bound.block;
        const names = [...result.nonlinear, ...result.linear];
        const value = tupleOf(names.map(read));
        const dropped: Term =
          bindings.length === 0
            ? value
            : { tag: "let", bindings: bindings.map((one) => this.binding(one)), body: value };
        return prim(DROP, [typeOf(names.map(type))], [dropped], span);
      }
      case "variable":
      case "linear-variable":
        return read(bound.name);
      case "literal":
        return { tag: "real", value: bound.value, span };
      case "op":
      case "partial": {
        const args = bound.operands.map((one): Term => (one.tag === "int" ? one : read(one.name)));
        if (bound.tag === "op") return { tag: "op", op: bound.op, args, span };
        return { tag: "partial", op: bound.op, index: bound.index, args, cotangent: { tag: "real", value: 1 }, span };
      }
      case "tuple":
      case "linear-tuple":
        return tupleOf(bound.items.map(read));
      case "zero":
        return zero(bound.type);
      case "plus":
        return prim(LINEAR_PLUS, [type(bound.left)], [read(bound.left), read(bound.right)], span);
      case "scale":
        return prim(LINEAR_SCALE, [type(bound.linear)], [read(bound.factor), read(bound.linear)], span);
      case "negate":
        return prim(LINEAR_SCALE, [type(bound.linear)], [{ tag: "real", value: -1 }, read(bound.linear)], span);
      case "dup":
        return { tag: "tuple", items: [variable(bound.linear), read(bound.linear)] };
    }
  }
}

function zero(type: LinearType): Term {
  return type.tag === "real" ? { tag: "real", value: 0 } : tupleOf(type.items.map(zero));
}

function pattern({ name, type }: Variable): CorePattern {
  return varPattern(name, coreType(type));
}
