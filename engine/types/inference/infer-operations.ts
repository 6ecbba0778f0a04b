// Inference of binary operations, and the mistakes of both operands together.

import { nth } from "../../base/nth.ts";
import { mistake } from "../../source/diagnostic.ts";
import { cover } from "../../source/span.ts";
import { type Expr, type Operation, type Operator, outerSpan } from "../../syntax/ast.ts";
import { type OpenType, prune } from "../open.ts";
import { isType, LONGEST_SHOWN, type MessageContext, mismatch, type Reason, subject } from "../reasons.ts";
import type { LocalScope } from "../scope.ts";
import { REAL } from "../type.ts";
import {
  collectionOf,
  isBuiltIn,
  reportCollectionOperator,
  reportIndexedResult,
  reportOtherElement,
} from "./collections.ts";
import type { InferenceContext } from "./infer-context.ts";
import { operatorType } from "./infer-names.ts";
import { typeOfName } from "./negative-arguments.ts";

/** One binary operation; a side whose type is given has been inferred already. */
export function inferOperation(
  inference: InferenceContext,
  operation: Operation,
  left: Expr,
  knownLeft: OpenType | undefined,
  right: Expr,
  knownRight: OpenType | undefined,
  scope: LocalScope | undefined,
): OpenType {
  const { operator } = operation;
  const whole = reportNegatedPart(inference, operation, left, scope);
  if (whole !== undefined) return inferOperation(inference, operation, whole, undefined, right, knownRight, scope);
  if (reportBareOperator(inference, operation, left, scope)) return inference.metas.fresh();
  if (reportFunctionPower(inference, operation, left, right, scope)) return REAL;
  let [leftType, rightType] = [knownLeft, knownRight];
  const type = operatorType(inference, operation, operator, operation.operatorSpan);
  const first = prune(type);
  if (first.tag !== "fun") {
    // the operator is unknown here; its operands may have mistakes of their own
    if (leftType === undefined) inference.infer(left, scope);
    if (rightType === undefined) inference.infer(right, scope);
    return type;
  }
  const second = prune(first.to);
  const result = second.tag === "fun" ? second.to : second;
  const from = second.tag === "fun" ? second.from : inference.metas.fresh();
  if (operator === "^") {
    const exponent = rightType ?? inference.infer(right, scope);
    if (reportRealPower(inference, left, leftType, right, exponent, scope)) return REAL;
    rightType = exponent;
  }
  if (operator === "!" && leftType === undefined) {
    const meant = reportIndexedResult(inference, left, right, scope);
    if (meant !== undefined) return inference.infer(meant, scope);
    leftType = inference.infer(left, scope);
    if (reportOtherElement(inference, left, leftType, right)) {
      if (rightType === undefined) inference.infer(right, scope);
      return inference.metas.fresh();
    }
  }
  if (operator === "/") {
    if (rightType === undefined && isCollectionName(inference, left, scope)) rightType = inference.infer(right, scope);
    if (leftType === undefined && isCollectionName(inference, right, scope)) leftType = inference.infer(left, scope);
  }
  const meant = reportOperands(inference, operator, [left, leftType], [right, rightType], scope);
  if (meant !== undefined) return meant;
  const leftFound = leftType ?? (MIXED.has(operator) ? inference.infer(left, scope) : undefined);
  const rightFound = rightType ?? (MIXED.has(operator) ? inference.infer(right, scope) : undefined);
  if (
    leftFound !== undefined &&
    rightFound !== undefined &&
    reportMixed(inference, operation, left, leftFound, right, rightFound)
  )
    return result;
  if (leftFound !== undefined && rightFound !== undefined) {
    const [one, other] = [
      { expr: left, type: leftFound },
      { expr: right, type: rightFound },
    ];
    const type = reportCollectionOperator(inference, operator, one, other);
    if (type !== undefined) return type;
  }
  const reason = operatorReason(operator, undefined, inference);
  const isFine =
    leftFound === undefined
      ? inference.check(left, first.from, scope, reason)
      : inference.demand(left, leftFound, first.from, reason);
  if (!isFine) {
    // one message for both operands
    if (rightFound === undefined) inference.infer(right, scope);
    return result.tag === "meta" ? inference.metas.fresh() : result;
  }
  if (rightFound === undefined) inference.check(right, from, scope, operatorReason(operator, left, inference));
  else inference.demand(right, rightFound, from, operatorReason(operator, left, inference));
  return result;
}

function isCollectionName(inference: InferenceContext, expr: Expr, scope: LocalScope | undefined): boolean {
  const type = typeOfName(inference, expr, scope);
  return type !== undefined && collectionOf(type) !== undefined;
}

/** Reports a collection where the operator of numbers or of lists takes none, as far as names and literals tell their types. */
function reportOperands(
  inference: InferenceContext,
  operator: Operator,
  [left, leftType]: readonly [Expr, OpenType | undefined],
  [right, rightType]: readonly [Expr, OpenType | undefined],
  scope: LocalScope | undefined,
): OpenType | undefined {
  if (!["/", "^", "::", "++"].includes(operator)) return undefined;
  const known = (expr: Expr): OpenType | undefined =>
    expr.tag === "real" || expr.tag === "integer" ? REAL : typeOfName(inference, expr, scope);
  const [one, other] = [leftType ?? known(left), rightType ?? known(right)];
  if (one === undefined || other === undefined) return undefined;
  return reportCollectionOperator(inference, operator, { expr: left, type: one }, { expr: right, type: other });
}

/** Reports `foldl + 0.0 xs`, where an operator is meant as an argument; says whether it is that. */
function reportBareOperator(
  inference: InferenceContext,
  { operator, operatorSpan }: Operation,
  left: Expr,
  scope: LocalScope | undefined,
): boolean {
  if (left.tag !== "variable" || operator === "|>" || operator === "-" || !isBuiltIn(inference, left.name, scope))
    return false;
  const type = typeOfName(inference, left, scope);
  if (type?.tag !== "fun" || prune(type.from).tag !== "fun") return false;
  const written = `(${operator})`;
  const message = `an operator as an argument stands in parentheses: \`${left.name} ${written} ..\``;
  const fix = { title: `write \`${written}\``, edits: [{ span: operatorSpan, text: written }] };
  inference.diagnostics.report(mistake("bare-operator", operatorSpan, message, { fix }));
  return true;
}

const COMPARING: ReadonlySet<Operator> = new Set<Operator>(["==", "/=", "<", "<=", ">", ">="]);

/** Reports `not x > 0.0`, for application binds tighter; gives the operand of the comparison that is meant, where it is that. */
function reportNegatedPart(
  inference: InferenceContext,
  { operator, operand }: Operation,
  left: Expr,
  scope: LocalScope | undefined,
): Expr | undefined {
  // of two Bools `not b == c` may be meant as it stands
  const isOfNumbers = ["<", "<=", ">", ">="].includes(operator) || operand.tag === "real" || operand.tag === "integer";
  if (!isOfNumbers || !COMPARING.has(operator) || left.tag !== "apply" || left.grouped !== undefined) return undefined;
  const [arg, ...others] = left.args;
  if (arg === undefined || others.length > 0 || left.fn.tag !== "variable" || left.fn.name !== "not") return undefined;
  if (!isBuiltIn(inference, "not", scope)) return undefined;
  const span = cover(outerSpan(arg), outerSpan(operand));
  const text = inference.text(span) ?? "..";
  const message = `application binds tighter than \`${operator}\`: this compares ${subject(inference, left)}; write \`not (${text})\``;
  const edits = [
    { span: { ...span, to: span.from }, text: "(" },
    { span: { ...span, from: span.to }, text: ")" },
  ];
  const fix = { title: `write \`not (${text})\``, edits };
  inference.diagnostics.report(mistake("negated-part", left.span, message, { fix }));
  return arg;
}

/** Reports `sin^2 x`, a power of what a built-in function gives; says whether it is that. */
function reportFunctionPower(
  inference: InferenceContext,
  { operator, operatorSpan }: Operation,
  left: Expr,
  right: Expr,
  scope: LocalScope | undefined,
): boolean {
  if (operator !== "^" || left.tag !== "variable" || right.tag !== "apply" || right.args.length !== 1) return false;
  if (right.fn.tag !== "integer" || !isBuiltIn(inference, left.name, scope)) return false;
  if (typeOfName(inference, left, scope)?.tag !== "fun") return false;
  const argument = right.args.map((arg) => inference.text(outerSpan(arg)) ?? "..").join(" ");
  const written = `(${left.name} ${argument}) ^ ${right.fn.value}`;
  inference.infer(nth(right.args, 0), scope);
  const span = cover(left.span, outerSpan(right));
  const fix = { title: `write \`${written}\``, edits: [{ span, text: written }] };
  const message = `a power of what \`${left.name}\` gives is \`${written}\``;
  inference.diagnostics.report(mistake("function-power", operatorSpan, message, { fix }));
  return true;
}

/** `x ^ 0.5`, `x ^ y`: a power whose exponent is a Real; says whether it is that. */
function reportRealPower(
  inference: InferenceContext,
  left: Expr,
  leftType: OpenType | undefined,
  right: Expr,
  exponent: OpenType,
  scope: LocalScope | undefined,
): boolean {
  const type = prune(exponent);
  // `x ^ x` of one unknown type
  const isLeft = type.tag === "meta" && right.tag === "variable" && left.tag === "variable" && left.name === right.name;
  if (!isLeft && (type.tag !== "con" || type.name !== "Real")) return false;
  if (isLeft) inference.demand(right, type, REAL, operatorReason("+", left, inference));
  if (leftType === undefined) inference.infer(left, scope);
  const argument = (expr: Expr): string => {
    const text = inference.text(outerSpan(expr)) ?? "..";
    return /^[\p{L}\p{N}_'.]+$/u.test(text) || expr.grouped !== undefined ? text : `(${text})`;
  };
  const written = `pow ${argument(left)} ${argument(right)}`;
  const at = cover(outerSpan(left), outerSpan(right));
  const message = "the exponent of `^` is an Int; for a Real exponent write `pow` before the two numbers";
  const isShort = written.length <= LONGEST_SHOWN;
  const fix = { title: isShort ? `write \`${written}\`` : "write `pow`", edits: [{ span: at, text: `(${written})` }] };
  inference.diagnostics.report(mistake("power-exponent", right.span, message, { fix }));
  return true;
}

/** Int with Real, and `f -x`: mistakes of both operands together, reported at the one to change. */
function reportMixed(
  inference: InferenceContext,
  { operator, operatorSpan }: Operation,
  left: Expr,
  leftType: OpenType,
  right: Expr,
  rightType: OpenType,
): boolean {
  const [one, other] = [prune(leftType), prune(rightType)];
  if (operator === "-" && one.tag === "fun" && left.tag !== "lambda") {
    const [fn, arg] = [subject(inference, left), subject(inference, right).replaceAll("`", "")];
    const message = `this subtracts from the function ${fn}; to apply it to a negative value write \`${fn.replaceAll("`", "")} (-${arg})\``;
    const isAtom = right.tag === "variable" || right.tag === "real" || right.tag === "integer";
    const at = { ...operatorSpan, to: outerSpan(right).to };
    const fix = isAtom ? { title: `write \`(-${arg})\``, edits: [{ span: at, text: `(-${arg})` }] } : undefined;
    inference.diagnostics.report(mistake("function-minus", left.span, message, { fix }));
    return true;
  }
  const kinds = [one, other].map((type) => (type.tag === "con" ? type.name : ""));
  if (!(kinds.includes("Int") && kinds.includes("Real"))) return false;
  const isLeft = kinds[0] === "Int";
  const [int, real] = isLeft ? [left, right] : [right, left];
  const clash = { tag: "mismatch" } as const;
  const verb = verbOf(operator);
  const reason: Reason = {
    kind: "operator",
    says: () => `\`${operator}\` ${verb} two numbers of one type, and ${subject(inference, real)} is a Real`,
  };
  inference.diagnostics.report(mismatch(inference, int, isLeft ? leftType : rightType, REAL, clash, reason));
  return true;
}

const OPERATOR_WORDS: Readonly<Partial<Record<Operator, string>>> = {
  "/": "`/` divides Reals",
  "&&": "`&&` joins Bools",
  "||": "`||` joins Bools",
  "++": "`++` joins two lists",
  "!": "`!` takes an array and an Int",
  "|>": "`|>` gives a value to a function",
  "::": "`::` puts an element in front of a list of the same type",
};

/** The operators on two numbers of one type. */
const MIXED: ReadonlySet<Operator> = new Set<Operator>(["+", "-", "*", ...COMPARING]);

function verbOf(operator: Operator): string {
  if (operator === "+") return "adds";
  if (operator === "-") return "subtracts";
  return operator === "*" ? "multiplies" : "compares";
}

/** Why the operands of an operator have the types that they have; `other` is the left operand, for the right one. */
function operatorReason(operator: Operator, other: Expr | undefined, context: MessageContext): Reason {
  const known = OPERATOR_WORDS[operator];
  if (known !== undefined) {
    const wants = operator === "!" || operator === "::" || operator === "++" || operator === "|>";
    return { kind: `operator-${operator}`, says: (expected) => (wants ? `${known} (here ${expected})` : known) };
  }
  if (operator === "^") {
    return {
      kind: "power",
      says: () => (other === undefined ? "`^` raises a Real to an Int" : "the exponent of `^` is an Int"),
    };
  }
  const verb = verbOf(operator);
  const isEquality = operator === "==" || operator === "/=";
  return {
    kind: "operator",
    limit: "functions cannot be compared",
    says: (expected) =>
      other === undefined || expected === "a number" || expected === "_"
        ? `\`${operator}\` ${verb} ${isEquality ? "two values of one type" : "numbers (Int or Real)"}`
        : `\`${operator}\` ${verb} two ${isEquality ? "values" : "numbers"} of one type, and ${subject(context, other)} is ${isType(expected)}`,
  };
}
