// Inference of records: fields that are taken, replaced and given by their names, and what is meant where no type has such a field.
import { nth, present } from "../../base/nth.ts";
import { mistake } from "../../source/diagnostic.ts";
import { slipOf } from "../../source/nearest.ts";
import { advisers } from "../../syntax/advice.ts";
import { type Expr, type Name, outerSpan } from "../../syntax/ast.ts";
import { regionAround } from "../../syntax/regions.ts";
import { type OpenType, prune, showOpen, substituteOpen } from "../open.ts";
import { isType, subject } from "../reasons.ts";
import { dataWithFields, hasFields, type LocalScope, lookUp, type Module } from "../scope.ts";
import { type Constructor, type DataType, shownName } from "../type.ts";
import type { InferenceContext } from "./infer-context.ts";
import { instantiate } from "./infer-names.ts";
import { reportOtherField, reportUnknownConstructor, reportUnnamed } from "./infer-patterns.ts";
import { typeOfName } from "./negative-arguments.ts";

type FieldAccess = Extract<Expr, { tag: "field" }>;
type RecordExpr = Extract<Expr, { tag: "record" }>;

/** The type of `r.f`. */
export function inferField(inference: InferenceContext, expr: FieldAccess, scope: LocalScope | undefined): OpenType {
  const { field, record } = expr;
  if (reportComposition(inference, expr, scope)) return inference.metas.fresh();
  if (dataWithFields(inference.module, [field.text]).length === 0) {
    reportUnknownField(inference, field);
    return inference.metas.fresh();
  }
  const type = inference.infer(record, scope);
  const fields = fieldsOf(inference, expr, record, type, [field]);
  return fields === undefined ? inference.metas.fresh() : present(fields.get(field.text));
}

/** The type of `C { f = e, .. }`, or of `r { f = e, .. }`. */
export function inferRecord(inference: InferenceContext, expr: RecordExpr, scope: LocalScope | undefined): OpenType {
  const { record } = expr;
  if (record.tag === "constructor") return inferMade(inference, expr, record, scope);
  const type = inference.infer(record, scope);
  const names = distinct(inference, expr.fields);
  const unknown = names.find(({ text }) => dataWithFields(inference.module, [text]).length === 0);
  if (unknown !== undefined) reportUnknownField(inference, unknown);
  const fields = unknown === undefined ? fieldsOf(inference, expr, record, type, names) : undefined;
  inferValues(inference, expr, fields, scope);
  return type;
}

/** The type of a record that a constructor makes: all its fields have to be given. */
function inferMade(
  inference: InferenceContext,
  expr: RecordExpr,
  { name, span }: Extract<Expr, { tag: "constructor" }>,
  scope: LocalScope | undefined,
): OpenType {
  const entity = lookUp(inference.module, "constructors", name);
  const { fieldNames } = entity?.constructor ?? {};
  if (entity === undefined || fieldNames === undefined) {
    if (entity !== undefined) reportUnnamed(inference, name, expr);
    else if (!inference.faulty.has(name)) reportUnknownConstructor(inference, name, span);
    inferValues(inference, expr, undefined, scope);
    return inference.metas.fresh();
  }
  let type = instantiate(inference, expr, entity);
  const fields = new Map<string, OpenType>();
  for (const field of fieldNames) {
    if (type.tag !== "fun") break;
    fields.set(field, type.from);
    type = type.to;
  }
  const given = distinct(inference, expr.fields);
  for (const field of given) if (!fields.has(field.text)) reportOtherField(inference, field, name, fieldNames);
  const missing = fieldNames.filter((field) => !given.some(({ text }) => text === field));
  if (missing.length > 0) {
    const list = missing.map((field) => `\`${field}\``).join(" and ");
    inference.diagnostics.report(mistake("missing-field", span, `\`${name}\` needs a value for ${list}, too`));
  }
  inferValues(inference, expr, fields, scope);
  return type;
}

function inferValues(
  inference: InferenceContext,
  { fields: given }: RecordExpr,
  fields: ReadonlyMap<string, OpenType> | undefined,
  scope: LocalScope | undefined,
): void {
  for (const { name, value } of given) {
    const type = fields?.get(name.text);
    if (type === undefined) inference.infer(value, scope);
    else {
      const says = (expected: string) => `the field \`${name.text}\` is ${isType(expected)}`;
      inference.check(value, type, scope, { kind: "field", says });
    }
  }
}

/** The types of the fields of a record by their names; which data type it is, is remembered for `expr`. Reports where that is open. */
function fieldsOf(
  inference: InferenceContext,
  expr: Expr,
  record: Expr,
  type: OpenType,
  names: readonly Name[],
): ReadonlyMap<string, OpenType> | undefined {
  const { metas, module, diagnostics, table } = inference;
  const texts = names.map(({ text }) => text);
  const candidates = dataWithFields(module, texts);
  const known = prune(type);
  const list = texts.map((text) => `\`${text}\``).join(" and ");
  const data = known.tag === "con" ? candidates.find(({ name }) => name === known.name) : candidates[0];
  if (data === undefined || (known.tag !== "con" && candidates.length !== 1)) {
    if (known.tag === "meta" && candidates.length > 1) {
      reportSeveralRecords(inference, record, names, candidates);
      return undefined;
    }
    const owners = candidates.map(({ name }) => `\`${shownName(name)}\``).join(" and ");
    const message =
      candidates.length === 0
        ? `no data type has the fields ${list} together`
        : `${list} belongs to ${owners}, but ${subject(inference, record)} is ${isType(showOpen(type))}`;
    diagnostics.report(mistake("field-record", nth(names, 0).span, message));
    return undefined;
  }
  table.fields.set(expr, data);
  const by = new Map(data.params.map((param) => [param, metas.fresh()] as const));
  const whole: OpenType = { tag: "con", name: data.name, args: [...by.values()] };
  const isFine = inference.demand(record, type, whole, {
    kind: "field-record",
    says: () => `${list} belongs to \`${shownName(data.name)}\``,
  });
  if (!isFine) return undefined;
  const { fieldNames, fields } = constructorWith(data, texts);
  return new Map(present(fieldNames).map((name, index) => [name, substituteOpen(nth(fields, index), by)]));
}

/** Reports that several records have the fields that are taken of something whose type is open: an annotation says which one it is. */
function reportSeveralRecords(
  inference: InferenceContext,
  record: Expr,
  names: readonly Name[],
  candidates: readonly DataType[],
): void {
  const { span } = nth(names, 0);
  const written = inference.text(record.span);
  const [meant = nth(candidates, 0)] = candidatesByUse(inference, record, names);
  const type = [shownName(meant.name), ...meant.params.map(() => "..")].join(" ");
  const owners = candidates.map(({ name }) => `\`${shownName(name)}\``).join(" and ");
  const fields = names.length === 1 ? "a field" : "the fields";
  const list = names.map((one) => `\`${one.text}\``).join(" and ");
  const annotated = `(${written ?? ".."} : ${type})`;
  const message = `${owners} have ${fields} ${list}: say which one ${written === undefined ? "this" : `\`${written}\``} is, \`${annotated}\``;
  // arguments of the type are the author's to name
  const isWhole = written !== undefined && meant.params.length === 0;
  const edits = [{ span: outerSpan(record), text: annotated }];
  const fix = isWhole ? { title: `write \`${annotated}\``, edits } : undefined;
  inference.diagnostics.report(mistake("field-record", span, message, { fix }));
}

/** The data types that have all fields which the definition around takes of the same variable. */
function candidatesByUse(inference: InferenceContext, record: Expr, names: readonly Name[]): readonly DataType[] {
  const { module } = inference;
  const whole = record.tag === "variable" ? inference.wholeText(record.span.source) : undefined;
  if (record.tag !== "variable" || whole === undefined) return [];
  const { from, to } = regionAround(whole, record.span.from);
  const taken = [...whole.slice(from, to).matchAll(/([\p{L}_][\p{L}\p{N}_']*)\.([\p{L}_][\p{L}\p{N}_']*)/gu)];
  const fields = taken.flatMap(([, name, field]) => (name === record.name && field !== undefined ? [field] : []));
  return dataWithFields(module, [...new Set([...names.map(({ text }) => text), ...fields])]);
}

/** The first constructor of a data type that has fields of some names. */
function constructorWith({ constructors }: DataType, names: readonly string[]): Constructor {
  return present(constructors.find((one) => hasFields(one, names)));
}

/** The names of fields; one that is given twice is reported. */
function distinct(inference: InferenceContext, fields: readonly { readonly name: Name }[]): readonly Name[] {
  return fields.flatMap(({ name }, index) => {
    const first = fields.findIndex((one) => one.name.text === name.text);
    if (first === index) return [name];
    inference.diagnostics.report(mistake("repeated-field", name.span, `the field \`${name.text}\` is given twice`));
    return [];
  });
}

/** The functions in `f.g.h` as their composition; undefined where one of them is no known function. */
function composed(inference: InferenceContext, expr: Expr, scope: LocalScope | undefined): string | undefined {
  const isFunction = (name: Expr): boolean => typeOfName(inference, name, scope)?.tag === "fun";
  // `xs.map(sin).sum` is a chain of methods
  if (expr.grouped !== undefined && expr.tag === "variable") return undefined;
  if (expr.tag !== "field") return expr.tag === "variable" && isFunction(expr) ? expr.name : undefined;
  const { text, span } = expr.field;
  const first = isFunction({ tag: "variable", name: text, span }) ? composed(inference, expr.record, scope) : undefined;
  return first === undefined ? undefined : `compose ${first.includes(" ") ? `(${first})` : first} ${text}`;
}

/** Reports `f.g` of two functions; says whether it is that. */
function reportComposition(inference: InferenceContext, expr: FieldAccess, scope: LocalScope | undefined): boolean {
  const written = composed(inference, expr, scope);
  if (written === undefined) return false;
  const isAlone = expr.grouped !== undefined;
  const edits = [{ span: expr.span, text: isAlone ? written : `(${written})` }];
  const message = `\`${inference.text(expr.span) ?? ".."}\` takes a field, and these are functions: Dual composes them by \`${written}\``;
  inference.diagnostics.report(
    mistake("composition", expr.span, message, { fix: { title: `write \`${written}\``, edits } }),
  );
  return true;
}

/** So many fields are listed. */
const MOST_NAMES = 8;

/** All names of fields in scope. */
function fieldNames(module: Module): readonly string[] {
  return dataWithFields(module, []).flatMap(({ constructors }) => constructors.flatMap((one) => one.fieldNames ?? []));
}

/** Reports a field that no data type has: a slip, or a habit of another language. */
function reportUnknownField(inference: InferenceContext, { text, span }: Name): void {
  const { diagnostics, comparisons, faulty, module, trials } = inference;
  const names = fieldNames(module);
  const near = slipOf(text, names, comparisons);
  // a declaration with a mistake may have it
  if (near === undefined && [...faulty].some((name) => /^\p{Lu}/u.test(name))) return;
  const whole = near === undefined ? inference.wholeText(span.source) : undefined;
  if (whole !== undefined) {
    const advice = advisers()?.advise(
      { source: span.source, text: whole },
      regionAround(whole, span.from),
      span.from - 1,
      trials,
      {
        word: true,
      },
    );
    const isMethod = advice?.diagnostic.kind === "method";
    if (advice !== undefined && (isMethod || names.length === 0)) {
      return diagnostics.report(advice.diagnostic);
    }
  }
  const fix = near === undefined ? undefined : { title: `write ${near}`, edits: [{ span, text: near }] };
  const all = [...new Set(names)].slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  const listed = all.length === 0 || names.length > MOST_NAMES ? "" : `: there are ${all.join(", ")}`;
  const hint = near === undefined ? listed : `; did you mean \`${near}\`?`;
  diagnostics.report(mistake("unknown-field", span, `no data type has a field \`${text}\`${hint}`, { fix }));
}
