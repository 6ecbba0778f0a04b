// Inference of patterns: their types, and the variables that they bind.
import { nth } from "../../base/nth.ts";
import { type Diagnostics, mistake } from "../../source/diagnostic.ts";
import { type Comparisons, slipOf } from "../../source/nearest.ts";
import type { Span } from "../../source/span.ts";
import type { Pattern, SyntaxType } from "../../syntax/ast.ts";
import { CONSTRUCTORS } from "../../syntax/foreign/types.ts";
import { type Metas, type OpenType, prune, showOpen } from "../open.ts";
import { isType } from "../reasons.ts";
import {
  type LocalEntity,
  type LocalScope,
  lookUp,
  type Module,
  namesIn,
  type TypeTable,
  withLocal,
} from "../scope.ts";
import { count } from "../syntax-types.ts";
import { CONS, LIST, REAL } from "../type.ts";

/** The part of inference that inferring patterns needs. */
export interface PatternInference {
  readonly metas: Metas;
  readonly module: Module;
  readonly diagnostics: Diagnostics;
  readonly comparisons: Comparisons;
  readonly table: TypeTable;
  /** Names that a faulty declaration would define. */
  readonly faulty: ReadonlySet<string>;
  written(type: SyntaxType): OpenType;
  text(span: Span): string | undefined;
}

/** Infers a pattern against the type of what it takes apart; adds its variables to the scope that it returns. */
export function inferPattern(
  inference: PatternInference,
  pattern: Pattern,
  type: OpenType,
  scope: LocalScope | undefined,
): LocalScope | undefined {
  const bound = new Map<string, Span>();
  let inner = scope;
  const bind = (name: string, at: Span, of: OpenType, node: Pattern): void => {
    const first = bound.get(name);
    if (first !== undefined) {
      const message = `the variable \`${name}\` stands twice in one pattern`;
      inference.diagnostics.report(
        mistake("repeated-variable", at, message, { notes: [{ message: "the first one", span: first }] }),
      );
    }
    bound.set(name, at);
    const entity: LocalEntity = { tag: "local", name, span: at, type: of, scheme: undefined };
    inference.table.locals.set(node, entity);
    inner = withLocal(inner, entity);
  };
  visit(pattern, type);
  return inner;

  function visit(at: Pattern, expected: OpenType): void {
    inference.table.patterns.set(at, expected);
    switch (at.tag) {
      case "variable":
        return bind(at.name, at.span, expected, at);
      case "wildcard":
        return;
      case "integer": {
        return demand(at, inference.metas.fresh("number", true), expected, () => "a number");
      }
      case "real":
        return demand(at, REAL, expected, () => "a Real");
      case "annotated": {
        const type = inference.written(at.type);
        const result = type;
        demand(at, result, expected, () => isType(showOpen(type)));
        return visit(at.pattern, type);
      }
      case "tuple": {
        const known = prune(expected);
        if (known.tag === "tuple" && known.items.length === at.items.length)
          return at.items.forEach((item, index) => visit(item, nth(known.items, index)));
        const items = at.items.map(() => inference.metas.fresh());
        demand(at, { tag: "tuple", items }, expected, () =>
          at.items.length === 0 ? "`()`" : `a tuple of ${count(at.items.length, "part")}`,
        );
        return at.items.forEach((item, index) => visit(item, nth(items, index)));
      }
      case "list": {
        const item = inference.metas.fresh();
        demand(at, { tag: "con", name: LIST, args: [item] }, expected, () => "a list");
        return at.items.forEach((one) => visit(one, item));
      }
      case "constructor":
        return visitConstructor(at, expected);
    }
  }

  function visitConstructor(at: Extract<Pattern, { tag: "constructor" }>, expected: OpenType): void {
    const entity = lookUp(inference.module, "constructors", at.name);
    if (entity === undefined) {
      if (!inference.faulty.has(at.name)) reportUnknownConstructor(inference, at.name, at.nameSpan);
      return at.args.forEach((arg) => visit(arg, inference.metas.fresh()));
    }
    inference.table.constructors.set(at, entity);
    let { type } = inference.metas.instantiate(entity.scheme);
    const fields: OpenType[] = [];
    while (type.tag === "fun") {
      fields.push(type.from);
      type = type.to;
    }
    const result = type;
    demand(at, result, expected, () => (at.name === CONS ? "a list" : isType(showOpen(result))));
    if (fields.length !== at.args.length) {
      const message = `the constructor \`${at.name}\` has ${count(fields.length, "field")}, but this pattern gives it ${at.args.length === 0 ? "none" : at.args.length}`;
      inference.diagnostics.report(mistake("pattern-arity", at.span, message));
      for (const arg of at.args) visit(arg, inference.metas.fresh());
      return;
    }
    at.args.forEach((arg, index) => visit(arg, fields[index] ?? inference.metas.fresh()));
  }

  function demand(at: Pattern, is: OpenType, expected: OpenType, says: () => string): void {
    const clash = inference.metas.unify(is, expected, at.span);
    if (clash === undefined) return;
    const text = inference.text(at.span);
    const what = says();
    const shown = text === undefined || text.length > 40 ? "this pattern" : `the pattern \`${text}\``;
    const message = `${shown} matches ${what.startsWith("of type") ? `a value ${what}` : what}, but what it takes apart is ${isType(showOpen(expected))}`;
    inference.diagnostics.report(mistake("pattern-type", at.span, message));
  }
}

/** Reports a constructor that is nowhere defined, with the nearest one. */
export function reportUnknownConstructor(inference: PatternInference, name: string, at: Span): void {
  const near = CONSTRUCTORS.get(name) ?? slipOf(name, namesIn(inference.module, "constructors"), inference.comparisons);
  const isTypeName = lookUp(inference.module, "types", name) !== undefined;
  const hint =
    near !== undefined
      ? `; did you mean \`${near}\`?`
      : isTypeName
        ? `; \`${name}\` is a type, and its constructors have names of their own`
        : "";
  if (near === undefined && isTypeName && reportColons(inference, name, at)) return;
  const fix = near === undefined ? undefined : { title: `write ${near}`, edits: [{ span: at, text: near }] };
  inference.diagnostics.report(
    mistake("unknown-constructor", at, `the constructor \`${name}\` is not defined${hint}`, { fix }),
  );
}

/** Reports `x :: Real`, where `::` is meant to give a type; says whether it is that. */
function reportColons(inference: PatternInference, name: string, at: Span): boolean {
  const before = inference.text({ ...at, from: Math.max(0, at.from - 20) }) ?? "";
  const colons = /::\s*$/.exec(before.slice(0, before.length - name.length));
  if (colons === null) return false;
  const from = at.from - colons[0].length;
  const span = { ...at, from, to: from + 2 };
  const message = `\`${name}\` is a type, and Dual gives a type by \`:\`, not by \`::\``;
  const fix = { title: "write `:`", edits: [{ span, text: ":" }] };
  inference.diagnostics.reportInstead(mistake("annotation", at, message, { fix }), { ...span, to: at.to });
  return true;
}
