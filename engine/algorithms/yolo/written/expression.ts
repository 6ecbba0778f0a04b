// Expressions of Linear A out of their syntax trees. What has operands that are no variables binds those first.

import type { SyntaxNode } from "@lezer/common";
import { nth, present } from "../../../base/nth.ts";
import { OPS, type OpId, opFor } from "../../../scalars/ops.ts";
import type { Span } from "../../../source/span.ts";
import { LinearityError } from "../linear-a/check.ts";
import type { Fresh } from "../linear-a/names.ts";
import {
  type Binding,
  bindLinear,
  bindNonlinear,
  type Expression,
  type LinearType,
  type Operand,
  R,
  type Return,
  tensor,
} from "../linear-a/syntax.ts";
import { childrenOf, functionName, nameOf, type Place, partsOf, sidesOf, spanOf } from "./nodes.ts";
import type { Signatures } from "./signatures.ts";

/** The context of expressions. */
interface Surroundings {
  readonly place: Place;
  readonly signatures: Signatures;
  /** The types of the variables that are bound so far, and which of them are linear. */
  readonly types: Map<string, LinearType>;
  readonly linear: Set<string>;
  readonly fresh: Fresh;
  emit(binding: Binding): void;
}

type Types = { readonly nonlinear: readonly LinearType[]; readonly linear: readonly LinearType[] };

/** Reads the expressions of one definition. It emits a binding for each operand that is not a variable. Throws {@link LinearityError}. */
export class ExpressionReader {
  private readonly around: Surroundings;

  constructor(around: Surroundings) {
    this.around = around;
  }

  get linear(): Set<string> {
    return this.around.linear;
  }

  /** (e; ė), as variables. */
  values(node: SyntaxNode): Return {
    const { nonlinear, linear } = sidesOf(node);
    return {
      nonlinear: nonlinear.map((one) => this.nonlinearName(one)),
      linear: linear.map((one) => this.linearName(one)),
    };
  }

  /** e^{1,0}. */
  nonlinearOne(node: SyntaxNode): Expression {
    switch (node.name) {
      case "Group":
        return this.nonlinearOne(nth(partsOf(node), 0));
      case "Name":
        return { tag: "variable", name: this.name(node) };
      case "Number":
        return { tag: "literal", value: Number(this.text(node)) };
      case "Tuple":
        return { tag: "tuple", items: partsOf(node).map((one) => this.nonlinearName(one)) };
      case "Negative": {
        const of = nth(partsOf(node), 0);
        if (of.name === "Number") return { tag: "literal", value: -Number(this.text(of)) };
        return this.operation("neg", [of]);
      }
      case "Binary": {
        const [left, right] = partsOf(node) as [SyntaxNode, SyntaxNode];
        return this.operation(this.sign(node), [left, right]);
      }
      case "Call": {
        const name = this.text(present(node.firstChild));
        if (name === "dup" || name === "drop")
          this.fail(
            name === "dup"
              ? "`dup` gives two linear values: `let (; a, b) = dup(v) in`"
              : "`drop` gives nothing: `let (;) = drop((v;)) in`",
            node,
          );
        const { nonlinear, linear } = sidesOf(node);
        return opFor(name, "Real") === undefined || linear.length > 0
          ? this.call(node)
          : this.operation(name, nonlinear);
      }
      default:
        return this.fail("several values are bound by one let each, or by `let (a, b;) = (..;)`", node);
    }
  }

  /** e^{0,1}, or e^{0,2} where two values are wanted. */
  linearOne(node: SyntaxNode, wanted: number): Expression {
    switch (node.name) {
      case "Group":
        return this.linearOne(nth(partsOf(node), 0), wanted);
      case "Name":
        return { tag: "linear-variable", name: this.name(node) };
      case "Number":
        if (Number(this.text(node)) !== 0)
          this.fail("the only number that is linear is 0; multiply a linear variable by this one", node);
        return { tag: "zero", type: R };
      case "Tuple":
        return { tag: "linear-tuple", items: partsOf(node).map((one) => this.linearName(one)) };
      case "Negative":
        return { tag: "negate", linear: this.linearName(nth(partsOf(node), 0)) };
      case "Binary":
        return this.linearBinary(node);
      case "Call": {
        const name = this.text(present(node.firstChild));
        const { nonlinear, linear } = sidesOf(node);
        if (name === "dup") {
          const [of, more] = [...nonlinear, ...linear];
          if (of === undefined || more !== undefined) this.fail("`dup` takes one linear value: `dup(v)`", node);
          return { tag: "dup", linear: this.linearName(of) };
        }
        if (opFor(name, "Real") !== undefined && linear.length === 0)
          this.fail(
            `\`${name}\` is not linear; what is linear can be added, negated, dup'ed, dropped, and multiplied from the left`,
            node,
          );
        return this.call(node);
      }
      default:
        return this.fail("several values are bound by one let each, or by `let (; a, b) = (; ..)`", node);
    }
  }

  private linearBinary(node: SyntaxNode): Expression {
    const sign = this.sign(node);
    const [left, right] = partsOf(node) as [SyntaxNode, SyntaxNode];
    switch (sign) {
      case "+":
        return { tag: "plus", left: this.linearName(left), right: this.linearName(right) };
      case "-": {
        const first = this.linearName(left);
        const second = this.boundLinear({ tag: "negate", linear: this.linearName(right) }, right);
        return { tag: "plus", left: first, right: second };
      }
      case "*": {
        // told here, where it is known which side is meant: a product is linear on its right
        if (this.isLinear(left) && !this.isLinear(right))
          this.fail("a product is linear on its right alone: swap the two factors", node);
        return { tag: "scale", factor: this.nonlinearName(left), linear: this.linearName(right) };
      }
      default:
        return this.fail(`\`${sign}\` is not linear; multiply by what is computed beforehand: \`(1 / y) * v\``, node);
    }
  }

  /** drop(e), the one expression that gives nothing. */
  dropped(node: SyntaxNode): Expression {
    if (node.name !== "Call" || this.text(present(node.firstChild)) !== "drop")
      return this.fail("what binds nothing is a `drop`: `let (;) = drop((v; ẇ)) in`", node);
    const { nonlinear, linear } = sidesOf(node);
    const [only] = nonlinear;
    const isGroup = nonlinear.length === 1 && linear.length === 0 && present(only).name === "Return";
    const sides = isGroup ? sidesOf(present(only)) : { nonlinear, linear };
    // `drop(v)`: what v is, its binding says
    const result: { nonlinear: string[]; linear: string[] } = { nonlinear: [], linear: [] };
    for (const one of sides.nonlinear)
      if (!isGroup && this.isLinear(one)) result.linear.push(this.linearName(one));
      else result.nonlinear.push(this.nonlinearName(one));
    result.linear.push(...sides.linear.map((one) => this.linearName(one)));
    return { tag: "drop", block: { bindings: [], result } };
  }

  /** f(v; v̇). */
  call(node: SyntaxNode): Extract<Expression, { tag: "call" }> {
    if (node.name === "Group") return this.call(nth(partsOf(node), 0));
    if (node.name !== "Call")
      return this.fail("only a call gives both values and something linear; else write a let for each", node);
    const head = present(node.firstChild);
    const name = functionName(this.around.place, head);
    this.around.signatures.called(name, head);
    const { nonlinear, linear } = sidesOf(node);
    return {
      tag: "call",
      name,
      nonlinear: nonlinear.map((one) => this.nonlinearName(one)),
      linear: linear.map((one) => this.linearName(one)),
    };
  }

  /** The types of what an expression gives, as far as they are known. */
  typesOf(bound: Expression): Types {
    const type = (name: string): LinearType => this.around.types.get(name) ?? R;
    const one = (found: LinearType): Types => ({ nonlinear: [found], linear: [] });
    const linear = (...found: readonly LinearType[]): Types => ({ nonlinear: [], linear: found });
    switch (bound.tag) {
      case "call":
        return present(this.around.signatures.of(bound.name)).results;
      case "variable":
        return one(type(bound.name));
      case "tuple":
        return one(tensor(bound.items.map(type)));
      case "linear-variable":
        return linear(type(bound.name));
      case "zero":
        return linear(bound.type);
      case "linear-tuple":
        return linear(tensor(bound.items.map(type)));
      case "plus":
        return linear(type(bound.left));
      case "scale":
      case "negate":
        return linear(type(bound.linear));
      case "dup":
        return linear(type(bound.linear), type(bound.linear));
      case "drop":
        return linear();
      default:
        return one(R);
    }
  }

  /** A variable that has the value of an expression. */
  nonlinearName(node: SyntaxNode): string {
    if (node.name === "Group") return this.nonlinearName(nth(partsOf(node), 0));
    if (node.name === "Name") return this.name(node);
    const expression = this.nonlinearOne(node);
    const [type = R] = this.typesOf(expression).nonlinear;
    const name = this.around.fresh.name(expression.tag === "literal" ? "c" : "v");
    this.around.types.set(name, type);
    this.around.emit({ ...bindNonlinear({ name, type }, expression), span: spanOf(node) });
    return name;
  }

  /** The same of a linear one. */
  linearName(node: SyntaxNode): string {
    if (node.name === "Group") return this.linearName(nth(partsOf(node), 0));
    if (node.name === "Name") return this.name(node);
    return this.boundLinear(this.linearOne(node, 1), node);
  }

  private boundLinear(expression: Expression, node: SyntaxNode): string {
    const { linear } = this.typesOf(expression);
    if (linear.length !== 1) this.fail("this gives more than one value; bind them by a let", node);
    const name = this.around.fresh.tangent("v");
    this.around.types.set(name, nth(linear, 0));
    this.linear.add(name);
    this.around.emit({ ...bindLinear({ name, type: nth(linear, 0) }, expression), span: spanOf(node) });
    return name;
  }

  private operation(symbol: string, nodes: readonly SyntaxNode[]): Expression {
    const id = symbol === "^" ? "powInt" : opFor(symbol, "Real");
    const op = id && OPS[id];
    if (op?.result !== "Real")
      return this.fail(`\`${symbol}\` is no operation on Reals`, nodes[0] ?? this.around.place.node);
    if (nodes.length !== op.args.length)
      this.fail(
        `\`${symbol}\` takes ${op.args.length} operands, and not ${nodes.length}`,
        nodes[0] ?? this.around.place.node,
      );
    const operands = nodes.map((one, index): Operand => {
      if (op.args[index] === "Real") return { tag: "variable", name: this.nonlinearName(one) };
      const value = Number(this.text(one));
      return Number.isInteger(value) && one.name === "Number"
        ? { tag: "int", value }
        : this.fail("a power is a whole number here; `pow(x, y)` takes any", one);
    });
    return { tag: "op", op: { tag: "builtin", id: id as OpId }, operands };
  }

  /** Whether an expression has a linear variable. */
  private isLinear(node: SyntaxNode): boolean {
    if (node.name === "Name") return this.linear.has(nameOf(this.around.place, node));
    return childrenOf(node).some((child) => this.isLinear(child));
  }

  private name(node: SyntaxNode): string {
    return nameOf(this.around.place, node);
  }

  private text({ from, to }: SyntaxNode): string {
    return this.around.place.text.slice(from, to);
  }

  private sign(node: SyntaxNode): string {
    const sign = this.text(nth(childrenOf(node), 1));
    return sign === "−" ? "-" : sign === "·" ? "*" : sign;
  }

  private fail(message: string, node: SyntaxNode): never {
    const at: Span = spanOf(node);
    throw new LinearityError(message, undefined, at);
  }
}
