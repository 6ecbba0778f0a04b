// Inference of functions with a pullback of their own.
import type { Expr } from "../../syntax/ast.ts";
import { type OpenType, prune } from "../open.ts";
import { isType } from "../reasons.ts";
import type { LocalScope } from "../scope.ts";
import { REAL } from "../type.ts";
import { inferParams } from "./infer-bindings.ts";
import type { InferenceContext } from "./infer-context.ts";

/** The type P -> R of a rule: its value is an R, its pullback an R -> P. Neither holds functions; numbers that nothing decides are Reals. */
export function inferRule(
  inference: InferenceContext,
  { param, value, pullback }: Extract<Expr, { tag: "rule" }>,
  scope: LocalScope | undefined,
): OpenType {
  const { metas } = inference;
  const { params, inner } = inferParams(inference, [param], scope);
  const [from] = params as [OpenType];
  const to = inference.infer(value, inner);
  for (const [type, at] of [
    [from, param],
    [to, value],
  ] as const) {
    const data = metas.fresh("data");
    if (metas.unify(type, data, at.span) === undefined) continue;
    const says = () => "a rule of one's own is of values without functions";
    inference.demand(value, type, data, { kind: "rule", limit: NO_FUNCTION, says });
  }
  const says = (expected: string) =>
    `the pullback takes the cotangent of the result to that of the parameter: it is ${isType(expected)}`;
  inference.check(pullback, { tag: "fun", from: to, to: from }, inner, { kind: "pullback", limit: NO_FUNCTION, says });
  for (const meta of metas.metasOf([from, to]))
    if (prune(meta) === meta && meta.kind === "number") metas.unify(meta, REAL, param.span);
  return { tag: "fun", from, to };
}

const NO_FUNCTION = "no cotangent passes through a function";
