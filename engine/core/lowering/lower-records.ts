// Lowering of records: fields are places of constructors.
import { nth, present } from "../../base/nth.ts";
import { internal } from "../../base/unreachable.ts";
import type { Expr } from "../../syntax/ast.ts";
import { type ConstructorEntity, hasFields } from "../../types/scope.ts";
import { type Constructor, type DataType, fieldsAt, type Type } from "../../types/type.ts";
import { failing } from "../terms/prims.ts";
import { type CoreBranch, type CorePattern, prim, type Term, variable, varPattern } from "../terms/term.ts";
import type { Lowering } from "./lower-context.ts";
import { constructorTerm, typesOfUse } from "./lower-names.ts";
import { argsOf } from "./lower-types.ts";

/** `r.f`: a case with the constructors that have the field. */
export function fieldOf(lowering: Lowering, expr: Extract<Expr, { tag: "field" }>): Term {
  return taken(lowering, expr, expr.record, [expr.field.text], lowering.typeOf(expr), (constructor, parts) =>
    nth(parts, present(constructor.fieldNames).indexOf(expr.field.text)),
  );
}

/** `C { f = e, .. }`, or `r { f = e, .. }`: r is evaluated before what replaces its fields. */
export function record(lowering: Lowering, expr: Extract<Expr, { tag: "record" }>): Term {
  const { fields, span } = expr;
  const given = (name: string): Expr | undefined => fields.find((one) => one.name.text === name)?.value;
  if (expr.record.tag === "constructor") {
    const use = lowering.use(expr);
    const entity = use.entity as ConstructorEntity;
    const args = present(entity.constructor.fieldNames).map((name) => present(given(name)));
    return constructorTerm(lowering, entity, typesOfUse(lowering, entity, use), span, args);
  }
  const type = lowering.typeOf(expr);
  const names = fields.map(({ name }) => name.text);
  return taken(lowering, expr, expr.record, names, type, (constructor, parts, data) => {
    const args = present(constructor.fieldNames).map((name, index) => {
      const value = given(name);
      return value === undefined ? nth(parts, index) : lowering.term(value);
    });
    return { tag: "con", data: data.name, con: constructor.name, types: argsOf(type), args, span };
  });
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
