// `clamp x 0.0 1.0`: the order of Julia and PyTorch, which is another function in Dual.
import { warning } from "../../source/diagnostic.ts";
import { type Expr, outerSpan } from "../../syntax/ast.ts";
import type { LocalScope } from "../scope.ts";
import { isBuiltIn } from "./collections.ts";
import type { InferenceContext } from "./infer-context.ts";

/** Warns where the last two arguments of `clamp`, and not the first, are numbers, as bounds are. */
export function warnOfClampOrder(
  inference: InferenceContext,
  { fn, args }: Extract<Expr, { tag: "apply" }>,
  scope: LocalScope | undefined,
): void {
  if (fn.tag !== "variable" || fn.name !== "clamp" || !isBuiltIn(inference, "clamp", scope)) return;
  const [number, lowest, highest] = args;
  if (number === undefined || lowest === undefined || highest === undefined || numberOf(number) !== undefined) return;
  const [low, high] = [numberOf(lowest), numberOf(highest)];
  if (low === undefined || high === undefined || low > high) return;
  const span = { ...outerSpan(number), to: outerSpan(highest).to };
  const texts = [lowest, highest, number].map((one) => inference.text(outerSpan(one)) ?? "..");
  const text = texts.join(" ");
  const bounds = `\`${inference.text(number.span) ?? ".."}\` is the lower bound and ${texts[1]} the number here`;
  const message = `${bounds}: the arguments of \`clamp\` are its two bounds, and then the number`;
  const fix = { title: `write \`clamp ${text}\``, edits: [{ span, text }] };
  inference.diagnostics.report(warning("clamp-order", span, message, { fix }));
}

/** A number that an expression writes out; undefined for any other expression. */
function numberOf(expr: Expr): number | undefined {
  if (expr.tag === "integer" || expr.tag === "real") return expr.value;
  if (expr.tag === "variable" && expr.name === "inf") return Number.POSITIVE_INFINITY;
  const operand = expr.tag === "negate" ? numberOf(expr.operand) : undefined;
  return operand === undefined ? undefined : -operand;
}
