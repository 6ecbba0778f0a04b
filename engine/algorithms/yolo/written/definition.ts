// A definition of Linear A out of its syntax tree. What is nested is bound to names of its own, innermost first, so that every operand
// is a variable, as Fig. 3 has it. Whether a name means something linear is for the checker; here it only has a type.

import type { SyntaxNode } from "@lezer/common";
import { lastOf, nth, present } from "../../../base/nth.ts";
import type { Span } from "../../../source/span.ts";
import { LinearityError } from "../linear-a/check.ts";
import { Fresh } from "../linear-a/names.ts";
import {
  type Binding,
  type Definition,
  type Expression,
  type LinearType,
  R,
  type Return,
  tensor,
  type Variable,
} from "../linear-a/syntax.ts";
import { ExpressionReader } from "./expression.ts";
import { calledName, nameOf, namesIn, type Place, partsOf, sidesOf, spanOf } from "./nodes.ts";
import type { Signatures } from "./signatures.ts";

/** Reads one definition of a text in Linear A. A reader is made for each definition, for it collects the bindings of one body. */
export class DefinitionReader {
  private readonly place: Place;
  private readonly types = new Map<string, LinearType>();
  private readonly made: Binding[] = [];
  private readonly expressions: ExpressionReader;
  private readonly fresh: Fresh;
  /** Parameters without a type: Reals, unless they are taken apart. */
  private readonly untyped = new Set<string>();

  constructor(place: Place, signatures: Signatures) {
    this.place = place;
    this.fresh = new Fresh(namesIn(place));
    this.expressions = new ExpressionReader({
      place,
      signatures,
      types: this.types,
      linear: new Set(),
      fresh: this.fresh,
      emit: (binding) => this.emit(binding),
    });
  }

  /** The definition. Throws {@link LinearityError} where it is none. */
  definition(): Definition {
    const { node } = this.place;
    const parameters = sidesOf(present(node.getChild("Parameters")));
    const nonlinear = parameters.nonlinear.map((one) => this.parameter(one, false));
    const linear = parameters.linear.map((one) => this.parameter(one, true));
    for (const one of node.getChildren("Let")) this.let(one);
    const end = present(node.getChild("Return"));
    const result: Return = { ...this.expressions.values(end), span: spanOf(end) };
    const results = this.resultsOf(node.getChild("Results"), result);
    const body = { bindings: this.made, result };
    const found = ({ name }: Variable): Variable => ({ name, type: this.types.get(name) ?? R });
    const params = { nonlinear: nonlinear.map(found), linear: linear.map(found) };
    return { name: calledName(this.place), span: spanOf(node), ...params, results, body, scalars: 0 };
  }

  private parameter(node: SyntaxNode, isLinear: boolean): Variable {
    const made = this.variable(node, R, isLinear);
    if (node.getChild("Type") === null) this.untyped.add(made.name);
    return made;
  }

  private resultsOf(node: SyntaxNode | null, result: Return): Definition["results"] {
    if (node !== null) {
      const { nonlinear, linear } = sidesOf(node);
      return {
        nonlinear: nonlinear.map((one) => this.type(one)),
        linear: linear.map((one) => this.type(one)),
      };
    }
    const types = (names: readonly string[]): readonly LinearType[] => names.map((name) => this.types.get(name) ?? R);
    return { nonlinear: types(result.nonlinear), linear: types(result.linear) };
  }

  /** A variable that is bound; its type is the one that is written, else the one that is known. */
  private variable(node: SyntaxNode, known: LinearType, isLinear: boolean): Variable {
    const name = nameOf(this.place, present(node.getChild("Name")));
    const written = node.getChild("Type");
    const type = written === null ? known : this.type(written);
    this.types.set(name, type);
    if (isLinear) this.expressions.linear.add(name);
    return { name, type };
  }

  private type(node: SyntaxNode): LinearType {
    const inner = node.name === "Type" ? present(node.firstChild) : node;
    if (inner.name === "TensorType") return tensor(partsOf(inner).map((one) => this.type(one)));
    const name = nameOf(this.place, inner);
    if (name === "ℝ" || name === "R" || name === "Real") return R;
    throw new LinearityError(`\`${name}\` is no type; there are ℝ and ⊗[..]`, undefined, spanOf(inner));
  }

  private emit(binding: Binding): void {
    this.made.push(binding);
  }

  private let(node: SyntaxNode): void {
    const span = spanOf(node);
    const pattern = present(node.getChild("Pattern"));
    const { nonlinear, linear } = sidesOf(pattern);
    const bound = lastOf(partsOf(node));
    const [first] = [...nonlinear, ...linear];
    const count = nonlinear.length + linear.length;
    if (first?.name === "Unpacked" && count === 1) return this.unpack(first, bound, linear.length === 1, span);
    const wrong = [...nonlinear, ...linear].find(({ name }) => name === "Unpacked");
    if (wrong !== undefined)
      throw new LinearityError("a tuple is taken apart by a let of its own", undefined, spanOf(wrong));
    if (bound.name === "Return") return this.several(bound, nonlinear, linear, span);
    const expression =
      count === 0
        ? this.expressions.dropped(bound)
        : nonlinear.length === 0
          ? this.expressions.linearOne(bound, linear.length)
          : linear.length === 0
            ? this.expressions.nonlinearOne(bound)
            : this.expressions.call(bound);
    const types = this.expressions.typesOf(expression);
    const variables = (side: readonly SyntaxNode[], found: readonly LinearType[], isLinear: boolean) =>
      side.map((one, index) => this.variable(one, found[index] ?? R, isLinear));
    const left = variables(nonlinear, types.nonlinear, false);
    const right = variables(linear, types.linear, true);
    // a zero is of the type that is wanted
    const typed: Expression =
      expression.tag === "zero" && right.length === 1 ? { tag: "zero", type: nth(right, 0).type } : expression;
    this.emit({ tag: "let", nonlinear: left, linear: right, bound: typed, span });
  }

  private unpack(node: SyntaxNode, bound: SyntaxNode, isLinear: boolean, span: Span): void {
    const of = isLinear ? this.expressions.linearName(bound) : this.expressions.nonlinearName(bound);
    const parts = partsOf(node);
    if (this.untyped.has(of)) this.types.set(of, tensor(parts.map(() => R)));
    const type = this.types.get(of);
    if (type !== undefined && type.tag !== "tuple")
      throw new LinearityError(`the variable ${of} is no tuple`, of, spanOf(bound));
    const items = parts.map((one, index) => this.variable(one, type?.items[index] ?? R, isLinear));
    this.emit({ tag: isLinear ? "linear-unpack" : "unpack", items, of, span });
  }

  /** let (v; v̇) = (e; ė): a let for each. */
  private several(
    bound: SyntaxNode,
    nonlinear: readonly SyntaxNode[],
    linear: readonly SyntaxNode[],
    span: Span,
  ): void {
    const values = this.expressions.values(bound);
    for (const [side, names, isLinear] of [
      [nonlinear, values.nonlinear, false],
      [linear, values.linear, true],
    ] as const) {
      if (side.length !== names.length)
        throw new LinearityError(
          `${names.length} ${isLinear ? "linear" : "non-linear"} values for ${side.length} variables`,
          undefined,
          span,
        );
      side.forEach((one, index) => {
        const name = nth(names, index);
        const variable = this.variable(one, this.types.get(name) ?? R, isLinear);
        const [left, right] = isLinear ? [[], [variable]] : [[variable], []];
        const tag = isLinear ? "linear-variable" : "variable";
        this.emit({ tag: "let", nonlinear: left, linear: right, bound: { tag, name }, span });
      });
    }
  }
}
