// The types that an entry leaves open, decided by its input.
import { nth } from "../../base/nth.ts";
import { DiagnosticList } from "../../source/diagnostic.ts";
import { Comparisons } from "../../source/nearest.ts";
import { span } from "../../source/span.ts";
import { parseExpression } from "../../syntax/parsing/parse.ts";
import { Inference } from "../../types/inference/infer.ts";
import { close, type OpenType, prune } from "../../types/open.ts";
import { type GlobalEntity, newModule, withLocal } from "../../types/scope.ts";
import { INT, REAL, type Type, typeVariable } from "../../types/type.ts";
import type { CheckedProgram } from "./program.ts";

/** The types that an input decides, by the names of a definition's variables. Variables for numbers are Real whatever the input is. */
export function typesAt({ module }: CheckedProgram, entity: GlobalEntity, input: string): ReadonlyMap<string, Type> {
  const { scheme } = entity;
  const decided = new Map<string, Type>();
  if (scheme === undefined || scheme.variables.every(({ kind }) => kind === "number")) return decided;
  const diagnostics = new DiagnosticList();
  const expr = parseExpression("<at>", input, diagnostics);
  if (expr === undefined || diagnostics.hasErrors) return decided;
  const inner = newModule(module);
  const comparisons = new Comparisons(diagnostics.work);
  const inference = new Inference(inner, diagnostics, new Set(), new Map([["<at>", input]]), comparisons);
  // a sweep's variable
  const n = { tag: "local", name: "n", span: span("<at>", 0, 0), type: INT, scheme: undefined } as const;
  const given = inference.infer(expr, withLocal(undefined, { ...n }));
  const { type, args } = inference.metas.instantiate(scheme);
  const params: OpenType[] = [];
  for (let at = prune(type); at.tag === "fun"; at = prune(at.to)) params.push(at.from);
  const param: OpenType = params.length === 1 ? nth(params, 0) : { tag: "tuple", items: params };
  if (inference.metas.unify(given, param, expr.span) !== undefined) return decided;
  scheme.variables.forEach(({ name, kind }, index) => {
    if (kind === "number") return;
    const open = close(nth(args, index), (meta) => (meta.kind === "any" ? typeVariable(name) : REAL));
    if (open.tag !== "var") decided.set(name, open);
  });
  return decided;
}
