// Inference of parameters and of local definitions, and their generalisation.
import { nth } from "../../base/nth.ts";
import { unreachable } from "../../base/unreachable.ts";
import { mistake } from "../../source/diagnostic.ts";
import type { Expr, FunctionBinding, LetItem, Pattern } from "../../syntax/ast.ts";
import { patternNames } from "../dependencies.ts";
import { type OpenType, prune, showOpen } from "../open.ts";
import { isType, type Reason } from "../reasons.ts";
import { type LocalEntity, type LocalScope, withLocal } from "../scope.ts";
import { shownName } from "../type.ts";
import type { InferenceContext } from "./infer-context.ts";
import { inferPattern } from "./infer-patterns.ts";
import { typeOfName } from "./negative-arguments.ts";

/** The types of parameters, and the scope with their names. `goal` is the type that the function must have, where it is known. */
export function inferParams(
  inference: InferenceContext,
  params: readonly Pattern[],
  scope: LocalScope | undefined,
  goal?: OpenType,
) {
  let inner = scope;
  let rest: OpenType | undefined = goal;
  reportRepeatedParams(inference, params);
  const types = params.map((pattern) => {
    const at = rest === undefined ? undefined : prune(rest);
    const type: OpenType = at?.tag === "fun" ? at.from : inference.metas.fresh();
    rest = at?.tag === "fun" ? at.to : undefined;
    inner = inferPattern(inference, pattern, type, inner);
    inference.matches.push({ kind: "parameter", patterns: [pattern], type, span: pattern.span });
    return type;
  });
  return { params: types, inner };
}

type Lambda = Extract<Expr, { tag: "lambda" }>;

/** Reports `\(x, y) -> e` where a function of x, then of y, is expected; gives that function, where it is that. */
export function reportTupledParams(
  inference: InferenceContext,
  expr: Lambda,
  goal: OpenType,
  scope: LocalScope | undefined,
  reason: Reason,
): Lambda | undefined {
  const [param, ...others] = expr.params;
  if (param?.tag !== "tuple" || param.items.length < 2 || others.length > 0 || reason.kind !== "argument")
    return undefined;
  const params: OpenType[] = [];
  for (let at = prune(goal); at.tag === "fun" && params.length < param.items.length; at = prune(at.to))
    params.push(prune(at.from));
  const first = nth(params, 0);
  if (params.length < param.items.length || first.tag === "tuple") return undefined;
  // a tuple may be meant, where what the body gives takes the other arguments
  if (first.tag === "meta" && first.kind !== "number" && !isNoFunction(inference, expr.body, scope)) return undefined;
  const texts = param.items.map((item) => {
    const text = inference.text(item.span) ?? "_";
    return /^[\p{L}_][\p{L}\p{N}_']*$|^[([]/u.test(text) ? text : `(${text})`;
  });
  const written = `\\${texts.join(" ")} ->`;
  const message = `${reason.says(showOpen(goal))}: its arguments come one after the other, \`${written} ..\``;
  const fix = { title: `write \`${written}\``, edits: [{ span: param.span, text: texts.join(" ") }] };
  inference.diagnostics.report(mistake("tupled-parameters", param.span, message, { fix }));
  return { ...expr, params: param.items };
}

/** Whether an expression cannot be a function, as far as its form and the names in it tell. */
function isNoFunction(inference: InferenceContext, expr: Expr, scope: LocalScope | undefined): boolean {
  switch (expr.tag) {
    case "if":
      return isNoFunction(inference, expr.consequent, scope);
    case "let":
      return isNoFunction(inference, expr.body, scope);
    case "case":
      return isNoFunction(inference, nth(expr.branches, 0).body, scope);
    case "left":
      return expr.rest.every(({ operator }) => operator !== "|>" && operator !== "!");
    case "apply": {
      let type = typeOfName(inference, expr.fn, scope);
      for (const _ of expr.args) type = type?.tag === "fun" ? prune(type.to) : undefined;
      return (
        type !== undefined &&
        (type.tag === "con" || type.tag === "tuple" || (type.tag === "var" && type.kind === "number"))
      );
    }
    default:
      return ["right", "negate", "real", "integer", "tuple", "list", "array", "parallel"].includes(expr.tag);
  }
}

/** Reports names that two parameters of a function share. */
export function reportRepeatedParams(inference: InferenceContext, params: readonly Pattern[]): void {
  const seen = new Set<string>();
  for (const param of params) {
    const names = patternNames(param);
    const twice = names.find((name) => seen.has(name));
    if (twice !== undefined) {
      const message = `two parameters are called \`${twice}\`; give each a name of its own`;
      inference.diagnostics.report(mistake("repeated-parameter", param.span, message));
    }
    for (const name of names) seen.add(name);
  }
}

/** Infers the items of a chain of `let`s one after the other. Gives the scope of its body. */
export function inferItems(
  inference: InferenceContext,
  items: readonly LetItem[],
  scope: LocalScope | undefined,
): LocalScope | undefined {
  let inner = scope;
  for (const item of items) inner = inferItem(inference, item, inner);
  return inner;
}

/** Infers one item of a chain of `let`s, and generalises it unless a pattern takes it apart. Gives the scope with its names. */
function inferItem(inference: InferenceContext, item: LetItem, scope: LocalScope | undefined): LocalScope | undefined {
  switch (item.tag) {
    case "value": {
      inference.metas.level++;
      const { pattern } = item;
      const annotated = pattern.tag === "annotated" ? inference.written(pattern.type) : undefined;
      let type: OpenType;
      if (annotated === undefined) type = inference.infer(item.bound, scope);
      else {
        type = annotated;
        inference.check(item.bound, annotated, scope, {
          kind: "annotation",
          says: (expected) => `the annotation says ${expected}`,
          notes: pattern.tag === "annotated" ? [{ message: "the annotation", span: pattern.type.span }] : [],
        });
      }
      inference.metas.level--;
      const bare = pattern.tag === "annotated" ? pattern.pattern : pattern;
      if (bare.tag === "variable") {
        const variables = inference.generalise([type], false);
        const entity: LocalEntity = {
          tag: "local",
          name: bare.name,
          span: bare.span,
          type,
          scheme: variables.length > 0 ? { variables, type: type } : undefined,
        };
        inference.table.patterns.set(bare, type);
        inference.table.patterns.set(pattern, type);
        inference.table.locals.set(bare, entity);
        return withLocal(scope, entity);
      }
      // the variables of a pattern are not generalised: they belong to the enclosing level
      for (const meta of inference.metas.metasOf([type])) meta.level = Math.min(meta.level, inference.metas.level);
      inference.matches.push({ kind: "let", patterns: [pattern], type, span: pattern.span });
      return inferPattern(inference, pattern, type, scope);
    }
    case "function":
      return inferFunctions(inference, [item.binding], scope, false);
    case "rec":
      return inferFunctions(inference, item.bindings, scope, true);
    default:
      return unreachable(item);
  }
}

/** Infers local functions that may call each other, where they are `recursive`, and generalises them together. */
function inferFunctions(
  inference: InferenceContext,
  bindings: readonly FunctionBinding[],
  scope: LocalScope | undefined,
  recursive: boolean,
): LocalScope | undefined {
  inference.metas.level++;
  const entities = bindings.map((binding): LocalEntity => {
    const entity: LocalEntity = {
      tag: "local",
      name: binding.name.text,
      span: binding.name.span,
      type: inference.metas.fresh(),
      scheme: undefined,
    };
    inference.table.locals.set(binding, entity);
    return entity;
  });
  const seen = new Set<string>();
  let inner = scope;
  bindings.forEach((binding, index) => {
    if (seen.has(binding.name.text)) {
      inference.diagnostics.report(
        mistake(
          "repeated-definition",
          binding.name.span,
          `the function \`${binding.name.text}\` is defined twice in one \`let rec\``,
        ),
      );
    }
    seen.add(binding.name.text);
    inner = withLocal(inner, nth(entities, index));
  });
  bindings.forEach((binding, index) => {
    if (!recursive) inference.defining.push(binding.name);
    inferBinding(inference, binding, nth(entities, index).type, recursive ? inner : scope);
    if (!recursive) inference.defining.pop();
  });
  inference.metas.level--;
  generaliseTogether(inference, entities);
  return inner;
}

/** Generalises the types of a recursive group, all over the same variables. */
function generaliseTogether(inference: InferenceContext, entities: readonly LocalEntity[]): void {
  const variables = inference.generalise(
    entities.map((entity) => entity.type),
    true,
  );
  if (variables.length === 0) return;
  for (const entity of entities) entity.scheme = { variables, type: entity.type };
}

/** Infers `f p1 .. pn : t = e` against the type that its uses see. */
export function inferBinding(
  inference: InferenceContext,
  binding: FunctionBinding,
  type: OpenType,
  scope: LocalScope | undefined,
): void {
  const { params, inner } = inferParams(inference, binding.params, scope);
  const result: OpenType = binding.result === undefined ? inference.metas.fresh() : inference.written(binding.result);
  const own = params.reduceRight<OpenType>((to, from) => ({ tag: "fun", from, to }), result);
  const before = showOpen(type);
  const clash = inference.metas.unify(own, type, binding.name.span);
  if (clash !== undefined) {
    const message = `\`${shownName(binding.name.text)}\` is used as ${before}, but its definition has the type ${showOpen(own)}`;
    inference.diagnostics.report(mistake("definition-type", binding.name.span, message));
  }
  inference.check(binding.body, result, inner, {
    kind: "annotation",
    says: (expected) =>
      binding.result === undefined
        ? `the other uses of \`${binding.name.text}\` say that its result is ${isType(expected)}`
        : `the annotation of \`${binding.name.text}\` says that its result is ${isType(expected)}`,
    ...(binding.result === undefined ? {} : { notes: [{ message: "the annotation", span: binding.result.span }] }),
  });
}
