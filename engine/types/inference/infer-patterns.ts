// Inference of patterns: their types, and the variables that they bind.
import { nth } from "../../base/nth.ts";
import { type Diagnostics, type Fix, mistake } from "../../source/diagnostic.ts";
import { type Comparisons, slipOf } from "../../source/nearest.ts";
import { type SourceName, type Span, span } from "../../source/span.ts";
import type { Expr, Name, Pattern, SyntaxType } from "../../syntax/ast.ts";
import { CONSTRUCTORS, TYPES } from "../../syntax/foreign/types.ts";
import { keywordFor } from "../../syntax/habits/keyword-slips.ts";
import { KEYWORDS } from "../../syntax/keywords.ts";
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
  /** The whole text that a source has. */
  wholeText(source: SourceName): string | undefined;
}

/**
 * Infers a pattern against the type of the value that it takes apart; adds its variables to the scope that it returns. In a branch of
 * a `case` (`isBranch`), a capital letter may begin a constructor that is missing.
 */
export function inferPattern(
  inference: PatternInference,
  pattern: Pattern,
  type: OpenType,
  scope: LocalScope | undefined,
  isBranch = false,
): LocalScope | undefined {
  const one = new OnePattern(inference, scope, isBranch);
  one.visit(pattern, type);
  return one.scope;
}

/** The inference of one pattern and its parts. */
class OnePattern {
  /** The scope with the variables so far. */
  scope: LocalScope | undefined;
  private readonly bound = new Map<string, Span>();
  private readonly inference: PatternInference;

  private readonly isBranch: boolean;

  constructor(inference: PatternInference, scope: LocalScope | undefined, isBranch: boolean) {
    this.inference = inference;
    this.scope = scope;
    this.isBranch = isBranch;
  }

  visit(at: Pattern, expected: OpenType): void {
    const { metas, table } = this.inference;
    table.patterns.set(at, expected);
    switch (at.tag) {
      case "variable":
        return this.bind(at, expected);
      case "wildcard":
        return;
      case "integer":
        return this.demand(at, metas.fresh("number", true), expected, "a number");
      case "real":
        return this.demand(at, REAL, expected, "a Real");
      case "annotated": {
        const type = this.inference.written(at.type);
        this.demand(at, type, expected);
        return this.visit(at.pattern, type);
      }
      case "tuple": {
        const known = prune(expected);
        const isKnown = known.tag === "tuple" && known.items.length === at.items.length;
        const items = isKnown ? known.items : at.items.map(() => metas.fresh());
        const what = at.items.length === 0 ? "`()`" : `a tuple of ${count(at.items.length, "part")}`;
        if (!isKnown) this.demand(at, { tag: "tuple", items }, expected, what);
        return at.items.forEach((item, index) => this.visit(item, nth(items, index)));
      }
      case "list": {
        const item = metas.fresh();
        this.demand(at, { tag: "con", name: LIST, args: [item] }, expected, "a list");
        return at.items.forEach((one) => this.visit(one, item));
      }
      case "record": {
        const normal = allFields(this.inference, at);
        table.records.set(at, normal);
        return this.visit(normal, expected);
      }
      case "constructor":
        return this.constructorPattern(at, expected);
    }
  }

  private bind(at: Extract<Pattern, { tag: "variable" }>, type: OpenType): void {
    const { name, span } = at;
    const first = this.bound.get(name);
    if (first !== undefined) {
      const message = `the variable \`${name}\` stands twice in one pattern`;
      const notes = [{ message: "the first one", span: first }];
      this.inference.diagnostics.report(mistake("repeated-variable", span, message, { notes }));
    }
    this.bound.set(name, span);
    const entity: LocalEntity = { tag: "local", name, span, type, scheme: undefined };
    this.inference.table.locals.set(at, entity);
    this.scope = withLocal(this.scope, entity);
  }

  private constructorPattern(at: Extract<Pattern, { tag: "constructor" }>, expected: OpenType): void {
    const { metas, diagnostics, faulty, table, module } = this.inference;
    const entity = lookUp(module, "constructors", at.name);
    const fields: OpenType[] = [];
    if (entity === undefined) {
      const mayBeVariable = at.args.length === 0 && !this.isBranch;
      if (!faulty.has(at.name)) reportUnknownConstructor(this.inference, at.name, at.nameSpan, mayBeVariable);
    } else {
      table.constructors.set(at, entity);
      let { type } = metas.instantiate(entity.scheme);
      for (; type.tag === "fun"; type = type.to) fields.push(type.from);
      this.demand(at, type, expected, at.name === CONS ? "a list" : undefined);
      if (fields.length !== at.args.length) {
        const given = at.args.length === 0 ? "none" : at.args.length;
        const message = `the constructor \`${at.name}\` has ${count(fields.length, "field")}, but this pattern gives it ${given}`;
        diagnostics.report(mistake("pattern-arity", at.span, message));
        fields.length = 0;
      }
    }
    at.args.forEach((arg, index) => this.visit(arg, fields[index] ?? metas.fresh()));
  }

  /** Unifies the type of a pattern with that of the value; `what` says what it matches where its type does not say it best. */
  private demand(at: Pattern, is: OpenType, expected: OpenType, what?: string): void {
    const { metas, diagnostics } = this.inference;
    if (metas.unify(is, expected, at.span) === undefined) return;
    const text = this.inference.text(at.span);
    const shown = text === undefined || text.length > LONGEST_PATTERN ? "this pattern" : `the pattern \`${text}\``;
    const own = what ?? isType(showOpen(is));
    const matched = own.startsWith("of type") ? `a value ${own}` : own;
    const message = `${shown} matches ${matched}, but what it takes apart is ${isType(showOpen(expected))}`;
    diagnostics.report(mistake("pattern-type", at.span, message));
  }
}
/** Longer patterns are not shown in messages. */
const LONGEST_PATTERN = 40;

/** Reports a constructor that is nowhere defined, with the nearest one. Where it may be meant for a variable, that is told. */
export function reportUnknownConstructor(
  inference: PatternInference,
  name: string,
  at: Span,
  mayBeVariable = false,
): void {
  const keyword = keywordFor(name);
  if (keyword !== undefined && keyword === name.toLowerCase()) {
    const message = `the constructor \`${name}\` is not defined; the keyword is \`${keyword}\``;
    const fix = { title: `write ${keyword}`, edits: [{ span: at, text: keyword }] };
    inference.diagnostics.report(mistake("unknown-constructor", at, message, { fix }));
    return;
  }
  const near = CONSTRUCTORS.get(name) ?? slipOf(name, namesIn(inference.module, "constructors"), inference.comparisons);
  const isTypeName = lookUp(inference.module, "types", name) !== undefined;
  const hint =
    near !== undefined
      ? `; did you mean \`${near}\`?`
      : isTypeName
        ? `; \`${name}\` is a type, and its constructors have names of their own`
        : mayBeVariable
          ? "; the name of a variable begins with a small letter"
          : "";
  if (near === undefined && (isTypeName || TYPES.has(name)) && reportColons(inference, name, at)) return;
  const small = mayBeVariable && !isTypeName ? asVariable(inference, name, at) : undefined;
  const fix = near === undefined ? small : { title: `write ${near}`, edits: [{ span: at, text: near }] };
  inference.diagnostics.report(
    mistake("unknown-constructor", at, `the constructor \`${name}\` is not defined${hint}`, { fix }),
  );
}

/** The fix that writes a name with a small letter wherever it stands; undefined where that would be another name. */
function asVariable(inference: PatternInference, name: string, { source }: Span): Fix | undefined {
  const [first = ""] = name;
  const small = first.toLowerCase() + name.slice(first.length);
  const text = inference.wholeText(source) ?? "";
  const words = [...text.matchAll(/--.*|"[^"\n]*"|[\p{L}_][\p{L}\p{N}_']*/gu)];
  const isTaken = words.some(([word]) => word === small) || lookUp(inference.module, "values", small) !== undefined;
  if (small === name || isTaken || KEYWORDS.includes(small)) return undefined;
  const edits = words.flatMap(({ 0: word, index }) =>
    word === name ? [{ span: span(source, index, index + name.length), text: small }] : [],
  );
  return { title: `write \`${small}\``, edits };
}

/** Reports `x :: Real`, where `::` is meant to give a type; says whether it is that. */
function reportColons(inference: PatternInference, name: string, at: Span): boolean {
  const before = inference.text({ ...at, from: Math.max(0, at.from - 20) }) ?? "";
  const colons = /::\s*$/.exec(before.slice(0, before.length - name.length));
  if (colons === null) return false;
  const from = at.from - colons[0].length;
  const span = { ...at, from, to: from + 2 };
  const type = TYPES.get(name) ?? name;
  const message = `\`${name}\` is a type, and Dual gives a type by \`:\`, not by \`::\``;
  const edits = [
    { span, text: ":" },
    ...(/^\p{Lu}\w+$/u.test(type) && type !== name ? [{ span: at, text: type }] : []),
  ];
  const fix = { title: type === name ? "write `:`" : `write \`: ${type}\``, edits };
  inference.diagnostics.reportInstead(mistake("annotation", at, message, { fix }), { ...span, to: at.to });
  return true;
}

/** A pattern of named fields as one of all fields, `_` for those that are left out. Reports fields that the constructor does not have. */
function allFields(inference: PatternInference, pattern: Extract<Pattern, { tag: "record" }>): Pattern {
  const { name, span, nameSpan, fields } = pattern;
  const constructor = lookUp(inference.module, "constructors", name)?.constructor;
  const names = constructor?.fieldNames;
  if (constructor !== undefined && names === undefined) reportUnnamed(inference, name, pattern);
  for (const field of fields)
    if (names !== undefined && !names.includes(field.name.text)) reportOtherField(inference, field.name, name, names);
  const args = (names ?? constructor?.fields.map(() => "") ?? []).map(
    (one): Pattern => fields.find((field) => field.name.text === one)?.pattern ?? { tag: "wildcard", span },
  );
  return { tag: "constructor", name, args, span, nameSpan };
}

/** Reports a constructor without names of its fields. */
export function reportUnnamed(
  { diagnostics }: { readonly diagnostics: PatternInference["diagnostics"] },
  name: string,
  { span }: Pick<Expr, "span">,
): void {
  const message = `the fields of \`${name}\` have no names: they stand behind it in their order`;
  diagnostics.report(mistake("unnamed-fields", span, message));
}

/** Reports a field that a constructor does not have. */
export function reportOtherField(
  { diagnostics, comparisons }: PatternInference,
  field: Name,
  constructor: string,
  names: readonly string[],
): void {
  const near = slipOf(field.text, names, comparisons);
  const fix = near === undefined ? undefined : { title: `write ${near}`, edits: [{ span: field.span, text: near }] };
  const hint =
    near === undefined ? `; it has ${names.map((name) => `\`${name}\``).join(", ")}` : `; did you mean \`${near}\`?`;
  const message = `\`${constructor}\` has no field \`${field.text}\`${hint}`;
  diagnostics.report(mistake("unknown-field", field.span, message, { fix }));
}
