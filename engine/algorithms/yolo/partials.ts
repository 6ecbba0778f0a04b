// A partial derivative as operations of Linear A, so that J can be taken of it: second derivatives (Radul et al. 2023, §4.5).
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { generalBranch } from "../../scalars/formula.ts";
import { OPS, type OpId } from "../../scalars/ops.ts";
import type { ScalarTerm } from "../../scalars/scalar-term.ts";
import { shownName } from "../../types/type.ts";
import { NoStudy } from "../study.ts";
import { Fresh, namesIn } from "./linear-a/names.ts";
import {
  type Binding,
  bindNonlinear,
  type Definition,
  dropping,
  type Expression,
  type Operand,
  R,
} from "./linear-a/syntax.ts";

/** A definition whose partials are computed by operations, but for those that are flat: the form in which J takes it. Throws {@link NoStudy}. */
export function withoutPartials(definition: Definition): Definition {
  const { bindings, result } = definition.body;
  const fresh = new Fresh(namesIn(definition));
  const plain = bindings.flatMap((one) =>
    one.tag === "let" && one.bound.tag === "partial" && !isFlat(one.bound)
      ? partialBindings(one, one.bound, fresh)
      : [one],
  );
  return { ...definition, body: { bindings: plain, result } };
}

type Partial = Extract<Expression, { tag: "partial" }>;

/** Whether a partial is a number on each side of its branches, as those of `max` are: then its own partials are 0, but for single points. */
function isFlat({ op, index }: Partial): boolean {
  const term = op.tag === "builtin" ? OPS[op.id].derivatives[index]?.term : undefined;
  const isNumber = (one: ScalarTerm): boolean => {
    if (one.tag !== "if") return one.tag === "number";
    const general = generalBranch(one);
    return general === undefined ? isNumber(one.yes) && isNumber(one.no) : isNumber(general);
  };
  return term !== undefined && isNumber(term);
}

/** Bindings that compute what a binding of a partial does, under the same name. */
function partialBindings(binding: Binding, { op, index, operands }: Partial, fresh: Fresh): readonly Binding[] {
  const partial = op.tag === "builtin" ? OPS[op.id].derivatives[index] : undefined;
  // what is computed by cases may have a formula without any
  const term = partial?.formula ?? partial?.term;
  const symbol = op.tag === "builtin" ? OPS[op.id].symbol : shownName(op.name);
  // that of an operation of the program's own
  if (term === undefined)
    throw new NoStudy(
      `this cannot be linearised again: the partials of \`${symbol}\`, behind its \`by\`, are plain numbers, without derivatives of their own; a \`def\` in place of the \`op\` has them`,
      binding.span,
    );
  const [result] = binding.tag === "let" ? binding.nonlinear : [];
  const lowering = new Lowering(operands, fresh, binding.span, symbol);
  const bound = lowering.expression(term);
  const made = [...lowering.made, { ...bindNonlinear(present(result), bound), span: binding.span }];
  // every variable is used: an operand that the partial does not depend on is dropped
  const read = new Set(lowering.read);
  const unused = operands.flatMap((one) => (one.tag === "variable" && !read.has(one.name) ? [one.name] : []));
  if (unused.length > 0) made.push(dropping({ nonlinear: [...new Set(unused)], linear: [] }));
  return made;
}

class Lowering {
  readonly made: Binding[] = [];
  readonly read: string[] = [];
  private readonly operands: readonly Operand[];
  private readonly fresh: Fresh;
  private readonly span: Binding["span"];
  private readonly symbol: string;
  private readonly named = new Map<string, Operand>();

  constructor(operands: readonly Operand[], fresh: Fresh, span: Binding["span"], symbol: string) {
    this.operands = operands;
    this.fresh = fresh;
    this.span = span;
    this.symbol = symbol;
  }

  /** A term as an expression, under bindings of its needs. */
  expression(term: ScalarTerm): Expression {
    const found = this.folded(term);
    switch (found.tag) {
      case "number":
        return { tag: "literal", value: found.value };
      case "op": {
        const operands = found.args.map((arg) => this.operand(arg));
        return { tag: "op", op: { tag: "builtin", id: found.op as OpId }, operands };
      }
      default: {
        const operand = this.operand(found);
        if (operand.tag === "variable") return { tag: "variable", name: operand.name };
        return { tag: "literal", value: operand.value };
      }
    }
  }

  private operand(term: ScalarTerm): Operand {
    const found = this.folded(term);
    switch (found.tag) {
      case "operand": {
        const operand = nth(this.operands, found.index);
        if (operand.tag === "variable") this.read.push(operand.name);
        return operand;
      }
      case "name":
        return present(this.named.get(found.name));
      case "number":
        if (found.type === "Int") return { tag: "int", value: found.value };
        return this.bound({ tag: "literal", value: found.value });
      case "let":
        this.named.set(found.name, this.operand(found.bound));
        return this.operand(found.body);
      case "op":
        return this.bound(this.expression(found));
      default:
        return internal("a partial of the table branches", this.symbol);
    }
  }

  private bound(expression: Expression): Operand {
    const name = this.fresh.name("p");
    this.made.push({ ...bindNonlinear({ name, type: R }, expression), span: this.span });
    return { tag: "variable", name };
  }

  /** A term without what is for single points only, as in a formula for people. */
  private folded(term: ScalarTerm): ScalarTerm {
    const found = withKnownInts(term, this.operands);
    const general = found.tag === "if" ? generalBranch(found) : undefined;
    return general === undefined ? found : this.folded(general);
  }
}

/** A term, where it depends on Ints alone, as its value: exponents are known. A branch on them is taken. */
export function withKnownInts(term: ScalarTerm, operands: readonly Operand[]): ScalarTerm {
  const known = (one: ScalarTerm): ScalarTerm => withKnownInts(one, operands);
  if (term.tag === "operand") {
    const operand = nth(operands, term.index);
    return operand.tag === "int" ? { tag: "number", value: operand.value, type: "Int" } : term;
  }
  if (term.tag === "if") {
    const test = known(term.test);
    return test.tag === "number" ? known(test.value === 0 ? term.no : term.yes) : term;
  }
  if (term.tag !== "op") return term;
  const args = term.args.map(known);
  const values = args.flatMap((one) => (one.tag === "number" && one.type === "Int" ? [one.value] : []));
  if (values.length < args.length) return { ...term, args };
  const { result, value } = OPS[term.op as OpId];
  return { tag: "number", value: value(...values), type: result === "Real" ? "Real" : "Int" };
}
