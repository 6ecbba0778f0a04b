// Arguments of built-in functions in the order of another language: `take xs 2`, `map xs f`, `clamp x 0.0 1.0`.
import { lastOf, nth } from "../../base/nth.ts";
import { mistake, warning } from "../../source/diagnostic.ts";
import { cover } from "../../source/span.ts";
import { type Expr, outerSpan } from "../../syntax/ast.ts";
import { type OpenType, prune } from "../open.ts";
import { LONGEST_SHOWN } from "../reasons.ts";
import type { LocalScope } from "../scope.ts";
import { collectionOf, isBuiltIn } from "./collections.ts";
import type { InferenceContext } from "./infer-context.ts";
import { typeOfName } from "./negative-arguments.ts";

type Apply = Extract<Expr, { tag: "apply" }>;

/** The sort of an argument, as far as its form or its name tells: a function, a number, a list, .. */
type Sort = "function" | "number" | ReturnType<typeof collectionOf>;

function sortOfType(type: OpenType | undefined): Sort {
  if (type === undefined) return undefined;
  const at = prune(type);
  if (at.tag === "fun") return "function";
  const isNumber =
    (at.tag === "con" && (at.name === "Int" || at.name === "Real")) ||
    ((at.tag === "meta" || at.tag === "var") && at.kind === "number");
  return isNumber ? "number" : collectionOf(at);
}

function sortOf(inference: InferenceContext, expr: Expr, scope: LocalScope | undefined): Sort {
  switch (expr.tag) {
    case "lambda":
    case "operator":
      return "function";
    case "integer":
    case "real":
      return "number";
    case "list":
    case "array":
      return expr.tag;
    default:
      return sortOfType(typeOfName(inference, expr, scope));
  }
}

/** Reports arguments of a built-in function in another order than its own; gives the application that is meant, where it is that. */
export function reportOtherOrder(
  inference: InferenceContext,
  expr: Apply,
  type: OpenType,
  scope: LocalScope | undefined,
): Apply | undefined {
  const { fn, args } = expr;
  if (fn.tag !== "variable" || args.length < 2 || !isBuiltIn(inference, fn.name, scope)) return undefined;
  const params: Sort[] = [];
  for (let at = prune(type); at.tag === "fun" && params.length < args.length; at = prune(at.to))
    params.push(sortOfType(at.from));
  if (params.length < args.length) return undefined;
  const sorts = args.map((arg) => sortOf(inference, arg, scope));
  const fits = (sort: Sort, param: Sort): boolean => sort === undefined || param === undefined || sort === param;
  const wrong = sorts.findIndex((sort, index) => !fits(sort, params[index]));
  if (wrong < 0) return undefined;
  const fitsAll = (order: readonly number[]): boolean =>
    order.every((from, to) => fits(sorts[from], params[to]) && (to !== wrong || sorts[from] === params[to]));
  const places = [...args.keys()];
  // an argument that moves leaves the others in their order; else two change places
  const moved = places.map((other) => [...places].toSpliced(other, 1).toSpliced(wrong, 0, other));
  const swapped = places.map((other) => places.map((at) => (at === wrong ? other : at === other ? wrong : at)));
  const found = [...moved, ...swapped].find(fitsAll);
  if (found === undefined) return undefined;
  const order = found.map((from) => nth(args, from));
  const texts = order.map((arg) => inference.text(outerSpan(arg)) ?? "..");
  const written = `${fn.name} ${texts.join(" ")}`;
  const title = written.length > LONGEST_SHOWN ? "swap the arguments" : `write \`${written}\``;
  const message = `\`${fn.name}\` takes these arguments in another order: ${title}`;
  const edits = [{ span: cover(outerSpan(nth(args, 0)), outerSpan(lastOf(args))), text: texts.join(" ") }];
  inference.diagnostics.report(mistake("argument-order", expr.span, message, { fix: { title, edits } }));
  return { ...expr, args: order };
}

/** Warns where the last two arguments of `clamp`, and not the first, are numbers, as bounds are. */
export function warnOfClampOrder(
  inference: InferenceContext,
  { fn, args }: Apply,
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
