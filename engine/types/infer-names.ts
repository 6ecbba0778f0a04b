// Inference of names: variables, constructors and operators, and what the user may have meant by one that is unknown.
import { mistake } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import type { Span } from "../source/span.ts";
import type { Expr, Operation, Operator } from "../syntax/ast.ts";
import type { InferenceContext } from "./infer-context.ts";
import { reportUnknownConstructor } from "./infer-patterns.ts";
import type { OpenType } from "./open.ts";
import { type Entity, type LocalScope, lookUp, lookUpLocal, namesIn } from "./scope.ts";
import { BOOL } from "./type.ts";

/** Names from other languages and what Dual calls them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  otherwise: "True",
  len: "length",
  fold: "foldl",
  reduce: "foldl",
  ln: "log",
  arctan: "atan",
  arcsin: "asin",
  arccos: "acos",
  fmod: "mod",
  float: "real",
  toFloat: "real",
  fromIntegral: "real",
  fromInteger: "real",
  truncate: "floor",
  signum: "sign",
  power: "pow",
};

export function inferVariable(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "variable" }>,
  scope: LocalScope | undefined,
): OpenType {
  const entity: Entity | undefined = lookUpLocal(scope, expr.name) ?? lookUp(inference.module, "values", expr.name);
  if (entity === undefined) {
    if (!inference.faulty.has(expr.name)) reportUnknown(inference, expr, scope);
    return inference.metas.fresh();
  }
  return instantiate(inference, expr, entity);
}

export function instantiate(inference: InferenceContext, expr: Expr | Operation, entity: Entity): OpenType {
  if ((entity.tag === "local" || entity.tag === "global") && entity.scheme === undefined) {
    inference.table.uses.set(expr, { entity, args: [] });
    return entity.tag === "global" && entity.faulty ? inference.metas.fresh() : entity.type;
  }
  const { type, args } = inference.metas.instantiate(entity.scheme!);
  inference.table.uses.set(expr, { entity, args });
  return type;
}

export function operatorType(
  inference: InferenceContext,
  expr: Expr | Operation,
  operator: Operator,
  at: Span,
): OpenType {
  if (operator === "&&" || operator === "||")
    return { tag: "fun", from: BOOL, to: { tag: "fun", from: BOOL, to: BOOL } };
  if (operator === "|>") {
    const [a, b] = [inference.metas.fresh(), inference.metas.fresh()];
    return { tag: "fun", from: a, to: { tag: "fun", from: { tag: "fun", from: a, to: b }, to: b } };
  }
  if (operator === "::") return instantiate(inference, expr, lookUp(inference.module, "constructors", "::")!);
  const name = operator === "++" ? "append" : operator;
  let module = inference.module;
  // the operators mean the built-ins whatever the program defines
  while (module.parent !== undefined && (operator !== "++" || module.parent.parent !== undefined))
    module = module.parent;
  const entity = lookUp(module, "values", name);
  if (entity === undefined) {
    inference.diagnostics.report(mistake("unknown-operator", at, `there is no operator \`${operator}\` here`));
    return inference.metas.fresh();
  }
  return instantiate(inference, expr, entity);
}

export function inferConstructor(inference: InferenceContext, expr: Extract<Expr, { tag: "constructor" }>): OpenType {
  const entity = lookUp(inference.module, "constructors", expr.name);
  if (entity !== undefined) return instantiate(inference, expr, entity);
  if (!inference.faulty.has(expr.name)) reportUnknownConstructor(inference, expr.name, expr.span);
  return inference.metas.fresh();
}

/** All names that a variable may be, the innermost first. */
function* namesInScope(inference: InferenceContext, scope: LocalScope | undefined): Iterable<string> {
  for (let at = scope; at !== undefined; at = at.outer) yield at.name;
  yield* namesIn(inference.module, "values");
}

export function reportUnknown(
  inference: InferenceContext,
  expr: Extract<Expr, { tag: "variable" }>,
  scope: LocalScope | undefined,
): void {
  if (inference.defining.includes(expr.name)) {
    const message = `there is no \`${expr.name}\` here yet: a local function that calls itself is defined by \`let rec\``;
    inference.diagnostics.report(mistake("missing-rec", expr.span, message));
    return;
  }
  const elsewhere = Object.hasOwn(ELSEWHERE, expr.name) ? ELSEWHERE[expr.name] : undefined;
  const meant = elsewhere ?? nearest(expr.name, namesInScope(inference, scope), inference.comparisons);
  const fix = meant === undefined ? undefined : { title: `write ${meant}`, edits: [{ span: expr.span, text: meant }] };
  const hint = meant === undefined ? "" : `; did you mean \`${meant}\`?`;
  inference.diagnostics.report(mistake("unknown-name", expr.span, `there is no \`${expr.name}\` here${hint}`, { fix }));
}
