// L: linearity erasure (Radul et al. 2023, §4.5). What is linear becomes what is not, so that a number other than 0 can go in, and J can
// be taken again. Values and work stay what they are (Lemma 4.4).
//
//   L((v; v̇)) = (v, v̇;)       L(v̇ + ẇ) = add(v, w)       L(v * ẇ) = scale(v, w)       L(0) = zero()       L(-v̇) = neg(v)
//   L(let (; v̇, ẇ) = dup(u̇) in e) = L(e) with u for both       L(f(v; v̇)) = f.L(v, v̇;)       L(drop e) = drop(L(e))
//
// add, scale, neg and zero are operations on Reals; of a tuple they are definitions, for each type that is used.
import { typeIn, typesIn } from "./linear-a/check.ts";
import { derived, Fresh, namesIn } from "./linear-a/names.ts";
import {
  type Binding,
  type Block,
  bindNonlinear,
  type Definition,
  type Expression,
  type LinearProgram,
  type LinearType,
  type Operand,
  R,
  type Return,
  tensor,
  type Variable,
} from "./linear-a/syntax.ts";

/** L of every definition of a program, after those of the operations on tuples that they use. */
export function erase(program: LinearProgram): LinearProgram {
  const operations = new Operations();
  const erased = program.map((definition) => new Erasure(definition, operations).definition());
  return [...operations.made.values(), ...erased];
}

const variable = (name: string): Operand => ({ tag: "variable", name });

function op(id: "add" | "mul" | "neg", ...operands: readonly string[]): Expression {
  return { tag: "op", op: { tag: "builtin", id }, operands: operands.map(variable) };
}

/** Puts linear results behind the others. */
function together({ nonlinear, linear }: Return): Return {
  return { nonlinear: [...nonlinear, ...linear], linear: [] };
}

type OperationName = "add" | "scale" | "neg" | "zero";

/** The operations on values of a type: those of Reals are operations, those of tuples are definitions. */
class Operations {
  readonly made = new Map<string, Definition>();

  /** An operation at values of a type, the factor of `scale` before them. */
  expression(name: OperationName, type: LinearType, args: readonly string[]): Expression {
    if (type.tag === "tuple")
      return { tag: "call", name: this.definition(name, type.items), nonlinear: args, linear: [] };
    if (name === "zero") return { tag: "literal", value: 0 };
    return op(name === "add" ? "add" : name === "scale" ? "mul" : "neg", ...args);
  }

  private definition(operation: OperationName, items: readonly LinearType[]): string {
    const type = tensor(items);
    const name = `${operation}°${JSON.stringify(type)}`;
    if (this.made.has(name)) return name;
    const wholes = { add: ["x", "y"], scale: ["y"], neg: ["x"], zero: [] }[operation];
    const params: readonly Variable[] = [
      ...(operation === "scale" ? [{ name: "c", type: R }] : []),
      ...wholes.map((one) => ({ name: one, type })),
    ];
    const bindings: Binding[] = wholes.map((of) => ({
      tag: "unpack",
      items: items.map((item, index) => ({ name: `${of}${index}`, type: item })),
      of,
    }));
    const parts = items.map((item, index): string => {
      const args = [...(operation === "scale" ? ["c"] : []), ...wholes.map((of) => `${of}${index}`)];
      bindings.push(bindNonlinear({ name: `z${index}`, type: item }, this.expression(operation, item, args)));
      return `z${index}`;
    });
    // nothing else uses the factor of an empty tuple
    if (operation === "scale" && items.length === 0)
      bindings.push({
        tag: "let",
        nonlinear: [],
        linear: [],
        bound: { tag: "drop", block: { bindings: [], result: { nonlinear: ["c"], linear: [] } } },
      });
    bindings.push(bindNonlinear({ name: "z", type }, { tag: "tuple", items: parts }));
    this.made.set(name, {
      name,
      nonlinear: params,
      linear: [],
      results: { nonlinear: [type], linear: [] },
      body: { bindings, result: { nonlinear: ["z"], linear: [] } },
      scalars: 0,
    });
    return name;
  }
}

class Erasure {
  private readonly source: Definition;
  private readonly operations: Operations;
  private readonly types: ReadonlyMap<string, LinearType>;
  /** The name of both results of a dup. */
  private readonly renamed = new Map<string, string>();

  constructor(source: Definition, operations: Operations) {
    this.source = source;
    this.operations = operations;
    this.types = typesIn(source);
  }

  definition(): Definition {
    const { name, nonlinear, linear, results, body, span, scalars } = this.source;
    return {
      name: derived.erased(name),
      span,
      nonlinear: [...nonlinear, ...linear],
      linear: [],
      results: { nonlinear: [...results.nonlinear, ...results.linear], linear: [] },
      body: this.distinct(this.block(body)),
      scalars,
    };
  }

  private block({ bindings, result }: Block): Block {
    const erased = bindings.flatMap((one) => this.binding(one));
    return { bindings: erased, result: this.read(together(result)) };
  }

  /** A block whose results are distinct variables, as J needs them: a copy costs nothing. */
  private distinct({ bindings, result }: Block): Block {
    const fresh = new Fresh(namesIn(this.source));
    const seen = new Set<string>();
    const copies: Binding[] = [];
    const names = result.nonlinear.map((name) => {
      if (!seen.has(name)) {
        seen.add(name);
        return name;
      }
      const copy = fresh.name(name);
      copies.push(bindNonlinear({ name: copy, type: typeIn(this.types, name) }, { tag: "variable", name }));
      return copy;
    });
    return { bindings: [...bindings, ...copies], result: { nonlinear: names, linear: [] } };
  }

  private name(name: string): string {
    return this.renamed.get(name) ?? name;
  }

  private read({ nonlinear }: Return): Return {
    return { nonlinear: nonlinear.map((one) => this.name(one)), linear: [] };
  }

  private binding(binding: Binding): readonly Binding[] {
    const { span } = binding;
    if (binding.tag !== "let") return [{ tag: "unpack", items: binding.items, of: this.name(binding.of), span }];
    const { bound, nonlinear, linear } = binding;
    if (bound.tag === "dup") {
      for (const one of linear) this.renamed.set(one.name, this.name(bound.linear));
      return [];
    }
    const variables = [...nonlinear, ...linear];
    return [{ tag: "let", nonlinear: variables, linear: [], bound: this.expression(bound), span }];
  }

  private expression(bound: Exclude<Expression, { tag: "dup" }>): Expression {
    const at = (operation: OperationName, of: string, args: readonly string[]): Expression =>
      this.operations.expression(
        operation,
        typeIn(this.types, of),
        args.map((one) => this.name(one)),
      );
    switch (bound.tag) {
      case "call": {
        const { nonlinear } = this.read(together(bound));
        return { tag: "call", name: derived.erased(bound.name), nonlinear, linear: [] };
      }
      case "drop":
        return { tag: "drop", block: this.block(bound.block) };
      case "linear-variable":
        return { tag: "variable", name: this.name(bound.name) };
      case "zero":
        return this.operations.expression("zero", bound.type, []);
      case "linear-tuple":
        return { tag: "tuple", items: bound.items.map((one) => this.name(one)) };
      case "plus":
        return at("add", bound.left, [bound.left, bound.right]);
      case "scale":
        return at("scale", bound.linear, [bound.factor, bound.linear]);
      case "negate":
        return at("neg", bound.linear, [bound.linear]);
      default:
        return bound;
    }
  }
}
