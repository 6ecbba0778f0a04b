// Lowering of records: fields are places of constructors.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Expr } from "../../syntax/ast.ts";
import { type ConstructorEntity, hasFields } from "../../types/scope.ts";
import { type Constructor, type DataType, fieldsAt, type Type } from "../../types/type.ts";
import { failing } from "../terms/prims.ts";
import {
  type CoreBinding,
  type CoreBranch,
  type CorePattern,
  prim,
  type Term,
  variable,
  varPattern,
} from "../terms/term.ts";
import type { Lowering } from "./lower-context.ts";
import { typesOfUse } from "./lower-names.ts";
import { argsOf } from "./lower-types.ts";

/** `r.f`: a case with the constructors that have the field. */
export function fieldOf(lowering: Lowering, expr: Extract<Expr, { tag: "field" }>): Term {
  return taken(lowering, expr, expr.record, [expr.field.text], lowering.typeOf(expr), (constructor, parts) =>
    nth(parts, present(constructor.fieldNames).indexOf(expr.field.text)),
  );
}

/** `C { f = e, .. }`, or `r { f = e, .. }`: r is evaluated before what replaces its fields, and these as they are written. */
export function record(lowering: Lowering, expr: Extract<Expr, { tag: "record" }>): Term {
  const { fields, span } = expr;
  if (expr.record.tag === "constructor") {
    const use = lowering.use(expr);
    const entity = use.entity as ConstructorEntity;
    const types = typesOfUse(lowering, entity, use);
    return withFields(lowering, expr, entity.constructor, (values) => {
      const args = present(entity.constructor.fieldNames).map((name) => present(values.get(name)));
      return { tag: "con", data: entity.data.name, con: entity.name, types, args, span };
    });
  }
  const type = lowering.typeOf(expr);
  const names = fields.map(({ name }) => name.text);
  return taken(lowering, expr, expr.record, names, type, (constructor, parts, data) =>
    withFields(lowering, expr, constructor, (values) => {
      const args = present(constructor.fieldNames).map((name, index) => values.get(name) ?? nth(parts, index));
      return { tag: "con", data: data.name, con: constructor.name, types: argsOf(type), args, span };
    }),
  );
}

/** Expressions whose order makes no difference. */
const PLAIN: ReadonlySet<Expr["tag"]> = new Set(["variable", "real", "integer", "constructor", "lambda"]);

/** A term of the values of fields: they are named first where they are written in another order than the constructor has them. */
function withFields(
  lowering: Lowering,
  { fields, span }: Extract<Expr, { tag: "record" }>,
  { fieldNames }: Constructor,
  make: (values: ReadonlyMap<string, Term>) => Term,
): Term {
  const places = fields.map(({ name }) => present(fieldNames).indexOf(name.text));
  const inOrder = places.every((place, index) => index === 0 || place > nth(places, index - 1));
  const isNamed = !inOrder && fields.filter(({ value }) => !PLAIN.has(value.tag)).length > 1;
  const bindings: CoreBinding[] = [];
  const values = fields.map(({ name, value }): [string, Term] => {
    const bound = lowering.term(value);
    if (!isNamed) return [name.text, bound];
    const own = lowering.freshName();
    bindings.push({ pattern: varPattern(own, lowering.typeOf(value)), variables: [], bound });
    return [name.text, variable(own)];
  });
  const body = make(new Map(values));
  return bindings.length === 0 ? body : { tag: "let", bindings, body, span };
}

/** A case on a record: for each constructor with the fields, a term over its parts. */
function taken(
  lowering: Lowering,
  expr: Expr,
  of: Expr,
  names: readonly string[],
  result: Type,
  make: (constructor: Constructor, parts: readonly Term[], data: DataType) => Term,
): Term {
  const { span } = expr;
  const type = lowering.typeOf(of);
  const data = lowering.module.table.fields.get(expr) ?? internal("a field is not resolved", span);
  const types = argsOf(type);
  const having = data.constructors.filter((one) => hasFields(one, names));
  const branches = having.map((constructor): CoreBranch => {
    const bound = constructor.fields.map(() => lowering.freshName());
    const args = fieldsAt(data, constructor, types).map((field, index) => varPattern(nth(bound, index), field));
    const pattern: CorePattern = { tag: "con", data: data.name, con: constructor.name, types, args };
    return { pattern, body: make(constructor, bound.map(variable), data) };
  });
  if (having.length < data.constructors.length) {
    const text = `this value has no field ${names.map((name) => `\`${name}\``).join(", ")}: it is of another constructor`;
    branches.push({ pattern: { tag: "any", type }, body: prim(failing(text), [result], [], span) });
  }
  return { tag: "case", scrutinee: lowering.term(of), branches, span };
}
