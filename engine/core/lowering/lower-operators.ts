// Lowering of operators, and of chains of them.
import { lastOf, nth } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import { opFor } from "../../scalars/ops.ts";
import type { Span } from "../../source/span.ts";
import { type Expr, type Operation, type Operator, outerSpan } from "../../syntax/ast.ts";
import type { ConstructorEntity, GlobalEntity } from "../../types/scope.ts";
import type { Type } from "../../types/type.ts";
import {
  apply,
  builtin,
  type CoreBinding,
  conditional,
  lambda,
  prim,
  type Term,
  truth,
  variable,
  varPattern,
} from "../terms/term.ts";
import { equals } from "./equality.ts";
import { isInt, isReal, type Lowering } from "./lower-context.ts";
import { global, typesOfUse } from "./lower-names.ts";

/** Operands in one chain beyond which it is cut by `let`, so that no pass over the core needs a deep stack. */
const LONGEST_CHAIN = 200;

/** An operator as a function of two arguments. */
export function operatorFunction(lowering: Lowering, expr: Extract<Expr, { tag: "operator" }>): Term {
  const type = lowering.typeOf(expr);
  if (type.tag !== "fun" || type.to.tag !== "fun")
    internal("an operator is not a function of two arguments", expr.operator);
  const [x, y] = [lowering.freshName(), lowering.freshName()];
  const body = binary(lowering, expr, expr.operator, variable(x), variable(y), expr.span);
  return lambda(varPattern(x, type.from), lambda(varPattern(y, type.to.from), body, expr.span), expr.span);
}

/** One binary operation; `node` is where the operator's use is recorded. A `::` extends a list that is the tail of its own chain. */
function binary(
  lowering: Lowering,
  node: Expr | Operation,
  operator: Operator,
  left: Term,
  right: Term,
  span: Span,
  isChainTail = false,
): Term {
  switch (operator) {
    case "&&":
      return conditional(left, right, truth("False", span), span);
    case "||":
      return conditional(left, truth("True", span), right, span);
    case "|>":
      return { tag: "app", fn: right, arg: left, span };
    case "|*|":
      return { tag: "fork", items: [left, right], span };
    case "::": {
      const item = nth(typesOfUse(lowering, lowering.use(node).entity as ConstructorEntity, lowering.use(node)), 0);
      if (isChainTail && right.tag === "list" && right.span !== undefined)
        return { ...right, items: [left, ...right.items], span };
      return { tag: "list", items: [left], tail: right, item, span };
    }
    case "++": {
      const use = lowering.use(node);
      return { ...apply(global(lowering, use.entity as GlobalEntity, use, span), left, right), span };
    }
    case "!": {
      const types = lowering.use(node).args.map((arg) => lowering.type(arg));
      return prim("index", types, [left, right], span);
    }
    case "==":
    case "/=": {
      const type = lowering.type(nth(lowering.use(node).args, 0));
      if (isInt(type) || isReal(type)) break;
      const same = equals(lowering.instances.equalities, type, left, right, span);
      return operator === "==" ? same : conditional(same, truth("False", span), truth("True", span), span);
    }
    default:
      break;
  }
  const number = lowering.use(node).args[0];
  const id =
    opFor(operator, number !== undefined && isInt(lowering.type(number)) ? "Int" : "Real") ??
    internal("an operator has no meaning", operator);
  return builtin(id, [left, right], span);
}

/** A chain of operations that go from left to right. */
export function leftChain(lowering: Lowering, expr: Extract<Expr, { tag: "left" }>): Term {
  const bindings: CoreBinding[] = [];
  let left = lowering.term(expr.first);
  expr.rest.forEach((operation, index) => {
    const span = { ...expr.span, to: outerSpan(operation.operand).to };
    if (operation.operator === "|>") left = pipe(lowering, left, operation, span);
    else left = binary(lowering, operation, operation.operator, left, lowering.term(operation.operand), span);
    if (index % LONGEST_CHAIN === LONGEST_CHAIN - 1 && index < expr.rest.length - 1)
      left = cut(lowering, left, lowering.typeOf(expr), bindings);
  });
  return bindings.length === 0 ? left : { tag: "let", bindings, body: left, span: expr.span };
}

/** `x |> f`: x is evaluated first, so it is named where f is more than a name. */
function pipe(lowering: Lowering, left: Term, operation: Operation, span: Span): Term {
  const fn = lowering.term(operation.operand);
  if (fn.tag === "var" || fn.tag === "global" || fn.tag === "lam") return { tag: "app", fn, arg: left, span };
  const type = lowering.typeOf(operation.operand);
  const name = lowering.freshName();
  const from = type.tag === "fun" ? type.from : internal("`|>` gives to no function");
  return {
    tag: "let",
    bindings: [{ pattern: varPattern(name, from), variables: [], bound: left }],
    body: { tag: "app", fn, arg: variable(name), span },
    span,
  };
}

/** Names a long prefix of a chain. */
function cut(lowering: Lowering, term: Term, type: Type, bindings: CoreBinding[]): Term {
  const name = lowering.freshName();
  bindings.push({ pattern: varPattern(name, type), variables: [], bound: term });
  return variable(name);
}

/** A chain of operations that go from right to left. */
export function rightChain(lowering: Lowering, expr: Extract<Expr, { tag: "right" }>): Term {
  const operands = [...expr.init.map((operation) => operation.operand), expr.last].map((operand) =>
    lowering.term(operand),
  );
  const first = nth(expr.init, 0);
  if (first.operator === "&&" || first.operator === "||")
    return balanced(lowering, first.operator, operands, expr.span);
  let bindings: CoreBinding[] = [];
  const isLong = expr.init.length > LONGEST_CHAIN && expr.init.some((operation) => operation.operator !== "::");
  if (isLong) {
    // evaluate the operands first, from left to right, then join from the right
    bindings = operands.map((operand, index) => {
      const name = lowering.freshName();
      const node = expr.init[index]?.operand ?? expr.last;
      operands[index] = variable(name);
      return { pattern: varPattern(name, lowering.typeOf(node)), variables: [], bound: operand };
    });
  }
  let right = lastOf(operands);
  // a list that the last operand is, is no part of the chain
  let isTail = false;
  for (let index = expr.init.length - 1; index >= 0; index--) {
    const operation = nth(expr.init, index);
    const span = { ...expr.span, from: outerSpan(operation.operand).from };
    right = binary(lowering, operation, operation.operator, nth(operands, index), right, span, isTail);
    isTail = operation.operator === "::";
    if (isLong && operation.operator !== "::") {
      const name = lowering.freshName();
      bindings.push({ pattern: varPattern(name, lowering.typeOf(expr)), variables: [], bound: right });
      right = variable(name);
    }
  }
  return bindings.length === 0 ? right : { tag: "let", bindings, body: right, span: expr.span };
}

/** `a && b && ..` as a balanced tree: the same value and order, and no deep nesting. */
function balanced(lowering: Lowering, operator: "&&" | "||", operands: readonly Term[], span: Span): Term {
  if (operands.length === 1) return nth(operands, 0);
  // short chains keep the shape that was written
  const middle = operands.length <= LONGEST_CHAIN ? 1 : Math.floor(operands.length / 2);
  const left = balanced(lowering, operator, operands.slice(0, middle), span);
  const right = balanced(lowering, operator, operands.slice(middle), span);
  return operator === "&&"
    ? conditional(left, right, truth("False", span), span)
    : conditional(left, truth("True", span), right, span);
}
