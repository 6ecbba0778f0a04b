// Negative numbers among arguments: `P 1.0 -2.0 3.0` reads as a subtraction from a function, and is an application to a negative number.
import { lastOf, nth, present } from "../../base/nth.ts";
import { type Fix, mistake } from "../../source/diagnostic.ts";
import { cover, type Span } from "../../source/span.ts";
import { type Expr, type Operation, outerSpan } from "../../syntax/ast.ts";
import { type OpenType, prune } from "../open.ts";
import { LONGEST_SHOWN } from "../reasons.ts";
import { type LocalScope, lookUp, lookUpLocal } from "../scope.ts";
import type { InferenceContext } from "./infer-context.ts";

type Chain = Extract<Expr, { tag: "left" }>;

/** Reports the first function in a chain from which something is subtracted; gives the chain with the application that is meant. */
export function withNegativeArguments(
  inference: InferenceContext,
  chain: Chain,
  scope: LocalScope | undefined,
): Expr | undefined {
  for (let index = 0; index < chain.rest.length; index++) {
    if (nth(chain.rest, index).operator !== "-") continue;
    const before = index === 0 ? chain.first : nth(chain.rest, index - 1).operand;
    const head = lastOperand(before);
    const taken = negativesAfter(inference, head, chain.rest.slice(index), scope);
    if (taken === undefined) continue;
    report(inference, head, taken);
    const applied = { ...application(head, taken.args), span: cover(outerSpan(head), taken.last) };
    const rest = chain.rest.slice(index + taken.negatives.length);
    const operand = withLast(before, applied);
    if (index === 0) return rest.length === 0 ? operand : { ...chain, first: operand, rest };
    const replaced = { ...nth(chain.rest, index - 1), operand };
    return { ...chain, rest: [...chain.rest.slice(0, index - 1), replaced, ...rest] };
  }
  return undefined;
}

/** The arguments that operations after a function hold. */
interface Taken {
  readonly args: readonly Expr[];
  /** From each minus to the end of what it negates. */
  readonly negatives: readonly Span[];
  readonly last: Span;
}

/** The arguments that the next operations hold, where a function takes them; undefined where it takes no more. */
function negativesAfter(
  inference: InferenceContext,
  head: Expr,
  operations: readonly Operation[],
  scope: LocalScope | undefined,
): Taken | undefined {
  const [fn, given] = head.tag === "apply" ? [head.fn, head.args.length] : [head, 0];
  let missing = (parametersOf(inference, fn, scope) ?? 0) - given;
  const args: Expr[] = [];
  const negatives: Span[] = [];
  let last: Span | undefined;
  for (const { operator, operatorSpan, operand } of operations) {
    if (operator !== "-" || missing <= 0 || !isPrefix(operand)) break;
    // `-2.0 3.0` is two arguments, `-sin x` one
    const parts =
      operand.tag === "apply" && operand.grouped === undefined && !isFunction(inference, operand.fn, scope)
        ? [operand.fn, ...operand.args]
        : [operand];
    const [first, ...others] = parts as [Expr, ...Expr[]];
    // a function is no number; where a name may be one, it takes what follows
    if (parts.length === 1 && isFunction(inference, first, scope)) break;
    if (parts.length > missing && first.tag !== "real" && first.tag !== "integer") break;
    const span = cover(operatorSpan, outerSpan(first));
    args.push({ tag: "negate", operand: first, span }, ...others);
    negatives.push(span);
    missing -= parts.length;
    last = outerSpan(lastOf(parts));
  }
  return last === undefined ? undefined : { args, negatives, last };
}

function report(inference: InferenceContext, head: Expr, { negatives, last }: Taken): void {
  const whole = cover(outerSpan(head), last);
  const text = inference.text(whole) ?? "";
  const name = inference.text(head.span) ?? "";
  const isApart = ({ from }: Span): boolean => /\s$/.test(inference.text({ ...whole, to: from }) ?? "");
  const edits: Fix["edits"] = negatives.flatMap((span) => [
    { span: { ...span, to: span.from }, text: isApart(span) ? "(" : " (" },
    { span: { ...span, from: span.to }, text: ")" },
  ]);
  let [written, at] = ["", 0];
  for (const edit of edits) {
    written += text.slice(at, edit.span.from - whole.from) + edit.text;
    at = edit.span.from - whole.from;
  }
  written += text.slice(at);
  const isShort = written.length <= LONGEST_SHOWN && !written.includes("\n");
  const called = name.length <= LONGEST_SHOWN ? `the function \`${name}\`` : "a function";
  const advice = isShort ? `write \`${written}\`` : "put it in parentheses";
  const message = `this subtracts from ${called}; to apply it to a negative value ${advice}`;
  const title = isShort ? `write \`${written}\`` : "put negative arguments in parentheses";
  inference.diagnostics.report(mistake("function-minus", head.span, message, { fix: { title, edits } }));
}

/** The operand that stands last in an expression without parentheses: what a minus after it follows. */
function lastOperand(expr: Expr): Expr {
  const last = lastPart(expr);
  return last === undefined ? expr : lastOperand(last);
}

function lastPart(expr: Expr): Expr | undefined {
  if (expr.grouped !== undefined) return undefined;
  if (expr.tag === "left") return lastOf(expr.rest).operand;
  if (expr.tag === "right") return expr.last;
  return expr.tag === "negate" ? expr.operand : undefined;
}

/** An expression with another one in place of its last operand. */
function withLast(expr: Expr, last: Expr): Expr {
  if (lastPart(expr) === undefined) return last;
  const span = cover(expr.span, last.span);
  if (expr.tag === "left") {
    const operation = lastOf(expr.rest);
    return {
      ...expr,
      rest: [...expr.rest.slice(0, -1), { ...operation, operand: withLast(operation.operand, last) }],
      span,
    };
  }
  if (expr.tag === "right") return { ...expr, last: withLast(expr.last, last), span };
  return expr.tag === "negate" ? { ...expr, operand: withLast(expr.operand, last), span } : last;
}

function application(head: Expr, args: readonly Expr[]): Extract<Expr, { tag: "apply" }> {
  const isCall = head.tag === "apply" && head.grouped === undefined;
  const [fn, given] = isCall ? [head.fn, head.args] : [head, []];
  return { tag: "apply", fn, args: [...given, ...args], span: head.span };
}

/** Whether a minus before an expression negates all of it, or the first of several arguments. */
function isPrefix(expr: Expr): boolean {
  return (
    expr.grouped !== undefined || ["variable", "constructor", "integer", "real", "apply", "field"].includes(expr.tag)
  );
}

function isFunction(inference: InferenceContext, expr: Expr, scope: LocalScope | undefined): boolean {
  return (parametersOf(inference, expr, scope) ?? 0) > 0;
}

/** How many arguments a name takes, as far as its type is known; undefined for what is no known name. */
function parametersOf(inference: InferenceContext, expr: Expr, scope: LocalScope | undefined): number | undefined {
  let type = typeOfName(inference, expr, scope);
  if (type === undefined) return undefined;
  let count = 0;
  for (; type.tag === "fun"; type = prune(type.to)) count++;
  return count;
}

/** The type of a name as far as it is known, with the variables of its scheme; undefined for what is no known name. */
export function typeOfName(
  inference: InferenceContext,
  expr: Expr,
  scope: LocalScope | undefined,
): OpenType | undefined {
  if (expr.tag !== "variable" && expr.tag !== "constructor") return undefined;
  const kind = expr.tag === "variable" ? "values" : "constructors";
  const entity =
    (expr.tag === "variable" ? lookUpLocal(scope, expr.name) : undefined) ?? lookUp(inference.module, kind, expr.name);
  if (entity === undefined) return undefined;
  return prune("type" in entity && entity.scheme === undefined ? entity.type : present(entity.scheme).type);
}
