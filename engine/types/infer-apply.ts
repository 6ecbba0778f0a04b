// Inference of applications, and their mistakes: too many arguments, a tuple taken for several, no function at all.
import { mistake } from "../source/diagnostic.ts";
import type { Expr } from "../syntax/ast.ts";
import type { InferenceContext } from "./infer-context.ts";
import { type OpenType, prune, showOpen } from "./open.ts";
import { isType, type Reason, subject } from "./reasons.ts";
import type { LocalScope } from "./scope.ts";

export function inferApply(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "apply" }>,
  scope: LocalScope | undefined,
): OpenType {
  let type = inference.infer(expr.fn, scope);
  const name = subject(inference, expr.fn);
  if (reportUntupled(inference, expr, type, name)) {
    for (const arg of expr.args) inference.infer(arg, scope);
    const at = prune(type);
    return at.tag === "fun" ? at.to : inference.metas.fresh();
  }
  for (let index = 0; index < expr.args.length; index++) {
    const arg = expr.args[index]!;
    const at = prune(type);
    if (at.tag === "fun") {
      inference.check(arg, at.from, scope, argumentReason(inference, name, index, expr.args.length));
      type = at.to;
    } else if (at.tag === "meta" && !at.number) {
      const from = inference.infer(arg, scope);
      const to = inference.metas.fresh();
      const clash = inference.metas.unify(at, { tag: "fun", from, to }, expr.span);
      if (clash?.tag === "infinite") {
        const message = `${name} is applied to itself: its type would contain itself`;
        inference.diagnostics.report(mistake("infinite-type", expr.span, message));
      }
      type = to;
    } else {
      for (const rest of expr.args.slice(index)) inference.infer(rest, scope);
      reportNotFunction(inference, expr, at, name, index);
      return inference.metas.fresh();
    }
  }
  return type;
}

/** `f x y` where f takes the tuple (x, y). */
export function reportUntupled(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "apply" }>,
  type: OpenType,
  name: string,
): boolean {
  const fn = prune(type);
  if (fn.tag !== "fun" || expr.args.length < 2) return false;
  const [param, result] = [prune(fn.from), prune(fn.to)];
  if (
    param.tag !== "tuple" ||
    param.items.length !== expr.args.length ||
    result.tag === "fun" ||
    result.tag === "meta" ||
    expr.args.some((arg) => arg.tag === "tuple")
  )
    return false;
  const args = expr.args.map((arg) => inference.text(arg.span) ?? "..").join(", ");
  const message = `${name} takes one argument, a tuple ${showOpen(param)}: write \`${name.replaceAll("`", "")} (${args})\``;
  const span = { ...expr.args[0]!.span, to: expr.args.at(-1)!.span.to };
  inference.diagnostics.report(mistake("curried-for-tuple", span, message));
  return true;
}

export function argumentReason(_inference: InferenceContext, name: string, index: number, of: number): Reason {
  const which = of === 1 ? "its argument" : `argument ${index + 1}`;
  return { kind: "argument", says: (expected) => `${name} takes ${isTypeWanted(expected)} as ${which}` };
}

export function reportNotFunction(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "apply" }>,
  type: OpenType,
  name: string,
  given: number,
): void {
  const shown = showOpen(type);
  if (given === 0) {
    const product = `${name} * ${subject(inference, expr.args[0]!)}`.replaceAll("`", "");
    const isNumber = ["Int", "Real", "a number"].includes(shown);
    const comma = isNumber ? `; is a comma missing? A product is written \`${product}\`` : "";
    const message = `${name} is ${isType(shown)}, not a function, and cannot be applied to ${subject(inference, expr.args[0]!)}${comma}`;
    inference.diagnostics.report(mistake("not-a-function", expr.fn.span, message));
    return;
  }
  const takes = given === 1 ? "1 argument" : `${given} arguments`;
  const message = `${name} takes ${takes}, but ${expr.args.length} are given: ${subject(inference, expr.args[given]!)} is too many`;
  inference.diagnostics.report(mistake("too-many-arguments", expr.args[given]!.span, message));
}

function isTypeWanted(type: string): string {
  if (type.includes("->")) return `a function ${type}`;
  return type === "_" ? "any value" : isType(type).replace(/^of type /, "a value of type ");
}
