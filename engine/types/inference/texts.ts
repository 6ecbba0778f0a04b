// Texts in quotes: the first argument of `error` and of `trace`, and nothing else.
import { mistake } from "../../source/diagnostic.ts";
import type { Expr } from "../../syntax/ast.ts";
import { TEXTUAL } from "../builtins.ts";
import { type OpenType, prune } from "../open.ts";
import type { LocalScope } from "../scope.ts";
import { collectionOf, isBuiltIn } from "./collections.ts";
import type { InferenceContext } from "./infer-context.ts";
import { inferVariable } from "./infer-names.ts";

/** The type of `error "text"` and of `trace "text" x`, applied to what follows; undefined where another function is applied. */
export function inferTextual(
  inference: InferenceContext,
  fn: Expr,
  args: readonly Expr[],
  scope: LocalScope | undefined,
): OpenType | undefined {
  if (fn.tag !== "variable" || !(fn.name in TEXTUAL) || !isBuiltIn(inference, fn.name, scope)) return undefined;
  let type = inferVariable(inference, fn, scope);
  inference.table.exprs.set(fn, type);
  const [text, ...rest] = args;
  if (text?.tag !== "text") {
    const example = fn.name === TEXTUAL.error ? 'error "no root"' : 'trace "x" x';
    const message = `\`${fn.name}\` takes a text in quotes first: \`${example}\``;
    const value = fn.name === TEXTUAL.trace && text !== undefined && rest.length === 0 ? text : undefined;
    const shown = value && prune(inference.infer(value, scope));
    const isTable = shown !== undefined && collectionOf(shown) === "table";
    const hint = isTable ? "; the trace of a table is `sumA (build (rows m) (\\i -> at2 m i i))`" : "";
    // a value of unknown type may be a table
    const name = value?.tag === "variable" && shown?.tag === "con" && !isTable ? value.name : undefined;
    const edits = name === undefined ? [] : [{ span: { ...fn.span, from: fn.span.to }, text: ` "${name}"` }];
    const fix = name === undefined ? undefined : { title: `write \`trace "${name}" ${name}\``, edits };
    inference.diagnostics.report(mistake("text-expected", (text ?? fn).span, message + hint, { fix }));
    for (const arg of args) if (arg.tag !== "text" && arg !== value) inference.infer(arg, scope);
    return inference.metas.fresh();
  }
  inference.table.exprs.set(text, type);
  for (const arg of rest) {
    const at = prune(type);
    if (at.tag === "fun") {
      inference.check(arg, at.from, scope, {
        kind: "argument",
        limit: "a function cannot be shown",
        says: () => `\`${fn.name}\` takes a value behind its text`,
      });
      type = at.to;
    } else {
      const to = inference.metas.fresh();
      inference.demand(
        fn,
        at,
        { tag: "fun", from: inference.infer(arg, scope), to },
        { kind: "argument", says: () => "this is applied to a value" },
      );
      type = to;
    }
  }
  return type;
}

/** Reports a text where none can stand. */
export function reportText(inference: InferenceContext, text: Extract<Expr, { tag: "text" }>): void {
  const message =
    'Dual has no values that are texts: one stands behind `error`, for what cannot happen, or behind `trace`, which shows a value: `error "no root"`, `trace "x" x`';
  inference.diagnostics.report(mistake("text", text.span, message));
}
