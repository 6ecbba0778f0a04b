// Inference of `case`: the patterns take one value apart, and the branches have one type.
import { nth } from "../../base/nth.ts";
import type { Expr } from "../../syntax/ast.ts";
import type { OpenType } from "../open.ts";
import type { LocalScope } from "../scope.ts";
import type { InferenceContext } from "./infer-context.ts";
import { inferPattern } from "./infer-patterns.ts";

/** The type of a `case`; its patterns are kept, to be compared with all values. */
export function inferCase(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "case" }>,
  scope: LocalScope | undefined,
): OpenType {
  const scrutinee = inference.infer(expr.scrutinee, scope);
  const result = inference.metas.fresh();
  expr.branches.forEach((branch, index) => {
    const inner = inferPattern(inference, branch.pattern, scrutinee, scope, true);
    inference.check(branch.body, result, inner, {
      kind: "case-branches",
      says: (expected) => `the branches of a \`case\` have one type, and the first gives ${expected}`,
      ...(index > 0 ? { notes: [{ message: "the first branch", span: nth(expr.branches, 0).body.span }] } : {}),
    });
  });
  inference.matches.push({
    kind: "case",
    patterns: expr.branches.map((branch) => branch.pattern),
    type: scrutinee,
    span: expr.span,
  });
  return result;
}
